"""``gradus exam``: hold an exam, go on with one, and keep a leaderboard.

Every protocol that is registered, ours or a third party's, is a command; its options are its settings.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn

from gradus import exams
from gradus.cli.common import Json, people, print_json, print_table
from gradus.cli.counts import counted
from gradus.cli.options import parameters
from gradus.cli.progress import progress
from gradus.school import UserError, options_of

app = typer.Typer(no_args_is_help=True, help="Exams: figures with intervals, from runs that can be repeated.")

Folder = Annotated[
    Path, typer.Option("-o", "--output", help="Folder of the exam; an exam begun there goes on.")
]
Workers = Annotated[int, typer.Option(help="Runs at a time, each in a process of its own.", min=1)]
ScrambleOption = Annotated[bool, typer.Option(help="Give every run a fresh scrambler.")]
MaxSteps = Annotated[int | None, counted(help="Steps a run may take in all.")]
TaskSteps = Annotated[int | None, counted(help="Steps a run may spend on one task.")]


@contextmanager
def exam_bar() -> Iterator[exams.Progress]:
    """A progress bar over an exam's work, with the runs done and an estimate of the time left."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[runs]}"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
    )
    with progress(*columns, what="examining", total=1.0, runs="", left="") as bar:
        clock = TimeLeft(time.monotonic)

        def show(done: int, total: int, share: float) -> None:
            bar(completed=share, runs=f"{done} of {total} runs", left=clock.left(share))

        yield show


class TimeLeft:
    """Estimates the time left from the share of the work done since it first looked."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._first: tuple[float, float] | None = None

    def left(self, share: float) -> str:
        """The time left in words; empty while nothing can be said."""
        now = self._clock()
        if self._first is None:
            self._first = (now, share)
        began, before = self._first
        if share <= before or share >= 1:
            return ""
        return f"about {timedelta(seconds=round((now - began) * (1 - share) / (share - before)))} left"


def hold(exam: exams.Exam[Any], folder: Path, workers: int, as_json: bool) -> None:
    """Hold an exam with a progress bar and print its result."""
    exams.check(exam)
    if not exam.saves_memory:
        people.print(
            f"A run of this exam that is interrupted begins again: {exam.cannot_save}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    with exam_bar() as show:
        record = exams.examine(exam, folder, workers, show)
    show_record(record, folder, as_json)


def show_record(record: exams.ExamRecord[Any], folder: Path | None, as_json: bool) -> None:
    """What an exam found, for people or for programs."""
    if as_json:
        print_json(record.to_json())
        return
    for line in record.lines():
        if isinstance(line, exams.Table):
            print_table(line.name, list(line.columns), [list(map(_cell, row)) for row in line.rows])
        else:
            print(line)
    if folder is not None:
        print(f"Exam written to {folder}; draw it with `gradus report {folder} -o report.html`.")


def _cell(value: Any) -> Any:
    return "-" if value is None else f"{value:.3g}" if isinstance(value, float) else value


def command_for(name: str) -> Callable[..., None]:
    """The command of a protocol, its options made from its settings."""
    protocol = exams.EXAMS.get(name)
    options = [option for option in options_of(protocol) if option.flags]

    def command(output: Path, workers: int, as_json: bool, **given: Any) -> None:
        if given["port"] is not None and (given["learner"] is not None or workers > 1):
            raise UserError("--serve is for an agent in another process: no --learner, and one worker.")
        if given["port"] is None and (given["learner"] is None) == (given["command"] is None):
            raise UserError("Name either --learner or --learner-cmd.")
        if given["command"] is not None and not given["command"].strip():
            raise UserError("--learner-cmd is empty; it should be a program and its arguments.")
        given |= {"learner": given["learner"] or "", "command": given["command"] or ""}
        settings = {option.name: option.read(given[option.name]) for option in options}
        hold(exams.make(name, **settings), output, workers, as_json)

    command.__doc__ = inspect.cleandoc(protocol.__doc__ or name)
    own = {"output": (Folder, ...), "workers": (Workers, 1), "as_json": (Json, False)}
    command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        parameters(options, own, {"learner": None, "command": None})
    )
    # Typer reads the options and what they mean from the signature and the annotations.
    command.__annotations__ = {p.name: p.annotation for p in command.__signature__.parameters.values()}  # type: ignore[attr-defined]
    return command


def with_protocols(given: Sequence[str] | None = None) -> typer.Typer:
    """All commands; a protocol has its options if its name is among the given words, or if there are none.

    To know its options a protocol has to be imported; a list of all, or another command, should not wait for it.
    """
    complete = typer.Typer(no_args_is_help=True, help=app.info.help)
    for name in exams.available():
        if given is None or name in given:
            complete.command(name)(command_for(name))
        else:
            complete.command(name, help=_told(name))(_not_asked_for)
    complete.registered_commands += app.registered_commands
    return complete


def _told(name: str) -> str:
    """What a protocol says about itself: without importing it, if it is ours."""
    return inspect.cleandoc(exams.EXAMS.docstring(name) or exams.EXAMS.get(name).__doc__ or name)


def _not_asked_for() -> None:
    """Stands for a protocol in the list of all exams."""


@app.command()
def human(
    people_runs: Annotated[
        list[Path], typer.Argument(help="Recorded runs of people, as `gradus play` writes them.")
    ],
    agent: Annotated[
        list[Path] | None, typer.Option(help="An agent's recorded run on the same tasks.")
    ] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for the table.")] = None,
    as_json: Json = False,
) -> None:
    """The figures of people's recorded runs, beside an agent's."""
    record = exams.human_record(people_runs, agent or ())
    if output:
        output.mkdir(parents=True, exist_ok=True)
        record.write(output)
    show_record(record, output, as_json)


@app.command("resume")
def resume_exam(
    folder: Annotated[Path, typer.Argument(help="The exam's folder.")],
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Go on with an exam that was stopped or killed."""
    with exam_bar() as show:
        record = exams.resume(folder, workers, show)
    show_record(record, folder, as_json)
