"""What a body is: rigid parts held together by joints, some of them with motors.

All lengths are in px (30 to the metre), as the benchmark's tables give them; angles are radians.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

Pair = tuple[float, float]
Family = Literal["walker", "climber", "swimmer", "amphibian"]
FAMILIES: tuple[Family, ...] = ("walker", "climber", "swimmer", "amphibian")
Critical = Literal["never", "stumps", "always", "stumps-head-repaired"]
CRITICAL: tuple[Critical, ...] = ("never", "stumps", "always", "stumps-head-repaired")
PX = 30.0
"""Pixels per metre."""


@dataclass(frozen=True, slots=True)
class Part:
    """One rigid part."""

    name: str
    at: Pair
    """Where its frame is at spawn, relative to the spawn point."""
    angle: float
    shape: Literal["box", "polygon", "circle"]
    points: tuple[Pair, ...]
    """Vertices of a polygon, the half-sizes of a box, or (radius, 0)."""
    density: float
    friction: float
    contact: bool
    """Whether its contact flag is kept."""
    critical: Critical
    """Where touching the terrain with it ends the episode."""
    sensor: bool
    """Whether it is a hand that can grasp."""
    push: bool
    """Whether it gets the random push at spawn."""


@dataclass(frozen=True, slots=True)
class Joint:
    """A hinge (or a weld) between two parts, named by their numbers."""

    a: int
    b: int
    there: Pair
    """Anchor in the frame of part ``a``."""
    here: Pair
    """Anchor in the frame of part ``b``."""
    shared: bool = True
    """Whether both anchors are the same point of the world at spawn."""
    weld: bool = False
    limits: Pair = (0.0, 0.0)
    motor: float = 0.0
    """Speed of the motor in radians per second; 0 for none."""
    offset: float = 0.0
    """Added to the observed angle."""
    observe_contact: int = -1
    """Part whose contact flag is observed with this motor, or -1."""


@dataclass(frozen=True, slots=True)
class Body:
    """A body as its table describes it, with all options filled in."""

    name: str
    family: Family
    parts: tuple[Part, ...]
    joints: tuple[Joint, ...]
    order: tuple[int, ...]
    """Creation order: part k as k, joint k as -1 - k."""
    head: int
    torque: float
    torque_cost: float
    angle_term: bool
    """Whether leaning costs reward."""
    width: float
    height: float
    spawn_height: float
    """Height of the spawn point above the ground."""
    spawn_height_stumps: float
    """The same on Stump Tracks (only the two oldest bodies differ)."""
    mask: int
    """Collision mask: what the parts touch and the lidar sees."""

    @property
    def motors(self) -> int:
        """How many joints have a motor."""
        return sum(joint.motor != 0 for joint in self.joints)

    @property
    def hands(self) -> int:
        """How many parts can grasp."""
        return sum(part.sensor for part in self.parts)

    @property
    def actions(self) -> int:
        """Length of an action: motors first, then hands."""
        return self.motors + self.hands

    def critical(self, part: int, track: str, rules: str) -> bool:
        """Whether touching the terrain with this part ends an episode on that track."""
        match self.parts[part].critical:
            case "always":
                return True
            case "stumps":
                return track == "stump"
            case "stumps-head-repaired":
                return track == "stump" and rules == "repaired" and part == self.head
            case _:
                return False

    def to_native(self, native: Any, track: str, rules: str) -> Any:
        """The core's own description of this body on a track (metres)."""
        spec = native.BodySpec()
        spec.name, spec.family = self.name, getattr(native.Family, self.family)
        spec.head, spec.mask, spec.angle_term = self.head, self.mask, self.angle_term
        spec.torque, spec.torque_cost, spec.width = self.torque, self.torque_cost, self.width / PX
        spawn = self.spawn_height_stumps if track == "stump" else self.spawn_height
        spec.spawn_height = spawn / PX
        for item in self.order:
            if item >= 0:
                self._add_part(spec, native, item, self.critical(item, track, rules))
            else:
                self._add_joint(spec, self.joints[-1 - item])
        return spec

    def _add_part(self, spec: Any, native: Any, index: int, critical: bool) -> None:
        part = self.parts[index]
        spec.add_part(
            name=part.name,
            position=metres(part.at),
            angle=part.angle,
            shape=getattr(native.Shape, part.shape),
            points=[metres(p) for p in part.points],
            density=part.density,
            friction=part.friction,
            tracked=part.contact,
            critical=critical,
            sensor=part.sensor,
            pushed=part.push,
        )

    def _add_joint(self, spec: Any, joint: Joint) -> None:
        lower, upper = joint.limits
        spec.add_joint(
            a=joint.a,
            b=joint.b,
            anchor_a=metres(joint.there),
            anchor_b=metres(joint.here),
            shared=joint.shared,
            weld=joint.weld,
            lower=lower,
            upper=upper,
            speed=joint.motor,
            correction=joint.offset,
            contact_part=joint.observe_contact,
        )


def metres(point: Pair) -> Pair:
    """From px to metres."""
    return (point[0] / PX, point[1] / PX)


def turned(point: Pair, angle: float) -> Pair:
    """A point rotated counter-clockwise about the origin."""
    c, s = math.cos(angle), math.sin(angle)
    return (c * point[0] - s * point[1], s * point[0] + c * point[1])
