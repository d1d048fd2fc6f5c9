#include "batch.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <numeric>
#include <utility>

namespace gradus {

namespace {

constexpr int kShare = 2;  // lanes that a thread finishes before it looks whether others did the rest

// Lanes of each crew: all crews are about as large, and there are as many for every thread.
int crew_size(int lanes, int threads) {
  const int most = threads * kCrew, crews = std::max(1, (lanes + most - 1) / most) * threads;
  return (lanes + crews - 1) / crews;
}

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
      crew_(crew_size(lanes, threads_)),
      pool_(threads_) {
  warm_up_engine();
  for (int i = 0; i < lanes; ++i) lanes_.push_back(std::make_unique<Lane>(body_, settings_));
  for (int first = 0; first < lanes; first += crew_) {
    crews_.emplace_back(body_, settings_, std::min(crew_, lanes - first));
    rests_.emplace_back(std::min(lanes, first + crew_));
  }
  seconds_.resize(crews_.size());
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
    lanes_.at(static_cast<std::size_t>(which[i]))->build(std::move(terrain), settings_.random_push ? drawn : settings_.fixed_push);
  });
  open(which, count, out);
}

void Batch::reset_given(int which, Terrain terrain, double push, const Results& out) {
  lanes_.at(static_cast<std::size_t>(which))->build(std::move(terrain), push);
  const std::int32_t only = which;
  open(&only, 1, out);
}

void Batch::open(const std::int32_t* which, int count, const Results& out) {
  std::vector<std::vector<int>> fresh(crews_.size());
  for (int i = 0; i < count; ++i) fresh[static_cast<std::size_t>(which[i] / crew_)].push_back(which[i]);
  pool_.run(static_cast<int>(crews_.size()), [&](int crew) { open_crew(crew, fresh[static_cast<std::size_t>(crew)], out); });
}

// The steps that belong to a reset, of all new lanes of a crew at once.
void Batch::open_crew(int crew, const std::vector<int>& fresh, const Results& out) {
  if (fresh.empty()) return;
  std::vector<Lane*> lanes;
  for (int i : fresh) lanes.push_back(lanes_[static_cast<std::size_t>(i)].get());
  for (int step = lanes[0]->opening_steps(); step > 0; --step) {
    for (Lane* lane : lanes) lane->begin(lane->at_rest());
    crews_[static_cast<std::size_t>(crew)].physics(lanes);
    for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i]->finish(row(fresh[i], out));
  }
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    lanes[i]->open();
    store(fresh[i], 0.0, out);
  }
}

void Batch::step(const float* actions, const Results& out) {
  pool_.run(static_cast<int>(crews_.size()), [&](int crew) { step_crew(crew, actions, out); });
}

void Batch::physics(int crew, const std::vector<Lane*>& lanes) {
  const auto start = timed_ ? std::chrono::steady_clock::now() : std::chrono::steady_clock::time_point();
  crews_[static_cast<std::size_t>(crew)].physics(lanes);
  if (!timed_) return;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  seconds_[static_cast<std::size_t>(crew)] += spent.count();
}

void Batch::step_crew(int crew, const float* actions, const Results& out) {
  const int first = crew * crew_, last = std::min(lanes(), first + crew_);
  std::vector<Lane*> open;
  for (int i = first; i < last; ++i) {
    Lane& lane = *lanes_[static_cast<std::size_t>(i)];
    lane.moved = lane.ready && lane.end == End::Running;
    if (!lane.moved) continue;
    lane.begin(actions + static_cast<std::ptrdiff_t>(i) * this->actions());
    open.push_back(&lane);
  }
  physics(crew, open);
  rests_[static_cast<std::size_t>(crew)].next = first;
  // Whoever is done with its own crew helps the others: no crew takes exactly as long as another.
  for (std::size_t k = 0; k < rests_.size(); ++k) finish_some(rests_[(static_cast<std::size_t>(crew) + k) % rests_.size()], out);
}

// Rays, rules and rewards of lanes that have moved, as far as nobody else has begun with them.
void Batch::finish_some(Rest& rest, const Results& out) {
  for (int first = rest.next.fetch_add(kShare); first < rest.last; first = rest.next.fetch_add(kShare)) {
    for (int i = first; i < std::min(rest.last, first + kShare); ++i) {
      Lane& lane = *lanes_[static_cast<std::size_t>(i)];
      if (lane.moved) lane.finish(row(i, out));
      store(i, lane.moved ? lane.reward : 0.0, out);
    }
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
