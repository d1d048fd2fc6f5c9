"""Tests that take a distribution for granted: of mastery over seeds, which is a mean of many episodes."""

from __future__ import annotations

import numpy as np
import scipy  # loads its parts when they are first used
from numpy.typing import ArrayLike

from gradus.exams.intervals import as_array
from gradus.exams.rank_tests import Test


def welch(ours: ArrayLike, theirs: ArrayLike, level: float = 0.9) -> Test:
    """Welch's t of two groups of runs, two-sided, with the interval of the difference of means."""
    a, b = as_array(ours), as_array(theirs)
    # From means and variances, because SciPy warns about a group without spread; the formula has no trouble with it.
    shares = np.array([a.var(ddof=1) / a.size, b.var(ddof=1) / b.size])
    error, difference = float(np.sqrt(shares.sum())), float(a.mean() - b.mean())
    freedom = float(shares.sum() ** 2 / (shares**2 / (np.array([a.size, b.size]) - 1)).sum())
    half = error * float(scipy.stats.t.ppf((1 + level) / 2, freedom))
    p = 2 * float(scipy.stats.t.sf(abs(difference / error), freedom))
    return Test(p, difference / error, "Welch's t", difference - half, difference + half)


def equivalence(ours: ArrayLike, theirs: ArrayLike, factor: float = 1.5) -> Test:
    """Whether two groups differ by less than ``factor`` either way: two one-sided Welch tests on logarithms."""
    # Steps spread by factors rather than by differences: on logarithms "1.5 times" is the same margin everywhere.
    a, b = np.log(as_array(ours)), np.log(as_array(theirs))
    margin, method = np.log(factor), f"equivalence within a factor of {factor:g}"
    difference = float(a.mean() - b.mean())
    if np.ptp(a) == 0 and np.ptp(b) == 0:  # no spread, nothing left to chance
        return Test(0.0 if abs(difference) < margin else 1.0, difference, method)
    above = scipy.stats.ttest_ind(a + margin, b, equal_var=False, alternative="greater").pvalue
    below = scipy.stats.ttest_ind(a - margin, b, equal_var=False, alternative="less").pvalue
    return Test(max(float(above), float(below)), difference, method)
