"""``gradus measure --shared``: which task prepares which, as a table and as a drawing."""

from __future__ import annotations

from pathlib import Path

from gradus.cli.common import print_json, print_table
from gradus.mechanics import gains, preparation_dot, rendered
from gradus.school import UserError


def print_shared(names: list[str], output: Path, as_json: bool) -> None:
    """Print the shadow gains between all tasks and write the graph of those that prepare another well."""
    if output.suffix not in (".svg", ".dot"):
        raise UserError(f"The drawing must end in .svg or .dot, not {output.name!r}.")
    if len(names) < 2:
        raise UserError(f"Shared structure needs at least two tasks, not {len(names)}.")
    rows = gains(names)
    dot = preparation_dot(names, rows)
    output.write_text(dot if output.suffix == ".dot" else rendered(dot), encoding="utf-8")
    if as_json:
        print_json(
            [
                {"task": a, "prepares": dict(zip(names, row, strict=True))}
                for a, row in zip(names, rows, strict=True)
            ]
        )
        return
    cells = [[a, *(f"{gain:.2f}" for gain in row)] for a, row in zip(names, rows, strict=True)]
    print_table("How well the task of a row prepares that of a column", ["prepares", *names], cells)
    print(
        "Shadow gain between small variants, seen through roles: 1 for the task itself, less for what is new."
    )
    print(f"Drawn in {output}: an arrow to each task from those that prepare it best.")
