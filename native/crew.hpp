// The lanes of one job, which pass through the phases of a step together. Their islands are dealt out to solvers of sixteen
// columns each, again after the first position iterations: most lanes are done then, and the rest fit into fewer solvers.
// Who is solved beside whom changes no bit.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "abreast.hpp"
#include "lane.hpp"

namespace gradus {

constexpr int kCrew = 4 * kColumns;  // lanes at most: more would be forgotten by the cache between two phases

class Crew {
 public:
  Crew(const BodySpec& body, const Settings& settings, int lanes);

  // One step of the engine in every lane.
  void physics(const std::vector<Lane*>& lanes);

 private:
  struct Candidate {
    std::uint64_t pattern;
    b2Island* island;
  };

  std::vector<std::unique_ptr<Abreast>> teams_;  // none where lanes go one by one
  std::vector<Candidate> together_;
  std::vector<b2Island*> alone_, going_, waiting_;
  std::size_t used_ = 0;  // teams in this step

  void sort_out(const std::vector<Lane*>& lanes);
  void deal_out();
  void settle();
  void settle_rest(int iterations);
};

}  // namespace gradus
