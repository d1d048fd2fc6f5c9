// A batch as Python holds it: arguments checked, results in NumPy's memory, one caller at a time.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "batch.hpp"

namespace gradus {

template <typename T, int Dim>
using In = nanobind::ndarray<const T, nanobind::ndim<Dim>, nanobind::c_contig, nanobind::device::cpu>;
template <typename T, int Dim>
using Out = nanobind::ndarray<T, nanobind::ndim<Dim>, nanobind::c_contig, nanobind::device::cpu>;
using Pairs = std::vector<std::pair<double, double>>;

// Protects memory; Python checks its input in its own words first.
void require(bool holds, const char* what);

std::vector<Point> points_from(const Pairs& pairs);

// A copy that NumPy owns.
template <typename T>
nanobind::object array(const std::vector<T>& values, std::size_t columns);

// The arrays that results go to, kept alive and checked once.
struct Buffers {
  Out<float, 2> observations;
  Out<double, 1> rewards;
  Out<std::uint8_t, 1> ends;
  Out<double, 1> totals;
  Out<std::int32_t, 1> steps;
};

// Every method takes a turn first. Objects of Python are made after the turn, from copies: making one may run the
// garbage collector, and that any code, which may come back here.
class Core {
 public:
  Core(const BodySpec& body, const Settings& settings, std::shared_ptr<const Cppn> cppn, int lanes, int threads, Buffers buffers);

  void reset(In<std::int32_t, 1> which, In<double, 2> tasks, In<std::uint32_t, 2> seeds);
  void reset_given(int lane, const std::vector<std::pair<int, Pairs>>& pieces, double pad, double finish, double push,
                   double water);

  // Returns how many lanes stand at the end of their episode, or -1 - lane for a lane whose action is not finite.
  int step(In<float, 2> actions);
  void replay(int lane, In<float, 2> actions);
  void close(int lane);

  // The actions since reset, or None if there were too many to keep.
  nanobind::object history(int lane);
  nanobind::dict scene(int lane);
  nanobind::dict terrain(int lane);
  nanobind::object poses(int lane);
  std::vector<double> masses(int lane);

  void time_physics(bool on);
  double physics_seconds();
  int threads() const { return batch_.threads(); }

 private:
  Batch batch_;
  Buffers buffers_;
  std::mutex mutex_;

  // Waits for the caller's turn without holding up the interpreter.
  std::unique_lock<std::mutex> turn();
  void require_lane(int lane) const;
  const Lane& built(int lane) const;
  Results out();
};

}  // namespace gradus
