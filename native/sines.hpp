// Sines and cosines of several angles at once, with the bits that the C library gives for each. The engine asks for them
// all the time, one by one, and every bit of a trajectory depends on them.
//
// The polynomials are those of glibc since 2.28 (errors below 0.56 units in the last place, so not every result is the
// nearest float, and no better polynomial would do). They are evaluated in double precision, where roundings differ by
// 1e-15 between builds of the library; where a result lies so near the middle between two floats that this could matter,
// and for large angles, the library itself is asked. `sines_agree` tells whether a library computes this way at all.
#pragma once

#include <cmath>
#if GRADUS_WIDTH == 8
#include <immintrin.h>
#endif

#include "wide.hpp"

namespace gradus {
namespace {

// Four at a time: as doubles they fill a wide vector.
typedef float Four __attribute__((vector_size(16)));
typedef std::int32_t FourMask __attribute__((vector_size(16)));
typedef std::int64_t TwoWords __attribute__((vector_size(16)));
typedef double Doubles __attribute__((vector_size(32)));

constexpr double kTurns = 0x1.45F306DC9C883p+23;  // quarter turns per radian, times 2^24
constexpr double kQuarter = 0x1.921FB54442D18p0;
constexpr double kC1 = -0x1.ffffffd0c621cp-2, kC2 = 0x1.55553e1068f19p-5, kC3 = -0x1.6c087e89a359dp-10, kC4 = 0x1.99343027bf8c3p-16;
constexpr double kS1 = -0x1.555545995a603p-3, kS2 = 0x1.1107605230bc4p-7, kS3 = -0x1.994eb3774cf24p-13;
constexpr float kTiny = 0x1p-12f, kBorderLow = 0x1.92p-1f, kBorderHigh = 0x1.93p-1f, kLarge = 100.0f;
constexpr double kDoubt = 0x1p-33;

GRADUS_INLINE Four bits(FourMask mask) { return reinterpret_cast<Four>(mask); }
GRADUS_INLINE FourMask bits(Four values) { return reinterpret_cast<FourMask>(values); }
GRADUS_INLINE Four absolute(Four x) { return bits(bits(x) & 0x7fffffff); }
GRADUS_INLINE Four either(FourMask where, Four yes, Four no) { return bits((where & bits(yes)) | (~where & bits(no))); }

// Rounds, and marks what a slightly different sum could round otherwise.
GRADUS_INLINE Four rounded(Doubles value, FourMask& doubtful) {
  const Four low = __builtin_convertvector(value * (1.0 - kDoubt), Four);
  const Four high = __builtin_convertvector(value * (1.0 + kDoubt), Four);
  doubtful |= low != high;
  return low;
}

GRADUS_INLINE void four_sines(Four angle, FourMask wanted, Four& sine, Four& cosine) {
  const Four size = absolute(angle);
  const Doubles x = __builtin_convertvector(angle, Doubles);
  const FourMask quarter = (__builtin_convertvector(x * kTurns, FourMask) + 0x800000) >> 24;
  const Doubles r = x - __builtin_convertvector(quarter, Doubles) * kQuarter;
  const Doubles r2 = r * r, r3 = r2 * r, r4 = r2 * r2;
  const Doubles s = (r + r3 * kS1) + r3 * r2 * (kS2 + r2 * kS3);
  const Doubles c = ((1.0 + r2 * kC1) + r4 * kC2) + r4 * r2 * (kC3 + r2 * kC4);
  // The library reduces only what is beyond an eighth of a turn; at that border, and close to quarter turns, ask it.
  FourMask doubtful = ~(size < kLarge) | ((size > kBorderLow) & (size < kBorderHigh)) |
                      ((quarter != 0) & (absolute(__builtin_convertvector(r, Four)) < kTiny));
  const Four fs = rounded(s, doubtful), fc = rounded(c, doubtful);
  const FourMask odd = (quarter & 1) != 0, tiny = size < kTiny;
  const FourMask minus_s = (quarter & 2) << 30, minus_c = ((quarter + 1) & 2) << 30;  // as signs
  sine = either(tiny, angle, bits(bits(either(odd, fc, fs)) ^ minus_s));
  cosine = either(tiny, Four{} + 1.0f, bits(bits(either(odd, fs, fc)) ^ minus_c));
  doubtful &= wanted & ~tiny;
  const TwoWords any = reinterpret_cast<TwoWords>(doubtful);
  if (__builtin_expect((any[0] | any[1]) == 0, 1)) return;
  for (int i = 0; i < 4; ++i) {
    if (!doubtful[i]) continue;
    const float one = angle[i];
    sine[i] = std::sin(one);
    cosine[i] = std::cos(one);
  }
}

// Through registers: a vector stored in halves and loaded whole waits for memory.
#if GRADUS_WIDTH == 8
GRADUS_INLINE Four half(Floats values, int which) {
  return which ? _mm256_extractf128_ps(values, 1) : _mm256_castps256_ps128(values);
}
GRADUS_INLINE void sines(Floats angle, Mask wanted, Floats& sine, Floats& cosine) {
  const Floats where = reinterpret_cast<Floats>(wanted);
  Four s[2], c[2];
  four_sines(half(angle, 0), bits(half(where, 0)), s[0], c[0]);
  four_sines(half(angle, 1), bits(half(where, 1)), s[1], c[1]);
  sine = _mm256_set_m128(s[1], s[0]);
  cosine = _mm256_set_m128(c[1], c[0]);
}
#else
GRADUS_INLINE void sines(Floats angle, Mask wanted, Floats& sine, Floats& cosine) { four_sines(angle, wanted, sine, cosine); }
#endif

// Tries angles all over the range. A library with other polynomials differs in one of a hundred.
inline bool sines_agree() {
  Mask all = ~Mask{};
  Floats angle{}, sine, cosine;
  for (int i = 0; i < GRADUS_WIDTH; ++i) angle[i] = 1e-3f * static_cast<float>(i) - 7.0f;
  for (int round = 0; round < 1024; ++round, angle += 0.0137f) {
    sines(angle, all, sine, cosine);
    for (int i = 0; i < GRADUS_WIDTH; ++i) {
      const float one = angle[i];
      if (sine[i] != std::sin(one) || cosine[i] != std::cos(one)) return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace gradus
