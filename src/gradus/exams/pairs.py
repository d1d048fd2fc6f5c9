"""One task's first and second time as pairs: what was saved, and whether it got worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gradus.exams import statistics
from gradus.exams.compare import Steps, is_trivial


@dataclass(frozen=True)
class Pairs:
    """One task's first and second time, run by run."""

    task: str
    runs: NDArray[np.int64]
    """The numbers of the runs that passed it."""
    first: Steps
    again: Steps
    known: Steps
    """Steps that passing costs a run that knows the task."""

    @property
    def ratios(self) -> Steps:
        """The second time over the first, pair by pair."""
        return np.array([statistics.ratio(b, a) for a, b in zip(self.first, self.again, strict=True)])

    @property
    def trivial(self) -> bool:
        """Whether there was nothing to learn, and the second time most runs could do it still."""
        return is_trivial(self.first, self.known) and bool(np.isfinite(np.median(self.again)))

    @property
    def saved(self) -> float | None:
        """The share of the first learning cost that the second time saved; None: there was nothing to learn."""
        if is_trivial(self.first, self.known):
            return None
        cost, rest = float(np.median(self.first - self.known)), float(np.median(self.again - self.known))
        return max(0.0, 1 - max(rest, 0.0) / cost) if np.isfinite(rest) else 0.0

    def test(self, factor: float) -> statistics.Test:
        """Whether the second time costs more than so many times the first, tested on pairs."""
        return statistics.paired_test(np.log(self.again) - np.log(factor * self.first))


def share_within(learned: Sequence[Pairs], run: int, factor: float) -> float:
    """The share of its tasks that cost a run at most so many times as much again."""
    mine = [(p, int(np.flatnonzero(p.runs == run)[0])) for p in learned if run in p.runs]
    return float(np.mean([p.again[i] <= factor * p.first[i] for p, i in mine]))


def share_saved(learned: Sequence[Pairs], run: int) -> float:
    """The share of its whole learning cost that a run saved; a task not passed again saves nothing."""
    cost = spent = 0.0
    for pairs in learned:
        for i in np.flatnonzero(pairs.runs == run):
            due = max(0.0, float(pairs.first[i] - pairs.known[i]))
            cost, spent = cost + due, spent + min(due, max(0.0, float(pairs.again[i] - pairs.known[i])))
    return 1 - spent / cost if cost else 1.0
