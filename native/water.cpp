// Water: buoyancy, drag and lift on what is under the surface, and a thrust from motors that move a part.
#include <algorithm>
#include <cfloat>
#include <cmath>

#include "lane.hpp"

namespace gradus {

namespace {

constexpr double kDensity = 1.0;
constexpr double kDragFactor = 0.25, kMostDrag = 2000.0;
constexpr double kLiftFactor = 0.25, kMostLift = 500.0;
constexpr double kPushFactor = 0.05;
constexpr float kPushRate = 60.0f;  // the original turns impulses into torques as if a step were 1/60 s

// At most one vertex is added per clipping edge.
constexpr int kMostPoints = 4 + b2_maxPolygonVertices + 2;

struct Outline {
  std::array<Point, kMostPoints> points;
  int count = 0;
  void add(Point p) {
    if (count < kMostPoints) points[static_cast<std::size_t>(count++)] = p;
  }
  const Point& operator[](int i) const { return points[static_cast<std::size_t>(i)]; }
};

bool inside(Point a, Point b, Point p) { return (b.x - a.x) * (p.y - a.y) > (b.y - a.y) * (p.x - a.x); }

// Where the line through a and b meets the line through s and e. The original keeps these vectors in single precision;
// so do we, because the thrust on a face that is nearly at right angles to it depends on their last bits.
Point crossing(Point a, Point b, Point s, Point e) {
  const auto f = [](double v) { return static_cast<double>(static_cast<float>(v)); };
  const Point dc{f(a.x - b.x), f(a.y - b.y)}, dp{f(s.x - e.x), f(s.y - e.y)};
  const double n1 = a.x * b.y - a.y * b.x, n2 = s.x * e.y - s.y * e.x;
  const double scale = 1.0 / (dc.x * dp.y - dc.y * dp.x);
  return {f((n1 * dp.x - n2 * dc.x) * scale), f((n1 * dp.y - n2 * dc.y) * scale)};
}

// Sutherland and Hodgman: the subject cut down to what lies inside the clip polygon (counter-clockwise).
Outline clip(Outline subject, const Outline& by) {
  Point a = by[by.count - 1];
  for (int i = 0; i < by.count && subject.count > 0; ++i) {
    const Point b = by[i];
    Outline out;
    Point s = subject[subject.count - 1];
    for (int j = 0; j < subject.count; ++j) {
      const Point e = subject[j];
      const bool e_in = inside(a, b, e), s_in = inside(a, b, s);
      if (e_in != s_in) out.add(crossing(a, b, s, e));
      if (e_in) out.add(e);
      s = e;
    }
    subject = out;
    a = b;
  }
  return subject;
}

Outline world_outline(const b2Fixture* fixture) {
  const auto* shape = static_cast<const b2PolygonShape*>(fixture->GetShape());
  Outline outline;
  for (int i = 0; i < shape->GetVertexCount(); ++i) {
    const b2Vec2 p = fixture->GetBody()->GetWorldPoint(shape->GetVertex(i));
    outline.add({p.x, p.y});
  }
  return outline;
}

// Area and centroid of a polygon.
double area_of(const Outline& outline, Point& centroid) {
  double area = 0.0;
  centroid = {0.0, 0.0};
  for (int i = 0; i < outline.count; ++i) {
    const Point p = outline[i], q = outline[(i + 1) % outline.count];
    const double triangle = 0.5 * (p.x * q.y - p.y * q.x);
    area += triangle;
    centroid.x += triangle * (p.x + q.x) / 3.0;
    centroid.y += triangle * (p.y + q.y) / 3.0;
  }
  if (area <= FLT_EPSILON) return 0.0;
  centroid.x /= area;
  centroid.y /= area;
  return area;
}

b2Vec2 vec(double x, double y) { return b2Vec2(static_cast<float>(x), static_cast<float>(y)); }

// One edge of the wet outline.
struct Face {
  double length;
  Point along, normal, middle;
};

void apply_drag_and_lift(b2Body* body, const Face& face) {
  const b2Vec2 flow = body->GetLinearVelocityFromWorldPoint(vec(face.middle.x, face.middle.y));
  const double speed = std::hypot(static_cast<double>(flow.x), static_cast<double>(flow.y));
  if (speed < FLT_EPSILON) return;
  const Point d{flow.x / speed, flow.y / speed};
  const double against = face.normal.x * d.x + face.normal.y * d.y;
  if (against < 0.0) return;  // a trailing face
  const b2Vec2 at = vec(face.middle.x, face.middle.y);
  const double drag = std::min(against * face.length * kDensity * kDragFactor * speed * speed, kMostDrag);
  body->ApplyForce(vec(-drag * d.x, -drag * d.y), at, true);
  const double along = face.along.x * d.x + face.along.y * d.y;
  const double lift = std::min(against * along * face.length * kDensity * kLiftFactor * speed * speed, kMostLift);
  body->ApplyForce(vec(-lift * d.y, lift * d.x), at, true);
}

void apply_push(b2Body* body, b2RevoluteJoint* joint, const Face& face, double limit) {
  const float angle = joint->GetJointAngle();
  if (!(joint->GetLowerLimit() < angle && angle < joint->GetUpperLimit())) return;
  const double torque = joint->GetMotorTorque(kPushRate);
  const b2Vec2 anchor = joint->GetAnchorB();
  const b2Vec2 lever = body->GetWorldCenter() - anchor;
  const Point force{-torque * lever.y, torque * lever.x};
  const double with_face = face.normal.x * force.x + face.normal.y * force.y;
  if (!(with_face > 0.0)) return;
  const double moment = torque + static_cast<double>(body->GetInertia()) * body->GetAngularVelocity();
  const double size = kPushFactor * with_face * face.length * kDensity * moment * moment;
  const auto bounded = [limit](double value) { return std::clamp(value, -limit, limit); };
  body->ApplyForce(vec(bounded(-size * force.x), bounded(-size * force.y)), anchor, true);
}

}  // namespace

void Lane::apply_water() {
  for (b2Fixture* fixture : wet_) apply_water(fixture);
}

void Lane::apply_water(b2Fixture* fixture) {
  b2Body* body = fixture->GetBody();
  const Outline wet = clip(world_outline(pieces_.back()->GetFixtureList()), world_outline(fixture));
  if (wet.count < 3) return;
  Point centroid;
  const double area = area_of(wet, centroid);
  body->ApplyForce(vec(0.0, kDensity * area * -static_cast<double>(kGravity)), vec(centroid.x, centroid.y), true);

  for (int i = 0; i < wet.count; ++i) {
    const Point p = wet[i], q = wet[(i + 1) % wet.count];
    b2Vec2 edge = vec(q.x, q.y) - vec(p.x, p.y);
    Face face{edge.Normalize(), {}, {}, {0.5 * (p.x + q.x), 0.5 * (p.y + q.y)}};
    if (face.length < FLT_EPSILON) continue;  // has no direction, hence no effect
    face.along = {edge.x, edge.y};
    face.normal = {face.along.y, -face.along.x};
    apply_drag_and_lift(body, face);
    for (b2JointEdge* edge = body->GetJointList(); edge; edge = edge->next) {
      if (edge->joint->GetBodyB() == body && edge->joint->GetType() == e_revoluteJoint) {
        apply_push(body, static_cast<b2RevoluteJoint*>(edge->joint), face, settings_.push_clip);
      }
    }
  }
}

}  // namespace gradus
