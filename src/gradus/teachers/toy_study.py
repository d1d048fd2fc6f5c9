"""The toy study: teachers compared on the toy worlds over many seeds, with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from scipy import stats

from gradus.school import UserError, generator, hint
from gradus.teachers import make
from gradus.teachers.toy import MASTERED, ToyStudent, ToyWorld, teach

WORLDS: Mapping[str, ToyWorld] = {
    "plain": ToyWorld("plain", cells=12),
    "unfeasible": ToyWorld("unfeasible", cells=14),
    "trivial": ToyWorld("trivial", cells=14),
    "rugged": ToyWorld("rugged", cells=12),
    "forgetting": ToyWorld("forgetting", cells=8, forget_at=(3000,)),
}
"""The study's worlds: finer where most tasks teach nothing, coarser where half a run must be enough."""

EPISODES, CHECKPOINTS = 6000, 12
"""Length of a run and how often the mastered share is noted."""

_EASY = {"initial_mean": (0.02, 0.02), "initial_std": (0.1, 0.1)}
SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "adr": _EASY | {"threshold_high": 180.0, "threshold_low": 0.0},
    "spdl": _EASY | {"offset": 20_000, "period": 10_000},
    "goal-gan": _EASY | {"pretrain": True},
    "oracle": {"threshold": MASTERED},
}
"""What differs from a teacher's defaults: an expert's easy tasks, and SPDL's steps at the scale of the toy."""


@dataclass(frozen=True)
class Run:
    """One teacher, one world, one seed."""

    teacher: str
    variant: str
    seed: int
    curve: tuple[float, ...]
    """The mastered share at each checkpoint; the last is the final one."""

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary."""
        return asdict(self)


@dataclass(frozen=True)
class Row:
    """One teacher in one world over all seeds."""

    teacher: str
    variant: str
    n: int
    mean: float
    low: float
    high: float
    """The 95 % interval of the mean, by bootstrap over seeds."""
    versus_random: float | None
    """Welch's p-value against Random; None for Random itself or without it."""

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary."""
        return asdict(self)


def study_run(teacher: str, variant: str, seed: int, episodes: int = EPISODES) -> Run:
    """Play one run of the study."""
    if variant not in WORLDS:
        raise UserError(f"There is no toy world named {variant!r}.{hint(variant, WORLDS)}")
    world = WORLDS[variant]
    agent = make(teacher, world.space, seed, **SETTINGS.get(teacher, {}))
    curve = teach(agent, ToyStudent(world, seed), episodes, max(1, episodes // CHECKPOINTS))
    return Run(teacher, variant, seed, tuple(curve))


def study(
    teachers: Iterable[str],
    variants: Iterable[str],
    seeds: Iterable[int],
    episodes: int = EPISODES,
    each: Callable[[Run], None] = lambda run: None,
) -> list[Run]:
    """All runs, one after the other; ``each`` sees every run as it ends."""
    wanted = [(t, v, s) for v in variants for t in teachers for s in seeds]
    runs = []
    for teacher, variant, seed in wanted:
        runs.append(study_run(teacher, variant, seed, episodes))
        each(runs[-1])
    return runs


def summary(runs: Sequence[Run]) -> list[Row]:
    """Mean, interval and comparison with Random of every teacher in every world."""
    groups: dict[tuple[str, str], list[float]] = {}
    for run in runs:
        groups.setdefault((run.variant, run.teacher), []).append(run.curve[-1])
    rows = []
    for (variant, teacher), finals in groups.items():
        base = groups.get((variant, "random")) if teacher != "random" else None
        low, high = interval(finals)
        p = welch(finals, base) if base is not None else None
        rows.append(Row(teacher, variant, len(finals), float(np.mean(finals)), low, high, p))
    return rows


def interval(values: Sequence[float], draws: int = 10_000) -> tuple[float, float]:
    """The 95 % percentile bootstrap interval of the mean; always the same for the same values."""
    data = np.asarray(values, dtype=float)
    picks = generator(0, "bootstrap").integers(len(data), size=(draws, len(data)))
    low, high = np.quantile(data[picks].mean(axis=1), [0.025, 0.975])
    return float(low), float(high)


def welch(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Welch's two-sided p-value; None where both have no spread or one has a single value."""
    if min(len(first), len(second)) < 2 or np.ptp(first) == np.ptp(second) == 0:
        return None
    return float(stats.ttest_ind(first, second, equal_var=False).pvalue)
