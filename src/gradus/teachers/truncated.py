"""Truncated Gaussians on a box with independent dimensions: the fix for SPDL's mass outside the space.

Independent dimensions keep normalisers, divergences and draws in closed form, so nothing is estimated by sampling.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr, ndtr, ndtri

Array = NDArray[np.float64]


@dataclass(frozen=True)
class TruncatedGaussian:
    """A normal distribution restricted to a box; the vector form is the mean, then the log deviations."""

    mean: Array
    std: Array
    low: Array
    high: Array

    @classmethod
    def from_vector(cls, vector: Array, low: Array, high: Array) -> TruncatedGaussian:
        """The distribution of a parameter vector."""
        d = len(low)
        return cls(vector[:d].copy(), np.exp(vector[d:]), low, high)

    def to_vector(self) -> Array:
        """The parameter vector of this distribution."""
        return np.concatenate([self.mean, np.log(self.std)])

    def log_normaliser(self) -> Array:
        """Per dimension: the logarithm of the mass of the whole Gaussian inside the box."""
        a, b = (self.low - self.mean) / self.std, (self.high - self.mean) / self.std
        # On the side where both ends are positive the tails are mirrored, which keeps the digits.
        flip = a > 0
        lower, upper = np.where(flip, -b, a), np.where(flip, -a, b)
        big, small = log_ndtr(upper), log_ndtr(lower)
        # log(exp(big) - exp(small)); below zero even where both ends are one point to the last digit, or it is -inf.
        return np.asarray(big + np.log1p(-np.exp(np.minimum(small - big, -1e-300))))

    def sample(self, rng: np.random.Generator) -> Array:
        """One draw inside the box."""
        a, b = (self.low - self.mean) / self.std, (self.high - self.mean) / self.std
        level = ndtr(a) + rng.random(len(self.mean)) * (ndtr(b) - ndtr(a))
        return np.clip(self.mean + self.std * ndtri(level), self.low, self.high)

    def log_density(self, points: Array) -> Array:
        """Log-density at each row inside the box, without the constant."""
        z = (points - self.mean) / self.std
        return -(0.5 * z**2).sum(axis=1) - float((np.log(self.std) + self.log_normaliser()).sum())

    def moments(self) -> tuple[Array, Array]:
        """Mean and variance inside the box, per dimension."""
        a, b = (self.low - self.mean) / self.std, (self.high - self.mean) / self.std
        logz = self.log_normaliser()
        fa, fb = (np.exp(-0.5 * x**2 - logz) / np.sqrt(2 * np.pi) for x in (a, b))
        shift = fa - fb
        spread = 1 + a * fa - b * fb - shift**2
        return self.mean + self.std * shift, self.std**2 * np.maximum(spread, 0.0)


def truncated_divergence(p: TruncatedGaussian, q: TruncatedGaussian) -> float:
    """The Kullback-Leibler divergence of q from p, on the same box."""
    mean, variance = p.moments()

    def expected_log(of: TruncatedGaussian) -> float:
        squares = (variance + (mean - of.mean) ** 2) / of.std**2
        return float((-0.5 * squares - np.log(of.std) - of.log_normaliser()).sum())

    return max(0.0, expected_log(p) - expected_log(q))
