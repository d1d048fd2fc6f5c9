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

b2Vec2 vec(Point p) { return b2Vec2(static_cast<float>(p.x), static_cast<float>(p.y)); }

// Area and centroid of a polygon. As in the original, vectors are in single precision, numbers in double precision, and a
// number is rounded before it multiplies a vector; the last bits of all forces depend on it.
double area_of(const Outline& outline, b2Vec2& centroid) {
  double area = 0.0;
  centroid.SetZero();
  for (int i = 0; i < outline.count; ++i) {
    const b2Vec2 p = vec(outline[i]), q = vec(outline[(i + 1) % outline.count]);
    const double triangle = 0.5 * static_cast<double>(b2Cross(p, q));
    area += triangle;
    centroid += static_cast<float>(triangle * (1.0 / 3.0)) * (p + q);
  }
  if (!(area > FLT_EPSILON)) return 0.0;
  centroid *= static_cast<float>(1.0 / area);
  return area;
}

// One edge of the wet outline.
struct Face {
  b2Vec2 middle, along, normal;
  double length;

  Face(b2Vec2 from, b2Vec2 to) : middle(0.5f * (from + to)), along(to - from) {
    length = along.Normalize();
    normal = b2Vec2(along.y, -along.x);
  }
};

void apply_drag_and_lift(b2Body* body, const Face& face) {
  b2Vec2 flow = body->GetLinearVelocityFromWorldPoint(face.middle);
  const double speed = flow.Normalize();
  const double against = b2Dot(face.normal, flow);
  if (against < 0.0) return;  // a trailing face
  const double drag = std::min(against * kDragFactor * face.length * kDensity * speed * speed, kMostDrag);
  body->ApplyForce(static_cast<float>(drag) * -flow, face.middle, true);
  const double along = b2Dot(face.along, flow);
  const double lift = std::min(against * along * kLiftFactor * face.length * kDensity * speed * speed, kMostLift);
  body->ApplyForce(static_cast<float>(lift) * b2Vec2(-flow.y, flow.x), face.middle, true);
}

void apply_push(b2Body* body, b2RevoluteJoint* joint, const Face& face, double limit) {
  const float angle = joint->GetJointAngle();
  if (!(joint->GetLowerLimit() < angle && angle < joint->GetUpperLimit())) return;
  const float torque = joint->GetMotorTorque(kPushRate);
  const b2Vec2 anchor = joint->GetAnchorB();
  const b2Vec2 force = b2Cross(body->GetWorldCenter() - anchor, -torque);
  const double with_face = b2Dot(face.normal, force);
  if (!(with_face > 0.0)) return;
  const double moment = torque + static_cast<double>(body->GetInertia()) * body->GetAngularVelocity();
  const double size = with_face * kPushFactor * face.length * kDensity * moment * moment;
  const b2Vec2 thrust = static_cast<float>(size) * -force;
  const auto bounded = [limit](double value) { return std::clamp(value, -limit, limit); };
  body->ApplyForce(vec({bounded(thrust.x), bounded(thrust.y)}), anchor, true);
}

}  // namespace

void Lane::apply_water() {
  for (b2Fixture* fixture : wet_) apply_water(fixture);
}

void Lane::apply_water(b2Fixture* fixture) {
  b2Body* body = fixture->GetBody();
  const Outline wet = clip(world_outline(pieces_.back()->GetFixtureList()), world_outline(fixture));
  if (wet.count < 3) return;
  b2Vec2 centroid;
  const double area = area_of(wet, centroid);
  body->ApplyForce(static_cast<float>(kDensity * area) * b2Vec2(0.0f, -kGravity), centroid, true);

  for (int i = 0; i < wet.count; ++i) {
    const Face face(vec(wet[i]), vec(wet[(i + 1) % wet.count]));
    apply_drag_and_lift(body, face);
    for (b2JointEdge* edge = body->GetJointList(); edge; edge = edge->next) {
      if (edge->joint->GetBodyB() == body && edge->joint->GetType() == e_revoluteJoint) {
        apply_push(body, static_cast<b2RevoluteJoint*>(edge->joint), face, settings_.push_clip);
      }
    }
  }
}

}  // namespace gradus
