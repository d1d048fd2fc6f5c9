"""Every interval and test is tried on simulated data of which the truth is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from gradus.exams import statistics as s

RNG_SEED = 20170815


def coverage(draw, interval, truth, repetitions=600):
    rng = np.random.default_rng(RNG_SEED)
    hits = 0
    for i in range(repetitions):
        found = interval(draw(rng), i)
        hits += found.low <= truth <= found.high
    return hits / repetitions


def at_least(share, level, repetitions=600):
    """Not significantly below the level (three standard errors of the simulation)."""
    return share >= level - 3 * np.sqrt(level * (1 - level) / repetitions)


def test_median_interval_covers_whatever_the_distribution():
    for draw in (lambda r: r.lognormal(0, 2, 11), lambda r: r.standard_cauchy(11) + 1):
        truth = 1.0
        share = coverage(draw, lambda x, i: s.median_interval(x, 0.9), truth)
        assert at_least(share, 0.9)
        assert share < 0.99, "an interval that always covers says nothing"


def test_median_interval_of_too_few_runs_is_the_whole_line():
    found = s.median_interval([3, 1, 2], 0.9)
    assert (found.estimate, found.low, found.high) == (2, -np.inf, np.inf)


def test_median_interval_of_five_is_their_range():
    found = s.median_interval([5, 1, 2, 9, 3], 0.9)
    assert (found.low, found.high) == (1, 9)


def test_mean_interval_covers_normal_means():
    share = coverage(lambda r: r.normal(7, 3, 5), lambda x, i: s.mean_interval(x, 0.9), 7)
    assert at_least(share, 0.9)
    assert share < 0.94


def test_wilson_covers_shares():
    for p, n in ((0.5, 20), (0.1, 40), (0.97, 100)):
        share = coverage(lambda r, p=p, n=n: r.binomial(n, p), lambda k, i, n=n: s.share_interval(k, n), p)
        # Wilson's coverage swings around its level; it is the average that is right.
        assert 0.84 <= share <= 0.98


@pytest.mark.parametrize("sigma", [0.3, 1.0])
def test_bootstrap_of_a_ratio_of_medians_covers_with_five_runs(sigma):
    def draw(rng):
        return rng.lognormal(np.log(300), sigma, 5), rng.lognormal(np.log(600), sigma, 5)

    share = coverage(draw, lambda groups, i: s.median_ratio(*groups, seed=i), 0.5)
    assert at_least(share, 0.9)
    assert share < 0.995


def test_bootstrap_of_means_covers_with_ten_runs():
    share = coverage(
        lambda r: r.normal(2, 1, 10),
        lambda x, i: s.bootstrap((x,), lambda a: a.mean(axis=-1), i, resamples=600),
        2,
    )
    assert at_least(share, 0.87)  # the percentile bootstrap of ten is a little short of its 0.9
    assert share < 0.94


def test_interquartile_mean_drops_the_outer_quarters():
    assert s.interquartile_mean([0, 1, 2, 1000]) == 1.5


def test_interquartile_interval_covers():
    truth = s.interquartile_mean(np.random.default_rng(1).normal(0, 1, 400_000))
    share = coverage(
        lambda r: r.normal(0, 1, (4, 8)), lambda x, i: s.interquartile_interval(x, i), truth, 200
    )
    assert at_least(share, 0.87, 200)


def test_probability_of_improvement():
    assert s.probability_of_improvement([[1, 2]], [[3, 4]]) == 1
    assert s.probability_of_improvement([[1, 1]], [[1, 1]]) == 0.5
    assert s.probability_of_improvement([[1, 5], [1, 5]], [[3, 3], [3, 3]]) == 0.5


def test_improvement_interval_covers():
    truth = stats.norm.cdf(1 / np.sqrt(2))

    def draw(rng):
        return rng.normal(0, 1, (3, 8)), rng.normal(1, 1, (3, 8))

    share = coverage(draw, lambda groups, i: s.improvement_interval(*groups, seed=i), truth, 150)
    assert at_least(share, 0.87, 150)


def test_welch_interval_covers_with_unequal_variances():
    def draw(rng):
        return rng.normal(5, 1, 5), rng.normal(3, 4, 8)

    share = coverage(draw, lambda groups, i: s.welch(*groups), 2)
    assert at_least(share, 0.9)
    assert share < 0.95


def test_spread_is_the_published_recipe():
    ratios = s.all_ratios([2, 4, 6, 8, 10], [1, 2, 3, 4, 5])
    assert ratios.size == 25
    found = s.spread(ratios)
    assert found.estimate == np.median(ratios)
    assert found.low == pytest.approx(np.percentile(ratios, 5))
    assert found.high == pytest.approx(np.percentile(ratios, 95))


def test_ratios_bear_infinite_and_zero_steps():
    found = s.all_ratios([np.inf, 2, 0], [np.inf, 0])
    assert np.isnan(found[0]), "two tasks not passed tell nothing"
    assert list(found[1:]) == [np.inf, 0, np.inf, 0, 1]
    assert s.spread([np.nan, 3.0]).estimate == 3
    assert s.spread([np.nan]).n == 0
    assert s.spread([1, 2, np.inf]).estimate == 2
    assert s.spread([1, 2, np.inf]).high == np.inf


def test_permutation_test_of_five_against_five_is_exact():
    test = s.permutation_test([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    assert test.p == pytest.approx(1 / 252)
    assert s.permutation_test([6, 7, 8, 9, 10], [1, 2, 3, 4, 5]).p == 1
    two = s.permutation_test([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], alternative="two-sided")
    assert two.p == pytest.approx(2 / 252)


def test_permutation_test_agrees_with_mann_whitney():
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=6), rng.normal(0.5, 1, size=5)
    expected = stats.mannwhitneyu(a, b, alternative="less", method="exact").pvalue
    assert s.permutation_test(a, b).p == pytest.approx(expected)


def test_permutation_test_of_many_runs_is_drawn_and_seeded():
    rng = np.random.default_rng(4)
    a, b = rng.normal(size=15), rng.normal(1, 1, size=15)
    assert s.permutation_test(a, b, seed=1).p == s.permutation_test(a, b, seed=1).p
    exact = stats.mannwhitneyu(a, b, alternative="less").pvalue
    assert s.permutation_test(a, b, seed=1).p == pytest.approx(exact, abs=0.01)


@pytest.mark.parametrize("within", [0.0, 0.8])
def test_stratified_test_keeps_its_level_when_only_one_side_walks(within):
    """Continuous runs carry luck from task to task, separate runs do not: still at most five false alarms in 100."""
    rng = np.random.default_rng(5)
    alarms = 0
    for _ in range(1500):
        luck = rng.normal(0, np.sqrt(within), (1, 5))
        walk = luck + rng.normal(0, np.sqrt(1 - within), (12, 5))
        apart = rng.normal(0, 1, (12, 5))
        alarms += s.permutation_test(walk, apart).p <= 0.05
    assert alarms / 1500 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 1500)


def test_stratified_test_finds_what_no_single_task_shows():
    rng = np.random.default_rng(6)
    found = singles = 0
    for _ in range(100):
        ours, theirs = rng.normal(-0.7, 1, (12, 5)), rng.normal(0, 1, (12, 5))
        found += s.permutation_test(ours, theirs).p <= 0.05
        one_by_one = [s.permutation_test(a, b).p for a, b in zip(ours, theirs, strict=True)]
        singles += min(s.holm(one_by_one)) <= 0.05
    assert found > 90
    assert singles < 30


def test_holm():
    assert s.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert s.holm([]) == []


def test_holm_keeps_the_family_level():
    rng = np.random.default_rng(7)
    alarms = sum(min(s.holm(list(rng.uniform(size=10)))) <= 0.05 for _ in range(2000))
    assert alarms / 2000 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 2000)


def test_equivalence():
    rng = np.random.default_rng(8)
    same = rng.lognormal(5, 0.1, 10), rng.lognormal(5, 0.1, 10)
    assert s.equivalence(*same).p < 0.01
    apart = rng.lognormal(5, 0.1, 10), rng.lognormal(6, 0.1, 10)
    assert s.equivalence(*apart).p > 0.5
    assert s.equivalence([3, 3], [3, 3]).p == 0.0
    assert s.equivalence([3, 3], [6, 6]).p == 1.0


def test_equivalence_keeps_its_level_at_the_margin():
    rng = np.random.default_rng(9)
    alarms = 0
    for _ in range(800):
        a = rng.lognormal(np.log(1.5), 0.2, 6)
        alarms += s.equivalence(a, rng.lognormal(0, 0.2, 6), 1.5).p <= 0.05
    assert alarms / 800 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 800)


def test_an_interval_keeps_to_what_is_possible():
    found = s.mean_interval([10, 200]).within(0, 150)
    assert (found.low, found.high) == (0, 150)
    assert s.mean_interval([10]).within(0).to_json()["low"] is None
