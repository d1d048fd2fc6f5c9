"""Intervals of single groups of runs; each carries how it was made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import scipy  # loads its parts when they are first used
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
"""Values of runs."""
FEWEST = 3
"""Runs (on each side of a comparison) below which no interval is given."""


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
    note: str = ""
    """Why it has no limits, if it has none for want of runs."""

    def within(self, low: float, high: float = np.inf) -> Interval:
        """The part of the interval that is possible: a count of steps is never negative. Unbounded ends stay so."""
        return replace(
            self,
            low=max(self.low, low) if np.isfinite(self.low) else self.low,
            high=min(self.high, high) if np.isfinite(self.high) else self.high,
        )

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary; what is not finite becomes None."""
        row = {key: finite(value) for key, value in asdict(self).items()}
        return row if self.note else {key: value for key, value in row.items() if key != "note"}


def finite(value: Any) -> Any:
    """The value, or None for a number that is not finite."""
    return None if isinstance(value, float) and not np.isfinite(value) else value


def as_array(values: ArrayLike) -> Array:
    """The values as an array that has at least one."""
    made = np.asarray(values, dtype=np.float64)
    if made.size == 0:
        raise ValueError("statistics need at least one value")
    return made


def spread(values: ArrayLike, level: float = 0.9) -> Interval:
    """The median between two percentiles of the values themselves, as published in 2017 (5th and 95th).

    This describes the values; it is not a confidence interval of the median.
    """
    array = as_array(values)
    array = array[~np.isnan(array)]
    if not array.size:
        return Interval(np.nan, np.nan, np.nan, 0, level, "percentiles")
    tail = 50 * (1 - level)
    low, middle, high = percentiles(array, (tail, 50.0, 100 - tail))
    return Interval(middle, low, high, array.size, level, "percentiles")


def percentiles(array: Array, points: Sequence[float]) -> list[float]:
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
    ordered = np.sort(as_array(values).ravel())
    n = ordered.size
    cut = int(scipy.stats.binom.ppf((1 - level) / 2, n, 0.5))
    # P(at most cut-1 values on one side) must not exceed half the error.
    while cut > 0 and scipy.stats.binom.cdf(cut - 1, n, 0.5) > (1 - level) / 2:
        cut -= 1
    low, high = (ordered[cut - 1], ordered[n - cut]) if cut > 0 else (-np.inf, np.inf)
    return Interval(float(np.median(ordered)), float(low), float(high), n, level, "order statistics")


def mean_interval(values: ArrayLike, level: float = 0.9) -> Interval:
    """The mean with Student's interval, as the step counts of 2017 were drawn."""
    array = as_array(values).ravel()
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
    above, below = as_array(top).ravel(), as_array(bottom).ravel()
    return np.array([ratio(float(a), float(b)) for a in above for b in below])


def ratio(top: float, bottom: float) -> float:
    """``top / bottom``; nought over nought is one, and two infinite values tell nothing."""
    if np.isinf(top) and np.isinf(bottom):
        return float("nan")
    if top == bottom:
        return 1.0
    return np.inf if bottom == 0 else top / bottom


def share_over_runs(shares: Sequence[float], level: float = 0.9) -> Interval:
    """The mean of the runs' shares, with runs as the unit; below three runs it has no limits, and says so."""
    found = mean_interval(shares, level).within(0, 1)
    if len(shares) >= FEWEST:
        return found
    note = f"no interval: it needs at least {FEWEST} runs, not {len(shares)}"
    return replace(found, low=-np.inf, high=np.inf, note=note)
