"""A machine under one way of choosing its inputs: where it spends its time, C_X and the entropy rate, all in bits."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import log2

import numpy as np
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import breadth_first_order

from gradus.mechanics.machines.machine import OTHER, Machine, Offer
from gradus.mechanics.measures.stationary import Array, entropy, stationary
from gradus.school import UserError

Policy = Callable[[int], Sequence[float]]
"""For a state's index the probability of each of its offers, in their order."""


@dataclass(frozen=True)
class Driven:
    """What a machine does under one way of choosing inputs."""

    law: Array
    """The stationary law over the machine's states (orbits, if it has sizes)."""
    complexity: float
    """C_X: the entropy of the law over causal states."""
    structural: float
    """The part of it that tells orbits apart."""
    content: float
    """The part of it inside orbits: which symbols, not which situation."""
    entropy_rate: float
    """h(Y||X): how unpredictable an answer is, given state and input."""


def uniform(machine: Machine) -> Policy:
    """Every raw input equally likely, in every state."""
    return lambda state: _shares([float(offer.count) for offer in machine.offers[state]])


def _shares(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]


def by_label(machine: Machine, chances: Mapping[Hashable, float]) -> Policy:
    """Independent inputs with the given chances, whatever the state."""

    def policy(state: int) -> list[float]:
        listed = {offer.label for offer in machine.offers[state]}
        rest = sum(chance for label, chance in chances.items() if label not in listed)
        return [
            rest if offer.label == OTHER else chances.get(offer.label, 0.0) for offer in machine.offers[state]
        ]

    return policy


def drive(machine: Machine, policy: Policy) -> Driven:
    """The stationary behaviour of a machine under a policy."""
    shares = [policy(state) for state in range(len(machine))]
    law = stationary(transition_matrix(machine, shares))
    structural = entropy(law)
    content = float(sum(p * log2(size) for p, size in zip(law, machine.weights, strict=True)))
    rate = sum(
        p * share * answer_entropy(offer)
        for p, row, offers in zip(law, shares, machine.offers, strict=True)
        for share, offer in zip(row, offers, strict=True)
    )
    return Driven(law, structural + content, structural, content, float(rate))


def drive_by(machine: Machine, source: Machine) -> Driven:
    """The stationary behaviour under inputs written by another process (without feedback).

    The product of source and channel is solved and the law summed over the source's states. If source and
    channel can fall into step in several ways for ever, the law is the average over the channel's start states.
    """
    pairs, matrix = _product(machine, source)
    law = np.zeros(len(machine))
    rate = 0.0
    for (state, writer), p in zip(pairs, _averaged(matrix, len(machine)), strict=True):
        law[state] += p
        for letter in source.offers[writer][0].edges:
            rate += p * float(letter.weight) * answer_entropy(_offer(machine, state, letter.output))
    content = float(sum(p * log2(size) for p, size in zip(law, machine.weights, strict=True)))
    return Driven(law, entropy(law) + content, entropy(law), content, float(rate))


def _product(machine: Machine, source: Machine) -> tuple[list[tuple[int, int]], csr_array]:
    """The pairs reachable from any channel state with the source at its start, and the chain over them."""
    pairs = [(state, source.start) for state in range(len(machine))]
    index = {pair: i for i, pair in enumerate(pairs)}
    rows, columns, weights = [], [], []
    for at, (state, writer) in enumerate(pairs):
        for letter in source.offers[writer][0].edges:
            for edge in _offer(machine, state, letter.output).edges:
                pair = (edge.target, letter.target)
                if pair not in index:
                    index[pair] = len(pairs)
                    pairs.append(pair)
                rows.append(at)
                columns.append(index[pair])
                weights.append(float(letter.weight * edge.weight))
    n = len(pairs)
    return pairs, csr_array(coo_array((weights, (rows, columns)), shape=(n, n)))


def _averaged(matrix: csr_array, starts: int) -> Array:
    """The long-run law, averaged over the first ``starts`` states as starting points."""
    law = np.zeros(matrix.shape[0])
    for start in range(starts):
        inside = np.sort(breadth_first_order(matrix, start, return_predecessors=False))
        part = stationary(csr_array(matrix[inside][:, inside]))
        if len(inside) == matrix.shape[0]:
            return part
        law[inside] += part / starts
    return law


def _offer(machine: Machine, state: int, label: Hashable) -> Offer:
    """The offer that answers an input."""
    other = None
    for offer in machine.offers[state]:
        if offer.label == label:
            return offer
        if offer.label == OTHER:
            other = offer
    if other is None:
        raise UserError(f"State {machine.names[state]!r} does not accept the input {label!r}.")
    return other


def transition_matrix(machine: Machine, shares: Sequence[Sequence[float]]) -> csr_array:
    """The chain over states when every state mixes its offers in the given shares."""
    rows, columns, weights = [], [], []
    for state, (row, offers) in enumerate(zip(shares, machine.offers, strict=True)):
        if len(row) != len(offers) or abs(sum(row) - 1) > 1e-9:
            raise UserError(
                f"The policy at state {machine.names[state]!r} must give {len(offers)} shares with sum 1."
            )
        for share, offer in zip(row, offers, strict=True):
            if share:
                for edge in offer.edges:
                    rows.append(state)
                    columns.append(edge.target)
                    weights.append(share * float(edge.weight))
    n = len(machine)
    return csr_array(coo_array((weights, (rows, columns)), shape=(n, n)))


def answer_entropy(offer: Offer) -> float:
    """How uncertain the answer to one input is."""
    if len(offer.edges) == 1:
        return 0.0
    return entropy([float(edge.weight) for edge in offer.edges])
