"""A machine as a controlled chain in arrays: the common ground of the programs over flows and of the fastest solver."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

from gradus.mechanics.machines.machine import Machine

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Choices:
    """A machine as a controlled chain: one row per (state, input) pair that moves differently."""

    owner: NDArray[np.int64]
    """The state of every row."""
    moves: csr_array
    """The next-state law of every row."""
    solved: Array
    """Expected instances solved by every row."""
    log_size: Array
    """log2 of every state's orbit size."""

    @property
    def states(self) -> int:
        """How many states the chain has."""
        return len(self.log_size)

    def belongs(self) -> csr_array:
        """The incidence matrix: states by rows."""
        m = len(self.owner)
        return csr_array((np.ones(m), (self.owner, np.arange(m))), shape=(self.states, m))

    def balance(self) -> csr_array:
        """Flow out minus flow in, per state."""
        return csr_array(self.belongs() - self.moves.T)

    def keep(self, rows: NDArray[np.bool_]) -> Choices:
        """The chain with only some rows allowed."""
        return Choices(self.owner[rows], csr_array(self.moves[rows]), self.solved[rows], self.log_size)


def choices(machine: Machine) -> Choices:
    """The controlled chain of a machine; inputs that move and solve alike are one choice."""
    owner: list[int] = []
    solved: list[float] = []
    rows: list[int] = []
    columns: list[int] = []
    weights: list[float] = []
    for state, offers in enumerate(machine.offers):
        known = set()
        for offer in offers:
            into: dict[int, float] = {}
            for edge in offer.edges:
                into[edge.target] = into.get(edge.target, 0.0) + float(edge.weight)
            key = (tuple(sorted(into.items())), offer.solved)
            if key in known:
                continue
            known.add(key)
            rows.extend([len(owner)] * len(into))
            columns.extend(into)
            weights.extend(into.values())
            owner.append(state)
            solved.append(float(offer.solved))
    moves = csr_array(coo_array((weights, (rows, columns)), shape=(len(owner), len(machine))))
    sizes = np.array([log2(size) for size in machine.weights])
    return Choices(np.array(owner), moves, np.array(solved), sizes)
