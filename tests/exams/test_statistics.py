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


@pytest.mark.parametrize("runs", [(3, 3), (5, 5), (5, 10)])
@pytest.mark.parametrize("sigma", [0.3, 1.0])
def test_the_exact_interval_of_a_factor_covers(runs, sigma):
    def draw(rng):
        return rng.lognormal(np.log(300), sigma, runs[0]), rng.lognormal(np.log(600), sigma, runs[1])

    share = coverage(draw, lambda groups, i: s.ratio_interval(*groups), 0.5)
    assert at_least(share, 0.9)
    assert share < 0.95


def test_the_exact_interval_lies_between_two_of_the_ordered_ratios():
    ours, theirs = [3, 5, 8, 13, 21], [4, 6, 9, 14, 30]
    found = s.ratio_interval(ours, theirs)
    ordered = np.sort(s.all_ratios(ours, theirs))
    assert (found.low, found.high) == (ordered[4], ordered[20])
    assert found.estimate == np.median(ordered)
    assert found.note == ""


def test_the_exact_interval_holds_what_the_rank_test_does_not_reject():
    rng = np.random.default_rng(2)
    ours, theirs = rng.lognormal(0, 1, 6), rng.lognormal(0.5, 1, 7)
    found = s.ratio_interval(ours, theirs)
    for end, alternative in ((found.low, "greater"), (found.high, "less")):
        for factor, rejected in ((end * 0.999, end == found.low), (end * 1.001, end == found.high)):
            p = s.permutation_test(ours, factor * theirs, alternative=alternative).p
            assert (p <= 0.05) == rejected


@pytest.mark.parametrize(("ours", "theirs"), [([1], [2, 3, 4, 5]), ([1, 2], [3, 4]), ([1, 2, 3], [4, 5])])
def test_below_three_against_three_there_is_no_interval_and_a_reason(ours, theirs):
    found = s.ratio_interval(ours, theirs)
    assert (found.low, found.high) == (-np.inf, np.inf)
    assert found.to_json()["note"].startswith("no interval: it needs at least 3 against 3 runs")
    assert "4 against 4" in s.ratio_interval([1, 2, 3], [4, 5, 6], 0.95).note


def test_an_unknown_ratio_might_be_anything():
    assert s.ratio_interval([1, 2, 3], [np.nan, 5, 6]).low == -np.inf
    some = s.ratio_interval([1, 2, 3, 4, np.inf], [5, 6, 7, 8, np.inf])
    known = np.sort([a / b for a in (1, 2, 3, 4) for b in (5, 6, 7, 8)])
    assert some.low == np.sort([0.0] * 5 + list(known))[4], (
        "one unknown, four impossible ones, then the known"
    )
    assert some.high == np.inf


def test_pairs_agree_with_wilcoxon():
    values = np.random.default_rng(12).normal(0.4, 1, 9)
    expected = stats.wilcoxon(values, alternative="greater", method="exact").pvalue
    assert s.paired_test(values).p == pytest.approx(expected)
    assert s.paired_test([0.0, 0.0]).p == 1
    assert s.paired_test([np.inf, np.inf, 1, 2, 3]).p == 1 / 32
    assert s.paired_test([-1, 1]).p == 0.75, "equal differences share their rank"


def test_the_interval_of_pairs_covers_and_says_when_there_are_too_few():
    def draw(rng):
        luck = rng.lognormal(0, 2, 7)
        return 1.5 * luck * rng.lognormal(0, 0.3, 7) / (luck * rng.lognormal(0, 0.3, 7))

    share = coverage(draw, lambda ratios, i: s.paired_interval(ratios), 1.5)
    assert at_least(share, 0.9)
    assert share < 0.95
    few = s.paired_interval([1, 2, 3])
    assert few.note == "no interval: it needs at least 5 runs, not 3"
    five = s.paired_interval([1, 2, 3, 4, 5])
    assert (five.low, five.high) == (1, 5)


def test_how_often_a_null_exam_speaks_all_the_same():
    assert s.attained_error(5, 5, 0.05) == pytest.approx(12 / 252)
    assert s.attained_error(3, 3, 0.05) == pytest.approx(1 / 20)
    assert s.attained_error(2, 2, 0.05) == 0
    assert s.attained_paired_error(5, 0.05) == pytest.approx(1 / 32)
    assert s.attained_paired_error(4, 0.05) == 0


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

    share = coverage(draw, lambda groups, i: s.improvement_interval(groups[0], groups[1], seed=i), truth, 150)
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


@pytest.mark.parametrize("walks", [5, 7])
def test_more_runs_on_one_side_are_folded_and_keep_the_level(walks):
    """Twice as many runs of single tasks as walks with luck of their own: unfolded, the test errs in 8 of 100."""
    rng = np.random.default_rng(15)
    alarms = 0
    for _ in range(1000):
        luck = rng.normal(0, np.sqrt(0.8), (1, walks))
        walk = luck + rng.normal(0, np.sqrt(0.2), (12, walks))
        alarms += s.permutation_test(walk, rng.normal(0, 1, (12, 2 * walks))).p <= 0.05
    assert alarms / 1000 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 1000)
    with pytest.raises(ValueError, match="a multiple of the other's runs"):
        s.permutation_test(np.ones((2, 5)), np.ones((2, 8)))


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
