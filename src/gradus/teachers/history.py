"""A growing history of tasks and returns with a fast search for the nearest earlier task."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from gradus.teachers.arrays import pack, unpack

Array = NDArray[np.float64]

BLOCK = 256
"""How many newest entries are searched one by one before they are put into a tree."""

FLUSH = 500
"""How many newest entries the released code of ALP-GMM keeps in a tree of their own."""


class History:
    """Tasks and returns, oldest first.

    Old entries lie in KD-trees whose sizes are ``BLOCK`` times different powers of two, so that adding an entry
    costs little however long the history is. The division follows from the length alone: a restored history
    answers exactly like the original, ties included.
    """

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self.length = 0
        self._rows: Array = np.empty((BLOCK, dimension + 1))
        self._trees: list[tuple[int, int, Any]] = []

    def __len__(self) -> int:
        return self.length

    @property
    def rows(self) -> Array:
        """One row per entry: the task, then the return."""
        return self._rows[: self.length]

    def add(self, point: Array, reward: float) -> None:
        """Append an entry."""
        self._reserve(1)
        self._rows[self.length, :-1] = point
        self._rows[self.length, -1] = reward
        self.length += 1
        if self.length % BLOCK == 0:
            self._plant()

    def extend(self, points: Array, rewards: Array) -> None:
        """Append entries."""
        self._write(points, rewards)
        self._plant()

    def nearest(self, point: Array) -> float:
        """The return of the nearest entry; of several equally near ones, that of the newest block."""
        start = self._trees[-1][1] if self._trees else 0
        best, reward = np.inf, 0.0
        if start < self.length:
            newest = self._rows[start : self.length]
            squares = _squares(newest[:, :-1], point)
            place = len(squares) - 1 - int(np.argmin(squares[::-1]))
            best, reward = float(np.sqrt(squares[place])), float(newest[place, -1])
        for low, _, tree in reversed(self._trees):
            distance, place = tree.query(point)
            if distance < best:
                best, reward = distance, float(self._rows[low + place, -1])
        return reward

    def follow(self, points: Array, rewards: Array) -> Array:
        """For each entry the return of the nearest earlier one, then the entry is added: all in their order."""
        found, done = np.zeros(len(points)), 0
        while done < len(points):
            room = BLOCK - self.length % BLOCK  # until the newest block is full, the trees stay
            part = slice(done, done + room)
            found[part] = self._follow(points[part], rewards[part])
            done += room
        return found

    def _follow(self, points: Array, rewards: Array) -> Array:
        """As :meth:`follow`, within one block."""
        before = self.length % BLOCK
        self._write(points, rewards)
        best, found = self._within(before)
        for low, _, tree in reversed(self._trees):
            distances, places = tree.query(points)
            nearer = distances < best
            best[nearer] = distances[nearer]
            found[nearer] = self._rows[low + places[nearer], -1]
        if self.length % BLOCK == 0:
            self._plant()
        return found

    def _within(self, before: int) -> tuple[Array, Array]:
        """For the entries of the newest block from a place on: the nearest earlier one of the block, and its return."""
        start = (self.length - 1) // BLOCK * BLOCK
        # Newest first, so that of equally near entries the newest is found first.
        newest = np.ascontiguousarray(self._rows[start : self.length][::-1].T)
        size = newest.shape[1]
        squares, scratch = np.empty((2, size - before, size))
        for i, entries in enumerate(newest[:-1]):
            part = scratch if i else squares
            np.subtract(entries, entries[::-1][before:, None], out=part)
            np.multiply(part, part, out=part)
            if i:
                squares += part
        squares += _later(size)[before:]
        places = squares.argmin(axis=1)
        return np.sqrt(squares[np.arange(size - before), places]), newest[-1, places]

    def to_json(self) -> dict[str, Any]:
        """The entries, packed."""
        return pack(self.rows)

    @classmethod
    def from_json(cls, data: Mapping[str, Any], dimension: int) -> Self:
        """The history that :meth:`to_json` wrote."""
        rows = unpack(data, (-1, dimension + 1))
        history = cls(dimension)
        history.extend(rows[:, :-1], rows[:, -1])
        return history

    def _reserve(self, count: int) -> None:
        """Have room for so many entries more."""
        while self.length + count > len(self._rows):
            self._rows = np.concatenate([self._rows, np.empty_like(self._rows)])

    def _write(self, points: Array, rewards: Array) -> None:
        """Append entries; the trees do not know them yet."""
        self._reserve(len(points))
        rows = self._rows[self.length : self.length + len(points)]
        rows[:, :-1], rows[:, -1] = points, rewards
        self.length += len(points)

    def _plant(self) -> None:
        """Have the trees that belong to this length: as a binary counter carries, trees of equal size are merged."""
        known = {(low, high): tree for low, high, tree in self._trees}
        low, blocks, trees = 0, self.length // BLOCK, []
        for bit in reversed(range(blocks.bit_length())):
            if blocks >> bit & 1:
                high = low + (BLOCK << bit)
                trees.append((low, high, known.get((low, high)) or self._tree(low, high)))
                low = high
        self._trees = trees

    def _tree(self, low: int, high: int) -> Any:
        points = np.ascontiguousarray(self._rows[low:high, :-1])
        return cKDTree(points, balanced_tree=False, compact_nodes=False)


@lru_cache(maxsize=4)
def _later(size: int) -> Array:
    """Infinite where an entry (a column, newest first) is not earlier than another (a row, oldest first), else 0."""
    rows = np.arange(size)
    return np.where(rows[::-1] >= rows[:, None], np.inf, 0.0)


def _squares(entries: Array, points: Array) -> Array:
    """Squared distances, summed dimension by dimension, so that many at once are the same as one by one."""
    total = (entries[..., 0] - points[..., 0]) ** 2
    for i in range(1, entries.shape[-1]):
        total += (entries[..., i] - points[..., i]) ** 2
    return np.asarray(total)


class TwoTrees(History):
    """Of several equally near entries, the one that the released code of ALP-GMM finds.

    That code searches a tree of old entries and a tree of at most ``FLUSH`` new ones, and takes the old one when both
    are equally near; inside a tree the order is that of SciPy's trees.
    """

    def nearest(self, point: Array) -> float:
        """The return of the nearest entry; of several equally near ones, that of the older tree."""
        flushed = (self.length - 1) // FLUSH * FLUSH
        if not self._trees or self._trees[0][1] != flushed:
            self._trees = [(0, flushed, self._tree(0, flushed))]
        best, reward = np.inf, 0.0
        newer = (flushed, self.length, self._tree(flushed, self.length))
        for low, _, tree in (self._trees[0], newer):
            distance, place = tree.query(point)
            if distance < best:
                best, reward = distance, float(self._rows[low + place, -1])
        return reward

    def follow(self, points: Array, rewards: Array) -> Array:
        """As one by one."""
        found = np.zeros(len(points))
        for i, (point, reward) in enumerate(zip(points, rewards, strict=True)):
            found[i] = self.nearest(point) if self.length else 0.0
            self.add(point, reward)
        return found

    def _plant(self) -> None:
        """Nothing: the trees are made when they are asked."""
