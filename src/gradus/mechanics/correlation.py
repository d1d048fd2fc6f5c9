"""Does complexity foretell how long a learner needs? Rank correlation with an interval, whatever it turns out to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.stats import spearmanr

from gradus.mechanics.figures import Figure
from gradus.school import UserError


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
    spread = [_rho(bits[row], spent[row]) for row in draws if np.ptp(bits[row]) and np.ptp(spent[row])]
    low, high = np.percentile(spread, [2.5, 97.5])
    return Correlation(_rho(bits, spent), (float(low), float(high)), len(names))


def _rho(a: np.ndarray, b: np.ndarray) -> float:
    return float(spearmanr(a, b).statistic)
