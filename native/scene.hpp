// What a lane looks like right now, for drawing and for tests: plain copies, good after the lane has moved on.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "lane.hpp"

namespace gradus {

struct DrawnPart {
  std::vector<Point> outline;  // world coordinates
  std::string name;
  bool head = false, hand = false, attached = false, contact = false;
};

struct DrawnRay {
  Point end;
  double fraction = 1.0;  // of the way, to what it hits
};

struct Scene {
  std::vector<DrawnPart> parts;
  std::array<DrawnRay, kRays> rays;
  std::vector<std::vector<Point>> vines;  // outlines of swinging creepers where they are now
  Point head;
  double exposure = 0.0;
};

Scene scene_of(const Lane& lane);

// Six numbers per part: x, y, angle, and their velocities (of the centre of mass).
std::vector<double> poses(const Lane& lane);

std::vector<double> masses(const Lane& lane);

}  // namespace gradus
