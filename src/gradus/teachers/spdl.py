"""SPDL: a Gaussian of tasks that drifts to the target as fast as the student allows (Klink et al. 2020).

At each update the next distribution maximises the student's expected value minus a weight times the divergence
from the target, within a trust region around the present distribution.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome, Requirement, TaskKey, UserError, ValueEstimator
from gradus.school.checks import number, one_of, positive, whole
from gradus.teachers.boxes import BoxTeacher
from gradus.teachers.expert import Wants, deviation, initial_gaussian, inside
from gradus.teachers.gaussians import Gaussian, divergence
from gradus.teachers.shapes import Ellipse, Shape
from gradus.teachers.spdl_step import Batch, constrained_step, natural_step, truncated_step
from gradus.teachers.truncated import TruncatedGaussian, truncated_divergence

Array = NDArray[np.float64]
Distribution = Gaussian | TruncatedGaussian


class Spdl(BoxTeacher):
    """Self-paced deep reinforcement learning.

    Values come from the student through ``values(estimator)``; without an estimator an episode's own return
    stands for its task's value. The return used is ``extras["discounted"]`` where an outcome has it. The released
    code takes a natural-gradient step that may leave the trust region, with other tuned values: the preset
    ``reference``. Updates happen at the first episode that ends after a multiple of the period.
    """

    name = "spdl-v0"
    requires = frozenset({Requirement.VALUES})
    presets = {
        "paper": {"centred": False},
        "reference": {
            "centred": False,
            "solver": "natural",
            "period": 50_000,
            "warm_up": 10,
            "zeta": 0.25,
            "trust_region": 0.1,
        },
        "repaired": {},
    }
    wants = Wants(initial="optional", target="optional")
    choosing_changes = ()

    @dataclass(frozen=True)
    class Settings:
        """When to update, how far, and towards what."""

        preset: str = "repaired"
        """repaired, paper or reference: which description the other defaults follow."""
        offset: int = 200_000
        """Steps of the student before the first update."""
        period: int = 100_000
        """Steps of the student between updates."""
        warm_up: int = 0
        """Updates that only follow the student's value and ignore the target."""
        zeta: float = 0.05
        """Weight of the target, relative to the student's performance."""
        trust_region: float = 0.8
        """Largest divergence of an update."""
        performance: str = "returns"
        """What the target's weight grows with: the mean of the episodes' returns, or of the values."""
        solver: str = "constrained"
        """constrained: a real constrained optimum; natural: one natural-gradient step with back-tracking."""
        truncated: bool = False
        """Whether the distributions are cut off at the edges of the box (independent dimensions then)."""
        centred: bool = True
        """Whether the mean is taken off the values: the objective's expectation stays the same, but the mean of the
        importance weights, which is 1 up to sampling noise, is no longer multiplied by the level of the values."""
        buffer: int = 1000
        """Latest episodes kept for an update."""
        initial_mean: tuple[float, ...] | None = None
        """An expert's easy task; none means a random one."""
        initial_std: tuple[float, ...] | None = None
        """Spread around it; none means 10 % of each range."""
        target_mean: tuple[float, ...] | None = None
        """The middle of the target; none means the middle of the box."""
        target_std: tuple[float, ...] | None = None
        """Spread of the target; none means 25 % of each range."""

        def __post_init__(self) -> None:
            for name, least in (("offset", 0), ("period", 1), ("warm_up", 0), ("buffer", 1)):
                whole(name, getattr(self, name), least)
            positive("zeta", self.zeta)
            positive("trust_region", self.trust_region)
            one_of("performance", self.performance, ("returns", "values"))
            one_of("solver", self.solver, ("constrained", "natural"))
            if self.truncated and self.solver == "natural":
                raise UserError("solver must be constrained when truncated is on, not 'natural'.")

    def start(self) -> None:
        mean, std = initial_gaussian(self)
        given = self.settings.target_mean
        middle = (self.low + self.high) / 2 if given is None else inside(self, "target_mean")
        self.distribution = self._make(mean, std)
        """Where tasks are drawn from now."""
        self.target = self._make(middle, deviation(self, "target_std", 0.25))
        self.steps, self.updates = 0, 0
        self._episodes: list[list[float]] = []
        self._estimator: ValueEstimator | None = None

    def values(self, estimator: ValueEstimator) -> None:
        self._estimator = estimator

    def choose(self, rng: np.random.Generator) -> tuple[float, ...]:
        return self.box.expand(self.distribution.sample(rng))

    def learn(self, outcome: Outcome) -> None:
        reward = float(outcome.extras.get("discounted", outcome.reward))
        number("extras['discounted']", reward)
        rows = [*self._episodes, [*self.point(outcome).tolist(), reward]][-self.settings.buffer :]
        steps = self.steps + outcome.steps
        if self._due(self.steps, steps):
            self._update(np.array(rows))  # refuses wrong estimates before anything has changed
            rows = []
        self._episodes, self.steps = rows, steps

    def shapes(self) -> list[Shape]:
        if isinstance(self.distribution, Gaussian):
            covariance = self.distribution.covariance
        else:
            covariance = np.diag(self.distribution.std**2)
        mean = tuple(self.distribution.mean.tolist())
        return [Ellipse(mean, tuple(tuple(row) for row in covariance.tolist()), 1.0)]

    def memory(self) -> dict[str, Any]:
        small = {"steps": self.steps, "updates": self.updates, "episodes": self._episodes}
        return small | {"mean": self.distribution.mean.tolist(), "spread": self._spread().tolist()}

    def recall(self, memory: Mapping[str, Any]) -> None:
        d = self.dimension
        mean = np.array(memory["mean"], dtype=float).reshape(d)
        spread = np.array(memory["spread"], dtype=float)
        if self.settings.truncated:
            self.distribution = TruncatedGaussian(mean, spread.reshape(d), self.low, self.high)
        else:
            self.distribution = Gaussian(mean, spread.reshape(d, d))
        self.steps, self.updates = int(memory["steps"]), int(memory["updates"])
        self._episodes = [[float(x) for x in row] for row in memory["episodes"]]

    def _make(self, mean: Array, std: Array) -> Distribution:
        if self.settings.truncated:
            return TruncatedGaussian(mean, std, self.low, self.high)
        return Gaussian.diagonal(mean, std)

    def _spread(self) -> Array:
        now = self.distribution
        return now.factor if isinstance(now, Gaussian) else now.std

    def _due(self, before: int, after: int) -> bool:
        """Whether an episode crossed a step at which an update is wanted."""
        period = self.settings.period
        first = -(-max(self.settings.offset, 1) // period) * period
        return after >= first and after // period > max(before, first - 1) // period

    def _update(self, rows: Array) -> None:
        points, returns = rows[:, :-1], rows[:, -1]
        values = self._values(points, returns)
        self.updates += 1
        performance = float((returns if self.settings.performance == "returns" else values).mean())
        if self.settings.centred:
            values = values - values.mean()
        batch = Batch(points, values, self._weight(performance), self.settings.trust_region)
        now, target = self.distribution, self.target
        if isinstance(now, TruncatedGaussian) and isinstance(target, TruncatedGaussian):
            self.distribution = truncated_step(now, target, batch)
        elif isinstance(now, Gaussian) and isinstance(target, Gaussian):
            step = constrained_step if self.settings.solver == "constrained" else natural_step
            self.distribution = step(now, target, batch)

    def _values(self, points: Array, returns: Array) -> Array:
        if self._estimator is None:
            return returns
        tasks: list[TaskKey] = [self.box.expand(point) for point in points]
        estimates = np.asarray(self._estimator(tasks), dtype=float)
        if estimates.shape != (len(tasks),) or not np.isfinite(estimates).all():
            raise UserError(f"values must give one finite number for each of {len(tasks)} tasks.")
        return estimates

    def _weight(self, performance: float) -> float:
        """The weight of the target: 0 while warming up, then in proportion to the performance."""
        if self.updates < self.settings.warm_up:
            return 0.0
        if isinstance(self.distribution, TruncatedGaussian) and isinstance(self.target, TruncatedGaussian):
            distance = truncated_divergence(self.distribution, self.target)
        elif isinstance(self.distribution, Gaussian) and isinstance(self.target, Gaussian):
            distance = divergence(self.distribution, self.target)
        return float(min(1e5, self.settings.zeta * max(0.0, performance) / max(1e-10, distance)))
