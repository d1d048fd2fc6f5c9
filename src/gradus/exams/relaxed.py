"""Relaxed, the "five-plus" conditions of 2017: would an easier exam have shown more?

The introductory tasks are skipped, an instance may last a thousand times longer, one solved instance is enough,
the streak is ten and nothing is scrambled.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from gradus.exams.exam import EXAMS, Exam, Runs
from gradus.exams.plan import RunPlan
from gradus.exams.steps import run_rows, task_rows, totals
from gradus.school import UserError
from gradus.stream import Curriculum, Task


def relax(curriculum: Curriculum, skip: int, longer: int, streak: int) -> Curriculum:
    """The curriculum under relaxed conditions."""
    ids = list(curriculum.tasks)[skip:]
    if not ids:
        raise UserError(f"skip leaves no task: the curriculum has only {len(curriculum.tasks)}.")
    tasks = {name: _relaxed(curriculum.tasks[name], longer, streak) for name in ids}
    return replace(
        curriculum,
        name=curriculum.name + "-relaxed",
        tasks=tasks,
        settings={**curriculum.settings, "success_threshold": 1},
    )


def _relaxed(task: Task, longer: int, streak: int) -> Task:
    rules = task.rules
    return task.with_(
        streak=1 if rules.single else streak,
        max_time=rules.max_time * longer,
        success_tolerance=rules.success_tolerance * longer,
        failure_tolerance=rules.failure_tolerance * longer,
    )


@EXAMS.register("relaxed")
@dataclass(frozen=True)
class Relaxed(Exam):
    """The same learner under strict and under relaxed conditions, side by side."""

    protocol: ClassVar[str] = "relaxed"

    skip: int = 4
    """Introductory tasks to leave out."""
    longer: int = 1000
    """How many times longer an instance may last."""
    streak: int = 10
    """Right answers in a row that solve an instance."""

    @cached_property
    def easier(self) -> Curriculum:
        """The relaxed curriculum."""
        return relax(self.tasks, self.skip, self.longer, self.streak)

    def plan(self, done: Runs) -> list[RunPlan]:
        """Strict runs as in the steps exam, and relaxed ones without a scrambler."""
        planned = []
        for i in range(self.runs):
            planned.append(self.plan_run(f"strict/{i}", self.tasks, self.seed_for("strict", i)))
            relaxed = self.plan_run(f"relaxed/{i}", self.easier, self.seed_for("relaxed", i))
            stages = tuple(stage for stage in self.stages if stage[0] in self.easier.tasks)
            planned.append(replace(relaxed, scramble=None, budget=replace(relaxed.budget, stages=stages)))
        return planned

    def table(self, done: Runs) -> dict[str, Any]:
        """Both groups, and how many more tasks the relaxed one passed beyond those skipped."""
        strict = [done[f"strict/{i}"] for i in range(self.runs)]
        relaxed = [done[f"relaxed/{i}"] for i in range(self.runs)]
        return {
            "tasks": task_rows(list(self.tasks.tasks), strict, self.level),
            "runs": run_rows(strict),
            "totals": totals(strict, self.level),
            "relaxed": {
                "skipped": list(self.tasks.tasks)[: self.skip],
                "tasks": task_rows(list(self.easier.tasks), relaxed, self.level),
                "runs": run_rows(relaxed),
                "totals": totals(relaxed, self.level),
            },
        }
