"""Steps: how many steps a learner needs to pass each task of a curriculum, and how far it comes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from gradus.exams import statistics
from gradus.exams.exam import Exam, Runs
from gradus.exams.figures import RunFigures
from gradus.exams.plan import RunPlan
from gradus.exams.results import Result, RunRow, TaskRow, Totals
from gradus.exams.sections import Table, three, three_cells


def count(steps: float) -> int | None:
    """Steps for a table: a whole number, or nothing for a task that was not passed."""
    return int(steps) if np.isfinite(steps) else None


def task_rows(tasks: Sequence[str], runs: Sequence[RunFigures], level: float) -> tuple[TaskRow, ...]:
    """One row per task: who passed it, in how many steps, how many answers were right, and the floor."""
    return tuple(_row(task, runs, level) for task in tasks)


def _row(task: str, runs: Sequence[RunFigures], level: float) -> TaskRow:
    seen = [run.tasks[task] for run in runs if task in run.tasks]
    steps = [figures.steps for figures in seen if figures.passed]
    right, questions = sum(f.right for f in seen), sum(f.questions for f in seen)
    floors = [run.floor(task) for run in runs]
    return TaskRow(
        task=task,
        runs=len(runs),
        reached=len(seen),
        passed=len(steps),
        steps=tuple(count(run.cost(task)) for run in runs),
        mean=statistics.mean_interval(steps, level).within(0) if steps else None,
        median=statistics.median_interval(steps, level) if steps else None,
        floor=float(np.median(floors)),
        accuracy=statistics.share_interval(right, questions, level) if questions else None,
    )


def run_rows(runs: Sequence[RunFigures]) -> tuple[RunRow, ...]:
    """One row per run: how far it came and why it ended."""
    return tuple(
        RunRow(
            run=run.name,
            seed=run.seed,
            tasks_passed=len(run.passed),
            of=len(run.curriculum.tasks),
            steps=run.steps,
            finished=run.finished,
            reason=run.reason,
        )
        for run in runs
    )


def totals(runs: Sequence[RunFigures], level: float) -> Totals:
    """Tasks passed and steps in all, with intervals over runs."""
    passed = [len(run.passed) for run in runs]
    finished = [run.steps for run in runs if run.finished]
    tasks = len(runs[0].curriculum.tasks)
    return Totals(
        tasks_passed=statistics.mean_interval(passed, level).within(0, tasks),
        of=tasks,
        finished=len(finished),
        steps_to_finish=statistics.mean_interval(finished, level).within(0) if finished else None,
    )


def about_runs(tasks: Iterable[str], runs: Sequence[RunFigures], level: float) -> dict[str, Any]:
    """What every exam finds about the runs it is mainly about: the shared fields of a result."""
    return {
        "tasks": task_rows(list(tasks), runs, level),
        "runs": run_rows(runs),
        "totals": totals(runs, level),
    }


def runs_table(rows: Sequence[RunRow], name: str) -> Table:
    """One row per run."""
    keys = ("run", "seed", "tasks_passed", "of", "steps", "finished", "reason")
    cells = tuple(
        tuple(str(row.seed) if key == "seed" else getattr(row, key) for key in keys)  # a seed counts nothing
        for row in rows
    )
    return Table(name, tuple(key.replace("_", " ") for key in keys), cells)


def tasks_table(rows: Sequence[TaskRow], name: str) -> Table:
    """One row per task: steps with intervals, accuracy, floor."""
    first = ("task", "runs", "reached", "passed")
    columns = (*first, *three("mean steps"), *three("median"), "floor", *three("accuracy"))
    cells = tuple(
        (
            *(getattr(row, key) for key in first),
            *three_cells(row.mean),
            *three_cells(row.median),
            row.floor,
            *three_cells(row.accuracy),
        )
        for row in rows
        if row.reached
    )
    return Table(name, columns, cells)


@dataclass(frozen=True)
class Steps(Exam[Result]):
    """Steps per task to pass a curriculum, in several independent runs."""

    protocol: ClassVar[str] = "steps"
    result_type: ClassVar[type[Result]] = Result

    def plan(self, done: Runs) -> list[RunPlan]:
        """One run per seed."""
        return [
            self.plan_run(f"continuous/{i}", self.tasks, self.seed_for("continuous", i))
            for i in range(self.runs)
        ]

    def result(self, done: Runs) -> Result:
        """Rows per task and per run, and totals."""
        walks = [done[f"continuous/{i}"] for i in range(self.runs)]
        return Result(**about_runs(self.tasks.tasks, walks, self.level))
