// The network that draws Parkour's ground and ceiling: four inputs (position and three task numbers), four
// hidden layers of 64 units (tanh, softplus, tanh, softplus), two outputs, no biases, single precision.
#pragma once

#include <array>
#include <vector>

namespace gradus {

class Cppn {
 public:
  static constexpr int kInputs = 4, kHidden = 64, kOutputs = 2, kSamples = 200;
  static constexpr int kWeights = kInputs * kHidden + 3 * kHidden * kHidden + kHidden * kOutputs;

  // `weights` holds the five matrices one after the other, row-major, acting on row vectors.
  explicit Cppn(const float* weights) : weights_(weights, weights + kWeights) {}

  // Ground (first) and ceiling (second) for every sample along the track.
  std::array<std::vector<float>, 2> relief(const std::array<double, 3>& theta) const;

 private:
  std::vector<float> weights_;
};

}  // namespace gradus
