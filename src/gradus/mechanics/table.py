"""The table of all tasks: stored figures, and how to compute each of them again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.resources import files

from gradus.mechanics.estimates import (
    mini_figure,
    operands_figure,
    permuted_letters_figure,
)
from gradus.mechanics.figures import Figure
from gradus.mechanics.held import held_figure, recall_figure
from gradus.mechanics.letters import one_letter_orbits
from gradus.mechanics.mixtures import (
    announced_synonyms_figure,
    known_synonyms_figure,
    one_of_several_figure,
)
from gradus.mechanics.models import MODELS, exact_figure, long_figure, spoken_figure
from gradus.school import UserError, hint
from gradus.stream import make as make_curriculum

LATER: dict[str, Callable[[], Figure]] = {
    "micro3": lambda: permuted_letters_figure(one_letter_orbits, figure_of("micro2").low),
    "micro5.4": lambda: long_figure("micro5.4"),
    **{f"micro5.{i}": (lambda i=i: held_figure(f"micro5.{i}")) for i in (7, 8, 9, 12, 13, 15, 16, 17, 18)},  # type: ignore[misc]
    "micro6": recall_figure,
    "micro7.3": lambda: spoken_figure("micro7.3"),
    "micro10": lambda: spoken_figure("micro10"),
    "micro13.2": operands_figure,
    "micro16": lambda: one_of_several_figure([figure_of(f"micro{i}") for i in ("9.2", "11", "12")]),
    "micro19": lambda: known_synonyms_figure([figure_of(f"micro{i}") for i in ("11", "12", "14")]),
    "micro20": announced_synonyms_figure,
    **{f"mini{i}": (lambda i=i: mini_figure(i)) for i in range(6)},  # type: ignore[misc]
}
"""How tasks without an exact model are measured."""


def compute(name: str) -> Figure:
    """The figure of a task, computed now; minutes for the largest."""
    if name in MODELS:
        return exact_figure(name)
    if name in LATER:
        return LATER[name]()
    raise UserError(f"No complexity is known for the task {name!r}.{hint(name, table())}")


@cache
def _stored() -> dict[str, Figure]:
    text = files("gradus.mechanics").joinpath("table.json").read_text(encoding="utf-8")
    return {row["task"]: Figure.from_json(row) for row in json.loads(text)}


def table() -> dict[str, Figure]:
    """The stored figures of all tasks, in the order of the public curriculum."""
    stored = _stored()
    return {name: stored[name] for name in make_curriculum("round1").tasks}


def figure_of(name: str) -> Figure:
    """The stored figure of one task."""
    stored = _stored()
    if name not in stored:
        raise UserError(f"There is no task {name!r} in the table.{hint(name, stored)}")
    return stored[name]


def check_stored(name: str, tolerance: float = 1e-4) -> Figure:
    """Compute a figure again and refuse a table that says otherwise."""
    fresh, old = compute(name), figure_of(name)
    apart = max(abs(fresh.low - old.low), abs(fresh.high - old.high))
    if apart > tolerance:
        raise UserError(f"The table's C_mu of {name!r} differs from a new computation by {apart:.2g} bits.")
    return replace(fresh)
