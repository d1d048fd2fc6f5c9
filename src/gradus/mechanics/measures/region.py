"""An interval for the entropy of a law from resampled laws: the entropies inside the region that they span."""

from __future__ import annotations

import numpy as np
import scipy  # loads its parts when they are first used

from gradus.mechanics.measures.histories import Array
from gradus.mechanics.measures.stationary import entropy


def law_interval(law: Array, draws: Array, blocks: int, level: float, seed: int = 0) -> tuple[float, float]:
    """The entropies of all laws in the region that resampled laws span around the law found."""
    axes = _region(law, draws, blocks, level)
    if axes.shape[1] == 0:
        return entropy(law), entropy(law)
    rng = np.random.default_rng(seed)
    directions = rng.normal(size=(400, axes.shape[1]))
    slope = axes.T @ (-np.log2(np.maximum(law, 1e-12)) - 1)
    directions = np.vstack([directions, slope, -slope, np.eye(axes.shape[1]), -np.eye(axes.shape[1])])
    directions /= np.maximum(np.linalg.norm(directions, axis=1, keepdims=True), 1e-300)
    values = [_entropy_at(law + axes @ (r * u)) for u in directions for r in (0.25, 0.5, 0.75, 1.0)]
    return min(*values, entropy(law)), max(*values, _highest(law, axes))


def _region(law: Array, draws: Array, blocks: int, level: float) -> Array:
    """The half axes of the region, one column each; directions in which nothing varies have none."""
    values, vectors = np.linalg.eigh(np.atleast_2d(np.cov(draws.T)))
    kept = values > 1e-12
    rank = int(kept.sum())
    if not rank or blocks <= rank + 1:
        return np.zeros((len(law), 0))
    # Hotelling's quantile: the covariance is itself estimated, from so many blocks.
    scale = rank * (blocks - 1) / (blocks - rank) * float(scipy.special.fdtri(rank, blocks - rank, level))
    return np.asarray(vectors[:, kept] * np.sqrt(values[kept] * scale), dtype=np.float64)


def _entropy_at(law: Array) -> float:
    law = np.maximum(law, 0.0)
    return entropy(law / law.sum())


def _highest(law: Array, axes: Array) -> float:
    """The largest entropy inside the region, by climbing."""
    u, best, pace = np.zeros(axes.shape[1]), entropy(law), 0.5
    for _ in range(300):
        slope = axes.T @ -np.log2(np.maximum(law + axes @ u, 1e-12))
        step = u + pace * slope / max(float(np.linalg.norm(slope)), 1e-300)
        step = step / max(1.0, float(np.linalg.norm(step)))
        value = _entropy_at(law + axes @ step)
        if value > best:
            u, best = step, value
        else:
            pace /= 2
    return best + 1e-9  # climbing ends a rounding below the top
