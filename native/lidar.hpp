// Ten rays from the head. Two ways to the same numbers: Box2D's own tree, or Box2D's own edge and polygon
// arithmetic over the terrain sorted by x, which skips the tree.
#pragma once

#include <Box2D/Box2D.h>

#include <array>
#include <vector>

#include "constants.hpp"
#include "spec.hpp"
#include "terrain.hpp"

namespace gradus {

struct Hit {
  float fraction = 1.0f;
  int piece = -1;
};

class LidarField {
 public:
  explicit LidarField(const std::array<Point, kRays>& fan);

  // Takes the pieces in creation order; `bodies[i]` was made from `terrain.pieces[i]`.
  void build(const Terrain& terrain, const std::vector<b2Body*>& bodies);

  // Chooses the pieces that rays of the fan starting at `origin` can reach.
  void look_from(b2Vec2 origin);

  Hit cast(b2Vec2 from, b2Vec2 to) const;

 private:
  struct Item {
    b2AABB box;
    const b2Shape* shape;
    int piece;
  };
  struct Mover {
    b2Fixture* fixture;
    int piece;
  };
  std::vector<Item> items_;        // still terrain, sorted by left end
  std::vector<float> reach_;       // furthest right end of all items up to this one
  std::vector<Mover> movers_;      // swinging creepers
  std::vector<Item> near_;         // those in view, still sorted
  b2Vec2 low_, high_;              // corners of the fan, relative to its origin
};

// The nearest hit as Box2D's broad phase finds it.
Hit cast_in_world(const b2World& world, b2Vec2 from, b2Vec2 to, std::uint16_t mask);

// End points of the rays of a fan.
std::array<Point, kRays> fan(const Settings& settings);

}  // namespace gradus
