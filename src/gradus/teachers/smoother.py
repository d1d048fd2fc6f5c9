"""The success of a student anywhere in a task space, estimated from its latest episodes.

By the kernel regression of Nadaraya and Watson; named tasks stand so far apart that each is estimated from its own
episodes only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Box, Space, TaskKey
from gradus.teachers.arrays import pack, unpack

Array = NDArray[np.float64]

APART = 1e3
"""Distance between two named tasks, in units of the kernel's width."""


class Smoother:
    """The latest ``window`` episodes; ``width`` is the kernel's, as a share of each range."""

    def __init__(self, space: Space, window: int, width: float) -> None:
        self.space, self.window, self.width = space, window, width
        self._places = {} if isinstance(space, Box) else {task: i for i, task in enumerate(space.tasks)}
        self._size = len(space.free) if isinstance(space, Box) else 1
        self.rows: Array = np.empty((0, self._size + 1))
        """One row per episode, oldest first: where it was, in units of the kernel's width, and how it went."""

    def points(self, tasks: Sequence[TaskKey]) -> Array:
        """Where tasks stand, in units of the kernel's width."""
        if not isinstance(self.space, Box):
            return np.array([[APART * self._places[str(task)]] for task in tasks])
        scale = self.width * (self.space.free_high - self.space.free_low)
        return np.array([self.space.reduce(task) for task in tasks]) / scale

    def add(self, task: TaskKey, value: float) -> None:
        """Take an episode in; the oldest one beyond the window is dropped."""
        row = np.append(self.points([task])[0], value)
        self.rows = np.vstack([self.rows[-self.window + 1 :] if self.window > 1 else self.rows[:0], row])

    def estimate(self, points: Array, prior: float = 0.0, weight: float = 0.0) -> Array:
        """The value at each point: a mean of the episodes, nearer ones counting more.

        ``prior`` counts as ``weight`` episodes at the very point; without it the nearest episode decides where none is
        near. Without any episode the value is the prior.
        """
        if not len(self.rows):
            return np.full(len(points), prior)
        gaps = ((points[:, None, :] - self.rows[None, :, :-1]) ** 2).sum(axis=2)
        if weight == 0:
            gaps = gaps - gaps.min(
                axis=1, keepdims=True
            )  # leaves the mean as it is and its weights above zero
        kernel = np.exp(-0.5 * gaps)
        return np.asarray((kernel @ self.rows[:, -1] + weight * prior) / (kernel.sum(axis=1) + weight))

    def best(self, task: TaskKey, default: float) -> float:
        """The highest value among the episodes within a kernel's width of a task."""
        near = ((self.rows[:, :-1] - self.points([task])) ** 2).sum(axis=1) <= 1
        return float(self.rows[near, -1].max()) if near.any() else default

    def to_json(self) -> dict[str, Any]:
        """The episodes, packed."""
        return pack(self.rows)

    def load(self, data: Mapping[str, Any]) -> None:
        """Take back what :meth:`to_json` wrote."""
        self.rows = unpack(data, (-1, self._size + 1))
