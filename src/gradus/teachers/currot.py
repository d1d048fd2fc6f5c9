"""CURROT: particles of tasks that travel to the target as far as the student keeps its performance (Klink et al. 2022).

The curriculum is a cloud of particles. At each update it moves towards samples of the target along an optimal
transport, no further than a trust region allows and only to tasks on which the student is expected to perform well
enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome
from gradus.school.checks import number, one_of, positive, whole
from gradus.teachers.arms import signal
from gradus.teachers.arrays import pack, unpack
from gradus.teachers.boxes import BoxTeacher
from gradus.teachers.currot_step import matched, nearest_subset, reach, step_shares
from gradus.teachers.expert import Wants, deviation, initial_gaussian, inside
from gradus.teachers.shapes import Dots, Shape
from gradus.teachers.smoother import Smoother

Array = NDArray[np.float64]

JITTER = 1e-3
"""Deviation added to a particle when it is played, as a share of each range."""
SEARCH = 0.25
"""Deviation of the search for first successes at the worst return seen, as a share of each range."""


class Currot(BoxTeacher):
    """Curriculum reinforcement learning by constrained optimal transport.

    The original solves each update with a general optimiser on Gaussian processes; here performance is a kernel
    regression of the latest episodes, and the update along the lines of transport is solved exactly. Particles whose
    expected performance has fallen below the threshold return to tasks that were solved.
    """

    name = "currot-v0"
    wants = Wants(
        initial="optional", target="optional", mastery="optional", mastery_settings=(None, "threshold")
    )
    choosing_changes = ()

    @dataclass(frozen=True)
    class Settings:
        """How many particles, how fast, to where."""

        preset: str = "paper"
        """Accepted for uniformity; both presets are the same."""
        particles: int = 100
        """Tasks that stand for the curriculum; as many successes and failures are remembered."""
        update_every: int = 50
        """Episodes between updates."""
        threshold: float = 230.0
        """The performance that the student must keep, in units of what is learnt from."""
        learns_from: str = "reward"
        """reward: the return; solved: 1 or 0, with a threshold such as 0.5."""
        step: float = 0.05
        """Largest move of an update (Wasserstein distance), as a share of the ranges."""
        width: float = 0.05
        """Distance over which episodes speak for each other, as a share of each range."""
        initial_mean: tuple[float, ...] | None = None
        """An expert's easy task; none means a random one."""
        initial_std: tuple[float, ...] | None = None
        """Spread around it; none means 10 % of each range."""
        target_mean: tuple[float, ...] | None = None
        """The middle of the target; none means that the target is the whole box, evenly."""
        target_std: tuple[float, ...] | None = None
        """Spread of the target; none means 25 % of each range."""

        def __post_init__(self) -> None:
            whole("particles", self.particles, 2)
            whole("update_every", self.update_every)
            number("threshold", self.threshold)
            one_of("learns_from", self.learns_from, ("reward", "solved"))
            positive("step", self.step)
            positive("width", self.width)

    def start(self) -> None:
        mean, std = initial_gaussian(self)
        given = self.settings.target_mean
        self._target = (
            None if given is None else (inside(self, "target_mean"), deviation(self, "target_std", 0.25))
        )
        noise = self.rng.standard_normal((self.settings.particles, self.dimension))
        self.particles: Array = self._unit(np.clip(mean + std * noise, self.low, self.high))
        """The curriculum; as everything here in units of the box's ranges."""
        self.solved: Array = np.empty((0, self.dimension + 1))
        """Tasks with their returns: the best ones until half of them reach the threshold, then solved ones only."""
        self.failed: Array = np.empty((0, self.dimension + 1))
        """The latest other tasks."""
        self.reached = False
        """Whether the threshold was reached often enough to move towards the target."""
        self.worst: float | None = None
        """The lowest return seen before that."""
        self.episodes: list[list[float]] = []
        """Tasks and returns since the last update."""

    def choose(self, rng: np.random.Generator) -> tuple[float, ...]:
        particle = self.particles[int(rng.integers(len(self.particles)))]
        jitter = JITTER * rng.uniform(-1, 1, self.dimension)
        return self.box.expand(self.low + self.width * (particle + jitter))

    def learn(self, outcome: Outcome) -> None:
        point = self._unit(self.point(outcome))
        self.episodes.append([*point.tolist(), signal(outcome, self.settings.learns_from)])
        if len(self.episodes) == self.settings.update_every:
            self._remember(np.array(self.episodes))
            self._move()
            self.episodes = []

    def shapes(self) -> list[Shape]:
        points = self.low + self.width * self.particles
        return [Dots(tuple(map(tuple, points.tolist())), (1.0,) * len(points))]

    def memory(self) -> dict[str, Any]:
        arrays = {name: pack(getattr(self, name)) for name in ("particles", "solved", "failed")}
        return arrays | {"reached": self.reached, "worst": self.worst, "episodes": self.episodes}

    def recall(self, memory: Mapping[str, Any]) -> None:
        d = self.dimension
        particles = unpack(memory["particles"], (self.settings.particles, d))
        solved, failed = unpack(memory["solved"], (-1, d + 1)), unpack(memory["failed"], (-1, d + 1))
        worst, episodes = memory["worst"], [[float(x) for x in row] for row in memory["episodes"]]
        self.reached = bool(memory["reached"])
        self.worst = None if worst is None else float(worst)
        self.particles, self.solved, self.failed, self.episodes = particles, solved, failed, episodes

    def performance(self, points: Array) -> Array:
        """The expected performance at points in units of the ranges."""
        smoother = Smoother(self.box, len(self.solved) + len(self.failed) + 1, self.settings.width)
        rows = np.concatenate([self.failed, self.solved])
        smoother.rows = np.column_stack([self._scaled(rows[:, :-1]), rows[:, -1]])
        return smoother.estimate(self._scaled(points))

    def _remember(self, rows: Array) -> None:
        """Sort the latest episodes into solved and failed ones."""
        n, threshold = self.settings.particles, self.settings.threshold
        if not self.reached:
            lowest = float(rows[:, -1].min())
            self.worst = lowest if self.worst is None else min(self.worst, lowest)
            best = np.concatenate([self.solved, rows])
            self.solved = best[np.argsort(-best[:, -1], kind="stable")][:n]
            self.reached = bool((self.solved[:, -1] >= threshold).mean() >= 0.5 and len(self.solved) == n)
            return
        good = rows[:, -1] >= threshold
        kept = np.concatenate([self.solved[self.solved[:, -1] >= threshold], rows[good]])
        if len(kept) > n:
            kept = kept[nearest_subset(kept[:, :-1], self._targets())]
        self.solved = kept
        self.failed = np.concatenate([self.failed, rows[~good]])[-n:]

    def _move(self) -> None:
        """The update of the particles."""
        if not self.reached:
            self.particles = self._search()
            return
        threshold = self.settings.threshold
        points = self.particles.copy()
        low = self.performance(points) < threshold
        if low.any():
            places = self.rng.integers(len(self.solved), size=len(points))
            points[low] = matched(points, self.solved[places, :-1])[low]
        goals = matched(points, self._targets())
        reaches = reach(points, goals, self.performance, threshold)
        distances = np.linalg.norm(goals - points, axis=1)
        shares = step_shares(distances, reaches, self.settings.step)
        self.particles = points + shares[:, None] * (goals - points)

    def _search(self) -> Array:
        """Before the threshold is reached: look around the better half of what was played, wider around worse ones."""
        half = self.solved[: max(1, len(self.solved) // 2)]
        excess = half[:, -1] - self.solved[-1, -1]
        chances = np.full(len(half), 1 / len(half)) if excess.sum() <= 0 else excess / excess.sum()
        places = self.rng.choice(len(half), self.settings.particles, p=chances)
        gap = max(self.settings.threshold - (self.worst or 0.0), 1e-9)
        short = np.clip((self.settings.threshold - half[places, -1]) / gap, 0.0, 1.0)
        noise = SEARCH * short[:, None] * self.rng.standard_normal((len(places), self.dimension))
        return np.clip(half[places, :-1] + noise, 0.0, 1.0)

    def _targets(self) -> Array:
        """As many samples of the target as there are particles."""
        shape = (self.settings.particles, self.dimension)
        if self._target is None:
            return self.rng.random(shape)
        mean, std = self._target
        return self._unit(np.clip(mean + std * self.rng.standard_normal(shape), self.low, self.high))

    def _unit(self, points: Array) -> Array:
        return (points - self.low) / self.width

    def _scaled(self, points: Array) -> Array:
        """Points in units of the kernel's width."""
        return points / self.settings.width
