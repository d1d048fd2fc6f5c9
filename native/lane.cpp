// The course of an episode: reset, step, observation, reward, end.
#include "lane.hpp"

#include <Box2D/Dynamics/b2Island.h>

#include <algorithm>
#include <cmath>

namespace gradus {

Lane::Lane(const BodySpec& body, const Settings& settings) : body_(body), settings_(settings), fan_(fan(settings)), field_(fan_) {
  action_.assign(static_cast<std::size_t>(body.actions()), 0.0f);
}

int Lane::observation_size(const BodySpec& body, const Settings& settings) {
  const int own = 4 + 2 * body.motors() + body.contacts() + 2 * body.hands();
  return own + kRays + (settings.parkour ? 2 + kRays : 0);
}

void Lane::build(Terrain terrain, double push) {
  ready = false;
  world_.reset();  // the old world first: two at once would double the memory
  terrain_ = std::move(terrain);
  world_.emplace(b2Vec2(0.0f, kGravity));
  world_->SetContactListener(this);
  failed_ = dead_ = has_potential_ = false;
  potential_ = 0.0;
  wet_.clear();
  types_.fill(0.0f);
  end = End::Running;
  steps = 0;
  under_water_ = outside_ = 0;
  build_terrain();
  build_body(push);
  field_.build(terrain_, pieces_);
  rest_.assign(action_.size(), 0.0f);
  if (!hangs()) return;
  std::fill(rest_.end() - static_cast<std::ptrdiff_t>(hands_.size()), rest_.end(), 1.0f);
  hang_from_ceiling();
}

bool Lane::hangs() const { return settings_.parkour && body_.family == Family::Climber; }

int Lane::opening_steps() const { return hangs() ? kHangingSteps + 1 : 1; }

void Lane::open() {
  under_water_ = outside_ = 0;
  total = 0.0;
  steps = 0;
  history_.clear();
  if (end != End::Fault) end = End::Running;
  ready = true;
}

// Too long in the wrong medium.
bool Lane::doomed() const {
  switch (body_.family) {
    case Family::Swimmer: return outside_ > kSurvivalSteps;
    case Family::Amphibian: return false;
    default: return under_water_ > kSurvivalSteps;
  }
}

double Lane::exposure() const {
  if (!settings_.parkour || body_.family == Family::Amphibian) return 0.0;
  const int used = body_.family == Family::Swimmer ? outside_ : under_water_;
  return std::min(1.0, used / static_cast<double>(kSurvivalSteps));
}

void Lane::begin(const float* action) {
  if (settings_.max_steps > 0 || steps < kMostKeptSteps) {
    history_.insert(history_.end(), action, action + action_.size());
  }
  std::copy_n(action, action_.size(), action_.begin());
  if (settings_.parkour) {
    dead_ = dead_ || doomed();
    if (dead_) std::fill(action_.begin(), action_.end(), 0.0f);
  }
  write_motors();
  release_or_ready();
}

void Lane::write_motors() {
  const auto torque = static_cast<float>(body_.torque);
  for (std::size_t k = 0; k < motors_.size(); ++k) {
    const float a = action_[k];
    const auto direction = static_cast<float>((a > 0.0f) - (a < 0.0f));
    motors_[k].joint->SetMotorSpeed(static_cast<float>(motors_[k].spec->speed) * direction);
    motors_[k].joint->SetMaxMotorTorque(torque * std::min(std::fabs(a), 1.0f));
  }
}

#ifdef GRADUS_PLAIN

b2Island* Lane::begin_physics() {
  world_->Step(kTimeStep, kVelocityIterations, kPositionIterations);
  return nullptr;
}

void Lane::end_physics() {}
void solve_velocities(b2Island*) {}
void integrate(b2Island*) {}
void solve_positions(b2Island*) {}

#else

b2Island* Lane::begin_physics() { return world_->BeginStep(kTimeStep, kVelocityIterations, kPositionIterations); }

void Lane::end_physics() { world_->EndStep(); }

void solve_velocities(b2Island* island) { island->SolveVelocities(); }

void integrate(b2Island* island) { island->Integrate(); }

void solve_positions(b2Island* island) { island->SolvePositions(); }

#endif

void Lane::physics() {
  if (b2Island* island = begin_physics()) {
    solve_velocities(island);
    integrate(island);
    solve_positions(island);
  }
  end_physics();
}

void Lane::finish(float* observation) {
  ++steps;
  if (!finite()) {  // the solver ran away: the episode ends as a fall, and the observation stays usable
    std::fill_n(observation, observation_size(body_, settings_), 0.0f);
    reward = kFailureReward;
    total += reward;
    end = End::Fault;
    return;
  }
  if (settings_.parkour) {
    grasp_what_is_touched();
    apply_water();
  }
  cast_rays();
  if (settings_.parkour) count_life();
  observe(observation);
  judge();
}

bool Lane::finite() const {
  for (const b2Body* part : parts_) {
    const b2Vec2 p = part->GetPosition(), v = part->GetLinearVelocity();
    if (!std::isfinite(p.x + p.y + v.x + v.y + part->GetAngle() + part->GetAngularVelocity())) return false;
  }
  return true;
}

bool Lane::head_under_water() const {
  return parts_[static_cast<std::size_t>(body_.head)]->GetPosition().y <= terrain_.water;
}

void Lane::count_life() {
  if (dead_) return;
  if (head_under_water()) {
    ++under_water_;
    outside_ = 0;
  } else {
    ++outside_;
    under_water_ = 0;
  }
}

Point Lane::ray_end(int ray) const {
  const b2Vec2 from = parts_[static_cast<std::size_t>(body_.head)]->GetPosition();
  const Point reach = fan_[static_cast<std::size_t>(ray)];
  return {from.x + reach.x, from.y - reach.y};
}

void Lane::cast_rays() {
  const b2Vec2 from = parts_[static_cast<std::size_t>(body_.head)]->GetPosition();
  if (settings_.lidar == Lidar::Analytic) field_.look_from(from);
  for (std::size_t i = 0; i < kRays; ++i) {
    const b2Vec2 to(static_cast<float>(from.x + fan_[i].x), static_cast<float>(from.y - fan_[i].y));
    const Hit hit = settings_.lidar == Lidar::Box2D ? cast_in_world(*world_, from, to, body_.mask) : field_.cast(from, to);
    fractions_[i] = hit.fraction;
    if (hit.piece >= 0) {
      const Role role = tags_[static_cast<std::size_t>(hit.piece)].role;
      types_[i] = role == Role::Water ? -1.0f : role == Role::Creeper ? 1.0f : 0.0f;
    } else if (settings_.repaired) {
      types_[i] = 0.0f;
    }
  }
}

void Lane::observe(float* out) {
  const b2Body& head = *parts_[static_cast<std::size_t>(body_.head)];
  const b2Vec2 velocity = head.GetLinearVelocity();
  const auto put = [&out](double value) { *out++ = static_cast<float>(value); };
  put(head.GetAngle());
  put(2.0 * head.GetAngularVelocity() / kFps);
  put(0.3 * velocity.x * kViewWidth / kFps);
  put(0.3 * velocity.y * kViewHeight / kFps);
  if (settings_.parkour) {
    put(head_under_water());
    put(dead_);
  }
  for (const Motor& motor : motors_) {
    put(motor.joint->GetJointAngle() + motor.spec->correction);
    put(motor.joint->GetJointSpeed() / motor.spec->speed);
    if (motor.spec->contact_part >= 0) put(flags_[static_cast<std::size_t>(motor.spec->contact_part)]);
  }
  for (const Hand& hand : hands_) {
    put(settings_.parkour && hand.touching);
    put(hand.grasp != nullptr);
  }
  for (float fraction : fractions_) put(fraction);
  if (settings_.parkour) {
    for (float type : types_) put(type);
  }
}

// Reward and end of the step just made.
void Lane::judge() {
  const b2Body& head = *parts_[static_cast<std::size_t>(body_.head)];
  const double x = head.GetPosition().x;
  double potential = 130.0 * x / kScale;
  if (body_.angle_term) potential -= 5.0 * std::fabs(static_cast<double>(head.GetAngle()));
  reward = has_potential_ ? potential - potential_ : 0.0;
  potential_ = potential;
  has_potential_ = true;
  for (float a : action_) {
    reward -= body_.torque_cost * kTorqueScale * std::min(std::fabs(static_cast<double>(a)), 1.0);
  }
  if (failed_ || x < 0.0) {
    reward = kFailureReward;
    end = End::Fell;
  } else if (x > terrain_.finish) {
    end = End::Finish;
  } else if (settings_.parkour && settings_.repaired && doomed()) {
    end = End::Died;
  } else if (settings_.max_steps > 0 && steps >= settings_.max_steps) {
    end = End::Limit;
  }
  total += reward;
}

}  // namespace gradus
