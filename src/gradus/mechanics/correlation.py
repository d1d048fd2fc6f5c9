"""Does complexity foretell how long a learner needs? Rank correlation with an interval, whatever it turns out to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from gradus.mechanics.figures import Figure
from gradus.school import UserError

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Correlation:
    """Spearman's rho between C_mu and the steps a learner needed."""

    rho: float
    interval: tuple[float, float]
    """Percentile bootstrap over tasks, 95 %."""
    tasks: int
    """How many tasks were compared."""


def correlate(
    figures: Mapping[str, Figure], steps: Mapping[str, float], samples: int = 2000, seed: int = 0
) -> Correlation:
    """Compare the middles of the brackets with the steps of a record, over the tasks that both know."""
    names = [name for name in figures if name in steps]
    if len(names) < 4:
        raise UserError(f"A correlation needs at least four tasks with steps, not {len(names)}.")
    bits = np.array([(figures[name].low + figures[name].high) / 2 for name in names])
    spent = np.array([float(steps[name]) for name in names])
    draws = np.random.default_rng(seed).integers(len(names), size=(samples, len(names)))
    spread = _rho(bits[draws], spent[draws])
    low, high = np.nanpercentile(spread, [2.5, 97.5])
    rho = _rho(bits[None, :], spent[None, :])[0]
    return Correlation(float(rho), (float(low), float(high)), len(names))


def _rho(a: Array, b: Array) -> Array:
    """Spearman's rho of every row; not a number where a row is constant."""
    x, y = (rankdata(side, axis=1) for side in (a, b))
    x, y = x - x.mean(axis=1, keepdims=True), y - y.mean(axis=1, keepdims=True)
    scale = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    with np.errstate(invalid="ignore"):
        return np.asarray((x * y).sum(axis=1) / scale, dtype=np.float64)
