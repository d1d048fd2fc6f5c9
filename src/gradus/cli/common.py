"""What commands share: options, progress bars, printing."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from gradus import learners, stream
from gradus.cli.completion import names_of
from gradus.cli.counts import counted
from gradus.cli.progress import people as people
from gradus.cli.progress import progress
from gradus.school import UserError, plain_value, write_text

Seed = Annotated[int, typer.Option(help="Seed of the run; the same seed gives the same bytes.", min=0)]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON value and nothing else on standard output.")
]
CurriculumOption = Annotated[
    str,
    typer.Option(
        "--curriculum",
        "-c",
        help="A curriculum's name, or a .toml or .json file.",
        autocompletion=names_of("curriculum"),
    ),
]
TasksPath = Annotated[
    Path | None,
    typer.Option(help="A folder with tasks of 2017; alone, its tasks are the curriculum."),
]
BitMode = Annotated[
    bool, typer.Option("--bitmode", "--bit-mode", help="One bit per step, written 0 or 1, as in 2017.")
]
MaxReward = Annotated[
    int | None, typer.Option("--max-reward-per-task", help="The most reward a task may pay in all.", min=0)
]
ResultsFile = Annotated[
    Path | None, typer.Option(help="Write the results to this file, in the layout of 2017.")
]
Scramble = Annotated[
    bool, typer.Option("--scramble", help="Replace every printable character by a secret one.")
]
ScramblerOption = Annotated[
    str | None, typer.Option(help="Which scrambler: all, keep-silence or classes; implies --scramble.")
]
TeacherOption = Annotated[
    str | None, typer.Option(help="Another teacher for the same tasks.", autocompletion=names_of("teacher"))
]
MaxSteps = Annotated[int | None, counted(help="Stop after so many steps.")]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="Folder for the run's record.")]


def options_of(pairs: list[str] | None) -> dict[str, Any]:
    """A learner's options from ``name=value`` texts; numbers become numbers."""
    options: dict[str, Any] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise UserError(f"A learner's option is written name=value, not {pair!r}.")
        options[name] = plain_value(value)
    return options


def print_json(value: Any) -> None:
    """The one JSON value of a command."""
    print(json.dumps(value, allow_nan=False))


def printable(text: object) -> str:
    r"""A text, perhaps a stranger's, without what could command a terminal.

    >>> printable("a\x1b[31mb")
    'a?[31mb'
    """
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in str(text))


def print_table(title: str, columns: list[str], rows: list[list[Any]]) -> None:
    """A table for people, on standard output; plain enough for a pipe."""
    # As texts: a name such as "[/red]" is a name here, not a command for the colours of a terminal.
    table = Table(
        *map(escape, columns), title=Text(printable(title), style="table.title"), title_justify="left"
    )
    for row in rows:
        table.add_row(*[Text(printable(cell)) for cell in row])
    width = None if sys.stdout.isatty() else 120  # a pipe has no width; Rich would guess 80 and cut names
    Console(width=width).print(table)


@contextmanager
def teaching_bar(world: stream.World) -> Iterator[Any]:
    """A progress bar over the tasks of a curriculum; yields what a lesson calls now and then."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with progress(*columns, what="teaching", total=len(world.curriculum.tasks)) as bar:

        def show(world: stream.World) -> None:
            place = getattr(world.teacher, "place", None)
            bar(completed=place, description=f"{world.task or 'end'}, step {world.steps:,}")

        yield show


def write_results_of_2017(results: learners.Results, path: Path | None) -> None:
    """The results file of 2017, if it was asked for and anything was played."""
    if path is None or not results.steps:
        return
    from gradus.stream.legacy import results_text

    played = {task.name: (task.steps, task.reward, task.instances) for task in results.tasks if task.steps}
    write_text(path, results_text(results.steps, results.reward, played))
    people.print(f"Results written to {path}.", markup=False, highlight=False, soft_wrap=True)


def print_results(results: learners.Results, as_json: bool, folder: Path | None) -> None:
    """What a run came to, for people or for programs."""
    if as_json:
        print_json(results.to_json())
        return
    rows = [
        [t.name, "yes" if t.passed else "no", t.instances, t.solved, f"{t.steps:,}", f"{t.reward:g}"]
        for t in results.tasks
        if t.steps
    ]
    columns = ["task", "passed", "instances", "solved", "steps", "reward"]
    print_table(f"{results.tasks_passed} of {len(results.tasks)} tasks passed", columns, rows)
    per_step = results.reward / results.steps if results.steps else 0.0
    print(f"{results.steps:,} steps, reward {results.reward:g} ({per_step:.4f} per step); {results.reason}.")
    if folder:
        print(f"Record written to {folder}.")
