#include "crew.hpp"

#include <algorithm>

namespace gradus {

namespace {

// Of the position iterations, four in five lanes need at most this many, others all.
constexpr int kFirstIterations = 4, kFurtherIterations = 12;

}  // namespace

Crew::Crew(const BodySpec& body, const Settings& settings, int lanes) {
#ifdef GRADUS_FOUR
  if (settings.solver == Wide::Scalar || lanes < 2) return;
  for (int i = 0; i < lanes; i += kColumns) teams_.push_back(std::make_unique<Abreast>(body, settings.solver));
#else
  (void)body, (void)settings, (void)lanes;
#endif
}

void Crew::physics(const std::vector<Lane*>& lanes) {
  sort_out(lanes);
  deal_out();
  for (b2Island* island : alone_) solve_velocities(island);
#ifdef GRADUS_FOUR
  for (std::size_t i = 0; i < used_; i += 2) {
    Abreast::solve_velocities(*teams_[i], i + 1 < used_ ? teams_[i + 1].get() : nullptr, kVelocityIterations);
  }
#endif
  for (b2Island* island : alone_) integrate(island);
  for (const Candidate& candidate : together_) integrate(candidate.island);
  for (b2Island* island : alone_) solve_positions(island);
  settle();
  for (Lane* lane : lanes) lane->end_physics();
}

// Islands that are alike go through the solvers, the others one by one, as does one that would be the only one.
void Crew::sort_out(const std::vector<Lane*>& lanes) {
  together_.clear();
  alone_.clear();
  for (Lane* lane : lanes) {
    b2Island* island = lane->begin_physics();
    if (!island) continue;
#ifdef GRADUS_FOUR
    if (!teams_.empty() && teams_[0]->plain(*island)) {
      together_.push_back({teams_[0]->pattern(*island), island});
      continue;
    }
#endif
    alone_.push_back(island);
  }
  if (together_.size() != 1) return;
  alone_.push_back(together_[0].island);
  together_.clear();
}

// A solver works on every contact that one of its columns has, so lanes with the same contacts share one.
void Crew::deal_out() {
  used_ = (together_.size() + kColumns - 1) / kColumns;
#ifdef GRADUS_FOUR
  if (used_ > 1) {
    std::stable_sort(together_.begin(), together_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.pattern < b.pattern; });
  }
  for (std::size_t i = 0; i < together_.size(); ++i) {
    Abreast& team = *teams_[i / kColumns];
    if (i % kColumns == 0) team.clear();
    team.take(together_[i].island);
  }
#endif
}

void Crew::settle() {
#ifdef GRADUS_FOUR
  going_.clear();
  for (std::size_t i = 0; i < used_; ++i) teams_[i]->solve_positions(kFirstIterations, going_);
  for (int left = kPositionIterations - kFirstIterations; left > 0 && !going_.empty();) {
    const int now = going_.size() > kColumns ? std::min(left, kFurtherIterations) : left;
    settle_rest(now);
    left -= now;
  }
#endif
}

// Deals out anew what is not done.
void Crew::settle_rest([[maybe_unused]] int iterations) {
#ifdef GRADUS_FOUR
  waiting_.swap(going_);
  going_.clear();
  for (std::size_t i = 0; i < waiting_.size(); i += kColumns) {
    Abreast& team = *teams_[i / kColumns];
    team.clear();
    for (std::size_t k = i; k < std::min(waiting_.size(), i + kColumns); ++k) team.take(waiting_[k]);
    team.solve_positions(iterations, going_);
  }
#endif
}

}  // namespace gradus
