"""Which task prepares which: role machines made from the task code itself, and how well one follows another.

The roles of an input follow from rewards: *best* is what an agent may say that collects reward fastest in the long run,
*bad* is what costs it most, *silent* is a blank. They are found on the small variant of a task that is also drawn, so
every task whose variant can be enumerated has a role machine, without a word written for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from scipy.sparse import coo_array, csr_array

from gradus.mechanics.machines.machine import OTHER, Edge, Machine, Offer
from gradus.mechanics.measures.controlled_chain import Choices
from gradus.mechanics.measures.fastest import fastest
from gradus.mechanics.measures.shadow import Label, RoleMachine, reduced, role_machine, shadow_gain
from gradus.mechanics.models.small_variants import small_machine, small_variant
from gradus.school import UserError

LARGEST = 2000
"""Most states of a small variant that is compared."""
SHORT_WORDS = {
    "description": "d:",
    "verify": "v:",
    "yes": "y",
    "no": "n",
    "praise": ("ok.",),
    "blame": "no: ",
}
"""Words of a mini-task that only make its machine long."""
COMPARED: dict[str, dict[str, Any]] = {
    "micro3": {"alphabet": "abc", "size": 3, "marks": "", "streak": 3},
    "micro5.12": {"answer_lengths": (2,), "streak": 2},
    "micro5.15": {"answer_lengths": (1, 2), "streak": 1},
    "micro5.8": {"keys": 1, "key_lengths": (2,), "streak": 2},
    "micro5.9": {"keys": 1, "key_lengths": (1, 2), "streak": 2},
    "micro5.13": {"keys": 1, "key_lengths": (2, 3), "streak": 2},
    "micro5.16": {"keys": 1, "key_lengths": (1, 2, 3), "streak": 2},
    "micro5.17": {"keys": 1, "key_lengths": (1, 2), "answer_lengths": (1, 2), "streak": 2},
    "micro5.18": {"keys": 1, "key_lengths": (1, 2, 3), "answer_lengths": (1, 2), "streak": 1},
    "mini0": SHORT_WORDS,
    "mini1": SHORT_WORDS,
    "micro16": {"kinds": ("9.2", "10"), "words": ("a",), "streak": 1},
    "micro19": {"kinds": ("10",), "synonyms": (("say", "print"),), "words": ("a",), "streak": 1},
    "micro20": {
        "kinds": ("10",),
        "synonyms": (("say",),),
        "invented": ("x", "y"),
        "words": ("a",),
        "streak": 1,
    },
}
"""What is compared where the variant that is drawn has no finite machine for an agent (keys drawn twice make infinitely
many beliefs), or has lost what the task is about, or there is none."""
TOLERANCE = 5e-4
"""Gains are compared to two decimals; more digits only cost time."""


@cache
def task_roles(name: str) -> RoleMachine:
    """The role machine of a task's small variant, as an agent sees it, without states that play the same roles."""
    try:
        return reduced(
            automatic_roles(small_machine(small_variant(name, **COMPARED.get(name, {})), "agent", LARGEST))
        )
    except UserError as error:
        raise UserError(f"The task {name!r} has no small variant that could be compared: {error}") from error


@cache
def prepares(earlier: str, later: str) -> float:
    """How well a task that knows only the earlier one follows the later: the shadow gain, from 0 to 1."""
    return shadow_gain([task_roles(earlier)], task_roles(later), tolerance=TOLERANCE)


def gains(names: Sequence[str]) -> list[list[float]]:
    """For every task (row) how well it prepares every other (column)."""
    return [[1.0 if a == b else prepares(a, b) for b in names] for a in names]


def automatic_roles(machine: Machine) -> RoleMachine:
    """A machine whose outputs are byte and reward, seen through roles found by planning."""
    losses = _losses(machine)

    def role(state: int, offer: Offer) -> tuple[str, ...]:
        row = losses[state]
        here = row[machine.offers[state].index(offer)]
        found = [("best", here <= min(row) + 1e-9), ("bad", here >= max(row) - 1e-9)]
        listed = [other.label for other in machine.offers[state]]
        silent = " " if " " in listed else OTHER if OTHER in listed else listed[-1]
        return tuple(name for name, yes in (*found, ("silent", offer.label == silent)) if yes)

    return role_machine(machine, role, _label)


def _label(_state: int, _offer: Offer, edge: Edge) -> Label:
    assert isinstance(edge.output, tuple)
    byte, reward = edge.output
    return int(reward), "letter" if str(byte).isalnum() else "blank" if byte == " " else "sign"


def _losses(machine: Machine) -> list[list[float]]:
    """What every input of every state loses against the agent that collects reward fastest."""
    owner: list[int] = []
    rows: list[int] = []
    columns: list[int] = []
    gain: list[float] = []
    weights: list[float] = []
    for state, offers in enumerate(machine.offers):
        for offer in offers:
            for edge in offer.edges:
                rows.append(len(owner))
                columns.append(edge.target)
                weights.append(float(edge.weight))
            gain.append(float(sum(edge.weight * int(edge.output[1]) for edge in offer.edges)))  # type: ignore[index]
            owner.append(state)
    moves = csr_array(coo_array((weights, (rows, columns)), shape=(len(owner), len(machine))))
    chain = Choices(np.array(owner), moves, np.array(gain), np.zeros(len(machine)))
    _rate, loss = fastest(chain)
    found: list[list[float]] = [[] for _ in range(len(machine))]
    for state, value in zip(owner, loss, strict=True):
        found[state].append(float(value))
    return found
