"""Complexity: the table of all tasks, and the machine of one, drawn and ready to be walked through."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gradus.mechanics import drawn_machine, labels_of, svg, table
from gradus.school import UserError
from gradus.stream import TASKS

_SHOWN = 60
"""States of a machine that is drawn."""


def complexities() -> list[dict[str, Any]]:
    """One row per task of the public curriculum."""
    rows = []
    for name, figure in table().items():
        row = figure.to_json()
        rows.append(
            {
                "task": name,
                "kind": row["kind"],
                "C_0": row["C_0"],
                "low": row["C_mu"]["low"],
                "high": row["C_mu"]["high"],
                "steps": row.get("steps"),
                "summary": TASKS.get(name).summary,
            }
        )
    return rows


@lru_cache(maxsize=32)
def machine(task: str) -> dict[str, Any]:
    """The machine of a small variant of a task: a picture, and its edges to walk along."""
    made = drawn_machine(task)
    if len(made) > _SHOWN:
        raise UserError(f"The machine of {task} has {len(made)} states; a picture shows up to {_SHOWN}.")
    try:
        picture: str | None = svg(made, "")
        note = ""
    except UserError as error:  # Graphviz is optional: the machine can be walked without a picture
        picture, note = None, str(error)
    offers = [
        [
            {
                "input": text_of(offer.label),
                "edges": [
                    {"output": text_of(edge.output), "weight": float(edge.weight), "target": edge.target}
                    for edge in offer.edges
                ],
            }
            for offer in state
        ]
        for state in made.offers
    ]
    command = f"gradus draw {task} -o {task}.svg"
    return {
        "task": task,
        "svg": picture,
        "note": note,
        "start": made.start,
        "names": list(labels_of(made).names),
        "offers": offers,
        "command": command,
    }


def text_of(symbol: Any) -> str:
    """A symbol as people read it: what is observed and the reward, or what is said."""
    while isinstance(symbol, tuple) and symbol and isinstance(symbol[0], tuple):
        symbol = symbol[0]
    if isinstance(symbol, tuple):
        return ", ".join(text_of(part) for part in symbol)
    return "\N{OPEN BOX}" if symbol == " " else str(symbol)
