// The Python face of the core. Python checks its input in its own words first; what is checked here protects memory.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <stdexcept>

#include "batch.hpp"
#include "scene.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace gradus {

namespace {

template <typename T, int Dim>
using In = nb::ndarray<const T, nb::ndim<Dim>, nb::c_contig, nb::device::cpu>;
template <typename T, int Dim>
using Out = nb::ndarray<T, nb::ndim<Dim>, nb::c_contig, nb::device::cpu>;
using Pairs = std::vector<std::pair<double, double>>;

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

std::vector<Point> points_from(const Pairs& pairs) {
  std::vector<Point> points;
  for (const auto& [x, y] : pairs) points.push_back({x, y});
  return points;
}

Pairs pairs_from(const std::vector<Point>& points) {
  Pairs pairs;
  for (const Point& p : points) pairs.emplace_back(p.x, p.y);
  return pairs;
}

// A copy that NumPy owns.
template <typename T>
nb::object array(const std::vector<T>& values, std::size_t columns) {
  auto* data = new T[values.size() ? values.size() : 1];
  std::copy(values.begin(), values.end(), data);
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  const std::size_t shape[2] = {columns ? values.size() / columns : 0, columns};
  return nb::cast(nb::ndarray<nb::numpy, T>(data, 2, shape, owner));
}

// The arrays that results go to, kept alive and checked once.
struct Buffers {
  Out<float, 2> observations;
  Out<double, 1> rewards;
  Out<std::uint8_t, 1> ends;
  Out<double, 1> totals;
  Out<std::int32_t, 1> steps;
};

class Core {
 public:
  Core(const BodySpec& body, const Settings& settings, std::shared_ptr<const Cppn> cppn, int lanes, int threads, Buffers buffers)
      : batch(body, settings, std::move(cppn), lanes, threads), buffers_(std::move(buffers)) {
    const auto n = static_cast<std::size_t>(lanes);
    require(buffers_.observations.shape(0) == n && buffers_.observations.shape(1) == static_cast<std::size_t>(batch.observations()),
            "observation buffer has the wrong shape");
    require(buffers_.rewards.shape(0) == n && buffers_.ends.shape(0) == n && buffers_.totals.shape(0) == n &&
                buffers_.steps.shape(0) == n,
            "result buffers have the wrong length");
  }

  Batch batch;

  Results out() {
    return {buffers_.observations.data(), buffers_.rewards.data(), buffers_.ends.data(), buffers_.totals.data(), buffers_.steps.data()};
  }

  const Lane& built(int lane) const {
    require(lane >= 0 && lane < batch.lanes(), "no such lane");
    require(batch.lane(lane).ready, "the lane has not been reset");
    return batch.lane(lane);
  }

  void reset(In<std::int32_t, 1> which, In<double, 2> tasks, In<std::uint32_t, 2> seeds) {
    const std::size_t count = which.shape(0);
    require(tasks.shape(0) == count && seeds.shape(0) == count && seeds.shape(1) > 0, "rows do not match the lanes");
    require(tasks.shape(1) == batch.task_size(), "task rows have the wrong length");
    std::vector<char> seen(static_cast<std::size_t>(batch.lanes()), 0);
    for (std::size_t i = 0; i < count; ++i) {
      const std::int32_t lane = which.data()[i];
      require(lane >= 0 && lane < batch.lanes() && !seen[static_cast<std::size_t>(lane)]++, "bad lane numbers");
    }
    nb::gil_scoped_release release;
    std::lock_guard<std::mutex> turn(mutex_);
    batch.reset(which.data(), static_cast<int>(count), tasks.data(), seeds.data(), static_cast<int>(seeds.shape(1)), out());
  }

  // Returns how many lanes stand at the end of their episode, or -1 - lane for a lane whose action is not finite.
  int step(In<float, 2> actions) {
    require(actions.shape(0) == static_cast<std::size_t>(batch.lanes()) &&
                actions.shape(1) == static_cast<std::size_t>(batch.actions()),
            "actions have the wrong shape");
    const std::size_t width = actions.shape(1);
    for (std::size_t i = 0; i < actions.shape(0) * width; ++i) {
      if (!std::isfinite(actions.data()[i])) return -1 - static_cast<int>(i / width);
    }
    nb::gil_scoped_release release;
    std::lock_guard<std::mutex> turn(mutex_);
    batch.step(actions.data(), out());
    const std::uint8_t* ends = buffers_.ends.data();
    return static_cast<int>(batch.lanes() - std::count(ends, ends + batch.lanes(), 0));
  }

  void replay(int lane, In<float, 2> actions) {
    built(lane);
    require(actions.shape(0) == 0 || actions.shape(1) == static_cast<std::size_t>(batch.actions()), "actions have the wrong shape");
    nb::gil_scoped_release release;
    std::lock_guard<std::mutex> turn(mutex_);
    batch.replay(lane, actions.data(), static_cast<int>(actions.shape(0)), out());
  }

  nb::object history(int lane) const {
    return array(built(lane).history, static_cast<std::size_t>(batch.actions()));
  }

 private:
  Buffers buffers_;
  std::mutex mutex_;  // callers on several threads take turns
};

void add_part(BodySpec& body, const std::string& name, std::pair<double, double> position, double angle, Shape shape,
              const Pairs& points, double density, double friction, bool tracked, bool critical, bool sensor, bool pushed) {
  require(!points.empty() && points.size() <= b2_maxPolygonVertices, "a part needs points");
  PartSpec part{name, {position.first, position.second}, angle, shape, points_from(points), density, friction,
                tracked, critical, sensor, pushed};
  body.creation.push_back(static_cast<int>(body.parts.size()));
  body.parts.push_back(part);
}

void add_joint(BodySpec& body, int a, int b, std::pair<double, double> anchor_a, std::pair<double, double> anchor_b, bool weld,
               double lower, double upper, double speed, double correction, int contact_part) {
  const int parts = static_cast<int>(body.parts.size());
  require(a >= 0 && a < parts && b >= 0 && b < parts && contact_part < parts, "a joint needs parts made before it");
  JointSpec joint{a, b, {anchor_a.first, anchor_a.second}, {anchor_b.first, anchor_b.second}, weld, lower, upper, speed,
                  correction, contact_part};
  body.creation.push_back(-1 - static_cast<int>(body.joints.size()));
  body.joints.push_back(joint);
}

nb::dict scene_of(const Lane& lane) {
  nb::list parts, rays;
  for (const DrawnPart& part : drawn_parts(lane)) {
    nb::dict entry;
    entry["outline"] = pairs_from(part.outline);
    entry["name"] = part.name;
    entry["head"] = part.head;
    entry["hand"] = part.hand;
    entry["attached"] = part.attached;
    entry["contact"] = part.contact;
    parts.append(entry);
  }
  for (int i = 0; i < kRays; ++i) {
    const Point end = lane.ray_end(i);
    rays.append(nb::make_tuple(end.x, end.y, static_cast<double>(lane.fractions()[static_cast<std::size_t>(i)])));
  }
  nb::list vines;
  for (const auto& vine : drawn_vines(lane)) vines.append(pairs_from(vine));
  const b2Vec2 head = lane.parts()[static_cast<std::size_t>(lane.body().head)]->GetPosition();
  nb::dict scene;
  scene["parts"] = parts;
  scene["rays"] = rays;
  scene["vines"] = vines;
  scene["head"] = nb::make_tuple(head.x, head.y);
  scene["exposure"] = lane.exposure();
  return scene;
}

nb::dict terrain_of(const Lane& lane) {
  const Terrain& terrain = lane.terrain();
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

// A terrain from Python: pieces in creation order, as (material, points).
Terrain given_terrain(const std::vector<std::pair<int, Pairs>>& pieces, double pad, double finish) {
  Terrain terrain;
  terrain.pad = pad;
  terrain.finish = finish;
  for (const auto& [material, pairs] : pieces) {
    require(material >= 0 && material <= static_cast<int>(Material::Creeper), "a given terrain holds ground, ceiling, stumps and creepers");
    require(pairs.size() >= 2 && pairs.size() <= 8, "a piece has two to eight points");
    const std::vector<Point> points = points_from(pairs);
    if (points.size() == 2) {
      terrain.edge(static_cast<Material>(material), points[0], points[1]);
      if (material == 0) {
        if (terrain.ground.empty()) terrain.ground.push_back(points[0]);
        terrain.ground.push_back(points[1]);
      }
    } else {
      terrain.polygon(static_cast<Material>(material), points);
    }
  }
  return terrain;
}

}  // namespace

NB_MODULE(_native, m) {
  m.doc() = "Native core of the Gradus tracks.";
  nb::enum_<Family>(m, "Family")
      .value("walker", Family::Walker)
      .value("climber", Family::Climber)
      .value("swimmer", Family::Swimmer)
      .value("amphibian", Family::Amphibian);
  nb::enum_<Shape>(m, "Shape").value("box", Shape::Box).value("polygon", Shape::Polygon).value("circle", Shape::Circle);
  nb::enum_<Lidar>(m, "Lidar").value("box2d", Lidar::Box2D).value("analytic", Lidar::Analytic);

  nb::class_<BodySpec>(m, "BodySpec")
      .def(nb::init<>())
      .def_rw("name", &BodySpec::name)
      .def_rw("family", &BodySpec::family)
      .def_rw("head", &BodySpec::head)
      .def_rw("torque", &BodySpec::torque)
      .def_rw("torque_cost", &BodySpec::torque_cost)
      .def_rw("angle_term", &BodySpec::angle_term)
      .def_rw("mask", &BodySpec::mask)
      .def_rw("width", &BodySpec::width)
      .def_rw("spawn_height", &BodySpec::spawn_height)
      .def("add_part", &add_part, "name"_a, "position"_a, "angle"_a, "shape"_a, "points"_a, "density"_a, "friction"_a,
           "tracked"_a, "critical"_a, "sensor"_a, "pushed"_a)
      .def("add_joint", &add_joint, "a"_a, "b"_a, "anchor_a"_a, "anchor_b"_a, "weld"_a, "lower"_a, "upper"_a, "speed"_a,
           "correction"_a, "contact_part"_a)
      .def_prop_ro("actions", &BodySpec::actions);

  nb::class_<Settings>(m, "Settings")
      .def(nb::init<>())
      .def_rw("parkour", &Settings::parkour)
      .def_rw("repaired", &Settings::repaired)
      .def_rw("lidar", &Settings::lidar)
      .def_rw("fan_span", &Settings::fan_span)
      .def_rw("fan_offset", &Settings::fan_offset)
      .def_rw("max_steps", &Settings::max_steps)
      .def_rw("push_clip", &Settings::push_clip)
      .def_rw("ceiling_offset", &Settings::ceiling_offset)
      .def_rw("ceiling_clip", &Settings::ceiling_clip)
      .def_rw("movable_creepers", &Settings::movable_creepers)
      .def_rw("random_push", &Settings::random_push)
      .def_rw("fixed_push", &Settings::fixed_push);

  nb::class_<Cppn>(m, "Cppn")
      .def("__init__",
           [](Cppn* self, In<float, 1> weights) {
             require(weights.shape(0) == Cppn::kWeights, "the network has the wrong number of weights");
             new (self) Cppn(weights.data());
           })
      .def("relief", [](const Cppn& self, double a, double b, double c) {
        const auto relief = self.relief({a, b, c});
        std::vector<float> both;
        for (int i = 0; i < Cppn::kSamples; ++i) {
          both.push_back(relief[0][static_cast<std::size_t>(i)]);
          both.push_back(relief[1][static_cast<std::size_t>(i)]);
        }
        return array(both, 2);
      });
  m.attr("CPPN_WEIGHTS") = Cppn::kWeights;
  m.attr("STUMP_ROW") = kStumpRow;
  m.attr("PARKOUR_ROW") = kParkourRow;
  m.def("observation_size", &Lane::observation_size);

  nb::class_<Core>(m, "Batch")
      .def("__init__",
           [](Core* self, const BodySpec& body, const Settings& settings, std::shared_ptr<Cppn> cppn, int lanes, int threads,
              Out<float, 2> observations, Out<double, 1> rewards, Out<std::uint8_t, 1> ends, Out<double, 1> totals,
              Out<std::int32_t, 1> steps) {
             require(lanes > 0 && threads > 0 && !body.parts.empty(), "a batch needs lanes, threads and a body");
             require(body.head >= 0 && body.head < static_cast<int>(body.parts.size()), "the body has no head");
             require(!settings.parkour || cppn, "Parkour needs a terrain network");
             new (self) Core(body, settings, cppn, lanes, threads, {observations, rewards, ends, totals, steps});
           },
           "body"_a, "settings"_a, "cppn"_a.none(), "lanes"_a, "threads"_a, "observations"_a, "rewards"_a, "ends"_a,
           "totals"_a, "steps"_a)
      .def("reset", &Core::reset, "lanes"_a, "tasks"_a, "seeds"_a)
      .def("reset_given",
           [](Core& self, int lane, const std::vector<std::pair<int, Pairs>>& pieces, double pad, double finish, double push) {
             require(lane >= 0 && lane < self.batch.lanes() && !pieces.empty(), "no such lane, or no terrain");
             self.batch.reset_given(lane, given_terrain(pieces, pad, finish), push, self.out());
           },
           "lane"_a, "pieces"_a, "pad"_a, "finish"_a, "push"_a)
      .def("step", &Core::step, "actions"_a)
      .def("replay", &Core::replay, "lane"_a, "actions"_a)
      .def("history", &Core::history, "lane"_a)
      .def("close_lane", [](Core& self, int lane) {
        require(lane >= 0 && lane < self.batch.lanes(), "no such lane");
        self.batch.close(lane);
      })
      .def("scene", [](const Core& self, int lane) { return scene_of(self.built(lane)); })
      .def("terrain", [](const Core& self, int lane) { return terrain_of(self.built(lane)); })
      .def("poses", [](const Core& self, int lane) { return array(poses(self.built(lane)), 6); })
      .def("masses", [](const Core& self, int lane) {
        std::vector<double> masses;
        for (const b2Body* part : self.built(lane).parts()) masses.push_back(part->GetMass());
        return masses;
      })
      .def("time_physics", [](Core& self, bool on) { self.batch.time_physics(on); })
      .def_prop_ro("physics_seconds", [](const Core& self) { return self.batch.physics_seconds(); })
      .def_prop_ro("threads", [](const Core& self) { return self.batch.threads(); });
}

}  // namespace gradus
