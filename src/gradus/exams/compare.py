"""Comparing two ways to come to a task: with what was learned before, and without.

The published recipe of 2017 (all combinations of runs, median, 5th and 95th percentile) stands beside an
interval and a test that treat runs as the unit. A task not passed counts as infinitely many steps, so a
verdict never rests on the survivors alone; a task that a run never reached speaks against either verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from gradus.exams import statistics
from gradus.exams.figures import RunFigures
from gradus.exams.intervals import Interval
from gradus.exams.results import LEFT_OUT
from gradus.exams.steps import count

Steps = NDArray[np.float64]


@dataclass(frozen=True)
class Arm:
    """The runs of one kind on the tasks compared: steps to pass and the floors of a learner that knows."""

    steps: Steps
    """Tasks x runs; infinite where the task was not passed, not a number where it was not reached."""
    floors: Steps

    @classmethod
    def of_runs(cls, runs: Mapping[str, Sequence[RunFigures]], columns: int) -> Arm:
        """Task by task the runs that took it, as many as there are columns; no task at all leaves the columns."""
        steps = [[run.cost(task) for run in row] for task, row in runs.items()]
        floors = [[run.floor(task) for run in row] for task, row in runs.items()]
        shape = (len(runs), columns)
        return cls(np.array(steps, dtype=float).reshape(shape), np.array(floors, dtype=float).reshape(shape))

    @classmethod
    def of_walks(cls, walks: Sequence[RunFigures], tasks: Sequence[str]) -> Arm:
        """Walks that took all the tasks."""
        return cls.of_runs(dict.fromkeys(tasks, walks), len(walks))

    def of(self, wanted: Sequence[bool]) -> Arm:
        """Only some of the tasks."""
        chosen = np.asarray(wanted, dtype=bool)
        return Arm(self.steps[chosen], self.floors[chosen])


@dataclass(frozen=True)
class Words:
    """How the verdicts are called."""

    better: str = "gradual"
    worse: str = "negative"
    open: str = "not shown"


GRADUAL = Words()
NOTHING = "nothing to learn"
"""The verdict on a task that hardly costs more than its floor on either side."""
TOO_FEW = "too few runs"
"""The verdict where no result whatever could be significant."""
TRIVIAL = 0.1
"""A task that costs at most this share above its floor leaves nothing to learn or to forget."""


@dataclass(frozen=True, kw_only=True)
class ComparedTask:
    """One task: ours over theirs, below 1 is good."""

    task: str
    ours: tuple[int | None, ...]
    """Steps to pass, run by run; None: not passed or not reached."""
    theirs: tuple[int | None, ...]
    ratio: Interval
    """All combinations of runs: median, 5th and 95th percentile, the recipe of 2017."""
    interval: Interval
    """The factor between the groups, with runs as the unit."""
    above_floor: Interval | None
    """The ratio of what was spent above the floors; None: there was nothing to learn."""
    p_better: float | None
    p_worse: float | None
    smallest_p: float | None = None
    """What so few runs can show at best."""
    verdict: str
    p_better_holm: float | None = None
    p_worse_holm: float | None = None


@dataclass(frozen=True, kw_only=True)
class ComparedWhole:
    """All tasks in which there was something to learn, in one test."""

    tasks: int
    nothing_to_learn: int = 0
    """Tasks left out because there was nothing to learn."""
    level: float = 0.9
    runs: tuple[int, ...] = ()
    """Ours and theirs."""
    correction: str = "none"
    expected_false: float | None = None
    """Verdicts of single tasks to be expected without any difference; version 0.1 did not count them."""
    p_better: float | None = field(default=None, metadata=LEFT_OUT)
    p_worse: float | None = field(default=None, metadata=LEFT_OUT)
    smallest_p: float | None = field(default=None, metadata=LEFT_OUT)
    method: str | None = field(default=None, metadata=LEFT_OUT)
    improvement: Interval | None = field(default=None, metadata=LEFT_OUT)
    """The probability that a run of ours is better than one of theirs."""
    verdict: str


@dataclass(frozen=True)
class Comparison:
    """Two groups of runs, task by task and as a whole."""

    rows: tuple[ComparedTask, ...]
    whole: ComparedWhole


def compare(
    tasks: Sequence[str], ours: Arm, theirs: Arm, *, level: float, seed: int, words: Words = GRADUAL
) -> Comparison:
    """Rows per task and one stratified test for them all; ratios are ours over theirs, below 1 is good."""
    pairs = zip(ours.steps, theirs.steps, ours.floors, theirs.floors, strict=True)
    judge = partial(_verdict, level=level, words=words)
    rows = [
        _row(task, *pair, judge, level, seed + i)
        for i, (task, pair) in enumerate(zip(tasks, pairs, strict=True))
    ]
    learned = [row.p_better is not None for row in rows]
    corrected = zip(_holm(rows, "p_better"), _holm(rows, "p_worse"), strict=True)
    rows = [
        replace(row, p_better_holm=better, p_worse_holm=worse)
        for row, (better, worse) in zip(rows, corrected, strict=True)
    ]
    whole = _whole(ours.of(learned), theirs.of(learned), len(rows), level, seed, words)
    return Comparison(tuple(rows), whole)


def _holm(rows: Sequence[ComparedTask], name: str) -> list[float | None]:
    """The p-values corrected for their number; tasks that were not tested have none."""
    given = [getattr(row, name) for row in rows]
    corrected = iter(statistics.holm([p for p in given if p is not None]))
    return [None if p is None else next(corrected) for p in given]


def _row(
    task: str,
    ours: Steps,
    theirs: Steps,
    our_floors: Steps,
    their_floors: Steps,
    judge: Callable[..., str],
    level: float,
    seed: int,
) -> ComparedTask:
    reached, met = ~np.isnan(ours), ~np.isnan(theirs)
    here, there = ours[reached], theirs[met]
    learned = not (is_trivial(here, our_floors[reached]) and is_trivial(there, their_floors[met]))
    above = statistics.all_ratios(
        np.maximum(here - our_floors[reached], 1.0), np.maximum(there - their_floors[met], 1.0)
    )
    better, worse = _tests(ours, theirs, seed) if learned else (None, None)
    smallest = statistics.smallest_p(ours.size, theirs.size)
    return ComparedTask(
        task=task,
        ours=tuple(count(steps) for steps in ours),
        theirs=tuple(count(steps) for steps in theirs),
        ratio=statistics.spread(statistics.all_ratios(here, there), level),
        interval=statistics.ratio_interval(ours, theirs, level),
        above_floor=statistics.spread(above, level) if learned else None,
        p_better=better,
        p_worse=worse,
        smallest_p=smallest,
        verdict=judge(better, worse, smallest),
    )


def _tests(ours: Steps, theirs: Steps, seed: int) -> tuple[float, float]:
    """Both one-sided tests; what was not reached counts each time against what is to be shown."""

    def reading(ours_as: float, theirs_as: float) -> tuple[Steps, Steps]:
        return np.where(np.isnan(ours), ours_as, ours), np.where(np.isnan(theirs), theirs_as, theirs)

    better = statistics.permutation_test(*reading(np.inf, -np.inf), seed, "less").p
    worse = statistics.permutation_test(*reading(-np.inf, np.inf), seed, "greater").p
    return better, worse


def is_trivial(steps: Steps, floors: Steps) -> bool:
    """Whether the runs cost hardly more than the floor, so that there was next to nothing to learn."""
    return bool(np.median(steps - floors) <= TRIVIAL * np.median(floors)) if steps.size else True


def error_of(level: float) -> float:
    """The error of a one-sided verdict: half of what the interval's level leaves; 0.05 for 0.9 in spite of binary."""
    return (1 - level) / 2 + 1e-12  # 1 - 0.9 is a little below 0.1: a p of just 1/20 would not be enough


def _verdict(
    better: float | None, worse: float | None, smallest: float, *, level: float, words: Words
) -> str:
    if better is None or worse is None:
        return NOTHING
    if smallest > error_of(level):
        return TOO_FEW
    if better <= error_of(level):
        return words.better
    return words.worse if worse <= error_of(level) else words.open


def _whole(ours: Arm, theirs: Arm, rows: int, level: float, seed: int, words: Words) -> ComparedWhole:
    """One test for all tasks in which there was something to learn; strata are the tasks, whole runs the unit."""
    tasks, runs = ours.steps.shape[0], (ours.steps.shape[1], theirs.steps.shape[1])
    whole = ComparedWhole(
        tasks=tasks,
        nothing_to_learn=rows - tasks,
        level=level,
        runs=runs,
        expected_false=2 * tasks * statistics.attained_error(*runs, error_of(level)) if all(runs) else 0.0,
        verdict=NOTHING if rows else words.open,
    )
    if not tasks or not all(runs):
        return whole
    better, worse = _tests(ours.steps, theirs.steps, seed)
    smallest = statistics.smallest_p(min(runs), min(runs))
    a, b = (np.where(np.isnan(arm.steps), np.inf, arm.steps) for arm in (ours, theirs))
    return replace(
        whole,
        p_better=better,
        p_worse=worse,
        smallest_p=smallest,
        method=statistics.permutation_test(ours.steps, theirs.steps, seed).method,
        improvement=statistics.improvement_interval(a, b, seed, level),
        verdict=_verdict(better, worse, smallest, level=level, words=words),
    )
