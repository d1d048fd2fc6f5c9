"""A binary tree of sums over many weights: a draw, and a change of a weight, cost the logarithm of their number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Places = NDArray[np.int64]


class SumTree:
    """Weights of ``size`` places; sums are made of both children, so they do not depend on the order of changes."""

    def __init__(self, size: int, weight: float = 0.0) -> None:
        self.size = size
        self.leaves = 1 << max(1, (size - 1).bit_length())
        self._sums: Array = np.zeros(2 * self.leaves)
        self._sums[self.leaves : self.leaves + size] = weight
        level = self.leaves
        while level > 1:
            level //= 2
            self._sums[level : 2 * level] = (
                self._sums[2 * level : 4 * level : 2] + self._sums[2 * level + 1 : 4 * level : 2]
            )

    @property
    def total(self) -> float:
        """The sum of all weights."""
        return float(self._sums[1])

    def weights(self, places: Places) -> Array:
        """The weights at some places."""
        return self._sums[places + self.leaves]

    def sums(self, nodes: Places) -> Array:
        """The sums at nodes of the tree; node 1 is the root, ``leaves`` the first place."""
        return self._sums[nodes]

    def change(self, places: Places, weights: Array) -> None:
        """Give places other weights."""
        nodes = places + self.leaves
        self._sums[nodes] = weights
        nodes = np.unique(nodes // 2)
        while nodes.size and nodes[0] >= 1:
            self._sums[nodes] = self._sums[2 * nodes] + self._sums[2 * nodes + 1]
            nodes = np.unique(nodes // 2)
            nodes = nodes[nodes >= 1]

    def find(self, shares: Array) -> Places:
        """The places where shares (0 to 1) of the total fall; the total must be above zero."""
        targets = shares * self.total
        nodes = np.ones(len(shares), dtype=np.int64)
        while nodes.size and nodes[0] < self.leaves:
            left = self._sums[2 * nodes]
            # Rounding must not lead into a part whose weights are all zero.
            right = (targets >= left) & (self._sums[2 * nodes + 1] > 0)
            targets = np.where(right, targets - left, targets)
            nodes = 2 * nodes + right
        return nodes - self.leaves


def find_stale(seen: SumTree, last: SumTree, now: int, targets: Array) -> Places:
    """Where targets fall when every seen place weighs the time since it was last seen."""
    nodes = np.ones(len(targets), dtype=np.int64)
    while nodes.size and nodes[0] < seen.leaves:
        left, right = (now * seen.sums(2 * nodes + side) - last.sums(2 * nodes + side) for side in (0, 1))
        go = (targets >= left) & (right > 0)
        targets = np.where(go, targets - left, targets)
        nodes = 2 * nodes + go
    return nodes - seen.leaves
