"""Executing many runs: one after the other, or several at a time in processes of their own."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from gradus.exams.conduct import Report, execute_run, is_finished
from gradus.exams.plan import RunPlan
from gradus.school import UserError, crew, tell


def execute_all(
    folder: Path, plans: Sequence[RunPlan], workers: int = 1, report: Report | None = None
) -> None:
    """Execute all runs that are not finished; with several workers, each in a process of its own."""
    todo = [plan for plan in plans if not is_finished(folder, plan.name)]
    if workers <= 1 or len(todo) <= 1:
        for plan in todo:
            execute_run(folder, plan, report)
        return
    try:
        with crew(min(workers, len(todo)), report) as submit:
            _collect([submit(_execute_elsewhere, folder, plan) for plan in todo])
    except BrokenProcessPool:
        raise UserError(
            f"A worker of the exam in {folder} was ended from outside; the same command goes on from there."
        ) from None


def _collect(futures: Sequence[Future[Any]]) -> None:
    done, rest = wait(futures, return_when="FIRST_EXCEPTION")
    for future in rest:
        future.cancel()
    for future in done:
        future.result()


def _execute_elsewhere(folder: Path, plan: RunPlan) -> None:
    execute_run(folder, plan, tell)
