// Terrain as data: an ordered list of pieces that a lane turns into Box2D bodies. Order matters, because the
// engine solves contacts in an order that follows from the creation of their fixtures.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mersenne.hpp"
#include "spec.hpp"

namespace gradus {

class Cppn;

enum class Material : std::uint8_t { Ground, Ceiling, Stump, Creeper, Vine, Water };

struct Piece {
  Material material = Material::Ground;
  int count = 0;                  // 2: an edge; more: a polygon
  std::array<Point, 8> points{};
  int parent = -1;                // Vine: the piece it hangs from, at the middle of its top
  Point anchor;                   // Vine: where
};

struct Terrain {
  std::vector<Piece> pieces;
  std::vector<Point> ground;      // outlines for drawing, left to right
  std::vector<Point> ceiling;
  std::vector<std::array<Point, 5>> clouds;
  double pad = 0.0;               // length of the start pad in metres
  double finish = 0.0;            // x of the finish line
  double ceiling_start = 0.0;     // height of the ceiling above the pad (Parkour)
  double floor_limit = 0.0;       // bottom of the flooded world (Parkour)
  double water = -1e30;           // height of the surface

  void edge(Material material, Point a, Point b);
  void polygon(Material material, const std::vector<Point>& points);
};

// Parameters of a stump track; `has` says which of the optional ones are in use.
struct StumpTask {
  double height = 0.0, spacing = 8.0, roughness = 0.0;
  double width_mean = 1.0, width_sd = 0.0, rotation_mean = 0.0, rotation_sd = 0.0;
  std::array<double, 12> hexagon{};
  std::array<double, 10> sequence{};
  bool has_height = false, has_width = false, has_rotation = false, has_hexagon = false, has_sequence = false;
};
// Numbers per task row: the parameters above in order, NaN for "not in use".
constexpr std::size_t kStumpRow = 7 + 12 + 10;
StumpTask stump_task(const double* row);
Terrain stump_terrain(const StumpTask& task, const BodySpec& body, bool repaired, Mersenne& chance);

struct ParkourTask {
  std::array<double, 3> theta{};
  double water = 0.0, creeper_width = 0.0, creeper_height = 0.0, creeper_spacing = 0.0, smoothing = 10.0;
  bool has_creepers = false;
};
constexpr std::size_t kParkourRow = 8;
ParkourTask parkour_task(const double* row);
Terrain parkour_terrain(const ParkourTask& task, const BodySpec& body, const Settings& settings, const Cppn& cppn,
                        Mersenne& chance);

// Ten clouds; they have no physics, but the original draws them before the push, from the same generator.
void draw_clouds(Terrain& terrain, Mersenne& chance);

}  // namespace gradus
