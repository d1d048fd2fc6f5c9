// For the vectors that every machine of its kind has: SSE2, NEON.
#define GRADUS_WIDTH 4
#include "position_kernel.hpp"
#include "velocity_kernel.hpp"

namespace gradus {

void solve_velocities_four(const VelocityProblem* problems, int count) { iterate(problems, count); }

void solve_positions_four(const PositionProblem& problem) {
  for (int first = 0; first < problem.columns; first += GRADUS_WIDTH) settle(problem, first);
}

bool sines_agree_four() { return sines_agree(); }

}  // namespace gradus
