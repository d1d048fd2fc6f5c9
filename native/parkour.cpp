// Parkour: ground and ceiling from the network, creepers hanging from the ceiling, water filling the valleys.
#include <algorithm>
#include <cmath>

#include "constants.hpp"
#include "cppn.hpp"
#include "terrain.hpp"

namespace gradus {

namespace {

constexpr int kFinishStep = 215;      // the finish line, in terrain steps
constexpr double kDepth = 1000.0;      // of the world's bottom, before division by the smoothing
constexpr double kSmallestCreeper = 0.2;

struct Relief {
  std::vector<double> x, ground, ceiling;
};

// One outline behind the pad, shifted so that its first sample stands at `base`. The original computes it in single
// precision, with the smoothing and the shift rounded first; heights are doubles again from there on.
std::vector<double> joined(const std::vector<float>& raw, double smoothing, double base) {
  const auto scale = static_cast<float>(smoothing);
  const auto shift = static_cast<float>(base - static_cast<double>(raw[0] / scale));
  std::vector<double> heights;
  for (const float sample : raw) heights.push_back(sample / scale + shift);
  return heights;
}

// Both outlines, pad included. The pad is flat; after it the network's samples follow, shifted to join it.
Relief make_relief(const ParkourTask& task, const Settings& settings, const Cppn& cppn, int pad) {
  const auto raw = cppn.relief(task.theta);
  const double offset = settings.ceiling_offset / task.smoothing;
  const double clip = settings.ceiling_clip / task.smoothing;
  const std::vector<double> ground = joined(raw[0], task.smoothing, kGroundHeight);
  const std::vector<double> ceiling = joined(raw[1], task.smoothing, kGroundHeight + offset);
  Relief relief;
  double x = 0.0;
  for (int j = 0; j < pad + Cppn::kSamples; ++j, x += kTerrainStep) {
    double low = kGroundHeight, high = kGroundHeight + offset;
    if (j >= pad) {
      const auto i = static_cast<std::size_t>(j - pad);
      low = ground[i];
      high = std::max(ceiling[i], low + clip);
    }
    relief.x.push_back(x);
    relief.ground.push_back(low);
    relief.ceiling.push_back(high);
  }
  return relief;
}

std::vector<Point> hanging_box(double x, double top, double width, double height) {
  return {{x, top - height}, {x + width, top - height}, {x + width, top}, {x, top}};
}

// A chain of boxes, each at most one metre long, hung one below the other.
void add_vine(Terrain& terrain, double x, double top, double width, double height) {
  const int links = static_cast<int>(std::ceil(height));
  int parent = static_cast<int>(terrain.pieces.size()) - 1;  // the ceiling edge made just before
  for (int i = 0; i < links; ++i) {
    const bool last = i + 1 == links;
    const double length = last ? std::max(kSmallestCreeper, std::fmod(height, 1.0)) : 1.0;
    terrain.polygon(Material::Vine, hanging_box(x, top, width, length));
    terrain.pieces.back().parent = parent;
    terrain.pieces.back().anchor = {x + width / 2.0, top};
    parent = static_cast<int>(terrain.pieces.size()) - 1;
    top -= length;
  }
}

void add_creeper(Terrain& terrain, const Relief& relief, std::size_t j, const ParkourTask& task, bool movable,
                 Mersenne& chance) {
  const double width = std::max(kSmallestCreeper, task.creeper_width);
  const double height = std::max(kSmallestCreeper, chance.normal(task.creeper_height, 0.1));
  const auto reach = std::max<std::size_t>(1, static_cast<std::size_t>(width / kTerrainStep));
  const std::size_t far = std::min(j + reach, relief.x.size() - 1);
  const double top = std::max(relief.ceiling[j], relief.ceiling[far]);
  if (movable) {
    add_vine(terrain, relief.x[j], top, width, height);
  } else {
    terrain.polygon(Material::Creeper, hanging_box(relief.x[j], top, width, height));
  }
}

void add_water(Terrain& terrain, const Relief& relief, double level) {
  const double highest = *std::max_element(relief.ceiling.begin(), relief.ceiling.end());
  const double bottom = terrain.floor_limit;
  terrain.water = bottom + level * (highest - bottom);
  const double left = relief.x.front(), right = relief.x.back();
  terrain.polygon(Material::Water, {{left, bottom}, {left, terrain.water}, {right, terrain.water}, {right, bottom}});
}

}  // namespace

ParkourTask parkour_task(const double* row) {
  ParkourTask task;
  std::copy_n(row, 3, task.theta.begin());
  task.water = std::max(0.01, row[3]);
  task.has_creepers = !std::isnan(row[4]) && !std::isnan(row[5]);
  task.creeper_width = row[4];
  task.creeper_height = row[5];
  task.creeper_spacing = std::max(0.01, std::isnan(row[6]) ? 1.0 : row[6]);
  task.smoothing = row[7];
  return task;
}

Terrain parkour_terrain(const ParkourTask& task, const BodySpec& body, const Settings& settings, const Cppn& cppn,
                        Mersenne& chance) {
  Terrain terrain;
  const int pad = static_cast<int>(pad_steps(body, true));
  terrain.pad = pad * kTerrainStep;
  terrain.finish = kFinishStep * kTerrainStep;
  terrain.floor_limit = -kDepth / task.smoothing;
  terrain.ceiling_start = kGroundHeight + settings.ceiling_offset / task.smoothing;

  const Relief relief = make_relief(task, settings, cppn, pad);
  terrain.pieces.reserve(4 * relief.x.size());
  double next_creeper = 0.0;  // x before which no further creeper may stand
  for (std::size_t j = 0; j < relief.x.size(); ++j) {
    terrain.ground.push_back({relief.x[j], relief.ground[j]});
    terrain.ceiling.push_back({relief.x[j], relief.ceiling[j]});
    if (j + 1 == relief.x.size()) break;
    const double x0 = relief.x[j], x1 = relief.x[j + 1];
    terrain.edge(Material::Ground, {x0, relief.ground[j]}, {x1, relief.ground[j + 1]});
    terrain.edge(Material::Ceiling, {x0, relief.ceiling[j]}, {x1, relief.ceiling[j + 1]});
    if (task.has_creepers && x0 >= next_creeper) {
      add_creeper(terrain, relief, j, task, settings.movable_creepers, chance);
      next_creeper = x1 + task.creeper_spacing;
    }
  }
  add_water(terrain, relief, task.water);
  draw_clouds(terrain, chance);
  return terrain;
}

}  // namespace gradus
