"""``gradus measure``: how complex tasks are, in bits."""

from __future__ import annotations

from typing import Annotated

import typer

from gradus.cli.common import Json, people, print_json, print_table
from gradus.mechanics import Figure, compute, figure_of, order_check, table


def measure(
    tasks: Annotated[
        list[str] | None, typer.Argument(help="Task ids; without them, all of the table.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Compute now instead of reading the stored table.")
    ] = False,
    order: Annotated[bool, typer.Option("--order", help="Also say whether this order is gradual.")] = False,
    as_json: Json = False,
) -> None:
    """Print the complexity of tasks: C_0, the bracket of C_mu, and how each figure was obtained."""
    names = tasks or list(table())
    figures = [_measured(name, again) for name in names]
    if as_json:
        print_json([figure.to_json() for figure in figures])
        return
    columns = ["task", "kind", "C_0", "C_mu from", "to", "states solved", "last reply"]
    print_table(f"Complexity of {len(figures)} tasks, in bits", columns, [_row(figure) for figure in figures])
    print("View: agent (bytes and rewards); inputs: any agent that sees the outputs.")
    print("Limits off, questions independent. How each figure was obtained: --json.")
    print("exact: proved, at most 0.01 bit wide; bracketed: proved, wider; extrapolated: not proved.")
    if order:
        _print_order(figures)


def _measured(name: str, again: bool) -> Figure:
    if not again:
        return figure_of(name)
    people.print(f"computing {name} ...")
    return compute(name)


def _row(figure: Figure) -> list[str]:
    solved = f"{figure.orbits:,}" if figure.orbits else ""
    bounds = [f"{figure.c0:.3f}", f"{figure.low:.4f}", f"{figure.high:.4f}"]
    return [figure.task, figure.kind, *bounds, solved, figure.last_reply]


def _print_order(figures: list[Figure]) -> None:
    report = order_check(figures)
    print(
        f"\nKendall tau {report.tau:.2f}; inversions: {len(report.certified)} certified, "
        f"{len(report.apparent)} apparent; {report.undecided} pairs undecided."
    )
    for earlier, later, bits in report.rises[:5]:
        print(f"  rise of {bits:.1f} bits from {earlier} to {later}")
    for inversion in sorted(report.certified, key=lambda i: -i.margin)[:5]:
        print(f"  {inversion.earlier} is certainly {inversion.margin:.1f} bits above {inversion.later}")
