"""ALP-GMM and Covar-GMM beside independent calculations."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import cdist
from scipy.stats import multivariate_normal
from sklearn.mixture import GaussianMixture

from gradus.kits.teacher import PracticeStudent
from gradus.school import Box, Outcome, Ticket, UserError
from gradus.teachers import make
from gradus.teachers.history import BLOCK, FLUSH, History, TwoTrees
from gradus.teachers.mixtures import best_fit, criterion_value

UNIT = Box((0.0, 0.0), (1.0, 1.0))


@settings(max_examples=25)
@given(st.integers(1, 3), st.integers(1, 3 * BLOCK + 40), st.integers(0, 2**32 - 1))
def test_the_nearest_earlier_task_is_found_by_brute_force_too(dimension, length, seed):
    rng = np.random.default_rng(seed)
    points, rewards = rng.random((length, dimension)), rng.random(length)
    history = History(dimension)
    for point, reward in zip(points, rewards, strict=True):
        history.add(point, reward)
    restored = History.from_json(json.loads(json.dumps(history.to_json())), dimension)
    for query in rng.random((5, dimension)):
        nearest = rewards[np.argmin(cdist(query[None], points))]
        assert history.nearest(query) == restored.nearest(query) == nearest


def test_a_repeated_task_is_compared_with_its_latest_return():
    history = History(1)
    for reward in range(BLOCK + 5):
        history.add(np.array([0.5]), float(reward))
    assert history.nearest(np.array([0.5])) == BLOCK + 4


def test_the_reference_prefers_the_older_tree_as_the_released_code_does():
    """With equal distances the tree of flushed entries wins over the buffer of the latest 500."""
    old, new = TwoTrees(1), History(1)
    for history in (old, new):
        for reward in range(FLUSH + 5):
            history.add(np.array([0.5 if reward in (0, FLUSH + 2) else 9.0 + reward]), float(reward))
    assert old.nearest(np.array([0.5])) == 0.0
    assert new.nearest(np.array([0.5])) == FLUSH + 2.0
    assert old.nearest(np.array([1e6])) == new.nearest(np.array([1e6])) == FLUSH + 4.0
    assert make("alp-gmm", UNIT, preset="reference").settings.ties == "old"
    assert isinstance(make("alp-gmm", UNIT, preset="reference").history, TwoTrees)


@pytest.mark.parametrize("length", [1, FLUSH, FLUSH + 1, 2 * FLUSH + 7])
def test_two_trees_find_the_nearest_and_come_back(length):
    rng = np.random.default_rng(length)
    history, points = TwoTrees(2), rng.random((length, 2))
    for place, point in enumerate(points):
        history.add(point, float(place))
    restored = TwoTrees.from_json(json.loads(json.dumps(history.to_json())), 2)
    for query in rng.random((5, 2)):
        assert history.nearest(query) == restored.nearest(query) == np.argmin(cdist(query[None], points))


@pytest.mark.parametrize("name", ["alp-gmm", "covar-gmm"])
@pytest.mark.parametrize("preset", ["paper", "reference"])
def test_batches_longer_than_a_window_end_where_one_by_one_ends(name, preset):
    """A large batch leaves out fits that nobody would use, and their rows; what it remembers is all the same."""
    one, many = (
        make(name, UNIT, seed=3, preset=preset, fit_every=30, max_k=4, uniform_share=0.3) for _ in range(2)
    )
    student, other = PracticeStudent(), PracticeStudent()
    for size in (7, 23, 30, 31, 60, 89, 1, 150, 300, 29, 500):
        tickets = [one.issue() for _ in range(size)]
        assert many.issue_many(size) == tickets, size
        for ticket in tickets:
            one.observe(student(ticket))
        many.observe_many([other(ticket) for ticket in tickets])
        assert one.state() == many.state(), size


@pytest.mark.parametrize("kind", [History, TwoTrees])
def test_a_history_extended_is_the_one_added_to(kind):
    rng = np.random.default_rng(0)
    points, rewards = np.round(rng.random((1700, 2)), 1), np.arange(1700.0)  # a grid: full of ties
    single, extended, done = kind(2), kind(2), 0
    for size in (1, BLOCK - 1, 3, BLOCK, 3 * BLOCK + 17, 5):
        part = slice(done, done + size)
        for point, reward in zip(points[part], rewards[part], strict=True):
            single.add(point, reward)
        extended.extend(points[part], rewards[part])
        done += size
        for query in points[-20:]:
            assert extended.nearest(query) == single.nearest(query), done


def test_progress_by_hand():
    """Six tasks give no progress yet; the seventh is compared with its nearest neighbour."""
    teacher = make("alp-gmm", Box((0.0,), (10.0,)))
    at = lambda x: np.array([float(x)])  # noqa: E731
    outcome = lambda reward: Outcome(Ticket((0.0,), 0, 0, 0), 1, reward, False, "failed")  # noqa: E731
    rows = [teacher.row(at(x), outcome(float(10 * x)), x) for x in range(6)]
    assert [row[1] for row in rows] == [0.0] * 6
    assert teacher.row(at(4.4), outcome(100.0), 6) == [4.4, 60.0]  # nearest: task 4 with return 40
    assert teacher.row(at(4.5), outcome(90.0), 7) == [4.5, 10.0]  # nearest: the one just before


def test_a_static_border_looks_like_progress():
    """Nothing is learnt here: tasks below 5 give 300 and others -100, for ever."""
    teacher = make("alp-gmm", Box((0.0,), (10.0,)))
    outcome = lambda x: Outcome(Ticket((0.0,), 0, 0, 0), 1, 300.0 if x < 5 else -100.0, False, "failed")  # noqa: E731
    rows = [
        teacher.row(np.array([x]), outcome(x), 0) for x in (0.5, 1.5, 2.5, 3.5, 4.9, 9.0, 8.0, 1.0, 5.1, 4.0)
    ]
    assert [row[1] for row in rows[6:]] == [0.0, 0.0, 400.0, 0.0]


def test_the_criterion_is_the_textbook_one():
    rng = np.random.default_rng(0)
    data = np.concatenate([rng.normal(0, 1, (80, 2)), rng.normal(8, 1, (80, 2))])
    model = GaussianMixture(2, random_state=0).fit(data)
    densities = sum(
        w * multivariate_normal(m, c).pdf(data)
        for w, m, c in zip(model.weights_, model.means_, model.covariances_, strict=True)
    )
    likelihood = np.log(densities).sum()
    parameters = 2 * 3 + 2 * 2 + 1
    assert criterion_value(likelihood / 160, 2, data.shape, "aic") == pytest.approx(
        2 * parameters - 2 * likelihood
    )
    assert criterion_value(likelihood / 160, 2, data.shape, "bic") == pytest.approx(
        np.log(160) * parameters - 2 * likelihood
    )
    extra = 2 * parameters * (parameters + 1) / (160 - parameters - 1)
    assert model.score(data) == pytest.approx(likelihood / 160)
    assert criterion_value(likelihood / 160, 2, data.shape, "aicc") == pytest.approx(
        2 * parameters - 2 * likelihood + extra
    )


@pytest.mark.parametrize("fits", ["together", "scikit-learn"])
@pytest.mark.parametrize("groups", [2, 3, 4])
def test_the_number_of_gaussians_is_that_of_the_groups(groups, fits):
    rng = np.random.default_rng(groups)
    data = np.concatenate([rng.normal(20 * i, 1, (60, 2)) for i in range(groups)])
    assert best_fit(data, range(2, 6), 0, "bic", fits=fits).n_components == groups


def train(name, space, progress, episodes=300, **settings):
    """Teach a student whose return grows with the episode only where ``progress`` says so."""
    teacher = make(name, space, 0, **settings)
    for episode in range(episodes):
        ticket = teacher.issue()
        reward = float(episode) if progress(ticket.task) else 0.0
        teacher.observe(Outcome(ticket, 1, reward, False, "failed"))
    return teacher


@pytest.mark.parametrize("name", ["alp-gmm", "covar-gmm"])
def test_tasks_are_drawn_where_progress_is(name):
    settings = {"fit_every": 100, "max_k": 4, "uniform_share": 0.1}
    teacher = train(name, UNIT, lambda task: task[0] > 0.7, **settings)
    drawn = np.array(teacher.preview(400))
    assert (drawn[:, 0] > 0.6).mean() > 0.75


def test_bootstrap_is_uniform_or_the_experts():
    plain = np.array([make("alp-gmm", UNIT, seed).issue().task for seed in range(300)])
    assert plain.std(axis=0) == pytest.approx([0.29, 0.29], abs=0.03)
    expert = {"initial_mean": (0.5, 0.5), "initial_std": (0.01, 0.02)}
    close = np.array([make("alp-gmm", UNIT, seed, **expert).issue().task for seed in range(300)])
    assert close.std(axis=0) == pytest.approx([0.01, 0.02], rel=0.15)


def test_covar_measures_by_hand():
    """Time and return of the only component are perfectly related: the covariance is that of the data."""
    for measure, sign, expected in (
        ("absolute", 1, 1),
        ("absolute", -1, 1),
        ("positive", 1, 1),
        ("positive", -1, 0),
    ):
        settings = {"fit_every": 20, "min_k": 1, "max_k": 1, "measure": measure}
        teacher = make("covar-gmm", UNIT, 0, **settings)
        for episode in range(20):
            ticket = teacher.issue()
            teacher.observe(Outcome(ticket, 1, sign * 3.0 * episode, False, "failed"))
        times = np.arange(20) / 20
        by_hand = np.cov(times, sign * 3.0 * np.arange(20), bias=True)[0, 1]
        assert teacher.mixture.progress == pytest.approx([expected * abs(by_hand)], abs=1e-3)


def test_presets_name_the_range_of_gaussians():
    assert make("alp-gmm", UNIT).settings.max_k == 10
    assert make("alp-gmm", UNIT, preset="reference").settings.max_k == 9
    assert make("alp-gmm", UNIT, preset="reference", max_k=5).settings.max_k == 5
    reference = make("covar-gmm", UNIT, preset="reference").settings
    assert (reference.max_k, reference.measure) == (14, "positive")


def test_bad_settings_are_one_sentence():
    with pytest.raises(UserError, match=r"uniform_share must be between 0 and 1, not 2"):
        make("alp-gmm", UNIT, uniform_share=2)
    with pytest.raises(UserError, match=r"initial_mean must have 2 numbers"):
        make("alp-gmm", UNIT, initial_mean=(0.5,))
    with pytest.raises(UserError, match=r"initial_mean must lie inside the box"):
        make("alp-gmm", UNIT, initial_mean=(0.5, 2.0))
    with pytest.raises(UserError, match=r"fit_every must be a whole number of at least 10"):
        make("alp-gmm", UNIT, fit_every=5)
