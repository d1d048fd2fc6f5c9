// Sixteen lanes side by side: one row holds one number of every lane. Plain data, shared by what fills it and by the
// kernels, which are compiled for several instruction sets.
#pragma once

#include <cstdint>

namespace gradus {

constexpr int kColumns = 16;

struct alignas(64) Row {
  float at[kColumns];
};

// All bits set where something holds, none elsewhere.
struct alignas(64) MaskRow {
  std::int32_t at[kColumns];
};

// Velocity of a part, of its centre and about it; or, in the same sense, its position and angle.
struct MotionRow {
  Row x, y, w;
};

struct VectorRow {
  Row x, y;
};

enum class JointKind : std::int32_t { Hinge, Weld };

// A joint between parts a and b. The masses are inverse ones; `k` is the symmetric matrix of the joint (for a weld its
// inverse), `cross` and the two inverse determinants belong to it.
struct JointRow {
  JointKind kind;
  std::int32_t a, b;
  bool motor;     // a hinge that drives
  bool limited;   // at its limit in some lane
  bool optional;  // a grasp: not in every lane, and its other end is still
  Row mass_a, mass_b, inertia_a, inertia_b;
  VectorRow arm_a, arm_b;
  Row motor_mass, motor_speed, motor_most, motor_impulse;
  Row kxx, kxy, kyy, kxz, kyz, kzz, cross_x, cross_y, cross_z, inverse33, inverse22;
  Row impulse_x, impulse_y, impulse_z;
  MaskRow at_lower, at_upper, present;
  VectorRow lever_a, lever_b;  // from the centres to the anchors, in the parts' own frames
  Row reference, lower, upper;
};

// One of up to two points of a contact.
struct PointRow {
  VectorRow arm;    // from the part's centre
  VectorRow still;  // what the other, still side adds to the relative velocity: a zero, but zeros have signs
  Row normal_impulse, tangent_impulse, normal_mass, tangent_mass, bias;
};

// A contact of a part with something still.
struct ContactRow {
  std::int32_t part;
  bool any_two;  // some lane has two points
  VectorRow normal;
  Row friction, mass, inertia;
  PointRow points[2];
  Row k11, k12, k21, k22;      // of the block solver, by column: K.ex.x, K.ex.y, K.ey.x, K.ey.y
  Row inv11, inv12, inv21, inv22;
  MaskRow one, two;  // lanes in which the contact has exactly so many points
};

// The same contact in the position phase. Of a face of the still side (`face_a`) normal and plane are in the world and the
// points in the part's frame; of a face of the part it is the other way round.
struct PressRow {
  std::int32_t part;
  bool any_two, any_b;
  VectorRow center, normal, plane, points[2];
  Row radius_a, radius_b, mass, inertia;
  MaskRow one, two, face_a;  // lanes with a first point, with a second one
};

struct VelocityProblem {
  MotionRow* motions;
  JointRow* joints;
  ContactRow* contacts;
  int joint_count, contact_count, iterations;
  int columns;  // in use, from the first
};

struct PositionProblem {
  MotionRow* poses;
  const JointRow* joints;
  const PressRow* presses;
  int joint_count, press_count, iterations, columns;
  float least_square;  // the largest square whose root the engine takes for small enough
  MaskRow* going;      // lanes to be solved; afterwards those that are not done
};

// The kernels, one per instruction set. Problems of the same body take turns at every joint and contact.
void solve_velocities_four(const VelocityProblem* problems, int count);
void solve_velocities_eight(const VelocityProblem* problems, int count);
void solve_velocities_sixteen(const VelocityProblem* problems, int count);
void solve_positions_four(const PositionProblem& problem);
void solve_positions_eight(const PositionProblem& problem);
void solve_positions_sixteen(const PositionProblem& problem);

// Whether the sines of a kernel are those of the C library.
bool sines_agree_four();
bool sines_agree_eight();
bool sines_agree_sixteen();

}  // namespace gradus
