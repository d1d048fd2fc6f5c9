#include "cppn.hpp"

#include <cmath>
#include <cstddef>

namespace gradus {

namespace {

using Layer = std::array<float, Cppn::kHidden>;

// out = in * W. The inner loop runs over outputs, so it vectorises without changing any sum's order.
template <int In>
void multiply(const std::array<float, In>& in, const float* weights, Layer& out) {
  out.fill(0.0f);
  for (int i = 0; i < In; ++i) {
    const float x = in[static_cast<std::size_t>(i)];
    const float* row = weights + i * Cppn::kHidden;
    for (int j = 0; j < Cppn::kHidden; ++j) out[static_cast<std::size_t>(j)] += x * row[j];
  }
}

void apply_tanh(Layer& layer) {
  for (float& x : layer) x = std::tanh(x);
}

void apply_softplus(Layer& layer) {
  for (float& x : layer) x = std::fmax(x, 0.0f) + std::log1p(std::exp(-std::fabs(x)));
}

}  // namespace

std::array<std::vector<float>, 2> Cppn::relief(const std::array<double, 3>& theta) const {
  std::array<std::vector<float>, 2> out{std::vector<float>(kSamples), std::vector<float>(kSamples)};
  const float* first = weights_.data();
  const float* hidden = first + kInputs * kHidden;
  const float* last = hidden + 3 * kHidden * kHidden;
  Layer a, b;
  for (int sample = 0; sample < kSamples; ++sample) {
    const std::array<float, kInputs> input = {static_cast<float>(sample / (kSamples - 1.0)),
                                              static_cast<float>(theta[0]), static_cast<float>(theta[1]),
                                              static_cast<float>(theta[2])};
    multiply<kInputs>(input, first, a);
    apply_tanh(a);
    multiply<kHidden>(a, hidden, b);
    apply_softplus(b);
    multiply<kHidden>(b, hidden + kHidden * kHidden, a);
    apply_tanh(a);
    multiply<kHidden>(a, hidden + 2 * kHidden * kHidden, b);
    apply_softplus(b);
    for (int column = 0; column < kOutputs; ++column) {
      float sum = 0.0f;
      for (int i = 0; i < kHidden; ++i) sum += b[static_cast<std::size_t>(i)] * last[i * kOutputs + column];
      out[static_cast<std::size_t>(column)][static_cast<std::size_t>(sample)] = sum;
    }
  }
  return out;
}

}  // namespace gradus
