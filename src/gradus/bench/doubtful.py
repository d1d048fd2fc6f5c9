"""What a campaign cannot show: teachers that taught the same tasks, and figures that did not vary."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from gradus.bench.analysis import CampaignResults, Cell

Array = NDArray[np.float64]

LEVEL = 0.05
"""Above this p-value two samples of tasks count as alike."""
FEWEST = 20
"""Samples smaller than this say nothing."""


def doubts(results: CampaignResults) -> list[str]:
    """One sentence for each comparison that says nothing about the teachers."""
    found: list[str] = []
    for key in dict.fromkeys((cell.experiment, cell.level) for cell in results.cells):
        cells = [cell for cell in results.cells if (cell.experiment, cell.level) == key]
        name = f"{key[0]} ({key[1]})"
        found += [
            f"{name}: {sentence}" for sentence in (*_identical(cells), *_alike(cells), *_degenerate(cells))
        ]
    return found


def _identical(cells: Sequence[Cell]) -> list[str]:
    """Pairs of teachers whose students lived through the very same episodes."""
    found = []
    for first, second in combinations(cells, 2):
        ours, theirs = _episodes(first), _episodes(second)
        both = sorted(ours.keys() & theirs.keys())
        same = [seed for seed in both if ours[seed] == theirs[seed]]
        if same:
            found.append(
                f"{first.teacher} and {second.teacher} have identical records in {len(same)} of {len(both)} runs; "
                "the runs are too short for these teachers to differ."
            )
    return found


def _episodes(cell: Cell) -> dict[tuple[str, int], str]:
    """A fingerprint of every run's episodes, by variant and seed."""
    return {(run.job.variant, run.job.plan.seed): _fingerprint(run.path) for run in cell.runs}


def _fingerprint(path: Path) -> str:
    episodes = path / "outcomes.jsonl"
    return hashlib.sha256(episodes.read_bytes()).hexdigest() if episodes.exists() else str(path)


def _alike(cells: Sequence[Cell]) -> list[str]:
    """Pairs of teachers whose tasks, though not the same, cannot be told apart."""
    drawn = {cell.teacher: _tasks(cell) for cell in cells}
    found = []
    for (first, ours), (second, theirs) in combinations(drawn.items(), 2):
        p = told_apart(ours, theirs)
        if p is not None and p >= LEVEL:
            found.append(
                f"the tasks of {first} ({len(ours)} episodes) and of {second} ({len(theirs)}) cannot be told apart "
                f"(p = {p:.2f}); what their students learnt says nothing about the teachers."
            )
    return found


def told_apart(first: Array, second: Array) -> float | None:
    """The p-value of two samples of tasks being alike; None where they are too few, or the same one by one.

    Kolmogorov's and Smirnov's test in every dimension that varies, the smallest p times their number (Bonferroni).
    """
    if min(len(first), len(second)) < FEWEST or (len(first) == len(second) and (first == second).all()):
        return None
    both = np.concatenate([first, second])
    varies = np.flatnonzero(np.ptp(both, axis=0) > 0)
    ps = [float(stats.ks_2samp(first[:, i], second[:, i], method="asymp").pvalue) for i in varies]
    return min(1.0, len(ps) * min(ps)) if ps else None


def _tasks(cell: Cell) -> Array:
    """The tasks of all runs of a teacher, one row per episode; none where tasks have names."""
    rows = [task for run in cell.runs for task in _recorded(run.path)]
    try:
        return np.array(rows, dtype=float).reshape(len(rows), -1)
    except ValueError:
        return np.empty((0, 0))


def _recorded(path: Path) -> list[Any]:
    episodes = path / "outcomes.jsonl"
    if not episodes.exists():
        return []
    with episodes.open(encoding="utf-8") as lines:
        return [json.loads(line)["ticket"]["task"] for line in lines if line.endswith("}\n")]


def _degenerate(cells: Sequence[Cell]) -> list[str]:
    """Intervals that do not exist, or have no width because every run ended with the same figure."""
    finals = {float(value) for cell in cells for value in cell.finals}
    if len(finals) == 1 and len(cells) > 1:
        return [f"every run of every teacher ended at {finals.pop():.1f} %; nothing can be compared."]
    if all(len(cell.runs) == 1 for cell in cells):
        return ["every teacher has a single run; there are no intervals."]
    return [
        f"all {len(cell.runs)} runs of {cell.teacher} ended at {cell.finals[0]:.1f} %; an interval without width "
        "is not a certain figure."
        for cell in cells
        if len(cell.runs) > 1 and np.ptp(cell.finals) == 0
    ]
