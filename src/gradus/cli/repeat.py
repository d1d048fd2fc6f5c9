"""``gradus repeat``: make a recorded run again, from its beginning."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gradus import learners, students
from gradus.cli.common import Json, Output, print_results, teaching_bar
from gradus.cli.training_view import print_training, training_bar
from gradus.school import RunFolder


def repeat(
    run: Annotated[Path, typer.Argument(help="The run's folder.")],
    output: Output = None,
    as_json: Json = False,
) -> None:
    """Make a lesson or a training again from its record: the same description, the same bytes."""
    folder = RunFolder.read(run)
    if folder.description.get("kind") == "training":
        plan = students.Plan.from_json(folder.expect("training", "plan")["plan"])
        training = students.Training.create(output, plan)
        with training_bar(training) as show:
            training.run(show)
        print_training(training, as_json, output)
        return
    lesson = learners.Lesson.repeat(run, output)
    with teaching_bar(lesson.world) as show:
        results = lesson.run(show)
    print_results(results, as_json, output)
