"""Comparing two ways to come to a task: with what was learned before, and without.

The published recipe of 2017 (all combinations of runs, median, 5th and 95th percentile) stands beside an
interval and a test that treat runs as the unit. A task not passed counts as infinitely many steps, so a
verdict never rests on the survivors alone; a task that a run never reached speaks against either verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.exams import statistics
from gradus.exams.steps import count

Steps = NDArray[np.float64]


@dataclass(frozen=True)
class Arm:
    """The runs of one kind on the tasks compared: steps to pass and the floors of a learner that knows."""

    steps: Steps
    """Tasks x runs; infinite where the task was not passed, not a number where it was not reached."""
    floors: Steps


@dataclass(frozen=True)
class Words:
    """How the verdicts are called."""

    better: str = "gradual"
    worse: str = "negative"
    open: str = "not shown"


GRADUAL = Words()
TRIVIAL = 0.1
"""A task that costs at most this share above its floor leaves nothing to learn or to forget."""


def compare(
    tasks: Sequence[str], ours: Arm, theirs: Arm, *, level: float, seed: int, words: Words = GRADUAL
) -> dict[str, Any]:
    """Rows per task and one stratified test for them all; ratios are ours over theirs, below 1 is good."""
    rows = []
    for i, task in enumerate(tasks):
        row = _row(ours.steps[i], theirs.steps[i], ours.floors[i], theirs.floors[i], level, seed + i)
        rows.append({"task": task, **row, "verdict": _verdict(row, level, words)})
    for name in ("p_better", "p_worse"):
        for row, p in zip(rows, statistics.holm([row[name] for row in rows]), strict=True):
            row[name + "_holm"] = p
    return {"rows": rows, "whole": _whole(ours, theirs, level, seed, words)}


def _row(
    ours: Steps, theirs: Steps, our_floors: Steps, their_floors: Steps, level: float, seed: int
) -> dict[str, Any]:
    reached, met = ~np.isnan(ours), ~np.isnan(theirs)
    here, there = ours[reached], theirs[met]
    learned = not (is_trivial(here, our_floors[reached]) and is_trivial(there, their_floors[met]))
    above = statistics.all_ratios(
        np.maximum(here - our_floors[reached], 1.0), np.maximum(there - their_floors[met], 1.0)
    )
    return {
        "ours": [count(steps) for steps in ours],
        "theirs": [count(steps) for steps in theirs],
        "ratio": statistics.spread(statistics.all_ratios(here, there), level).to_json(),
        "interval": statistics.median_ratio(here, there, seed, level).to_json(),
        "above_floor": statistics.spread(above, level).to_json() if learned else None,
        **_tests(ours, theirs, seed),
    }


def _tests(ours: Steps, theirs: Steps, seed: int) -> dict[str, float]:
    """Both one-sided tests; what was not reached counts each time against what is to be shown."""

    def reading(ours_as: float, theirs_as: float) -> tuple[Steps, Steps]:
        return np.where(np.isnan(ours), ours_as, ours), np.where(np.isnan(theirs), theirs_as, theirs)

    better = statistics.permutation_test(*reading(np.inf, -np.inf), seed, "less").p
    worse = statistics.permutation_test(*reading(-np.inf, np.inf), seed, "greater").p
    return {"p_better": better, "p_worse": worse}


def is_trivial(steps: Steps, floors: Steps) -> bool:
    """Whether the runs cost hardly more than the floor, so that there was next to nothing to learn."""
    return bool(np.median(steps - floors) <= TRIVIAL * np.median(floors)) if steps.size else True


def _verdict(row: dict[str, Any], level: float, words: Words) -> str:
    if row["p_better"] <= (1 - level) / 2 + 1e-12:
        return words.better
    return words.worse if row["p_worse"] <= (1 - level) / 2 + 1e-12 else words.open


def _whole(ours: Arm, theirs: Arm, level: float, seed: int, words: Words) -> dict[str, Any]:
    """One test for all tasks together, strata being the tasks and whole runs the unit."""
    if not ours.steps.size or not theirs.steps.size:
        return {"tasks": 0, "verdict": words.open}
    row: dict[str, Any] = {
        "tasks": ours.steps.shape[0],
        "runs": [ours.steps.shape[1], theirs.steps.shape[1]],
        **_tests(ours.steps, theirs.steps, seed),
        "method": statistics.permutation_test(ours.steps, theirs.steps, seed).method,
    }
    a, b = (np.where(np.isnan(arm.steps), np.inf, arm.steps) for arm in (ours, theirs))
    row["improvement"] = statistics.improvement_interval(a, b, seed, level).to_json()
    return {**row, "verdict": _verdict(row, level, words)}
