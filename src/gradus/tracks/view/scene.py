"""What can be seen of a lane: plain data, taken from the core once per frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gradus.school import UserError
from gradus.tracks.lanes import Lanes

Point = tuple[float, float]
Outline = list[Point]
_FAR_AWAY = 30.0
"""Metres by which the ground goes on, so that no picture shows its end."""
GROUND, CEILING, STUMP, CREEPER, VINE, WATER = range(6)


@dataclass(frozen=True)
class Part:
    """One part of the body, where it is now."""

    outline: Outline
    name: str
    head: bool
    hand: bool
    attached: bool
    contact: bool


@dataclass(frozen=True)
class Land:
    """The terrain, which stays as it is for an episode."""

    ground: Outline
    ceiling: Outline
    pieces: list[tuple[int, Outline]]
    clouds: list[Outline]
    water: float
    finish: float

    def shown(self, outline: Outline) -> Outline:
        """Ground or ceiling as drawn: prolonged where nobody can get to, so that the world has no visible edge.

        Ground that ends before the finish line really ends there.
        """
        if not outline:
            return outline
        left, right = outline[0], outline[-1]
        beyond = [(right[0] + _FAR_AWAY, right[1])] if right[0] > self.finish else []
        return [(left[0] - _FAR_AWAY, left[1]), *outline, *beyond]

    def height_range(self) -> tuple[float, float]:
        """Lowest and highest point worth showing."""
        heights = [y for _, y in self.ground + self.ceiling]
        heights += [y for kind, points in self.pieces if kind == STUMP for _, y in points]
        return min(heights), max(heights)


@dataclass(frozen=True)
class Scene:
    """A lane at one moment."""

    land: Land
    parts: list[Part]
    vines: list[Outline]
    rays: list[tuple[float, float, float]]
    """End point and the fraction after which something was hit."""
    head: Point
    tilt: float
    """The angle of the head."""
    exposure: float
    """Share of the time the body survives where it is that has been used up."""
    parkour: bool


def land_of(lanes: Lanes, lane: int) -> Land:
    """The terrain of a lane."""
    made: dict[str, Any] = lanes.batch.terrain(lane)
    return Land(**{key: made[key] for key in ("ground", "ceiling", "pieces", "clouds", "water", "finish")})


def scene_of(lanes: Lanes, lane: int, land: Land | None = None) -> Scene:
    """A lane as it is now; a land taken before saves time within an episode."""
    if lanes.playing[lane] is None:
        raise UserError(f"Lane {lane} plays no ticket, so there is nothing to see.")
    seen: dict[str, Any] = lanes.batch.scene(lane)
    return Scene(
        land=land or land_of(lanes, lane),
        parts=[Part(**part) for part in seen["parts"]],
        vines=seen["vines"],
        rays=seen["rays"],
        head=seen["head"],
        tilt=float(lanes.batch.poses(lane)[lanes.body.head][2]),
        exposure=seen["exposure"],
        parkour=lanes.options.track == "parkour",
    )
