// Several numbers at once, by the vector extension of GCC and Clang. Included by kernels only, each of which is compiled for
// one instruction set, with GRADUS_WIDTH numbers in a vector. Everything has internal linkage: the linker must never take
// a function compiled for one instruction set where another is meant.
#pragma once

#include "rows.hpp"

namespace gradus {
namespace {

typedef float Floats __attribute__((vector_size(4 * GRADUS_WIDTH)));
typedef std::int32_t Mask __attribute__((vector_size(4 * GRADUS_WIDTH)));

#define GRADUS_INLINE inline __attribute__((always_inline))

GRADUS_INLINE Floats get(const Row& row, int first) { return *reinterpret_cast<const Floats*>(row.at + first); }
GRADUS_INLINE Mask get(const MaskRow& row, int first) { return *reinterpret_cast<const Mask*>(row.at + first); }
GRADUS_INLINE void put(Row& row, int first, Floats values) { *reinterpret_cast<Floats*>(row.at + first) = values; }

GRADUS_INLINE Floats choose(Mask where, Floats yes, Floats no) {
  return reinterpret_cast<Floats>((where & reinterpret_cast<Mask>(yes)) | (~where & reinterpret_cast<Mask>(no)));
}

// As the engine's own, also for zeros of either sign.
GRADUS_INLINE Floats least(Floats a, Floats b) { return a < b ? a : b; }
GRADUS_INLINE Floats most(Floats a, Floats b) { return a > b ? a : b; }
GRADUS_INLINE Floats clamp(Floats a, Floats low, Floats high) { return most(low, least(a, high)); }

struct Pair {
  Floats x, y;
};

GRADUS_INLINE Pair get(const VectorRow& row, int first) { return {get(row.x, first), get(row.y, first)}; }
GRADUS_INLINE Floats dot(Pair a, Pair b) { return a.x * b.x + a.y * b.y; }
GRADUS_INLINE Floats cross(Pair a, Pair b) { return a.x * b.y - a.y * b.x; }
GRADUS_INLINE Pair choose(Mask where, Pair yes, Pair no) { return {choose(where, yes.x, no.x), choose(where, yes.y, no.y)}; }

struct Motion {
  Pair v;
  Floats w;
};

GRADUS_INLINE Motion get(const MotionRow& row, int first) {
  return {{get(row.x, first), get(row.y, first)}, get(row.w, first)};
}
GRADUS_INLINE void put(MotionRow& row, int first, const Motion& motion) {
  put(row.x, first, motion.v.x);
  put(row.y, first, motion.v.y);
  put(row.w, first, motion.w);
}
GRADUS_INLINE Motion choose(Mask where, const Motion& yes, const Motion& no) {
  return {choose(where, yes.v, no.v), choose(where, yes.w, no.w)};
}

// An impulse p at the end of an arm, and a turning impulse about the centre: the engine adds both before it multiplies.
GRADUS_INLINE void push(Motion& motion, Floats mass, Floats inertia, Pair p, Floats turn) {
  motion.v.x = motion.v.x + mass * p.x;
  motion.v.y = motion.v.y + mass * p.y;
  motion.w = motion.w + inertia * turn;
}
GRADUS_INLINE void pull(Motion& motion, Floats mass, Floats inertia, Pair p, Floats turn) {
  motion.v.x = motion.v.x - mass * p.x;
  motion.v.y = motion.v.y - mass * p.y;
  motion.w = motion.w - inertia * turn;
}

}  // namespace
}  // namespace gradus
