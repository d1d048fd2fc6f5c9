"""The statistics of the exams, in one place: intervals, tests and corrections on small groups of runs.

Runs are the unit everywhere: five runs of 43 tasks are five observations, not 215. Every interval carries how
it was made; ``benchmarks/verdicts.py`` simulates how often each covers the truth and how often verdicts are wrong.
"""

from __future__ import annotations

from gradus.exams.intervals import (
    FEWEST,
    Interval,
    all_ratios,
    mean_interval,
    median_interval,
    ratio,
    share_interval,
    share_over_runs,
    spread,
)
from gradus.exams.parametric import equivalence, welch
from gradus.exams.rank_tests import (
    Test,
    attained_error,
    attained_paired_error,
    holm,
    paired_interval,
    paired_test,
    permutation_test,
    ratio_interval,
    run_scores,
    smallest_p,
)
from gradus.exams.resampling import (
    bootstrap,
    improvement_interval,
    interquartile_interval,
    interquartile_mean,
    probability_of_improvement,
)

__all__ = [
    "FEWEST",
    "Interval",
    "Test",
    "all_ratios",
    "attained_error",
    "attained_paired_error",
    "bootstrap",
    "equivalence",
    "holm",
    "improvement_interval",
    "interquartile_interval",
    "interquartile_mean",
    "mean_interval",
    "median_interval",
    "paired_interval",
    "paired_test",
    "permutation_test",
    "probability_of_improvement",
    "ratio",
    "ratio_interval",
    "run_scores",
    "share_interval",
    "share_over_runs",
    "smallest_p",
    "spread",
    "welch",
]
