// What begins and ends of contacts mean to the rules.
#include <algorithm>

#include "lane.hpp"

namespace gradus {

namespace {

const Tag& tag_of(const b2Fixture* fixture) { return *static_cast<const Tag*>(fixture->GetBody()->GetUserData()); }

}  // namespace

void Lane::BeginContact(b2Contact* contact) {
  b2Fixture *a = contact->GetFixtureA(), *b = contact->GetFixtureB();
  const Tag &ta = tag_of(a), &tb = tag_of(b);
  if (ta.role == Role::Water || tb.role == Role::Water) {
    water_contact(ta.role == Role::Water ? tb : ta, ta.role == Role::Water ? b : a, true);
  } else if (ta.role == Role::Hand || tb.role == Role::Hand) {
    hand_contact(ta.role == Role::Hand ? ta : tb, ta.role == Role::Hand ? tb : ta, true);
  } else {
    const bool sensor = a->IsSensor() || b->IsSensor();
    part_contact(ta, tb, true, sensor);
    part_contact(tb, ta, true, sensor);
  }
}

void Lane::EndContact(b2Contact* contact) {
  b2Fixture *a = contact->GetFixtureA(), *b = contact->GetFixtureB();
  const Tag &ta = tag_of(a), &tb = tag_of(b);
  if (ta.role == Role::Water || tb.role == Role::Water) {
    water_contact(ta.role == Role::Water ? tb : ta, ta.role == Role::Water ? b : a, false);
  } else if (ta.role == Role::Hand || tb.role == Role::Hand) {
    hand_contact(ta.role == Role::Hand ? ta : tb, ta.role == Role::Hand ? tb : ta, false);
  } else {
    const bool sensor = a->IsSensor() || b->IsSensor();
    part_contact(ta, tb, false, sensor);
    part_contact(tb, ta, false, sensor);
  }
}

void Lane::water_contact(const Tag& tag, b2Fixture* fixture, bool begins) {
  if (tag.role != Role::Part) return;
  if (begins) {
    wet_.push_back(fixture);
  } else {
    wet_.erase(std::remove(wet_.begin(), wet_.end(), fixture), wet_.end());
  }
}

void Lane::hand_contact(const Tag& hand_tag, const Tag& other, bool begins) {
  if (other.role != Role::Ceiling && other.role != Role::Creeper) return;
  const auto hand = std::find_if(hands_.begin(), hands_.end(), [&](const Hand& h) { return h.part == hand_tag.index; });
  auto& list = hand->within_reach;
  const auto found = std::find(list.begin(), list.end(), other.index);
  if (begins) {
    hand->touching = true;
    if (found == list.end()) list.push_back(other.index);
  } else {
    if (found != list.end()) list.erase(found);
    if (list.empty()) hand->touching = false;
  }
}

// The reference clears a part's flag when any of its contacts ends, even one (with a creeper) whose beginning it
// ignored; the repaired rules count solid contacts.
void Lane::part_contact(const Tag& part, const Tag& other, bool begins, bool sensor) {
  if (part.role != Role::Part) return;
  const auto index = static_cast<std::size_t>(part.index);
  const PartSpec& spec = body_.parts[index];
  if (!spec.tracked) return;
  if (!begins) {
    if (!settings_.repaired) {
      flags_[index] = 0;
    } else if (!sensor) {
      flags_[index] = --contact_counts_[index] > 0;
    }
    return;
  }
  if (sensor) return;
  flags_[index] = 1;
  ++contact_counts_[index];
  const bool forgiven = other.role == Role::Ceiling && body_.family == Family::Climber;
  if (spec.critical && !forgiven) failed_ = true;
}

}  // namespace gradus
