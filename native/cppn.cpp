#include "cppn.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gradus {

namespace {

using Layer = std::array<float, Cppn::kHidden>;

// The activations are computed here and not by the C library, so that whole layers vectorise and a task's terrain
// does not depend on the library's version. Errors stay below 2e-7, the resolution of the numbers themselves.

// e^-x for x >= 0, by splitting off a power of two and a polynomial for the rest (|r| <= ln 2 / 2).
inline float falling_exponential(float x) {
  const float bounded = x < 87.0f ? x : 87.0f;
  const auto power = static_cast<std::int32_t>(bounded * 1.44269504f + 0.5f);
  const auto whole = static_cast<float>(power);
  const float r = whole * 0.693359375f - bounded - whole * 2.12194440e-4f;
  float p = 1.0f / 5040.0f;
  p = p * r + 1.0f / 720.0f;
  p = p * r + 1.0f / 120.0f;
  p = p * r + 1.0f / 24.0f;
  p = p * r + 1.0f / 6.0f;
  p = p * r + 0.5f;
  p = p * r * r + r + 1.0f;
  const std::int32_t bits = (127 - power) << 23;
  float scale;
  std::memcpy(&scale, &bits, sizeof scale);
  return p * scale;
}

// log(1 + u) for 0 <= u <= 1, by the series of the inverse hyperbolic tangent (s <= 1/3).
inline float log_of_one_plus(float u) {
  const float s = u / (2.0f + u), q = s * s;
  float p = 1.0f / 13.0f;
  p = p * q + 1.0f / 11.0f;
  p = p * q + 1.0f / 9.0f;
  p = p * q + 1.0f / 7.0f;
  p = p * q + 1.0f / 5.0f;
  p = p * q + 1.0f / 3.0f;
  return 2.0f * s * (p * q + 1.0f);
}

void apply_tanh(Layer& layer) {
  for (float& x : layer) {
    const float e = falling_exponential(2.0f * std::fabs(x));
    x = std::copysign((1.0f - e) / (1.0f + e), x);
  }
}

void apply_softplus(Layer& layer) {
  for (float& x : layer) {
    const float positive = x > 0.0f ? x : 0.0f;
    x = positive + log_of_one_plus(falling_exponential(std::fabs(x)));
  }
}

// Samples that pass through the network together: a weight is then read once for all of them.
constexpr int kTogether = 2;
static_assert(Cppn::kSamples % kTogether == 0);
using Layers = std::array<Layer, kTogether>;

// out = in * W. Outputs are taken in blocks that fit the registers; every sum keeps its order.
template <int In, typename Rows>
void multiply(const Rows& in, const float* weights, Layers& out) {
  constexpr int block = 32;
  for (int first = 0; first < Cppn::kHidden; first += block) {
    float one[block] = {}, two[block] = {};
    for (std::size_t i = 0; i < In; ++i) {
      const float x = in[0][i], y = in[1][i];
      const float* row = weights + i * Cppn::kHidden + first;
      for (int j = 0; j < block; ++j) {
        one[j] += x * row[j];
        two[j] += y * row[j];
      }
    }
    std::memcpy(out[0].data() + first, one, sizeof one);
    std::memcpy(out[1].data() + first, two, sizeof two);
  }
}

// All samples of one task: `out` gets ground and ceiling in turn. Compiled three times where the compiler can choose at
// run time, for sixteen numbers at once, for eight and for four; without fused operations all give the same bits.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__) && !defined(GRADUS_CHECK)
__attribute__((target_clones("avx512f", "avx2", "default"), flatten))
#endif
void draw(const float* weights, const std::array<double, 3>& theta, float* out) {
  const float* hidden = weights + Cppn::kInputs * Cppn::kHidden;
  const float* last = hidden + 3 * Cppn::kHidden * Cppn::kHidden;
  Layers a, b;
  std::array<std::array<float, Cppn::kInputs>, kTogether> input;
  for (int first = 0; first < Cppn::kSamples; first += kTogether) {
    for (int k = 0; k < kTogether; ++k) {
      input[static_cast<std::size_t>(k)] = {static_cast<float>((first + k) / (Cppn::kSamples - 1.0)), static_cast<float>(theta[0]),
                                            static_cast<float>(theta[1]), static_cast<float>(theta[2])};
    }
    multiply<Cppn::kInputs>(input, weights, a);
    for (Layer& layer : a) apply_tanh(layer);
    multiply<Cppn::kHidden>(a, hidden, b);
    for (Layer& layer : b) apply_softplus(layer);
    multiply<Cppn::kHidden>(b, hidden + Cppn::kHidden * Cppn::kHidden, a);
    for (Layer& layer : a) apply_tanh(layer);
    multiply<Cppn::kHidden>(a, hidden + 2 * Cppn::kHidden * Cppn::kHidden, b);
    for (Layer& layer : b) apply_softplus(layer);
    for (const Layer& layer : b) {
      for (int column = 0; column < Cppn::kOutputs; ++column) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < Cppn::kHidden; ++i) sum += layer[i] * last[i * Cppn::kOutputs + column];
        *out++ = sum;
      }
    }
  }
}

}  // namespace

std::array<std::vector<float>, 2> Cppn::relief(const std::array<double, 3>& theta) const {
  std::array<float, kSamples * kOutputs> both;
  draw(weights_.data(), theta, both.data());
  std::array<std::vector<float>, 2> out{std::vector<float>(kSamples), std::vector<float>(kSamples)};
  for (std::size_t i = 0; i < both.size(); ++i) out[i % kOutputs][i / kOutputs] = both[i];
  return out;
}

}  // namespace gradus
