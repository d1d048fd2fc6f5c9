// Up to sixteen lanes with the same body, whose islands are solved at once: takes the engine's own numbers apart into rows,
// runs a kernel, and puts the results back where the engine would have put them.
#pragma once

#include <Box2D/Dynamics/b2Island.h>

#include <vector>

#include "rows.hpp"
#include "spec.hpp"

struct b2ContactVelocityConstraint;

namespace gradus {

// What a joint carries as user data, so that it is recognised: hinges and welds of the body count from 1, grasps of its
// parts from -1 down, and joints of the terrain carry nothing.
inline void* joint_mark(int joint) { return reinterpret_cast<void*>(static_cast<std::intptr_t>(joint + 1)); }
inline void* grasp_mark(int part) { return reinterpret_cast<void*>(static_cast<std::intptr_t>(-1 - part)); }

class Abreast {
 public:
  Abreast(const BodySpec& body, Wide wide);

  // Whether a prepared island can be taken. One that is not just the body, or is full of contacts, goes through the
  // engine's own code.
  bool plain(const b2Island& island) const;

  // Orders islands so that neighbours have the same contacts, as far as they can.
  std::uint64_t pattern(const b2Island& island) const;

  void clear();

  // Takes a plain island into the next of sixteen columns.
  void take(b2Island* island);

  // Solve what was taken; the engine integrates in between. Velocities of two teams take turns. Islands that need more
  // position iterations are added to `going`.
  static void solve_velocities(Abreast& one, Abreast* other, int iterations);
  void solve_positions(int iterations, std::vector<b2Island*>& going);

 private:
  // A joint in the order in which the engine puts them into an island.
  struct Place {
    std::intptr_t mark;
    bool optional;
  };
  struct Held {  // a contact of the column's island, and its row
    b2ContactVelocityConstraint* constraint;
    int row;
  };

  const Wide wide_;
  const int still_;  // the motion of everything still
  std::vector<Place> order_;
  std::vector<MotionRow> motions_;
  std::vector<JointRow> joints_;
  std::vector<ContactRow> contacts_;
  std::vector<PressRow> presses_;  // as many as contacts
  int contact_count_ = 0;
  std::vector<std::vector<int>> rows_of_;  // per part, the rows of its first, second, ... contact
  std::vector<int> used_;                  // of them, in the column being filled
  b2Island* islands_[kColumns] = {};
  std::vector<Held> held_[kColumns];
  int count_ = 0;

  VelocityProblem velocity_problem(int iterations);
  bool plain_joints(const b2Island& island) const;
  bool plain_contacts(const b2Island& island) const;
  void take_motions(const b2Island& island, int column);
  void take_joints(const b2Island& island, int column);
  void take_contacts(const b2Island& island, int column);
  int row_for(int part);
  void take_press(const b2Island& island, int contact, int row, int column);
  void iterate_positions(int iterations, MaskRow& going);
  void give_back();
  void give_back(int column);
  void give_back_poses(int column);
};

}  // namespace gradus
