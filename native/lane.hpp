// One lane of a batch: a world, a terrain, a body, and the rules that turn physics into an episode.
//
// A step is three calls (begin, physics, finish), so that the lanes of a group pass through each phase together. Physics
// can be taken in parts, too: what lies between them may be done for several lanes at once.
#pragma once

#include <Box2D/Box2D.h>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "constants.hpp"
#include "lidar.hpp"
#include "spec.hpp"
#include "terrain.hpp"

class b2Island;

namespace gradus {

enum class End : std::uint8_t { Running, Fell, Finish, Limit, Died, Fault };

// What a Box2D body stands for; every body carries a pointer to its tag.
enum class Role : std::uint8_t { Solid, Ceiling, Creeper, Water, Part, Hand };
struct Tag {
  Role role;
  int index;  // of the piece, or of the part
};

// The engine's own way through the parts of a step between begin and end.
void solve_velocities(b2Island* island);
void integrate(b2Island* island);
void solve_positions(b2Island* island);

class Lane final : public b2ContactListener {
 public:
  Lane(const BodySpec& body, const Settings& settings);

  // A reset: a fresh world, so many steps at rest (begin, physics, finish), and the episode is open.
  void build(Terrain terrain, double push);
  int opening_steps() const;
  const float* at_rest() const { return rest_.data(); }
  void open();

  void begin(const float* action);
  void physics();
  b2Island* begin_physics();  // the body's island, prepared; or null if there is nothing to solve
  void end_physics();
  void finish(float* observation);

  static int observation_size(const BodySpec& body, const Settings& settings);

  double reward = 0.0;
  double total = 0.0;  // sum of rewards since reset
  int steps = 0;
  End end = End::Running;
  bool ready = false;  // has been reset and may be stepped
  bool moved = false;  // took part in the step being made

  // Actions since reset, for checkpoints; a long episode without a step limit does not keep them.
  const std::vector<float>& history() const { return history_; }
  bool history_kept() const { return history_.size() == action_.size() * static_cast<std::size_t>(steps); }

  const BodySpec& body() const { return body_; }
  const Terrain& terrain() const { return terrain_; }
  const std::vector<b2Body*>& parts() const { return parts_; }
  const b2Body* piece_body(std::size_t piece) const { return pieces_[piece]; }
  bool hand_attached(int part) const;
  bool part_contact(int part) const { return flags_[static_cast<std::size_t>(part)]; }
  const std::array<float, kRays>& fractions() const { return fractions_; }
  Point ray_end(int ray) const;
  // Share of the time a body survives in the wrong medium that is already used.
  double exposure() const;
  bool head_under_water() const;

  void BeginContact(b2Contact* contact) override;
  void EndContact(b2Contact* contact) override;

 private:
  struct Motor {
    b2RevoluteJoint* joint;
    const JointSpec* spec;
  };
  struct Hand {
    int part;
    bool ready = false;
    bool touching = false;
    std::vector<int> within_reach;  // pieces, oldest first
    b2Joint* grasp = nullptr;
  };

  const BodySpec& body_;
  const Settings& settings_;
  Terrain terrain_;
  std::optional<b2World> world_;  // in place: its memory is used again by the next
  std::vector<Tag> tags_;
  std::vector<b2Body*> pieces_, parts_;
  std::vector<Motor> motors_;
  std::vector<Hand> hands_;
  std::vector<b2Fixture*> wet_;  // fixtures of parts that touch the water, in order of first contact
  std::vector<char> flags_;
  std::vector<int> contact_counts_;
  const std::array<Point, kRays> fan_;
  LidarField field_;
  std::array<float, kRays> fractions_{};
  std::array<float, kRays> types_{};
  std::vector<float> action_, rest_, history_;
  bool failed_ = false, dead_ = false, has_potential_ = false;
  double potential_ = 0.0;
  int under_water_ = 0, outside_ = 0;

  // lane_build.cpp
  void build_terrain();
  void build_vine(const Piece& piece, b2Body* link);
  void build_body(double push);
  void build_part(int index, Point spawn, double push);
  void build_joint(const JointSpec& spec, Point spawn);
  std::pair<b2Vec2, b2Vec2> anchors(const JointSpec& spec, Point spawn) const;
  void hang_from_ceiling();

  // lane.cpp
  bool hangs() const;  // from the ceiling, when it begins
  bool doomed() const;
  void write_motors();
  void count_life();
  void observe(float* out);
  void judge();
  bool finite() const;

  // contacts.cpp
  void water_contact(const Tag& tag, b2Fixture* fixture, bool begins);
  void hand_contact(const Tag& hand, const Tag& other, bool begins);
  void part_contact(const Tag& part, const Tag& other, bool begins, bool sensor);

  // climbing.cpp
  void release_or_ready();
  void grasp_what_is_touched();
  bool overlaps(const Hand& hand, int piece) const;

  // water.cpp
  void apply_water();
  void apply_water(b2Fixture* fixture);

  void cast_rays();
};

}  // namespace gradus
