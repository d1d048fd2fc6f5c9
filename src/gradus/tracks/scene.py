"""A scene: a body on a track, on a task or on a terrain drawn by hand, as the page's workshop saves it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gradus.school import Ticket, UserError
from gradus.tracks import bodies
from gradus.tracks.options import Terrain
from gradus.tracks.spaces import SPACES, task_space

Line = list[tuple[float, float]]
_MOST = 2000
"""Points of a drawn line at most."""
_THINGS = 200
"""Stumps and creepers at most."""
_STUMP, _CREEPER = 14 / 30, 0.25
"""Widths in metres."""


@dataclass(frozen=True)
class Scene:
    """Who stands where: everything but the policy."""

    track: str
    body: str
    ticket: Ticket
    terrain: Terrain | None = None
    """A drawing; it stands in place of the task's terrain."""

    @classmethod
    def from_json(cls, data: Any) -> Scene:
        """The scene that a saved file or the page describes; what is wrong with it is said in a sentence."""
        if not isinstance(data, Mapping):
            raise UserError("A scene must be a JSON object with track, body, seed, task and terrain.")
        track = str(data.get("track") or "stump").rsplit("-v", 1)[0]
        if track not in SPACES:
            raise UserError(f"track must be one of {', '.join(SPACES)}, not {track!r}.")
        body = data.get("body") or "old_classic_bipedal"
        if not isinstance(body, str) or body not in bodies.available():
            raise UserError(f"body must be one of {', '.join(bodies.available())}, not {body!r}.")
        drawn = data.get("terrain")
        low = task_space(track).low
        task = _numbers("task", data.get("task") or low) if not drawn else tuple(low)
        ticket = Ticket(task, _whole("seed", data.get("seed", 0)), 0, _whole("nth", data.get("nth", 0)))
        return cls(track, body, ticket, drawn_terrain(drawn) if drawn else None)

    def options(self) -> dict[str, Any]:
        """What the track must be told beside body and ticket."""
        return {} if self.terrain is None else {"terrain": self.terrain}


def drawn_terrain(drawn: Any) -> Terrain:
    """A terrain from what a person drew, in metres: ground and ceiling from left to right, stumps, creepers, water.

    ``stumps`` are ``[x, height]`` on the ground, ``creepers`` ``[x, length]`` hanging from the ceiling.
    """
    if not isinstance(drawn, Mapping):
        raise UserError("terrain must hold ground and ceiling.")
    ground, ceiling = (_line(kind, drawn.get(kind)) for kind in ("ground", "ceiling"))
    if len(ground) < 2:
        raise UserError("ground needs at least two points.")
    pieces: list[tuple[str, Line]] = []
    for kind, line in (("ground", ground), ("ceiling", ceiling)):
        pieces += [(kind, [a, b]) for a, b in pairwise(line) if b[0] - a[0] > 1e-3]
    for x, size in _line("stumps", drawn.get("stumps"), _THINGS):
        pieces.append(("stump", _box(x, _height(ground, x), abs(size), _STUMP)))
    for x, size in _line("creepers", drawn.get("creepers"), _THINGS) if ceiling else []:
        pieces.append(("creeper", _box(x, _height(ceiling, x) - abs(size), abs(size), _CREEPER)))
    water = drawn.get("water")
    surface = None if water is None else _number("water", water)
    return Terrain(tuple(pieces), finish=min(190 * 14 / 30, ground[-1][0] - 1.0), water=surface)


def _box(x: float, bottom: float, height: float, width: float) -> Line:
    height = max(0.05, min(20.0, height))
    return [(x, bottom), (x + width, bottom), (x + width, bottom + height), (x, bottom + height)]


def _height(line: Line, x: float) -> float:
    """The height of a line at a place; beyond its ends that of the end."""
    after = bisect_right([point[0] for point in line], x)
    if after in (0, len(line)):
        return line[-1 if after else 0][1]
    (a, b), (c, d) = line[after - 1], line[after]
    return b + (d - b) * (x - a) / (c - a) if c > a else d


def _line(name: str, given: Any, most: int = _MOST) -> Line:
    """Pairs of finite numbers from left to right."""
    if given is None:
        return []
    if not isinstance(given, list) or len(given) > most:
        raise UserError(f"{name} must be a list of at most {most} points.")
    points = [_numbers(name, point) for point in given]
    if any(len(point) != 2 for point in points):
        raise UserError(f"{name} must be made of pairs of numbers.")
    return sorted((x, y) for x, y in points)


def _numbers(name: str, given: Any) -> tuple[float, ...]:
    if not isinstance(given, list | tuple):
        raise UserError(f"{name} must be a list of numbers, not {given!r}.")
    return tuple(_number(name, value) for value in given)


def _number(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e6 < value < 1e6:
        raise UserError(f"{name} must be made of finite numbers below a million, not {value!r}.")
    return float(value)


def _whole(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**31:
        raise UserError(f"{name} must be a whole number from 0 to {2**31 - 1}, not {value!r}.")
    return value
