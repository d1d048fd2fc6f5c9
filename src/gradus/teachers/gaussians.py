"""Gaussians by the parameters SPDL optimises, with closed-form divergences and gradients.

A Gaussian is written as one vector: the mean, the logarithms of the diagonal of its Cholesky factor, then the
factor's entries below the diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Gaussian:
    """A normal distribution given by its mean and lower Cholesky factor."""

    mean: Array
    factor: Array

    @classmethod
    def diagonal(cls, mean: Array, std: Array) -> Gaussian:
        """Independent dimensions."""
        return cls(np.asarray(mean, float), np.diag(std).astype(float))

    @classmethod
    def from_vector(cls, vector: Array, dimension: int) -> Gaussian:
        """The Gaussian of a parameter vector."""
        factor = np.diag(np.exp(vector[dimension : 2 * dimension]))
        factor[np.tril_indices(dimension, -1)] = vector[2 * dimension :]
        return cls(vector[:dimension].copy(), factor)

    def to_vector(self) -> Array:
        """The parameter vector of this Gaussian."""
        below = self.factor[np.tril_indices(len(self.mean), -1)]
        return np.concatenate([self.mean, np.log(np.diag(self.factor)), below])

    @property
    def covariance(self) -> Array:
        """The covariance matrix."""
        return self.factor @ self.factor.T

    @property
    def precision(self) -> Array:
        """The inverse of the covariance matrix."""
        inverse = np.linalg.inv(self.factor)
        return inverse.T @ inverse

    def sample(self, rng: np.random.Generator) -> Array:
        """One draw."""
        return self.mean + self.factor @ rng.standard_normal(len(self.mean))

    def log_density(self, points: Array) -> Array:
        """Log-density at each row, without the constant."""
        whitened = np.linalg.solve(self.factor, (points - self.mean).T)
        return np.asarray(-0.5 * (whitened**2).sum(axis=0) - np.log(np.diag(self.factor)).sum())

    def covariance_directions(self) -> list[Array]:
        """How the covariance changes with each parameter after the mean."""
        d, directions = len(self.mean), []
        places = [(i, i) for i in range(d)] + list(zip(*np.tril_indices(d, -1), strict=True))
        for i, j in places:
            change = np.zeros((d, d))
            change[i, j] = self.factor[i, i] if i == j else 1.0
            directions.append(change @ self.factor.T + self.factor @ change.T)
        return directions

    def log_density_gradient(self, points: Array) -> Array:
        """One row per point: the gradient of its log-density by the parameters."""
        precision = self.precision
        pulled = (points - self.mean) @ precision
        columns = [
            0.5 * (np.einsum("ij,jk,ik->i", pulled, change, pulled) - np.trace(precision @ change))
            for change in self.covariance_directions()
        ]
        return np.column_stack([pulled, *columns])

    def fisher(self) -> Array:
        """The Fisher information: the curvature of the divergence from this Gaussian to its neighbours."""
        precision, d = self.precision, len(self.mean)
        scaled = [precision @ change for change in self.covariance_directions()]
        information = np.zeros((d + len(scaled), d + len(scaled)))
        information[:d, :d] = precision
        information[d:, d:] = [[0.5 * np.trace(a @ b) for b in scaled] for a in scaled]
        return information


def divergence(p: Gaussian, q: Gaussian) -> float:
    """The Kullback-Leibler divergence of q from p."""
    ratio = np.linalg.solve(q.factor, p.factor)
    gap = np.linalg.solve(q.factor, q.mean - p.mean)
    logs = np.log(np.diag(q.factor)).sum() - np.log(np.diag(p.factor)).sum()
    return float(0.5 * ((ratio**2).sum() + gap @ gap - len(gap)) + logs)


def divergence_gradient_first(p: Gaussian, q: Gaussian) -> Array:
    """The gradient of ``divergence(p, q)`` by the parameters of p."""
    weight = q.precision - p.precision
    changes = [0.5 * float(np.trace(weight @ change)) for change in p.covariance_directions()]
    return np.concatenate([q.precision @ (p.mean - q.mean), changes])


def divergence_gradient_second(p: Gaussian, q: Gaussian) -> Array:
    """The gradient of ``divergence(p, q)`` by the parameters of q."""
    precision, gap = q.precision, q.mean - p.mean
    spread = precision @ (p.covariance + np.outer(gap, gap)) @ precision
    changes = [0.5 * float(np.trace((precision - spread) @ change)) for change in q.covariance_directions()]
    return np.concatenate([precision @ gap, changes])
