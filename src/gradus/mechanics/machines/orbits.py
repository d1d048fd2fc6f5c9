"""Orbit machines: one state for all situations that differ only in which symbols are involved.

Renaming keys, letters or answers does not change a task, so its causal states fall into orbits. A machine of
orbits, each with its exact size, has the same C_0, the same supremum and the same value for every agent that
treats symbols alike; the program weighs each orbit by its size.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import permutations
from math import log2
from typing import NamedTuple, TypeVar

from gradus.mechanics.machines.machine import Edge, Machine, Offer
from gradus.mechanics.machines.minimise import recurrent
from gradus.school import UserError

S = TypeVar("S", bound=Hashable)


class Try(NamedTuple):
    """One kind of input at a situation, for :func:`orbit_machine`."""

    label: Hashable
    """What the agent does."""
    count: int  # type: ignore[assignment]
    """How many raw inputs do just this."""
    answers: Sequence[tuple[Hashable, Fraction, Hashable]]
    """Output, probability and next situation."""
    solved: Fraction = Fraction(0)
    """Expected number of instances solved."""


def orbit_machine(
    start: S, tries: Callable[[S], Iterable[Try]], size: Callable[[S], int], cap: int = 2_000_000
) -> Machine:
    """The recurrent machine of all situations reachable from ``start``; kinds with count 0 are left out."""
    index: dict[Hashable, int] = {start: 0}
    queue: list[S] = [start]
    offers = []
    for situation in queue:
        row = []
        for kind in tries(situation):
            if kind.count <= 0:
                continue
            edges = []
            for output, weight, after in kind.answers:
                if not weight:
                    continue
                if after not in index:
                    if len(index) >= cap:
                        raise UserError(f"More than {cap} orbits; {after!r} is one too many.")
                    index[after] = len(index)
                    queue.append(after)  # type: ignore[arg-type]
                edges.append(Edge(output, weight, index[after]))
            row.append(Offer(kind.label, tuple(edges), kind.count, kind.solved))
        offers.append(tuple(row))
    return recurrent(Machine(tuple(offers), tuple(queue), 0, tuple(size(situation) for situation in queue)))


def count_states(machine: Machine) -> int:
    """How many causal states the machine stands for."""
    return sum(machine.weights)


def topological(machine: Machine) -> float:
    """C_0: log2 of the number of causal states."""
    return log2(count_states(machine))


def symmetries(*sizes: int) -> list[tuple[tuple[int, ...], ...]]:
    """All ways to rename several independent sets of atoms; the identity comes first."""
    combined: list[tuple[tuple[int, ...], ...]] = [()]
    for size in sizes:
        combined = [(*rest, image) for rest in combined for image in permutations(range(size))]
    return combined
