// Grasping: hands stick to the ceiling and to creepers while the agent wants them to.
#include <algorithm>

#include "lane.hpp"
#include "abreast.hpp"

namespace gradus {

bool Lane::hand_attached(int part) const {
  return std::any_of(hands_.begin(), hands_.end(), [part](const Hand& h) { return h.part == part && h.grasp; });
}

// Before the physics step: the last actions say which hands want to hold on.
void Lane::release_or_ready() {
  if (!settings_.parkour) return;
  const float* wishes = action_.data() + motors_.size();
  for (std::size_t i = 0; i < hands_.size(); ++i) {
    Hand& hand = hands_[i];
    hand.ready = wishes[i] > 0.0f;
    if (!hand.ready && hand.grasp) {
      world_->DestroyJoint(hand.grasp);
      hand.grasp = nullptr;
    }
  }
}

// The reference compares boxes with the vertices as stored, which for a swinging creeper are those of its rest
// position; the repaired rules use where the creeper really is.
bool Lane::overlaps(const Hand& hand, int piece) const {
  const b2Body* other = pieces_[static_cast<std::size_t>(piece)];
  const b2Shape* shape = other->GetFixtureList()->GetShape();
  const b2Transform at = settings_.repaired ? other->GetTransform() : b2Transform(b2Vec2(0.0f, 0.0f), b2Rot(0.0f));
  b2AABB box;
  shape->ComputeAABB(&box, at, 0);
  const b2Vec2 skin(shape->m_radius, shape->m_radius);  // ComputeAABB includes it, the rule does not
  box.lowerBound += skin;
  box.upperBound -= skin;
  const b2Body* sensor = parts_[static_cast<std::size_t>(hand.part)];
  const b2Vec2 centre = sensor->GetWorldCenter();
  const float reach = sensor->GetFixtureList()->GetShape()->m_radius + 0.01f;
  return centre.x + reach > box.lowerBound.x && centre.x - reach < box.upperBound.x &&
         centre.y + reach > box.lowerBound.y && centre.y - reach < box.upperBound.y;
}

// After the physics step: a ready hand takes hold of what it has touched longest.
void Lane::grasp_what_is_touched() {
  for (Hand& hand : hands_) {
    if (!hand.ready || hand.grasp || hand.within_reach.empty()) continue;
    const int piece = hand.within_reach.front();
    b2Body* sensor = parts_[static_cast<std::size_t>(hand.part)];
    if (overlaps(hand, piece)) {
      b2RevoluteJointDef joint;
      joint.Initialize(sensor, pieces_[static_cast<std::size_t>(piece)], sensor->GetWorldCenter());
      joint.userData = grasp_mark(hand.part);
      hand.grasp = world_->CreateJoint(&joint);
    } else if (!settings_.repaired) {
      hand.within_reach.erase(hand.within_reach.begin());
      if (hand.within_reach.empty()) hand.touching = false;
    }
  }
}

}  // namespace gradus
