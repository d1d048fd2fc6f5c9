"""Processes: entropy rate, excess entropy and the reverse machine, exactly.

The excess entropy E is what past and future share. Read backwards, the machine's states are hidden from an
observer of the future; what remains uncertain about the present state once the whole future is known is the
crypticity chi, and E = C - chi. Both come from a belief closure of the reversed generator.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gradus.mechanics.machines.beliefs import Generator, Move, belief_closure
from gradus.mechanics.machines.machine import Edge, Machine, Offer, check
from gradus.mechanics.machines.minimise import causal_states, recurrent
from gradus.mechanics.measures.driven import drive, uniform
from gradus.mechanics.measures.stationary import entropy
from gradus.school import UserError

ExactPolicy = Callable[[int], Sequence[Fraction]]


@dataclass(frozen=True)
class ProcessMeasures:
    """The measures of a stationary process, in bits."""

    states: int
    """Recurrent causal states."""
    law: tuple[Fraction, ...]
    """Their stationary law."""
    complexity: float
    """C: entropy of the law."""
    entropy_rate: float
    """h: new information per symbol."""
    excess_entropy: float
    """E: information that past and future share."""
    crypticity: float
    """chi = C - E."""
    reverse_states: int
    """Causal states of the process read backwards."""
    reverse_complexity: float
    """C of the process read backwards."""


def measure_process(machine: Machine, cap: int = 20_000) -> ProcessMeasures:
    """All measures of a machine with a single input."""
    for state, offers in enumerate(machine.offers):
        if len(offers) != 1:
            raise UserError(
                f"State {machine.names[state]!r} has {len(offers)} inputs; a process has exactly one."
            )
    forward = causal_states(machine)
    law = exact_law(forward)
    backward = recurrent(belief_closure(_reversed(forward, law), cap=cap))
    visits = drive(backward, uniform(backward)).law
    chi = 0.0
    for belief, share in zip(backward.names, visits, strict=True):
        assert isinstance(belief, tuple)
        chi += float(share) * entropy([float(weight) for _state, weight in belief])
    reverse = causal_states(backward)
    ahead = drive(forward, uniform(forward))
    behind = drive(reverse, uniform(reverse))
    complexity = entropy([float(p) for p in law])
    return ProcessMeasures(
        len(forward),
        law,
        complexity,
        ahead.entropy_rate,
        complexity - chi,
        chi,
        len(reverse),
        behind.complexity,
    )


def _reversed(machine: Machine, law: Sequence[Fraction]) -> Generator:
    """The same process read backwards, as a hidden generator over the same states."""
    moves: dict[Hashable, list[Move]] = {state: [] for state in range(len(machine))}
    for state, (offer,) in enumerate(machine.offers):
        for edge in offer.edges:
            moves[edge.target].append(Move(law[state] * edge.weight / law[edge.target], edge.output, state))

    def step(state: Hashable, _label: Hashable) -> Iterable[Move]:
        return moves[state]

    return Generator(dict(enumerate(law)), step, ["-"])


def exact_law(machine: Machine) -> tuple[Fraction, ...]:
    """The stationary law of an irreducible process, by elimination over the rationals."""
    n = len(machine)
    rows = [[Fraction(0)] * (n + 1) for _ in range(n)]
    for state, (offer,) in enumerate(machine.offers):
        rows[state][state] -= 1
        for edge in offer.edges:
            rows[edge.target][state] += edge.weight
    rows[n - 1] = [Fraction(1)] * (n + 1)
    for column in range(n):
        pivot = next(row for row in range(column, n) if rows[row][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for row in range(n):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return tuple(row[n] for row in rows)


def joint_process(machine: Machine, policy: ExactPolicy) -> Machine:
    """The process of inputs and outputs together when a policy drives a machine."""
    offers = []
    for state, listed in enumerate(machine.offers):
        edges = [
            Edge((offer.label, edge.output), share * edge.weight, edge.target)
            for share, offer in zip(policy(state), listed, strict=True)
            if share
            for edge in offer.edges
        ]
        offers.append((Offer("-", tuple(edges)),))
    whole = Machine(tuple(offers), machine.names, machine.start)
    part = recurrent(whole)
    check(part)
    return part
