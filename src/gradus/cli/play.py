"""``gradus play``: a person is the learner."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated

import typer

from gradus import learners, stream
from gradus.cli.common import (
    BitMode,
    CurriculumOption,
    MaxSteps,
    Output,
    Scramble,
    ScramblerOption,
    Seed,
    TasksPath,
    print_results,
)
from gradus.cli.counts import counted
from gradus.school import UserError
from gradus.stream import Person, PlainPerson, help_text

LessonFor = Callable[[Person], learners.Lesson]


def play(
    curriculum: CurriculumOption = "round1",
    task: Annotated[
        list[str] | None, typer.Option(help="Only this task; may be given more than once.")
    ] = None,
    scramble: Scramble = False,
    scrambler: ScramblerOption = None,
    plain: Annotated[bool, typer.Option("--plain", help="Lines of text instead of the full screen.")] = False,
    reveal: Annotated[bool, typer.Option("--reveal", help="Tell which task is being played.")] = False,
    pace: Annotated[
        float | None, typer.Option(help="Full screen: say silence after so many seconds without a key.")
    ] = None,
    seed: Seed = 0,
    max_steps: MaxSteps = None,
    successes: Annotated[
        int | None,
        counted(help="Pass a task after so many solved instances in a row, as people needed fewer."),
    ] = None,
    tasks_path: TasksPath = None,
    bitmode: BitMode = False,
    output: Output = None,
) -> None:
    """Be the learner yourself: see bytes and rewards, find out what is wanted."""
    if pace is not None and not pace > 0:
        raise UserError(f"--pace must be greater than 0 seconds, not {pace:g}.")
    course = stream.make(curriculum, tasks_path=tasks_path)
    if successes is not None:
        course = replace(course, settings={**course.settings, "success_threshold": successes})
    if (
        output is not None and (output / "run.json").exists()
    ):  # said before the rules of the game are explained
        raise UserError(f"{output} already holds a run; name another folder.")
    world = stream.World(course.only(*task) if task else course, seed, scrambler or scramble, bits=bitmode)

    def lesson(person: Person) -> learners.Lesson:
        guest = stream.InBits(person) if bitmode else person
        return learners.Lesson.host(output, guest, world, name="person", max_steps=max_steps, flush_every=1)

    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        results = _plain(world, lesson, reveal)
    else:
        results = _full_screen(world, lesson, reveal, pace)
    if reveal:
        print_results(results, False, output)
        return
    print(f"{results.steps:,} steps, reward {results.reward:g}; {results.reason}.")
    if output:
        print(f"Record written to {output}.")


def _plain(world: stream.World, lesson: LessonFor, reveal: bool) -> learners.Results:
    print(help_text(world))
    person = PlainPerson(world, _typed_lines(), print, reveal)
    with _leaving_politely(person):
        return lesson(person).run()


@contextmanager
def _leaving_politely(person: PlainPerson) -> Iterator[None]:
    """Ctrl-C between two prompts ends the run as it does at one: like ``:quit``, with the results written."""

    def leave(*_: object) -> None:
        person.leaving = True
        if person.asked:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _typed_lines() -> Iterator[str]:
    while True:
        try:
            yield input("> " if sys.stdin.isatty() else "")
        except (EOFError, KeyboardInterrupt):
            if sys.stdin.isatty():
                print()  # the prompt is still waiting at the end of its line
            return


def _full_screen(
    world: stream.World, lesson: LessonFor, reveal: bool, pace: float | None
) -> learners.Results:
    try:
        from gradus.stream import PlayApp, ScreenPerson
    except ImportError as error:
        raise UserError(
            "Full-screen play needs textual (pip install 'gradus[play]'); or play with --plain."
        ) from error
    person = ScreenPerson(pace=pace)
    app = PlayApp(world, person, lesson(person).run, reveal)
    results: learners.Results | None = app.run()
    if app.failure is not None:
        raise app.failure
    if results is None:
        raise UserError("The screen was closed before the run ended; what was recorded so far is kept.")
    return results
