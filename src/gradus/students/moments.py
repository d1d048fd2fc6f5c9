"""Running moments: what a student has seen so far, to bring observations and rewards to a common size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
LIMIT = 10.0
"""Normalised values are cut off here."""
TINY = 1e-8


class Moments:
    """Mean and variance of everything seen, updated batch by batch."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.mean, self.var = np.zeros(shape), np.ones(shape)
        self.count = 1e-4
        """The weight of the first guess, as in the reference."""

    def update(self, batch: NDArray[Any]) -> None:
        """Take in a batch, which may be empty; its first axis counts the values."""
        if not len(batch):
            return
        wide = np.asarray(batch, dtype=np.float64)
        n, mean, var = len(wide), wide.mean(axis=0), wide.var(axis=0)
        total, delta = self.count + n, mean - self.mean
        spread = self.var * self.count + var * n + delta**2 * self.count * n / total
        self.mean, self.var, self.count = self.mean + delta * n / total, spread / total, total

    @property
    def scale(self) -> Array:
        """What values are divided by."""
        return np.sqrt(self.var + TINY)

    def centred(self, batch: NDArray[Any]) -> NDArray[np.float32]:
        """The batch with mean 0 and variance 1, cut off at the limit."""
        return np.clip((batch - self.mean) / self.scale, -LIMIT, LIMIT).astype(np.float32)

    def scaled(self, batch: NDArray[Any]) -> NDArray[np.float32]:
        """The batch divided by the deviation only, cut off at the limit."""
        return np.clip(batch / self.scale, -LIMIT, LIMIT).astype(np.float32)

    def arrays(self, name: str) -> dict[str, Array]:
        """Everything, by name."""
        return {f"{name}.mean": self.mean, f"{name}.var": self.var, f"{name}.count": np.array(self.count)}

    def restore(self, name: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take back what :meth:`arrays` gave."""
        self.mean, self.var = arrays[f"{name}.mean"], arrays[f"{name}.var"]
        self.count = float(arrays[f"{name}.count"])
