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
from functools import lru_cache

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
NONE = 10 * float(np.finfo(float).eps)
"""Added to the count of a Gaussian's rows, which may be none."""
FAR = -600.0
"""Log-odds of a row that count as none: beyond, exponentials leave the numbers that are fast."""
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
        self._ends = np.cumsum(counts)
        self._places = self._ends - counts + np.where(steps < counts, steps, 0)

    def part(self, place: int) -> slice:
        """The Gaussians of a mixture."""
        return slice(int(self._ends[place - 1]) if place else 0, int(self._ends[place]))

    def most(self, values: Array) -> Array:
        """The largest value of each mixture, for its Gaussians along the first axis."""
        return np.asarray(np.maximum.reduce(values[self._places]))

    def least(self, values: Array) -> Array:
        """The smallest."""
        return np.asarray(np.minimum.reduce(values[self._places]))

    def total(self, values: Array) -> Array:
        """The sum."""
        return np.asarray(self._members @ values)


@lru_cache(maxsize=512)
def grouped(sizes: tuple[int, ...]) -> Groups:
    """The groups of these sizes; the same ones come again and again, as mixtures end in one order or another."""
    return Groups(sizes)


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
    groups = grouped(tuple(sizes))
    columns, counted = np.ascontiguousarray(rows.T), np.column_stack([rows, np.ones(len(rows))])
    first = spread_out(columns, max(sizes), rng)
    centres = rows[np.concatenate([first[:size] for size in sizes])]
    still = SHIFT * float(rows.var(axis=0).mean())
    for _ in range(ROUNDS):
        sums = _nearest(centres, columns, groups) @ counted
        counts = sums[:, -1:]
        moved = np.where(counts > 0, sums[:, :-1] / np.maximum(counts, 1), centres)
        shifts = groups.total(np.square(moved - centres)).sum(axis=1)
        centres = moved
        if (shifts <= still).all():
            break
    belongs = _nearest(centres, columns, groups)
    return np.asarray(belongs / groups.total(belongs)[groups.owners])


def _nearest(centres: Array, columns: Array, groups: Groups) -> Array:
    """1 where a centre is the nearest of its group, else 0."""
    # Squared distances but for the squares of the rows, which are the same for all centres.
    distances = (-2 * centres) @ columns
    distances += np.square(centres).sum(axis=1)[:, None]
    return (distances == groups.least(distances)[groups.owners]).astype(float)


def spread_out(columns: Array, count: int, rng: np.random.Generator) -> Ints:
    """Rows far from each other: each the best of some drawn in proportion to their squared distance from the others."""
    tries = 2 + int(math.log(count))
    n = columns.shape[1]
    chosen = np.empty(count, dtype=np.int64)
    chosen[0] = rng.integers(n)
    gaps = np.square(columns - columns[:, chosen[:1]]).sum(axis=0)
    shares = rng.random((count - 1, tries))
    for i in range(1, count):
        sums = gaps.cumsum()
        drawn = np.minimum(sums.searchsorted(shares[i - 1] * sums[-1]), n - 1)
        squares = np.square(columns[:, None] - columns[:, drawn, None]).sum(axis=0)
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
    groups = grouped(tuple(sizes))
    for step in range(1, STEPS + 2):
        work.maximise(shares)
        shares, scores = work.expect(groups)
        if ending.any():
            for place in np.flatnonzero(ending).tolist():
                found[int(left[place])] = work.fitted(groups.part(place), float(scores[place]))
            stay = ~ending
            left, shares, scores, before = left[stay], shares[stay[groups.owners]], scores[stay], before[stay]
            if not len(left):
                break
            groups = grouped(tuple(sizes[i] for i in left))
        # As in scikit-learn, the step after which the likelihood stood still is followed by another maximisation.
        ending = np.abs(scores - before) < (TOLERANCE if step < STEPS else np.inf)
        before = scores
    return [found[i] for i in range(len(sizes))]


class _Climb:
    """Expectation and maximisation of all Gaussians at once, on rows scaled to mean 0 and variance 1.

    A row z counts as (1, z), and what is summed of it are the products of all pairs of these: a Gaussian's weight, mean
    and covariance follow from the sums, and its log-density is linear in the same products. Arrays have one entry
    per Gaussian along their last axis.
    """

    def __init__(self, rows: Array) -> None:
        n, d = rows.shape
        self.middle, self.scale = rows.mean(axis=0), rows.std(axis=0)
        self.scale[self.scale == 0] = 1.0
        self.width = d + 1
        ones = np.vstack([np.ones(n), ((rows - self.middle) / self.scale).T])
        self.products = (ones[:, None] * ones).reshape(-1, n)
        self.ridge = np.maximum(RIDGE / self.scale**2, LEAST)[:, None]
        self.constant = 0.5 - 0.5 * d * math.log(2 * math.pi) - float(np.log(self.scale).sum())

    def maximise(self, shares: Array) -> None:
        """The likeliest Gaussians of these shares of the rows."""
        sums = self.products @ shares.T
        counts = sums[0] + NONE
        sums /= counts
        self.weights = counts / self.products.shape[1]
        self.moments = sums.reshape(self.width, self.width, -1)
        self.means, self.covariances = self.moments[0, 1:], self.moments[1:, 1:]
        self.covariances -= self.means[:, None] * self.means
        sums[self.width + 1 :: self.width + 1] += self.ridge  # on the diagonals

    def expect(self, groups: Groups) -> tuple[Array, Array]:
        """Each Gaussian's share of every row within its mixture, and the mixtures' mean log-likelihoods."""
        logs = self._densities().T @ self.products
        top = groups.most(logs)
        logs -= top[groups.owners]
        odds = np.exp(np.maximum(logs, FAR, out=logs), out=logs)
        sums = groups.total(odds)
        odds /= sums[groups.owners]
        return odds, np.add.reduce(top + np.log(sums), axis=1) / len(top[0])

    def _densities(self) -> Array:
        """Weighted log-densities as coefficients of the products, one column per Gaussian.

        Minus half of the inverse of the matrix of mean products of (1, z) holds them, and its determinant is that of
        the covariance. It is inverted in place, pivot by pivot; means and covariances are what the first pivot, the 1,
        leaves behind.
        """
        swept = self.moments.copy()
        swept[0, 0] = -1.0
        heights = np.log(self.weights) + self.constant
        for k in range(1, self.width):
            pivot = swept[k, k].copy()
            row = swept[k] / pivot
            swept -= swept[k][:, None] * row
            swept[k] = swept[:, k] = row
            swept[k, k] = -1 / pivot
            heights -= 0.5 * np.log(pivot)
        found = swept.reshape(len(self.products), -1)
        found *= 0.5
        found[0] += heights
        return found

    def fitted(self, part: slice, score: float) -> Fitted:
        """One of the mixtures, in the units of the rows."""
        means = self.middle + self.scale * self.means[:, part].T
        covariances = self.covariances[..., part].T * self.scale[:, None] * self.scale
        return Fitted(self.weights[part], means, covariances, score)
