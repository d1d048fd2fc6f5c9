"""Task spaces: where a teacher may choose from."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school.errors import UserError, hint
from gradus.school.ticket import TaskKey

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Discrete:
    """A finite set of named tasks, in an order."""

    tasks: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "tasks", tuple(self.tasks))
        if not self.tasks:
            raise UserError("A discrete task space needs at least one task.")
        if len(set(self.tasks)) != len(self.tasks):
            raise UserError("A discrete task space cannot name a task twice.")

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each task stands in the order."""
        return {task: place for place, task in enumerate(self.tasks)}

    def check(self, task: TaskKey) -> str:
        """The task itself, if it belongs to the space."""
        if not isinstance(task, str) or task not in self.places:
            raise UserError(f"Task {task!r} is not in the task space.{hint(str(task), self.tasks)}")
        return task

    def sample(self, rng: np.random.Generator) -> str:
        """A task, each equally likely."""
        return self.tasks[int(rng.integers(len(self.tasks)))]

    def sample_many(self, rng: np.random.Generator, n: int) -> list[str]:
        """What ``n`` calls of :meth:`sample` draw."""
        return [self.tasks[i] for i in rng.integers(len(self.tasks), size=n).tolist()]

    def spec(self) -> dict[str, Any]:
        """A JSON-able description that :func:`space_from_spec` reads back."""
        return {"kind": "discrete", "tasks": list(self.tasks)}


@dataclass(frozen=True)
class Box:
    """A box of real parameters; dimensions with ``low == high`` are fixed and hidden from teachers."""

    low: tuple[float, ...]
    high: tuple[float, ...]
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        low, high = tuple(map(float, self.low)), tuple(map(float, self.high))
        names = tuple(self.names) or tuple(f"x{i}" for i in range(len(low)))
        if not low or not len(low) == len(high) == len(names):
            raise UserError(
                f"A box needs as many lows ({len(low)}) as highs ({len(high)}) and names ({len(names)})."
            )
        for name, lo, hi in zip(names, low, high, strict=True):
            if not (math.isfinite(lo) and math.isfinite(hi) and lo <= hi):
                raise UserError(f"Dimension {name!r} needs finite low <= high, not {lo} and {hi}.")
        for field, value in (("low", low), ("high", high), ("names", names)):
            object.__setattr__(self, field, value)

    @property
    def dimension(self) -> int:
        """How many coordinates a task has, fixed ones included."""
        return len(self.low)

    @cached_property
    def free(self) -> tuple[int, ...]:
        """The positions of the dimensions that really vary."""
        return tuple(i for i in range(self.dimension) if self.low[i] < self.high[i])

    @cached_property
    def free_low(self) -> Array:
        """Lower corner of the free dimensions."""
        return _fixed([self.low[i] for i in self.free])

    @cached_property
    def free_high(self) -> Array:
        """Upper corner of the free dimensions."""
        return _fixed([self.high[i] for i in self.free])

    def expand(self, point: Sequence[float] | Array) -> tuple[float, ...]:
        """A whole task from its free coordinates, clipped to the box."""
        if len(point) != len(self.free):
            raise UserError(f"A point of this space has {len(self.free)} free coordinates, not {len(point)}.")
        task = list(self.low)
        for i, x in zip(self.free, point, strict=True):
            task[i] = min(max(float(x), self.low[i]), self.high[i])
        return tuple(task)

    def at_shares(self, shares: Array) -> list[tuple[float, ...]]:
        """Tasks at shares (0 to 1) of every free dimension, one per row: what :meth:`sample` makes of its draws."""
        return self.expand_many(self.free_low + (self.free_high - self.free_low) * shares)

    def expand_many(self, points: Array) -> list[tuple[float, ...]]:
        """What :meth:`expand` makes of each row."""
        tasks = np.tile(np.array(self.low), (len(points), 1))
        tasks[:, self.free] = np.clip(points, self.free_low, self.free_high)
        return list(zip(*tasks.T.tolist(), strict=True))

    def reduce_many(self, tasks: Sequence[TaskKey]) -> Array:
        """The free coordinates of whole tasks, one row each."""
        try:
            whole = np.array(tasks, dtype=float).reshape(len(tasks), self.dimension)
            good = bool(((whole >= self.low) & (whole <= self.high)).all())  # a NaN is neither
        except (TypeError, ValueError):
            good = False
        if not good:
            whole = np.array([self.check(task) for task in tasks])  # says which one, and why
        return whole[:, self.free]

    def reduce(self, task: TaskKey) -> Array:
        """The free coordinates of a whole task."""
        whole = self.check(task)
        return np.array([whole[i] for i in self.free])

    def check(self, task: TaskKey) -> tuple[float, ...]:
        """The task itself, if it belongs to the space."""
        if isinstance(task, str) or len(task) != self.dimension:
            raise UserError(f"A task of this space has {self.dimension} coordinates, not {task!r}.")
        for name, x, lo, hi in zip(self.names, task, self.low, self.high, strict=True):
            if not lo <= x <= hi:
                raise UserError(f"Task coordinate {name} = {x} is outside {lo} .. {hi}.")
        return tuple(float(x) for x in task)

    def sample(self, rng: np.random.Generator) -> tuple[float, ...]:
        """A uniformly drawn task."""
        return self.expand(rng.uniform(self.free_low, self.free_high))

    def sample_many(self, rng: np.random.Generator, n: int) -> list[tuple[float, ...]]:
        """What ``n`` calls of :meth:`sample` draw."""
        return self.expand_many(rng.uniform(self.free_low, self.free_high, (n, len(self.free))))

    def spec(self) -> dict[str, Any]:
        """A JSON-able description that :func:`space_from_spec` reads back."""
        return {"kind": "box", "low": list(self.low), "high": list(self.high), "names": list(self.names)}


def _fixed(values: Sequence[float]) -> Array:
    """An array that nobody can change by accident."""
    array = np.array(values, dtype=float)
    array.setflags(write=False)
    return array


Space = Discrete | Box


def space_from_spec(spec: Mapping[str, Any]) -> Space:
    """The space that ``spec()`` described."""
    match spec.get("kind"):
        case "discrete":
            return Discrete(tuple(spec["tasks"]))
        case "box":
            return Box(tuple(spec["low"]), tuple(spec["high"]), tuple(spec.get("names", ())))
        case other:
            raise UserError(f"Task space kind {other!r} is not 'discrete' or 'box'.")
