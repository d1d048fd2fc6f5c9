"""The stored figures of all tasks."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from gradus.mechanics.measures.figure import Complexity
from gradus.school import UserError, hint
from gradus.stream import make as make_curriculum


@cache
def _stored() -> dict[str, Complexity]:
    text = files("gradus.mechanics.models").joinpath("table.json").read_text(encoding="utf-8")
    return {row["task"]: Complexity.from_json(row) for row in json.loads(text)}


def table() -> dict[str, Complexity]:
    """The stored figures of all tasks, in the order of the public curriculum."""
    stored = _stored()
    return {name: stored[name] for name in make_curriculum("round1").tasks}


def figure_of(name: str) -> Complexity:
    """The stored figure of one task."""
    stored = _stored()
    if name not in stored:
        raise UserError(f"There is no task {name!r} in the table.{hint(name, stored)}")
    return stored[name]
