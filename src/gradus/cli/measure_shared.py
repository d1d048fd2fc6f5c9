"""``gradus measure --shared``: which task prepares which, as a table and as a drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gradus import mechanics
from gradus.cli.common import people, print_json, print_table
from gradus.school import UserError, write_text

WIDEST = 8
"""Most tasks of which all pairs are printed; of more, what prepares each best."""


def print_shared(names: list[str], output: Path, again: bool, as_json: bool) -> None:
    """Print the shadow gains between tasks and write the graph of those that prepare another well."""
    if output.suffix not in (".svg", ".dot"):
        raise UserError(f"The drawing must end in .svg or .dot, not {output.name!r}.")
    found = [_prepared(name, names, again) for name in dict.fromkeys(names)]
    able, unable = [row for row in found if not row.why], [row for row in found if row.why]
    if len(able) < 2:
        reasons = " ".join(row.why for row in unable)
        raise UserError(f"Shared structure needs at least two tasks, not {len(able)}. {reasons}".strip())
    dot = mechanics.preparation_dot(able)
    write_text(output, dot if output.suffix == ".dot" else mechanics.rendered(dot))
    if as_json:
        print_json([*_pairs(able), *({"task": row.task, "why": row.why} for row in unable)])
        return
    if len(able) <= WIDEST:
        _print_matrix(able)
    else:
        _print_best(able)
    print(
        "Shadow gain between small variants, seen through roles: 1 for the task itself, less for what is new."
    )
    for row in unable:
        print(f"Left out: {row.why}")
    print(f"Drawn in {output}: an arrow to each task from those that prepare it best.")


def shared_cell(name: str) -> str:
    """The earlier task of the public curriculum that prepares a task best, with its gain; empty if none can be said."""
    best = mechanics.preparation_of(name).best(_before(name))
    return f"{best[0]} {best[1]:.2f}" if best else ""


def shared_json(name: str) -> dict[str, Any]:
    """What the JSON row of a task says about tasks that prepare it."""
    row = mechanics.preparation_of(name)
    if row.why:
        return {"why": row.why}
    best = row.best(_before(name))
    told = {"task": best[0], "gain": best[1]} if best else {}
    return {**told, "library": row.library, "jump": row.jump}


def _before(name: str) -> list[str]:
    names = list(mechanics.preparations())
    return names[: names.index(name)]


def _prepared(name: str, names: list[str], again: bool) -> mechanics.Preparation:
    """The gains from the tasks before it in the list: stored, or computed where the list has an order of its own."""
    stored = mechanics.preparation_of(name)
    before = names[: names.index(name)]
    if stored.why or (
        not again and all(other in stored.gains or mechanics.preparation_of(other).why for other in before)
    ):
        return stored
    people.print(f"comparing {name} ...")
    return mechanics.prepared_by(name, names)


def _pairs(rows: list[mechanics.Preparation]) -> list[dict[str, Any]]:
    """For every task how well it prepares every other; of many, only those behind it: the rest takes minutes."""
    found = []
    for i, a in enumerate(rows):
        others = rows if len(rows) <= WIDEST else rows[i + 1 :]
        found.append({"task": a.task, "prepares": {b.task: _gain(a, b) for b in others}})
    return found


def _gain(one: mechanics.Preparation, other: mechanics.Preparation) -> float:
    """How well one task prepares another: stored, or computed if it stands behind it."""
    if one.task == other.task:
        return 1.0
    return other.gains[one.task] if one.task in other.gains else mechanics.prepares(one.task, other.task)


def _print_matrix(rows: list[mechanics.Preparation]) -> None:
    cells = [[a.task, *(f"{_gain(a, b):.2f}" for b in rows)] for a in rows]
    columns = ["prepares", *(row.task for row in rows)]
    print_table("How well the task of a row prepares that of a column", columns, cells)


def _print_best(rows: list[mechanics.Preparation]) -> None:
    """Which of the tasks before it in the list prepares each task best."""
    cells = []
    for i, row in enumerate(rows):
        before = sorted((earlier.task for earlier in rows[:i]), key=lambda name: -row.gains[name])
        told = ", ".join(f"{name} {row.gains[name]:.2f}" for name in before[:3])
        cells.append([row.task, told, _told(row.library), _told(row.jump), _told(row.bits)])
    columns = ["task", "prepared best by", "together", "jump", "role bits"]
    print_table(f"Which of {len(rows)} tasks prepares which", columns, cells)
    print("Together: the four best of the tasks before it as one library. Jump: (1 - that) times role bits.")


def _told(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
