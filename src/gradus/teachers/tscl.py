"""TSCL: bandits that play the task whose scores change fastest (Matiisen et al. 2017)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome, TaskKey, Teacher
from gradus.school.checks import one_of, positive, share, whole
from gradus.teachers.arms import Arms, signal

Array = NDArray[np.float64]

VARIANTS = ("online", "naive", "window", "sampling")


def slope(times: Sequence[float], scores: Sequence[float]) -> float:
    """The least-squares slope of scores against times; 1 for fewer than two, which invites a first try."""
    if len(scores) < 2:
        return 1.0
    mean = sum(times) / len(times)
    spread = sum((t - mean) ** 2 for t in times)
    if spread == 0:
        return 0.0
    return sum((t - mean) * s for t, s in zip(times, scores, strict=True)) / spread


class Tscl(Teacher):
    """Teacher-student curriculum learning, in its four variants.

    Online: a moving average of the change since the task was last played. Naive: plays blocks and averages their
    slopes. Window: the slope of each task's latest scores. Sampling: draws one recent change of each task.
    """

    name = "tscl-v0"
    choosing_changes = ()

    @dataclass(frozen=True)
    class Settings:
        """Which variant and how it explores."""

        variant: str = "online"
        """online, naive, window or sampling."""
        learns_from: str = "reward"
        """reward: the return is the score; solved: success or not."""
        absolute: bool = True
        """Whether falling scores attract as much as growing ones."""
        policy: str = "greedy"
        """greedy: mostly the best task; softmax: in proportion to exp(value / temperature)."""
        epsilon: float = 0.1
        """Probability of any task, with the greedy policy."""
        temperature: float = 4e-4
        """Temperature of the softmax policy, in units of the score's change."""
        rate: float = 0.1
        """Weight of a new value in the averages of the variants online and naive."""
        memory: int = 10
        """Block length of naive; scores kept per task by window and sampling."""
        cells: int = 5
        """Cells along each dimension of a box."""

        def __post_init__(self) -> None:
            one_of("variant", self.variant, VARIANTS)
            one_of("learns_from", self.learns_from, ("solved", "reward"))
            one_of("policy", self.policy, ("greedy", "softmax"))
            share("epsilon", self.epsilon)
            share("rate", self.rate)
            positive("temperature", self.temperature)
            whole("memory", self.memory, 2)
            whole("cells", self.cells)

    def start(self) -> None:
        self._arms = Arms(self.space, self.settings.cells)
        count = self._arms.count
        self.value = np.zeros(count) if self.settings.variant in ("online", "naive") else np.ones(count)
        """What each arm promises; untried arms of window and sampling promise 1."""
        self.recent: list[list[list[float]]] = [[] for _ in range(count)]
        """Per arm the latest (time, score) pairs; of sampling, (time, change)."""
        self.last: list[float | None] = [None] * count
        """The latest score of each arm."""
        self.time = 0
        self.block: list[int] = []
        """Of naive: the arm being played and how often it was issued in this block."""

    def choose(self, rng: np.random.Generator) -> TaskKey:
        if self.settings.variant == "naive" and self.block and self.block[1] < self.settings.memory:
            return self._arms.task(self.block[0], rng)
        return self._arms.task(self._pick(rng), rng)

    def learn(self, outcome: Outcome) -> None:
        arm, score = self._arms.arm(outcome.ticket.task), signal(outcome, self.settings.learns_from)
        getattr(self, f"_learn_{self.settings.variant}")(arm, score)
        self.last[arm] = score
        self.time += 1

    def memory(self) -> dict[str, Any]:
        small = {"last": self.last, "time": self.time, "block": self.block}
        return small | {"value": self.value.tolist(), "recent": self.recent}

    def recall(self, memory: Mapping[str, Any]) -> None:
        value = np.array(memory["value"], dtype=float).reshape(self._arms.count)
        recent = [[[float(x) for x in pair] for pair in pairs] for pairs in memory["recent"]]
        last = [None if x is None else float(x) for x in memory["last"]]
        time, block = int(memory["time"]), [int(x) for x in memory["block"]]
        self.value, self.recent, self.last, self.time, self.block = value, recent, last, time, block

    def _pick(self, rng: np.random.Generator) -> int:
        """An arm by the policy; several equally good ones are equally likely."""
        value = self._drawn(rng) if self.settings.variant == "sampling" else self.value
        if self.settings.absolute:
            value = np.abs(value)
        if self.settings.policy == "softmax":
            odds = np.exp((value - value.max()) / self.settings.temperature)
            return int(rng.choice(len(odds), p=odds / odds.sum()))
        if rng.random() < self.settings.epsilon:
            return int(rng.integers(len(value)))
        return int(rng.choice(np.flatnonzero(value == value.max())))

    def _drawn(self, rng: np.random.Generator) -> Array:
        """One recent change per arm; 1 where there is none."""
        drawn = np.ones(len(self.recent))
        for arm, pairs in enumerate(self.recent):
            if pairs:
                drawn[arm] = pairs[int(rng.integers(len(pairs)))][1]
        return drawn

    def _learn_online(self, arm: int, score: float) -> None:
        last = self.last[arm]
        change = score - (last if last is not None else 0.0)
        self.value[arm] += self.settings.rate * (change - self.value[arm])

    def _learn_naive(self, arm: int, score: float) -> None:
        if not self.block or self.block[0] != arm:
            self.block = [arm, 0]
            self.recent[arm] = []
        self.block[1] += 1
        self.recent[arm].append([float(self.time), score])
        if self.block[1] >= self.settings.memory:
            gain = slope(*zip(*self.recent[arm], strict=True))
            self.value[arm] += self.settings.rate * (gain - self.value[arm])
            self.block = []

    def _learn_window(self, arm: int, score: float) -> None:
        self._keep(arm, score)
        self.value[arm] = slope(*zip(*self.recent[arm], strict=True))

    def _learn_sampling(self, arm: int, score: float) -> None:
        last = self.last[arm]
        self._keep(arm, score - (last if last is not None else 0.0))

    def _keep(self, arm: int, number: float) -> None:
        self.recent[arm].append([float(self.time), number])
        del self.recent[arm][: -self.settings.memory]
