"""SPDL's divergences, gradients and steps beside independent calculations."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats
from scipy.optimize import NonlinearConstraint, approx_fprime, minimize

from gradus.school import Box, UserError
from gradus.teachers import make
from gradus.teachers.gaussians import (
    Gaussian,
    divergence,
    divergence_gradient_first,
    divergence_gradient_second,
)
from gradus.teachers.spdl_step import (
    Batch,
    constrained_step,
    natural_step,
    objective,
    objective_gradient,
    truncated_step,
)
from gradus.teachers.truncated import TruncatedGaussian, truncated_divergence

UNIT = Box((0.0, 0.0), (1.0, 1.0))
seeds = st.integers(0, 2**32 - 1)


def gaussian(rng, d=2):
    factor = np.tril(rng.normal(0, 0.3, (d, d)))
    np.fill_diagonal(factor, rng.uniform(0.3, 1.5, d))
    return Gaussian(rng.normal(0, 1, d), factor)


def test_divergence_by_hand():
    """In one dimension: ln(s1/s0) + (s0^2 + (m0-m1)^2) / (2 s1^2) - 1/2."""
    p, q = (
        Gaussian.diagonal(np.array([1.0]), np.array([2.0])),
        Gaussian.diagonal(np.array([4.0]), np.array([3.0])),
    )
    assert divergence(p, q) == pytest.approx(np.log(1.5) + (4 + 9) / 18 - 0.5)
    assert divergence(p, p) == 0.0


@settings(max_examples=20)
@given(seeds)
def test_gradients_against_differences(seed):
    rng = np.random.default_rng(seed)
    p, q, old = gaussian(rng), gaussian(rng), gaussian(rng)
    read = lambda v: Gaussian.from_vector(v, 2)  # noqa: E731
    vector = p.to_vector()
    assert read(vector).factor == pytest.approx(p.factor)
    first = approx_fprime(vector, lambda v: divergence(read(v), q), 1e-7)
    assert divergence_gradient_first(p, q) == pytest.approx(first, rel=1e-4, abs=1e-4)
    second = approx_fprime(vector, lambda v: divergence(q, read(v)), 1e-7)
    assert divergence_gradient_second(q, p) == pytest.approx(second, rel=1e-3, abs=1e-3)
    batch = Batch(old.mean + rng.normal(0, 0.3, (20, 2)), rng.normal(0, 1, 20), 0.7, 0.5)
    slope = approx_fprime(vector, lambda v: objective(read(v), old, q, batch), 1e-7)
    assert objective_gradient(p, old, q, batch) == pytest.approx(
        slope, rel=1e-3, abs=1e-3 * np.abs(slope).max()
    )


def test_the_fisher_information_is_the_curvature_of_the_divergence():
    p = gaussian(np.random.default_rng(3))
    vector, step = p.to_vector(), 1e-4
    size = len(vector)
    curvature = np.empty((size, size))
    for i in range(size):
        ahead, behind = (
            divergence_gradient_second(p, Gaussian.from_vector(vector + sign * step * np.eye(size)[i], 2))
            for sign in (1, -1)
        )
        curvature[i] = (ahead - behind) / (2 * step)
    assert p.fisher() == pytest.approx(curvature, abs=1e-5)


@settings(max_examples=15)
@given(seeds, st.floats(0.05, 0.8), st.floats(0.0, 5.0))
def test_the_constrained_step_stays_inside_and_never_loses(seed, trust, weight):
    rng = np.random.default_rng(seed)
    old, target = gaussian(rng), gaussian(rng)
    points = old.mean + (old.factor @ rng.standard_normal((2, 60))).T
    batch = Batch(points, rng.normal(0, 50, 60), weight, trust)
    new = constrained_step(old, target, batch)
    assert divergence(old, new) <= trust * 1.0001
    assert objective(new, old, target, batch) >= objective(old, old, target, batch) - 1e-9


def test_without_values_the_step_goes_to_the_target_as_far_as_it_may():
    """With a zero value the best step is the point of the trust region nearest to the target."""
    old = Gaussian.diagonal(np.array([0.0]), np.array([1.0]))
    target = Gaussian.diagonal(np.array([3.0]), np.array([1.0]))
    batch = Batch(np.zeros((4, 1)), np.zeros(4), 1.0, 0.5)
    new = constrained_step(old, target, batch)
    assert divergence(old, new) == pytest.approx(0.5, abs=1e-4)
    grid = [
        (divergence(candidate, target), mean, std)
        for mean in np.linspace(0, 3, 151)
        for std in np.linspace(0.3, 2, 171)
        if divergence(old, candidate := Gaussian.diagonal(np.array([mean]), np.array([std]))) <= 0.5
    ]
    best = min(grid)
    assert divergence(new, target) <= best[0] + 1e-4
    assert new.mean[0] == pytest.approx(best[1], abs=0.05)
    near = constrained_step(old, Gaussian.diagonal(np.array([0.3]), np.array([1.0])), batch)
    assert near.mean[0] == pytest.approx(0.3, abs=1e-3)


def test_the_constrained_step_agrees_with_another_solver():
    rng = np.random.default_rng(5)
    old, target = gaussian(rng), gaussian(rng)
    points = old.mean + (old.factor @ rng.standard_normal((2, 200))).T
    batch = Batch(points, 10 * points[:, 0], 2.0, 0.3)
    new = constrained_step(old, target, batch)
    read = lambda v: Gaussian.from_vector(v, 2)  # noqa: E731
    other = minimize(
        lambda v: -objective(read(v), old, target, batch),
        old.to_vector(),
        jac=lambda v: -objective_gradient(read(v), old, target, batch),
        constraints=NonlinearConstraint(lambda v: divergence(old, read(v)), -np.inf, 0.3),
        method="trust-constr",
        options={"gtol": 1e-6, "xtol": 1e-9, "maxiter": 2000},
    )
    assert objective(new, old, target, batch) == pytest.approx(-other.fun, rel=1e-3)


def test_the_natural_step_by_hand():
    """One dimension, fixed target weight: direction is the damped inverse of the Fisher matrix times the slope."""
    old = Gaussian.diagonal(np.array([0.0]), np.array([1.0]))
    target = Gaussian.diagonal(np.array([3.0]), np.array([1.0]))
    new = natural_step(old, target, Batch(np.zeros((2, 1)), np.zeros(2), 1.0, 0.1))
    # Slope (3, 0); curvature diag(1.01, 2.01); direction (3 / 1.01, 0); length sqrt(0.1 / (1.01 / 2)).
    assert new.mean[0] == pytest.approx(np.sqrt(0.1 / (0.5 * 1.01)))
    assert new.factor[0, 0] == pytest.approx(1.0)


@pytest.mark.parametrize(("mean", "std"), [(0.5, 0.2), (0.0, 0.5), (3.0, 0.3), (-1.0, 5.0)])
def test_truncated_gaussians_against_scipy(mean, std):
    low, high = np.array([0.0]), np.array([1.0])
    ours = TruncatedGaussian(np.array([mean]), np.array([std]), low, high)
    theirs = stats.truncnorm((0 - mean) / std, (1 - mean) / std, mean, std)
    assert np.array(ours.moments()).ravel() == pytest.approx([theirs.mean(), theirs.var()], rel=1e-6)
    other = TruncatedGaussian(np.array([0.4]), np.array([0.3]), low, high)
    reference = stats.truncnorm(-0.4 / 0.3, 0.6 / 0.3, 0.4, 0.3)
    integrand = lambda x: theirs.pdf(x) * (theirs.logpdf(x) - reference.logpdf(x))  # noqa: E731
    assert truncated_divergence(ours, other) == pytest.approx(
        integrate.quad(integrand, 0, 1)[0], rel=1e-5, abs=1e-8
    )
    rng = np.random.default_rng(0)
    draws = np.array([ours.sample(rng)[0] for _ in range(2000)])
    assert stats.kstest(draws, theirs.cdf).pvalue > 1e-3


def test_the_truncated_step_moves_to_a_target_outside_the_reach_of_a_plain_one():
    low, high = np.zeros(2), np.ones(2)
    now = TruncatedGaussian(np.array([0.1, 0.1]), np.array([0.1, 0.1]), low, high)
    target = TruncatedGaussian(np.array([0.9, 0.9]), np.array([0.2, 0.2]), low, high)
    batch = Batch(np.full((10, 2), 0.1), np.zeros(10), 1.0, 0.4)
    for _ in range(40):
        now = truncated_step(now, target, batch)
    assert truncated_divergence(now, target) < 0.01


def test_updates_follow_the_students_steps(tell):
    teacher = make("spdl", UNIT, 0, offset=1000, period=500)
    for count, steps in ((0, 990), (1, 20), (1, 400), (2, 100), (3, 1700)):
        tell(teacher, teacher.issue(), 1.0, steps=steps)
        assert teacher.updates == count, steps


def test_values_lead_the_distribution_and_the_target_draws_it(feed):
    follow = make("spdl", UNIT, 0, initial_mean=(0.5, 0.5), offset=0, period=500, warm_up=1000)
    follow.values(lambda tasks: np.array([100 * task[0] for task in tasks]))
    feed(follow, [0.0] * 1000)
    assert follow.distribution.mean[0] > 0.6
    drawn = make("spdl", UNIT, 0, initial_mean=(0.1, 0.1), offset=0, period=500, zeta=1.0)
    drawn.values(lambda tasks: np.ones(len(tasks)))
    feed(drawn, [10.0] * 1500)
    assert drawn.distribution.mean == pytest.approx([0.5, 0.5], abs=0.05)


def test_wrong_estimates_are_refused_and_change_nothing(tell):
    teacher = make("spdl", UNIT, 0, offset=0, period=1)
    teacher.values(lambda tasks: np.ones((2, len(tasks))))
    ticket = teacher.issue()
    before = teacher.state()
    with pytest.raises(UserError, match="one finite number for each"):
        tell(teacher, ticket, 1.0)
    with pytest.raises(UserError, match="must be a finite number, not nan"):
        tell(teacher, ticket, 1.0, discounted=float("nan"))
    assert teacher.state() == before
    with pytest.raises(UserError, match="solver must be constrained"):
        make("spdl", UNIT, truncated=True, solver="natural")


def test_a_high_level_of_values_does_not_collapse_the_distribution():
    """Equal values say nothing about tasks: only the target may pull, whatever the level of the values."""
    rng = np.random.default_rng(3)
    steps = {}
    for preset in ("repaired", "paper"):
        teacher = make("spdl", UNIT, preset=preset, offset=0, period=100, initial_mean=(0.5,) * len(UNIT.low))
        start = teacher.distribution
        points = np.array([start.sample(rng) for _ in range(30)])
        teacher._update(np.column_stack([points, np.full(30, 300.0)]))
        steps[preset] = teacher.distribution.covariance.trace() / start.covariance.trace()
    assert steps["repaired"] > 1.0 > steps["paper"]
