#include "scene.hpp"

#include <cmath>

namespace gradus {

namespace {

std::vector<Point> outline_of(const b2Body* body) {
  const b2Shape* shape = body->GetFixtureList()->GetShape();
  std::vector<Point> outline;
  const auto add = [&](b2Vec2 local) {
    const b2Vec2 p = body->GetWorldPoint(local);
    outline.push_back({p.x, p.y});
  };
  if (shape->GetType() == b2Shape::e_circle) {
    constexpr int corners = 12;
    for (int i = 0; i < corners; ++i) {
      const float angle = 2.0f * b2_pi * static_cast<float>(i) / corners;
      add(shape->m_radius * b2Vec2(std::cos(angle), std::sin(angle)));
    }
  } else {
    const auto* polygon = static_cast<const b2PolygonShape*>(shape);
    for (int i = 0; i < polygon->GetVertexCount(); ++i) add(polygon->GetVertex(i));
  }
  return outline;
}

std::vector<DrawnPart> drawn_parts(const Lane& lane) {
  std::vector<DrawnPart> drawn;
  for (std::size_t i = 0; i < lane.parts().size(); ++i) {
    const PartSpec& spec = lane.body().parts[i];
    const int index = static_cast<int>(i);
    drawn.push_back({outline_of(lane.parts()[i]), spec.name, index == lane.body().head, spec.sensor,
                     spec.sensor && lane.hand_attached(index), lane.part_contact(index)});
  }
  return drawn;
}

std::vector<std::vector<Point>> drawn_vines(const Lane& lane) {
  std::vector<std::vector<Point>> vines;
  for (std::size_t i = 0; i < lane.terrain().pieces.size(); ++i) {
    if (lane.terrain().pieces[i].material == Material::Vine) vines.push_back(outline_of(lane.piece_body(i)));
  }
  return vines;
}

}  // namespace

Scene scene_of(const Lane& lane) {
  Scene scene;
  scene.parts = drawn_parts(lane);
  for (int i = 0; i < kRays; ++i) {
    const auto ray = static_cast<std::size_t>(i);
    scene.rays[ray] = {lane.ray_end(i), lane.fractions()[ray]};
  }
  scene.vines = drawn_vines(lane);
  const b2Vec2 head = lane.parts()[static_cast<std::size_t>(lane.body().head)]->GetPosition();
  scene.head = {head.x, head.y};
  scene.exposure = lane.exposure();
  return scene;
}

std::vector<double> masses(const Lane& lane) {
  std::vector<double> numbers;
  for (const b2Body* part : lane.parts()) numbers.push_back(part->GetMass());
  return numbers;
}

std::vector<double> poses(const Lane& lane) {
  std::vector<double> numbers;
  for (const b2Body* part : lane.parts()) {
    const b2Vec2 p = part->GetPosition(), v = part->GetLinearVelocity();
    for (double x : {double(p.x), double(p.y), double(part->GetAngle()), double(v.x), double(v.y),
                     double(part->GetAngularVelocity())}) {
      numbers.push_back(x);
    }
  }
  return numbers;
}

}  // namespace gradus
