"""The benchmark of teachers: suites as data, campaigns of runs, their analysis beside the published figures."""

from __future__ import annotations

from gradus.bench.campaign import Campaign, Failure, is_finished
from gradus.bench.cost import Cost, estimate
from gradus.bench.suites import Choice, Job, available, load, unfold

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
