"""``gradus draw``: a task's machine as a picture, or as an interactive page if it is large."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Annotated, Any

import typer

from gradus import mechanics
from gradus.school import UserError, write_text


def draw(
    task: Annotated[str, typer.Argument(help="A task's id.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="A .svg file, or .html for a page.")],
    view: Annotated[str, typer.Option(help=f"Who looks: {', '.join(mechanics.VIEWS)}.")] = "revealed",
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="A parameter, such as --set alphabet=ab --set streak=3.")
    ] = None,
) -> None:
    """Draw a task's machine; parameters are small unless set, so that the picture stays readable."""
    if output.suffix not in (".svg", ".html"):
        raise UserError(f"The output must end in .svg or .html, not {output.name!r}.")
    given = dict(_change(text) for text in changes or [])
    machine = mechanics.drawn_machine(task, view, **given)  # type: ignore[arg-type]
    title = f"{task}, view {view}, {len(machine)} causal states"
    if given:
        title += ", " + ", ".join(f"{key}={value}" for key, value in given.items())
    text = mechanics.svg(machine, title) if output.suffix == ".svg" else mechanics.page(machine, title)
    write_text(output, text)
    print(f"{len(machine)} states written to {output}.")


def _change(text: str) -> tuple[str, Any]:
    """``name=value``; numbers, truth values and tuples as in Python, anything else is text."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UserError(f"--set needs name=value, not {text!r}.")
    try:
        parsed = ast.literal_eval(value.replace("true", "True").replace("false", "False"))
    except (ValueError, SyntaxError):
        return name, value
    return (name, parsed) if isinstance(parsed, int | float | bool | tuple | list) else (name, value)
