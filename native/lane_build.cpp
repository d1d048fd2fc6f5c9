// How a lane turns terrain and body descriptions into Box2D objects.
#include <algorithm>
#include <cmath>

#include "lane.hpp"
#include "abreast.hpp"

namespace gradus {

namespace {

constexpr std::uint16_t kTerrainCategory = 0x0001;
constexpr std::uint16_t kBodyCategory = 0x0020;
constexpr float kVineLimit = 0.4f * b2_pi;

b2Vec2 vec(Point p) { return b2Vec2(static_cast<float>(p.x), static_cast<float>(p.y)); }

Role role_of(Material material) {
  switch (material) {
    case Material::Ceiling: return Role::Ceiling;
    case Material::Creeper:
    case Material::Vine: return Role::Creeper;
    case Material::Water: return Role::Water;
    default: return Role::Solid;
  }
}

void set_polygon(b2PolygonShape& shape, const Point* points, int count) {
  b2Vec2 corners[b2_maxPolygonVertices];
  for (int i = 0; i < count; ++i) corners[i] = vec(points[i]);
  shape.Set(corners, count);
}

void add_piece_fixture(b2Body* body, const Piece& piece) {
  b2FixtureDef fixture;
  fixture.friction = kTerrainFriction;
  fixture.filter.categoryBits = kTerrainCategory;
  const bool sensor = piece.material == Material::Creeper || piece.material == Material::Vine ||
                      piece.material == Material::Water;
  if (sensor) {
    fixture.isSensor = true;
    fixture.friction = 0.2f;
    fixture.density = piece.material == Material::Water ? 1.0f : 5.0f;
  }
  b2EdgeShape edge;
  b2PolygonShape polygon;
  if (piece.count == 2) {
    edge.Set(vec(piece.points[0]), vec(piece.points[1]));
    fixture.shape = &edge;
  } else {
    set_polygon(polygon, piece.points.data(), piece.count);
    fixture.shape = &polygon;
  }
  body->CreateFixture(&fixture);
}

}  // namespace

void Lane::build_terrain() {
  tags_.clear();
  tags_.reserve(terrain_.pieces.size() + body_.parts.size());
  pieces_.clear();
  for (const Piece& piece : terrain_.pieces) {
    tags_.push_back({role_of(piece.material), static_cast<int>(pieces_.size())});
    b2BodyDef definition;
    definition.type = piece.material == Material::Vine ? b2_dynamicBody : b2_staticBody;
    definition.userData = &tags_.back();
    b2Body* body = world_->CreateBody(&definition);
    add_piece_fixture(body, piece);
    pieces_.push_back(body);
    if (piece.material == Material::Vine) build_vine(piece, body);
  }
}

void Lane::build_vine(const Piece& piece, b2Body* link) {
  b2RevoluteJointDef joint;
  joint.Initialize(pieces_[static_cast<std::size_t>(piece.parent)], link, vec(piece.anchor));
  joint.enableLimit = true;
  joint.lowerAngle = -kVineLimit;
  joint.upperAngle = kVineLimit;
  world_->CreateJoint(&joint);
}

void Lane::build_body(double push) {
  parts_.assign(body_.parts.size(), nullptr);
  flags_.assign(body_.parts.size(), 0);
  contact_counts_.assign(body_.parts.size(), 0);
  motors_.clear();
  hands_.clear();
  const Point spawn{terrain_.pad / 2.0, kGroundHeight + body_.spawn_height};
  for (int item : body_.creation) {
    if (item >= 0) {
      build_part(item, spawn, push);
    } else {
      build_joint(body_.joints[static_cast<std::size_t>(-1 - item)], spawn);
    }
  }
}

void Lane::build_part(int index, Point spawn, double push) {
  const PartSpec& spec = body_.parts[static_cast<std::size_t>(index)];
  tags_.push_back({spec.sensor ? Role::Hand : Role::Part, index});
  b2BodyDef definition;
  definition.type = b2_dynamicBody;
  definition.position = vec({spawn.x + spec.position.x, spawn.y + spec.position.y});
  definition.angle = static_cast<float>(spec.angle);
  definition.userData = &tags_.back();
  b2Body* body = world_->CreateBody(&definition);

  b2FixtureDef fixture;
  b2PolygonShape polygon;
  b2CircleShape circle;
  fixture.shape = &polygon;
  switch (spec.shape) {
    case Shape::Box:
      polygon.SetAsBox(static_cast<float>(spec.points[0].x), static_cast<float>(spec.points[0].y));
      break;
    case Shape::Polygon:
      set_polygon(polygon, spec.points.data(), static_cast<int>(spec.points.size()));
      break;
    case Shape::Circle:
      circle.m_radius = static_cast<float>(spec.points[0].x);
      fixture.shape = &circle;
      break;
  }
  fixture.density = static_cast<float>(spec.density);
  fixture.friction = static_cast<float>(spec.friction);
  fixture.isSensor = spec.sensor;
  fixture.filter.categoryBits = kBodyCategory;
  fixture.filter.maskBits = body_.mask;
  body->CreateFixture(&fixture);
  if (spec.pushed) body->ApplyForceToCenter(b2Vec2(static_cast<float>(push), 0.0f), true);
  if (spec.sensor) hands_.push_back(Hand{index, false, false, {}, nullptr});
  parts_[static_cast<std::size_t>(index)] = body;
}

// Anchors in the frames of both bodies. A shared anchor is one point of the world, rounded there, from which each body
// takes its own coordinates: differences of rounded numbers, which is not the same as rounding the table's.
std::pair<b2Vec2, b2Vec2> Lane::anchors(const JointSpec& spec, Point spawn) const {
  if (!spec.shared) return {vec(spec.anchor_a), vec(spec.anchor_b)};
  const PartSpec& part = body_.parts[static_cast<std::size_t>(spec.part_b)];
  const double c = std::cos(part.angle), s = std::sin(part.angle);
  const Point at{part.position.x + (c * spec.anchor_b.x - s * spec.anchor_b.y),
                 part.position.y + (s * spec.anchor_b.x + c * spec.anchor_b.y)};
  const b2Vec2 world = vec({spawn.x + at.x, spawn.y + at.y});
  return {parts_[static_cast<std::size_t>(spec.part_a)]->GetLocalPoint(world),
          parts_[static_cast<std::size_t>(spec.part_b)]->GetLocalPoint(world)};
}

void Lane::build_joint(const JointSpec& spec, Point spawn) {
  b2Body* a = parts_[static_cast<std::size_t>(spec.part_a)];
  b2Body* b = parts_[static_cast<std::size_t>(spec.part_b)];
  const auto [anchor_a, anchor_b] = anchors(spec, spawn);
  void* mark = joint_mark(static_cast<int>(&spec - body_.joints.data()));
  if (spec.weld) {
    b2WeldJointDef weld;
    weld.bodyA = a;
    weld.bodyB = b;
    weld.localAnchorA = anchor_a;
    weld.localAnchorB = anchor_b;
    weld.referenceAngle = b->GetAngle() - a->GetAngle();
    weld.userData = mark;
    world_->CreateJoint(&weld);
    return;
  }
  b2RevoluteJointDef joint;
  joint.bodyA = a;
  joint.bodyB = b;
  joint.localAnchorA = anchor_a;
  joint.localAnchorB = anchor_b;
  joint.referenceAngle = b->GetAngle() - a->GetAngle();
  joint.userData = mark;
  joint.enableLimit = true;
  joint.lowerAngle = static_cast<float>(spec.lower);
  joint.upperAngle = static_cast<float>(spec.upper);
  joint.enableMotor = spec.speed != 0.0;
  auto* made = static_cast<b2RevoluteJoint*>(world_->CreateJoint(&joint));
  if (joint.enableMotor) motors_.push_back({made, &spec});
}

// Lifts a climber until its hands are on the ceiling line. The lift is added in double precision, as in the original.
void Lane::hang_from_ceiling() {
  const auto line = static_cast<float>(terrain_.ceiling_start);
  double lift = 0.0;
  for (auto hand = hands_.rbegin(); hand != hands_.rend(); ++hand) {
    b2Body* sensor = parts_[static_cast<std::size_t>(hand->part)];
    const b2Vec2 at = sensor->GetPosition();
    if (hand == hands_.rbegin()) lift = terrain_.ceiling_start - static_cast<double>(at.y);
    sensor->SetTransform(b2Vec2(at.x, line), sensor->GetAngle());
  }
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (body_.parts[i].sensor) continue;
    const b2Vec2 at = parts_[i]->GetPosition();
    parts_[i]->SetTransform(b2Vec2(at.x, static_cast<float>(static_cast<double>(at.y) + lift)), parts_[i]->GetAngle());
  }
}

}  // namespace gradus
