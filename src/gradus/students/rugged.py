"""A rugged task space: each dimension is cut into equal pieces that change places before the teacher sees them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gradus.school import Box, generator

PIECES = 4
"""Pieces per dimension, as in the benchmark."""


class Shuffle:
    """Maps tasks as a teacher knows them to tasks of the world, and back."""

    def __init__(self, space: Box, seed: int, pieces: int = PIECES) -> None:
        rng = generator(seed, "rugged")
        self.space, self.pieces = space, pieces
        self.places = [rng.permutation(pieces).tolist() for _ in space.low]
        """Per dimension, where each piece goes."""

    def to_world(self, task: Sequence[float]) -> tuple[float, ...]:
        """The world's task for a teacher's."""
        return self._moved(task, self.places)

    def to_teacher(self, task: Sequence[float]) -> tuple[float, ...]:
        """The teacher's task for a world's, up to rounding."""
        return self._moved(task, [np.argsort(place).tolist() for place in self.places])

    def _moved(self, task: Sequence[float], places: Sequence[Sequence[int]]) -> tuple[float, ...]:
        moved = []
        for x, low, high, place in zip(task, self.space.low, self.space.high, places, strict=True):
            width = (high - low) / self.pieces
            if width == 0:
                moved.append(low)
                continue
            piece = min(int((x - low) / width), self.pieces - 1)
            inside = x - (low + piece * width)
            moved.append(min(max(low + place[piece] * width + inside, low), high))
        return tuple(moved)
