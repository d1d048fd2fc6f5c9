"""``gradus curricula``: list, show and draw fresh variants of curricula."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gradus import stream
from gradus.cli.common import Json, Seed, people, print_json, print_table
from gradus.school import UserError, write_text

app = typer.Typer(no_args_is_help=True, help="Curricula: tasks in an order, and fresh variants of them.")
Name = Annotated[str, typer.Argument(help="A curriculum's name, or a .toml or .json file.")]


@app.command("list")
def list_curricula(as_json: Json = False) -> None:
    """All curricula by name."""
    found = [stream.make(name) for name in stream.available()]
    if as_json:
        print_json([{"name": c.name, "tasks": len(c.tasks), "summary": c.summary} for c in found])
        return
    cells = [[c.name, len(c.tasks), c.summary] for c in found]
    print_table(f"{len(found)} curricula", ["curriculum", "tasks", "what it is"], cells)


@app.command()
def show(
    name: Name,
    seed: Seed = 0,
    questions: Annotated[int, typer.Option(help="Questions in each sample.", min=1)] = 3,
    as_json: Json = False,
) -> None:
    """A curriculum's tasks, each with a sample of its stream."""
    curriculum = stream.make(name)
    if as_json:
        print_json(curriculum.spec())
        return
    print(f"{curriculum.name}: {curriculum.summary or 'no summary'} ({len(curriculum.tasks)} tasks)")
    for number, (task_id, task) in enumerate(curriculum.tasks.items(), 1):
        played = stream.sample(curriculum, task_id, seed, questions)
        print(f"\n{number}. {task_id} ({task.name}): {task.summary.splitlines()[0]}\n")
        print(stream.rows(played.heard, played.said, played.rewards))


@app.command("diagram")
def draw_diagram(
    name: Name,
    output: Annotated[Path, typer.Option("-o", "--output", help="The picture's file (.svg).")],
) -> None:
    """Draw what builds on what in a curriculum."""
    if output.suffix != ".svg":
        raise UserError(f"The diagram's file is named *.svg, not {output.name!r}.")
    write_text(output, stream.diagram(stream.make(name)))
    print(f"Diagram written to {output}.")


@app.command()
def generate(
    name: Annotated[
        str | None, typer.Argument(help="A curriculum's name, or a .toml or .json file; not with --graded.")
    ] = None,
    seed: Seed = 0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The new curriculum's file (.toml).")
    ] = None,
    words: Annotated[bool, typer.Option(help="Change separators, keywords, reactions and signs.")] = True,
    order: Annotated[bool, typer.Option(help="Let neighbouring tasks trade places.")] = True,
    graded: Annotated[
        bool,
        typer.Option("--graded", help="Task families in steps of proved complexity instead of a variant."),
    ] = False,
    least: Annotated[float, typer.Option(help="With --graded: the least rise per step, in bits.")] = 0.5,
    most: Annotated[float, typer.Option(help="With --graded: the largest rise per step, in bits.")] = 2.0,
    shared: Annotated[
        float,
        typer.Option(help="With --graded: how well a task must prepare the next (shadow gain, 0 to 1)."),
    ] = 0.7,
    family: Annotated[
        list[str] | None,
        typer.Option(
            help="With --graded: only variants of this task; may be repeated. Default: all families."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Draw a fresh variant of a curriculum from a seed, or make one whose complexity certainly rises."""
    if output is not None and output.suffix != ".toml":
        raise UserError(f"A curriculum's file is named *.toml, not {output.name!r}.")
    if (name is None) != graded:
        raise UserError("Name a curriculum to vary, or ask for a --graded one; not both.")
    if family and not graded:
        raise UserError(f"--family {family[0]} is only for a --graded curriculum.")
    if name is None:
        from gradus.mechanics import graded_curriculum  # needs the extra, so only when asked for

        with people.status("measuring variants of the families"):
            made, _ = graded_curriculum(least, most, family or (), shared=shared)
    else:
        made = stream.vary(stream.make(name), seed, words=words, order=order)
    if output is not None:
        write_text(output, stream.to_toml(made))
    if as_json:
        print_json(made.spec())
    elif output is not None:
        print(f"{len(made.tasks)} tasks written to {output}; teach them with --curriculum {output}.")
    else:
        print(stream.to_toml(made), end="")
