"""Minimisation: merge states with the same future, keep the recurrent part.

For a unifilar machine the coarsest partition that separates different one-step laws and is stable under every
answer merges exactly the states with equal futures; its classes are the causal states. Refinement is by
signatures; when a class splits, its largest part keeps the name, so a state is looked at again at most
logarithmically often.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from gradus.mechanics.machines.machine import OTHER, Edge, Machine, Offer, check_laws, reachable
from gradus.school import UserError

Law = frozenset[tuple[Hashable, Hashable, int]]


def causal_states(machine: Machine) -> Machine:
    """The recurrent causal states: the minimal machine restricted to where it can stay for ever."""
    return recurrent(minimise(machine))


def minimise(machine: Machine) -> Machine:
    """The smallest machine with the same behaviour; each state keeps its first member's name."""
    if machine.sizes:
        raise UserError(
            "A machine of orbits cannot be minimised: its labels are representatives, not inputs."
        )
    check_laws(machine)  # a stream may open in several states, so not all need follow from one
    return quotient(machine, _refine(machine))


def _signature(
    offers: tuple[Offer, ...], law_of: list[list[int]], state: int, classes: list[int]
) -> Hashable:
    """What a state does, up to the current classes; inputs that act like all others are not listed."""
    laws: dict[Hashable, tuple[int, Hashable]] = {}
    for k, offer in enumerate(offers):
        edges = offer.edges
        if len(edges) == 1:
            laws[offer.label] = (law_of[state][k], classes[edges[0].target])
        else:
            laws[offer.label] = (law_of[state][k], tuple([classes[edge.target] for edge in edges]))
    default = laws.pop(OTHER, None)
    return (default, frozenset(item for item in laws.items() if item[1] != default))


def _intern_laws(machine: Machine) -> tuple[Machine, list[list[int]]]:
    """Number the one-step laws (outputs and weights in a fixed order); edges are brought into that order."""
    known: dict[Hashable, int] = {}
    ordered, numbers = [], []
    for offers in machine.offers:
        row, ids = [], []
        for offer in offers:
            edges = offer.edges
            if len(edges) > 1:
                edges = tuple(sorted(edges, key=lambda edge: repr(edge.output)))
            law = tuple([(edge.output, edge.weight) for edge in edges])
            ids.append(known.setdefault(law, len(known)))
            row.append(offer._replace(edges=edges))
        ordered.append(tuple(row))
        numbers.append(ids)
    return Machine(tuple(ordered), machine.names, machine.start), numbers


def _refine(machine: Machine) -> list[int]:
    """The class of every state under the coarsest stable partition."""
    ordered, law_of = _intern_laws(machine)
    n = len(ordered)
    before: list[list[int]] = [[] for _ in range(n)]
    for state in range(n):
        for target in ordered.targets(state):
            before[target].append(state)
    classes = [0] * n
    members: list[set[int]] = [set(range(n))]
    dirty: Iterable[int] = range(n)
    while True:
        touched: dict[int, dict[Hashable, list[int]]] = {}
        for state in dirty:
            key = _signature(ordered.offers[state], law_of, state, classes)
            touched.setdefault(classes[state], {}).setdefault(key, []).append(state)
        moved = _split(touched, members, ordered, law_of, classes)
        if not moved:
            return classes
        dirty = sorted({source for state in moved for source in before[state]})


def _split(
    touched: dict[int, dict[Hashable, list[int]]],
    members: list[set[int]],
    machine: Machine,
    law_of: list[list[int]],
    classes: list[int],
) -> list[int]:
    """Give every part of a split class but the largest a new class; return the states that changed class."""
    pending = []
    for name, parts in touched.items():
        resting = len(members[name]) - sum(len(part) for part in parts.values())
        stays: Hashable = None
        if resting:
            looked = {state for part in parts.values() for state in part}
            rest = next(state for state in members[name] if state not in looked)
            stays = _signature(machine.offers[rest], law_of, rest, classes)
        sizes = {key: len(part) + (resting if resting and key == stays else 0) for key, part in parts.items()}
        if resting:
            sizes.setdefault(stays, resting)
        keeps = max(sizes, key=lambda key: sizes[key])
        for key in sizes:
            if key != keeps:
                chosen = parts.get(key, [])
                if resting and key == stays:
                    gone = {s for k, part in parts.items() if k != stays for s in part}
                    chosen = sorted(members[name] - gone)
                pending.append((name, chosen))
    for name, chosen in pending:
        members[name].difference_update(chosen)
        for state in chosen:
            classes[state] = len(members)
        members.append(set(chosen))
    return [state for _name, chosen in pending for state in chosen]


def quotient(machine: Machine, classes: list[int]) -> Machine:
    """One state per class, numbered by first appearance."""
    number: dict[int, int] = {}
    for name in classes:
        number.setdefault(name, len(number))
    new = [number[name] for name in classes]
    first: dict[int, int] = {}
    visible = machine.solving_visible
    for state, k in enumerate(new):
        rep = first.setdefault(k, state)
        visible = visible and (rep == state or _solving(machine, rep) == _solving(machine, state))
    offers = tuple(tuple(_mapped(offer, new) for offer in machine.offers[state]) for state in first.values())
    names = tuple(machine.names[state] for state in first.values())
    return Machine(offers, names, new[machine.start], (), visible)


def _solving(machine: Machine, state: int) -> dict[Hashable, Fraction]:
    """How each input of a state advances the count of solved instances."""
    return {offer.label: offer.solved for offer in machine.offers[state] if offer.solved}


def _mapped(offer: Offer, new: list[int]) -> Offer:
    """The offer with its targets renumbered, equal answers added up."""
    merged: dict[tuple[Hashable, int], Fraction] = {}
    for edge in offer.edges:
        key = (edge.output, new[edge.target])
        merged[key] = merged.get(key, Fraction(0)) + edge.weight
    return offer._replace(
        edges=tuple(Edge(output, weight, target) for (output, target), weight in merged.items())
    )


def recurrent(machine: Machine) -> Machine:
    """The one part that, once entered, is never left whatever the inputs.

    Raises:
        UserError: if there are several such parts; both are named.
    """
    n = len(machine)
    pairs = {(state, target) for state in range(n) for target in machine.targets(state)}
    rows, columns = (np.array(side) for side in zip(*sorted(pairs), strict=True))
    graph = csr_array((np.ones(len(rows)), (rows, columns)), shape=(n, n))
    _count, part = connected_components(graph, directed=True, connection="strong")
    leaving = {int(part[a]) for a, b in pairs if part[a] != part[b]}
    sinks = [p for p in dict.fromkeys(int(p) for p in part) if p not in leaving]
    if len(sinks) > 1:
        one, two = (machine.names[int(np.flatnonzero(part == sink)[0])] for sink in sinks[:2])
        raise UserError(
            f"The machine has {len(sinks)} recurrent parts, one with state {one!r} and one with {two!r}; expected one."
        )
    return restrict(machine, [int(s) for s in np.flatnonzero(part == sinks[0])])


def restrict(machine: Machine, keep: list[int]) -> Machine:
    """The machine on a closed set of states, in the given order."""
    number = {state: i for i, state in enumerate(keep)}
    offers = []
    for state in keep:
        row = []
        for offer in machine.offers[state]:
            edges = tuple(Edge(edge.output, edge.weight, number[edge.target]) for edge in offer.edges)
            row.append(offer._replace(edges=edges))
        offers.append(tuple(row))
    names = tuple(machine.names[state] for state in keep)
    sizes = tuple(machine.sizes[state] for state in keep) if machine.sizes else ()
    start = number.get(machine.start, 0)
    return Machine(tuple(offers), names, start, sizes, machine.solving_visible)


def reachable_part(machine: Machine) -> Machine:
    """The machine without the states that its start cannot reach."""
    seen = sorted(reachable(machine, machine.start))
    return restrict(machine, seen)
