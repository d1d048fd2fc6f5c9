"""Does complexity foretell how long a learner needs? Rank correlation with an interval, whatever it turns out to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy  # loads its parts when they are first used
from numpy.typing import NDArray

from gradus.mechanics.measures.figure import Complexity
from gradus.school import RunFolder, UserError

Array = NDArray[np.float64]
Steps = Mapping[str, float]
"""For every task of a record the steps spent on it."""
FEWEST = 8
"""Tasks below which nothing is said: intervals of so few hold the truth too rarely, or say nothing."""
LEVEL = 0.95
"""Nominal coverage of the interval."""


@dataclass(frozen=True)
class Correlation:
    """Spearman's rho between a measure of tasks and the steps that learners needed."""

    rho: float
    """Between the measure and the median of the steps over the records."""
    interval: tuple[float, float]
    """Where rho lies for tasks like these and as many records, 95 %."""
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


def complexities(figures: Sequence[Complexity]) -> dict[str, float]:
    """The middle of the bracket of C_mu of every task."""
    return {figure.task: (figure.low + figure.high) / 2 for figure in figures}


def rises(figures: Sequence[Complexity]) -> dict[str, float]:
    """By how much C_mu of every task but the first lies above that of the task before."""
    middle = list(complexities(figures).values())
    return {figure.task: middle[i] - middle[i - 1] for i, figure in enumerate(figures) if i}


def correlate(
    measure: Mapping[str, float],
    records: Sequence[Steps],
    level: float = LEVEL,
    controls: Sequence[Mapping[str, float]] = (),
) -> Correlation:
    """Compare a measure with the median steps, over the tasks that it and every record know.

    ``controls``: what is held fixed, such as place and floor; the correlation is then partial, between what their
    ranks leave of both sides. The interval is Fisher's, with the variance of a jackknife over tasks: percentiles of
    resampled tasks miss too often where a measure has few values.
    """
    known = [*records, *controls]
    names = [name for name in measure if records and all(name in column for column in known)]
    if len(names) < FEWEST:
        raise UserError(
            f"A correlation needs at least {FEWEST} tasks with steps in every record, not {len(names)}."
        )
    if not 0 < level < 1:
        raise UserError(f"level must lie between 0 and 1, not {level!r}.")
    bits = np.array([measure[name] for name in names])
    spent = np.median([[float(steps[name]) for name in names] for steps in records], axis=0)
    fixed = np.array([[float(control[name]) for name in names] for control in controls])
    found = rho_interval(bits, spent, level, fixed)
    return Correlation(_rho(bits, spent, fixed), found, len(names), len(records))


def rho_interval(a: Array, b: Array, level: float = LEVEL, fixed: Array | None = None) -> tuple[float, float]:
    """The interval of Spearman's rho; all there is where a side is constant, or would be without one task.

    ``fixed``: rows of controls; each takes a degree of freedom.
    """
    n = len(a)
    fixed = np.empty((0, n)) if fixed is None or not len(fixed) else fixed
    rho = _rho(a, b, fixed)
    rows = [np.delete(np.vstack([a, b, fixed]), i, axis=1) for i in range(n)]
    without = np.array([_fisher(_rho(row[0], row[1], row[2:])) for row in rows])
    if not np.isfinite([rho, *without]).all():
        return -1.0, 1.0
    # A jackknife of ranks in full agreement has no variance; the usual formula is the least that is believed.
    usual = 1 / (n - 3 - len(fixed))
    spread = max((n - 1) / n * float(((without - without.mean()) ** 2).sum()), usual)
    half = float(scipy.special.stdtrit(n - 2 - len(fixed), (1 + level) / 2)) * spread**0.5
    middle = _fisher(rho)
    return min(rho, float(np.tanh(middle - half))), max(rho, float(np.tanh(middle + half)))


def _fisher(rho: float) -> float:
    return float(np.arctanh(np.clip(rho, -0.9999, 0.9999)))


def _rho(a: Array, b: Array, fixed: Array) -> float:
    """Spearman's rho of what the ranks of the fixed rows leave; not a number where nothing is left of a side."""
    x, y, *given = (scipy.stats.rankdata(row) for row in (a, b, *fixed))
    design = np.column_stack([np.ones(len(x)), *given])
    x, y = (side - design @ np.linalg.lstsq(design, side, rcond=None)[0] for side in (x, y))
    scale = float(np.sqrt((x**2).sum() * (y**2).sum()))
    return float((x * y).sum() / scale) if scale > 1e-9 else float("nan")
