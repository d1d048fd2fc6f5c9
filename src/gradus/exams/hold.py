"""Holding an exam: plan, execute what is not finished, read the records, and so on until nothing new is planned.

An exam is a folder::

    exam.json    the protocol, its settings, the tasks as they were, and the versions that made it
    start.json   the memory its learner began with, if it was given one
    runs/        one run folder per run
    table.json   the result: a pure function of the settings and the runs' records
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gradus import __version__
from gradus.exams.catalogue import from_json
from gradus.exams.conduct import is_finished
from gradus.exams.exam import Exam
from gradus.exams.exam_record import ExamRecord
from gradus.exams.figures import RunFigures, read_run
from gradus.exams.progress import Progress, progress_of, runs_to_come
from gradus.exams.sections import R
from gradus.exams.workers import execute_all
from gradus.learners import fitting_memory, full_id
from gradus.school import DamagedError, UserError, Versions, compare_versions, read_json, write_json


def check(exam: Exam[Any]) -> None:
    """Complain about an exam that cannot be held, before anything is written."""
    exam.plan({})  # complains about what only planning finds
    if not exam.saves_memory and any(plan.after for plan in runs_to_come(exam, {})):
        raise UserError(f"The exam {exam.protocol!r} copies memories; {exam.cannot_save}")


def examine(
    exam: Exam[R], folder: str | Path, workers: int = 1, progress: Progress | None = None
) -> ExamRecord[R]:
    """Hold the exam in a folder, or go on with it, and return what it found."""
    folder = Path(folder)
    check(exam)
    _describe(exam, folder)
    done: dict[str, RunFigures] = {}
    while True:
        _read_finished(exam, folder, done)
        planned = exam.plan(done)
        if all(plan.name in done for plan in planned):
            break
        _same_learner(exam, folder)
        tell = progress_of(progress, runs_to_come(exam, done), folder) if progress else None
        execute_all(folder, planned, workers, tell)
    record = ExamRecord(exam.protocol, exam.to_json()["settings"], exam.result(done))
    record.write(folder)
    return record


def resume(folder: str | Path, workers: int = 1, progress: Progress | None = None) -> ExamRecord[Any]:
    """Go on with an exam that was stopped or killed."""
    path = Path(folder) / "exam.json"
    if not path.is_file():
        raise UserError(f"{folder} is not an exam's folder: it has no exam.json.")
    return examine(from_json(read_json(path)), folder, workers, progress)


def _describe(exam: Exam[Any], folder: Path) -> None:
    """Write the description, or check that the folder belongs to this very exam."""
    path = folder / "exam.json"
    described = {**exam.to_json(), "tasks": json.loads(json.dumps(exam.tasks.spec()))}
    if path.exists():
        before = read_json(path)
        # Read back, because a version that knew fewer settings may have written it.
        if {**from_json(before).to_json(), "tasks": before.get("tasks")} != described:
            raise UserError(f"{folder} already holds another exam; name another folder, or resume that one.")
        compare_versions(f"The exam in {folder}", before.get("versions"))
        return
    if (folder / "run.json").exists():
        raise UserError(f"{folder} already holds a run; name another folder for the exam.")
    memory = None
    if exam.start:
        memory = fitting_memory(Path(exam.start), exam.learner, **exam.seeded_options(0))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if memory is not None:
            write_json(folder / "start.json", memory)
        write_json(path, {**described, "versions": asdict(Versions(__version__))})
    except OSError as error:
        raise UserError(f"Cannot write an exam to {folder}: {error.strerror}.") from error


def _same_learner(exam: Exam[Any], folder: Path) -> None:
    """Complain about runs that another version of the learner has made: figures of two would be mixed."""
    begun = next((folder / "runs").rglob("run.json"), None)
    if begun is None or exam.is_remote:
        return
    made, wanted = read_json(begun)["learner"]["name"], full_id(exam.learner)
    if made != wanted:
        raise UserError(
            f"The exam in {folder} was begun with the learner {made!r}, not {wanted!r}: it cannot go on, "
            "but it can be held anew in another folder."
        )


def _read_finished(exam: Exam[Any], folder: Path, done: dict[str, RunFigures]) -> None:
    """Add the figures of the runs finished meanwhile; later runs are planned from earlier ones."""
    while True:
        new = [p for p in exam.plan(done) if p.name not in done and is_finished(folder, p.name)]
        if not new:
            return
        for plan in new:
            path = folder / "runs" / plan.name
            done[plan.name] = read_run(path, plan.name)
            if done[plan.name].seed != plan.seed:
                raise DamagedError(f"{path} holds a run with another seed than the exam gave it.")
