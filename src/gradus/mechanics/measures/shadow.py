"""Role machines and the shadow gain: how much of a task can be seen as a task already known.

A role machine forgets which symbols are involved. Its inputs are roles: ``best`` (an informed answer, a guess that
may be right, or silence while the world speaks), ``bad`` (surely wrong, or speaking out of turn) and ``silent``;
its outputs are the reward and the class of the next byte. A library of earlier machines *shadows* a new one: it
follows every step with a step of its own under the same role, earns half a point each for the same reward and
the same class, and may jump elsewhere at a cost. The best long-run average is the gain. Bits of role machines
compare tasks with one another; they are never the complexity of a task.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

from gradus.mechanics.machines.machine import Edge, Machine, Offer
from gradus.mechanics.measures.stationary import entropy, stationary
from gradus.school import UserError

Array = NDArray[np.float64]
ROLES = ("best", "bad", "silent")
MU: Mapping[str, float] = {"best": 0.8, "bad": 0.1, "silent": 0.1}
"""How often the reference agent plays each role."""
JUMP_COST = 0.25
"""What moving the shadow elsewhere costs."""

Label = tuple[int, str]
"""Reward and class of the next byte."""
RoleEdge = tuple[Label, float, int]


@dataclass(frozen=True)
class RoleMachine:
    """For every state and role the possible answers: label, probability, next state."""

    edges: tuple[Mapping[str, tuple[RoleEdge, ...]], ...]

    def __len__(self) -> int:
        return len(self.edges)

    def law(self) -> Array:
        """The stationary law under the reference agent."""
        matrix = np.zeros((len(self), len(self)))
        for state, roles in enumerate(self.edges):
            for role, answers in roles.items():
                for _label, p, target in answers:
                    matrix[state, target] += MU[role] * p
        return stationary(csr_array(matrix))

    @property
    def complexity(self) -> float:
        """The entropy of the law: how much there is to follow."""
        return entropy(self.law())


def role_machine(
    machine: Machine,
    role_of: Callable[[int, Offer], Sequence[str]],
    label_of: Callable[[int, Offer, Edge], Label],
) -> RoleMachine:
    """A machine seen through roles; several offers with the same role share it equally.

    ``role_of(state, offer)`` names the roles of an input; ``label_of(state, offer, edge)`` gives reward and
    byte class of an answer.
    """
    rows = []
    for state, offers in enumerate(machine.offers):
        row: dict[str, tuple[RoleEdge, ...]] = {}
        for role in ROLES:
            chosen = [offer for offer in offers if role in role_of(state, offer)]
            if not chosen:
                raise UserError(f"State {machine.names[state]!r} has no input for the role {role!r}.")
            answers: dict[tuple[Label, int], float] = {}
            for offer in chosen:
                for edge in offer.edges:
                    key = (label_of(state, offer, edge), edge.target)
                    answers[key] = answers.get(key, 0.0) + float(edge.weight) / len(chosen)
            row[role] = tuple((label, p, target) for (label, target), p in answers.items())
        rows.append(row)
    return RoleMachine(tuple(rows))


def union(machines: Sequence[RoleMachine]) -> RoleMachine:
    """The machines side by side, as a library."""
    rows: list[Mapping[str, tuple[RoleEdge, ...]]] = []
    for machine in machines:
        offset = len(rows)
        for roles in machine.edges:
            moved = {
                r: tuple((label, p, t + offset) for label, p, t in answers) for r, answers in roles.items()
            }
            rows.append(moved)
    return RoleMachine(tuple(rows))


def reduced(machine: RoleMachine) -> RoleMachine:
    """The same machine with states made one that no sequence of roles tells apart; no gain changes by it."""
    block = [0] * len(machine)
    while True:
        numbers: dict[tuple[object, ...], int] = {}
        fresh = []
        for state, roles in enumerate(machine.edges):
            law = tuple(tuple(sorted(_merged(roles[role], block).items())) for role in ROLES)
            fresh.append(numbers.setdefault((block[state], law), len(numbers)))
        if len(numbers) == len(set(block)):
            break
        block = fresh
    first = {b: state for state, b in reversed(list(enumerate(fresh)))}
    rows = []
    for b in range(len(first)):
        roles = machine.edges[first[b]]
        merged = {role: _merged(roles[role], fresh) for role in ROLES}
        rows.append({role: tuple((x, p, t) for (x, t), p in law.items()) for role, law in merged.items()})
    return RoleMachine(tuple(rows))


def _merged(answers: Sequence[RoleEdge], block: Sequence[int]) -> dict[tuple[Label, int], float]:
    """Answers by label and block reached; rounded, so that sums in another order are the same."""
    total: dict[tuple[Label, int], float] = {}
    for label, p, target in answers:
        key = (label, block[target])
        total[key] = total.get(key, 0.0) + p
    return {key: round(p, 12) for key, p in total.items()}


MOST_ROUNDS = 100_000
"""Rounds after which a gain is given up."""


def shadow_gain(
    library: Sequence[RoleMachine], task: RoleMachine, cost: float = JUMP_COST, tolerance: float = 1e-6
) -> float:
    """The best long-run average with which the library follows the task; in [0, 1], one for a task it holds."""
    if not library:
        return 0.0
    known = union(library)
    values = np.zeros((len(task), len(known)))
    plans = _plans(task, known)
    for _ in range(MOST_ROUNDS):
        placed = np.maximum(values, values.max(axis=1, keepdims=True) - cost)
        fresh = np.zeros_like(values)
        for weights, options in plans:
            fresh += weights @ _best(options, placed)
        change = fresh - values
        values = values + 0.5 * (change - change.min())
        if change.max() - change.min() < tolerance:
            return float((change.max() + change.min()) / 2)
    raise UserError(f"The gain was not found within {MOST_ROUNDS:,} rounds; allow a larger tolerance.")


Options = tuple[NDArray[np.int64], NDArray[np.int64], Array]
"""For all edges of the library under a role, by owner: where owners begin, targets, what matching a label earns."""


def _plans(task: RoleMachine, known: RoleMachine) -> list[tuple[csr_array, Options]]:
    """Edges of the task that share role and label: their weights between its states, and the shadow's options."""
    between: dict[tuple[str, Label], list[tuple[float, int, int]]] = {}
    for state, roles in enumerate(task.edges):
        for role, answers in roles.items():
            for label, p, target in answers:
                between.setdefault((role, label), []).append((MU[role] * p, state, target))
    plans = []
    for (role, label), edges in between.items():
        weights, rows, columns = zip(*edges, strict=True)
        matrix = csr_array(coo_array((weights, (rows, columns)), shape=(len(task), len(task))))
        plans.append((matrix, _options(known, role, label)))
    return plans


def _options(known: RoleMachine, role: str, label: Label) -> Options:
    begins: list[int] = []
    targets: list[int] = []
    earned: list[float] = []
    for roles in known.edges:
        begins.append(len(targets))
        for other, _p, after in roles[role]:
            targets.append(after)
            earned.append(0.5 * (other[0] == label[0]) + 0.5 * (other[1] == label[1]))
    return np.array(begins), np.array(targets), np.array(earned)


def _best(options: Options, placed: Array) -> Array:
    """Wherever the task goes, for every state of the library the best of its options."""
    begins, targets, earned = options
    return np.asarray(np.maximum.reduceat(placed[:, targets] + earned, begins, axis=1), dtype=np.float64)


def jumps(order: Sequence[RoleMachine], cost: float = JUMP_COST) -> list[float]:
    """For each task of a curriculum what the tasks before it do not cover, in bits of its role machine."""
    return [(1 - shadow_gain(order[:i], task, cost)) * task.complexity for i, task in enumerate(order)]
