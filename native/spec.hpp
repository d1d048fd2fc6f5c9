// Descriptions handed over from Python: what a body is made of, and how a batch plays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gradus {

struct Point {
  double x = 0.0;
  double y = 0.0;
};

enum class Shape : std::uint8_t { Box, Polygon, Circle };

// One rigid part. Coordinates in metres; the position is relative to the spawn point.
struct PartSpec {
  std::string name;
  Point position;
  double angle = 0.0;
  Shape shape = Shape::Box;
  std::vector<Point> points;  // polygon: vertices; box: one point, the half-sizes; circle: (radius, 0)
  double density = 1.0;
  double friction = 0.2;
  bool tracked = false;   // its contact flag follows its contacts
  bool critical = false;  // its contact ends the episode
  bool sensor = false;    // a hand that can grasp
  bool pushed = false;    // receives the random push at spawn
};

struct JointSpec {
  int part_a = 0;
  int part_b = 0;
  Point anchor_a;
  Point anchor_b;
  bool shared = true;      // the anchors are one point of the world
  bool weld = false;
  double lower = 0.0;
  double upper = 0.0;
  double speed = 0.0;      // 0: no motor
  double correction = 0.0; // added to the observed angle
  int contact_part = -1;   // part whose contact flag is observed with this motor
};

enum class Family : std::uint8_t { Walker, Climber, Swimmer, Amphibian };

// Parts and joints are created in the order of `creation`: part k as k, joint k as -1 - k.
struct BodySpec {
  std::string name;
  Family family = Family::Walker;
  int head = 0;
  double torque = 80.0;
  double torque_cost = 0.00035;
  bool angle_term = true;
  std::uint16_t mask = 0x000F;
  double width = 1.0;
  double spawn_height = 1.0;  // of the spawn point above the ground
  std::vector<PartSpec> parts;
  std::vector<JointSpec> joints;
  std::vector<int> creation;

  int motors() const {
    int count = 0;
    for (const JointSpec& joint : joints) count += joint.speed != 0.0;
    return count;
  }
  int contacts() const {
    int count = 0;
    for (const JointSpec& joint : joints) count += joint.speed != 0.0 && joint.contact_part >= 0;
    return count;
  }
  int hands() const {
    int count = 0;
    for (const PartSpec& part : parts) count += part.sensor;
    return count;
  }
  int actions() const { return motors() + hands(); }
};

enum class Lidar : std::uint8_t { Box2D, Analytic };

// How many lanes pass through the solver at once: one by one through the engine's own code, or through a kernel.
enum class Wide : std::uint8_t { Scalar, Four, Eight, Sixteen };
Wide widest();  // that this machine can run

struct Settings {
  bool parkour = false;
  bool repaired = false;        // rules="repaired" instead of "reference"
  Lidar lidar = Lidar::Analytic;
  double fan_span = 1.5;
  double fan_offset = 0.0;
  Wide solver = Wide::Scalar;
  int max_steps = 2000;         // 0: no limit
  double push_clip = 20.0;      // of the thrust that water gives to moving parts
  double ceiling_offset = 200.0;
  double ceiling_clip = 0.0;
  bool movable_creepers = false;
  bool random_push = true;
  double fixed_push = 0.0;
};

// Length of the start pad in terrain steps: wide bodies get a longer one.
double pad_steps(const BodySpec& body, bool whole);

}  // namespace gradus
