"""``gradus exam``: hold an exam, go on with one, and keep a leaderboard."""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from gradus import exams
from gradus.cli.common import CurriculumOption, Json, Seed, options_of, people, print_json, print_table
from gradus.school import UserError, write_json

app = typer.Typer(no_args_is_help=True, help="Exams: figures with intervals, from runs that can be repeated.")

Settings = dict[str, Any]
Learner = Annotated[str | None, typer.Option("--learner", "-l", help="A learner's name or import path.")]
LearnerCommand = Annotated[
    str | None, typer.Option(help="Instead: a command that speaks the remote protocol; its address is added.")
]
Folder = Annotated[
    Path, typer.Option("-o", "--output", help="Folder of the exam; an exam begun there goes on.")
]
Workers = Annotated[int, typer.Option(help="Runs at a time, each in a process of its own.", min=1)]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="An option of the learner, as name=value.")
]
Order = Annotated[
    str, typer.Option(help="Another order: reversed, random:SEED, or task ids separated by commas.")
]
First = Annotated[int | None, typer.Option(help="Only the first so many tasks.", min=1)]
ScrambleOption = Annotated[bool, typer.Option(help="Give every run a fresh scrambler.")]
Start = Annotated[str, typer.Option("--from", help="A run whose learner's memory every learner begins with.")]
RunsOption = Annotated[int, typer.Option(help="Independent runs of each kind.", min=1)]
MaxSteps = Annotated[int | None, typer.Option(help="Steps a run may take in all.", min=1)]
Hours = Annotated[float | None, typer.Option(help="Hours a run may take in all.")]
TaskSteps = Annotated[int | None, typer.Option(help="Steps a run may spend on one task.", min=1)]
Stages = Annotated[
    list[str] | None,
    typer.Option(
        "--stage", help="TASK=SHARE: stop a run that has not passed TASK within SHARE of --max-steps."
    ),
]


class Transport(StrEnum):
    """How the messages to a learner's command travel."""

    zmq = "zmq"
    unix = "unix"


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
    with Progress(*columns, console=people, disable=not sys.stderr.isatty(), transient=True) as bar:
        work = bar.add_task("examining", total=1.0, runs="", left="")
        clock = Outlook(time.monotonic)

        def show(done: int, total: int, share: float) -> None:
            bar.update(work, completed=share, runs=f"{done} of {total} runs", left=clock.left(share))

        yield show


class Outlook:
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


def _stages(pairs: list[str] | None) -> tuple[tuple[str, float], ...]:
    stages = []
    for pair in pairs or ():
        task, _, share = pair.partition("=")
        try:
            stages.append((task, float(share)))
        except ValueError:
            raise UserError(
                f"A stage is written TASK=SHARE with a share from 0 to 1, not {pair!r}."
            ) from None
    return tuple(stages)


def hold(exam: exams.Exam, folder: Path, workers: int, as_json: bool) -> None:
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
        result = exams.examine(exam, folder, workers, show)
    show_result(result, folder, as_json)


def show_result(result: dict[str, Any], folder: Path, as_json: bool) -> None:
    """The table of an exam, for people or for programs."""
    if as_json:
        print_json(result)
        return
    table = result["table"]
    _print_runs(table.get("runs", []))
    for key in ("graduality", "control", "transfer", "forgetting", "second_walk", "accuracy"):
        if table.get(key):
            _print_rows(key, table[key])
    if "retention" in table:
        _print_retention(table["retention"])
    if "relaxed" in table:
        _print_runs(table["relaxed"]["runs"], "under relaxed conditions: ")
    if table.get("agents"):
        _print_runs(table["agents"]["runs"], "agents: ")
    if folder != Path():
        print(f"Exam written to {folder}; draw it with `gradus report {folder} -o report.html`.")


def _print_runs(rows: list[dict[str, Any]], remark: str = "") -> None:
    if not rows:
        return
    columns = ["run", "tasks passed", "of", "steps", "why it ended"]
    cells = [[r["run"], r["tasks_passed"], r["of"], f"{r['steps']:,}", r["reason"]] for r in rows]
    print_table(f"{remark}{len(rows)} run{'s' if len(rows) != 1 else ''}", columns, cells)


def number(value: float | None) -> str:
    """A figure for people; nothing finite is a dash."""
    return "-" if value is None else f"{value:.3g}"


def interval(value: dict[str, Any] | None) -> str:
    """An estimate and its limits."""
    if value is None:
        return "-"
    return f"{number(value['estimate'])} [{number(value['low'])}, {number(value['high'])}]"


def _limits(value: dict[str, Any]) -> str:
    ends = (value["low"], value["high"])
    return "-" if ends == (None, None) else f"{number(ends[0])} to {number(ends[1])}"


_FIGURES: dict[str, Callable[[dict[str, Any] | None], str]] = {
    "ratio": lambda value: number(value["estimate"]) if value else "-",
    "interval": lambda value: _limits(value) if value else "-",
    "above_floor": lambda value: number(value["estimate"]) if value else "-",
    "accuracy": interval,
}
"""What the terminal shows of a row; the report has the rest."""


def _print_rows(name: str, part: dict[str, Any]) -> None:
    rows, title = part["rows"], name.replace("_", " ")
    if not rows:
        return
    figures = [key for key in _FIGURES if key in rows[0]]
    cells = [[row["task"], *(_FIGURES[key](row[key]) for key in figures), row["verdict"]] for row in rows]
    print_table(title, ["task", *(key.replace("_", " ") for key in figures), "verdict"], cells)
    whole = part.get("whole")
    if whole:
        p = f", p = {whole['p_better']:.3g}" if "p_better" in whole else ""
        print(f"{title}, all tasks together: {whole['verdict']}{p}.")


def _print_retention(part: dict[str, Any]) -> None:
    rows = [
        [row["task"], *("" if cell is None else f"{cell['estimate']:.0%}" for cell in row["cells"])]
        for row in part["rows"]
    ]
    print_table("solved after ...", ["task", *part["times"]], rows)


def shared_options(
    output: Folder,
    learner: Learner = None,
    learner_cmd: LearnerCommand = None,
    transport: Annotated[
        Transport, typer.Option(help="How --learner-cmd speaks: zmq (it gets a port) or unix (a socket).")
    ] = Transport.zmq,
    option: Options = None,
    start: Start = "",
    curriculum: CurriculumOption = "round1",
    order: Order = "",
    first: First = None,
    scramble: ScrambleOption = True,
    runs: RunsOption = 5,
    max_steps: MaxSteps = 1_000_000,
    hours: Hours = 24.0,
    task_steps: TaskSteps = 100_000,
    stage: Stages = None,
    seed: Seed = 0,
    workers: Workers = 1,
    as_json: Json = False,
) -> tuple[Settings, Path, int, bool]:
    """What every exam can be told: its settings, where it is kept, how many workers, and how it is printed."""
    if (learner is None) == (learner_cmd is None):
        raise UserError("Name either --learner or --learner-cmd.")
    if learner_cmd is not None and not learner_cmd.strip():
        raise UserError("--learner-cmd is empty; it should be a program and its arguments.")
    settings = {
        "learner": learner or "",
        "command": learner_cmd or "",
        "transport": transport.value,
        "options": options_of(option),
        "start": start,
        "curriculum": curriculum,
        "order": order,
        "first": first,
        "scramble": scramble,
        "runs": runs,
        "max_steps": max_steps,
        "hours": hours,
        "task_steps": task_steps,
        "stages": _stages(stage),
        "seed": seed,
    }
    return settings, output, workers, as_json


def protocol(own: Callable[..., Settings]) -> Callable[..., Settings]:
    """Make a command of a function that turns a protocol's own options into settings; it gets the shared ones too."""
    mine, shared = inspect.signature(own).parameters, inspect.signature(shared_options).parameters

    def command(**given: Any) -> None:
        changes = own(**{name: given[name] for name in mine})
        settings, folder, workers, as_json = shared_options(**{name: given[name] for name in shared})
        hold(exams.make(own.__name__, **{**settings, **changes}), folder, workers, as_json)

    command.__doc__ = own.__doc__
    # Typer reads the options and what they mean from the signature.
    hints = {**_hints(shared_options), **_hints(own)}
    command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[name])
            for name, parameter in {**shared, **mine}.items()
        ]
    )
    command.__annotations__ = hints
    app.command(own.__name__)(command)
    return own


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    hints = get_type_hints(function, include_extras=True)
    return {name: hint for name, hint in hints.items() if name != "return"}


@protocol
def steps() -> Settings:
    """Steps per task to pass a curriculum."""
    return {}


@protocol
def graduality(
    alone: Annotated[
        int | None, typer.Option(help="Tabula-rasa runs per task, if not as many as --runs.", min=1)
    ] = None,
    control: Annotated[
        str | None, typer.Option(help="Tasks the control learns before, by commas; 'none' for no control.")
    ] = None,
) -> Settings:
    """Does what was learned before make the next task cheaper? Continuous against tabula-rasa runs."""
    tasks = () if control == "none" else tuple(control.split(",")) if control else None
    return {"alone": alone, "control": tasks}


@protocol
def forgetting(
    factor: Annotated[float, typer.Option(help="The second time may cost so many times the first.")] = 1.0,
    second_walk: Annotated[bool, typer.Option(help="Walk everything a second time too.")] = True,
) -> Settings:
    """What each earlier task costs again after the whole walk."""
    return {"factor": factor, "second_walk": second_walk}


@protocol
def retention(
    runs: RunsOption = 1,
    times: Annotated[int, typer.Option(help="Into how many parts the walk is cut.", min=1)] = 5,
    instances: Annotated[int, typer.Option(help="Instances in each test of a task.", min=1)] = 5,
) -> Settings:
    """The retention matrix: how well each task is still done at several times of one walk."""
    return {"runs": runs, "times": times, "instances": instances}


@protocol
def relaxed(
    skip: Annotated[int, typer.Option(help="Introductory tasks to leave out.", min=0)] = 4,
    longer: Annotated[int, typer.Option(help="How many times longer an instance may last.", min=1)] = 1000,
    streak: Annotated[int, typer.Option(help="Right answers in a row that solve an instance.", min=1)] = 10,
) -> Settings:
    """Strict against "five-plus" conditions: would an easier exam show more?"""
    return {"skip": skip, "longer": longer, "streak": streak}


@protocol
def transfer(before: Annotated[str, typer.Option(help="The curriculum learned first.")]) -> Settings:
    """Does one curriculum help with another?"""
    return {"before": before}


@protocol
def accuracy(
    few: Annotated[int, typer.Option(help="Test tasks with at most so many answers; 0: all.", min=0)] = 4,
    instances: Annotated[int, typer.Option(help="Instances in each test.", min=1)] = 100,
) -> Settings:
    """How many answers are right once a task is passed: luck or knowledge?"""
    return {"few": few, "instances": instances}


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
    result = exams.human_table(people_runs, agent or ())
    if output:
        output.mkdir(parents=True, exist_ok=True)
        write_json(output / "table.json", result)
    show_result(result, output or Path(), as_json)


@app.command("resume")
def resume_exam(
    folder: Annotated[Path, typer.Argument(help="The exam's folder.")],
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Go on with an exam that was stopped or killed."""
    with exam_bar() as show:
        result = exams.resume(folder, workers, show)
    show_result(result, folder, as_json)
