// For AVX2; called only on machines that have it.
#define GRADUS_WIDTH 8
#include "position_kernel.hpp"
#include "velocity_kernel.hpp"

namespace gradus {

void solve_velocities_eight(const VelocityProblem* problems, int count) { iterate(problems, count); }

void solve_positions_eight(const PositionProblem& problem) {
  for (int first = 0; first < problem.columns; first += GRADUS_WIDTH) settle(problem, first);
}

bool sines_agree_eight() { return sines_agree(); }

}  // namespace gradus
