"""Gaussian mixtures over tasks and progress: what ALP-GMM and Covar-GMM share."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from gradus.school import Outcome, TaskKey
from gradus.school.checks import one_of, share, whole
from gradus.teachers.boxes import BoxTeacher
from gradus.teachers.expert import Wants, initial_gaussian
from gradus.teachers.shapes import Ellipse, Shape
from gradus.teachers.together import fit_together

Array = NDArray[np.float64]

CRITERIA = ("aic", "bic", "aicc")
"""How the number of Gaussians is chosen: the fit with the lowest value wins."""
FITS = ("together", "scikit-learn")
"""Who fits the mixtures: all sizes at once, or scikit-learn's classes one after the other."""


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


def criterion_value(score: float, k: int, shape: tuple[int, ...], criterion: str) -> float:
    """The information criterion of a mixture of ``k`` Gaussians from its mean log-likelihood; lower is better."""
    n, size = shape
    p = k * size * (size + 1) // 2 + k * size + k - 1
    value = -2 * score * n + (p * np.log(n) if criterion == "bic" else 2 * p)
    if criterion == "aicc":
        value += np.inf if n - p - 1 <= 0 else 2 * p * (p + 1) / (n - p - 1)
    return float(value)


def best_fit(
    data: Array,
    sizes: Sequence[int],
    seed: int,
    criterion: str = "aic",
    n_init: int = 1,
    fits: str = "together",
) -> Any:
    """The mixture of the lowest criterion among the numbers of Gaussians; ties go to the first."""
    if fits == "scikit-learn":
        models, scores = _one_by_one(data, sizes, seed, n_init)
    else:
        models = fit_together(data, sizes, seed, n_init)
        scores = [model.score for model in models]
    values = [
        criterion_value(score, k, data.shape, criterion) for score, k in zip(scores, sizes, strict=True)
    ]
    return models[int(np.argmin(values))]


def _one_by_one(data: Array, sizes: Sequence[int], seed: int, n_init: int) -> tuple[list[Any], list[float]]:
    """scikit-learn's mixtures, and the mean log-likelihood of the data in each."""
    from sklearn import config_context
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.mixture import GaussianMixture

    # Outcomes were checked when they came in; what scikit-learn would check again is a tenth of a small fit.
    quick = config_context(assume_finite=True, skip_parameter_validation=True)
    with quick, warnings.catch_warnings():
        # Repeated tasks (clipped to a corner) leave k-means fewer distinct points than Gaussians; that is fine.
        warnings.simplefilter("ignore", ConvergenceWarning)
        models = [GaussianMixture(k, n_init=n_init, random_state=seed % 2**32).fit(data) for k in sizes]
        return models, [float(model.score(data)) for model in models]


def check_gmm(settings: Any) -> None:
    """Refuse settings that no mixture can be fitted with."""
    whole("fit_every", settings.fit_every, 2)
    whole("min_k", settings.min_k)
    whole("max_k", settings.max_k, settings.min_k)
    whole("n_init", settings.n_init)
    whole("fit_every", settings.fit_every, settings.max_k)
    share("uniform_share", settings.uniform_share)
    one_of("criterion", settings.criterion, CRITERIA)
    one_of("fits", settings.fits, FITS)
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
    def row(self, point: Array, outcome: Outcome, before: int) -> Sequence[float]:
        """What an outcome contributes to the next fit; so many episodes came before it."""

    @abstractmethod
    def progress(self, model: Any) -> Array:
        """The learning progress of each fitted Gaussian, 0 or more."""

    def choose(self, rng: np.random.Generator) -> TaskKey:
        return self.choose_many(rng, 1)[0]

    def choose_many(self, rng: np.random.Generator, n: int) -> list[TaskKey]:
        settings = self.settings
        bootstrap = settings.fit_every if settings.bootstrap is None else settings.bootstrap
        if self._easy is not None and self.episodes < bootstrap:
            mean, std = self._easy
            return list(self.box.expand_many(mean + std * rng.standard_normal((n, self.dimension))))
        if self.episodes < bootstrap or self.mixture is None:
            return list(self.box.sample_many(rng, n))
        return list(self.box.expand_many(self._drawn(rng.random((n, self.dimension + 2)), self.mixture)))

    def _drawn(self, numbers: Array, mixture: Mixture) -> Array:
        """A point from each row of numbers between 0 and 1: whether to explore, which Gaussian, where in it.

        Every task takes as many numbers, whatever comes of them, so that many are drawn at once as one by one.
        """
        explore, which, where = numbers[:, 0] < self.settings.uniform_share, numbers[:, 1], numbers[:, 2:]
        sums = np.cumsum(mixture.progress if mixture.progress.any() else np.ones(len(mixture.progress)))
        picks = np.minimum(np.searchsorted(sums, which * sums[-1], side="right"), len(sums) - 1)
        noise = ndtri(
            np.maximum(where, np.finfo(float).tiny)
        )  # 0 may be drawn, and has no place under the bell
        drawn = mixture.means[picks, : self.dimension] + _turned(self._factors[picks], noise)
        return np.where(explore[:, None], self.low + self.width * where, drawn)

    def learn(self, outcome: Outcome) -> None:
        self.rows.append([float(x) for x in self.row(self.point(outcome), outcome, self.episodes)])
        self.episodes += 1
        if self.episodes % self.settings.fit_every == 0:
            self._fit(self.rows)
            self.rows = []

    def learn_many(self, outcomes: Sequence[Outcome]) -> None:
        every, before, after = self.settings.fit_every, self.episodes, self.episodes + len(outcomes)
        last = after // every * every
        # Fits that the last one replaces before a task is chosen are of no use, nor are their rows.
        skipped = max(0, last - every - before)
        points = self.box.reduce_many([outcome.ticket.task for outcome in outcomes])
        rows = [*([] if skipped else self.rows), *self.rows_of(points, outcomes, skipped)]
        self.episodes = after
        if last > before:
            fitted = len(rows) - (after - last)
            self._fit(rows[:fitted])
            rows = rows[fitted:]
        self.rows = rows

    def rows_of(self, points: Array, outcomes: Sequence[Outcome], skipped: int) -> Iterable[list[float]]:
        """What each outcome contributes, in their order, but for the first ones, which are only to be remembered."""
        for place in range(skipped, len(outcomes)):
            yield [float(x) for x in self.row(points[place], outcomes[place], self.episodes + place)]

    def _fit(self, rows: Sequence[Sequence[float]]) -> None:
        settings = self.settings
        sizes = range(settings.min_k, settings.max_k + 1)
        self._adopt(
            best_fit(np.array(rows), sizes, self.seed, settings.criterion, settings.n_init, settings.fits)
        )

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
