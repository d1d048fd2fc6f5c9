"""Mixtures of several numbers of Gaussians, fitted to the same rows all at once.

The algorithm is scikit-learn's: k-means, then expectation and maximisation until the mean log-likelihood changes by
less than ``TOLERANCE``, full covariances with ``RIDGE`` added to their diagonals. Its classes fit one mixture after the
other, and for some hundred rows nearly all of their time goes into calls. Here the Gaussians of all mixtures are the
rows of the same arrays: the log-density of a Gaussian is linear in products of coordinates, so that a step for all of
them is two products of matrices. From the same beginning both arrive at the same mixture, which is tested.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gradus.school import generator

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

TOLERANCE, STEPS = 1e-3, 100
"""Change of the mean log-likelihood at which a fit ends, and how many steps it may take."""
RIDGE = 1e-6
"""Added to the variances."""
LEAST = 1e-11
"""The least that is added, relative to the variance of all rows: what rounding could take away, and more."""
SHIFT, ROUNDS = 1e-4, 300
"""Movement of the centres, relative to the variance, at which k-means ends; its most rounds."""


@dataclass(frozen=True)
class Fitted:
    """A fitted mixture; its parts are named as scikit-learn names them."""

    weights_: Array
    means_: Array
    covariances_: Array
    score: float
    """The mean log-likelihood of the rows."""

    @property
    def n_components(self) -> int:
        """How many Gaussians it has."""
        return len(self.weights_)


class Groups:
    """Which Gaussian belongs to which mixture: those of one mixture follow each other."""

    def __init__(self, sizes: Sequence[int]) -> None:
        counts = np.array(sizes, dtype=np.int64)
        self.owners: Ints = np.repeat(np.arange(len(counts)), counts)
        """For each Gaussian, the place of its mixture."""
        self._members = (np.arange(len(counts))[:, None] == self.owners).astype(float)
        # One column per mixture; those with fewer Gaussians name their first again, which no extreme minds.
        steps = np.arange(counts.max())[:, None]
        self._places = np.cumsum(counts) - counts + np.where(steps < counts, steps, 0)

    def most(self, values: Array) -> Array:
        """The largest value of each mixture, for its Gaussians along the first axis."""
        return np.asarray(values[self._places].max(axis=0))

    def least(self, values: Array) -> Array:
        """The smallest."""
        return np.asarray(values[self._places].min(axis=0))

    def total(self, values: Array) -> Array:
        """The sum."""
        return np.asarray(self._members @ values)


def fit_together(rows: Array, sizes: Sequence[int], seed: int, n_init: int = 1) -> list[Fitted]:
    """A mixture of each size; of several beginnings, the likeliest."""
    rng = generator(seed, "mixtures")
    best: list[Fitted] = []
    for _ in range(n_init):
        found = climb(rows, sizes, kmeans(rows, sizes, rng))
        best = [max(pair, key=lambda fit: fit.score) for pair in zip(best or found, found, strict=True)]
    return best


def kmeans(rows: Array, sizes: Sequence[int], rng: np.random.Generator) -> Array:
    """Clusters of each size: one row per cluster, 1 where a row of the data belongs to it, shared where several are.

    All sizes begin with the first of the same centres, which are drawn as k-means++ draws them.
    """
    groups, columns = Groups(sizes), np.ascontiguousarray(rows.T)
    first = spread_out(columns, max(sizes), rng)
    centres = rows[np.concatenate([first[:size] for size in sizes])]
    still = SHIFT * float(rows.var(axis=0).mean())
    for _ in range(ROUNDS):
        belongs = _nearest(centres, columns, groups)
        counts = belongs.sum(axis=1)
        moved = np.where(counts[:, None] > 0, belongs @ rows / np.maximum(counts, 1)[:, None], centres)
        shifts = groups.total(((moved - centres) ** 2).sum(axis=1))
        centres = moved
        if (shifts <= still).all():
            break
    belongs = _nearest(centres, columns, groups)
    return np.asarray(belongs / groups.total(belongs)[groups.owners])


def _nearest(centres: Array, columns: Array, groups: Groups) -> Array:
    """1 where a centre is the nearest of its group, else 0."""
    distances = (-2 * centres) @ columns + (centres**2).sum(axis=1)[:, None]
    return (distances == groups.least(distances)[groups.owners]).astype(float)


def spread_out(columns: Array, count: int, rng: np.random.Generator) -> Ints:
    """Rows far from each other: each the best of some drawn in proportion to their squared distance from the others."""
    tries = 2 + int(math.log(count))
    n = columns.shape[1]
    chosen = np.empty(count, dtype=np.int64)
    chosen[0] = rng.integers(n)
    gaps = ((columns - columns[:, chosen[:1]]) ** 2).sum(axis=0)
    for i in range(1, count):
        sums = np.cumsum(gaps)
        drawn = np.minimum(np.searchsorted(sums, rng.random(tries) * sums[-1]), n - 1)
        squares = ((columns[:, None, :] - columns[:, drawn][:, :, None]) ** 2).sum(axis=0)
        closer = np.minimum(squares, gaps)
        best = int(closer.sum(axis=1).argmin())
        chosen[i], gaps = drawn[best], closer[best]
    return chosen


def climb(rows: Array, sizes: Sequence[int], shares: Array) -> list[Fitted]:
    """Mixtures from a first division of the rows: ``shares`` has a row for each Gaussian, mixture by mixture."""
    work = _Climb(rows)
    sizes, left = list(sizes), np.arange(len(sizes))
    found: dict[int, Fitted] = {}
    before, ending = np.full(len(left), -np.inf), np.zeros(len(left), dtype=bool)
    groups = Groups(sizes)
    for step in range(1, STEPS + 2):
        work.maximise(shares)
        shares, scores = work.expect(groups)
        if ending.any():
            for place in np.flatnonzero(ending):
                found[int(left[place])] = work.fitted(groups.owners == place, float(scores[place]))
            stay = ~ending
            left, shares, scores, before = left[stay], shares[stay[groups.owners]], scores[stay], before[stay]
            if not len(left):
                break
            groups = Groups([sizes[i] for i in left])
        # As in scikit-learn, the step after which the likelihood stood still is followed by another maximisation.
        ending = np.abs(scores - before) < (TOLERANCE if step < STEPS else np.inf)
        before = scores
    return [found[i] for i in range(len(sizes))]


class _Climb:
    """Expectation and maximisation of all Gaussians at once, on rows scaled to mean 0 and variance 1."""

    def __init__(self, rows: Array) -> None:
        n, d = rows.shape
        self.middle, self.scale = rows.mean(axis=0), rows.std(axis=0)
        self.scale[self.scale == 0] = 1.0
        z = (rows - self.middle) / self.scale
        self.i, self.j = np.tril_indices(d)
        self.products = np.column_stack([np.ones(n), z, z[:, self.i] * z[:, self.j]])
        self.columns = np.ascontiguousarray(self.products.T)
        self.ridge = np.where(self.i == self.j, np.maximum(RIDGE / self.scale**2, LEAST)[self.i], 0.0)
        self.twice = np.where(self.i == self.j, -0.5, -1.0)
        self.constant = -0.5 * d * math.log(2 * math.pi) - float(np.log(self.scale).sum())

    def maximise(self, shares: Array) -> None:
        """The likeliest Gaussians of these shares of the rows."""
        n, d = len(self.products), len(self.scale)
        sums = shares @ self.products
        sums[:, 0] += 10 * np.finfo(float).eps
        self.weights = sums[:, 0] / n
        sums /= sums[:, :1]
        self.means = sums[:, 1 : d + 1]
        spreads = sums[:, d + 1 :] - self.means[:, self.i] * self.means[:, self.j] + self.ridge
        self.covariances = np.empty((len(sums), d, d))
        self.covariances[:, self.i, self.j] = self.covariances[:, self.j, self.i] = spreads

    def expect(self, groups: Groups) -> tuple[Array, Array]:
        """Each Gaussian's share of every row within its mixture, and the mixtures' mean log-likelihoods."""
        logs = self._densities() @ self.columns
        top = groups.most(logs)
        logs -= top[groups.owners]
        odds = np.exp(logs, out=logs)
        sums = groups.total(odds)
        odds /= sums[groups.owners]
        return odds, (top + np.log(sums)).mean(axis=1)

    def _densities(self) -> Array:
        """Weighted log-densities as coefficients of the products, one row per Gaussian."""
        d, means = len(self.scale), self.means.T
        turned = _inverse(np.ascontiguousarray(np.linalg.cholesky(self.covariances).T).swapaxes(0, 1))
        precisions = (turned[:, :, None] * turned[:, None]).sum(axis=0)
        pull = (precisions * means).sum(axis=1)
        found = np.empty((len(self.weights), self.products.shape[1]))
        heights = np.log(turned[range(d), range(d)]).sum(axis=0) - 0.5 * (pull * means).sum(axis=0)
        found[:, 0] = np.log(self.weights) + heights + self.constant
        found[:, 1 : d + 1] = pull.T
        found[:, d + 1 :] = precisions[self.i, self.j].T * self.twice
        return found

    def fitted(self, which: NDArray[np.bool_], score: float) -> Fitted:
        """One of the mixtures, in the units of the rows."""
        means = self.middle + self.scale * self.means[which]
        covariances = self.covariances[which] * self.scale[:, None] * self.scale
        return Fitted(self.weights[which], means, covariances, score)


def _inverse(factors: Array) -> Array:
    """The inverses of lower triangular matrices, which lie along the last axis."""
    found = np.zeros_like(factors)
    for i in range(len(factors)):
        found[i, i] = 1 / factors[i, i]
        found[i, :i] = -found[i, i] * (factors[i, :i, None] * found[:i, :i]).sum(axis=0)
    return found
