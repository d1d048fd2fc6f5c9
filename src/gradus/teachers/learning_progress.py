"""Learning progress: play the tasks whose success rate is changing (Kanitscheider et al. 2021).

Each task has a fast and a slow average of its results; their absolute difference is its progress, so that
forgetting draws attention, too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome, TaskKey, Teacher
from gradus.school.checks import one_of, positive, share, whole
from gradus.teachers.arms import Arms, signal
from gradus.teachers.boxes import proportional


def reweighted(rate: float, theta: float) -> float:
    """A success rate stretched near zero, where first successes are rare; 0 and 1 stay, theta 0.5 is the identity.

    >>> round(reweighted(0.1, 0.1), 3), reweighted(1.0, 0.1)
    (0.5, 1.0)
    """
    return (1 - theta) * rate / (rate + theta * (1 - 2 * rate))


class LearningProgress(Teacher):
    """A bandit over tasks, or over the cells of a box, in proportion to bidirectional learning progress."""

    name = "learning-progress-v0"
    choosing_changes = ()

    @dataclass(frozen=True)
    class Settings:
        """How results are averaged and how much to explore."""

        learns_from: str = "solved"
        """solved: success or not; reward: the return."""
        fast: float = 0.1
        """Weight of a new result in the fast average; the slow one averages the fast one with the same weight."""
        theta: float = 0.1
        """Success rate that is stretched to one half; 0.5 stretches nothing. Only for learns_from solved."""
        uniform_share: float = 0.2
        """Probability of a uniformly drawn task."""
        cells: int = 5
        """Cells along each dimension of a box."""

        def __post_init__(self) -> None:
            one_of("learns_from", self.learns_from, ("solved", "reward"))
            for name in ("fast", "theta"):
                positive(name, getattr(self, name))
                share(name, getattr(self, name))
            share("uniform_share", self.uniform_share)
            whole("cells", self.cells)

    def start(self) -> None:
        self._arms = Arms(self.space, self.settings.cells)
        self.averages = np.zeros((2, self._arms.count))
        """The fast and the slow average of every arm."""
        self.plays = np.zeros(self._arms.count, dtype=int)

    def progress(self) -> NDArray[np.float64]:
        """The learning progress of every arm."""
        if self.settings.learns_from == "reward":
            return np.abs(self.averages[0] - self.averages[1])
        theta = self.settings.theta
        stretched = (1 - theta) * self.averages / (self.averages + theta * (1 - 2 * self.averages))
        return np.abs(stretched[0] - stretched[1])

    def choose(self, rng: np.random.Generator) -> TaskKey:
        if rng.random() < self.settings.uniform_share:
            return self._arms.task(int(rng.integers(self._arms.count)), rng)
        return self._arms.task(proportional(self.progress(), rng), rng)

    def choose_many(self, rng: np.random.Generator, n: int) -> Iterable[TaskKey]:
        sums = np.cumsum(self.progress()).tolist()
        share, count = self.settings.uniform_share, self._arms.count
        arms, draws = [], np.empty((n, self._arms.dimension))
        for i in range(n):
            if rng.random() < share or sums[-1] <= 0:
                arms.append(int(rng.integers(count)))
            else:
                arms.append(bisect_right(sums, rng.random() * sums[-1]))
            if draws.shape[1]:
                rng.random(out=draws[i])
        return self._arms.tasks(arms, draws)

    def learn_many(self, outcomes: Sequence[Outcome]) -> None:
        fast, slow = self.averages.tolist()
        plays, rate, kind = self.plays.tolist(), self.settings.fast, self.settings.learns_from
        arms = self._arms.arms([outcome.ticket.task for outcome in outcomes])
        for arm, outcome in zip(arms, outcomes, strict=True):
            result = signal(outcome, kind)
            if plays[arm] == 0 and kind == "reward":
                fast[arm] = slow[arm] = result
            fast[arm] += rate * (result - fast[arm])
            slow[arm] += rate * (fast[arm] - slow[arm])
            plays[arm] += 1
        self.averages, self.plays = np.array([fast, slow]), np.array(plays)

    def learn(self, outcome: Outcome) -> None:
        arm, result = self._arms.arm(outcome.ticket.task), signal(outcome, self.settings.learns_from)
        if self.plays[arm] == 0 and self.settings.learns_from == "reward":
            self.averages[:, arm] = result  # the level of a return is unknown; a success rate starts at zero
        rate = self.settings.fast
        self.averages[0, arm] += rate * (result - self.averages[0, arm])
        self.averages[1, arm] += rate * (self.averages[0, arm] - self.averages[1, arm])
        self.plays[arm] += 1

    def memory(self) -> dict[str, Any]:
        return {"averages": self.averages.tolist(), "plays": self.plays.tolist()}

    def recall(self, memory: Mapping[str, Any]) -> None:
        averages = np.array(memory["averages"], dtype=float).reshape(2, self._arms.count)
        self.plays = np.array(memory["plays"], dtype=int).reshape(self._arms.count)
        self.averages = averages
