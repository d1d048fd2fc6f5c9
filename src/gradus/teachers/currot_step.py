"""CURROT's geometry: how particles are matched, how far each may move, which successes are worth keeping.

All points are in units of the box's ranges, so that every dimension counts alike.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

Array = NDArray[np.float64]
Estimate = Callable[[Array], Array]
"""The student's performance at points."""

GRID = 20
"""Points along the way of a particle at which the performance is looked at."""
ROUNDS = 50
"""Halvings of the search for a common share; enough for double precision."""


def squares(first: Array, second: Array) -> Array:
    """The squared distance of each of the first points from each of the second."""
    return np.asarray(((first[:, None, :] - second[None, :, :]) ** 2).sum(axis=2))


def matched(points: Array, others: Array) -> Array:
    """For each point its own one of the others, so that the sum of squared distances is smallest."""
    rows, columns = linear_sum_assignment(squares(points, others))
    return np.asarray(others[columns[np.argsort(rows)]])


def nearest_subset(points: Array, targets: Array) -> NDArray[np.intp]:
    """The places of as many points as there are targets that are together nearest to them, in order."""
    rows, _ = linear_sum_assignment(squares(points, targets))
    return np.asarray(np.sort(rows))


def reach(points: Array, goals: Array, estimate: Estimate, threshold: float) -> Array:
    """The share of its way that each point may go before the performance falls below the threshold."""
    shares = np.linspace(0.0, 1.0, GRID + 1)
    ways = points[:, None, :] + shares[None, :, None] * (goals - points)[:, None, :]
    found = estimate(ways.reshape(-1, points.shape[1])).reshape(len(points), GRID + 1)
    good = np.cumprod(found >= threshold, axis=1).sum(axis=1)  # how many in a row from the beginning
    return np.asarray(shares[np.maximum(good - 1, 0)])


def step_shares(distances: Array, reaches: Array, step: float) -> Array:
    """How much of its way each point goes: the same share for all, as far as each may go.

    Among all shares up to ``reaches`` whose root mean square displacement is at most ``step`` these leave the smallest
    mean square distance from the goals: without the reaches every particle's optimum is the same share, because
    what it gains and what it costs both grow with its squared distance.
    """
    low, high = 0.0, 1.0
    for _ in range(ROUNDS):
        middle = (low + high) / 2
        moved = np.sqrt(np.mean((np.minimum(reaches, middle) * distances) ** 2))
        low, high = (middle, high) if moved <= step else (low, middle)
    whole = np.sqrt(np.mean((reaches * distances) ** 2)) <= step
    return np.asarray(reaches if whole else np.minimum(reaches, low))
