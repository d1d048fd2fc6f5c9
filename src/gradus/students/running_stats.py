"""Running statistics: what a student has seen so far, to bring observations and rewards to a common size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
LIMIT = 10.0
"""Normalised values are cut off here, as in the reference: its results were made so."""
TINY = 1e-8  # what never varied is divided by this root, not by nought


class RunningStats:
    """Mean and variance of everything seen, updated batch by batch; values have any ``shape``."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.mean, self.var = np.zeros(shape), np.ones(shape)
        self.count = 1e-4
        """The weight of the first guess, as in the reference."""

    def update(self, batch: NDArray[Any]) -> None:
        """Take in a batch [B, *shape], which may be empty."""
        n = len(batch)
        if not n:
            return
        # What np.mean and np.var do, without their overhead: this runs twice at every step of a training.
        wide = np.asarray(batch, dtype=np.float64)
        mean = np.add.reduce(wide) / n
        apart = wide - mean
        np.multiply(apart, apart, out=apart)
        var = np.add.reduce(apart) / n
        total, delta = self.count + n, mean - self.mean
        spread = self.var * self.count + var * n + delta**2 * self.count * n / total
        self.mean, self.var, self.count = self.mean + delta * n / total, spread / total, total

    @property
    def scale(self) -> Array:
        """What values are divided by."""
        return np.sqrt(self.var + TINY)

    def centred(self, batch: NDArray[Any]) -> NDArray[np.float32]:
        """The batch [B, *shape] with mean 0 and variance 1, cut off at the limit."""
        return _cut((batch - self.mean) / self.scale)

    def scaled(self, batch: NDArray[Any]) -> NDArray[np.float32]:
        """The batch [B, *shape] divided by the deviation only, cut off at the limit."""
        return _cut(batch / self.scale)

    def arrays(self, name: str) -> dict[str, Array]:
        """Everything, by name."""
        return {f"{name}.mean": self.mean, f"{name}.var": self.var, f"{name}.count": np.array(self.count)}

    def restore(self, name: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take back what :meth:`arrays` gave."""
        self.mean, self.var = arrays[f"{name}.mean"], arrays[f"{name}.var"]
        self.count = float(arrays[f"{name}.count"])


def _cut(values: Array) -> NDArray[np.float32]:
    return np.minimum(np.maximum(values, -LIMIT), LIMIT).astype(np.float32)
