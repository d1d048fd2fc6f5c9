"""A lower end of C_mu for machines with more states than can be followed, perhaps infinitely many.

Some states are followed, what lies behind them is unknown. An agent that avoids the unknown lives on a finite machine,
and its states that answer differently within a few steps, all of them known, are certainly different causal states: the
entropy of what it visits is reached. Nothing is proved above it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, dijkstra

from gradus.mechanics.machines.machine import Machine, Offer
from gradus.mechanics.machines.minimise import restrict
from gradus.mechanics.measures.driven import drive, uniform
from gradus.mechanics.measures.feedback import feedback_complexity
from gradus.mechanics.measures.stationary import entropy
from gradus.school import UserError


def reached_complexity(machine: Machine, unknown: int) -> tuple[Machine, float]:
    """The part in which an agent can stay, and bits that it certainly reaches; ``unknown`` is what was not followed."""
    best: tuple[Machine, float] | None = None
    distance = _distance(machine, unknown)
    for depth, classes in _told_apart(machine, int(distance[np.isfinite(distance)].max(initial=0))):
        part = _stayed_in(machine, [s for s in range(len(machine)) if distance[s] >= depth])
        if not part:
            break
        kept = _without_leaving(machine, part)
        bits = _bits(kept, [classes[state] for state in part])
        if best is None or bits > best[1]:
            best = kept, bits
    if best is None:
        raise UserError(
            f"None of the {len(machine) - 1} states followed can be stayed in; follow more of them."
        )
    return best


def _distance(machine: Machine, unknown: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Steps from every state to what is unknown; infinite if it cannot be reached."""
    pairs = [(target, state) for state in range(len(machine)) for target in machine.targets(state)]
    rows, columns = zip(*pairs, strict=True)
    graph = csr_array((np.ones(len(pairs)), (rows, columns)), shape=(len(machine), len(machine)))
    return np.asarray(dijkstra(graph, unweighted=True, indices=unknown))


def _told_apart(machine: Machine, most: int) -> Iterator[tuple[int, list[int]]]:
    """Classes of states that one step tells apart, then two, and so on, as long as more steps tell more."""
    classes = [0] * len(machine)
    for depth in range(1, most + 1):
        number: dict[object, int] = {}
        fresh = [number.setdefault(_answers(offers, classes), len(number)) for offers in machine.offers]
        yield depth, fresh
        if len(number) == len(set(classes)):
            return
        classes = fresh


def _answers(offers: Sequence[Offer], classes: list[int]) -> object:
    return tuple(
        sorted(
            (
                repr(offer.label),
                tuple(sorted((repr(e.output), e.weight, classes[e.target]) for e in offer.edges)),
            )
            for offer in offers
        )
    )


def _stayed_in(machine: Machine, states: list[int]) -> list[int]:
    """The largest part of some states whose members reach one another by inputs that never lead out of it."""
    inside = set(states)
    while inside:
        names = sorted(inside)
        place = {state: i for i, state in enumerate(names)}
        pairs = [
            (place[s], place[e.target])
            for s in names
            for offer in machine.offers[s]
            if all(edge.target in inside for edge in offer.edges)
            for e in offer.edges
        ]
        if not pairs:
            return []
        rows, columns = zip(*pairs, strict=True)
        graph = csr_array((np.ones(len(pairs)), (rows, columns)), shape=(len(names), len(names)))
        _count, part = connected_components(graph, directed=True, connection="strong")
        largest = {names[i] for i in np.flatnonzero(part == np.bincount(part).argmax())}
        if largest == inside:
            return names
        inside = largest
    return []


def _without_leaving(machine: Machine, part: list[int]) -> Machine:
    """The part as a machine of its own, with the inputs that do not lead out of it."""
    inside = set(part)
    offers = tuple(
        tuple(o for o in row if all(e.target in inside for e in o.edges)) if state in inside else row
        for state, row in enumerate(machine.offers)
    )
    return restrict(Machine(offers, machine.names), part)


def _bits(kept: Machine, classes: list[int]) -> float:
    """What an agent reaches: the most there is if all states are told apart, else what uniform inputs visit."""
    if len(set(classes)) == len(kept):
        return feedback_complexity(kept, 1e-3).low
    shares: dict[int, float] = {}
    for name, share in zip(classes, drive(kept, uniform(kept)).law, strict=True):
        shares[name] = shares.get(name, 0.0) + float(share)
    return entropy(list(shares.values()))
