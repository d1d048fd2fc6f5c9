"""``gradus teach``: a learner takes a curriculum."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gradus import learners, stream
from gradus.cli.common import (
    BitMode,
    CurriculumOption,
    Json,
    MaxReward,
    MaxSteps,
    Output,
    ResultsFile,
    Scramble,
    ScramblerOption,
    Seed,
    TasksPath,
    TeacherOption,
    options_of,
    print_results,
    teaching_bar,
    write_results_of_2017,
)
from gradus.cli.completion import names_of
from gradus.cli.counts import counted
from gradus.cli.parts import Part

PARTS = (Part("learner", "gradus.learners:LEARNERS", "", "option", short="-l"),)
"""What is named by an option and has settings of its own."""


def teach(
    learner: Annotated[
        str,
        typer.Option(
            "--learner",
            "-l",
            help="A name or import path; --help shows its options, too.",
            autocompletion=names_of("learner"),
        ),
    ],
    curriculum: CurriculumOption = "round1",
    scramble: Scramble = False,
    scrambler: ScramblerOption = None,
    teacher: TeacherOption = None,
    seed: Seed = 0,
    max_steps: MaxSteps = None,
    hours: Annotated[float | None, typer.Option(help="Stop after so many hours.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", help="An option of the learner, as name=value.")
    ] = None,
    start: Annotated[
        Path | None, typer.Option("--from", help="Begin with the memory of this run's learner.")
    ] = None,
    checkpoint_every: Annotated[int, counted(help="Steps between checkpoints.", show_default="10k")] = 10_000,
    tasks_path: TasksPath = None,
    bitmode: BitMode = False,
    max_reward_per_task: MaxReward = None,
    results_file: ResultsFile = None,
    output: Output = None,
    as_json: Json = False,
) -> None:
    """Teach a learner a curriculum and say how far it came."""
    course = stream.make(curriculum, tasks_path=tasks_path)
    world = stream.World(
        course, seed, scrambler or scramble, teacher, reward_cap=max_reward_per_task, bits=bitmode
    )
    options = learners.seeded(learner, seed, **options_of(option))
    lesson = learners.Lesson.create(
        output,
        learner,
        world,
        options=options,
        start=learners.fitting_memory(start, learner, **options) if start else None,
        max_steps=max_steps,
        hours=hours,
        checkpoint_every=checkpoint_every,
    )
    with teaching_bar(world) as show:
        results = lesson.run(show)
    write_results_of_2017(results, results_file)
    print_results(results, as_json, output)
