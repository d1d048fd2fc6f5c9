"""Bootstrap intervals: whole runs are drawn again, and what one run made stays together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import scipy  # loads its parts when they are first used
from numpy.typing import ArrayLike

from gradus.exams.intervals import FEWEST, Array, Interval, as_array, percentiles


def bootstrap(
    groups: Sequence[ArrayLike],
    statistic: Callable[..., Array],
    seed: int,
    level: float = 0.9,
    resamples: int = 2000,
    fewest: int = FEWEST,
) -> Interval:
    """Resample the runs of each group on their own and look at the statistic.

    A group has its runs along the last axis; what stands before that axis (tasks) stays together, because one
    run made it. ``statistic`` gets the groups with one axis of resamples in front and must keep that axis.
    Percentile intervals of a handful of runs are too narrow: the tails are widened as Student's t would widen
    them (Hesterberg's expanded percentiles). Below ``fewest`` runs even that is worth nothing, and there is none.
    """
    arrays = [as_array(group) for group in groups]
    rng = np.random.default_rng(seed)
    drawn = [_resample(array, resamples, rng) for array in arrays]
    with np.errstate(invalid="ignore"):  # a resample may hold no run that passed; it is left out below
        values = np.asarray(statistic(*drawn), dtype=np.float64)
        estimate = float(np.asarray(statistic(*[array[None] for array in arrays]))[0])
    n = min(array.shape[-1] for array in arrays)
    if n < fewest:
        note = f"no interval: it needs at least {fewest} runs, not {n}"
        return Interval(estimate, -np.inf, np.inf, n, level, "bootstrap of runs", note)
    tail = _expanded_tail(level, n)
    values = values[~np.isnan(values)]
    low, high = percentiles(values, (100 * tail, 100 * (1 - tail))) if values.size else (-np.inf, np.inf)
    return Interval(estimate, low, high, n, level, "bootstrap of runs")


def _resample(array: Array, resamples: int, rng: np.random.Generator) -> Array:
    runs = array.shape[-1]
    picks = rng.integers(runs, size=(resamples, runs))
    return np.moveaxis(array[..., picks], -2, 0)


def _expanded_tail(level: float, n: int) -> float:
    # The bootstrap divides by n where Student divides by n - 1, and knows nothing of t's heavier tails.
    student = scipy.stats.t.ppf((1 + level) / 2, n - 1)
    return float(scipy.stats.norm.cdf(-np.sqrt(n / (n - 1)) * student))


def interquartile_mean(values: ArrayLike) -> float:
    """The mean of the middle half of the values: a quarter is cut off at each end."""
    return float(scipy.stats.trim_mean(as_array(values).ravel(), 0.25))


def interquartile_interval(scores: ArrayLike, seed: int, level: float = 0.9) -> Interval:
    """The interquartile mean over tasks x runs, with whole runs resampled."""

    def statistic(sample: Array) -> Array:
        return np.asarray(scipy.stats.trim_mean(sample.reshape(sample.shape[0], -1), 0.25, axis=1))

    return bootstrap((scores,), statistic, seed, level)


def probability_of_improvement(ours: ArrayLike, theirs: ArrayLike) -> float:
    """How often a run of ours needs fewer steps than one of theirs, ties half; averaged over tasks (rows)."""
    a, b = np.atleast_2d(as_array(ours)), np.atleast_2d(as_array(theirs))
    return float(_improvement(a[None], b[None])[0])


def _improvement(a: Array, b: Array) -> Array:
    left, right = a[..., :, None], b[..., None, :]
    wins = (left < right).mean(axis=(-2, -1)) + 0.5 * (left == right).mean(axis=(-2, -1))
    return np.asarray(wins.reshape(wins.shape[0], -1).mean(axis=1))


def improvement_interval(ours: ArrayLike, theirs: ArrayLike, seed: int, level: float = 0.9) -> Interval:
    """The probability of improvement with whole runs resampled."""
    return bootstrap(
        (np.atleast_2d(as_array(ours)), np.atleast_2d(as_array(theirs))), _improvement, seed, level
    )
