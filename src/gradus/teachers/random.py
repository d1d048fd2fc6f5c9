"""Random: every task is equally likely, always. The baseline of all comparisons."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from gradus.school import TaskKey, Teacher


class Random(Teacher):
    """Uniform choice in any task space; learns nothing."""

    name = "random-v0"

    def choose_many(self, rng: np.random.Generator, n: int) -> Iterable[TaskKey]:
        return self.space.sample_many(rng, n)
