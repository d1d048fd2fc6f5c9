"""The statistics of the exams, in one place: intervals, tests and corrections on small groups of runs.

Runs are the unit everywhere: five runs of 43 tasks are five observations, not 215. Every interval carries how
it was made; each method has a simulation among the tests that shows how often it covers the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import scipy  # loads its parts when they are first used
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
EXACT_UP_TO = 20_000
"""Permutation tests look at every arrangement up to this many, and at a random sample beyond it."""


@dataclass(frozen=True)
class Interval:
    """An estimate with its uncertainty."""

    estimate: float
    low: float
    high: float
    n: int
    """How many independent observations stand behind it."""
    level: float
    """How often such an interval should cover the truth."""
    method: str

    def within(self, low: float, high: float = np.inf) -> Interval:
        """The part of the interval that is possible: a count of steps is never negative. Unbounded ends stay so."""
        return replace(
            self,
            low=max(self.low, low) if np.isfinite(self.low) else self.low,
            high=min(self.high, high) if np.isfinite(self.high) else self.high,
        )

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary; what is not finite becomes None."""
        return {key: _finite(value) for key, value in asdict(self).items()}


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not np.isfinite(value) else value


def _array(values: ArrayLike) -> Array:
    made = np.asarray(values, dtype=np.float64)
    if made.size == 0:
        raise ValueError("statistics need at least one value")
    return made


def spread(values: ArrayLike, level: float = 0.9) -> Interval:
    """The median between two percentiles of the values themselves, as published in 2017 (5th and 95th).

    This describes the values; it is not a confidence interval of the median.
    """
    array = _array(values)
    array = array[~np.isnan(array)]
    if not array.size:
        return Interval(np.nan, np.nan, np.nan, 0, level, "percentiles")
    tail = 50 * (1 - level)
    low, middle, high = _percentiles(array, (tail, 50.0, 100 - tail))
    return Interval(middle, low, high, array.size, level, "percentiles")


def _percentiles(array: Array, points: Sequence[float]) -> list[float]:
    """Linear percentiles that bear infinite values (an infinity and a finite number have no middle)."""
    ordered = np.sort(array)
    found = []
    for point in points:
        place = point / 100 * (ordered.size - 1)
        below, above = ordered[int(np.floor(place))], ordered[int(np.ceil(place))]
        share = place - np.floor(place)
        found.append(float(below if share == 0 or below == above else below + share * (above - below)))
    return found


def median_interval(values: ArrayLike, level: float = 0.9) -> Interval:
    """The median between two order statistics; covers at least as often as it says, whatever the distribution."""
    ordered = np.sort(_array(values).ravel())
    n = ordered.size
    cut = int(scipy.stats.binom.ppf((1 - level) / 2, n, 0.5))
    # P(at most cut-1 values on one side) must not exceed half the error.
    while cut > 0 and scipy.stats.binom.cdf(cut - 1, n, 0.5) > (1 - level) / 2:
        cut -= 1
    low, high = (ordered[cut - 1], ordered[n - cut]) if cut > 0 else (-np.inf, np.inf)
    return Interval(float(np.median(ordered)), float(low), float(high), n, level, "order statistics")


def mean_interval(values: ArrayLike, level: float = 0.9) -> Interval:
    """The mean with Student's interval, as the step counts of 2017 were drawn."""
    array = _array(values).ravel()
    mean = float(array.mean())
    if array.size < 2 or not np.isfinite(mean):
        return Interval(mean, -np.inf, np.inf, array.size, level, "Student's t")
    half = scipy.stats.t.ppf((1 + level) / 2, array.size - 1) * array.std(ddof=1) / np.sqrt(array.size)
    return Interval(mean, mean - float(half), mean + float(half), array.size, level, "Student's t")


def share_interval(hits: int, of: int, level: float = 0.9) -> Interval:
    """A share with Wilson's interval."""
    if of < 1:
        return Interval(np.nan, 0.0, 1.0, 0, level, "Wilson")
    found = scipy.stats.binomtest(hits, of).proportion_ci(level, method="wilson")
    return Interval(hits / of, float(found.low), float(found.high), of, level, "Wilson")


def all_ratios(top: ArrayLike, bottom: ArrayLike) -> Array:
    """Every value of ``top`` over every value of ``bottom``: 25 ratios of five and five."""
    above, below = _array(top).ravel(), _array(bottom).ravel()
    return np.array([ratio(float(a), float(b)) for a in above for b in below])


def ratio(top: float, bottom: float) -> float:
    """``top / bottom``; nought over nought is one, and two infinite values tell nothing."""
    if np.isinf(top) and np.isinf(bottom):
        return float("nan")
    if top == bottom:
        return 1.0
    return np.inf if bottom == 0 else top / bottom


def bootstrap(
    groups: Sequence[ArrayLike],
    statistic: Callable[..., Array],
    seed: int,
    level: float = 0.9,
    resamples: int = 2000,
) -> Interval:
    """Resample the runs of each group on their own and look at the statistic.

    A group has its runs along the last axis; what stands before that axis (tasks) stays together, because one
    run made it. ``statistic`` gets the groups with one axis of resamples in front and must keep that axis.
    Percentile intervals of a handful of runs are too narrow: the tails are widened as Student's t would widen
    them (Hesterberg's expanded percentiles).
    """
    arrays = [_array(group) for group in groups]
    rng = np.random.default_rng(seed)
    drawn = [_resample(array, resamples, rng) for array in arrays]
    with np.errstate(invalid="ignore"):
        values = np.asarray(statistic(*drawn), dtype=np.float64)
        estimate = float(np.asarray(statistic(*[array[None] for array in arrays]))[0])
    n = min(array.shape[-1] for array in arrays)
    if n < 2:
        return Interval(estimate, -np.inf, np.inf, n, level, "bootstrap of runs")
    tail = _expanded_tail(level, n)
    values = values[~np.isnan(values)]
    low, high = _percentiles(values, (100 * tail, 100 * (1 - tail))) if values.size else (-np.inf, np.inf)
    return Interval(estimate, low, high, n, level, "bootstrap of runs")


def _resample(array: Array, resamples: int, rng: np.random.Generator) -> Array:
    runs = array.shape[-1]
    picks = rng.integers(runs, size=(resamples, runs))
    return np.moveaxis(array[..., picks], -2, 0)


def _expanded_tail(level: float, n: int) -> float:
    student = scipy.stats.t.ppf((1 + level) / 2, n - 1)
    return float(scipy.stats.norm.cdf(-np.sqrt(n / (n - 1)) * student))


def median_ratio(top: ArrayLike, bottom: ArrayLike, seed: int, level: float = 0.9) -> Interval:
    """The ratio of two medians with a bootstrap interval that treats runs as the unit."""

    def statistic(a: Array, b: Array) -> Array:
        over, under = np.median(a, axis=-1), np.median(b, axis=-1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where((over == under) & np.isfinite(over), 1.0, over / under)

    return bootstrap((top, bottom), statistic, seed, level)


def interquartile_mean(values: ArrayLike) -> float:
    """The mean of the middle half of the values."""
    return float(scipy.stats.trim_mean(_array(values).ravel(), 0.25))


def interquartile_interval(scores: ArrayLike, seed: int, level: float = 0.9) -> Interval:
    """The interquartile mean over tasks x runs, with whole runs resampled."""

    def statistic(sample: Array) -> Array:
        return np.asarray(scipy.stats.trim_mean(sample.reshape(sample.shape[0], -1), 0.25, axis=1))

    return bootstrap((scores,), statistic, seed, level)


def probability_of_improvement(ours: ArrayLike, theirs: ArrayLike) -> float:
    """How often a run of ours needs fewer steps than one of theirs, ties half; averaged over tasks (rows)."""
    a, b = np.atleast_2d(_array(ours)), np.atleast_2d(_array(theirs))
    return float(_improvement(a[None], b[None])[0])


def _improvement(a: Array, b: Array) -> Array:
    left, right = a[..., :, None], b[..., None, :]
    wins = (left < right).mean(axis=(-2, -1)) + 0.5 * (left == right).mean(axis=(-2, -1))
    return np.asarray(wins.reshape(wins.shape[0], -1).mean(axis=1))


def improvement_interval(ours: ArrayLike, theirs: ArrayLike, seed: int, level: float = 0.9) -> Interval:
    """The probability of improvement with whole runs resampled."""
    return bootstrap((np.atleast_2d(_array(ours)), np.atleast_2d(_array(theirs))), _improvement, seed, level)


@dataclass(frozen=True)
class Test:
    """The result of a test."""

    p: float
    """The p-value."""
    statistic: float
    method: str
    low: float = -np.inf
    """Confidence limits of the difference, where the test gives them."""
    high: float = np.inf

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary; what is not finite becomes None."""
        return {key: _finite(value) for key, value in asdict(self).items()}


def welch(ours: ArrayLike, theirs: ArrayLike, level: float = 0.9) -> Test:
    """Welch's t of two groups of runs, two-sided, with the interval of the difference of means."""
    found = scipy.stats.ttest_ind(_array(ours), _array(theirs), equal_var=False)
    bounds = found.confidence_interval(level)
    return Test(
        float(found.pvalue), float(found.statistic), "Welch's t", float(bounds.low), float(bounds.high)
    )


def permutation_test(
    ours: ArrayLike, theirs: ArrayLike, seed: int = 0, alternative: str = "less", resamples: int = 10_000
) -> Test:
    """Whether our runs rank lower (``less``), higher (``greater``) or otherwise (``two-sided``) than theirs.

    Rows are strata (tasks), columns runs; a single row is one task. Values are ranked within their stratum,
    the ranks of a run are averaged, and whole runs change sides: a run that is quick in one task may be quick
    in all, so its tasks are not independent. Exact when the arrangements are few enough.
    """
    a, b = np.atleast_2d(_array(ours)), np.atleast_2d(_array(theirs))
    scores = run_scores(a, b)
    first, total = a.shape[1], scores.size
    observed = scores[:first].mean() - scores[first:].mean()
    if comb(total, first) <= EXACT_UP_TO:
        picks, method = _arrangements(total, first), "permutation of runs, exact"
    else:
        rng = np.random.default_rng(seed)
        picks = np.array([rng.permutation(total)[:first] for _ in range(resamples)] + [range(first)])
        method = f"permutation of runs, {resamples} drawn"
    inside = scores[picks].sum(axis=1)
    differences = inside / first - (scores.sum() - inside) / (total - first)
    slack = 1e-12
    if alternative == "less":
        extreme = differences <= observed + slack
    elif alternative == "greater":
        extreme = differences >= observed - slack
    else:
        extreme = np.abs(differences) >= abs(observed) - slack
    return Test(float(extreme.mean()), float(observed), method)


@lru_cache(maxsize=8)
def _arrangements(total: int, first: int) -> NDArray[np.int64]:
    """Every way to choose our runs from all of them."""
    return np.array(list(combinations(range(total), first)), dtype=np.int64)


def run_scores(ours: Array, theirs: Array) -> Array:
    """The average of each run's ranks, first ours, then theirs; ranks run from 0 to 1 within a stratum."""
    both = np.hstack([ours, theirs])
    ranks = scipy.stats.rankdata(both, axis=1)
    return np.asarray(((ranks - 0.5) / both.shape[1]).mean(axis=0))


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction: p-values that may be compared with the level for the whole family."""
    order = np.argsort(p_values, kind="stable")
    adjusted, worst = [0.0] * len(p_values), 0.0
    for place, index in enumerate(order):
        worst = max(worst, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = worst
    return adjusted


def equivalence(ours: ArrayLike, theirs: ArrayLike, factor: float = 1.5) -> Test:
    """Whether two groups differ by less than ``factor`` either way: two one-sided Welch tests on logarithms."""
    a, b = np.log(_array(ours)), np.log(_array(theirs))
    margin, method = np.log(factor), f"equivalence within a factor of {factor:g}"
    difference = float(a.mean() - b.mean())
    if np.ptp(a) == 0 and np.ptp(b) == 0:  # no spread, nothing left to chance
        return Test(0.0 if abs(difference) < margin else 1.0, difference, method)
    above = scipy.stats.ttest_ind(a + margin, b, equal_var=False, alternative="greater").pvalue
    below = scipy.stats.ttest_ind(a - margin, b, equal_var=False, alternative="less").pvalue
    return Test(max(float(above), float(below)), difference, method)
