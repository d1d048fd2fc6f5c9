// The velocity iterations of up to sixteen islands at once. Every operation is the engine's, in its order, so every bit of
// the result is; what differs between lanes is chosen by masks. Included by one file per instruction set.
#pragma once

#include "wide.hpp"

namespace gradus {
namespace {

// Velocity of b's end of a joint relative to a's.
GRADUS_INLINE Pair drift(const Motion& a, Pair arm_a, const Motion& b, Pair arm_b) {
  return {((b.v.x - b.w * arm_b.y) - a.v.x) + a.w * arm_a.y, ((b.v.y + b.w * arm_b.x) - a.v.y) - a.w * arm_a.x};
}

GRADUS_INLINE void drive(JointRow& joint, int first, Motion& a, Motion& b) {
  const Floats speed = (b.w - a.w) - get(joint.motor_speed, first);
  const Floats before = get(joint.motor_impulse, first), top = get(joint.motor_most, first);
  const Floats after = clamp(before + -get(joint.motor_mass, first) * speed, -top, top);
  put(joint.motor_impulse, first, after);
  const Floats impulse = after - before;
  a.w = a.w - get(joint.inertia_a, first) * impulse;
  b.w = b.w + get(joint.inertia_b, first) * impulse;
}

GRADUS_INLINE Pair solve22(const JointRow& joint, int first, Pair r) {
  const Floats inverse = get(joint.inverse22, first), xy = get(joint.kxy, first);
  return {inverse * (get(joint.kyy, first) * r.x - xy * r.y), inverse * (get(joint.kxx, first) * r.y - xy * r.x)};
}

// The minus solution of the three equations of a hinge at its limit.
GRADUS_INLINE void solve33(const JointRow& joint, int first, Pair c, Floats turn, Pair& p, Floats& z) {
  const Floats xx = get(joint.kxx, first), xy = get(joint.kxy, first), xz = get(joint.kxz, first);
  const Floats yy = get(joint.kyy, first), yz = get(joint.kyz, first), zz = get(joint.kzz, first);
  const Floats inverse = get(joint.inverse33, first);
  p.x = -(inverse * (c.x * get(joint.cross_x, first) + c.y * get(joint.cross_y, first) + turn * get(joint.cross_z, first)));
  p.y = -(inverse * (xx * (c.y * zz - turn * yz) + xy * (turn * xz - c.x * zz) + xz * (c.x * yz - c.y * xz)));
  z = -(inverse * (xx * (yy * turn - yz * c.y) + xy * (yz * c.x - xy * turn) + xz * (xy * c.y - yy * c.x)));
}

template <bool Limited>
GRADUS_INLINE void hold(JointRow& joint, int first, Motion& a, Motion& b) {
  const Pair arm_a = get(joint.arm_a, first), arm_b = get(joint.arm_b, first);
  const Pair c = drift(a, arm_a, b, arm_b);
  Pair p;
  Floats turn_a, turn_b;
  if (!Limited) {
    p = solve22(joint, first, {-c.x, -c.y});
    turn_a = cross(arm_a, p);
    turn_b = cross(arm_b, p);
  } else {
    const Mask lower = get(joint.at_lower, first), upper = get(joint.at_upper, first), active = lower | upper;
    const Floats old = get(joint.impulse_z, first);
    Pair whole;
    Floats z;
    solve33(joint, first, c, b.w - a.w, whole, z);
    const Floats sum = old + z;
    const Mask gives = (lower & (sum < 0.0f)) | (upper & (sum > 0.0f));  // the limit would pull: it lets go instead
    const Mask takes = active & ~gives;
    const Pair free{-c.x, -c.y};
    const Pair held{free.x + old * get(joint.kxz, first), free.y + old * get(joint.kyz, first)};
    p = choose(takes, whole, solve22(joint, first, choose(active, held, free)));
    z = choose(takes, z, -old);
    put(joint.impulse_z, first, choose(takes, sum, Floats{}));
    turn_a = cross(arm_a, p);
    turn_b = cross(arm_b, p);
    turn_a = choose(active, turn_a + z, turn_a);
    turn_b = choose(active, turn_b + z, turn_b);
  }
  put(joint.impulse_x, first, get(joint.impulse_x, first) + p.x);
  put(joint.impulse_y, first, get(joint.impulse_y, first) + p.y);
  pull(a, get(joint.mass_a, first), get(joint.inertia_a, first), p, turn_a);
  push(b, get(joint.mass_b, first), get(joint.inertia_b, first), p, turn_b);
}

GRADUS_INLINE void weld(JointRow& joint, int first, Motion& a, Motion& b) {
  const Pair arm_a = get(joint.arm_a, first), arm_b = get(joint.arm_b, first);
  const Pair c = drift(a, arm_a, b, arm_b);
  const Floats turn = b.w - a.w;
  const Floats xy = get(joint.kxy, first), xz = get(joint.kxz, first), yz = get(joint.kyz, first);
  const Pair p{-((c.x * get(joint.kxx, first) + c.y * xy) + turn * xz), -((c.x * xy + c.y * get(joint.kyy, first)) + turn * yz)};
  const Floats z = -((c.x * xz + c.y * yz) + turn * get(joint.kzz, first));
  put(joint.impulse_x, first, get(joint.impulse_x, first) + p.x);
  put(joint.impulse_y, first, get(joint.impulse_y, first) + p.y);
  put(joint.impulse_z, first, get(joint.impulse_z, first) + z);
  pull(a, get(joint.mass_a, first), get(joint.inertia_a, first), p, cross(arm_a, p) + z);
  push(b, get(joint.mass_b, first), get(joint.inertia_b, first), p, cross(arm_b, p) + z);
}

GRADUS_INLINE void solve(JointRow& joint, int first, MotionRow* motions) {
  Motion a = get(motions[joint.a], first), b = get(motions[joint.b], first);
  if (joint.optional) {
    const Motion before = a;
    hold<false>(joint, first, a, b);
    put(motions[joint.a], first, choose(get(joint.present, first), a, before));
    return;
  }
  if (joint.kind == JointKind::Weld) {
    weld(joint, first, a, b);
  } else {
    if (joint.motor) drive(joint, first, a, b);
    if (joint.limited) {
      hold<true>(joint, first, a, b);
    } else {
      hold<false>(joint, first, a, b);
    }
  }
  put(motions[joint.a], first, a);
  put(motions[joint.b], first, b);
}

// Velocity of the part at a point of contact; the other side is still.
GRADUS_INLINE Pair slip(const Motion& motion, const PointRow& point, int first) {
  const Pair arm = get(point.arm, first), still = get(point.still, first);
  return {(motion.v.x - motion.w * arm.y) - still.x, (motion.v.y + motion.w * arm.x) - still.y};
}

GRADUS_INLINE void rub(const ContactRow& contact, PointRow& point, int first, Motion& motion, Mask where, bool masked) {
  const Pair normal = get(contact.normal, first), tangent{normal.y, -normal.x};
  const Pair arm = get(point.arm, first);
  const Floats along = dot(slip(motion, point, first), tangent);
  const Floats most_friction = get(contact.friction, first) * get(point.normal_impulse, first);
  const Floats before = get(point.tangent_impulse, first);
  const Floats after = clamp(before + get(point.tangent_mass, first) * -along, -most_friction, most_friction);
  put(point.tangent_impulse, first, after);
  const Floats impulse = after - before;
  const Pair p{impulse * tangent.x, impulse * tangent.y};
  Motion pushed = motion;
  push(pushed, get(contact.mass, first), get(contact.inertia, first), p, cross(arm, p));
  motion = masked ? choose(where, pushed, motion) : pushed;
}

GRADUS_INLINE Motion bear_one(const ContactRow& contact, PointRow& point, int first, const Motion& motion, Mask where) {
  const Pair normal = get(contact.normal, first);
  const Floats against = dot(slip(motion, point, first), normal);
  const Floats before = get(point.normal_impulse, first);
  const Floats after = most(before + -get(point.normal_mass, first) * (against - get(point.bias, first)), Floats{});
  put(point.normal_impulse, first, choose(where, after, before));
  const Floats impulse = after - before;
  const Pair p{impulse * normal.x, impulse * normal.y};
  Motion pushed = motion;
  push(pushed, get(contact.mass, first), get(contact.inertia, first), p, cross(get(point.arm, first), p));
  return pushed;
}

// The engine's block solver: four cases in turn, of which the first that fits is taken; if none fits, nothing happens.
GRADUS_INLINE Motion bear_two(ContactRow& contact, int first, const Motion& motion) {
  PointRow &p1 = contact.points[0], &p2 = contact.points[1];
  const Pair normal = get(contact.normal, first);
  const Floats zero{};
  const Pair a{get(p1.normal_impulse, first), get(p2.normal_impulse, first)};
  Pair b{dot(slip(motion, p1, first), normal) - get(p1.bias, first), dot(slip(motion, p2, first), normal) - get(p2.bias, first)};
  const Floats k12 = get(contact.k12, first), k21 = get(contact.k21, first);
  b.x = b.x - (get(contact.k11, first) * a.x + k21 * a.y);
  b.y = b.y - (k12 * a.x + get(contact.k22, first) * a.y);

  const Pair both{-(get(contact.inv11, first) * b.x + get(contact.inv21, first) * b.y),
                  -(get(contact.inv12, first) * b.x + get(contact.inv22, first) * b.y)};
  const Floats only1 = -get(p1.normal_mass, first) * b.x, only2 = -get(p2.normal_mass, first) * b.y;
  const Mask case1 = (both.x >= zero) & (both.y >= zero);
  const Mask case2 = ~case1 & (only1 >= zero) & (k12 * only1 + b.y >= zero);
  const Mask case3 = ~case1 & ~case2 & (only2 >= zero) & (k21 * only2 + b.x >= zero);
  const Mask case4 = (b.x >= zero) & (b.y >= zero);
  const Mask any = (case1 | case2 | case3 | case4) & get(contact.two, first);
  const Pair x{choose(case1, both.x, choose(case2, only1, zero)), choose(case1, both.y, choose(case3, only2, zero))};

  const Pair d{x.x - a.x, x.y - a.y};
  const Pair push1{d.x * normal.x, d.x * normal.y}, push2{d.y * normal.x, d.y * normal.y};
  const Floats turn = cross(get(p1.arm, first), push1) + cross(get(p2.arm, first), push2);
  Motion pushed = motion;
  push(pushed, get(contact.mass, first), get(contact.inertia, first), {push1.x + push2.x, push1.y + push2.y}, turn);
  put(p1.normal_impulse, first, choose(any, x.x, a.x));
  put(p2.normal_impulse, first, choose(any, x.y, a.y));
  return choose(any, pushed, motion);
}

GRADUS_INLINE void solve(ContactRow& contact, int first, MotionRow* motions) {
  MotionRow& row = motions[contact.part];
  const Motion before = get(row, first);
  const Mask one = get(contact.one, first), two = get(contact.two, first);
  Motion motion = before;
  rub(contact, contact.points[0], first, motion, one, false);
  if (!contact.any_two) {
    put(row, first, choose(one, bear_one(contact, contact.points[0], first, motion, one), before));
    return;
  }
  rub(contact, contact.points[1], first, motion, two, true);
  const Motion by_two = bear_two(contact, first, motion);
  const Motion by_one = bear_one(contact, contact.points[0], first, motion, one);
  put(row, first, choose(one, by_one, choose(two, by_two, before)));
}

GRADUS_INLINE void solve_joint(const VelocityProblem& problem, int joint) {
  for (int first = 0; first < problem.columns; first += GRADUS_WIDTH) solve(problem.joints[joint], first, problem.motions);
}

GRADUS_INLINE void solve_contact(const VelocityProblem& problem, int contact) {
  for (int first = 0; first < problem.columns; first += GRADUS_WIDTH) solve(problem.contacts[contact], first, problem.motions);
}

// Vectors of lanes take turns at every joint and contact: a chain of operations in one leaves the processor room for another.
GRADUS_INLINE void iterate(const VelocityProblem* problems, int count) {
  int contacts = 0;
  for (int k = 0; k < count; ++k) contacts = problems[k].contact_count > contacts ? problems[k].contact_count : contacts;
  for (int i = 0; i < problems[0].iterations; ++i) {
    for (int j = 0; j < problems[0].joint_count; ++j) {
      for (int k = 0; k < count; ++k) solve_joint(problems[k], j);
    }
    for (int j = 0; j < contacts; ++j) {
      for (int k = 0; k < count; ++k) {
        if (j < problems[k].contact_count) solve_contact(problems[k], j);
      }
    }
  }
}

}  // namespace
}  // namespace gradus
