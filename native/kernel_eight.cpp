// For AVX2; called only on machines that have it.
#define GRADUS_WIDTH 8
#include "position_kernel.hpp"
#include "velocity_kernel.hpp"

namespace gradus {

void solve_velocities_eight(const VelocityProblem& problem) { iterate(problem, 0); }

void solve_positions_eight(const PositionProblem& problem) { settle(problem, 0); }

bool sines_agree_eight() { return sines_agree(); }

}  // namespace gradus
