#include "core.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "scene.hpp"

namespace nb = nanobind;

namespace gradus {

namespace {

Pairs pairs_from(const std::vector<Point>& points) {
  Pairs pairs;
  for (const Point& p : points) pairs.emplace_back(p.x, p.y);
  return pairs;
}

nb::dict python_scene(const Scene& scene) {
  nb::list parts, rays, vines;
  for (const DrawnPart& part : scene.parts) {
    nb::dict entry;
    entry["outline"] = pairs_from(part.outline);
    entry["name"] = part.name;
    entry["head"] = part.head;
    entry["hand"] = part.hand;
    entry["attached"] = part.attached;
    entry["contact"] = part.contact;
    parts.append(entry);
  }
  for (const DrawnRay& ray : scene.rays) rays.append(nb::make_tuple(ray.end.x, ray.end.y, ray.fraction));
  for (const auto& vine : scene.vines) vines.append(pairs_from(vine));
  nb::dict out;
  out["parts"] = parts;
  out["rays"] = rays;
  out["vines"] = vines;
  out["head"] = nb::make_tuple(scene.head.x, scene.head.y);
  out["exposure"] = scene.exposure;
  return out;
}

nb::dict python_terrain(const Terrain& terrain) {
  nb::list pieces, clouds;
  for (const Piece& piece : terrain.pieces) {
    std::vector<Point> points(piece.points.begin(), piece.points.begin() + piece.count);
    pieces.append(nb::make_tuple(static_cast<int>(piece.material), pairs_from(points)));
  }
  for (const auto& cloud : terrain.clouds) clouds.append(pairs_from({cloud.begin(), cloud.end()}));
  nb::dict out;
  out["pieces"] = pieces;
  out["clouds"] = clouds;
  out["ground"] = pairs_from(terrain.ground);
  out["ceiling"] = pairs_from(terrain.ceiling);
  out["pad"] = terrain.pad;
  out["finish"] = terrain.finish;
  out["water"] = terrain.water;
  return out;
}

void join(std::vector<Point>& outline, Point a, Point b) {
  if (outline.empty()) outline.push_back(a);
  outline.push_back(b);
}

// Water from below the lowest ground up to its surface; as on Parkour it is the last piece made.
void flood(Terrain& terrain, double surface) {
  double bottom = surface - 1.0;
  for (const Point& point : terrain.ground) bottom = std::min(bottom, point.y - 1.0);
  const double left = terrain.ground.front().x, right = terrain.ground.back().x;
  terrain.water = surface;
  terrain.polygon(Material::Water, {{left, bottom}, {left, surface}, {right, surface}, {right, bottom}});
}

// A terrain from Python: pieces in creation order, as (material, points); water is not a number where there is none.
Terrain given_terrain(const std::vector<std::pair<int, Pairs>>& pieces, double pad, double finish, double water) {
  Terrain terrain;
  terrain.pad = pad;
  terrain.finish = finish;
  for (const auto& [material, pairs] : pieces) {
    require(material >= 0 && material <= static_cast<int>(Material::Creeper), "a given terrain holds ground, ceiling, stumps and creepers");
    require(pairs.size() >= 2 && pairs.size() <= 8, "a piece has two to eight points");
    const std::vector<Point> points = points_from(pairs);
    if (points.size() == 2) {
      terrain.edge(static_cast<Material>(material), points[0], points[1]);
      if (material <= 1) join(material == 0 ? terrain.ground : terrain.ceiling, points[0], points[1]);
    } else {
      terrain.polygon(static_cast<Material>(material), points);
    }
  }
  if (!terrain.ceiling.empty()) terrain.ceiling_start = terrain.ceiling.front().y;
  if (!std::isnan(water) && terrain.ground.size() > 1) flood(terrain, water);
  return terrain;
}

}  // namespace

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

std::vector<Point> points_from(const Pairs& pairs) {
  std::vector<Point> points;
  for (const auto& [x, y] : pairs) points.push_back({x, y});
  return points;
}

template <typename T>
nb::object array(const std::vector<T>& values, std::size_t columns) {
  auto* data = new T[values.size() ? values.size() : 1];
  std::copy(values.begin(), values.end(), data);
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  const std::size_t shape[2] = {columns ? values.size() / columns : 0, columns};
  return nb::cast(nb::ndarray<nb::numpy, T>(data, 2, shape, owner));
}
template nb::object array<float>(const std::vector<float>&, std::size_t);
template nb::object array<double>(const std::vector<double>&, std::size_t);

Core::Core(const BodySpec& body, const Settings& settings, std::shared_ptr<const Cppn> cppn, int lanes, int threads, Buffers buffers)
    : batch_(body, settings, std::move(cppn), lanes, threads), buffers_(std::move(buffers)) {
  const auto n = static_cast<std::size_t>(lanes);
  require(buffers_.observations.shape(0) == n && buffers_.observations.shape(1) == static_cast<std::size_t>(batch_.observations()),
          "observation buffer has the wrong shape");
  require(buffers_.rewards.shape(0) == n && buffers_.ends.shape(0) == n && buffers_.totals.shape(0) == n &&
              buffers_.steps.shape(0) == n,
          "result buffers have the wrong length");
}

Results Core::out() {
  return {buffers_.observations.data(), buffers_.rewards.data(), buffers_.ends.data(), buffers_.totals.data(), buffers_.steps.data()};
}

std::unique_lock<std::mutex> Core::turn() {
  nb::gil_scoped_release release;
  return std::unique_lock<std::mutex>(mutex_);
}

void Core::require_lane(int lane) const { require(lane >= 0 && lane < batch_.lanes(), "no such lane"); }

const Lane& Core::built(int lane) const {
  require_lane(lane);
  require(batch_.lane(lane).ready, "the lane has not been reset");
  return batch_.lane(lane);
}

void Core::reset(In<std::int32_t, 1> which, In<double, 2> tasks, In<std::uint32_t, 2> seeds) {
  const std::size_t count = which.shape(0);
  require(tasks.shape(0) == count && seeds.shape(0) == count && seeds.shape(1) > 0, "rows do not match the lanes");
  require(tasks.shape(1) == batch_.task_size(), "task rows have the wrong length");
  std::vector<char> seen(static_cast<std::size_t>(batch_.lanes()), 0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t lane = which.data()[i];
    require(lane >= 0 && lane < batch_.lanes() && !seen[static_cast<std::size_t>(lane)]++, "bad lane numbers");
  }
  const auto mine = turn();
  nb::gil_scoped_release release;
  batch_.reset(which.data(), static_cast<int>(count), tasks.data(), seeds.data(), static_cast<int>(seeds.shape(1)), out());
}

void Core::reset_given(int lane, const std::vector<std::pair<int, Pairs>>& pieces, double pad, double finish, double push,
                       double water) {
  require_lane(lane);
  require(!pieces.empty(), "no terrain");
  Terrain terrain = given_terrain(pieces, pad, finish, water);
  const auto mine = turn();
  nb::gil_scoped_release release;
  batch_.reset_given(lane, std::move(terrain), push, out());
}

int Core::step(In<float, 2> actions) {
  require(actions.shape(0) == static_cast<std::size_t>(batch_.lanes()) &&
              actions.shape(1) == static_cast<std::size_t>(batch_.actions()),
          "actions have the wrong shape");
  const std::size_t width = actions.shape(1);
  for (std::size_t i = 0; i < actions.shape(0) * width; ++i) {
    if (!std::isfinite(actions.data()[i])) return -1 - static_cast<int>(i / width);
  }
  const auto mine = turn();
  nb::gil_scoped_release release;
  batch_.step(actions.data(), out());
  const std::uint8_t* ends = buffers_.ends.data();
  return static_cast<int>(batch_.lanes() - std::count(ends, ends + batch_.lanes(), 0));
}

void Core::replay(int lane, In<float, 2> actions) {
  require(actions.shape(0) == 0 || actions.shape(1) == static_cast<std::size_t>(batch_.actions()), "actions have the wrong shape");
  const auto mine = turn();
  built(lane);
  nb::gil_scoped_release release;
  batch_.replay(lane, actions.data(), static_cast<int>(actions.shape(0)), out());
}

void Core::close(int lane) {
  require_lane(lane);
  const auto mine = turn();
  batch_.close(lane);
}

nb::object Core::history(int lane) {
  std::vector<float> actions;
  {
    const auto mine = turn();
    const Lane& found = built(lane);
    if (!found.history_kept()) return nb::none();
    actions = found.history();
  }
  return array(actions, static_cast<std::size_t>(batch_.actions()));
}

nb::dict Core::scene(int lane) {
  Scene copy;
  {
    const auto mine = turn();
    copy = scene_of(built(lane));
  }
  return python_scene(copy);
}

nb::dict Core::terrain(int lane) {
  Terrain copy;
  {
    const auto mine = turn();
    copy = built(lane).terrain();
  }
  return python_terrain(copy);
}

nb::object Core::poses(int lane) {
  std::vector<double> numbers;
  {
    const auto mine = turn();
    numbers = gradus::poses(built(lane));
  }
  return array(numbers, 6);
}

std::vector<double> Core::masses(int lane) {
  const auto mine = turn();
  return gradus::masses(built(lane));
}

void Core::time_physics(bool on) {
  const auto mine = turn();
  batch_.time_physics(on);
}

double Core::physics_seconds() {
  const auto mine = turn();
  return batch_.physics_seconds();
}

}  // namespace gradus
