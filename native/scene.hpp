// What a lane looks like right now, for drawing and for tests.
#pragma once

#include <string>
#include <vector>

#include "lane.hpp"

namespace gradus {

struct DrawnPart {
  std::vector<Point> outline;  // world coordinates
  std::string name;
  bool head = false, hand = false, attached = false, contact = false;
};

std::vector<DrawnPart> drawn_parts(const Lane& lane);

// Outlines of swinging creepers where they are now.
std::vector<std::vector<Point>> drawn_vines(const Lane& lane);

// Six numbers per part: x, y, angle, and their velocities (of the centre of mass).
std::vector<double> poses(const Lane& lane);

}  // namespace gradus
