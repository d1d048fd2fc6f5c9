"""What a campaign shows: mastered test tasks per teacher, with intervals, tests between all pairs, and ranks.

A run is the unit. Parts of an experiment that the benchmark pools (diverse students, the bodies of Parkour) are
put into one population; a teacher that no knowledge can change counts at every level.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import scipy  # loads its parts when they are first used
from numpy.typing import NDArray

from gradus.bench.campaign import Campaign, is_finished
from gradus.bench.jobs import ANY, Job
from gradus.bench.published import SOURCE, find
from gradus.exams.statistics import (
    Interval,
    Test,
    holm,
    improvement_interval,
    interquartile_interval,
    mean_interval,
    welch,
)
from gradus.school import RunFolder
from gradus.students import Evaluation

PAPER_STEPS = 20_000_000
"""Ranks are compared with the paper's only after as many steps."""


@dataclass(frozen=True)
class TrainedRun:
    """A finished run, as far as comparisons need it."""

    job: Job
    path: Path
    evaluations: tuple[Evaluation, ...]

    @property
    def final(self) -> float:
        """The percentage of mastered tasks at the last evaluation."""
        return self.evaluations[-1].mastered


@dataclass(frozen=True)
class Cell:
    """All runs of one teacher in one experiment at one level of expert knowledge."""

    experiment: str
    level: str
    teacher: str
    runs: tuple[TrainedRun, ...]
    mean: Interval
    """Mean of the final percentages."""
    middle: Interval
    """Their interquartile mean."""

    @property
    def finals(self) -> NDArray[np.float64]:
        """The final percentages, one per run."""
        return np.array([run.final for run in self.runs])

    def curve(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Steps, and percentages as runs x steps, as far as every run came."""
        length = min(len(run.evaluations) for run in self.runs)
        steps = np.array([evaluation.step for evaluation in self.runs[0].evaluations[:length]])
        rows = [[evaluation.mastered for evaluation in run.evaluations[:length]] for run in self.runs]
        return steps, np.array(rows)


@dataclass(frozen=True)
class Pair:
    """Two teachers compared in one experiment at one level."""

    experiment: str
    level: str
    first: str
    second: str
    difference: float
    """Mean of the first minus mean of the second."""
    test: Test | None
    """Welch's test; None with fewer than two runs on a side."""
    corrected: float | None
    """The p-value after Holm's correction over the pairs of the experiment and level."""
    improvement: Interval
    """How often a run of the first masters more than one of the second."""


@dataclass(frozen=True)
class CampaignResults:
    """Everything that was found."""

    cells: tuple[Cell, ...]
    pairs: tuple[Pair, ...]
    missing: tuple[str, ...]
    """Places of runs that are not finished."""

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary."""
        cells = [
            {
                "experiment": cell.experiment,
                "knowledge": cell.level,
                "teacher": cell.teacher,
                "finals": cell.finals.tolist(),
                "mean": cell.mean.to_json(),
                "interquartile_mean": cell.middle.to_json(),
                "published": _published(cell),
            }
            for cell in self.cells
        ]
        return {
            "cells": cells,
            "pairs": [_pair_json(pair) for pair in self.pairs],
            "missing": list(self.missing),
            "ranks": {f"{e}/{level}": tau for (e, level), tau in rank_agreement(self).items()},
        }


def analyse(campaign: Campaign) -> CampaignResults:
    """Read every finished run of a campaign and compare its teachers."""
    groups: dict[tuple[str, str, str], list[TrainedRun]] = {}
    missing = []
    levels = _levels(campaign.jobs)
    for job in campaign.jobs:
        path = campaign.folder / job.place
        if not is_finished(path):
            missing.append(job.place)
            continue
        run = TrainedRun(
            job,
            path,
            tuple(Evaluation.from_json(row) for row in RunFolder.read(path).rows("evaluations.jsonl")),
        )
        if not run.evaluations:
            missing.append(job.place)
            continue
        for level in levels[job.experiment] if job.level == ANY else [job.level]:
            groups.setdefault((job.experiment, level, job.teacher), []).append(run)
    cells = tuple(_cell(*key, runs) for key, runs in groups.items())
    return CampaignResults(cells, tuple(_pairs(cells)), tuple(dict.fromkeys(missing)))


def _levels(jobs: Sequence[Job]) -> dict[str, list[str]]:
    """Per experiment the levels that appear; a campaign of teachers without knowledge has the one level any."""
    found: dict[str, dict[str, None]] = {}
    for job in jobs:
        levels = found.setdefault(job.experiment, {})
        if job.level != ANY:
            levels[job.level] = None
    return {experiment: list(levels) or [ANY] for experiment, levels in found.items()}


def _cell(experiment: str, level: str, teacher: str, runs: list[TrainedRun]) -> Cell:
    finals = np.array([run.final for run in runs])
    middle = interquartile_interval(finals[None, :], seed=0)
    return Cell(experiment, level, teacher, tuple(runs), mean_interval(finals), middle)


def _pairs(cells: Sequence[Cell]) -> list[Pair]:
    pairs: list[Pair] = []
    for key in dict.fromkeys((cell.experiment, cell.level) for cell in cells):
        here = [cell for cell in cells if (cell.experiment, cell.level) == key]
        couples = list(combinations(here, 2))
        tests = [compare(a.finals, b.finals) for a, b in couples]
        values = [test.p for test in tests if test is not None]
        corrected = iter(holm(values))
        for (a, b), test in zip(couples, tests, strict=True):
            difference = float(a.finals.mean() - b.finals.mean())
            # The statistics count steps, where less is better; mastery is the other way round.
            better = improvement_interval(-a.finals, -b.finals, seed=0)
            p = None if test is None else next(corrected)
            pairs.append(Pair(*key, a.teacher, b.teacher, difference, test, p, better))
    return pairs


def compare(ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> Test | None:
    """Welch's test; None when there are too few runs or nothing varies."""
    if min(len(ours), len(theirs)) < 2:
        return None
    if np.ptp(ours) == 0 and np.ptp(theirs) == 0:
        p = 1.0 if ours[0] == theirs[0] else 0.0
        return Test(p, 0.0 if p else float(np.sign(ours[0] - theirs[0])) * np.inf, "nothing varies")
    return welch(ours, theirs)


def rank_agreement(results: CampaignResults) -> dict[tuple[str, str], float]:
    """Kendall's tau with the published means, per experiment and level, where it may be said at all."""
    found = {}
    for key in dict.fromkeys((cell.experiment, cell.level) for cell in results.cells):
        here = [cell for cell in results.cells if (cell.experiment, cell.level) == key]
        if any(run.job.plan.steps < PAPER_STEPS for cell in here for run in cell.runs) or not _as_published(
            here
        ):
            continue
        pairs = [
            (cell.mean.estimate, cell_found.mean) for cell in here if (cell_found := find(*key, cell.teacher))
        ]
        if len(pairs) >= 3:
            found[key] = float(scipy.stats.kendalltau(*zip(*pairs, strict=True)).statistic)
    return found


def _as_published(cells: Sequence[Cell]) -> bool:
    """Whether the students are the paper's: SAC, or both where the experiment pools students."""
    for cell in cells:
        students = {run.job.plan.student.rsplit("-v", 1)[0] for run in cell.runs}
        wanted = {"sac", "ppo"} if cell.experiment == "diverse_students" else {"sac"}
        if students != wanted:
            return False
    return True


def rank_note(results: CampaignResults) -> str:
    """One sentence about ranks, or about why none is claimed."""
    found = rank_agreement(results)
    if not found:
        return (
            f"No rank agreement with {SOURCE} is claimed: that needs SAC and {PAPER_STEPS // 10**6} million steps, "
            "as in the paper."
        )
    parts = ", ".join(f"{experiment} ({level}) {tau:.2f}" for (experiment, level), tau in found.items())
    return f"Kendall's tau with {SOURCE}: {parts}."


def _published(cell: Cell) -> dict[str, Any] | None:
    found = find(cell.experiment, cell.level, cell.teacher)
    if found is None:
        return None
    row = {
        "mean": found.mean,
        "deviation": found.deviation,
        "seeds": found.seeds,
        "source": f"{SOURCE}, {found.source}",
    }
    return row | ({"doubt": found.doubt} if found.doubt else {})


def _pair_json(pair: Pair) -> dict[str, Any]:
    names = ("experiment", "first", "second", "difference", "corrected")
    row = {name: getattr(pair, name) for name in names} | {"knowledge": pair.level}
    return row | {
        "test": pair.test.to_json() if pair.test else None,
        "improvement": pair.improvement.to_json(),
    }
