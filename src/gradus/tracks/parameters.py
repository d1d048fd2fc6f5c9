"""What the coordinates of a task mean, what they may be, and how the core reads them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gradus.school import Box, UserError, hint


@dataclass(frozen=True, slots=True)
class Parameter:
    """One coordinate of a task."""

    name: str
    low: float
    high: float
    absent: float
    """The core's value when a task space does not name the parameter; NaN means "not in use"."""
    text: str


_NAN = math.nan
_HEXAGON = tuple(Parameter(f"hexagon_{i}", 0.0, 4.0, _NAN, "offset of a hexagon's vertex") for i in range(12))
_SEQUENCE = tuple(
    Parameter(f"sequence_{i}", 0.0, 10.0, _NAN, "height (even) or width (odd) of a box in a sequence")
    for i in range(10)
)
STUMP: tuple[Parameter, ...] = (
    Parameter("stump_height", -20.0, 20.0, _NAN, "mean height of stumps, in terrain steps"),
    Parameter("obstacle_spacing", 0.0, 90.0, 8.0, "ground between obstacles, in metres"),
    Parameter("roughness", 0.0, 30.0, 0.0, "half-range of the ground's noise, in px"),
    Parameter("stump_width_mean", 0.0, 20.0, _NAN, "mean width of stumps, in terrain steps"),
    Parameter("stump_width_sd", 0.0, 10.0, 0.0, "standard deviation of the width"),
    Parameter("stump_rotation_mean", 0.0, 2 * math.pi, _NAN, "mean rotation of stumps, in radians"),
    Parameter("stump_rotation_sd", 0.0, math.pi, 0.0, "standard deviation of the rotation"),
    *_HEXAGON,
    *_SEQUENCE,
)
PARKOUR: tuple[Parameter, ...] = (
    Parameter("theta_1", -10.0, 10.0, 0.0, "first input of the terrain network"),
    Parameter("theta_2", -10.0, 10.0, 0.0, "second input of the terrain network"),
    Parameter("theta_3", -10.0, 10.0, 0.0, "third input of the terrain network"),
    Parameter(
        "water_level", 0.0, 1.0, 0.0, "water surface, 0 at the bottom of the world, 1 at the highest ceiling"
    ),
    Parameter("creeper_width", 0.0, 10.0, _NAN, "width of creepers, in metres"),
    Parameter("creeper_height", 0.0, 20.0, _NAN, "mean length of creepers, in metres"),
    Parameter("creeper_spacing", 0.0, 100.0, 1.0, "ceiling between creepers, in metres"),
    Parameter("smoothing", 1.0, 1000.0, 10.0, "divides the relief; larger is flatter"),
)
PARAMETERS = {"stump": STUMP, "parkour": PARKOUR}
"""The parameters of each track, in the core's order."""

_TOGETHER = (
    tuple(p.name for p in _HEXAGON),
    tuple(p.name for p in _SEQUENCE),
    ("creeper_width", "creeper_height"),
)


class TaskReader:
    """Turns tasks of one space into the core's rows, with clear errors."""

    def __init__(self, track: str, space: Box) -> None:
        self.parameters = PARAMETERS[track]
        known = [p.name for p in self.parameters]
        for name in space.names:
            if name not in known:
                raise UserError(f"The {track} track has no parameter {name!r}.{hint(name, known)}")
        for names in _TOGETHER:
            given = [name for name in names if name in space.names]
            if given and len(given) < len(names):
                missing = next(name for name in names if name not in given)
                raise UserError(f"A task space with {given[0]!r} needs {missing!r} too.")
        self.names = space.names
        self.columns = [known.index(name) for name in space.names]
        self._absent = np.array([p.absent for p in self.parameters])

    def check(self, task: object) -> tuple[float, ...]:
        """The task as plain numbers, if every coordinate is within the parameter's limits."""
        if (
            isinstance(task, str)
            or not isinstance(task, Sequence | np.ndarray)
            or len(task) != len(self.names)
        ):
            wanted = ", ".join(self.names)
            raise UserError(f"A task here has {len(self.names)} numbers ({wanted}), not {task!r}.")
        numbers = []
        for name, column, value in zip(self.names, self.columns, task, strict=True):
            limits = self.parameters[column]
            try:
                number = float(value)
            except (TypeError, ValueError) as error:
                raise UserError(f"Task parameter {name} must be a number, not {value!r}.") from error
            if not limits.low <= number <= limits.high:
                raise UserError(f"Task parameter {name} = {number} is outside {limits.low} .. {limits.high}.")
            numbers.append(number)
        return tuple(numbers)

    def row(self, task: Sequence[float]) -> NDArray[np.float64]:
        """The core's row for a checked task."""
        row = self._absent.copy()
        row[self.columns] = task
        return row
