"""Windows of a task space that widen or move from an easy beginning to an end: what manual schedules share.

In a box a window is a smaller box; among named tasks, whose order is the order of difficulty, it is how many of the
first ones are open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Box, Discrete, TaskKey, Teacher, UserError

Array = NDArray[np.float64]

WIDTH = 2.0
"""Half of a window's width in deviations of the distribution that it stands for."""


@dataclass(frozen=True)
class Window:
    """A part of a box, by its lower and upper corner in free dimensions."""

    box: Box
    low: Array
    high: Array

    def sample(self, rng: np.random.Generator) -> TaskKey:
        """A task drawn evenly."""
        return self.box.expand(rng.uniform(self.low, self.high))


@dataclass(frozen=True)
class Names:
    """A list of named tasks."""

    tasks: tuple[str, ...]

    def sample(self, rng: np.random.Generator) -> TaskKey:
        """One of them, each equally likely."""
        return self.tasks[int(rng.integers(len(self.tasks)))]


def window_at(teacher: Teacher, share: float) -> Window | Names:
    """The window of a schedule of which this share has passed, from 0 (the beginning) to 1 (the end)."""
    space = teacher.space
    if isinstance(space, Discrete):
        return Names(space.tasks[: 1 + int(share * (len(space.tasks) - 1) + 1e-9)])
    first, last = _ends(space, teacher.settings)
    return Window(space, *((1 - share) * a + share * b for a, b in zip(first, last, strict=True)))


def _ends(box: Box, settings: Any) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """The first and the last window of a box."""
    middle = tuple((lo + hi) / 2 for lo, hi in zip(box.low, box.high, strict=True))
    first = _around(box, settings.initial_mean or middle, settings.initial_std)
    if settings.target_mean is None:
        return first, (box.free_low, box.free_high)
    return first, _around(box, settings.target_mean, settings.target_std)


def _around(box: Box, mean: tuple[float, ...], std: tuple[float, ...] | None) -> tuple[Array, Array]:
    """The window of two deviations around a mean; none means deviations of 10 % of each range."""
    low, high = box.free_low, box.free_high
    if std is not None and len(std) != box.dimension:
        raise UserError(f"A spread needs {box.dimension} numbers, one per dimension of the box, not {std!r}.")
    spread = 0.1 * (high - low) if std is None else np.array([float(std[i]) for i in box.free])
    middle = box.reduce(mean)
    return np.maximum(middle - WIDTH * spread, low), np.minimum(middle + WIDTH * spread, high)


def check_names(teacher: Teacher) -> None:
    """Refuse means among named tasks, where the order of the list is the schedule."""
    given = teacher.settings.initial_mean is not None or teacher.settings.target_mean is not None
    if isinstance(teacher.space, Discrete) and given:
        raise UserError("initial_mean and target_mean need a box; named tasks are taken in their order.")
