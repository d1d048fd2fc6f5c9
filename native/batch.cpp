#include "batch.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <numeric>
#include <utility>

namespace gradus {

namespace {

// Lanes that pass through the phases of a step together: as many as the solver takes at once, unless that would leave
// threads without work.
int group_size(int lanes, int threads) { return std::clamp(lanes / threads, 1, kColumns); }

// Box2D fills some tables of its own when the first world and the first contact are made. Two threads must not do
// that at once, so a small world does it before any lane exists.
void warm_up_engine() {
  static std::once_flag done;
  std::call_once(done, [] {
    b2World world(b2Vec2(0.0f, kGravity));
    b2BodyDef definition;
    b2EdgeShape ground;
    ground.Set(b2Vec2(-1.0f, 0.0f), b2Vec2(1.0f, 0.0f));
    world.CreateBody(&definition)->CreateFixture(&ground, 0.0f);
    b2PolygonShape box;
    box.SetAsBox(0.5f, 0.5f);
    definition.type = b2_dynamicBody;
    world.CreateBody(&definition)->CreateFixture(&box, 1.0f);
    world.Step(kTimeStep, 1, 1);
  });
}

}  // namespace

Batch::Batch(const BodySpec& body, const Settings& settings, std::shared_ptr<const Cppn> cppn, int lanes, int threads)
    : body_(body),
      settings_(settings),
      cppn_(std::move(cppn)),
      threads_(std::max(1, std::min(threads, lanes))),
      group_(group_size(lanes, threads_)),
      pool_(threads_) {
  warm_up_engine();
  for (int i = 0; i < lanes; ++i) lanes_.push_back(std::make_unique<Lane>(body_, settings_));
  const int groups = (lanes + group_ - 1) / group_;
  seconds_.resize(static_cast<std::size_t>(groups));
#ifdef GRADUS_FOUR
  if (settings_.solver == Wide::Scalar) return;
  for (int i = 0; i < groups; ++i) abreast_.push_back(std::make_unique<Abreast>(body_, settings_.solver));
#endif
}

void Batch::store(int which, double reward, const Results& out) const {
  const Lane& lane = *lanes_[static_cast<std::size_t>(which)];
  out.rewards[which] = reward;
  out.ends[which] = static_cast<std::uint8_t>(lane.end);
  out.totals[which] = lane.total;
  out.steps[which] = lane.steps;
}

void Batch::reset(const std::int32_t* which, int count, const double* tasks, const std::uint32_t* seeds, int words,
                  const Results& out) {
  pool_.run(count, [&](int i) {
    Mersenne chance(seeds + static_cast<std::ptrdiff_t>(i) * words, static_cast<std::size_t>(words));
    const double* task = tasks + static_cast<std::ptrdiff_t>(i) * static_cast<std::ptrdiff_t>(task_size());
    Terrain terrain = settings_.parkour ? parkour_terrain(parkour_task(task), body_, settings_, *cppn_, chance)
                                        : stump_terrain(stump_task(task), body_, settings_.repaired, chance);
    const double drawn = chance.uniform(-kPushLimit, kPushLimit);
    reset_given(which[i], std::move(terrain), settings_.random_push ? drawn : settings_.fixed_push, out);
  });
}

void Batch::reset_given(int which, Terrain terrain, double push, const Results& out) {
  lanes_.at(static_cast<std::size_t>(which))->reset(std::move(terrain), push, row(which, out));
  store(which, 0.0, out);
}

void Batch::step(const float* actions, const Results& out) {
  const int groups = (lanes() + group_ - 1) / group_;
  pool_.run(groups, [&](int group) { step_group(group, actions, out); });
}

// Lanes whose islands are alike go through the solver at once, the others one by one, as do a few that remain alone.
void Batch::physics(int group, const std::vector<Lane*>& lanes) {
  const auto start = timed_ ? std::chrono::steady_clock::now() : std::chrono::steady_clock::time_point();
  Abreast* together = abreast_.empty() || lanes.size() < 2 ? nullptr : abreast_[static_cast<std::size_t>(group)].get();
  b2Island *islands[kColumns], *alone[kColumns];
  int left = 0;  // islands that go alone
#ifdef GRADUS_FOUR
  if (together) together->clear();
#endif
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    islands[i] = lanes[i]->begin_physics();
#ifdef GRADUS_FOUR
    if (islands[i] && together && together->take(islands[i])) continue;
#endif
    if (islands[i]) alone[left++] = islands[i];
  }
  for (int i = 0; i < left; ++i) solve_velocities(alone[i]);
#ifdef GRADUS_FOUR
  if (together) together->solve_velocities(kVelocityIterations);
#endif
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (islands[i]) integrate(islands[i]);
  }
  for (int i = 0; i < left; ++i) solve_positions(alone[i]);
#ifdef GRADUS_FOUR
  if (together) together->solve_positions(kPositionIterations);
#endif
  for (Lane* lane : lanes) lane->end_physics();
  if (timed_) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    seconds_[static_cast<std::size_t>(group)] += spent.count();
  }
}

void Batch::step_group(int group, const float* actions, const Results& out) {
  const int first = group * group_, last = std::min(lanes(), first + group_);
  std::vector<Lane*> open;
  for (int i = first; i < last; ++i) {
    Lane& lane = *lanes_[static_cast<std::size_t>(i)];
    lane.moved = lane.ready && lane.end == End::Running;
    if (!lane.moved) continue;
    lane.begin(actions + static_cast<std::ptrdiff_t>(i) * this->actions());
    open.push_back(&lane);
  }
  physics(group, open);
  for (int i = first; i < last; ++i) {
    Lane& lane = *lanes_[static_cast<std::size_t>(i)];
    if (lane.moved) lane.finish(row(i, out));
    store(i, lane.moved ? lane.reward : 0.0, out);
  }
}

void Batch::replay(int which, const float* actions, int count, const Results& out) {
  Lane& lane = *lanes_.at(static_cast<std::size_t>(which));
  for (int t = 0; t < count && lane.ready && lane.end == End::Running; ++t) {
    lane.begin(actions + static_cast<std::ptrdiff_t>(t) * this->actions());
    lane.physics();
    lane.finish(row(which, out));
  }
  store(which, lane.reward, out);
}

void Batch::close(int which) {
  Lane& lane = *lanes_.at(static_cast<std::size_t>(which));
  lane.ready = false;
  lane.end = End::Running;
  lane.total = 0.0;
  lane.steps = 0;
}

void Batch::time_physics(bool on) {
  timed_ = on;
  std::fill(seconds_.begin(), seconds_.end(), 0.0);
}

double Batch::physics_seconds() const { return std::accumulate(seconds_.begin(), seconds_.end(), 0.0); }

}  // namespace gradus
