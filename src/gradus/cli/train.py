"""``gradus train``: a student learns on a track with a teacher."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from gradus import students
from gradus.cli import completion
from gradus.cli.common import Json, Output, Seed, people
from gradus.cli.events import events
from gradus.cli.parts import Part
from gradus.cli.training_view import count, print_training, training_bar
from gradus.school import UserError

USUAL = "20M"
"""Steps of a training whose length is not given, as in the original benchmark."""
LONG = 100_000
"""From so many steps on, a training that is not recorded deserves a word."""

PARTS = (
    Part("teacher", "gradus.teachers:TEACHERS", "alp-gmm", "teacher_option"),
    Part("student", "gradus.students:STUDENTS", "ppo", "student_option"),
)
"""What is named by an option and has settings of its own."""


def train(
    track: Annotated[str, typer.Option(help="stump or parkour.", autocompletion=completion.tracks)] = "stump",
    teacher: Annotated[
        str | None,
        typer.Option(
            help="A teacher's name; --help shows its settings, too.",
            show_default="alp-gmm",
            autocompletion=completion.names_of("teacher"),
        ),
    ] = None,
    student: Annotated[
        str,
        typer.Option(
            help="ppo or sac; --help shows its settings, too.", autocompletion=completion.names_of("student")
        ),
    ] = "ppo",
    body: Annotated[
        str, typer.Option(help="A body's name.", autocompletion=completion.names_of("body"))
    ] = "old_classic_bipedal",
    steps: Annotated[
        str | None, typer.Option(help="Length of the training, such as 500k.", show_default=USUAL)
    ] = None,
    space: Annotated[str | None, typer.Option(help="A named task space of the track.")] = None,
    task: Annotated[
        str | None, typer.Option(help="Teach this single task, numbers with commas; it is the test, too.")
    ] = None,
    knowledge: Annotated[
        str | None,
        typer.Option(help="Expert knowledge for the teacher: no, low or high.", show_default="low"),
    ] = None,
    test: Annotated[str | None, typer.Option(help="Test set: stump, walk, swim or climb.")] = None,
    lanes: Annotated[int | None, typer.Option(help="Episodes side by side.", min=1)] = None,
    forget_every: Annotated[str | None, typer.Option(help="The student starts afresh so often.")] = None,
    rugged: Annotated[bool, typer.Option("--rugged", help="Shuffle the pieces of the task space.")] = False,
    evaluate_every: Annotated[str, typer.Option(help="Steps between tests.")] = "500k",
    checkpoint_every: Annotated[str, typer.Option(help="Steps between checkpoints.")] = "100k",
    teacher_option: Annotated[
        list[str] | None, typer.Option(help="A teacher's setting, name=value; see gradus list teachers NAME.")
    ] = None,
    student_option: Annotated[
        list[str] | None, typer.Option(help="A student's setting, name=value; see gradus list students NAME.")
    ] = None,
    tensorboard: Annotated[Path | None, typer.Option(help="Folder for TensorBoard events.")] = None,
    seed: Seed = 0,
    output: Output = None,
    as_json: Json = False,
) -> None:
    """Train a student and say how much of the test set it masters."""
    if steps is None and output is None:
        raise UserError(
            f"{USUAL} steps take hours: name a folder for their record with -o, or a length with --steps, such as 50k."
        )
    steps = steps or USUAL
    if task is not None:
        _only_a_task(teacher=teacher, knowledge=knowledge, space=space, test=test)
    lessons = (
        _lessons(track, teacher, knowledge, space, test, body)
        if task is None
        else students.single_task(track, _point(task))
    )
    plan = students.Plan(
        track=track,
        body=body,
        student=student,
        student_settings=students.settings_from(student_option),
        steps=count(steps),
        lanes=lanes,
        forget_every=None if forget_every is None else count(forget_every, "forget_every"),
        rugged=rugged,
        evaluate_every=min(count(evaluate_every, "evaluate_every"), count(steps)),
        checkpoint_every=count(checkpoint_every, "checkpoint_every"),
        seed=seed,
        **lessons,
    )
    if teacher_option:
        plan = replace(
            plan, teacher_settings={**plan.teacher_settings, **students.settings_from(teacher_option)}
        )
    write = events(tensorboard) if tensorboard else None
    training = students.Training.create(output, plan)
    if output is None and plan.steps >= LONG:
        people.print(
            "Without -o nothing of this training is kept, and it cannot be resumed.", highlight=False
        )
    with training_bar(training) as show:

        def progress(training: students.Training) -> None:
            show(training)
            if write:
                write(training)

        training.run(progress)
    print_training(training, as_json, output)


def _lessons(
    track: str, teacher: str | None, level: str | None, space: str | None, test: str | None, body: str
) -> dict[str, Any]:
    """What a plan says about a teacher and its task space."""
    teacher = teacher or "alp-gmm"
    known = students.track_knowledge(teacher, track, level or students.LEVELS[0])
    test = test or students.usual_test(track, body)
    return {"teacher": teacher, "teacher_settings": known, "space": space, "test": test}


def _only_a_task(**others: str | None) -> None:
    for name, value in others.items():
        if value is not None:
            raise UserError(f"--{name} {value} has no meaning with --task, which is taught and tested alone.")


def _point(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError as error:
        raise UserError(f"A task is numbers with commas such as 0,6, not {text!r}.") from error
