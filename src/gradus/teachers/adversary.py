"""PAIRED's adversary: a small network that decides about a task coordinate by coordinate, trained with PPO.

In NumPy: the network is tiny, its gradient fits on a page, and results depend on no device. Each decision is a choice
among bins; the network sees which decision it is and what was decided before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.teachers.arrays import pack, unpack

Array = NDArray[np.float64]
Bins = NDArray[np.intp]

FIRST, SECOND, TINY = 0.9, 0.999, 1e-8
"""Adam's constants."""


class Adversary:
    """A policy over sequences of ``decisions`` choices among ``bins``."""

    def __init__(self, decisions: int, bins: int, width: int, rng: np.random.Generator) -> None:
        self.decisions, self.bins = decisions, bins
        scale = 1 / np.sqrt(2 * decisions)
        hidden = rng.uniform(-scale, scale, (2 * decisions, width))
        # Last layer of zeros: at first every task is equally likely.
        self.weights = [hidden, np.zeros(width), np.zeros((width, bins)), np.zeros(bins)]
        self.moments = [np.zeros_like(part) for part in self.weights * 2]
        self.updates = 0

    def draw(self, rng: np.random.Generator) -> tuple[list[int], float]:
        """A sequence of choices and the logarithm of its probability."""
        chosen: list[int] = []
        logarithm = 0.0
        for place in range(self.decisions):
            logs = self._logs(self._inputs(np.array([chosen], dtype=np.intp), place))[1][0]
            sums = np.cumsum(np.exp(logs))
            pick = min(int(np.searchsorted(sums, rng.random() * sums[-1], side="right")), self.bins - 1)
            chosen.append(pick)
            logarithm += float(logs[pick])
        return chosen, logarithm

    def logarithms(self, chosen: Bins) -> Array:
        """The logarithm of the probability of each row of choices."""
        total = np.zeros(len(chosen))
        for place in range(self.decisions):
            logs = self._logs(self._inputs(chosen[:, :place], place))[1]
            total += logs[np.arange(len(chosen)), chosen[:, place]]
        return total

    def train(
        self, chosen: Bins, before: Array, gains: Array, epochs: int, clip: float, entropy: float, rate: float
    ) -> None:
        """Raise the probability of rows with a positive gain, by PPO's clipped objective plus an entropy bonus."""
        for _ in range(epochs):
            ratio = np.exp(self.logarithms(chosen) - before)
            clipped = np.where(gains > 0, ratio > 1 + clip, ratio < 1 - clip)
            self._climb(self.gradient(chosen, np.where(clipped, 0.0, ratio * gains), entropy), rate)

    def gradient(self, chosen: Bins, pull: Array, entropy: float) -> list[Array]:
        """The gradient of mean(pull * logarithm of the row) + entropy * mean entropy of a decision, by the weights."""
        total = [np.zeros_like(part) for part in self.weights]
        for place in range(self.decisions):
            inputs = self._inputs(chosen[:, :place], place)
            hidden, logs = self._logs(inputs)
            chances = np.exp(logs)
            picked = np.eye(self.bins)[chosen[:, place]]
            spread = -(chances * logs).sum(axis=1, keepdims=True)
            slope = pull[:, None] * (picked - chances) - entropy * chances * (logs + spread) / self.decisions
            slope /= len(chosen)
            back = (slope @ self.weights[2].T) * (1 - hidden**2)
            for part, change in zip(
                total, (inputs.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)), strict=True
            ):
                part += change
        return total

    def chances(self) -> Array:
        """The probability of every bin of the first decision."""
        return np.asarray(np.exp(self._logs(self._inputs(np.empty((1, 0), dtype=np.intp), 0))[1][0]))

    def to_json(self) -> dict[str, Any]:
        """Weights and the optimiser's memory, packed."""
        parts = [pack(part) for part in (*self.weights, *self.moments)]
        return {"parts": parts, "updates": self.updates}

    def load(self, data: Mapping[str, Any]) -> None:
        """Take back what :meth:`to_json` wrote."""
        like = [*self.weights, *self.moments]
        parts = [unpack(row, part.shape) for row, part in zip(data["parts"], like, strict=True)]
        self.updates = int(data["updates"])
        self.weights, self.moments = parts[: len(self.weights)], parts[len(self.weights) :]

    def _inputs(self, earlier: Bins, place: int) -> Array:
        """Which decision it is, and what was decided before, from -1 to 1; zeros for what is still open."""
        inputs = np.zeros((len(earlier), 2 * self.decisions))
        inputs[:, place] = 1.0
        inputs[:, self.decisions : self.decisions + place] = (2 * earlier + 1) / self.bins - 1
        return inputs

    def _logs(self, inputs: Array) -> tuple[Array, Array]:
        """The hidden layer, and the logarithms of the bins' probabilities."""
        first, bias, second, offset = self.weights
        hidden = np.tanh(inputs @ first + bias)
        scores = hidden @ second + offset
        scores = scores - scores.max(axis=1, keepdims=True)
        return hidden, scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))

    def _climb(self, gradient: Sequence[Array], rate: float) -> None:
        """A step of Adam uphill."""
        self.updates += 1
        count = len(self.weights)
        for i, slope in enumerate(gradient):
            self.moments[i] = FIRST * self.moments[i] + (1 - FIRST) * slope
            self.moments[count + i] = SECOND * self.moments[count + i] + (1 - SECOND) * slope**2
            mean = self.moments[i] / (1 - FIRST**self.updates)
            square = self.moments[count + i] / (1 - SECOND**self.updates)
            self.weights[i] = self.weights[i] + rate * mean / (np.sqrt(square) + TINY)
