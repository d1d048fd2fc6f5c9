"""How a track is played: everything an environment can be told, checked in one place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from gradus.school import Box, UserError, hint
from gradus.tracks import bodies
from gradus.tracks.bodies import Body
from gradus.tracks.native import core
from gradus.tracks.spaces import task_space

FANS: Mapping[str, tuple[float, float]] = {"down": (1.5, 0.0), "up": (2.3, 1.5), "full": (math.pi, 0.0)}
"""Span and offset of the lidar, from straight down towards forward."""
SOLVERS = ("scalar", "four", "eight", "sixteen")
"""Ways through the solver, in ascending order of what they ask of the processor."""
_FAMILY_FAN = {"walker": "down", "climber": "up", "swimmer": "full", "amphibian": "full"}


@dataclass(frozen=True)
class Terrain:
    """A terrain given as data instead of drawn from a task.

    Pieces are created in the order given, which the physics engine can tell; each is ``(kind, points)`` with kind
    ``"ground"``, ``"ceiling"``, ``"stump"`` or ``"creeper"`` and two points (an edge) to eight (a convex outline).
    """

    pieces: Sequence[tuple[str, Sequence[tuple[float, float]]]]
    pad: float = 20 * 14 / 30
    """Length of the start pad in metres; the body spawns in its middle."""
    finish: float = 190 * 14 / 30
    """Where the episode ends."""
    water: float | None = None
    """Height of the water's surface in metres (Parkour); None: there is none."""

    KINDS = ("ground", "ceiling", "stump", "creeper")

    def check(self, track: str, body: Body) -> None:
        """Complain about a terrain that this track or this body can do nothing with."""
        kinds = {kind for kind, _ in self.pieces}
        if self.water is not None and track != "parkour":
            raise UserError("Only Parkour has water: a terrain with water cannot be played on Stump Tracks.")
        if self.water is not None and not math.isfinite(self.water):
            raise UserError(f"water must be a finite number, not {self.water!r}.")
        if track == "parkour" and body.family == "climber" and "ceiling" not in kinds:
            raise UserError(f"The body {body.name!r} hangs from the ceiling: its terrain needs one.")

    def to_native(self) -> list[tuple[int, list[tuple[float, float]]]]:
        """The pieces as the core takes them."""
        made = []
        for kind, points in self.pieces:
            if kind not in self.KINDS:
                raise UserError(f"A piece of terrain is one of {', '.join(self.KINDS)}, not {kind!r}.")
            pairs = [(float(x), float(y)) for x, y in points]
            if not 2 <= len(pairs) <= 8 or not all(math.isfinite(v) for pair in pairs for v in pair):
                raise UserError(f"A piece of terrain has two to eight finite points, not {points!r}.")
            made.append((self.KINDS.index(kind), pairs))
        if not made:
            raise UserError("A given terrain needs at least one piece.")
        return made


@dataclass(frozen=True)
class TrackOptions:
    """What both tracks can be told."""

    track: Literal["stump", "parkour"]
    body: str | Body = "old_classic_bipedal"
    """A body's name, the path of a table file, or a body."""
    body_options: Mapping[str, float] = field(default_factory=dict)
    """For example ``{"segments": 6}`` for the millipede, or ``{"torque": 120}``."""
    space: str | Box | None = None
    """The task space: a name, a box, or None for the track's usual one."""
    rules: Literal["reference", "repaired"] = "reference"
    """``reference`` keeps every quirk of the published environments; ``repaired`` mends six of them."""
    lidar: Literal["analytic", "box2d"] = "analytic"
    """How rays are cast; the results agree, ``analytic`` is faster."""
    solver: Literal["auto", "scalar", "four", "eight", "sixteen"] = "auto"
    """How many lanes are solved at once; ``auto`` takes what the processor can. The results agree."""
    fan: Literal["auto", "down", "up", "full"] = "auto"
    """Which way the lidar looks on Parkour; ``auto`` follows the body's family. Stump Tracks always look down."""
    max_steps: int = 2000
    """Steps after which an episode is truncated; 0 for never."""
    push: float | None = None
    """The push at spawn in newtons; None draws it from the ticket."""
    terrain: Terrain | None = None
    """A fixed terrain instead of the task's; a climber needs a ceiling to hang from."""
    network: str | Path | int | None = None
    """Parkour's terrain network: an ``.npz`` file, a seed, or None for the one in use."""
    movable_creepers: bool = False
    """Whether creepers swing (Parkour)."""
    push_clip: float = 20.0
    """Largest component of the thrust that water gives to a moving part, in newtons (Parkour)."""
    ceiling_offset: float = 200.0
    """Height of the ceiling above the pad, before division by the smoothing (Parkour)."""
    ceiling_clip: float = 0.0
    """Least gap between ground and ceiling, before division by the smoothing (Parkour)."""

    def __post_init__(self) -> None:
        for name, allowed in (
            ("track", ("stump", "parkour")),
            ("rules", ("reference", "repaired")),
            ("lidar", ("analytic", "box2d")),
            ("solver", ("auto", *SOLVERS)),
            ("fan", ("auto", *FANS)),
        ):
            value = getattr(self, name)
            if value not in allowed:
                raise UserError(
                    f"{name} must be one of {', '.join(allowed)}, not {value!r}.{hint(str(value), allowed)}"
                )
        if isinstance(self.max_steps, bool) or not isinstance(self.max_steps, int) or self.max_steps < 0:
            raise UserError(f"max_steps must be a whole number of at least 0, not {self.max_steps!r}.")
        for name in ("push", "push_clip", "ceiling_offset", "ceiling_clip"):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, int | float) and math.isfinite(value)):
                raise UserError(f"{name} must be a finite number, not {value!r}.")
        if self.terrain is not None:
            self.terrain.check(self.track, self.make_body())

    def make_body(self) -> Body:
        """The body, with its options set."""
        if not isinstance(self.body, Body):
            return bodies.make(self.body, **dict(self.body_options))
        if self.body_options:
            raise UserError("body_options belong to a body given by name, not to a finished one.")
        return self.body

    def make_space(self) -> Box:
        """The task space."""
        return task_space(self.track, self.space)

    def _solver(self) -> Any:
        widest = core().widest()
        if self.solver == "auto":
            return widest
        if SOLVERS.index(self.solver) > SOLVERS.index(widest.name):
            raise UserError(f"solver must be at most {widest.name!r} on this machine, not {self.solver!r}.")
        return getattr(core().Wide, self.solver)

    def to_native(self, body: Body) -> Any:
        """The core's own settings."""
        settings = core().Settings()
        settings.parkour = self.track == "parkour"
        settings.repaired = self.rules == "repaired"
        settings.lidar = getattr(core().Lidar, self.lidar)
        settings.solver = self._solver()
        fan = _FAMILY_FAN[body.family] if self.fan == "auto" else self.fan
        settings.fan_span, settings.fan_offset = FANS[fan if self.track == "parkour" else "down"]
        settings.max_steps = self.max_steps
        settings.random_push = self.push is None
        settings.fixed_push = self.push or 0.0
        settings.movable_creepers = self.movable_creepers
        settings.push_clip = self.push_clip
        settings.ceiling_offset, settings.ceiling_clip = self.ceiling_offset, self.ceiling_clip
        return settings
