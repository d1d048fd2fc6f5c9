"""``gradus measure``: how complex tasks are, in bits."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gradus import mechanics
from gradus.cli.common import Json, people, print_json, print_table
from gradus.cli.measure_description import print_description
from gradus.cli.measure_outside import measure_outside
from gradus.cli.measure_records import print_correlations
from gradus.cli.measure_shared import print_shared, shared_cell, shared_json
from gradus.school import UserError


def measure(
    tasks: Annotated[
        list[str] | None, typer.Argument(help="Task ids; without them, all of the table.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Compute now instead of reading the stored table.")
    ] = False,
    order: Annotated[bool, typer.Option("--order", help="Also say whether this order is gradual.")] = False,
    records: Annotated[
        list[Path] | None,
        typer.Option(
            help="A recorded run, or a folder of runs; may be repeated. Correlates measures with steps needed."
        ),
    ] = None,
    description: Annotated[
        bool,
        typer.Option(
            "--description",
            help="Description length in the gradual learner's language, its library empty and filled by the tasks "
            "before; with --records, correlate it.",
        ),
    ] = False,
    seed: Annotated[int, typer.Option(help="With --description: the seed of its questions.", min=0)] = 0,
    shared: Annotated[
        Path | None,
        typer.Option(help="Print how well each task prepares each other, and draw it (.svg or .dot)."),
    ] = None,
    env: Annotated[
        list[str] | None,
        typer.Option(help="Measure a Gymnasium environment with this id instead; may be repeated."),
    ] = None,
    regex: Annotated[
        list[str] | None,
        typer.Option(help="Measure the process that writes texts of a regular expression instead."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(help="Infer a machine from a CSV file with the columns output and, if any, input."),
    ] = None,
    window: Annotated[
        str | None, typer.Option(help="With --data: the column whose changes begin a new window.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Print the complexity of tasks: C_0, the bracket of C_mu, and how each figure was obtained."""
    if env or regex or data:
        if any((tasks, again, order, records, shared, description)):
            raise UserError(
                "Measure tasks, or something from outside (--env, --regex, --data); not both at once."
            )
        measure_outside(env or [], regex or [], data, window, as_json)
        return
    if window:
        raise UserError(f"--window {window} is only for --data.")
    names = tasks or list(mechanics.table())
    if shared:
        print_shared(names, shared, again, as_json)
        return
    if description and not records:
        print_description(names, seed, as_json)
        return
    figures = [_measured(name, again) for name in names]
    if records:
        print_correlations(figures, records, seed if description else None, as_json)
        return
    if as_json:
        print_json([{**figure.to_json(), "prepared_by": shared_json(figure.task)} for figure in figures])
        return
    _print_table(figures)
    if order:
        _print_order(figures)


def _print_table(figures: list[mechanics.Complexity]) -> None:
    columns = [
        "task",
        "kind",
        "C_0",
        "C_mu from",
        "to",
        "as the\nstream runs",
        "states\nsolved",
        "last\nreply",
        "prepared\nbest by",
    ]
    print_table(f"Complexity of {len(figures)} tasks, in bits", columns, [_row(figure) for figure in figures])
    print("View: agent (bytes and rewards); inputs: any agent that sees the outputs.")
    print("Limits off, questions independent. How each figure was obtained: --json.")
    print(
        "The figure of a task without hidden parameters has the reply to an instance's last byte examined; the stream"
    )
    print("drops it, which shows the streak: C_mu as the stream runs stands beside it, measured or bounded.")
    print("exact: proved, at most 0.01 bit wide; bracketed: proved, wider; extrapolated: not proved.")
    print(
        "Prepared best by: the earlier public task with the largest shadow gain (1: nothing new); --shared FILE."
    )


def _measured(name: str, again: bool) -> mechanics.Complexity:
    if not again:
        return mechanics.figure_of(name)
    people.print(f"computing {name} ...")
    return mechanics.compute(name)


def _row(figure: mechanics.Complexity) -> list[str]:
    solved = f"{figure.orbits:,}" if figure.orbits else ""
    # What is extrapolated is known to a decimal at best; more digits would claim more.
    rough = figure.kind == "extrapolated"
    bounds = [f"~{x:.1f}" for x in (figure.c0, figure.low, figure.high)] if rough else []
    bounds = bounds or [f"{figure.c0:.3f}", f"{figure.low:.4f}", f"{figure.high:.4f}"]
    return [
        figure.task,
        figure.kind,
        *bounds,
        mechanics.running_text(figure),
        solved,
        figure.last_reply,
        shared_cell(figure.task),
    ]


def _print_order(figures: list[mechanics.Complexity]) -> None:
    report = mechanics.order_check(figures)
    print(
        f"\nAll compared as the stream runs. Kendall tau {report.tau:.2f}; "
        f"inversions: {len(report.certified)} certified, "
        f"{len(report.apparent)} apparent; {report.undecided} pairs undecided."
    )
    for earlier, later, bits in [rise for rise in report.rises if rise[2] > 0][:5]:
        print(f"  rise of {bits:.1f} bits from {earlier} to {later}")
    for inversion in sorted(report.certified, key=lambda i: -i.margin)[:5]:
        print(f"  {inversion.earlier} is certainly {inversion.margin:.1f} bits above {inversion.later}")
