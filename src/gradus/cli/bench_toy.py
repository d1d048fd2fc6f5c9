"""``gradus bench toy``: teachers compared on toy students, in minutes and with intervals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from gradus.cli.common import Json, people, print_json, print_table
from gradus.cli.counts import counted, short
from gradus.school import UserError
from gradus.teachers import toy_study

DEFAULT = ("random", "adr", "riac", "oracle", "learning-progress", "alp-gmm")


def bench_toy(
    teacher: Annotated[list[str] | None, typer.Option(help="A teacher; may be repeated.")] = None,
    world: Annotated[list[str] | None, typer.Option(help="Only this toy world; may be repeated.")] = None,
    seeds: Annotated[int, typer.Option(help="Runs per teacher and world.", min=1)] = 5,
    first_seed: Annotated[int, typer.Option(help="The first seed.", min=0)] = 0,
    episodes: Annotated[
        int, counted(help="Length of each run.", show_default=short(toy_study.EPISODES))
    ] = toy_study.EPISODES,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="File for all runs, one per line; runs already in it are not repeated."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Compare teachers on hypercubes of competence cells: the share of learnable cells mastered at the end."""
    teachers, worlds = teacher or list(DEFAULT), world or list(toy_study.CHALLENGES)
    _check(teachers, worlds)

    def each(run: toy_study.Run) -> None:
        if output is not None:
            with output.open("a", encoding="utf-8") as file:
                file.write(json.dumps(run.to_json()) + "\n")
        people.print(f"{run.variant} {run.teacher} seed {run.seed}: {run.curve[-1]:.2f}", highlight=False)

    done = _read(output) if output is not None and output.exists() else []
    runs = toy_study.study(teachers, worlds, range(first_seed, first_seed + seeds), episodes, each, done)
    rows = toy_study.summary(runs)
    if as_json:
        print_json([row.to_json() for row in rows])
        return
    title = f"Share of learnable cells mastered after {episodes:,} episodes, mean of {seeds} seeds"
    columns = ["world", "teacher", "mastered", "95 % interval", "p against random"]
    print_table(title, columns, [_cells(row) for row in rows])
    if output is not None:
        print(f"Runs written to {output}.")


def _check(teachers: list[str], worlds: list[str]) -> None:
    for name in teachers:
        if name not in toy_study.entrants():
            raise UserError(
                f"There is no teacher named {name!r}; known are {', '.join(toy_study.entrants())}."
            )
    for name in worlds:
        if name not in toy_study.WORLDS:
            raise UserError(f"There is no toy world named {name!r}; known are {', '.join(toy_study.WORLDS)}.")


def _read(path: Path) -> list[toy_study.Run]:
    """The runs in a file of an earlier call; a last line cut off in the middle is dropped from the file."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        whole = [line for line in lines if line.endswith("\n")]
        runs = [toy_study.Run.from_json(json.loads(line)) for line in whole]
    except (ValueError, TypeError, KeyError) as error:
        raise UserError(f"The file {path} does not hold runs of the toy study: {error}.") from error
    if len(whole) < len(lines):
        path.write_text("".join(whole), encoding="utf-8")
    return runs


def _cells(row: toy_study.Row) -> list[str]:
    p = "" if row.versus_random is None else f"{row.versus_random:.2g}"
    return [row.variant, row.teacher, f"{row.mean:.2f}", f"{row.low:.2f} to {row.high:.2f}", p]
