// Sines and cosines of several angles at once, with the bits that the C library gives for each. The engine asks for them
// all the time, one by one, and every bit of a trajectory depends on them.
//
// The polynomials are those of glibc since 2.28 (errors below 0.56 units in the last place, so not every result is the
// nearest float, and no better polynomial would do). They are evaluated in double precision, where roundings differ by
// 1e-15 between builds of the library; where a result lies so near the middle between two floats that this could matter,
// and for large angles, the library itself is asked. `sines_agree` tells whether a library computes this way at all.
#pragma once

#include <cmath>
#if GRADUS_WIDTH >= 8
#include <immintrin.h>
#endif

#include "wide.hpp"

namespace gradus {
namespace {

// A share of a vector at a time: as doubles they fill a wide one.
constexpr int kShare = GRADUS_WIDTH == 16 ? 8 : 4;
typedef float Share __attribute__((vector_size(4 * kShare)));
typedef std::int32_t ShareMask __attribute__((vector_size(4 * kShare)));
typedef double Doubles __attribute__((vector_size(8 * kShare)));

constexpr double kTurns = 0x1.45F306DC9C883p+23;  // quarter turns per radian, times 2^24
constexpr double kQuarter = 0x1.921FB54442D18p0;
constexpr double kC1 = -0x1.ffffffd0c621cp-2, kC2 = 0x1.55553e1068f19p-5, kC3 = -0x1.6c087e89a359dp-10, kC4 = 0x1.99343027bf8c3p-16;
constexpr double kS1 = -0x1.555545995a603p-3, kS2 = 0x1.1107605230bc4p-7, kS3 = -0x1.994eb3774cf24p-13;
constexpr float kTiny = 0x1p-12f, kBorderLow = 0x1.92p-1f, kBorderHigh = 0x1.93p-1f, kLarge = 100.0f;
constexpr double kDoubt = 0x1p-33;

GRADUS_INLINE Share bits(ShareMask mask) { return reinterpret_cast<Share>(mask); }
GRADUS_INLINE ShareMask bits(Share values) { return reinterpret_cast<ShareMask>(values); }
GRADUS_INLINE Share absolute(Share x) { return bits(bits(x) & 0x7fffffff); }
GRADUS_INLINE Share either(ShareMask where, Share yes, Share no) { return bits((where & bits(yes)) | (~where & bits(no))); }

GRADUS_INLINE bool none(ShareMask mask) {
#if GRADUS_WIDTH == 16
  return _mm256_testz_si256(reinterpret_cast<__m256i>(mask), reinterpret_cast<__m256i>(mask)) != 0;
#elif GRADUS_WIDTH == 8
  return _mm_testz_si128(reinterpret_cast<__m128i>(mask), reinterpret_cast<__m128i>(mask)) != 0;
#else
  typedef std::int64_t Words __attribute__((vector_size(16)));
  const Words words = reinterpret_cast<Words>(mask);
  return (words[0] | words[1]) == 0;
#endif
}

// Rounds, and marks what a slightly different sum could round otherwise.
GRADUS_INLINE Share rounded(Doubles value, ShareMask& doubtful) {
  const Share low = __builtin_convertvector(value * (1.0 - kDoubt), Share);
  const Share high = __builtin_convertvector(value * (1.0 + kDoubt), Share);
  doubtful |= low != high;
  return low;
}

GRADUS_INLINE void share_sines(Share angle, ShareMask wanted, Share& sine, Share& cosine) {
  const Share size = absolute(angle);
  const Doubles x = __builtin_convertvector(angle, Doubles);
  const ShareMask quarter = (__builtin_convertvector(x * kTurns, ShareMask) + 0x800000) >> 24;
  const Doubles r = x - __builtin_convertvector(quarter, Doubles) * kQuarter;
  const Doubles r2 = r * r, r3 = r2 * r, r4 = r2 * r2;
  const Doubles s = (r + r3 * kS1) + r3 * r2 * (kS2 + r2 * kS3);
  const Doubles c = ((1.0 + r2 * kC1) + r4 * kC2) + r4 * r2 * (kC3 + r2 * kC4);
  // The library reduces only what is beyond an eighth of a turn; at that border, and close to quarter turns, ask it.
  ShareMask doubtful = ~(size < kLarge) | ((size > kBorderLow) & (size < kBorderHigh)) |
                      ((quarter != 0) & (absolute(__builtin_convertvector(r, Share)) < kTiny));
  const Share fs = rounded(s, doubtful), fc = rounded(c, doubtful);
  const ShareMask odd = (quarter & 1) != 0, tiny = size < kTiny;
  const ShareMask minus_s = (quarter & 2) << 30, minus_c = ((quarter + 1) & 2) << 30;  // as signs
  sine = either(tiny, angle, bits(bits(either(odd, fc, fs)) ^ minus_s));
  cosine = either(tiny, Share{} + 1.0f, bits(bits(either(odd, fs, fc)) ^ minus_c));
  doubtful &= wanted & ~tiny;
  if (__builtin_expect(none(doubtful), 1)) return;
  for (int i = 0; i < kShare; ++i) {
    if (!doubtful[i]) continue;
    const float one = angle[i];
    sine[i] = std::sin(one);
    cosine[i] = std::cos(one);
  }
}

// Through registers: a vector stored in halves and loaded whole waits for memory.
#if GRADUS_WIDTH == 16
GRADUS_INLINE Share half(Floats values, int which) {
  return which ? _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(values), 1)) : _mm512_castps512_ps256(values);
}
GRADUS_INLINE Floats whole(Share low, Share high) {
  return _mm512_castpd_ps(_mm512_insertf64x4(_mm512_castps_pd(_mm512_castps256_ps512(low)), _mm256_castps_pd(high), 1));
}
#elif GRADUS_WIDTH == 8
GRADUS_INLINE Share half(Floats values, int which) {
  return which ? _mm256_extractf128_ps(values, 1) : _mm256_castps256_ps128(values);
}
GRADUS_INLINE Floats whole(Share low, Share high) { return _mm256_set_m128(high, low); }
#endif

#if GRADUS_WIDTH >= 8
GRADUS_INLINE void sines(Floats angle, Mask wanted, Floats& sine, Floats& cosine) {
  const Floats where = reinterpret_cast<Floats>(wanted);
  Share s[2], c[2];
  share_sines(half(angle, 0), bits(half(where, 0)), s[0], c[0]);
  share_sines(half(angle, 1), bits(half(where, 1)), s[1], c[1]);
  sine = whole(s[0], s[1]);
  cosine = whole(c[0], c[1]);
}
#else
GRADUS_INLINE void sines(Floats angle, Mask wanted, Floats& sine, Floats& cosine) { share_sines(angle, wanted, sine, cosine); }
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
