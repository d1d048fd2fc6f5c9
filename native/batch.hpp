// All lanes of an environment: reset some, step all, in one call each.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "cppn.hpp"
#include "crew.hpp"
#include "lane.hpp"
#include "pool.hpp"

namespace gradus {

// Where a step leaves its results; one row per lane.
struct Results {
  float* observations;
  double* rewards;
  std::uint8_t* ends;
  double* totals;
  std::int32_t* steps;
};

class Batch {
 public:
  Batch(const BodySpec& body, const Settings& settings, std::shared_ptr<const Cppn> cppn, int lanes, int threads);

  int lanes() const { return static_cast<int>(lanes_.size()); }
  int threads() const { return threads_; }
  int actions() const { return body_.actions(); }
  int observations() const { return Lane::observation_size(body_, settings_); }
  std::size_t task_size() const { return settings_.parkour ? kParkourRow : kStumpRow; }
  const Lane& lane(int index) const { return *lanes_.at(static_cast<std::size_t>(index)); }
  const BodySpec& body() const { return body_; }

  // Opens the given lanes: row i of `tasks` and of `seeds` (words each) is for lane `which[i]`.
  void reset(const std::int32_t* which, int count, const double* tasks, const std::uint32_t* seeds, int words,
             const Results& out);

  // Opens one lane on a terrain given as data; the push is drawn from the seed unless it is fixed.
  void reset_given(int which, Terrain terrain, double push, const Results& out);

  // Steps every open lane that has not ended; the others are left as they are, with reward 0.
  void step(const float* actions, const Results& out);

  // Repeats recorded actions in one lane.
  void replay(int which, const float* actions, int count, const Results& out);

  // Leaves a lane idle until it is reset.
  void close(int which);
  void time_physics(bool on);
  double physics_seconds() const;

 private:
  BodySpec body_;
  Settings settings_;
  std::shared_ptr<const Cppn> cppn_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  int threads_, crew_;  // crew_: lanes of each crew
  Pool pool_;
  std::vector<Crew> crews_;
  std::vector<double> seconds_;  // in the engine, per crew
  bool timed_ = false;

  // Lanes of a crew whose physics is done, from `next` on; nothing is left where it is not below `last`.
  struct alignas(64) Rest {
    explicit Rest(int end) : next(end), last(end) {}
    std::atomic<int> next;
    int last;
  };
  std::deque<Rest> rests_;  // one per crew

  void open(const std::int32_t* which, int count, const Results& out);
  void open_crew(int crew, const std::vector<int>& fresh, const Results& out);
  void physics(int crew, const std::vector<Lane*>& lanes);
  void step_crew(int crew, const float* actions, const Results& out);
  void finish_some(Rest& rest, const Results& out);
  void store(int which, double reward, const Results& out) const;
  float* row(int which, const Results& out) const { return out.observations + static_cast<std::ptrdiff_t>(which) * observations(); }
};

}  // namespace gradus
