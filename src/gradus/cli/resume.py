"""``gradus resume``: go on with a run that was stopped or killed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gradus import learners, students
from gradus.cli.common import Json, print_results, teaching_bar
from gradus.cli.counts import counted
from gradus.cli.training_view import print_training, training_bar
from gradus.school import RunFolder, UserError


def resume(
    run: Annotated[Path, typer.Argument(help="The run's folder.")],
    max_steps: Annotated[int | None, counted(help="Allow it so many steps in all.")] = None,
    hours: Annotated[float | None, typer.Option(help="Allow it so many hours from now.")] = None,
    as_json: Json = False,
) -> None:
    """Go on with a run, exactly where its newest checkpoint was taken."""
    folder = RunFolder.read(run)
    if folder.description.get("kind") == "training":
        folder.expect("training", "plan")
        if max_steps is not None or hours is not None:
            raise UserError(
                "--max-steps and --hours are for runs in the stream; a training ends as its plan says."
            )
        _resume_training(run, as_json)
        return
    if max_steps is not None:
        _check_steps(folder, max_steps)
    lesson = learners.Lesson.resume(run, max_steps=max_steps, hours=hours)
    with teaching_bar(lesson.world) as show:
        results = lesson.run(show)
    print_results(results, as_json, run)


def _check_steps(folder: RunFolder, allowed: int) -> None:
    """A run cannot be cut by resuming it; refused before its record is touched."""
    loaded = folder.load_checkpoint()
    done = loaded[0]["world"]["steps"] if loaded else 0
    if allowed < done:
        raise UserError(f"The run in {folder.path} has {done} steps already; --max-steps {allowed} is fewer.")


def _resume_training(run: Path, as_json: bool) -> None:
    training = students.Training.resume(run)
    with training_bar(training) as show:
        training.run(show)
    print_training(training, as_json, run)
