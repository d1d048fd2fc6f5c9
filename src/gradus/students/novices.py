"""Those who have learned nothing: chance and standing still, to compare with and to try a terrain."""

from __future__ import annotations

import numpy as np

from gradus.school import UserError, generator
from gradus.students.student import Floats, Policy
from gradus.tracks import bodies

UNTRAINED = ("random", "still")
"""Their names."""


class _Still:
    def __init__(self, actions: int) -> None:
        self._actions = actions

    def best(self, observations: Floats) -> Floats:
        return np.zeros((len(observations), self._actions), np.float32)


class _Random(_Still):
    def __init__(self, actions: int, seed: int) -> None:
        super().__init__(actions)
        self._rng = generator(seed, "untrained")

    def best(self, observations: Floats) -> Floats:
        return self._rng.uniform(-1.0, 1.0, (len(observations), self._actions)).astype(np.float32)


def untrained(name: str, body: str, seed: int = 0) -> Policy:
    """Somebody without training in a body: ``random`` acts by chance, ``still`` does nothing."""
    if name not in UNTRAINED:
        raise UserError(f"A policy without training is one of {', '.join(UNTRAINED)}, not {name!r}.")
    width = bodies.make(body).actions
    return _Random(width, seed) if name == "random" else _Still(width)
