"""Levels in the order of their scores and of their last draws, kept while both change.

Replaying a level in proportion to a mixture of rank and staleness, and finding the level that is least likely to be
replayed, then cost little however many levels there are.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from gradus.school import TaskKey


@dataclass
class Level:
    """A known task."""

    task: TaskKey
    score: float
    best: float
    """The best return seen on it."""
    last: float
    """The latest return."""
    drawn: int
    """The serial at which it was last drawn."""


class Ranking:
    """An index of a list of levels; whoever changes a level says so here."""

    def __init__(self, levels: list[Level], beta: float, staleness: float) -> None:
        self.levels = levels
        self.staleness = staleness
        self.places = {level.task: place for place, level in enumerate(levels)}
        """Where each task is known."""
        self._power = -1 / beta
        self._sums: list[float] = []
        self._scores = sorted((-level.score, place) for place, level in enumerate(levels))
        self._drawn = sorted((level.drawn, place) for place, level in enumerate(levels))
        self._serials = np.array([level.drawn for level in levels], dtype=np.int64)
        self._total = int(self._serials.sum())

    def draw(self, share: float, serial: int) -> int:
        """The place where a share (0 to 1) falls: by rank first, then by how long levels were not drawn."""
        waiting = len(self.levels) * serial - self._total
        by_rank = 1.0 if waiting <= 0 else 1 - self.staleness
        if share < by_rank or waiting <= 0:
            sums = self._prefixes()
            rank = bisect_right(sums, share / by_rank * sums[len(self.levels) - 1], 0, len(self.levels) - 1)
            return self._scores[rank][1]
        sums_of_waits = np.cumsum(serial - self._serials)
        target = (share - by_rank) / self.staleness * waiting
        return min(int(np.searchsorted(sums_of_waits, target, side="right")), len(self.levels) - 1)

    def weakest(self, serial: int) -> int:
        """The place that is least likely to be drawn."""
        waiting = len(self.levels) * serial - self._total
        if waiting <= 0 or self.staleness == 0:
            return self._scores[-1][1]
        sums = self._prefixes()
        scale = (1 - self.staleness) / sums[len(self.levels) - 1]
        best, found = np.inf, 0
        for drawn, place in reversed(self._drawn):
            stale = self.staleness * (serial - drawn) / waiting
            if stale >= best:  # whatever was drawn earlier has waited longer still
                break
            weight = scale * (self.rank(place) + 1) ** self._power + stale
            if weight < best:
                best, found = weight, place
        return found

    def rank(self, place: int) -> int:
        """How many levels are ranked before this one."""
        return bisect_left(self._scores, (-self.levels[place].score, place))

    def mark(self, place: int, serial: int) -> None:
        """A level was drawn."""
        self._move_drawn(place, serial)
        self.levels[place].drawn = serial

    def rescore(self, place: int, score: float) -> None:
        """A level has another score."""
        del self._scores[self.rank(place)]
        self.levels[place].score = score
        insort(self._scores, (-score, place))

    def append(self, level: Level) -> None:
        """A level came to be known."""
        place = len(self.levels)
        self.levels.append(level)
        self.places[level.task] = place
        insort(self._scores, (-level.score, place))
        insort(self._drawn, (level.drawn, place))
        self._serials = np.append(self._serials, level.drawn)
        self._total += level.drawn

    def replace(self, place: int, level: Level) -> None:
        """A level takes another's place."""
        old = self.levels[place]
        self.rescore(place, level.score)
        self._move_drawn(place, level.drawn)
        if self.places.get(old.task) == place:
            del self.places[old.task]
        self.places[level.task] = place
        self.levels[place] = level

    def _move_drawn(self, place: int, serial: int) -> None:
        old = self.levels[place].drawn
        del self._drawn[bisect_left(self._drawn, (old, place))]
        insort(self._drawn, (serial, place))
        self._serials[place] = serial
        self._total += serial - old

    def _prefixes(self) -> Sequence[float]:
        """Sums of the weights of the first ranks, for at least as many ranks as there are levels."""
        if len(self._sums) < len(self.levels):
            ranks = range(1, 2 * len(self.levels) + 1)
            self._sums = list(accumulate(rank**self._power for rank in ranks))
        return self._sums
