#include "lidar.hpp"

#include <algorithm>
#include <cmath>

#include "lane.hpp"

namespace gradus {

namespace {

constexpr float kMargin = 0.01f;  // keeps the box test on the safe side of rounding
const b2Transform kIdentity(b2Vec2(0.0f, 0.0f), b2Rot(0.0f));

bool apart(const b2AABB& a, const b2AABB& b) {
  return a.lowerBound.x > b.upperBound.x || b.lowerBound.x > a.upperBound.x || a.lowerBound.y > b.upperBound.y ||
         b.lowerBound.y > a.upperBound.y;
}

b2AABB around(b2Vec2 a, b2Vec2 b) {
  b2AABB box;
  box.lowerBound = b2Min(a, b) - b2Vec2(kMargin, kMargin);
  box.upperBound = b2Max(a, b) + b2Vec2(kMargin, kMargin);
  return box;
}

class Nearest final : public b2RayCastCallback {
 public:
  explicit Nearest(std::uint16_t mask) : mask_(mask) {}
  Hit hit;

  float32 ReportFixture(b2Fixture* fixture, const b2Vec2&, const b2Vec2&, float32 fraction) override {
    if ((fixture->GetFilterData().categoryBits & mask_) == 0) return -1.0f;
    const auto* tag = static_cast<const Tag*>(fixture->GetBody()->GetUserData());
    hit = {fraction, tag->index};
    return fraction;
  }

 private:
  std::uint16_t mask_;
};

}  // namespace

Hit cast_in_world(const b2World& world, b2Vec2 from, b2Vec2 to, std::uint16_t mask) {
  Nearest nearest(mask);
  world.RayCast(&nearest, from, to);
  return nearest.hit;
}

std::array<Point, kRays> fan(const Settings& settings) {
  std::array<Point, kRays> ends;
  for (int i = 0; i < kRays; ++i) {
    const double angle = settings.fan_span * i / 10.0 + settings.fan_offset;
    ends[static_cast<std::size_t>(i)] = {std::sin(angle) * kLidarRange, std::cos(angle) * kLidarRange};
  }
  return ends;
}

LidarField::LidarField(const std::array<Point, kRays>& fan) : low_(0.0f, 0.0f), high_(0.0f, 0.0f) {
  for (const Point& reach : fan) {
    const b2Vec2 end(static_cast<float>(reach.x), static_cast<float>(-reach.y));
    low_ = b2Min(low_, end);
    high_ = b2Max(high_, end);
  }
}

void LidarField::build(const Terrain& terrain, const std::vector<b2Body*>& bodies) {
  items_.clear();
  reach_.clear();
  movers_.clear();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    b2Fixture* fixture = bodies[i]->GetFixtureList();
    if (terrain.pieces[i].material == Material::Vine) {
      movers_.push_back({fixture, static_cast<int>(i)});
      continue;
    }
    Item item{{}, fixture->GetShape(), static_cast<int>(i)};
    item.shape->ComputeAABB(&item.box, kIdentity, 0);
    items_.push_back(item);
  }
  std::stable_sort(items_.begin(), items_.end(),
                   [](const Item& a, const Item& b) { return a.box.lowerBound.x < b.box.lowerBound.x; });
  float furthest = -b2_maxFloat;
  for (const Item& item : items_) reach_.push_back(furthest = b2Max(furthest, item.box.upperBound.x));
}

void LidarField::look_from(b2Vec2 origin) {
  const b2AABB view = around(origin + low_, origin + high_);
  near_.clear();
  const auto first = std::lower_bound(reach_.begin(), reach_.end(), view.lowerBound.x) - reach_.begin();
  for (auto i = static_cast<std::size_t>(first); i < items_.size(); ++i) {
    if (items_[i].box.lowerBound.x > view.upperBound.x) break;
    if (!apart(items_[i].box, view)) near_.push_back(items_[i]);
  }
}

Hit LidarField::cast(b2Vec2 from, b2Vec2 to) const {
  Hit hit;
  b2RayCastInput input{from, to, 1.0f};
  b2RayCastOutput output;
  b2AABB box = around(from, to);
  for (const Item& item : near_) {
    if (item.box.lowerBound.x > box.upperBound.x) break;  // and so do all that follow
    if (apart(item.box, box)) continue;
    if (!item.shape->RayCast(&output, input, kIdentity, 0)) continue;
    input.maxFraction = output.fraction;
    hit = {output.fraction, item.piece};
    box = around(from, from + output.fraction * (to - from));
  }
  for (const Mover& mover : movers_) {
    if (apart(mover.fixture->GetAABB(0), box) || !mover.fixture->RayCast(&output, input, 0)) continue;
    input.maxFraction = output.fraction;
    hit = {output.fraction, mover.piece};
  }
  return hit;
}

}  // namespace gradus
