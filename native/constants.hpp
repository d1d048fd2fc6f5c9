// The measures that both tracks share, as published with TeachMyAgent. Lengths in metres unless named px.
#pragma once

namespace gradus {

constexpr double kScale = 30.0;  // px per metre; bodies and obstacles are described in px
constexpr double kFps = 50.0;
constexpr double kViewWidth = 600.0 / kScale;
constexpr double kViewHeight = 400.0 / kScale;
constexpr double kTerrainStep = 14.0 / kScale;
constexpr int kTerrainSteps = 200;
constexpr double kGroundHeight = 400.0 / kScale / 4.0;
constexpr double kStartPad = 20.0;  // in terrain steps
constexpr float kTerrainFriction = 2.5f;

constexpr int kRays = 10;
constexpr double kLidarRange = 160.0 / kScale;

constexpr int kVelocityIterations = 180;
constexpr int kPositionIterations = 60;
constexpr float kTimeStep = 1.0f / 50.0f;
constexpr float kGravity = -10.0f;

constexpr double kPushLimit = 5.0;        // newtons, horizontal, at spawn
constexpr double kFailureReward = -100.0;
constexpr double kTorqueScale = 80.0;     // in the cost of a step, whatever the body's real torque
constexpr int kSurvivalSteps = 600;       // consecutive steps in the wrong medium that a body survives
constexpr int kMostKeptSteps = 100000;    // of an episode without a step limit, for checkpoints
constexpr int kHangingSteps = 5;          // steps that climbers get to grasp the ceiling before an episode

}  // namespace gradus
