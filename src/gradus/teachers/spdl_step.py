"""SPDL's update: the next task distribution within a trust region, solved in three ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve_triangular
from scipy.optimize import minimize

from gradus.teachers.gaussians import (
    Gaussian,
    divergence,
    divergence_gradient_first,
    divergence_gradient_second,
)
from gradus.teachers.truncated import TruncatedGaussian, truncated_divergence

Array = NDArray[np.float64]
P = TypeVar("P", Gaussian, TruncatedGaussian)

DAMPING, BACKTRACKS, SLACK = 0.01, 10, 1.5
"""Of the natural step: added to the curvature; halvings tried; how far past the trust region is tolerated."""

REACH = 5.0
"""Bounds of the search, in old deviations and in logarithms of their ratio; the trust region is far inside."""


@dataclass(frozen=True)
class Batch:
    """What an update is computed from."""

    points: Array
    """Tasks of the latest episodes, one per row."""
    values: Array
    """The student's value of each."""
    weight: float
    """Weight of the divergence from the target."""
    trust_region: float
    """Largest divergence between the old and the new distribution."""


def importance(new: P, old: P, points: Array) -> Array:
    """How much likelier each point is under ``new`` than under ``old``; capped, far beyond any trust region."""
    return np.exp(np.minimum(new.log_density(points) - old.log_density(points), 50.0))


def objective(new: Gaussian, old: Gaussian, target: Gaussian, batch: Batch) -> float:
    """Expected value under ``new``, importance weighted, minus the weighted divergence from the target."""
    ratios = importance(new, old, batch.points)
    return float((ratios * batch.values).mean() - batch.weight * divergence(new, target))


def objective_gradient(new: Gaussian, old: Gaussian, target: Gaussian, batch: Batch) -> Array:
    """The gradient of :func:`objective` by the parameters of ``new``."""
    ratios = importance(new, old, batch.points)
    pull = (ratios * batch.values)[:, None] * new.log_density_gradient(batch.points)
    return pull.mean(axis=0) - batch.weight * divergence_gradient_first(new, target)


def constrained_step(old: Gaussian, target: Gaussian, batch: Batch) -> Gaussian:
    """The distribution of the largest objective inside the trust region.

    It is solved in coordinates in which the old distribution is the standard normal: divergences do not change,
    and the solver meets the same scales in every space.
    """
    d, size = len(old.mean), _scale(batch)
    near = Gaussian.diagonal(np.zeros(d), np.ones(d))
    far = Gaussian(_whiten(old, target.mean - old.mean), _whiten(old, target.factor))
    white = replace(batch, points=_whiten(old, (batch.points - old.mean).T).T)

    def read(vector: Array) -> Gaussian:
        return Gaussian.from_vector(vector, d)

    result = minimize(
        lambda v: -objective(read(v), near, far, white) / size,
        near.to_vector(),
        jac=lambda v: -objective_gradient(read(v), near, far, white) / size,
        constraints={
            "type": "ineq",
            "fun": lambda v: batch.trust_region - divergence(near, read(v)),
            "jac": lambda v: -divergence_gradient_second(near, read(v)),
        },
        bounds=[(-REACH, REACH)] * len(near.to_vector()),
        method="SLSQP",
        options={"maxiter": 200, "ftol": 1e-10},
    )
    best = _keep_if_better(
        near.to_vector(),
        np.asarray(result.x),
        read,
        lambda new: divergence(near, new) <= batch.trust_region * (1 + 1e-6),
        lambda new: objective(new, near, far, white),
    )
    return Gaussian(old.mean + old.factor @ best.mean, old.factor @ best.factor)


def _whiten(old: Gaussian, columns: Array) -> Array:
    return np.asarray(solve_triangular(old.factor, columns, lower=True))


def truncated_step(old: TruncatedGaussian, target: TruncatedGaussian, batch: Batch) -> TruncatedGaussian:
    """The same for truncated Gaussians, whose means stay in the box; gradients are taken numerically."""
    width, size = old.high - old.low, _scale(batch)

    def read(vector: Array) -> TruncatedGaussian:
        return TruncatedGaussian.from_vector(vector, old.low, old.high)

    def gain(new: TruncatedGaussian) -> float:
        ratios = importance(new, old, batch.points)
        return float((ratios * batch.values).mean() - batch.weight * truncated_divergence(new, target))

    bounds = [*zip(old.low, old.high, strict=True), *((np.log(w * 1e-3), np.log(w * 10)) for w in width)]
    result = minimize(
        lambda v: -gain(read(v)) / size,
        old.to_vector(),
        constraints={
            "type": "ineq",
            "fun": lambda v: batch.trust_region - truncated_divergence(old, read(v)),
        },
        bounds=bounds,
        method="SLSQP",
        options={"maxiter": 200, "ftol": 1e-9},
    )
    return _keep_if_better(
        old.to_vector(),
        np.asarray(result.x),
        read,
        lambda new: truncated_divergence(old, new) <= batch.trust_region * (1 + 1e-6),
        gain,
    )


def natural_step(old: Gaussian, target: Gaussian, batch: Batch) -> Gaussian:
    """One natural-gradient step with back-tracking, accepted if it stays near or improves."""
    start = old.to_vector()
    gradient = objective_gradient(old, old, target, batch)
    if (
        np.linalg.norm(gradient) < 1e-10
    ):  # at the optimum: the step's length would be nought divided by nought
        return old
    curvature = old.fisher() + DAMPING * np.eye(len(start))
    direction = np.linalg.solve(curvature, gradient)
    step = direction * np.sqrt(batch.trust_region / (0.5 * direction @ curvature @ direction))
    before = objective(old, old, target, batch)
    for halving in range(BACKTRACKS):
        new = Gaussian.from_vector(start + step / 2**halving, len(old.mean))
        near = divergence(old, new) <= SLACK * batch.trust_region
        if near or objective(new, old, target, batch) >= before:
            return new
    return old


def _scale(batch: Batch) -> float:
    """A number that brings the objective near 1; the solver's tolerances are absolute."""
    return float(max(1e-8, np.abs(batch.values).mean(), batch.weight))


def _keep_if_better(
    start: Array,
    end: Array,
    read: Callable[[Array], P],
    feasible: Callable[[P], bool],
    gain: Callable[[P], float],
) -> P:
    """The solver's end point, drawn back towards the start until it is feasible; the start if that is no gain."""
    old = read(start)
    if not np.isfinite(end).all():
        return old
    reach = 1.0
    while reach > 1e-3:  # closer to the start nothing is gained that would matter
        new = read(start + reach * (end - start))
        if feasible(new):
            return new if gain(new) > gain(old) else old
        reach *= 0.9
    return old
