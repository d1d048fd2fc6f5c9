"""Graded curricula: variants of tasks in an order in which complexity certainly rises, step by step.

Every variant is measured exactly as it will be played (limits off, independent questions, last reply dropped).
One variant may follow another if its lower bound exceeds the other's upper bound by the chosen amount, and not by
more than the chosen most, and if the other prepares it: the shadow gain between their tasks is at least the chosen
one. All variants ask for the same streak, since a longer streak is more to do and nothing to learn. The longest such
chain is the curriculum; the certificates are its guarantee.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.minimise import causal_states
from gradus.mechanics.machines.task_code import measured_variant
from gradus.mechanics.measures.feedback import feedback_complexity
from gradus.mechanics.models.one_character_mappings import mapping_orbits
from gradus.mechanics.models.phrases import phrase_machine
from gradus.mechanics.models.shared_structure import prepares
from gradus.mechanics.models.single_letters import one_letter_orbits, repeated_character_orbits
from gradus.school import UserError, hint
from gradus.stream import TASKS, Curriculum, Task

Changes = Mapping[str, Any]
STREAK = 4
"""The streak of all variants."""
PREPARED = 0.7
"""The least shadow gain between a task and the next, unless chosen otherwise."""


def _phrase(task: Task) -> Machine:
    return causal_states(phrase_machine(task, faithful=True))


def _letters(counts: Iterable[int]) -> list[Changes]:
    return [{"alphabet": ascii_lowercase[:a], "streak": STREAK} for a in counts]


def _digits(counts: Iterable[int]) -> list[Changes]:
    return [{"alphabet": "0123456789"[:n], "streak": STREAK} for n in counts]


FAMILIES: dict[str, tuple[Callable[[Task], Machine], list[Changes]]] = {
    "micro4": (
        repeated_character_orbits,
        [
            {"alphabet": ascii_lowercase[:n], "size": s, "streak": STREAK}
            for n in (3, 4, 6, 9, 12)
            for s in (2, 3, 4)
            if s < n
        ],
    ),
    "micro2": (
        one_letter_orbits,
        [
            {"alphabet": ascii_lowercase[:n], "size": 2, "marks": m, "streak": STREAK}
            for n in (3, 4, 5)
            for m in ("!", "!?")
        ],
    ),
    "micro5.1": (mapping_orbits, _digits(range(2, 9))),
    "micro5.2": (mapping_orbits, _digits(range(2, 9))),
    "micro5.3": (mapping_orbits, _digits(range(2, 11))),
    "micro5.5": (mapping_orbits, _digits((2, 3, 4))),
    "micro7.1": (_phrase, _letters((2, 3, 4, 6, 8))),
    "micro9.1": (_phrase, _letters((2, 3, 4, 6, 8))),
    "micro14": (_phrase, _letters((3, 5, 9))),
}
"""Parametrised tasks with quick exact machines: how to build them, and the grid of parameters."""


@dataclass(frozen=True)
class Graded:
    """A variant with its certified complexity."""

    task: str
    changes: Changes
    low: float
    high: float

    @property
    def id(self) -> str:
        """A name that tells the variant."""
        told = "-".join(f"{k[0]}{len(v) if isinstance(v, str) else v}" for k, v in self.changes.items())
        return f"{self.task}-{told}"


def measure_grid(families: Sequence[str] = ()) -> list[Graded]:
    """All variants of the families (without names, of all) with their brackets, least complex first."""
    found = []
    for name in families or FAMILIES:
        if name not in FAMILIES:
            raise UserError(f"Family {name!r} is not one of {', '.join(FAMILIES)}.{hint(name, FAMILIES)}")
        build, grid = FAMILIES[name]
        for changes in grid:
            bracket = feedback_complexity(build(measured_variant(TASKS.get(name).with_(**changes))))
            found.append(Graded(name, dict(changes), bracket.low, bracket.high))
    return sorted(found, key=lambda graded: graded.low)


def _check_rise(least: float, most: float) -> None:
    if not 0 < least <= most:
        raise UserError(f"Steps need 0 < least <= most, not {least} and {most}.")


def prepared(earlier: Graded, later: Graded, shared: float) -> bool:
    """Whether a variant prepares another well enough; variants of one task do, if more than the streak differs."""
    if earlier.task == later.task:
        return {**earlier.changes, "streak": 0} != {**later.changes, "streak": 0}
    return prepares(earlier.task, later.task) >= shared


def longest_chain(
    variants: Sequence[Graded], least: float, most: float, shared: float = PREPARED
) -> list[Graded]:
    """The longest chain in which every step certainly rises by at least ``least`` and at most ``most`` bits.

    Neighbours share structure: the shadow gain between their tasks is at least ``shared``.
    """
    _check_rise(least, most)
    if not 0 <= shared <= 1:
        raise UserError(f"Shared structure is a share from 0 to 1, not {shared}.")
    length = [1] * len(variants)
    before = [-1] * len(variants)
    for j, b in enumerate(variants):
        for i, a in enumerate(variants[:j]):
            rises = b.low - a.high >= least and b.high - a.low <= most
            if rises and length[i] + 1 > length[j] and prepared(a, b, shared):
                length[j], before[j] = length[i] + 1, i
    if not variants:
        return []
    at = max(range(len(variants)), key=lambda j: length[j])
    chain = []
    while at >= 0:
        chain.append(variants[at])
        at = before[at]
    return chain[::-1]


def graded_curriculum(
    least: float = 0.5,
    most: float = 2.0,
    families: Sequence[str] = (),
    name: str = "graded",
    shared: float = PREPARED,
) -> tuple[Curriculum, list[Graded]]:
    """A curriculum whose complexity certainly increases by ``least`` to ``most`` bits at every step.

    Every task is prepared by the one before: the shadow gain between them is at least ``shared``.
    """
    _check_rise(least, most)  # before a measurement that takes seconds
    chain = longest_chain(measure_grid(families), least, most, shared)
    if len(chain) < 2:
        raise UserError(f"No two variants lie between {least} and {most} bits apart; allow larger steps.")
    rows = []
    for variant in chain:
        fixed: dict[str, Any] = {"limits": False}
        if "deck" in TASKS.get(variant.task).params:
            fixed["deck"] = False
        rows.append({"id": variant.id, "task": variant.task, **fixed, **variant.changes})
    summary = (
        f"Complexity rises by {least} to {most} bits at each of {len(chain) - 1} steps, proved by brackets; "
        f"neighbours share structure (shadow gain at least {shared})."
    )
    return Curriculum.from_spec({"name": name, "summary": summary, "tasks": rows}), chain
