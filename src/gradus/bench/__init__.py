"""The benchmark of teachers: suites as data, campaigns of runs, their analysis beside the published figures."""

from __future__ import annotations

from gradus.bench.analysis import Cell, Pair, Results, analyse, compare, rank_note
from gradus.bench.campaign import Campaign, Failure, Report, is_finished
from gradus.bench.cost import Cost, estimate
from gradus.bench.doubts import doubts
from gradus.bench.published import SOURCE, find
from gradus.bench.suites import Choice, Job, available, distinct, load, unfold

__all__ = [
    "SOURCE",
    "Campaign",
    "Cell",
    "Choice",
    "Cost",
    "Failure",
    "Job",
    "Pair",
    "Report",
    "Results",
    "analyse",
    "available",
    "compare",
    "distinct",
    "doubts",
    "estimate",
    "find",
    "is_finished",
    "load",
    "rank_note",
    "unfold",
]
