#include "abreast.hpp"

#include <Box2D/Box2D.h>
#include <Box2D/Dynamics/Contacts/b2ContactSolver.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "lane.hpp"

// The engine's friend: reads and writes what its joints and bodies keep to themselves.
struct GradusAccess {
  static void read(const b2RevoluteJoint& from, float step, gradus::JointRow& to, int i);
  static void read(const b2WeldJoint& from, gradus::JointRow& to, int i);
  static void write(const gradus::JointRow& from, int i, b2RevoluteJoint& to);
  static void write(const gradus::JointRow& from, int i, b2WeldJoint& to);
  template <typename Joint>
  static void read_levers(const Joint& from, gradus::JointRow& to, int i);
  static bool solvable(const b2RevoluteJoint& joint);
  static bool solvable(const b2WeldJoint& joint) { return !(joint.m_frequencyHz > 0.0f); }
};

namespace {

constexpr std::int32_t kYes = -1;

std::int32_t mask(bool holds) { return holds ? kYes : 0; }

}  // namespace

bool GradusAccess::solvable(const b2RevoluteJoint& joint) {
  return joint.m_limitState != e_equalLimits && joint.m_invIA + joint.m_invIB != 0.0f;
}

template <typename Joint>
void GradusAccess::read_levers(const Joint& from, gradus::JointRow& to, int i) {
  const b2Vec2 a = from.m_localAnchorA - from.m_localCenterA, b = from.m_localAnchorB - from.m_localCenterB;
  to.lever_a.x.at[i] = a.x;
  to.lever_a.y.at[i] = a.y;
  to.lever_b.x.at[i] = b.x;
  to.lever_b.y.at[i] = b.y;
  to.reference.at[i] = from.m_referenceAngle;
}

void GradusAccess::read(const b2RevoluteJoint& from, float step, gradus::JointRow& to, int i) {
  to.mass_a.at[i] = from.m_invMassA;
  to.mass_b.at[i] = from.m_invMassB;
  to.inertia_a.at[i] = from.m_invIA;
  to.inertia_b.at[i] = from.m_invIB;
  to.arm_a.x.at[i] = from.m_rA.x;
  to.arm_a.y.at[i] = from.m_rA.y;
  to.arm_b.x.at[i] = from.m_rB.x;
  to.arm_b.y.at[i] = from.m_rB.y;
  to.kxx.at[i] = from.m_mass.ex.x;
  to.kxy.at[i] = from.m_mass.ex.y;
  to.kyy.at[i] = from.m_mass.ey.y;
  to.kxz.at[i] = from.m_mass.ez.x;
  to.kyz.at[i] = from.m_mass.ez.y;
  to.kzz.at[i] = from.m_mass.ez.z;
  to.cross_x.at[i] = from.m_cross.x;
  to.cross_y.at[i] = from.m_cross.y;
  to.cross_z.at[i] = from.m_cross.z;
  to.inverse33.at[i] = from.m_inverse33;
  to.inverse22.at[i] = from.m_inverse22;
  to.impulse_x.at[i] = from.m_impulse.x;
  to.impulse_y.at[i] = from.m_impulse.y;
  to.impulse_z.at[i] = from.m_impulse.z;
  to.motor_mass.at[i] = from.m_motorMass;
  to.motor_speed.at[i] = from.m_motorSpeed;
  to.motor_most.at[i] = step * from.m_maxMotorTorque;
  to.motor_impulse.at[i] = from.m_motorImpulse;
  to.at_lower.at[i] = mask(from.m_enableLimit && from.m_limitState == e_atLowerLimit);
  to.at_upper.at[i] = mask(from.m_enableLimit && from.m_limitState == e_atUpperLimit);
  to.present.at[i] = kYes;
  to.motor = from.m_enableMotor;
  to.limited = to.limited || to.at_lower.at[i] || to.at_upper.at[i];
  read_levers(from, to, i);
  to.lower.at[i] = from.m_lowerAngle;
  to.upper.at[i] = from.m_upperAngle;
}

void GradusAccess::write(const gradus::JointRow& from, int i, b2RevoluteJoint& to) {
  to.m_impulse.Set(from.impulse_x.at[i], from.impulse_y.at[i], from.impulse_z.at[i]);
  to.m_motorImpulse = from.motor_impulse.at[i];
}

void GradusAccess::read(const b2WeldJoint& from, gradus::JointRow& to, int i) {
  to.mass_a.at[i] = from.m_invMassA;
  to.mass_b.at[i] = from.m_invMassB;
  to.inertia_a.at[i] = from.m_invIA;
  to.inertia_b.at[i] = from.m_invIB;
  to.arm_a.x.at[i] = from.m_rA.x;
  to.arm_a.y.at[i] = from.m_rA.y;
  to.arm_b.x.at[i] = from.m_rB.x;
  to.arm_b.y.at[i] = from.m_rB.y;
  to.kxx.at[i] = from.m_mass.ex.x;
  to.kxy.at[i] = from.m_mass.ex.y;
  to.kyy.at[i] = from.m_mass.ey.y;
  to.kxz.at[i] = from.m_mass.ez.x;
  to.kyz.at[i] = from.m_mass.ez.y;
  to.kzz.at[i] = from.m_mass.ez.z;
  to.impulse_x.at[i] = from.m_impulse.x;
  to.impulse_y.at[i] = from.m_impulse.y;
  to.impulse_z.at[i] = from.m_impulse.z;
  to.present.at[i] = kYes;
  read_levers(from, to, i);
}

void GradusAccess::write(const gradus::JointRow& from, int i, b2WeldJoint& to) {
  to.m_impulse.Set(from.impulse_x.at[i], from.impulse_y.at[i], from.impulse_z.at[i]);
}

namespace gradus {

namespace {

constexpr int kMostContacts = 8;  // of one part; a part in more of them is stuck, and rare
constexpr int kMostMarks = 48;    // parts that a pattern tells apart

const Tag& tag_of(const b2Body* body) { return *static_cast<const Tag*>(body->GetUserData()); }

bool is_part(const b2Body* body) { return tag_of(body).role == Role::Part || tag_of(body).role == Role::Hand; }

// Terrain stands at the origin, so that its own coordinates are the world's.
bool still(const b2Body* body) {
  const b2Vec2 at = body->GetPosition();
  return body->GetType() == b2_staticBody && at.x == 0.0f && at.y == 0.0f && body->GetAngle() == 0.0f;
}

// The largest square whose root is still within the engine's tolerance.
float largest_small_square() {
  float square = b2_linearSlop * b2_linearSlop;
  while (std::sqrt(square) > b2_linearSlop) square = std::nextafter(square, 0.0f);
  for (float next = square; std::sqrt(next) <= b2_linearSlop; next = std::nextafter(next, 1.0f)) square = next;
  return square;
}

bool sines_agree([[maybe_unused]] Wide wide) {
  static const bool four = sines_agree_four();
#ifdef GRADUS_EIGHT
  static const bool eight = widest() >= Wide::Eight && sines_agree_eight();
  if (wide == Wide::Eight) return eight;
#endif
#ifdef GRADUS_SIXTEEN
  static const bool sixteen = widest() >= Wide::Sixteen && sines_agree_sixteen();
  if (wide == Wide::Sixteen) return sixteen;
#endif
  return four;
}

std::intptr_t mark_of(const b2Joint* joint) { return reinterpret_cast<std::intptr_t>(joint->GetUserData()); }

}  // namespace

// The engine walks from the newest part along its joints, newest first, and from there on depth first.
Abreast::Abreast(const BodySpec& body, Wide wide) : wide_(wide), still_(static_cast<int>(body.parts.size())) {
  const std::size_t parts = body.parts.size();
  std::vector<char> seen(parts, 0), listed(body.joints.size(), 0);
  int newest = 0;
  for (int item : body.creation) {
    if (item >= 0) newest = item;
  }
  std::vector<int> stack{newest};
  seen[static_cast<std::size_t>(newest)] = 1;
  while (!stack.empty()) {
    const int part = stack.back();
    stack.pop_back();
    const auto index = static_cast<std::size_t>(part);
    if (body.parts[index].sensor) {
      JointRow grasp{};
      grasp.kind = JointKind::Hinge;
      grasp.a = part;
      grasp.b = still_;
      grasp.optional = true;
      order_.push_back({reinterpret_cast<std::intptr_t>(grasp_mark(part)), true});
      joints_.push_back(grasp);
    }
    for (auto item = body.creation.rbegin(); item != body.creation.rend(); ++item) {
      if (*item >= 0) continue;
      const int number = -1 - *item;
      const JointSpec& spec = body.joints[static_cast<std::size_t>(number)];
      if (listed[static_cast<std::size_t>(number)] || (spec.part_a != part && spec.part_b != part)) continue;
      listed[static_cast<std::size_t>(number)] = 1;
      JointRow joint{};
      joint.kind = spec.weld ? JointKind::Weld : JointKind::Hinge;
      joint.a = spec.part_a;
      joint.b = spec.part_b;
      order_.push_back({reinterpret_cast<std::intptr_t>(joint_mark(number)), false});
      joints_.push_back(joint);
      const int other = spec.part_a == part ? spec.part_b : spec.part_a;
      if (!seen[static_cast<std::size_t>(other)]) {
        seen[static_cast<std::size_t>(other)] = 1;
        stack.push_back(other);
      }
    }
  }
  motions_.resize(parts + 1);
  rows_of_.resize(parts);
  used_.resize(parts);
}

void Abreast::clear() {
  std::memset(motions_.data(), 0, motions_.size() * sizeof(MotionRow));
  for (JointRow& joint : joints_) {
    joint.limited = false;
    std::memset(&joint.mass_a, 0, sizeof(JointRow) - offsetof(JointRow, mass_a));
  }
  for (auto& rows : rows_of_) rows.clear();
  contact_count_ = 0;
  count_ = 0;
}

bool Abreast::plain(const b2Island& island) const {
  for (int i = 0; i < island.m_bodyCount; ++i) {
    const b2Body* body = island.m_bodies[i];
    if (body->GetType() != b2_staticBody && !is_part(body)) return false;
  }
  return plain_joints(island) && plain_contacts(island);
}

bool Abreast::plain_joints(const b2Island& island) const {
  std::size_t place = 0;
  for (int i = 0; i < island.m_jointCount; ++i) {
    b2Joint* joint = island.m_joints[i];
    const std::intptr_t mark = mark_of(joint);
    while (place < order_.size() && order_[place].mark != mark && order_[place].optional) ++place;
    if (place == order_.size() || order_[place].mark != mark) return false;
    if (order_[place].optional && !still(joint->GetBodyB())) return false;
    const bool fine = joint->GetType() == e_weldJoint ? GradusAccess::solvable(*static_cast<const b2WeldJoint*>(joint))
                                                      : GradusAccess::solvable(*static_cast<const b2RevoluteJoint*>(joint));
    if (!fine) return false;
    ++place;
  }
  while (place < order_.size() && order_[place].optional) ++place;
  return place == order_.size();
}

bool Abreast::plain_contacts(const b2Island& island) const {
  std::vector<int> counts(used_.size(), 0);
  for (int i = 0; i < island.m_contactCount; ++i) {
    const b2ContactVelocityConstraint& contact = island.m_solver->m_velocityConstraints[i];
    const b2Body *a = island.m_bodies[contact.indexA], *b = island.m_bodies[contact.indexB];
    if (!still(a) || b->GetType() == b2_staticBody || contact.tangentSpeed != 0.0f) return false;
    if (island.m_solver->m_positionConstraints[i].type == b2Manifold::e_circles) return false;
    if (++counts[static_cast<std::size_t>(tag_of(b).index)] > kMostContacts) return false;
  }
  return true;
}

// The number of contacts, then which parts have them.
std::uint64_t Abreast::pattern(const b2Island& island) const {
  std::uint64_t parts = 0;
  for (int i = 0; i < island.m_contactCount; ++i) {
    const b2Body* part = island.m_bodies[island.m_solver->m_velocityConstraints[i].indexB];
    parts |= std::uint64_t{1} << (tag_of(part).index % kMostMarks);
  }
  return static_cast<std::uint64_t>(island.m_contactCount) << kMostMarks | parts;
}

void Abreast::take(b2Island* island) {
  islands_[count_] = island;
  take_motions(*island, count_);
  take_joints(*island, count_);
  take_contacts(*island, count_);
  ++count_;
}

void Abreast::take_motions(const b2Island& island, int column) {
  for (int i = 0; i < island.m_bodyCount; ++i) {
    if (island.m_bodies[i]->GetType() == b2_staticBody) continue;
    MotionRow& row = motions_[static_cast<std::size_t>(tag_of(island.m_bodies[i]).index)];
    row.x.at[column] = island.m_velocities[i].v.x;
    row.y.at[column] = island.m_velocities[i].v.y;
    row.w.at[column] = island.m_velocities[i].w;
  }
}

void Abreast::take_joints(const b2Island& island, int column) {
  std::size_t place = 0;
  for (int i = 0; i < island.m_jointCount; ++i, ++place) {
    const b2Joint* joint = island.m_joints[i];
    while (order_[place].mark != mark_of(joint)) ++place;
    if (joint->GetType() == e_weldJoint) {
      GradusAccess::read(*static_cast<const b2WeldJoint*>(joint), joints_[place], column);
    } else {
      GradusAccess::read(*static_cast<const b2RevoluteJoint*>(joint), island.m_data.step.dt, joints_[place], column);
    }
  }
}

// The row of a part's next contact. Contacts with still things commute exactly between parts, not within one.
int Abreast::row_for(int part) {
  auto& rows = rows_of_[static_cast<std::size_t>(part)];
  const auto slot = static_cast<std::size_t>(used_[static_cast<std::size_t>(part)]++);
  if (slot == rows.size()) {
    const auto index = static_cast<std::size_t>(contact_count_++);
    contacts_.resize(std::max(contacts_.size(), index + 1));
    presses_.resize(contacts_.size());
    std::memset(&contacts_[index], 0, sizeof(ContactRow));
    std::memset(&presses_[index], 0, sizeof(PressRow));
    contacts_[index].part = presses_[index].part = part;
    rows.push_back(static_cast<int>(index));
  }
  return rows[slot];
}

void Abreast::take_contacts(const b2Island& island, int i) {
  held_[i].clear();
  std::fill(used_.begin(), used_.end(), 0);
  for (int k = 0; k < island.m_contactCount; ++k) {
    b2ContactVelocityConstraint& from = island.m_solver->m_velocityConstraints[k];
    const int index = row_for(tag_of(island.m_bodies[from.indexB]).index);
    ContactRow& to = contacts_[static_cast<std::size_t>(index)];
    held_[i].push_back({&from, index});
    take_press(island, k, index, i);
    to.normal.x.at[i] = from.normal.x;
    to.normal.y.at[i] = from.normal.y;
    to.friction.at[i] = from.friction;
    to.mass.at[i] = from.invMassB;
    to.inertia.at[i] = from.invIB;
    for (int j = 0; j < from.pointCount; ++j) {
      const b2VelocityConstraintPoint& point = from.points[j];
      PointRow& row = to.points[j];
      row.arm.x.at[i] = point.rB.x;
      row.arm.y.at[i] = point.rB.y;
      row.still.x.at[i] = -0.0f * point.rA.y;
      row.still.y.at[i] = 0.0f * point.rA.x;
      row.normal_impulse.at[i] = point.normalImpulse;
      row.tangent_impulse.at[i] = point.tangentImpulse;
      row.normal_mass.at[i] = point.normalMass;
      row.tangent_mass.at[i] = point.tangentMass;
      row.bias.at[i] = point.velocityBias;
    }
    to.one.at[i] = mask(from.pointCount == 1);
    to.two.at[i] = mask(from.pointCount == 2);
    to.any_two = to.any_two || from.pointCount == 2;
    to.k11.at[i] = from.K.ex.x;
    to.k12.at[i] = from.K.ex.y;
    to.k21.at[i] = from.K.ey.x;
    to.k22.at[i] = from.K.ey.y;
    to.inv11.at[i] = from.normalMass.ex.x;
    to.inv12.at[i] = from.normalMass.ex.y;
    to.inv21.at[i] = from.normalMass.ey.x;
    to.inv22.at[i] = from.normalMass.ey.y;
  }
}

void Abreast::take_press(const b2Island& island, int contact, int index, int i) {
  const b2ContactPositionConstraint& from = island.m_solver->m_positionConstraints[contact];
  PressRow& to = presses_[static_cast<std::size_t>(index)];
  const bool face_a = from.type == b2Manifold::e_faceA;
  const b2Transform still(b2Vec2(0.0f, 0.0f), b2Rot(0.0f));
  const b2Vec2 normal = face_a ? b2Mul(still.q, from.localNormal) : from.localNormal;
  const b2Vec2 plane = face_a ? b2Mul(still, from.localPoint) : from.localPoint;
  to.center.x.at[i] = from.localCenterB.x;
  to.center.y.at[i] = from.localCenterB.y;
  to.normal.x.at[i] = normal.x;
  to.normal.y.at[i] = normal.y;
  to.plane.x.at[i] = plane.x;
  to.plane.y.at[i] = plane.y;
  for (int j = 0; j < from.pointCount; ++j) {
    const b2Vec2 point = face_a ? from.localPoints[j] : b2Mul(still, from.localPoints[j]);
    to.points[j].x.at[i] = point.x;
    to.points[j].y.at[i] = point.y;
  }
  to.radius_a.at[i] = from.radiusA;
  to.radius_b.at[i] = from.radiusB;
  to.mass.at[i] = from.invMassB;
  to.inertia.at[i] = from.invIB;
  to.one.at[i] = mask(from.pointCount > 0);
  to.two.at[i] = mask(from.pointCount > 1);
  to.face_a.at[i] = mask(face_a);
  to.any_two = to.any_two || from.pointCount > 1;
  to.any_b = to.any_b || !face_a;
}

VelocityProblem Abreast::velocity_problem(int iterations) {
  return {motions_.data(), joints_.data(), contacts_.data(), static_cast<int>(joints_.size()), contact_count_, iterations, count_};
}

void Abreast::solve_velocities(Abreast& one, Abreast* other, int iterations) {
  const int count = other ? 2 : 1;
  const VelocityProblem problems[] = {one.velocity_problem(iterations), (other ? *other : one).velocity_problem(iterations)};
  switch (one.wide_) {
#ifdef GRADUS_SIXTEEN
    case Wide::Sixteen: solve_velocities_sixteen(problems, count); break;
#endif
#ifdef GRADUS_EIGHT
    case Wide::Eight: solve_velocities_eight(problems, count); break;
#endif
    default: solve_velocities_four(problems, count);
  }
  one.give_back();
  if (other) other->give_back();
}

void Abreast::give_back() {
  for (int column = 0; column < count_; ++column) give_back(column);
}

void Abreast::solve_positions(int iterations, std::vector<b2Island*>& going) {
  MaskRow left{};
  for (int i = 0; i < count_; ++i) left.at[i] = kYes;
  if (sines_agree(wide_)) {
    iterate_positions(iterations, left);
  } else {  // no library that we know
    for (int i = 0; i < count_; ++i) {
      islands_[i]->m_data.step.positionIterations = iterations;
      islands_[i]->SolvePositions();
      left.at[i] = mask(!islands_[i]->m_positionSolved);
    }
  }
  for (int i = 0; i < count_; ++i) {
    if (left.at[i]) going.push_back(islands_[i]);
  }
}

void Abreast::iterate_positions(int iterations, MaskRow& going) {
  static const float least_square = largest_small_square();
  std::memset(motions_.data(), 0, motions_.size() * sizeof(MotionRow));
  for (int i = 0; i < count_; ++i) {
    for (int k = 0; k < islands_[i]->m_bodyCount; ++k) {
      const b2Body* body = islands_[i]->m_bodies[k];
      if (body->GetType() == b2_staticBody) continue;
      MotionRow& row = motions_[static_cast<std::size_t>(tag_of(body).index)];
      row.x.at[i] = islands_[i]->m_positions[k].c.x;
      row.y.at[i] = islands_[i]->m_positions[k].c.y;
      row.w.at[i] = islands_[i]->m_positions[k].a;
    }
  }
  const PositionProblem problem{motions_.data(), joints_.data(), presses_.data(), static_cast<int>(joints_.size()),
                                contact_count_, iterations, count_, least_square, &going};
  switch (wide_) {
#ifdef GRADUS_SIXTEEN
    case Wide::Sixteen: solve_positions_sixteen(problem); break;
#endif
#ifdef GRADUS_EIGHT
    case Wide::Eight: solve_positions_eight(problem); break;
#endif
    default: solve_positions_four(problem);
  }
  for (int i = 0; i < count_; ++i) {
    give_back_poses(i);
    islands_[i]->m_positionSolved = going.at[i] == 0;
  }
}

void Abreast::give_back_poses(int i) {
  b2Island& island = *islands_[i];
  for (int k = 0; k < island.m_bodyCount; ++k) {
    if (island.m_bodies[k]->GetType() == b2_staticBody) continue;
    const MotionRow& row = motions_[static_cast<std::size_t>(tag_of(island.m_bodies[k]).index)];
    island.m_positions[k].c.Set(row.x.at[i], row.y.at[i]);
    island.m_positions[k].a = row.w.at[i];
  }
}

void Abreast::give_back(int i) {
  b2Island& island = *islands_[i];
  for (int k = 0; k < island.m_bodyCount; ++k) {
    if (island.m_bodies[k]->GetType() == b2_staticBody) continue;
    const MotionRow& row = motions_[static_cast<std::size_t>(tag_of(island.m_bodies[k]).index)];
    island.m_velocities[k].v.Set(row.x.at[i], row.y.at[i]);
    island.m_velocities[k].w = row.w.at[i];
  }
  std::size_t place = 0;
  for (int k = 0; k < island.m_jointCount; ++k, ++place) {
    b2Joint* joint = island.m_joints[k];
    while (order_[place].mark != mark_of(joint)) ++place;
    if (joint->GetType() == e_weldJoint) {
      GradusAccess::write(joints_[place], i, *static_cast<b2WeldJoint*>(joint));
    } else {
      GradusAccess::write(joints_[place], i, *static_cast<b2RevoluteJoint*>(joint));
    }
  }
  for (const Held& held : held_[i]) {
    const ContactRow& row = contacts_[static_cast<std::size_t>(held.row)];
    for (int j = 0; j < held.constraint->pointCount; ++j) {
      held.constraint->points[j].normalImpulse = row.points[j].normal_impulse.at[i];
      held.constraint->points[j].tangentImpulse = row.points[j].tangent_impulse.at[i];
    }
  }
}

}  // namespace gradus
