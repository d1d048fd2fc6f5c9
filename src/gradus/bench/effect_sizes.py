"""How much better, not only whether: effect sizes of two teachers with intervals, at the end and over the whole run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.bench.analysis import CampaignResults, Cell, TrainedRun, compare
from gradus.bench.noncentral import shift_for
from gradus.exams.statistics import Interval, holm, improvement_interval

Array = NDArray[np.float64]
MEASURES = ("final", "area")
"""The percentage mastered at the last evaluation, and its mean over the run."""


def area(run: TrainedRun) -> float:
    """The area under a run's curve, in percent: the mean mastered percentage from its first to its last evaluation."""
    steps = np.array([evaluation.step for evaluation in run.evaluations], dtype=float)
    mastered = np.array([evaluation.mastered for evaluation in run.evaluations])
    if len(steps) == 1:
        return float(mastered[0])
    return float(np.trapezoid(mastered, steps) / (steps[-1] - steps[0]))


def values(cell: Cell, measure: str) -> Array:
    """One number per run of a teacher."""
    return np.array([run.final if measure == "final" else area(run) for run in cell.runs])


def hedges(ours: Array, theirs: Array, level: float = 0.9) -> Interval:
    """The difference of means in standard deviations, without the bias of small groups (Hedges' g).

    The interval turns the noncentral t distribution round, which is exact for normal groups of one variance.
    """
    a, b = len(ours), len(theirs)
    method = "Hedges' g, noncentral t"
    freedom = a + b - 2
    spread = np.sqrt(((ours - ours.mean()) ** 2).sum() + ((theirs - theirs.mean()) ** 2).sum())
    difference = float(ours.mean() - theirs.mean())
    if freedom < 1 or spread == 0:
        estimate = 0.0 if difference == 0 else float(np.copysign(np.inf, difference))
        return Interval(estimate, -np.inf, np.inf, a + b, level, method, "nothing varies, or too few runs")
    scale = (1 / a + 1 / b) ** 0.5
    correction = 1 - 3 / (4 * freedom - 1)
    d = difference / float(spread / np.sqrt(freedom))
    tail = (1 - level) / 2
    low, high = (shift_for(d / scale, freedom, p) * scale for p in (1 - tail, tail))
    return Interval(d * correction, low * correction, high * correction, a + b, level, method)


@dataclass(frozen=True)
class Effect:
    """Two teachers compared in one experiment, at one level, by one measure."""

    experiment: str
    level: str
    measure: str
    first: str
    second: str
    difference: Interval
    """Mean of the first minus mean of the second, in percentage points; Welch's interval."""
    g: Interval
    """The same in standard deviations."""
    improvement: Interval
    """How often a run of the first is above one of the second."""
    p: float | None
    """Welch's test; None with fewer than two runs on a side."""
    corrected: float | None
    """After Holm's correction over the pairs of this experiment, level and measure."""

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary."""
        row = {name: value for name, value in asdict(self).items() if not isinstance(value, dict)}
        parts = {"difference": self.difference, "g": self.g, "improvement": self.improvement}
        return row | {name: part.to_json() for name, part in parts.items()}


def effects(results: CampaignResults) -> list[Effect]:
    """Every pair of teachers, by both measures."""
    found: list[Effect] = []
    for key in dict.fromkeys((cell.experiment, cell.level) for cell in results.cells):
        here = [cell for cell in results.cells if (cell.experiment, cell.level) == key]
        for measure in MEASURES:
            found += _pairs(here, measure)
    return found


def _pairs(cells: Sequence[Cell], measure: str) -> list[Effect]:
    couples = [(a, b, values(a, measure), values(b, measure)) for a, b in combinations(cells, 2)]
    tests = [compare(x, y) for _, _, x, y in couples]
    corrected = iter(holm([test.p for test in tests if test is not None]))
    found = []
    for (a, b, x, y), test in zip(couples, tests, strict=True):
        low, high = (-np.inf, np.inf) if test is None else (test.low, test.high)
        difference = Interval(float(x.mean() - y.mean()), low, high, len(x) + len(y), 0.9, "Welch's t")
        better = improvement_interval(-x, -y, seed=0)  # the statistics count steps, where less is better
        p, q = (None, None) if test is None else (test.p, next(corrected))
        names = (a.experiment, a.level, measure, a.teacher, b.teacher)
        found.append(Effect(*names, difference, hedges(x, y), better, p, q))
    return found
