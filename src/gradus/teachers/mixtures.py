"""Gaussian mixtures over tasks and progress: what ALP-GMM and Covar-GMM share."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn import config_context
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture

from gradus.school import Outcome, TaskKey
from gradus.school.checks import one_of, share, whole
from gradus.teachers.boxes import BoxTeacher, proportional
from gradus.teachers.expert import Wants, initial_gaussian
from gradus.teachers.shapes import Ellipse, Shape

Array = NDArray[np.float64]

CRITERIA = ("aic", "bic", "aicc")
"""How the number of Gaussians is chosen: the fit with the lowest value wins."""


@dataclass(frozen=True)
class Mixture:
    """A fitted mixture with the learning progress of each Gaussian."""

    weights: Array
    means: Array
    covariances: Array
    progress: Array

    def to_json(self) -> dict[str, Any]:
        """Lists that :meth:`from_json` reads back exactly."""
        return {
            name: getattr(self, name).tolist() for name in ("weights", "means", "covariances", "progress")
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Mixture:
        """The mixture that :meth:`to_json` wrote."""
        return cls(*(np.array(data[name]) for name in ("weights", "means", "covariances", "progress")))


def criterion_value(model: Any, data: Array, criterion: str) -> float:
    """The information criterion of a fitted mixture; lower is better."""
    if criterion == "bic":
        return float(model.bic(data))
    value = float(model.aic(data))
    if criterion == "aicc":
        k, (n, size) = model.n_components, data.shape
        p = k * size * (size + 1) // 2 + k * size + k - 1
        value += np.inf if n - p - 1 <= 0 else 2 * p * (p + 1) / (n - p - 1)
    return value


def best_fit(data: Array, sizes: Iterable[int], seed: int, criterion: str = "aic", n_init: int = 1) -> Any:
    """The scikit-learn mixture of the lowest criterion among the numbers of Gaussians; ties go to the first."""
    best, lowest = None, np.inf
    # Outcomes were checked when they came in; what scikit-learn would check again is a tenth of a small fit.
    quick = config_context(assume_finite=True, skip_parameter_validation=True)
    with quick, warnings.catch_warnings():
        # Repeated tasks (clipped to a corner) leave k-means fewer distinct points than Gaussians; that is fine.
        warnings.simplefilter("ignore", ConvergenceWarning)
        for k in sizes:
            model = GaussianMixture(k, n_init=n_init, random_state=seed % 2**32).fit(data)
            value = criterion_value(model, data, criterion)
            if best is None or value < lowest:
                best, lowest = model, value
    return best


def check_gmm(settings: Any) -> None:
    """Refuse settings that no mixture can be fitted with."""
    whole("fit_every", settings.fit_every, 2)
    whole("min_k", settings.min_k)
    whole("max_k", settings.max_k, settings.min_k)
    whole("n_init", settings.n_init)
    whole("fit_every", settings.fit_every, settings.max_k)
    share("uniform_share", settings.uniform_share)
    one_of("criterion", settings.criterion, CRITERIA)
    if settings.bootstrap is not None:
        whole("bootstrap", settings.bootstrap, 0)


class MixtureTeacher(BoxTeacher, ABC):
    """Fits mixtures to (task, progress) rows and samples Gaussians in proportion to their progress."""

    wants = Wants(initial="optional")
    choosing_changes = ()

    def start(self) -> None:
        self.episodes = 0
        """How many outcomes were observed."""
        self.rows: list[list[float]] = []
        """The rows since the last fit."""
        self.mixture: Mixture | None = None
        self._easy = initial_gaussian(self) if self.settings.initial_mean is not None else None
        self._factors: Array = np.empty(0)

    @abstractmethod
    def row(self, point: Array, outcome: Outcome) -> Sequence[float]:
        """What an outcome contributes to the next fit."""

    @abstractmethod
    def progress(self, model: Any) -> Array:
        """The learning progress of each fitted Gaussian, 0 or more."""

    def choose(self, rng: np.random.Generator) -> tuple[float, ...]:
        settings = self.settings
        bootstrap = settings.fit_every if settings.bootstrap is None else settings.bootstrap
        if self._easy is not None and self.episodes < bootstrap:
            mean, std = self._easy
            return self.box.expand(mean + std * rng.standard_normal(self.dimension))
        if self.episodes < bootstrap or self.mixture is None or rng.random() < settings.uniform_share:
            return self.uniform(rng)
        i = proportional(self.mixture.progress, rng)
        noise = _turned(self._factors[i], rng.standard_normal(self.dimension))
        return self.box.expand(self.mixture.means[i, : self.dimension] + noise)

    def choose_many(self, rng: np.random.Generator, n: int) -> list[TaskKey]:
        settings = self.settings
        bootstrap = settings.fit_every if settings.bootstrap is None else settings.bootstrap
        if self._easy is not None and self.episodes < bootstrap:
            mean, std = self._easy
            return list(self.box.expand_many(mean + std * rng.standard_normal((n, self.dimension))))
        if self.episodes < bootstrap or self.mixture is None:
            return list(self.box.expand_many(rng.uniform(self.low, self.high, (n, self.dimension))))
        return list(self.box.expand_many(self._drawn(rng, n, self.mixture)))

    def _drawn(self, rng: np.random.Generator, n: int, mixture: Mixture) -> Array:
        """What :meth:`choose` draws from a mixture, ``n`` times."""
        sums, share = np.cumsum(mixture.progress).tolist(), self.settings.uniform_share
        points, picks = np.empty((n, self.dimension)), np.full(n, -1)
        for i in range(n):
            if rng.random() < share:
                points[i] = rng.uniform(self.low, self.high)
                continue
            even = sums[-1] <= 0
            picks[i] = rng.integers(len(sums)) if even else bisect_right(sums, rng.random() * sums[-1])
            rng.standard_normal(out=points[i])
        chosen = picks[picks >= 0]
        noise = _turned(self._factors[chosen], points[picks >= 0])
        points[picks >= 0] = mixture.means[chosen, : self.dimension] + noise
        return points

    def learn(self, outcome: Outcome) -> None:
        self.rows.append([float(x) for x in self.row(self.point(outcome), outcome)])
        self.episodes += 1
        if self.episodes % self.settings.fit_every == 0:
            self._fit()
            self.rows = []

    def learn_many(self, outcomes: Sequence[Outcome]) -> None:
        every = self.settings.fit_every
        last = (self.episodes + len(outcomes)) // every * every
        points = self.box.reduce_many([outcome.ticket.task for outcome in outcomes])
        for row in self.rows_of(points, outcomes):
            self.rows.append(row)
            self.episodes += 1
            if self.episodes % every == 0:
                # A fit that the next one replaces before a task is chosen is of no use.
                if self.episodes == last:
                    self._fit()
                self.rows = []

    def rows_of(self, points: Array, outcomes: Sequence[Outcome]) -> Iterable[list[float]]:
        """What each outcome contributes, in their order; one at a time, while :attr:`episodes` counts on."""
        for point, outcome in zip(points, outcomes, strict=True):
            yield [float(x) for x in self.row(point, outcome)]

    def _fit(self) -> None:
        settings = self.settings
        data = np.array(self.rows[-settings.fit_every :])
        sizes = range(settings.min_k, settings.max_k + 1)
        self._adopt(best_fit(data, sizes, self.seed, settings.criterion, settings.n_init))

    def shapes(self) -> list[Shape]:
        if self.mixture is None:
            return []
        d, found = self.dimension, self.mixture
        return [
            Ellipse(tuple(mean[:d]), tuple(tuple(row[:d]) for row in cov[:d]), float(heat))
            for mean, cov, heat in zip(found.means, found.covariances, found.progress, strict=True)
        ]

    def memory(self) -> dict[str, Any]:
        mixture = None if self.mixture is None else self.mixture.to_json()
        return {"episodes": self.episodes, "rows": self.rows, "mixture": mixture}

    def recall(self, memory: Mapping[str, Any]) -> None:
        mixture, rows = memory["mixture"], memory["rows"]
        self.episodes = int(memory["episodes"])
        self.rows = [[float(x) for x in row] for row in rows]
        self._use(None if mixture is None else Mixture.from_json(mixture))

    def _adopt(self, model: Any) -> None:
        self._use(Mixture(model.weights_, model.means_, model.covariances_, self.progress(model)))

    def _use(self, mixture: Mixture | None) -> None:
        """Keep a mixture, with the factors that turn normal noise into draws of each Gaussian's task part."""
        self.mixture = mixture
        if mixture is not None:
            d = self.dimension
            self._factors = np.asarray(np.linalg.cholesky(mixture.covariances[:, :d, :d]), float)


def _turned(factors: Array, noise: Array) -> Array:
    """Factors times noise, one or many at once with the same bits."""
    return np.asarray((factors * noise[..., None, :]).sum(axis=-1))
