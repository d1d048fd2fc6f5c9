"""ProCuRL: tasks neither too easy nor too hard, by the student's probability of success (Tzannetos et al. 2023).

A task's place in the zone of proximal development is p (1 - p), with p the probability of success; tasks are drawn by a
softmax over it. With a target (ProCuRL-Target, Tzannetos et al. 2024) what counts is the product with the correlation
between a task and a target task, so that the curriculum moves to the target.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Box, Outcome, Requirement, TaskKey, Teacher, UserError, ValueEstimator
from gradus.school.checks import one_of, positive, whole
from gradus.teachers.arrays import plain_task, read_task
from gradus.teachers.boxes import proportional
from gradus.teachers.expert import Wants
from gradus.teachers.shapes import Dots, Shape
from gradus.teachers.smoother import Smoother
from gradus.teachers.success import check_success, graded, success

Array = NDArray[np.float64]

UNKNOWN = 0.5
"""The probability of success where no episode says anything: such tasks are looked at first."""


def softmax(scores: Array, beta: float) -> Array:
    """Probabilities in proportion to exp(beta * score)."""
    weights = np.exp(beta * (scores - scores.max()))
    return np.asarray(weights / weights.sum())


class Procurl(Teacher):
    """Proximal curriculum.

    The probability of success comes from the latest episodes nearby, or from the student's value estimates on the scale
    from ``return_low`` to ``return_high``. The product with a target's own zone, which the paper has, is left out:
    given a target it only changes the softmax's temperature, and it would make the choice uniform as long as the
    target is out of reach.
    """

    name = "procurl-v0"
    requires = frozenset({Requirement.VALUES})
    wants = Wants(target="optional", mastery="optional", mastery_settings=("return_low", "return_high"))
    choosing_changes = ()

    @dataclass(frozen=True)
    class Settings:
        """What is chosen among, how sharply, and towards what."""

        beta: float = 20.0
        """Sharpness of the softmax; 0.25 beta is the most by which two tasks' logarithms differ."""
        pool: int = 200
        """Random tasks of a box among which is chosen; named tasks are all in it."""
        refresh: int = 50
        """Episodes after which the pool of a box is drawn anew and the probabilities are estimated again."""
        rates_from: str = "episodes"
        """episodes: probabilities are estimated from the latest ones; values: the student's value estimates give them,
        where it has some (they must tell tasks apart)."""
        window: int = 500
        """Latest episodes from which probabilities are estimated."""
        width: float = 0.1
        """Distance over which a box's episodes speak for each other, as a share of each range."""
        doubt: float = 0.5
        """How many episodes the assumed probability of one half counts."""
        learns_from: str = "solved"
        """solved: success or not; reward: the return between return_low and return_high."""
        return_low: float = 0.0
        """The return, or the student's value, that counts as failure."""
        return_high: float = 1.0
        """The return, or the student's value, that counts as success."""
        target_mean: tuple[float, ...] | None = None
        """The middle of the target in a box: ProCuRL-Target; none means that all tasks count alike."""
        target_std: tuple[float, ...] | None = None
        """Spread of the target; none means 10 % of each range."""
        correlation: float = 0.25
        """Distance over which a task helps the target, as a share of each range."""

        def __post_init__(self) -> None:
            for name in ("pool", "refresh", "window"):
                whole(name, getattr(self, name))
            for name in ("beta", "width", "doubt", "correlation"):
                positive(name, getattr(self, name))
            one_of("rates_from", self.rates_from, ("episodes", "values"))
            check_success(self)

    def start(self) -> None:
        self._smoother = Smoother(self.space, self.settings.window, self.settings.width)
        self._estimator: ValueEstimator | None = None
        self._target = self._read_target()
        self.episodes = 0
        """How many outcomes were observed."""
        self.tasks: list[TaskKey] = self._pool()
        """The tasks among which is chosen."""
        self.rates: Array = np.full(len(self.tasks), UNKNOWN)
        """The student's probability of success on each of them."""

    def values(self, estimator: ValueEstimator) -> None:
        self._estimator = estimator

    def choose(self, rng: np.random.Generator) -> TaskKey:
        scores = self.rates * (1 - self.rates)
        if self._target is not None:
            mean, std = self._target
            scores = scores * self.correlations(mean + std * rng.standard_normal(len(mean)))
        return self.tasks[proportional(softmax(scores, self.settings.beta), rng)]

    def learn(self, outcome: Outcome) -> None:
        due = (self.episodes + 1) % self.settings.refresh == 0
        tasks = self._pool() if due else self.tasks
        told = self._told(tasks) if due else None  # refuses wrong estimates before anything has changed
        self._smoother.add(outcome.ticket.task, success(outcome, self.settings))
        self.episodes, self.tasks = self.episodes + 1, tasks
        if due:
            self.rates = self._estimated() if told is None else told

    def correlations(self, target: Array) -> Array:
        """How much each task of the pool helps a target, from 0 to 1."""
        box = self.space
        if not isinstance(box, Box):
            raise UserError("target_mean needs a box: named tasks have no distances.")
        scale = self.settings.correlation * (box.free_high - box.free_low)
        gaps = (np.array([box.reduce(task) for task in self.tasks]) - target) / scale
        return np.asarray(np.exp(-0.5 * (gaps**2).sum(axis=1)))

    def shapes(self) -> list[Shape]:
        """The pool of a box, as hot as each task is in the zone."""
        if not isinstance(self.space, Box):
            return []
        points = tuple(tuple(self.space.reduce(task).tolist()) for task in self.tasks)
        return [Dots(points, tuple((self.rates * (1 - self.rates)).tolist()))]

    def memory(self) -> dict[str, Any]:
        tasks = [plain_task(task) for task in self.tasks]
        small = {"episodes": self.episodes, "tasks": tasks, "rates": self.rates.tolist()}
        return small | {"latest": self._smoother.to_json()}

    def recall(self, memory: Mapping[str, Any]) -> None:
        tasks = [read_task(row) for row in memory["tasks"]]
        rates = np.array(memory["rates"], dtype=float).reshape(len(tasks))
        self._smoother.load(memory["latest"])
        self.episodes, self.tasks, self.rates = int(memory["episodes"]), tasks, rates

    def _pool(self) -> list[TaskKey]:
        if not isinstance(self.space, Box):
            return list(self.space.tasks)
        return [self.space.sample(self.rng) for _ in range(self.settings.pool)]

    def _estimated(self) -> Array:
        """Rates of the pool from the latest episodes."""
        return self._smoother.estimate(self._smoother.points(self.tasks), UNKNOWN, self.settings.doubt)

    def _told(self, tasks: list[TaskKey]) -> Array | None:
        """Rates of tasks from the student's value estimates, where they are wanted and there are some."""
        if self._estimator is None or self.settings.rates_from == "episodes":
            return None
        values = np.asarray(self._estimator(tasks), dtype=float)
        if values.shape != (len(tasks),) or not np.isfinite(values).all():
            raise UserError(f"values must give one finite number for each of {len(tasks)} tasks.")
        return graded(values, self.settings)

    def _read_target(self) -> tuple[Array, Array] | None:
        mean, std = self.settings.target_mean, self.settings.target_std
        if mean is None:
            return None
        if not isinstance(self.space, Box):
            raise UserError("target_mean needs a box: named tasks have no distances.")
        spread = 0.1 * (self.space.free_high - self.space.free_low)
        if std is not None:
            spread = np.array([float(std[i]) for i in self.space.free])
        return self.space.reduce(mean), spread
