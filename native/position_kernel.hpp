// The position iterations of up to sixteen islands at once; a lane that is done keeps its place while others go on. As in
// the velocity kernel, every operation is the engine's, in its order.
#pragma once

#include "sines.hpp"

namespace gradus {
namespace {

// As the engine's own settings.
constexpr float kPi = 3.14159265359f;
constexpr float kLinearSlop = 0.005f, kAngularSlop = 2.0f / 180.0f * kPi;
constexpr float kMostLinear = 0.2f, kMostAngular = 8.0f / 180.0f * kPi, kBaumgarte = 0.2f;

// Sine and cosine of an angle.
struct Turn {
  Floats s, c;
};

GRADUS_INLINE Turn turn_by(Floats angle, Mask wanted) {
  Turn turn;
  sines(angle, wanted, turn.s, turn.c);
  return turn;
}
GRADUS_INLINE Pair turned(const Turn& q, Pair v) { return {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y}; }
GRADUS_INLINE Pair placed(const Turn& q, Pair origin, Pair v) {
  return {(q.c * v.x - q.s * v.y) + origin.x, (q.s * v.x + q.c * v.y) + origin.y};
}
GRADUS_INLINE Pair minus(Pair a, Pair b) { return {a.x - b.x, a.y - b.y}; }
GRADUS_INLINE Floats inverse(Floats determinant) {
  return choose(determinant != 0.0f, 1.0f / determinant, determinant);
}

// Pushes one point of a contact apart, and remembers the deepest penetration.
GRADUS_INLINE void part_point(const PressRow& press, int point, int first, Motion& pose, Mask where, Floats& deepest) {
  const Turn q = turn_by(pose.w, where);
  const Pair origin = minus(pose.v, turned(q, get(press.center, first)));
  Pair normal = get(press.normal, first), plane = get(press.plane, first), clip = get(press.points[point], first);
  const Mask face_a = get(press.face_a, first);
  if (press.any_b) {
    const Pair own = clip;
    clip = choose(face_a, placed(q, origin, clip), own);
    normal = choose(face_a, normal, turned(q, normal));
    plane = choose(face_a, plane, placed(q, origin, plane));
  } else {
    clip = placed(q, origin, clip);
  }
  const Floats gap = (dot(minus(clip, plane), normal) - get(press.radius_a, first)) - get(press.radius_b, first);
  if (press.any_b) normal = choose(face_a, normal, {-normal.x, -normal.y});
  deepest = choose(where, least(deepest, gap), deepest);
  const Floats error = clamp(kBaumgarte * (gap + kLinearSlop), Floats{} - kMostLinear, Floats{});
  const Pair arm = minus(clip, pose.v);
  const Floats lever = cross(arm, normal), mass = get(press.mass, first), inertia = get(press.inertia, first);
  const Floats k = mass + (inertia * lever) * lever;
  const Floats impulse = choose(k > 0.0f, -error / k, Floats{});
  const Pair p{impulse * normal.x, impulse * normal.y};
  Motion pushed = pose;
  push(pushed, mass, inertia, p, cross(arm, p));
  pose = choose(where, pushed, pose);
}

GRADUS_INLINE void press(const PressRow& row, int first, MotionRow* poses, Mask going, Floats& deepest) {
  Motion pose = get(poses[row.part], first);
  part_point(row, 0, first, pose, going & get(row.one, first), deepest);
  if (row.any_two) part_point(row, 1, first, pose, going & get(row.two, first), deepest);
  put(poses[row.part], first, pose);
}

// What is left of a joint's distance: below the square that the engine's root would still accept?
GRADUS_INLINE Mask near(Pair c, float least_square) { return c.x * c.x + c.y * c.y <= least_square; }

GRADUS_INLINE Pair distance(const Motion& a, Pair arm_a, const Motion& b, Pair arm_b) {
  return {((b.v.x + arm_b.x) - a.v.x) - arm_a.x, ((b.v.y + arm_b.y) - a.v.y) - arm_a.y};
}

GRADUS_INLINE Mask limit(const JointRow& joint, int first, Motion& a, Motion& b) {
  const Mask lower = get(joint.at_lower, first), upper = get(joint.at_upper, first), active = lower | upper;
  const Floats angle = (b.w - a.w) - get(joint.reference, first);
  const Floats below = angle - get(joint.lower, first), above = angle - get(joint.upper, first);
  const Floats error = choose(lower, -below, above);
  const Floats c = choose(lower, clamp(below + kAngularSlop, Floats{} - kMostAngular, Floats{}),
                          clamp(above - kAngularSlop, Floats{}, Floats{} + kMostAngular));
  const Floats impulse = -get(joint.motor_mass, first) * c;
  a.w = choose(active, a.w - get(joint.inertia_a, first) * impulse, a.w);
  b.w = choose(active, b.w + get(joint.inertia_b, first) * impulse, b.w);
  return ~active | (error <= kAngularSlop);
}

// Moves both parts of a hinge together; returns where they had been close enough.
GRADUS_INLINE Mask draw_hinge(const JointRow& joint, int first, Motion& a, Motion& b, Mask wanted, float least_square) {
  Mask fine = ~Mask{};
  if (joint.limited) fine = limit(joint, first, a, b);
  const Pair arm_a = turned(turn_by(a.w, wanted), get(joint.lever_a, first));
  const Pair arm_b = turned(turn_by(b.w, wanted), get(joint.lever_b, first));
  const Pair c = distance(a, arm_a, b, arm_b);
  fine &= near(c, least_square);
  const Floats ma = get(joint.mass_a, first), mb = get(joint.mass_b, first);
  const Floats ia = get(joint.inertia_a, first), ib = get(joint.inertia_b, first);
  const Floats xx = ((ma + mb) + (ia * arm_a.y) * arm_a.y) + (ib * arm_b.y) * arm_b.y;
  const Floats xy = (-ia * arm_a.x) * arm_a.y - (ib * arm_b.x) * arm_b.y;
  const Floats yy = ((ma + mb) + (ia * arm_a.x) * arm_a.x) + (ib * arm_b.x) * arm_b.x;
  const Floats det = inverse(xx * yy - xy * xy);
  const Pair p{-(det * (yy * c.x - xy * c.y)), -(det * (xx * c.y - xy * c.x))};
  pull(a, ma, ia, p, cross(arm_a, p));
  push(b, mb, ib, p, cross(arm_b, p));
  return fine;
}

GRADUS_INLINE Mask draw_weld(const JointRow& joint, int first, Motion& a, Motion& b, Mask wanted, float least_square) {
  const Pair arm_a = turned(turn_by(a.w, wanted), get(joint.lever_a, first));
  const Pair arm_b = turned(turn_by(b.w, wanted), get(joint.lever_b, first));
  const Floats ma = get(joint.mass_a, first), mb = get(joint.mass_b, first);
  const Floats ia = get(joint.inertia_a, first), ib = get(joint.inertia_b, first);
  const Floats xx = ((ma + mb) + (arm_a.y * arm_a.y) * ia) + (arm_b.y * arm_b.y) * ib;
  const Floats xy = (-arm_a.y * arm_a.x) * ia - (arm_b.y * arm_b.x) * ib;
  const Floats xz = -arm_a.y * ia - arm_b.y * ib;
  const Floats yy = ((ma + mb) + (arm_a.x * arm_a.x) * ia) + (arm_b.x * arm_b.x) * ib;
  const Floats yz = arm_a.x * ia + arm_b.x * ib, zz = ia + ib;
  const Pair c = distance(a, arm_a, b, arm_b);
  const Floats turn = (b.w - a.w) - get(joint.reference, first);
  const Floats cross_x = yy * zz - yz * yz, cross_y = yz * xz - xy * zz, cross_z = xy * yz - yy * xz;
  const Floats det = inverse((xx * cross_x + xy * cross_y) + xz * cross_z);
  const Pair p{-(det * ((c.x * cross_x + c.y * cross_y) + turn * cross_z)),
               -(det * ((xx * (c.y * zz - turn * yz) + xy * (turn * xz - c.x * zz)) + xz * (c.x * yz - c.y * xz)))};
  const Floats z = -(det * ((xx * (yy * turn - yz * c.y) + xy * (yz * c.x - xy * turn)) + xz * (xy * c.y - yy * c.x)));
  pull(a, ma, ia, p, cross(arm_a, p) + z);
  push(b, mb, ib, p, cross(arm_b, p) + z);
  const Floats off = choose(turn > 0.0f, turn, -turn);
  return near(c, least_square) & (off <= kAngularSlop);
}

// Returns the lanes in which the joint was fine (or is not there).
GRADUS_INLINE Mask draw(const JointRow& joint, int first, MotionRow* poses, Mask going, float least_square) {
  const Motion a0 = get(poses[joint.a], first), b0 = get(poses[joint.b], first);
  Motion a = a0, b = b0;
  const Mask present = get(joint.present, first), moves = going & present;
  const Mask fine = joint.kind == JointKind::Weld ? draw_weld(joint, first, a, b, moves, least_square)
                                                  : draw_hinge(joint, first, a, b, moves, least_square);
  put(poses[joint.a], first, choose(moves, a, a0));
  if (!joint.optional) put(poses[joint.b], first, choose(moves, b, b0));
  return fine | ~present;
}

GRADUS_INLINE bool any(Mask mask) {
#if GRADUS_WIDTH == 16
  return _mm512_cmplt_epi32_mask(reinterpret_cast<__m512i>(mask), _mm512_setzero_si512()) != 0;
#elif GRADUS_WIDTH == 8
  return _mm256_movemask_ps(reinterpret_cast<Floats>(mask)) != 0;
#else
  return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
#endif
}

GRADUS_INLINE void settle(const PositionProblem& problem, int first) {
  Mask going = get(*problem.going, first);
  for (int i = 0; i < problem.iterations && any(going); ++i) {
    Floats deepest{};
    for (int j = 0; j < problem.press_count; ++j) press(problem.presses[j], first, problem.poses, going, deepest);
    Mask fine = deepest >= Floats{} + -3.0f * kLinearSlop;
    for (int j = 0; j < problem.joint_count; ++j) {
      fine &= draw(problem.joints[j], first, problem.poses, going, problem.least_square);
    }
    going &= ~fine;
  }
  *reinterpret_cast<Mask*>(problem.going->at + first) = going;
}

}  // namespace
}  // namespace gradus
