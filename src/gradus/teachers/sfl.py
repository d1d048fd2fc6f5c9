"""SFL: train on the tasks that the student solves about half of the time (Rutherford et al. 2024).

Sampling for learnability measures the student on many random tasks now and then, without training it, and keeps those
whose success rate p gives the largest learnability p (1 - p), the variance of success. Between measurements it trains
on a mixture of kept and of random tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Box, Discrete, Outcome, TaskKey, Teacher, Ticket
from gradus.school.checks import share, whole
from gradus.teachers.arrays import plain_task, read_task
from gradus.teachers.shapes import Dots, Shape
from gradus.teachers.success import check_success, success

Array = NDArray[np.float64]


def learnability(rates: Array) -> Array:
    """The variance of success at each rate: largest at one half, zero for what always or never succeeds.

    >>> learnability(np.array([0.0, 0.5, 0.75, 1.0])).tolist()
    [0.0, 0.25, 0.1875, 0.0]
    """
    return rates * (1 - rates)


class Sfl(Teacher):
    """Sampling for learnability.

    Measured episodes are not trained on (``trains_on`` says so). A round of measurement ends when all its outcomes
    are in; with many lanes the training goes on meanwhile with the tasks kept before.
    """

    name = "sfl-v0"
    choosing_changes = ("round", "asked", "measured", "trained")

    @dataclass(frozen=True)
    class Settings:
        """How much is measured and what is kept."""

        candidates: int = 500
        """Random tasks measured in a round; of named tasks all, if there are no more."""
        rollouts: int = 4
        """Episodes in which each of them is measured."""
        keep: int = 100
        """Tasks of the highest learnability that are kept."""
        period: int = 2000
        """Training episodes between rounds of measurement."""
        kept_share: float = 0.5
        """Probability of a kept task while training; else one is drawn from the whole space."""
        measure_first: bool = True
        """Whether a round comes first; off begins with a period of random tasks, for students that can do nothing."""
        learns_from: str = "solved"
        """solved: success or not; reward: the return between return_low and return_high."""
        return_low: float = 0.0
        """The return that counts as failure, for learns_from reward."""
        return_high: float = 1.0
        """The return that counts as success, for learns_from reward."""

        def __post_init__(self) -> None:
            for name in ("candidates", "rollouts", "keep", "period"):
                whole(name, getattr(self, name))
            share("kept_share", self.kept_share)
            check_success(self)

    def start(self) -> None:
        self.kept: list[TaskKey] = []
        """The tasks to train on."""
        self.scores: list[float] = []
        """Their learnability when they were measured."""
        self.round: list[TaskKey] = []
        """The tasks of the present or the last round of measurement."""
        self.results: list[list[float]] = []
        """For each of them, how its episodes went."""
        self.asked = 0
        """Tickets issued in this round."""
        self.measured: dict[int, int] = {}
        """For each open ticket of a measurement: the place of its task in the round."""
        self.trained = 0 if self.settings.measure_first else -self.settings.period
        """Training tickets issued since the last round; a first round is due at 0."""

    def trains_on(self, ticket: Ticket) -> bool:
        return ticket.serial not in self.measured

    def choose(self, rng: np.random.Generator) -> TaskKey:
        if self._due():
            self._begin(rng)
        if self.asked < len(self.round) * self.settings.rollouts:
            return self._measure(self.serial)
        self.trained += 1
        if self.kept and rng.random() < self.settings.kept_share:
            return self.kept[int(rng.integers(len(self.kept)))]
        return self.space.sample(rng)

    def choose_many(self, rng: np.random.Generator, n: int) -> Iterable[TaskKey]:
        if not isinstance(self.space, Box):
            return super().choose_many(rng, n)
        tasks, fresh = list[TaskKey](), list[int]()
        draws = np.empty((n, len(self.space.free)))
        for i in range(n):
            if self._due():
                self._begin(rng)
            if self.asked < len(self.round) * self.settings.rollouts:
                tasks.append(self._measure(self.serial + i))
                continue
            self.trained += 1
            if self.kept and rng.random() < self.settings.kept_share:
                tasks.append(self.kept[int(rng.integers(len(self.kept)))])
                continue
            rng.random(out=draws[len(fresh)])
            fresh.append(i)
            tasks.append(())
        for i, task in zip(fresh, self.space.at_shares(draws[: len(fresh)]), strict=True):
            tasks[i] = task
        return tasks

    def learn(self, outcome: Outcome) -> None:
        place = self.measured.pop(outcome.ticket.serial, None)
        if place is not None:
            self.results[place].append(success(outcome, self.settings))
            self._end_if_complete()

    def forget(self, ticket: Ticket) -> None:
        if self.measured.pop(ticket.serial, None) is not None:
            self._end_if_complete()

    def shapes(self) -> list[Shape]:
        """The kept tasks of a box, as hot as they are learnable."""
        if not isinstance(self.space, Box) or not self.kept:
            return []
        points = tuple(tuple(self.space.reduce(task).tolist()) for task in self.kept)
        return [Dots(points, tuple(self.scores))]

    def memory(self) -> dict[str, Any]:
        return {
            "kept": [plain_task(task) for task in self.kept],
            "scores": self.scores,
            "round": [plain_task(task) for task in self.round],
            "results": self.results,
            "asked": self.asked,
            "measured": [list(pair) for pair in self.measured.items()],
            "trained": self.trained,
        }

    def recall(self, memory: Mapping[str, Any]) -> None:
        kept, scores = [read_task(row) for row in memory["kept"]], [float(x) for x in memory["scores"]]
        tasks = [read_task(row) for row in memory["round"]]
        results = [[float(x) for x in row] for row in memory["results"]]
        measured = {int(serial): int(place) for serial, place in memory["measured"]}
        self.asked, self.trained = int(memory["asked"]), int(memory["trained"])
        self.kept, self.scores, self.round = kept, scores, tasks
        self.results, self.measured = results, measured

    def _due(self) -> bool:
        """Whether the next ticket begins a round: the last one is issued and so is the training after it."""
        issued = self.asked >= len(self.round) * self.settings.rollouts
        return issued and (self.trained >= self.settings.period or (not self.round and self.trained >= 0))

    def _begin(self, rng: np.random.Generator) -> None:
        """Draw the tasks of a new round; what an old one still waits for is not waited for any more."""
        count = self.settings.candidates
        if isinstance(self.space, Discrete):
            tasks = self.space.tasks
            places = rng.permutation(len(tasks))[:count] if len(tasks) > count else range(len(tasks))
            self.round = [tasks[int(i)] for i in places]
        else:
            self.round = list(self.space.sample_many(rng, count))
        self.results = [[] for _ in self.round]
        self.asked, self.trained, self.measured = 0, 0, {}

    def _measure(self, serial: int) -> TaskKey:
        place = self.asked % len(self.round)
        self.asked += 1
        self.measured[serial] = place
        return self.round[place]

    def _end_if_complete(self) -> None:
        """Keep the most learnable tasks of the round once nothing of it is open; of equal ones, the first drawn."""
        if self.measured or self.asked < len(self.round) * self.settings.rollouts:
            return
        rates = np.array([sum(row) / len(row) if row else 0.0 for row in self.results])
        scores = learnability(rates)
        best = np.argsort(-scores, kind="stable")[: self.settings.keep]
        self.kept = [self.round[int(i)] for i in best]
        self.scores = scores[best].tolist()
