"""The benchmark of teachers: suites as data, campaigns of runs, their analysis beside the published figures."""

from __future__ import annotations

from gradus.exams.benchmark.campaign import Campaign, Failure, is_finished
from gradus.exams.benchmark.cost import Cost, estimate
from gradus.exams.benchmark.suites import Choice, Job, available, load, unfold

__all__ = [
    "Campaign",
    "Choice",
    "Cost",
    "Failure",
    "Job",
    "available",
    "estimate",
    "is_finished",
    "load",
    "unfold",
]
