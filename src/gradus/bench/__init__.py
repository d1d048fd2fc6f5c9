"""The benchmark of teachers: suites as data, campaigns of runs, their analysis beside the published figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradus.school import lazily

if TYPE_CHECKING:
    from gradus.bench import cluster
    from gradus.bench.analysis import CampaignResults, Cell, Pair, analyse, compare, rank_note
    from gradus.bench.campaign import Campaign, Failure, Report, is_finished
    from gradus.bench.cost import Cost, estimate
    from gradus.bench.doubtful import doubts
    from gradus.bench.effect_sizes import Effect, area, effects, hedges
    from gradus.bench.exporting import export
    from gradus.bench.fidelity import Fidelity, between, rank_fidelity, within
    from gradus.bench.jobs import Choice, Job, bench_command, distinct, unfold
    from gradus.bench.origins import provenance
    from gradus.bench.power_analysis import Advice, advise, deviation, power, seeds_for, smallest_effect
    from gradus.bench.published import SOURCE, find
    from gradus.bench.slurm import array_failures, held_runs, submit_arrays, write_arrays
    from gradus.bench.suites import SUITES, available, load
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "Results": "gradus.bench:CampaignResults",
        },
    )


__all__ = [
    "cluster",
    "SOURCE",
    "SUITES",
    "Advice",
    "Campaign",
    "Cell",
    "Choice",
    "Cost",
    "Effect",
    "Failure",
    "Fidelity",
    "Job",
    "Pair",
    "Report",
    "CampaignResults",
    "advise",
    "analyse",
    "area",
    "array_failures",
    "available",
    "bench_command",
    "between",
    "compare",
    "deviation",
    "distinct",
    "doubts",
    "effects",
    "estimate",
    "export",
    "find",
    "hedges",
    "held_runs",
    "is_finished",
    "load",
    "power",
    "provenance",
    "rank_fidelity",
    "rank_note",
    "seeds_for",
    "smallest_effect",
    "submit_arrays",
    "unfold",
    "within",
    "write_arrays",
]
