"""VDS: play the tasks on whose value critics disagree (Zhang, Abbeel and Pinto 2020).

Critics may be the student's own: an estimator that gives one row of values per critic. Without one the teacher
keeps small critics itself: regressions of returns on random features of the task, each trained on its own half
of the outcomes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome, Requirement, TaskKey, UserError, ValueEstimator, generator
from gradus.school.checks import one_of, positive, share, whole
from gradus.teachers.boxes import BoxTeacher, proportional
from gradus.teachers.shapes import Dots, Shape

Array = NDArray[np.float64]

RIDGE = 1.0
"""Pulls a critic's weights to zero where it has seen nothing."""


class Vds(BoxTeacher):
    """Value disagreement sampling."""

    name = "vds-v0"
    requires = frozenset({Requirement.VALUES})
    choosing_changes = ()

    @dataclass(frozen=True)
    class Settings:
        """How many critics and candidates."""

        preset: str = "paper"
        """Accepted for uniformity; both presets are the same."""
        candidates: int = 1000
        """Uniform tasks among which one is chosen."""
        measure: str = "std"
        """std or variance of the critics' values: the weight of a candidate."""
        critics: int = 3
        """Own critics, used when the student offers none."""
        features: int = 32
        """Random features of each own critic."""
        feature_scale: float = 0.2
        """Length over which an own critic's values vary, as a share of each range."""
        forget: float = 0.002
        """Share of its past that an own critic forgets with every outcome."""

        def __post_init__(self) -> None:
            for name, least in (("candidates", 1), ("critics", 2), ("features", 1)):
                whole(name, getattr(self, name), least)
            one_of("measure", self.measure, ("std", "variance"))
            positive("feature_scale", self.feature_scale)
            share("forget", self.forget)

    def start(self) -> None:
        settings = self.settings
        shape = (settings.critics, settings.features)
        # The features are fixed by the seed, so they need not be saved.
        fixed = generator(self.seed, "vds features")
        self._waves = fixed.standard_normal((*shape, self.dimension)) / (settings.feature_scale * self.width)
        self._phases = fixed.uniform(0, 2 * np.pi, shape)
        self.grams = np.tile(RIDGE * np.eye(settings.features), (settings.critics, 1, 1))
        """What each own critic has seen: the inner products of features."""
        self.sums = np.zeros(shape)
        """What each own critic was told: features times returns."""
        self._fitted: Array | None = None
        self._estimator: ValueEstimator | None = None

    def values(self, estimator: ValueEstimator) -> None:
        self._estimator = estimator

    def choose(self, rng: np.random.Generator) -> tuple[float, ...]:
        points = rng.uniform(self.low, self.high, (self.settings.candidates, self.dimension))
        return self.box.expand(points[proportional(self.disagreement(points), rng)])

    def learn(self, outcome: Outcome) -> None:
        features = self._features(self.point(outcome))
        keep = 1 - self.settings.forget
        for k in np.flatnonzero(self.rng.random(self.settings.critics) < 0.5):
            fresh = self.settings.forget * RIDGE * np.eye(self.settings.features)
            self.grams[k] = keep * self.grams[k] + fresh + np.outer(features[k], features[k])
            self.sums[k] = keep * self.sums[k] + features[k] * outcome.reward
        self._fitted = None

    def disagreement(self, points: Array) -> Array:
        """How much the critics' values differ at each point."""
        if self._estimator is None:
            estimates = self._estimates(points)
        else:
            tasks: list[TaskKey] = [self.box.expand(point) for point in points]
            estimates = np.asarray(self._estimator(tasks), dtype=float)
            if estimates.ndim != 2 or estimates.shape[1] != len(points) or len(estimates) < 2:
                raise UserError(
                    f"values must give one row per critic, at least two, of {len(points)} numbers, "
                    f"not the shape {estimates.shape}."
                )
        return estimates.std(axis=0) if self.settings.measure == "std" else estimates.var(axis=0)

    def shapes(self) -> list[Shape]:
        grid = np.stack(np.meshgrid(*([np.linspace(0.05, 0.95, 10)] * min(self.dimension, 2))), -1)
        share = np.full((grid[..., 0].size, self.dimension), 0.5)
        share[:, : grid.shape[-1]] = grid.reshape(-1, grid.shape[-1])
        points = self.low + share * self.width
        return [Dots(tuple(map(tuple, points.tolist())), tuple(self.disagreement(points).tolist()))]

    def memory(self) -> dict[str, Any]:
        return {"grams": self.grams.tolist(), "sums": self.sums.tolist()}

    def recall(self, memory: Mapping[str, Any]) -> None:
        grams = np.array(memory["grams"], dtype=float).reshape(self.grams.shape)
        self.sums = np.array(memory["sums"], dtype=float).reshape(self.sums.shape)
        self.grams, self._fitted = grams, None

    def _features(self, point: Array) -> Array:
        """Cosines of random waves at a point: one row per critic."""
        return np.cos(self._waves @ point + self._phases) * np.sqrt(2 / self.settings.features)

    def _estimates(self, points: Array) -> Array:
        """The own critics' values: one row per critic.

        In single precision, like the networks of the original: the cosines of all candidates are nearly the whole
        cost of a ticket, and ten times cheaper so.
        """
        waves = points.astype(np.float32) @ self._waves.reshape(-1, self.dimension).T.astype(np.float32)
        waves += self._phases.ravel().astype(np.float32)
        np.cos(waves, out=waves)
        critics, features = self._phases.shape
        scaled = (self._weights() * np.sqrt(2 / features)).astype(np.float32)
        columns = (waves[:, k * features : (k + 1) * features] @ scaled[k] for k in range(critics))
        return np.stack(list(columns)).astype(float)

    def _weights(self) -> Array:
        fitted = self._fitted
        if fitted is None:
            fitted = self._fitted = np.asarray(
                np.linalg.solve(self.grams, self.sums[..., None])[..., 0], float
            )
        return fitted
