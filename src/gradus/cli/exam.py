"""``gradus exam``: hold an exam, go on with one, and keep a leaderboard."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from gradus import exams
from gradus.cli.common import CurriculumOption, Json, Seed, options_of, people, print_json, print_table
from gradus.school import UserError, write_json

app = typer.Typer(no_args_is_help=True, help="Exams: figures with intervals, from runs that can be repeated.")

Learner = Annotated[str, typer.Option("--learner", "-l", help="A learner's name or import path.")]
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


@contextmanager
def exam_bar() -> Iterator[Any]:
    """A progress bar over an exam's runs with an estimate of the time left."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("runs"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=people, disable=not sys.stderr.isatty(), transient=True) as bar:
        runs = bar.add_task("examining", total=None)
        work = bar.add_task("work done", total=1000)

        def show(done: int, total: int, share: float) -> None:
            bar.update(runs, completed=done, total=total)
            bar.update(work, completed=int(1000 * share))

        yield show


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


def hold(name: str, context: typer.Context, **changes: Any) -> None:
    """Make the exam that a command's options describe, hold it with a progress bar, and print its result."""
    given = dict(context.params)
    folder, workers, as_json = given.pop("output"), given.pop("workers"), given.pop("as_json")
    given["options"], given["stages"] = options_of(given.pop("option")), _stages(given.pop("stage", None))
    exam = exams.make(name, **{**given, **changes})
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
    if folder != Path():
        print(f"Exam written to {folder}; draw it with `gradus report {folder} -o report.html`.")


def _print_runs(rows: list[dict[str, Any]], remark: str = "") -> None:
    if not rows:
        return
    columns = ["run", "tasks passed", "of", "steps", "why it ended"]
    cells = [[r["run"], r["tasks_passed"], r["of"], f"{r['steps']:,}", r["reason"]] for r in rows]
    print_table(f"{remark}{len(rows)} runs", columns, cells)


def number(value: float | None) -> str:
    """A figure for people; nothing finite is a dash."""
    return "-" if value is None else f"{value:.3g}"


def interval(value: dict[str, Any] | None) -> str:
    """An estimate and its limits."""
    if value is None:
        return "-"
    return f"{number(value['estimate'])} [{number(value['low'])}, {number(value['high'])}]"


def _print_rows(name: str, part: dict[str, Any]) -> None:
    rows = part["rows"]
    if not rows:
        return
    figures = [key for key in ("ratio", "interval", "above_floor", "accuracy") if key in rows[0]]
    cells = [[row["task"], *(interval(row[key]) for key in figures), row["verdict"]] for row in rows]
    print_table(name.replace("_", " "), ["task", *(f.replace("_", " ") for f in figures), "verdict"], cells)
    whole = part.get("whole")
    if whole:
        p = f", p = {whole['p_better']:.3g}" if "p_better" in whole else ""
        print(f"{name.replace('_', ' ')}, all tasks together: {whole['verdict']}{p}.")


def _print_retention(part: dict[str, Any]) -> None:
    rows = [
        [row["task"], *("" if cell is None else f"{cell['estimate']:.0%}" for cell in row["cells"])]
        for row in part["rows"]
    ]
    print_table("solved after ...", ["task", *part["times"]], rows)


@app.command()
def steps(
    context: typer.Context,
    learner: Learner,
    output: Folder,
    curriculum: CurriculumOption = "round1",
    order: Order = "",
    first: First = None,
    scramble: ScrambleOption = True,
    runs: RunsOption = 5,
    start: Start = "",
    max_steps: MaxSteps = 1_000_000,
    hours: Hours = 24.0,
    task_steps: TaskSteps = 100_000,
    stage: Stages = None,
    option: Options = None,
    seed: Seed = 0,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Steps per task to pass a curriculum."""
    hold("steps", context)


@app.command()
def graduality(
    context: typer.Context,
    learner: Learner,
    output: Folder,
    curriculum: CurriculumOption = "round1",
    order: Order = "",
    first: First = None,
    scramble: ScrambleOption = True,
    runs: RunsOption = 5,
    alone: Annotated[
        int | None, typer.Option(help="Tabula-rasa runs per task, if not as many as --runs.", min=1)
    ] = None,
    control: Annotated[
        str | None, typer.Option(help="Tasks the control learns before, by commas; 'none' for no control.")
    ] = None,
    start: Start = "",
    max_steps: MaxSteps = 1_000_000,
    hours: Hours = 24.0,
    task_steps: TaskSteps = 100_000,
    stage: Stages = None,
    option: Options = None,
    seed: Seed = 0,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Does what was learned before make the next task cheaper? Continuous against tabula-rasa runs."""
    tasks = () if control == "none" else tuple(control.split(",")) if control else None
    hold("graduality", context, control=tasks)


@app.command()
def forgetting(
    context: typer.Context,
    learner: Learner,
    output: Folder,
    curriculum: CurriculumOption = "round1",
    order: Order = "",
    first: First = None,
    scramble: ScrambleOption = True,
    runs: RunsOption = 5,
    factor: Annotated[float, typer.Option(help="The second time may cost so many times the first.")] = 1.0,
    second_walk: Annotated[bool, typer.Option(help="Walk everything a second time too.")] = True,
    start: Start = "",
    max_steps: MaxSteps = 1_000_000,
    hours: Hours = 24.0,
    task_steps: TaskSteps = 100_000,
    stage: Stages = None,
    option: Options = None,
    seed: Seed = 0,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """What each earlier task costs again after the whole walk."""
    hold("forgetting", context)


@app.command()
def retention(
    context: typer.Context,
    learner: Learner,
    output: Folder,
    curriculum: CurriculumOption = "round1",
    order: Order = "",
    first: First = None,
    scramble: ScrambleOption = True,
    runs: RunsOption = 1,
    times: Annotated[int, typer.Option(help="Into how many parts the walk is cut.", min=1)] = 5,
    instances: Annotated[int, typer.Option(help="Instances in each test of a task.", min=1)] = 5,
    start: Start = "",
    max_steps: MaxSteps = 1_000_000,
    hours: Hours = 24.0,
    task_steps: TaskSteps = 100_000,
    option: Options = None,
    seed: Seed = 0,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """The retention matrix: how well each task is still done at several times of one walk."""
    hold("retention", context)


@app.command()
def relaxed(
    context: typer.Context,
    learner: Learner,
    output: Folder,
    curriculum: CurriculumOption = "round1",
    order: Order = "",
    first: First = None,
    scramble: ScrambleOption = True,
    runs: RunsOption = 5,
    skip: Annotated[int, typer.Option(help="Introductory tasks to leave out.", min=0)] = 4,
    longer: Annotated[int, typer.Option(help="How many times longer an instance may last.", min=1)] = 1000,
    streak: Annotated[int, typer.Option(help="Right answers in a row that solve an instance.", min=1)] = 10,
    max_steps: MaxSteps = 1_000_000,
    hours: Hours = 24.0,
    task_steps: TaskSteps = 100_000,
    option: Options = None,
    seed: Seed = 0,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Strict against "five-plus" conditions: would an easier exam show more?"""
    hold("relaxed", context)


@app.command()
def transfer(
    context: typer.Context,
    learner: Learner,
    output: Folder,
    before: Annotated[str, typer.Option(help="The curriculum learned first.")],
    curriculum: CurriculumOption = "round1",
    order: Order = "",
    first: First = None,
    scramble: ScrambleOption = True,
    runs: RunsOption = 5,
    max_steps: MaxSteps = 1_000_000,
    hours: Hours = 24.0,
    task_steps: TaskSteps = 100_000,
    option: Options = None,
    seed: Seed = 0,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Does one curriculum help with another?"""
    hold("transfer", context)


@app.command()
def accuracy(
    context: typer.Context,
    learner: Learner,
    output: Folder,
    curriculum: CurriculumOption = "round1",
    order: Order = "",
    first: First = None,
    scramble: ScrambleOption = True,
    runs: RunsOption = 5,
    few: Annotated[int, typer.Option(help="Test tasks with at most so many answers; 0: all.", min=0)] = 4,
    instances: Annotated[int, typer.Option(help="Instances in each test.", min=1)] = 100,
    start: Start = "",
    max_steps: MaxSteps = 1_000_000,
    hours: Hours = 24.0,
    task_steps: TaskSteps = 100_000,
    stage: Stages = None,
    option: Options = None,
    seed: Seed = 0,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """How many answers are right once a task is passed: luck or knowledge?"""
    hold("accuracy", context)


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
