"""What an exam still has before it: the runs to come, and how much of the work is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from gradus.exams.conduct import Report, is_finished
from gradus.exams.figures import RunFigures, TaskFigures
from gradus.exams.plan import RunPlan
from gradus.stream import Curriculum

Progress = Callable[[int, int, float], None]
"""Told how many runs are done, how many there will be, and the share of the work done."""


class Plans(Protocol):
    """All that is needed of an exam here."""

    def plan(self, done: Mapping[str, RunFigures]) -> list[RunPlan]:
        """The runs that can be planned, given those that are finished."""


def runs_to_come(exam: Plans, done: Mapping[str, RunFigures]) -> list[RunPlan]:
    """All runs an exam will have if everything still to come goes well; for estimates, never for results."""
    imagined = dict(done)
    while True:
        planned = exam.plan(imagined)
        new = [plan for plan in planned if plan.name not in imagined]
        if not new:
            return planned
        for plan in new:
            imagined[plan.name] = _perfect(plan)


def _perfect(plan: RunPlan) -> RunFigures:
    lessons = Curriculum.from_spec(plan.curriculum)
    tasks = {name: TaskFigures(name, True, 0, 0, 0, 0, 0) for name in lessons.tasks}
    return RunFigures(plan.name, plan.seed, True, "finished", 0, tasks, lessons)


def progress_of(progress: Progress, planned: Sequence[RunPlan], folder: Path) -> Report:
    """What runs report to; each weighs as much as it has tasks."""
    weights = {plan.name: len(plan.curriculum["tasks"]) for plan in planned}
    shares = {plan.name: float(is_finished(folder, plan.name)) for plan in planned}
    whole = sum(weights.values())

    def tell() -> None:
        done = sum(1 for value in shares.values() if value >= 1)
        progress(done, len(shares), sum(weights[name] * shares[name] for name in shares) / whole)

    def report(name: str, share: float) -> None:
        shares[name] = share
        tell()

    tell()
    return report
