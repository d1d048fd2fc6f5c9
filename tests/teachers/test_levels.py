"""PLR, ACCEL, VDS, the bandits: scores, weights and choices by hand."""

import numpy as np
import pytest

from gradus.school import Box, Discrete, Outcome, Ticket, UserError
from gradus.teachers import make
from gradus.teachers.arms import Arms
from gradus.teachers.learning_progress import reweighted
from gradus.teachers.ranking import Level
from gradus.teachers.scores import advantages, episode_score
from gradus.teachers.tscl import slope

UNIT = Box((0.0, 5.0, 0.0), (1.0, 5.0, 2.0))
NAMED = Discrete(("a", "b", "c"))


def outcome(reward=1.0, solved=False, **extras):
    return Outcome(Ticket("a", 0, 0, 0), 1, reward, solved, "failed", extras)


def test_advantages_by_hand():
    trace = {"rewards": [1.0, 2.0], "values": [0.5, 1.5], "last_value": 0.0, "gamma": 0.5, "lambda": 0.5}
    # Errors: 1 + 0.5 * 1.5 - 0.5 = 1.25 and 2 - 1.5 = 0.5; the first adds a quarter of the second.
    assert advantages(trace).tolist() == [1.375, 0.5]


def test_scores_by_hand():
    trace = {"rewards": [0.0, 0.0], "values": [1.0, -3.0], "gamma": 1.0, "lambda": 0.0}
    # Errors: 0 - 3 - 1 = -4 and 0 + 3 = 3.
    assert episode_score(outcome(trace=trace), "value_l1", 0.0, None) == 3.5
    assert episode_score(outcome(trace=trace), "positive_value_loss", 0.0, None) == 1.5
    assert episode_score(outcome(1.0, trace=trace), "max_mc", 5.0, None) == 6.0
    assert episode_score(outcome(4.0), "return_change", 0.0, 1.0) == 3.0
    assert episode_score(outcome(score=7), "auto", 0.0, 1.0) == 7.0
    assert episode_score(outcome(4.0), "auto", 0.0, 1.0) == 3.0
    with pytest.raises(UserError, match="needs extras"):
        episode_score(outcome(), "value_l1", 0.0, None)
    with pytest.raises(UserError, match="one value for each reward"):
        advantages({"rewards": [1.0], "values": []})


def test_replay_weights_by_hand():
    """Ranks 1, 3, 2 at temperature 1; waiting 4, 2 and 2 draws; mixed half and half."""
    teacher = make("plr", UNIT, 0, beta=1.0, staleness=0.5)
    teacher._serial = 10
    task = (0.5, 5.0, 1.0)
    teacher.levels = [Level(task, score, 0.0, 0.0, drawn) for score, drawn in ((9.0, 6), (1.0, 8), (5.0, 8))]
    ranks = np.array([1, 1 / 3, 1 / 2])
    expected = 0.5 * ranks / ranks.sum() + 0.5 * np.array([4, 2, 2]) / 8
    assert teacher.weights() == pytest.approx(expected)


@pytest.mark.parametrize("staleness", [0.0, 0.3, 1.0])
def test_draws_follow_the_weights_and_the_weakest_is_least_likely(staleness):
    rng = np.random.default_rng(3)
    teacher = make("plr", UNIT, 0, beta=0.7, staleness=staleness)
    teacher.levels = [
        Level((float(i), 5.0, 1.0), float(rng.integers(6)), 0.0, 0.0, int(drawn))
        for i, drawn in enumerate(rng.permutation(30))
    ]
    teacher._serial = 31
    ranking = teacher._ranking()
    for _ in range(40):  # whatever is changed on the way, the index knows
        place, serial = int(rng.integers(len(teacher.levels))), teacher.serial
        ranking.mark(place, serial)
        ranking.rescore(int(rng.integers(len(teacher.levels))), float(rng.integers(6)))
        ranking.append(Level((float(serial), 5.0, 1.0), float(rng.integers(6)), 0.0, 0.0, serial + 1))
        ranking.replace(5, Level((float(-serial), 5.0, 1.0), float(rng.integers(6)), 0.0, 0.0, serial + 2))
        teacher._serial += 3
    weights = teacher.weights()
    shares = (np.arange(40_000) + 0.5) / 40_000
    drawn = np.bincount([ranking.draw(share, teacher.serial) for share in shares], minlength=len(weights))
    assert drawn / 40_000 == pytest.approx(weights, abs=1e-3)
    assert weights[ranking.weakest(teacher.serial)] == pytest.approx(weights.min())
    assert ranking.places == {level.task: place for place, level in enumerate(teacher.levels)}


def test_named_levels_are_all_played_once_before_replays(feed):
    tasks = feed(make("plr", NAMED, 0), [1.0] * 10)
    assert sorted(tasks[:3]) == ["a", "b", "c"]


def test_a_full_buffer_keeps_the_better_level(tell):
    teacher = make("plr", UNIT, 0, buffer=2, replay=0.0, score="return_change", staleness=0.0)
    for reward in (5.0, 1.0, 3.0, 0.5):
        tell(teacher, teacher.issue(), reward)
    assert sorted(level.score for level in teacher.levels) == [3.0, 5.0]


def test_robust_plr_trains_on_replays_only(tell):
    teacher = make("plr", UNIT, 0, buffer=4, fill=0.25, train_on_new=False)
    seen = set()
    for _ in range(60):
        ticket = teacher.issue()
        replayed = any(level.task == ticket.task for level in teacher.levels)
        assert teacher.trains_on(ticket) == replayed
        seen.add(replayed)
        tell(teacher, ticket, 1.0)
    assert seen == {True, False}


def test_accel_edits_what_was_replayed(tell):
    teacher = make("accel", UNIT, 0, buffer=4, fill=0.25, initial_mean=(0.1, 5.0, 0.2), edit_size=0.05)
    for _ in range(50):
        ticket = teacher.issue()
        replayed = ticket.serial in teacher.replays
        waiting = len(teacher.edits)
        tell(teacher, ticket, float(ticket.serial))
        assert len(teacher.edits) == waiting + replayed
        if replayed:
            gap = np.abs(np.subtract(teacher.edits[-1], ticket.task)) / np.array([1.0, 1.0, 2.0])
            steps = gap / 0.05
            assert steps == pytest.approx(np.round(steps), abs=1e-6) or min(teacher.edits[-1]) == 0.0
            assert steps.sum() <= 3 + 1e-9


def test_edits_wander_from_the_easy_corner_to_the_whole_box(tell):
    teacher = make(
        "accel", UNIT, 0, buffer=50, fill=0.1, initial_mean=(0.05, 5.0, 0.1), initial_std=(0.01, 1, 0.02)
    )
    far = []
    for _ in range(1500):
        ticket = teacher.issue()
        far.append(ticket.task[0])
        tell(teacher, ticket, ticket.task[0], score=ticket.task[0])
    assert max(far[:40]) < 0.3
    assert max(far[-200:]) > 0.8


def test_vds_uses_the_students_critics():
    teacher = make("vds", UNIT, 0, candidates=300)
    teacher.values(lambda tasks: np.array([[t[0] for t in tasks], [-t[0] for t in tasks]]))
    points = np.array([[0.0, 0.0], [0.5, 1.0], [1.0, 2.0]])
    assert teacher.disagreement(points).tolist() == [0.0, 0.5, 1.0]
    # Drawn in proportion to the first coordinate: its mean is 2/3.
    assert np.mean([teacher.issue().task[0] for _ in range(800)]) == pytest.approx(2 / 3, abs=0.03)
    teacher.values(lambda tasks: np.ones(len(tasks)))
    with pytest.raises(UserError, match="one row per critic"):
        teacher.issue()


def test_vds_own_critics_are_the_textbook_ridge(tell):
    teacher = make("vds", UNIT, 0, forget=0.0, features=6, candidates=20)
    rows = [[] for _ in range(3)]
    probe = np.random.default_rng(7)
    teacher.rng = np.random.default_rng(1)
    for _ in range(40):
        ticket = teacher.issue()
        before = teacher.sums.copy()
        reward = float(probe.normal())
        tell(teacher, ticket, reward)
        for k in np.flatnonzero((teacher.sums != before).any(axis=1)):
            rows[k].append((ticket.task, reward))
    for k, seen in enumerate(rows):  # type: ignore[assignment]
        points = [UNIT.reduce(task) for task, _ in seen]
        x = np.array([np.cos(teacher._waves[k] @ point + teacher._phases[k]) for point in points]) / np.sqrt(
            3
        )
        y = np.array([reward for _, reward in seen])
        weights = np.linalg.solve(x.T @ x + np.eye(6), x.T @ y)
        assert teacher._weights()[k] == pytest.approx(weights)
        # What candidates are weighed by is the same in single precision.
        assert teacher._estimates(np.array(points))[k] == pytest.approx(x @ weights, abs=1e-4)


def test_arms_of_a_box():
    arms = Arms(UNIT, 4)
    assert arms.count == 16
    rng = np.random.default_rng(0)
    for arm in range(16):
        task = arms.task(arm, rng)
        UNIT.check(task)
        assert arms.arm(task) == arm
    assert arms.arm((1.0, 5.0, 2.0)) == 15
    with pytest.raises(UserError, match="at most 10000 cells"):
        Arms(Box((0.0,) * 6, (1.0,) * 6), 5)


@pytest.mark.parametrize(
    ("times", "scores", "expected"),
    [([], [], 1), ([3], [5], 1), ([0, 1, 2], [0, 2, 4], 2), ([1, 1], [0, 9], 0)],
)
def test_slopes(times, scores, expected):
    assert slope(times, scores) == expected


def test_tscl_online_by_hand(tell):
    teacher = make("tscl", NAMED, 0, rate=0.5, epsilon=1.0)
    values = dict.fromkeys(NAMED.tasks, 0.0)
    last = dict.fromkeys(NAMED.tasks, 0.0)
    rng = np.random.default_rng(0)
    for _ in range(30):
        ticket, score = teacher.issue(), float(rng.normal())
        tell(teacher, ticket, score)
        values[ticket.task] += 0.5 * (score - last[ticket.task] - values[ticket.task])
        last[ticket.task] = score
    assert teacher.value == pytest.approx(list(values.values()))


def test_tscl_naive_plays_blocks(tell):
    teacher = make("tscl", NAMED, 0, variant="naive", memory=4, rate=1.0, epsilon=1.0)
    for _ in range(10):
        tickets = []
        for i in range(4):
            tickets.append(teacher.issue())
            tell(teacher, tickets[-1], 3.0 * i)
        assert len({ticket.task for ticket in tickets}) == 1
        assert teacher.value[NAMED.tasks.index(tickets[0].task)] == pytest.approx(3.0)


@pytest.mark.parametrize("variant", ["online", "window", "sampling"])
def test_bandits_play_what_changes(variant, tell):
    teacher = make("tscl", NAMED, 0, variant=variant)
    played = []
    for episode in range(300):
        ticket = teacher.issue()
        played.append(ticket.task)
        tell(teacher, ticket, float(episode) if ticket.task == "b" else 0.0)
    assert played[100:].count("b") > 140


def test_learning_progress_follows_and_comes_back_when_something_is_forgotten(tell):
    teacher = make("learning-progress", NAMED, 0)

    def phase(solves, episodes):
        played = []
        for _ in range(episodes):
            ticket = teacher.issue()
            played.append(ticket.task)
            tell(teacher, ticket, solved=ticket.task in solves)
        return played

    phase({"a", "b"}, 400)
    assert phase({"b"}, 60).count("a") > 25  # a was forgotten
    assert reweighted(0.0, 0.1) == 0.0
    assert reweighted(0.3, 0.5) == pytest.approx(0.3)


@pytest.mark.parametrize("dimension", [1, 3])
def test_a_batch_takes_as_many_numbers_as_its_tickets_one_by_one(dimension):
    """How many a ticket takes depends on whether it is a replay; the batch draws ahead and goes back."""
    box = Box((0.0,) * dimension, (1.0,) * dimension)
    one, many = (make("plr", box, seed=5, buffer=20, replay=0.4) for _ in range(2))
    for size in (3, 9, 64, 1, 200, 0, 17):
        tickets = [one.issue() for _ in range(size)]
        assert many.issue_many(size) == tickets
        assert one.rng.bit_generator.state == many.rng.bit_generator.state
        for teacher in (one, many):
            teacher.observe_many([Outcome(t, 1, float(t.serial % 7), False, "failed") for t in tickets])
    assert one.state() == many.state() and len(one.levels) == 20
