"""How many seeds for which effect, from the spread that a campaign's own runs have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import scipy  # loads its parts when they are first used

from gradus.bench.analysis import CampaignResults, Cell
from gradus.bench.effect_sizes import MEASURES, values
from gradus.bench.noncentral import below
from gradus.exams.statistics import Interval
from gradus.school import UserError

MOST = 10_000
"""Seeds beyond which no plan goes."""


def power(seeds: int, effect: float, deviation: float, alpha: float = 0.05) -> float:
    """How often a two-sided t-test of two groups of so many runs finds a difference that is really there."""
    if seeds < 2:
        return 0.0
    freedom, shift = 2 * seeds - 2, effect / deviation * np.sqrt(seeds / 2)
    limit = scipy.stats.t.ppf(1 - alpha / 2, freedom)
    return 1 - below(limit, freedom, shift) + below(-limit, freedom, shift)


def seeds_for(effect: float, deviation: float, alpha: float = 0.05, wanted: float = 0.8) -> int | None:
    """The fewest runs per teacher that find the effect often enough; None beyond ten thousand."""
    low, high = 1, 2
    while power(high, effect, deviation, alpha) < wanted:
        low, high = high, 2 * high
        if low > MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if power(middle, effect, deviation, alpha) >= wanted else (middle, high)
    return high


def smallest_effect(seeds: int, deviation: float, alpha: float = 0.05, wanted: float = 0.8) -> float:
    """The difference that so many runs per teacher find often enough."""
    if seeds < 2:
        return float("inf")
    high = deviation
    while power(seeds, high, deviation, alpha) < wanted:
        high *= 2
    return float(
        scipy.optimize.brentq(lambda effect: power(seeds, effect, deviation, alpha) - wanted, 0.0, high)
    )


def deviation(cells: Sequence[Cell], measure: str, level: float = 0.9) -> Interval:
    """The spread of runs around their teacher's mean, pooled over teachers, with its interval for normal runs."""
    groups = [values(cell, measure) for cell in cells if len(cell.runs) > 1]
    freedom = sum(len(group) - 1 for group in groups)
    if freedom < 1:
        raise UserError("Power needs a teacher with at least two finished runs.")
    squares = float(sum(((group - group.mean()) ** 2).sum() for group in groups))
    tail = (1 - level) / 2
    low, high = (squares / scipy.stats.chi2.ppf([1 - tail, tail], freedom)) ** 0.5
    runs = sum(len(group) for group in groups)
    return Interval((squares / freedom) ** 0.5, float(low), float(high), runs, level, "pooled, chi-square")


@dataclass(frozen=True)
class Advice:
    """What a campaign's spread says about one difference."""

    experiment: str
    level: str
    measure: str
    effect: float
    """A difference of means, in percentage points."""
    deviation: float
    seeds: int | None
    """Runs per teacher for one comparison."""
    seeds_corrected: int | None
    """Runs per teacher when all pairs of teachers are compared: the first and hardest step of Holm's correction."""
    seeds_cautious: int | None
    """The same for one comparison if the spread is at the upper end of its interval."""
    found_now: float
    """How often the fewest runs that any teacher has now find it."""

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary."""
        return asdict(self)


def advise(
    results: CampaignResults, differences: Sequence[float], alpha: float = 0.05, wanted: float = 0.8
) -> list[Advice]:
    """For every experiment, level and measure: how many seeds each difference needs."""
    if not all(effect > 0 for effect in differences):
        raise UserError(f"Effects must be greater than 0 percentage points, not {list(differences)}.")
    if not (0 < alpha < 1 and 0 < wanted < 1):
        raise UserError(f"alpha and power must lie between 0 and 1, not {alpha} and {wanted}.")
    found = []
    for key in dict.fromkeys((cell.experiment, cell.level) for cell in results.cells):
        here = [cell for cell in results.cells if (cell.experiment, cell.level) == key]
        for measure in MEASURES:
            found += _advice(here, measure, differences, alpha, wanted)
    return found


def _advice(
    cells: Sequence[Cell], measure: str, differences: Sequence[float], alpha: float, wanted: float
) -> list[Advice]:
    spread = deviation(cells, measure)
    if spread.estimate == 0:
        raise UserError("Power needs runs that differ; these are all alike.")
    pairs = max(1, len(cells) * (len(cells) - 1) // 2)
    now = min(len(cell.runs) for cell in cells)
    return [
        Advice(
            cells[0].experiment,
            cells[0].level,
            measure,
            effect,
            spread.estimate,
            seeds_for(effect, spread.estimate, alpha, wanted),
            seeds_for(effect, spread.estimate, alpha / pairs, wanted),
            seeds_for(effect, spread.high, alpha, wanted),
            power(now, effect, spread.estimate, alpha),
        )
        for effect in differences
    ]
