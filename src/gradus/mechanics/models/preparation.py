"""Which task of the public curriculum prepares which: stored, because the gains between all tasks take minutes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from gradus.mechanics.measures.shadow import shadow_gain
from gradus.mechanics.models.shared_structure import TOLERANCE, prepares, task_roles
from gradus.school import UserError, hint
from gradus.stream import make as make_curriculum

PLACES = 3
"""Decimals of a stored gain: its tolerance has as many."""
TOGETHER = 4
"""Earlier tasks that make the library of a task."""


@dataclass(frozen=True)
class Preparation:
    """How well earlier tasks prepare a task, as shadow gains between small variants seen through roles."""

    task: str
    gains: Mapping[str, float] = field(default_factory=dict)
    """For every earlier task that can be compared how well it alone prepares this one, from 0 to 1."""
    library: float | None = None
    """How well those of them that do it best (:data:`TOGETHER`) do together; a larger library does no worse."""
    bits: float | None = None
    """How much there is to follow: the entropy of the role machine. Compares tasks; no complexity of the task."""
    why: str = ""
    """If there are no gains: the reason."""

    @property
    def jump(self) -> float | None:
        """What they leave new, in bits of the role machine."""
        return None if self.library is None or self.bits is None else (1 - self.library) * self.bits

    def best(self, earlier: Sequence[str]) -> tuple[str, float] | None:
        """The one of these tasks that prepares this one best, with its gain; the first of equals."""
        known = [(name, self.gains[name]) for name in earlier if name in self.gains]
        return max(known, key=lambda pair: pair[1]) if known else None

    def to_json(self) -> dict[str, Any]:
        """The row of the stored table."""
        if self.why:
            return {"task": self.task, "why": self.why}
        return {"task": self.task, "bits": self.bits, "library": self.library, "gains": dict(self.gains)}


@cache
def _stored() -> dict[str, Preparation]:
    text = files("gradus.mechanics.models").joinpath("preparation.json").read_text(encoding="utf-8")
    return {row["task"]: Preparation(**row) for row in json.loads(text)}


def preparations() -> dict[str, Preparation]:
    """The stored gains of all tasks, in the order of the public curriculum."""
    stored = _stored()
    return {name: stored[name] for name in make_curriculum("round1").tasks}


def preparation_of(name: str) -> Preparation:
    """The stored gains of one task."""
    stored = _stored()
    if name not in stored:
        raise UserError(f"There is no task {name!r} in the table.{hint(name, stored)}")
    return stored[name]


def prepared_by(name: str, names: Sequence[str]) -> Preparation:
    """The gains of a task of this list from those before it, computed now."""
    try:
        roles = task_roles(name)
    except UserError as error:
        return Preparation(name, why=str(error))
    before = [other for other in names[: names.index(name)] if not _reason(other)]
    gains = {other: round(prepares(other, name), PLACES) for other in before}
    best = sorted(before, key=lambda other: -gains[other])[:TOGETHER]
    library = shadow_gain([task_roles(other) for other in best], roles, tolerance=TOLERANCE)
    return Preparation(name, gains, round(library, PLACES), round(roles.complexity, PLACES))


def _reason(name: str) -> str:
    """Why a task cannot be compared; empty if it can."""
    try:
        task_roles(name)
    except UserError as error:
        return str(error)
    return ""
