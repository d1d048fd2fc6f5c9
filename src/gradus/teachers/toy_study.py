"""The toy study: teachers compared on the toy worlds over many seeds, with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from scipy import stats

from gradus.school import Teacher, UserError, generator, hint
from gradus.teachers import available, make
from gradus.teachers.toy import FAILED, MASTERED, PERFECT, ToyStudent, ToyWorld, teach

WORLDS: Mapping[str, ToyWorld] = {
    "plain": ToyWorld("plain", cells=12),
    "unfeasible": ToyWorld("unfeasible", cells=14),
    "trivial": ToyWorld("trivial", cells=14),
    "rugged": ToyWorld("rugged", cells=12),
    "forgetting": ToyWorld("forgetting", cells=8, forget_at=(3000,)),
    "fading": ToyWorld("fading", cells=8),
    "smooth-unfeasible": ToyWorld("unfeasible", cells=14, smooth=True),
    "smooth-trivial": ToyWorld("trivial", cells=14, smooth=True),
}
"""The study's worlds: finer where most tasks teach nothing, coarser where half a run must be enough. The smooth
ones are the same cubes without jumps of the return at the cells' borders."""

CHALLENGES = ("plain", "unfeasible", "trivial", "rugged", "forgetting")
"""The worlds that a study has unless others are asked for."""

EPISODES, CHECKPOINTS = 6000, 12
"""Length of a run and how often the mastered share is noted."""

KNOWS_EASY = ("adr", "spdl", "goal-gan", "accel", "currot", "annealed", "stepwise")
"""Teachers that are told an easy task, as at the benchmark's high expert knowledge."""

GRADED: Mapping[str, Any] = {"learns_from": "reward", "return_low": FAILED, "return_high": PERFECT}
"""For teachers of success: a toy's success hardly varies on one task, but its return shows how far it has come."""

SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "adr": {"threshold_high": 180.0, "threshold_low": 0.0},
    "spdl": {"offset": 20_000, "period": 10_000},
    "goal-gan": {"pretrain": True},
    "oracle": {"threshold": MASTERED},
    "plr": {"buffer": 100},
    "accel": {"buffer": 100},
    "sfl": {"candidates": 100, "rollouts": 1, "keep": 20, "period": 300, **GRADED},
    "procurl": GRADED,
    "currot": {"threshold": (FAILED + PERFECT) / 2},
    "annealed": {"length": EPISODES // 2},
}
"""What else differs from a teacher's defaults: steps and buffers at the scale of the toy, thresholds of mastery."""

ALIASES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "spdl-truncated": ("spdl", {"truncated": True, "zeta": 1.0, "trust_region": 0.2}),
    "goal-gan-reference": ("goal-gan", {"preset": "reference"}),
    "covar-gmm-positive": ("covar-gmm", {"measure": "positive"}),
    "sfl-solved": ("sfl", {"learns_from": "solved", "rollouts": 4}),
    "procurl-solved": ("procurl", {"learns_from": "solved"}),
    "paired-antagonist": ("paired", {"regret": "antagonist"}),
}
"""Teachers that take part a second time: the name in the study, the teacher, and what differs from its first part."""


WITH_ANTAGONIST = ("paired-antagonist",)
"""Teachers with a second student, which learns twice as fast; as fast as the first it would be its twin."""


def entrants() -> list[str]:
    """Every name that can take part in the study."""
    return [*available(WORLDS["plain"].space), *ALIASES]


@dataclass(frozen=True)
class Run:
    """One teacher, one world, one seed."""

    teacher: str
    variant: str
    seed: int
    curve: tuple[float, ...]
    """The mastered share at each checkpoint; the last is the final one."""
    episodes: int = EPISODES
    """How long the run was."""

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Run:
        """The run that :meth:`to_json` wrote."""
        return cls(**{**data, "curve": tuple(data["curve"])})


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


def make_entrant(name: str, student: ToyStudent, seed: int) -> Teacher:
    """A teacher of the study, with its settings there and the student's easy task where it is told one."""
    teacher, differences = ALIASES.get(name, (name, {}))
    easy = {"initial_mean": student.easy_task(), "initial_std": (0.1,) * student.world.dimension}
    told = easy if teacher in KNOWS_EASY else {}
    settings = {**SETTINGS.get(teacher, {}), **told, **differences}
    return make(teacher, student.world.space, seed, **settings)


def study_run(teacher: str, variant: str, seed: int, episodes: int = EPISODES) -> Run:
    """Play one run of the study."""
    if variant not in WORLDS:
        raise UserError(f"There is no toy world named {variant!r}.{hint(variant, WORLDS)}")
    world = WORLDS[variant]
    student, antagonist = ToyStudent(world, seed), None
    if teacher in WITH_ANTAGONIST:
        antagonist = ToyStudent(replace(world, practice=world.practice // 2), seed)
    every = max(1, episodes // CHECKPOINTS)
    curve = teach(make_entrant(teacher, student, seed), student, episodes, every, antagonist)
    return Run(teacher, variant, seed, tuple(curve), episodes)


def study(
    teachers: Iterable[str],
    variants: Iterable[str],
    seeds: Iterable[int],
    episodes: int = EPISODES,
    each: Callable[[Run], None] = lambda run: None,
    done: Iterable[Run] = (),
) -> list[Run]:
    """All runs, one after the other; ``each`` sees every run as it ends, and those ``done`` are not repeated."""
    wanted = [(t, v, s) for v in variants for t in teachers for s in seeds]
    known = {(run.teacher, run.variant, run.seed): run for run in done if run.episodes == episodes}
    runs = []
    for teacher, variant, seed in wanted:
        run = known.get((teacher, variant, seed))
        if run is None:
            run = study_run(teacher, variant, seed, episodes)
            each(run)
        runs.append(run)
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
    # From the moments: scipy warns about data without spread, which a teacher that masters everything gives.
    moments = [(np.mean(values), np.std(values, ddof=1), len(values)) for values in (first, second)]
    return float(stats.ttest_ind_from_stats(*moments[0], *moments[1], equal_var=False).pvalue)
