"""Data from a machine: what an observer would record."""

from __future__ import annotations

from collections.abc import Hashable

from gradus.mechanics.machines.machine import Edge, Machine
from gradus.school import Sampler, UserError


def sample(machine: Machine, steps: int, seed: int = 0, warm: int = 100) -> list[tuple[Hashable, Hashable]]:
    """Pairs of input and output while inputs are chosen uniformly; the first ``warm`` steps are not recorded.

    >>> from gradus.mechanics import process
    >>> sample(process("period-2"), 3, warm=0)
    [('-', 0), ('-', 1), ('-', 0)]
    """
    if steps < 1 or warm < 0:
        raise UserError(f"A sample needs at least one step and no negative warm-up, not {steps} and {warm}.")
    pick, state, found = Sampler(seed), machine.start, []
    for at in range(warm + steps):
        offer = machine.offers[state][pick.below(len(machine.offers[state]))]
        edge = _drawn(offer.edges, pick)
        if at >= warm:
            found.append((offer.label, edge.output))
        state = edge.target
    return found


def _drawn(edges: tuple[Edge, ...], pick: Sampler) -> Edge:
    if len(edges) == 1:
        return edges[0]
    whole = 1
    for edge in edges:
        whole = whole * edge.weight.denominator
    at = pick.below(whole)
    for edge in edges:
        at -= int(edge.weight * whole)
        if at < 0:
            return edge
    return edges[-1]
