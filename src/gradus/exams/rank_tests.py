"""Tests of ranks and the exact intervals that come from turning them round; runs are the unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import scipy  # loads its parts when they are first used
from numpy.typing import ArrayLike, NDArray

from gradus.exams.intervals import FEWEST, Array, Interval, all_ratios, as_array, finite, spread

EXACT_UP_TO = 20_000
"""Permutation tests look at every arrangement up to this many, and at a random sample beyond it."""
_SLACK = 1e-12
"""Levels such as 0.9 are not exact in binary: 1/20 must count as within (1 - 0.9) / 2."""


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
        return {key: finite(value) for key, value in asdict(self).items()}


def permutation_test(
    ours: ArrayLike, theirs: ArrayLike, seed: int = 0, alternative: str = "less", resamples: int = 10_000
) -> Test:
    """Whether our runs rank lower (``less``), higher (``greater``) or otherwise (``two-sided``) than theirs.

    Rows are strata (tasks), columns runs; a single row is one task. Values are ranked within their stratum,
    the ranks of a run are averaged, and whole runs change sides: a run that is quick in one task may be quick
    in all, so its tasks are not independent. Exact when the arrangements are few enough.
    """
    a, b = np.atleast_2d(as_array(ours)), np.atleast_2d(as_array(theirs))
    scores, first = run_scores(a, b), a.shape[1]
    if a.shape[0] > 1:
        scores, first = _folded(scores, first)
    total = scores.size
    observed = scores[:first].mean() - scores[first:].mean()
    if comb(total, first) <= EXACT_UP_TO:
        picks, method = _arrangements(total, first), "permutation of runs, exact"
    else:
        rng = np.random.default_rng(seed)
        picks = np.array([rng.permutation(total)[:first] for _ in range(resamples)] + [range(first)])
        method = f"permutation of runs, {resamples} drawn"
    inside = scores[picks].sum(axis=1)
    differences = inside / first - (scores.sum() - inside) / (total - first)
    slack = 1e-12  # the observed arrangement, summed in another order, must count as as extreme as itself
    if alternative == "less":
        extreme = differences <= observed + slack
    elif alternative == "greater":
        extreme = differences >= observed - slack
    else:
        extreme = np.abs(differences) >= abs(observed) - slack
    return Test(float(extreme.mean()), float(observed), method)


def _folded(scores: Array, first: int) -> tuple[Array, int]:
    """As many columns on both sides: the runs of the larger side are averaged in as many groups.

    Runs that walk many tasks carry their luck from one to the next, runs of single tasks do not, so the averages
    of the two sides vary differently. The test bears that only between equal numbers.
    """
    ours, theirs = scores[:first], scores[first:]
    few, many = min(ours.size, theirs.size), max(ours.size, theirs.size)
    if many % few:
        raise ValueError(
            f"one arm must have a multiple of the other's runs, not {ours.size} and {theirs.size}"
        )
    sides = [side.reshape(-1, few).mean(axis=0) for side in (ours, theirs)]
    return np.concatenate(sides), few


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


def ratio_interval(ours: ArrayLike, theirs: ArrayLike, level: float = 0.9) -> Interval:
    """By how much ours differ from theirs: the exact interval from all ratios of two groups of runs.

    It holds the factors that the test of ranks does not reject, hence it lies between two of the ordered ratios
    (the 5th and the 21st of 25 at five against five) and its estimate is their median. A ratio that is not known
    (neither run passed, or one never met the task) might be anything, at both ends.
    """
    above, below = as_array(ours).ravel(), as_array(theirs).ravel()
    ratios = all_ratios(above, below)
    estimate, runs = spread(ratios, level).estimate, (above.size, below.size)
    n, method = min(runs), "inverted rank test, exact"
    place = _within_error(_rank_sums(*runs), level)
    if n < FEWEST or not place:
        least = FEWEST if level <= 0.9 else _fewest_against(level)
        note = f"no interval: it needs at least {least} against {least} runs, not {runs[0]} against {runs[1]}"
        return Interval(estimate, -np.inf, np.inf, n, level, method, note)
    low = np.sort(np.where(np.isnan(ratios), -np.inf, ratios))[place - 1]
    high = np.sort(np.where(np.isnan(ratios), np.inf, ratios))[-place]
    return Interval(estimate, float(low), float(high), n, level, method)


def paired_interval(ratios: ArrayLike, level: float = 0.9) -> Interval:
    """The factor between the two values of a pair: the exact interval that the signed-rank test does not reject."""
    array = as_array(ratios).ravel()
    i, j = np.triu_indices(array.size)
    middles = np.sort(np.where(i == j, array[i], np.sqrt(array[i]) * np.sqrt(array[j])))
    n, method, place = (
        array.size,
        "inverted signed-rank test, exact",
        _within_error(_signed_ranks(array.size), level),
    )
    estimate = spread(middles, level).estimate
    if not place:
        note = f"no interval: it needs at least {_fewest_pairs(level)} runs, not {n}"
        return Interval(estimate, -np.inf, np.inf, n, level, method, note)
    return Interval(estimate, float(middles[place - 1]), float(middles[-place]), n, level, method)


def paired_test(differences: ArrayLike) -> Test:
    """Whether the differences of pairs are rather positive: Wilcoxon's signed ranks, every flip of signs counted.

    Pairs without a difference are left out; equal ones share their rank, and infinite ones rank highest.
    """
    array = as_array(differences).ravel()
    array = array[array != 0]
    doubled = np.rint(2 * scipy.stats.rankdata(np.abs(array))).astype(int) if array.size else np.zeros(0, int)
    observed = int(doubled[array > 0].sum())
    counts = [1]
    for rank in doubled:  # how many choices of signs give each sum
        counts = [a + b for a, b in zip(counts + [0] * rank, [0] * rank + counts, strict=True)]
    return Test(sum(counts[observed:]) / 2**array.size, observed / 2, "signed ranks, exact")


def smallest_p(ours: int, theirs: int) -> float:
    """The smallest p that the one-sided test of ranks can give."""
    return 1 / comb(ours + theirs, ours)


def attained_error(ours: int, theirs: int, error: float) -> float:
    """How often the one-sided test of ranks at that error speaks when nothing differs; ties make it rarer."""
    shares = np.cumsum(_rank_sums(ours, theirs)) / comb(ours + theirs, ours)
    return float(max([0.0, *shares[shares <= error + _SLACK]]))


def attained_paired_error(pairs: int, error: float) -> float:
    """The same for the test of pairs."""
    shares = np.cumsum(_signed_ranks(pairs)) / 2**pairs
    return float(max([0.0, *shares[shares <= error + _SLACK]]))


def _within_error(counts: Sequence[int], level: float) -> int:
    """How many of a symmetric statistic's lowest values have together at most half of the error."""
    shares = np.cumsum(counts) / sum(counts)
    return int((shares <= (1 - level) / 2 + _SLACK).sum())


@lru_cache(maxsize=64)  # tasks of one exam mostly have the same few numbers of runs
def _rank_sums(m: int, n: int) -> tuple[int, ...]:
    """In how many arrangements of m and n values each number of inversions occurs (the Mann-Whitney statistic)."""
    counts = [1] + [0] * (m * n)
    for i in range(1, m + 1):  # the Gaussian binomial coefficient, factor by factor
        for k in range(m * n, n + i - 1, -1):
            counts[k] -= counts[k - n - i]
        for k in range(i, m * n + 1):
            counts[k] += counts[k - i]
    return tuple(counts)


@lru_cache(maxsize=64)
def _signed_ranks(n: int) -> tuple[int, ...]:
    """In how many choices of signs each sum of positive ranks occurs."""
    counts = [1]
    for rank in range(1, n + 1):
        counts = [a + b for a, b in zip(counts + [0] * rank, [0] * rank + counts, strict=True)]
    return tuple(counts)


def _fewest_against(level: float) -> int:
    return next(n for n in range(FEWEST, 100) if smallest_p(n, n) <= (1 - level) / 2 + _SLACK)


def _fewest_pairs(level: float) -> int:
    return next(n for n in range(1, 100) if 0.5**n <= (1 - level) / 2 + _SLACK)
