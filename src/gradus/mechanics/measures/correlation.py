"""Does complexity foretell how long a learner needs? Rank correlation with an interval, whatever it turns out to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy  # loads its parts when they are first used
from numpy.typing import NDArray

from gradus.mechanics.measures.figure import Figure
from gradus.school import RunFolder, UserError

Array = NDArray[np.float64]
Steps = Mapping[str, float]
"""For every task of a record the steps spent on it."""


@dataclass(frozen=True)
class Correlation:
    """Spearman's rho between a measure of tasks and the steps that learners needed."""

    rho: float
    """Between the measure and the median of the steps over the records."""
    interval: tuple[float, float]
    """Percentile bootstrap over tasks and records, 95 %."""
    tasks: int
    """How many tasks were compared."""
    records: int
    """How many records the steps come from."""


def steps_of(path: str | Path) -> dict[str, float]:
    """The steps that a recorded run spent on every task, first to last instance."""
    spent: dict[str, float] = {}
    for outcome in RunFolder.read(path).outcomes():
        spent[str(outcome.ticket.task)] = spent.get(str(outcome.ticket.task), 0.0) + outcome.steps
    if not spent:
        raise UserError(f"The run in {path} has no finished instance.")
    return spent


def complexities(figures: Sequence[Figure]) -> dict[str, float]:
    """The middle of the bracket of C_mu of every task."""
    return {figure.task: (figure.low + figure.high) / 2 for figure in figures}


def rises(figures: Sequence[Figure]) -> dict[str, float]:
    """By how much C_mu of every task but the first lies above that of the task before."""
    middle = list(complexities(figures).values())
    return {figure.task: middle[i] - middle[i - 1] for i, figure in enumerate(figures) if i}


def correlate(
    measure: Mapping[str, float], records: Sequence[Steps], samples: int = 2000, seed: int = 0
) -> Correlation:
    """Compare a measure with the median steps, over the tasks that it and every record know."""
    names = [name for name in measure if records and all(name in steps for steps in records)]
    if len(names) < 4:
        raise UserError(
            f"A correlation needs at least four tasks with steps in every record, not {len(names)}."
        )
    bits = np.array([measure[name] for name in names])
    spent = np.array([[float(steps[name]) for name in names] for steps in records])
    rng = np.random.default_rng(seed)
    spread = []
    for _ in range(samples):
        tasks, runs = rng.integers(len(names), size=len(names)), rng.integers(len(records), size=len(records))
        spread.append(_rho(bits[tasks], np.median(spent[runs][:, tasks], axis=0)))
    low, high = np.nanpercentile(spread, [2.5, 97.5])
    rho = _rho(bits, np.median(spent, axis=0))
    return Correlation(rho, (float(low), float(high)), len(names), len(records))


def _rho(a: Array, b: Array) -> float:
    """Spearman's rho; not a number where a side is constant."""
    x, y = (scipy.stats.rankdata(side) for side in (a, b))
    x, y = x - x.mean(), y - y.mean()
    with np.errstate(invalid="ignore"):
        return float((x * y).sum() / np.sqrt((x**2).sum() * (y**2).sum()))
