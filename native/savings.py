"""The changes the build makes to the fetched Box2D source, as small exact replacements.

``adapt`` is what every build needs: the distribution's assertions call into Python, which a thread without the
interpreter lock must not do, and it counts in global variables. ``apply`` makes the engine faster without changing a
bit of any result; a test compares whole episodes with a build that lacks it. Every replacement names the text it
expects, and a text that is not found exactly once stops the build, so another source cannot be changed by accident.
"""

from __future__ import annotations

import sys
from pathlib import Path

Change = tuple[str, str, str]
"""File below the Box2D folder, text that occurs there exactly once, text to put in its place."""

ADAPTATIONS: list[Change] = [
    ("Common/b2Settings.h", "#define USE_EXCEPTIONS", "#include <cstdlib>"),
    (
        "Common/b2Settings.h",
        "#define b2Assert(A) assert(A)",
        # A failed assertion cannot be thrown through the engine (its allocator is not exception-safe): checking
        # builds stop at once, others go on, and the lane notices a state that is no longer finite.
        "#ifdef GRADUS_CHECK\n#define b2Assert(A) if (!(A)) { std::abort(); }\n#else\n#define b2Assert(A)\n#endif",
    ),
    # Statistics in global variables: nobody reads them, and threads would fight over them.
    ("Collision/b2Distance.cpp", "int32 b2_gjkCalls, b2_gjkIters, b2_gjkMaxIters;", ""),
    ("Collision/b2Distance.cpp", "++b2_gjkCalls;", ""),
    ("Collision/b2Distance.cpp", "++b2_gjkIters;", ""),
    ("Collision/b2Distance.cpp", "b2_gjkMaxIters = b2Max(b2_gjkMaxIters, iter);", ""),
    ("Collision/b2TimeOfImpact.cpp", "float32 b2_toiTime, b2_toiMaxTime;", ""),
    ("Collision/b2TimeOfImpact.cpp", "int32 b2_toiCalls, b2_toiIters, b2_toiMaxIters;", ""),
    ("Collision/b2TimeOfImpact.cpp", "int32 b2_toiRootIters, b2_toiMaxRootIters;", ""),
    ("Collision/b2TimeOfImpact.cpp", "++b2_toiCalls;", ""),
    ("Collision/b2TimeOfImpact.cpp", "++b2_toiRootIters;", ""),
    ("Collision/b2TimeOfImpact.cpp", "b2_toiMaxRootIters = b2Max(b2_toiMaxRootIters, rootIterCount);", ""),
    ("Collision/b2TimeOfImpact.cpp", "++b2_toiIters;", ""),
    ("Collision/b2TimeOfImpact.cpp", "b2_toiMaxIters = b2Max(b2_toiMaxIters, iter);", ""),
    ("Collision/b2TimeOfImpact.cpp", "b2_toiMaxTime = b2Max(b2_toiMaxTime, time);", ""),
    ("Collision/b2TimeOfImpact.cpp", "b2_toiTime += time;", ""),
]

WORLD, ISLAND, HINGE = "Dynamics/b2World.cpp", "Dynamics/b2Island.cpp", "Dynamics/Joints/b2RevoluteJoint.cpp"

TIMERS: list[Change] = [
    ("Common/b2Timer.cpp", "#elif defined(__linux__) || defined (__APPLE__)", "#elif 0"),
]

# A track has hundreds of still bodies and a handful of moving ones. New bodies go to the front of the list, and the
# agent is built last, so loops that only concern moving bodies may stop after the last of them.
MOVING: list[Change] = [
    ("Dynamics/b2World.h", "\tint32 m_bodyCount;", "\tint32 m_bodyCount;\n\tint32 m_movingCount;"),
    (WORLD, "\tm_bodyCount = 0;", "\tm_bodyCount = 0;\n\tm_movingCount = 0;"),
    (WORLD, "\t++m_bodyCount;", "\t++m_bodyCount;\n\tm_movingCount += b->m_type != b2_staticBody;"),
    (WORLD, "\t--m_bodyCount;", "\t--m_bodyCount;\n\tm_movingCount -= b->m_type != b2_staticBody;"),
    (
        WORLD,
        "for (b2Body* b = m_bodyList; b; b = b->m_next)\n\t{\n\t\tb->m_flags &= ~b2Body::e_islandFlag;\n\t}",
        "int32 left = m_movingCount;\n\tfor (b2Body* b = m_bodyList; left > 0; b = b->m_next)\n\t{\n"
        "\t\tleft -= b->m_type != b2_staticBody;\n\t\tb->m_flags &= ~b2Body::e_islandFlag;\n\t}",
    ),
    (
        WORLD,
        "for (b2Body* seed = m_bodyList; seed; seed = seed->m_next)\n\t{",
        "left = m_movingCount;\n\tfor (b2Body* seed = m_bodyList; left > 0; seed = seed->m_next)\n\t{\n"
        "\t\tleft -= seed->m_type != b2_staticBody;",
    ),
    (
        WORLD,
        "for (b2Body* b = m_bodyList; b; b = b->GetNext())\n\t\t{\n\t\t\t// If a body was not in an island",
        "left = m_movingCount;\n\t\tfor (b2Body* b = m_bodyList; left > 0; b = b->GetNext())\n\t\t{\n"
        "\t\t\tleft -= b->m_type != b2_staticBody;\n\t\t\t// If a body was not in an island",
    ),
    (
        WORLD,
        "for (b2Body* b = m_bodyList; b; b = b->m_next)\n\t\t{\n\t\t\tb->m_flags &= ~b2Body::e_islandFlag;\n"
        "\t\t\tb->m_sweep.alpha0 = 0.0f;",
        "int32 left = m_movingCount;\n\t\tfor (b2Body* b = m_bodyList; left > 0; b = b->m_next)\n\t\t{\n"
        "\t\t\tleft -= b->m_type != b2_staticBody;\n\t\t\tb->m_flags &= ~b2Body::e_islandFlag;\n"
        "\t\t\tb->m_sweep.alpha0 = 0.0f;",
    ),
    (  # the loop above used to reset still bodies too; only those with contacts can need it, and only after this phase
        WORLD,
        "\t\t\tm_stepComplete = true;\n\t\t\tbreak;",
        "\t\t\tm_stepComplete = true;\n"
        "\t\t\tfor (b2Contact* c = m_contactManager.m_contactList; c; c = c->m_next)\n\t\t\t{\n"
        "\t\t\t\tb2Body* a = c->m_fixtureA->m_body;\n\t\t\t\tb2Body* b = c->m_fixtureB->m_body;\n"
        "\t\t\t\tif (a->m_type == b2_staticBody) a->m_sweep.alpha0 = 0.0f;\n"
        "\t\t\t\tif (b->m_type == b2_staticBody) b->m_sweep.alpha0 = 0.0f;\n\t\t\t}\n\t\t\tbreak;",
    ),
    (
        WORLD,
        "for (b2Body* body = m_bodyList; body; body = body->GetNext())\n\t{",
        "int32 left = m_movingCount;\n\tfor (b2Body* body = m_bodyList; left > 0; body = body->GetNext())\n\t{\n"
        "\t\tleft -= body->m_type != b2_staticBody;",
    ),
]

# The continuous phase asks for every pair of neighbours when they meet. Pairs whose boxes, swept over the step and
# widened by what rotation can add, stay apart cannot meet: the answer is "not within this step".
IMPACT: list[Change] = [
    (
        WORLD,
        "// Find TOI contacts and solve them.\n",
        "static float32 GradusBulge(const b2AABB& box, const b2Sweep& sweep)\n{\n"
        "\tfloat32 turn = sweep.a - sweep.a0;\n"
        "\treturn 0.125f * turn * turn * (box.upperBound - box.lowerBound).Length();\n}\n\n"
        "static bool GradusStayApart(const b2AABB& a, const b2Sweep& sa, const b2AABB& b, const b2Sweep& sb)\n{\n"
        "\tb2Vec2 d1 = b.lowerBound - a.upperBound, d2 = a.lowerBound - b.upperBound;\n"
        "\tfloat32 gap = b2Max(b2Max(d1.x, d1.y), b2Max(d2.x, d2.y));\n"
        "\tif (!(gap > 0.001f)) return false;\n"
        "\treturn gap > 0.001f + GradusBulge(a, sa) + GradusBulge(b, sb);\n}\n\n"
        "// Find TOI contacts and solve them.\n",
    ),
    (
        WORLD,
        "\t\t\t\t// Compute the time of impact in interval [0, minTOI]\n",
        "\t\t\t\tif (GradusStayApart(fA->GetAABB(indexA), bA->m_sweep, fB->GetAABB(indexB), bB->m_sweep))\n"
        "\t\t\t\t{\n\t\t\t\t\tc->m_toi = 1.0f;\n\t\t\t\t\tc->m_flags |= b2Contact::e_toiFlag;\n"
        "\t\t\t\t\tcontinue;\n\t\t\t\t}\n\n"
        "\t\t\t\t// Compute the time of impact in interval [0, minTOI]\n",
    ),
    # Its 180 velocity iterations usually stop changing anything after a few: once an iteration leaves every velocity
    # and impulse as it was, so will all the others.
    (
        ISLAND,
        "#include <Box2D/Common/b2Timer.h>",
        "#include <Box2D/Common/b2Timer.h>\n#include <cstring>",
    ),
    (
        ISLAND,
        "\tfor (int32 i = 0; i < subStep.velocityIterations; ++i)\n\t{\n"
        "\t\tcontactSolver.SolveVelocityConstraints();\n\t}",
        "\tint32 speeds = m_bodyCount * sizeof(b2Velocity);\n"
        "\tint32 pushes = m_contactCount * sizeof(b2ContactVelocityConstraint);\n"
        "\tchar* before = (char*)m_allocator->Allocate(speeds + pushes);\n"
        "\tfor (int32 i = 0; i < subStep.velocityIterations; ++i)\n\t{\n\t\tbool look = i % 4 == 3;\n"
        "\t\tif (look)\n\t\t{\n\t\t\tmemcpy(before, m_velocities, speeds);\n"
        "\t\t\tmemcpy(before + speeds, contactSolver.m_velocityConstraints, pushes);\n\t\t}\n"
        "\t\tcontactSolver.SolveVelocityConstraints();\n"
        "\t\tif (look && memcmp(before, m_velocities, speeds) == 0\n"
        "\t\t\t&& memcmp(before + speeds, contactSolver.m_velocityConstraints, pushes) == 0)\n\t\t{\n"
        "\t\t\tbreak;\n\t\t}\n\t}\n\tm_allocator->Free(before);",
    ),
]

# A hinge solves the same small linear systems 180 times per step with new right-hand sides: keep what does not change.
HINGES: list[Change] = [
    (
        "Dynamics/Joints/b2RevoluteJoint.h",
        "\tb2Mat33 m_mass;",
        "\tb2Vec3 m_cross;\n\tfloat32 m_inverse33, m_inverse22;\n"
        "\tb2Vec3 GradusSolve33(const b2Vec3& b) const\n\t{\n"
        "\t\treturn b2Vec3(m_inverse33 * b2Dot(b, m_cross), m_inverse33 * b2Dot(m_mass.ex, b2Cross(b, m_mass.ez)),\n"
        "\t\t\tm_inverse33 * b2Dot(m_mass.ex, b2Cross(m_mass.ey, b)));\n\t}\n"
        "\tb2Vec2 GradusSolve22(const b2Vec2& b) const\n\t{\n"
        "\t\treturn b2Vec2(m_inverse22 * (m_mass.ey.y * b.x - m_mass.ey.x * b.y),\n"
        "\t\t\tm_inverse22 * (m_mass.ex.x * b.y - m_mass.ex.y * b.x));\n\t}\n\tb2Mat33 m_mass;",
    ),
    (
        HINGE,
        "\tm_motorMass = iA + iB;",
        "\tm_cross = b2Cross(m_mass.ey, m_mass.ez);\n\tm_inverse33 = b2Dot(m_mass.ex, m_cross);\n"
        "\tif (m_inverse33 != 0.0f) m_inverse33 = 1.0f / m_inverse33;\n"
        "\tm_inverse22 = m_mass.ex.x * m_mass.ey.y - m_mass.ey.x * m_mass.ex.y;\n"
        "\tif (m_inverse22 != 0.0f) m_inverse22 = 1.0f / m_inverse22;\n\n\tm_motorMass = iA + iB;",
    ),
    (HINGE, "m_mass.Solve33(Cdot)", "GradusSolve33(Cdot)"),
    (HINGE, "m_mass.Solve22(-Cdot)", "GradusSolve22(-Cdot)"),
]

# Every new fixture asks the broad phase for its neighbours. Two still bodies never touch, and a moving one asks for
# itself, so the hundreds of still pieces of a new track need not ask.
PHASE = "Collision/b2BroadPhase"
RESETS: list[Change] = [
    (
        f"{PHASE}.h",
        "int32 CreateProxy(const b2AABB& aabb, void* userData);",
        "int32 CreateProxy(const b2AABB& aabb, void* userData, bool announce = true);",
    ),
    (
        f"{PHASE}.cpp",
        "int32 b2BroadPhase::CreateProxy(const b2AABB& aabb, void* userData)",
        "int32 b2BroadPhase::CreateProxy(const b2AABB& aabb, void* userData, bool announce)",
    ),
    (
        f"{PHASE}.cpp",
        "\tBufferMove(proxyId);\n\treturn proxyId;",
        "\tif (announce) BufferMove(proxyId);\n\treturn proxyId;",
    ),
    (
        "Dynamics/b2Fixture.cpp",
        "broadPhase->CreateProxy(proxy->aabb, proxy);",
        "broadPhase->CreateProxy(proxy->aabb, proxy, m_body->GetType() != b2_staticBody);",
    ),
]

SAVINGS = TIMERS + MOVING + IMPACT + HINGES + RESETS


def replace(folder: Path, changes: list[Change]) -> None:
    """Make the changes in order, or stop with a sentence."""
    for name, old, new in changes:
        path = folder / name
        text = path.read_text(encoding="latin-1").replace("\r\n", "\n")
        if text.count(old) != 1:
            sys.exit(
                f"{name} is not the expected Box2D 2.3 source: {old.strip().splitlines()[0]!r} is not there once."
            )
        path.write_text(text.replace(old, new), encoding="latin-1")


def adapt(folder: Path) -> None:
    """Make the source usable without Python."""
    replace(folder, ADAPTATIONS)


def apply(folder: Path) -> None:
    """Apply the scalar savings, which change no bit of any result."""
    replace(folder, SAVINGS)
