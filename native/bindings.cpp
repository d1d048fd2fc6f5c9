// The Python face of the core.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "core.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace gradus {

namespace {

void add_part(BodySpec& body, const std::string& name, std::pair<double, double> position, double angle, Shape shape,
              const Pairs& points, double density, double friction, bool tracked, bool critical, bool sensor, bool pushed) {
  require(!points.empty() && points.size() <= b2_maxPolygonVertices, "a part needs points");
  PartSpec part{name, {position.first, position.second}, angle, shape, points_from(points), density, friction,
                tracked, critical, sensor, pushed};
  body.creation.push_back(static_cast<int>(body.parts.size()));
  body.parts.push_back(part);
}

void add_joint(BodySpec& body, int a, int b, std::pair<double, double> anchor_a, std::pair<double, double> anchor_b, bool shared, bool weld,
               double lower, double upper, double speed, double correction, int contact_part) {
  const int parts = static_cast<int>(body.parts.size());
  require(a >= 0 && a < parts && b >= 0 && b < parts && contact_part < parts, "a joint needs parts made before it");
  JointSpec joint{a, b, {anchor_a.first, anchor_a.second}, {anchor_b.first, anchor_b.second}, shared, weld, lower, upper, speed,
                  correction, contact_part};
  body.creation.push_back(-1 - static_cast<int>(body.joints.size()));
  body.joints.push_back(joint);
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

  nb::enum_<Wide>(m, "Wide").value("scalar", Wide::Scalar).value("four", Wide::Four).value("eight", Wide::Eight).value("sixteen", Wide::Sixteen);
  m.def("widest", &widest, "The widest solver of this machine.");

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
      .def("add_joint", &add_joint, "a"_a, "b"_a, "anchor_a"_a, "anchor_b"_a, "shared"_a, "weld"_a, "lower"_a, "upper"_a, "speed"_a,
           "correction"_a, "contact_part"_a)
      .def_prop_ro("actions", &BodySpec::actions);

  nb::class_<Settings>(m, "Settings")
      .def(nb::init<>())
      .def_rw("parkour", &Settings::parkour)
      .def_rw("repaired", &Settings::repaired)
      .def_rw("lidar", &Settings::lidar)
      .def_rw("fan_span", &Settings::fan_span)
      .def_rw("fan_offset", &Settings::fan_offset)
      .def_rw("solver", &Settings::solver)
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
             require(settings.solver <= widest(), "this machine has no such solver");
             new (self) Core(body, settings, cppn, lanes, threads, {observations, rewards, ends, totals, steps});
           },
           "body"_a, "settings"_a, "cppn"_a.none(), "lanes"_a, "threads"_a, "observations"_a, "rewards"_a, "ends"_a,
           "totals"_a, "steps"_a)
      .def("reset", &Core::reset, "lanes"_a, "tasks"_a, "seeds"_a)
      .def("reset_given", &Core::reset_given, "lane"_a, "pieces"_a, "pad"_a, "finish"_a, "push"_a, "water"_a)
      .def("step", &Core::step, "actions"_a)
      .def("replay", &Core::replay, "lane"_a, "actions"_a)
      .def("history", &Core::history, "lane"_a)
      .def("close_lane", &Core::close)
      .def("scene", &Core::scene)
      .def("terrain", &Core::terrain)
      .def("poses", &Core::poses)
      .def("masses", &Core::masses)
      .def("time_physics", &Core::time_physics)
      .def_prop_ro("physics_seconds", &Core::physics_seconds)
      .def_prop_ro("threads", &Core::threads);
}

}  // namespace gradus
