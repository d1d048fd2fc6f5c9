// Stump Tracks: flat or rough ground with stumps, hexagons or sequences of boxes on it.
#include <algorithm>
#include <cmath>

#include "constants.hpp"
#include "terrain.hpp"

namespace gradus {

double pad_steps(const BodySpec& body, bool whole) {
  const double steps = body.width / kTerrainStep + 5.0;
  if (steps <= kStartPad) return kStartPad;
  return whole ? std::ceil(steps) : steps;
}

void Terrain::edge(Material material, Point a, Point b) {
  Piece piece;
  piece.material = material;
  piece.count = 2;
  piece.points[0] = a;
  piece.points[1] = b;
  pieces.push_back(piece);
}

void Terrain::polygon(Material material, const std::vector<Point>& points) {
  Piece piece;
  piece.material = material;
  piece.count = static_cast<int>(std::min(points.size(), piece.points.size()));
  std::copy_n(points.begin(), piece.count, piece.points.begin());
  pieces.push_back(piece);
}

void draw_clouds(Terrain& terrain, Mersenne& chance) {
  constexpr double step = kTerrainStep;
  for (int i = 0; i < kTerrainSteps / 20; ++i) {
    const double x = chance.uniform(0.0, kTerrainSteps) * step;
    const double y = kViewHeight * 3.0 / 4.0;
    std::array<Point, 5> cloud;
    for (int a = 0; a < 5; ++a) {
      const double turn = 3.14 * 2.0 * a / 5.0;
      const double dx = 15.0 * step * std::sin(turn) + chance.uniform(0.0, 5.0 * step);
      const double dy = 5.0 * step * std::cos(turn) + chance.uniform(0.0, 5.0 * step);
      cloud[a] = {x + dx, y + dy};
    }
    terrain.clouds.push_back(cloud);
  }
}

StumpTask stump_task(const double* row) {
  StumpTask task;
  task.has_height = !std::isnan(row[0]);
  task.height = row[0];
  task.spacing = std::max(0.01, std::isnan(row[1]) ? 8.0 : row[1]);
  task.roughness = std::isnan(row[2]) ? 0.0 : row[2];
  task.has_width = !std::isnan(row[3]);
  task.width_mean = row[3];
  task.width_sd = std::isnan(row[4]) ? 0.0 : row[4];
  task.has_rotation = !std::isnan(row[5]);
  task.rotation_mean = row[5];
  task.rotation_sd = std::isnan(row[6]) ? 0.0 : row[6];
  task.has_hexagon = !std::isnan(row[7]);
  std::copy_n(row + 7, 12, task.hexagon.begin());
  task.has_sequence = !std::isnan(row[19]);
  std::copy_n(row + 19, 10, task.sequence.begin());
  return task;
}

namespace {

constexpr double kSpread = 0.1;    // standard deviation of sampled sizes
constexpr double kSmallest = 0.05;  // floor of sampled sizes

std::vector<Point> box(double x, double y, double width, double height) {
  return {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
}

void rotate(std::vector<Point>& points, Point centre, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  for (Point& p : points) {
    const double dx = p.x - centre.x, dy = p.y - centre.y;
    p = {centre.x + c * dx - s * dy, centre.y + s * dx + c * dy};
  }
}

// Each builder puts one obstacle at (x, y) and returns how far it moves the track on.
double plain_stump(Terrain& terrain, const StumpTask& task, double x, double y, Mersenne& chance) {
  const double height = std::max(kSmallest, chance.normal(task.height, kSpread));
  double width = kTerrainStep;
  if (task.has_width) width *= std::max(kSmallest, chance.normal(task.width_mean, task.width_sd));
  std::vector<Point> outline = box(x, y, width, height * kTerrainStep);
  if (task.has_rotation) {
    const double full_turn = 2.0 * std::acos(-1.0);
    const double angle = std::clamp(chance.normal(task.rotation_mean, task.rotation_sd), 0.0, full_turn);
    rotate(outline, {x + width / 2.0, y}, angle);
  }
  terrain.polygon(Material::Stump, outline);
  return width;
}

double hexagon(Terrain& terrain, const StumpTask& task, double x, double y, Mersenne& chance) {
  static constexpr Point base[6] = {{-0.5, 0.0}, {-0.5, 0.25}, {-0.25, 0.5}, {0.25, 0.5}, {0.5, 0.25}, {0.5, 0.0}};
  std::vector<Point> outline;
  for (int i = 0; i < 6; ++i) {
    const double dx = chance.normal(std::clamp(task.hexagon[2 * i], 0.0, 4.0), kSpread);
    const double dy = chance.normal(std::clamp(task.hexagon[2 * i + 1], 0.0, 4.0), kSpread);
    const bool foot = i == 0 || i == 5;
    outline.push_back({x + (base[i].x + dx) * kTerrainStep, y + (base[i].y + (foot ? 0.0 : dy)) * kTerrainStep});
  }
  terrain.polygon(Material::Stump, outline);
  return 1.0;
}

double sequence(Terrain& terrain, const StumpTask& task, double x, double y, Mersenne& chance) {
  const double start = x;
  for (int i = 0; i < 5; ++i) {
    const double height = std::max(kSmallest, chance.normal(task.sequence[2 * i], kSpread));
    const double width = std::max(kSmallest, chance.normal(task.sequence[2 * i + 1], kSpread));
    terrain.polygon(Material::Stump, box(x, y, width, height * kTerrainStep));
    x += width;
  }
  return x - start;
}

using Builder = double (*)(Terrain&, const StumpTask&, double, double, Mersenne&);

}  // namespace

Terrain stump_terrain(const StumpTask& task, const BodySpec& body, bool repaired, Mersenne& chance) {
  Terrain terrain;
  terrain.pad = pad_steps(body, false) * kTerrainStep;
  terrain.finish = (kTerrainSteps - 10) * kTerrainStep;
  std::vector<Builder> kinds;
  if (task.has_height) kinds.push_back(plain_stump);
  if (task.has_hexagon) kinds.push_back(hexagon);
  if (task.has_sequence) kinds.push_back(sequence);

  const double length = kTerrainSteps * kTerrainStep;
  double x = terrain.pad, y = kGroundHeight, speed = 0.0;
  terrain.ground = {{0.0, y}, {x, y}};
  for (bool obstacle = true; x < length; obstacle = !obstacle) {
    if (obstacle) {
      if (kinds.empty()) continue;
      terrain.ground.push_back({x, y});
      x += kinds[static_cast<std::size_t>(chance.below(static_cast<int>(kinds.size())))](terrain, task, x, y, chance);
    } else {
      speed = 0.8 * speed + 0.01 * ((kGroundHeight > y) - (kGroundHeight < y));
      if (x > terrain.pad) speed += chance.uniform(-task.roughness, task.roughness) / kScale;
      y += speed;
      terrain.ground.push_back({x, y});
      x += task.spacing;
    }
  }
  // The original leaves the last section open, so some tracks end before the finish line.
  if (repaired) terrain.ground.push_back({std::max(x, length), y});
  for (std::size_t i = 0; i + 1 < terrain.ground.size(); ++i) {
    terrain.edge(Material::Ground, terrain.ground[i], terrain.ground[i + 1]);
  }
  draw_clouds(terrain, chance);
  return terrain;
}

}  // namespace gradus
