"""Do cheap runs rank teachers as long ones do? Measured on campaigns that were run, not assumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.bench.analysis import CampaignResults
from gradus.exams.statistics import Interval
from gradus.school import UserError, generator

Array = NDArray[np.float64]
RESAMPLES = 2000
"""As many as in the bootstrap of the exams."""


def rank_fidelity(cheap: Mapping[str, Array], long: Mapping[str, Array], level: float = 0.9) -> Interval:
    """Kendall's tau between the teachers' means in cheap and in long runs; one array of runs per teacher.

    The interval resamples runs within every teacher, on both sides: it says how sure the ranks are, not how teachers
    that were not run would rank. A teacher with a single run leaves everything open, from -1 to 1.
    """
    teachers = [name for name in cheap if name in long]
    if len(teachers) < 3:
        raise UserError(f"Ranks need at least three teachers in both campaigns, not {len(teachers)}.")
    rng = generator(0, "rank fidelity")
    means = (np.array([[side[name].mean() for name in teachers]]) for side in (cheap, long))
    estimate = float(_taus(*means)[0])
    if any(len(side[name]) < 2 for side in (cheap, long) for name in teachers):
        return Interval(estimate, -1.0, 1.0, len(teachers), level, "single runs: nothing to resample")
    first, second = (_resampled(side, teachers, rng) for side in (cheap, long))
    taus = _taus(first, second)
    low, high = np.quantile(taus, [(1 - level) / 2, (1 + level) / 2])
    return Interval(estimate, float(low), float(high), len(teachers), level, "runs resampled")


def _resampled(runs: Mapping[str, Array], teachers: Sequence[str], rng: np.random.Generator) -> Array:
    """Resampled means, one row per resample and one column per teacher."""
    columns = [
        runs[name][rng.integers(len(runs[name]), size=(RESAMPLES, len(runs[name])))].mean(axis=1)
        for name in teachers
    ]
    return np.stack(columns, axis=1)


def _taus(first: Array, second: Array) -> Array:
    """Kendall's tau-b of every row; 0 where all are alike on one side, which shows no agreement."""
    i, j = np.triu_indices(first.shape[1], 1)
    a, b = np.sign(first[:, i] - first[:, j]), np.sign(second[:, i] - second[:, j])
    scale = np.sqrt(np.abs(a).sum(axis=1) * np.abs(b).sum(axis=1))
    return (a * b).sum(axis=1) / np.where(scale > 0, scale, 1.0)


@dataclass(frozen=True)
class Fidelity:
    """How well one length of runs ranks teachers as another does."""

    experiment: str
    level: str
    steps: int
    """Length of the cheap runs."""
    of: int
    """Length of the long ones."""
    tau: Interval

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary."""
        return {**asdict(self), "tau": self.tau.to_json()}


def between(cheap: CampaignResults, long: CampaignResults) -> list[Fidelity]:
    """Two campaigns: final ranks of the cheap one against the long one, wherever both have three teachers."""
    found = []
    for (experiment, level), left in _groups(cheap).items():
        right = _groups(long).get((experiment, level))
        if right is None or len(set(left) & set(right)) < 3:
            continue
        first, second = ({name: runs[:, -1] for name, (_, runs) in side.items()} for side in (left, right))
        ends = [int(next(iter(side.values()))[0][-1]) for side in (left, right)]
        found.append(Fidelity(experiment, level, ends[0], ends[1], rank_fidelity(first, second)))
    if not found:
        raise UserError("The two campaigns share no experiment and level with three teachers.")
    return found


def within(results: CampaignResults) -> list[Fidelity]:
    """One campaign: the ranks at every evaluation against those at the last. The runs are the same, so it flatters."""
    found = []
    for (experiment, level), group in _groups(results).items():
        if len(group) < 3:
            continue
        length = min(runs.shape[1] for _, runs in group.values())
        steps = next(iter(group.values()))[0]
        last = {name: runs[:, length - 1] for name, (_, runs) in group.items()}
        for place in range(length - 1):
            early = {name: runs[:, place] for name, (_, runs) in group.items()}
            tau = rank_fidelity(early, last)
            found.append(Fidelity(experiment, level, int(steps[place]), int(steps[length - 1]), tau))
    if not found:
        raise UserError(
            "Ranks need an experiment and level with at least three teachers and two evaluations."
        )
    return found


def _groups(results: CampaignResults) -> dict[tuple[str, str], dict[str, tuple[Array, Array]]]:
    """Per experiment and level: every teacher's steps and curves."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for cell in results.cells:
        found.setdefault((cell.experiment, cell.level), {})[cell.teacher] = cell.curve()
    return found
