"""Arms: a task space as a list of choices, for bandits; named tasks as they are, a box as a grid of cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gradus.school import Box, Outcome, Space, TaskKey, UserError

Array = NDArray[np.float64]

MOST = 10_000
"""More cells than this cannot be told apart by playing."""


class Arms:
    """The choices of a bandit over a space."""

    def __init__(self, space: Space, cells: int) -> None:
        self.space = space
        if isinstance(space, Box):
            self.grid = (cells,) * len(space.free)
            self.count = cells ** len(space.free)
            if self.count > MOST:
                raise UserError(
                    f"cells must leave at most {MOST} cells in all; {cells} in each of "
                    f"{len(space.free)} dimensions make {self.count}."
                )
        else:
            self.grid = (len(space.tasks),)
            self.count = len(space.tasks)

    def task(self, arm: int, rng: np.random.Generator) -> TaskKey:
        """A task of that arm: the named one, or any of the cell."""
        if not isinstance(self.space, Box):
            return self.space.tasks[arm]
        corner = np.array(np.unravel_index(arm, self.grid))
        share = (corner + rng.random(len(corner))) / np.array(self.grid)
        low, high = self.space.free_low, self.space.free_high
        return self.space.expand(low + share * (high - low))

    def tasks(self, arms: Sequence[int], draws: Array) -> list[TaskKey]:
        """A task of each arm; for a box, from one row of ``draws`` each: what :meth:`task` takes from its generator."""
        if not isinstance(self.space, Box):
            return [self.space.tasks[arm] for arm in arms]
        corners = np.stack(np.unravel_index(np.asarray(arms, dtype=int), self.grid), axis=-1)
        shares = (corners + draws) / np.array(self.grid)
        low, high = self.space.free_low, self.space.free_high
        return list(self.space.expand_many(low + shares * (high - low)))

    def arms(self, tasks: Sequence[TaskKey]) -> list[int]:
        """The arm that each task belongs to."""
        if not isinstance(self.space, Box):
            return [self.space.places[str(task)] for task in tasks]
        low, high = self.space.free_low, self.space.free_high
        shares = (self.space.reduce_many(tasks) - low) / (high - low)
        cells = np.minimum((shares * self.grid).astype(int), np.array(self.grid) - 1)
        return [int(arm) for arm in np.ravel_multi_index(tuple(cells.T), self.grid)]

    @property
    def dimension(self) -> int:
        """How many draws a task takes from a generator."""
        return len(self.grid) if isinstance(self.space, Box) else 0

    def arm(self, task: TaskKey) -> int:
        """The arm that a task belongs to."""
        if isinstance(self.space, Box):
            low, high = self.space.free_low, self.space.free_high
            share = (self.space.reduce(task) - low) / (high - low)
            cell = np.minimum((share * self.grid).astype(int), np.array(self.grid) - 1)
            return int(np.ravel_multi_index(tuple(cell), self.grid))
        return self.space.places[self.space.check(task)]


def signal(outcome: Outcome, kind: str) -> float:
    """What a bandit learns from: the return, or 1 for solved and 0 for not."""
    return float(outcome.solved) if kind == "solved" else outcome.reward
