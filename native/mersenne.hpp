// The Mersenne twister with the derived draws of NumPy's legacy generator, so that a terrain drawn from a
// seed is the terrain the original environments drew, and stays so whatever happens to NumPy.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace gradus {

class Mersenne {
 public:
  // One word seeds like an integer seed, several like an array seed.
  Mersenne(const std::uint32_t* words, std::size_t count) {
    if (count == 1) {
      fill(words[0]);
    } else {
      fill(19650218u);
      mix(words, count);
    }
  }

  // Uniform in [0, 1) with 53 random bits.
  double unit() {
    const std::uint32_t a = next() >> 5, b = next() >> 6;
    return (a * 67108864.0 + b) / 9007199254740992.0;
  }

  double uniform(double low, double high) { return low + (high - low) * unit(); }

  double normal(double mean, double deviation) { return mean + deviation * gauss(); }

  // A whole number below n (small n).
  int below(int n) { return n < 2 ? 0 : static_cast<int>(unit() * n); }

 private:
  static constexpr int kWords = 624;
  std::array<std::uint32_t, kWords> state_{};
  int position_ = kWords;
  bool spare_ = false;
  double spare_value_ = 0.0;

  void fill(std::uint32_t seed) {
    state_[0] = seed;
    for (int i = 1; i < kWords; ++i) {
      state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + static_cast<std::uint32_t>(i);
    }
  }

  void mix(const std::uint32_t* words, std::size_t count) {
    int i = 1;
    std::size_t j = 0;
    const std::size_t rounds = count > kWords ? count : kWords;
    for (std::size_t k = 0; k < rounds; ++k) {
      state_[i] = (state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30)) * 1664525u)) + words[j] + static_cast<std::uint32_t>(j);
      advance(i);
      if (++j >= count) j = 0;
    }
    for (int k = 0; k < kWords - 1; ++k) {
      state_[i] = (state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30)) * 1566083941u)) - static_cast<std::uint32_t>(i);
      advance(i);
    }
    state_[0] = 0x80000000u;
  }

  void advance(int& i) {
    if (++i >= kWords) {
      state_[0] = state_[kWords - 1];
      i = 1;
    }
  }

  void refill() {
    for (int i = 0; i < kWords; ++i) {
      const std::uint32_t y = (state_[i] & 0x80000000u) | (state_[(i + 1) % kWords] & 0x7fffffffu);
      state_[i] = state_[(i + 397) % kWords] ^ (y >> 1) ^ ((y & 1u) ? 0x9908b0dfu : 0u);
    }
    position_ = 0;
  }

  std::uint32_t next() {
    if (position_ == kWords) refill();
    std::uint32_t y = state_[position_++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
  }

  // Marsaglia's polar method; the second value of a pair is kept for the next call.
  double gauss() {
    if (spare_) {
      spare_ = false;
      return spare_value_;
    }
    double x1, x2, r2;
    do {
      x1 = 2.0 * unit() - 1.0;
      x2 = 2.0 * unit() - 1.0;
      r2 = x1 * x1 + x2 * x2;
    } while (r2 >= 1.0 || r2 == 0.0);
    const double factor = std::sqrt(-2.0 * std::log(r2) / r2);
    spare_ = true;
    spare_value_ = factor * x1;
    return factor * x2;
  }
};

}  // namespace gradus
