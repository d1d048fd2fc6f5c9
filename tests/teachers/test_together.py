"""Mixtures fitted together are those that scikit-learn finds from the same beginning."""

import warnings

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from scipy.stats import multivariate_normal
from sklearn.mixture import GaussianMixture

from gradus.school import Box
from gradus.teachers import make
from gradus.teachers.mixtures import best_fit, criterion_value
from gradus.teachers.together import Groups, climb, fit_together, kmeans, spread_out

SIZES = range(2, 8)


def rows(seed, n=150, dimension=3):
    """Tasks and something like progress: zero for most, large for some, in units of their own."""
    rng = np.random.default_rng(seed)
    tasks = rng.uniform(0, [3.0, 6.0, 1.0, 1.0][: dimension - 1], (n, dimension - 1))
    change = np.where(tasks[:, 0] < 1.5, 0.0, 300 * rng.random(n))
    return np.column_stack([tasks, change])


def moments(data, shares):
    """Weights, means and covariances of one division of the rows, in plain words."""
    counts = shares.sum(axis=1)
    means = shares @ data / counts[:, None]
    gaps = data - means[:, None]
    spread = np.einsum("kn,kni,knj->kij", shares, gaps, gaps) / counts[:, None, None]
    return counts / len(data), means, spread + 1e-6 * np.eye(data.shape[1])


@pytest.mark.parametrize("dimension", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_scikit_learn_arrives_at_the_same_mixtures(seed, dimension):
    data = rows(seed, dimension=dimension)
    shares = kmeans(data, SIZES, np.random.default_rng(seed))
    parts = np.split(shares, np.cumsum(SIZES)[:-1])
    for size, part, found in zip(SIZES, parts, climb(data, SIZES, shares), strict=True):
        weights, means, covariances = moments(data, part)
        start = {"weights_init": weights, "means_init": means, "precisions_init": np.linalg.inv(covariances)}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = GaussianMixture(size, random_state=0, **start).fit(data)
        np.testing.assert_allclose(found.weights_, theirs.weights_, atol=1e-6)
        np.testing.assert_allclose(found.means_, theirs.means_, atol=1e-5)
        np.testing.assert_allclose(found.covariances_, theirs.covariances_, rtol=1e-5, atol=1e-5)
        assert found.score == pytest.approx(theirs.score(data), abs=1e-5)


def test_the_score_is_the_mean_log_density():
    data = rows(5)
    for found in fit_together(data, [2, 4], seed=1):
        parts = zip(found.weights_, found.means_, found.covariances_, strict=True)
        densities = sum(
            weight * multivariate_normal(mean, spread).pdf(data) for weight, mean, spread in parts
        )
        assert found.score == pytest.approx(np.log(densities).mean())
        assert found.weights_.sum() == pytest.approx(1)


def test_clusters_are_where_k_means_stands_still():
    """Every row belongs to the nearest middle; middles hardly move any more."""
    data = rows(2)
    for size, part in zip(
        SIZES, np.split(kmeans(data, SIZES, np.random.default_rng(0)), np.cumsum(SIZES)[:-1]), strict=True
    ):
        assert (part.sum(axis=0) == 1).all()
        middles = part @ data / part.sum(axis=1, keepdims=True)
        assert (cdist(data, middles).argmin(axis=1) == part.argmax(axis=0)).mean() > 0.97, size


def test_beginnings_lie_apart():
    data = np.concatenate([np.full((50, 2), 0.0), np.full((50, 2), 10.0), np.full((50, 2), 20.0)])
    for seed in range(20):
        chosen = spread_out(np.ascontiguousarray(data.T), 3, np.random.default_rng(seed))
        assert sorted(data[chosen, 0]) == [0.0, 10.0, 20.0]


def test_groups_by_hand():
    groups = Groups([2, 3])
    values = np.array([[1.0], [4.0], [3.0], [2.0], [9.0]])
    assert groups.owners.tolist() == [0, 0, 1, 1, 1]
    assert groups.most(values).ravel().tolist() == [4, 9] and groups.least(values).ravel().tolist() == [1, 2]
    assert groups.total(values).ravel().tolist() == [5, 14]


@pytest.mark.parametrize(
    "data",
    [
        np.zeros((150, 3)),
        np.repeat([[0.0, 1.0, 400.0], [3.0, 6.0, 0.0]], 75, axis=0),
        np.column_stack([rows(0)[:, :2], np.full(150, 7.0)]),
        rows(0) * 1e6,
        rows(0) * 1e-6,
        rows(0) + 1e6,
    ],
    ids=["one point", "two points", "no progress", "huge", "tiny", "far"],
)
def test_whatever_the_rows_a_mixture_comes_out(data):
    found = fit_together(data, range(2, 11), seed=0)
    for mixture in found:
        assert np.isfinite(mixture.means_).all() and np.isfinite(mixture.score)
        assert (np.linalg.eigvalsh(mixture.covariances_) > 0).all()


def test_as_likely_as_scikit_learns_on_the_whole():
    """Both are local optima from random beginnings: over some data neither is ahead by more than chance."""
    gaps = []
    for seed in range(12):
        data = rows(seed, n=100)
        values = [
            criterion_value(score, model.n_components, data.shape, "aic")
            for model in (
                best_fit(data, range(2, 6), seed, fits=fits) for fits in ("together", "scikit-learn")
            )
            for score in [model.score if isinstance(model.score, float) else model.score(data)]
        ]
        gaps.append(values[0] - values[1])
    assert abs(np.mean(gaps)) < 3 * np.std(gaps, ddof=1) / np.sqrt(len(gaps))


def test_more_beginnings_are_never_worse():
    data = rows(3)
    one, five = (fit_together(data, SIZES, seed=0, n_init=n) for n in (1, 5))
    assert all(b.score >= a.score for a, b in zip(one, five, strict=True))
    assert any(b.score > a.score for a, b in zip(one, five, strict=True))


def test_the_reference_fits_as_released():
    box = Box((0.0,), (1.0,))
    for name in ("alp-gmm", "covar-gmm"):
        assert make(name, box, preset="reference").settings.fits == "scikit-learn"
        assert make(name, box).settings.fits == "together"
