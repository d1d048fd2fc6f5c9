"""What a campaign cannot show: teachers that taught the same tasks, and figures that did not vary."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

from gradus.bench.analysis import CampaignResults, Cell


def doubts(results: CampaignResults) -> list[str]:
    """One sentence for each comparison that says nothing about the teachers."""
    found: list[str] = []
    for key in dict.fromkeys((cell.experiment, cell.level) for cell in results.cells):
        cells = [cell for cell in results.cells if (cell.experiment, cell.level) == key]
        name = f"{key[0]} ({key[1]})"
        found += [f"{name}: {sentence}" for sentence in (*_identical(cells), *_degenerate(cells))]
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
