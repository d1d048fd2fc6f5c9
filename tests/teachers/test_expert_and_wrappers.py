"""Expert knowledge by level; the rugged landscape; scaled returns."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradus.kits.teacher import check_teacher
from gradus.school import Box, Discrete, UserError
from gradus.teachers import TEACHERS, full_settings, make
from gradus.teachers.expert import Knowledge, expert_settings
from gradus.teachers.wrappers import Scaled, Shuffle, Shuffled, wrapper_settings

STUMPS = Box((0.0, 0.0), (3.0, 6.0), ("height", "spacing"))
KNOWN = Knowledge(initial_mean=(0.0, 6.0), mastery=(0.0, 180.0))


def settings(name, level, knowledge=KNOWN):
    return expert_settings(TEACHERS.get(name), level, knowledge)


def test_levels_of_adr():
    assert settings("adr", "low") == {"threshold_low": 0.0, "threshold_high": 180.0}
    assert settings("adr", "high")["initial_mean"] == (0.0, 6.0)
    assert make("adr", STUMPS, 0, **settings("adr", "high")).issue().task == (0.0, 6.0)
    assert make("adr", STUMPS, 0, **settings("adr", "low")).issue().task != (0.0, 6.0)


def test_what_is_missing_is_said_in_one_sentence():
    with pytest.raises(UserError, match=r"'adr-v0' requires mastery: it cannot teach at expert level 'no'"):
        settings("adr", "no")
    with pytest.raises(UserError, match=r"requires a mastery range, which this knowledge lacks"):
        settings("adr", "low", Knowledge())
    with pytest.raises(UserError, match=r"requires initial_mean at level 'high'"):
        settings("adr", "high", Knowledge(mastery=(0.0, 1.0)))
    with pytest.raises(UserError, match=r"level must be one of no, low, high, original"):
        settings("adr", "hihg")


def test_levels_of_the_others():
    assert settings("random", "high") == settings("riac", "original") == {}
    assert settings("alp-gmm", "low") == settings("spdl", "no") == {}
    assert settings("alp-gmm", "high") == {"initial_mean": (0.0, 6.0)}
    assert settings("oracle", "low") == {"threshold": 180.0}
    target = Knowledge(target_mean=(3.0, 0.0), target_std=(1.0, 1.0))
    assert settings("spdl", "high", target) == {"target_mean": (3.0, 0.0), "target_std": (1.0, 1.0)}


def test_the_neural_teachers_need_the_success_bit():
    pytest.importorskip("jax")
    for name in ("goal-gan", "setter-solver"):
        with pytest.raises(UserError, match="cannot teach at expert level 'no'"):
            settings(name, "no")
        assert settings(name, "low") == {}


def test_goal_gan_is_pretrained_at_the_levels_at_which_the_released_code_does_so():
    pytest.importorskip("jax")
    known = {"initial_mean": (0.0, 6.0), "pretrain": True}
    assert settings("goal-gan", "high") == settings("goal-gan", "original") == known
    assert settings("goal-gan", "high", Knowledge()) == {"pretrain": True}  # around a random task then
    small = {"width": 16, "critic_width": 16}
    low = make("goal-gan", STUMPS, 0, **small, **settings("goal-gan", "low"))
    high = make("goal-gan", STUMPS, 0, **small, **settings("goal-gan", "high"))
    assert not low.losses and high.losses
    easy = np.array(high.preview(50))
    assert np.linalg.norm((easy - (0.0, 6.0)) / (3.0, 6.0), axis=1).mean() < 0.4
    assert [ticket.task for ticket in low.issue_many(5)] != [ticket.task for ticket in high.issue_many(5)]


def test_a_shuffle_by_hand():
    shuffle = Shuffle(Box((0.0, 1.0), (4.0, 1.0)), ((2, 0, 3, 1),))
    assert [shuffle.to_world((x, 1.0))[0] for x in (0.5, 1.5, 2.5, 3.5)] == [2.5, 0.5, 3.5, 1.5]
    assert shuffle.to_world((1.25, 1.0)) == (0.25, 1.0)
    # Borders belong to the piece before them, as the first closed interval that holds them.
    assert [shuffle.to_world((x, 1.0))[0] for x in (0.0, 1.0, 4.0)] == [2.0, 3.0, 2.0]


@given(st.integers(0, 1000), st.floats(0, 3), st.floats(0, 6))
def test_shuffling_goes_back(seed, x, y):
    shuffle = Shuffle.drawn(STUMPS, seed)
    there = shuffle.to_world((x, y))
    STUMPS.check(there)
    back = np.array(shuffle.to_teacher(there))
    pieces = np.array([3.0, 6.0]) / 4
    border = np.abs(np.array([x, y]) / pieces - np.round(np.array([x, y]) / pieces)) < 1e-6
    assert (np.isclose(back, (x, y)) | border).all()


def test_knowledge_moves_with_the_shuffle():
    shuffle = Shuffle.drawn(STUMPS, 3)
    moved = shuffle.knowledge(Knowledge(initial_mean=(0.2, 5.5), initial_std=(0.1, 0.1)))
    assert shuffle.to_world(moved.initial_mean) == pytest.approx((0.2, 5.5))
    assert moved.initial_std == (0.1, 0.1)


@pytest.mark.parametrize("inner", ["random", "alp-gmm", "adr", "riac"])
def test_wrapped_teachers_keep_the_contract(inner):
    options = {"alp-gmm": {"fit_every": 30, "max_k": 3}, "riac": {"capacity": 20}}.get(inner, {})
    check_teacher(lambda seed: Shuffled(make(inner, STUMPS, seed, **options)), episodes=100, speed_episodes=0)
    check_teacher(lambda seed: Scaled(make(inner, STUMPS, seed, **options)), episodes=100, speed_episodes=0)


def test_the_inner_teacher_sees_its_own_tasks_and_scaled_returns(tell):
    teacher = Scaled(Shuffled(make("alp-gmm", STUMPS, 1)), low=-150.0, high=350.0)
    for reward in (-500.0, -150.0, 100.0, 350.0, 999.0):
        ticket = teacher.issue()
        tell(teacher, ticket, reward)
    rows = teacher.inner.inner.history.rows
    assert rows[:, -1].tolist() == [0.0, 0.0, 0.5, 1.0, 1.0]
    assert teacher.inner.shuffle.to_world(tuple(rows[-1, :2])) == pytest.approx(ticket.task)
    assert wrapper_settings(teacher)["inner"]["teacher"] == "shuffled(alp-gmm-v0)"


def test_values_are_asked_for_played_tasks():
    teacher = Shuffled(make("spdl", STUMPS, 0, offset=0, period=10))
    asked = []
    teacher.values(lambda tasks: asked.extend(tasks) or np.zeros(len(tasks)))
    ticket = teacher.issue()
    from gradus.school import Outcome

    teacher.observe(Outcome(ticket, 10, 1.0, False, "failed"))
    assert asked[0] == pytest.approx(ticket.task)


def test_what_cannot_be_wrapped():
    with pytest.raises(UserError, match="Only a box"):
        Shuffled(make("random", Discrete(("a",))))
    with pytest.raises(UserError, match="low must be below high"):
        Scaled(make("random", STUMPS), low=1.0, high=0.0)


def test_a_wrapper_passes_on_what_the_student_should_learn_from(tell):
    teacher = Shuffled(make("plr", STUMPS, 0, buffer=4, fill=0.25, train_on_new=False))
    seen = set()
    for _ in range(40):
        ticket = teacher.issue()
        inside = teacher._open_inside[ticket.serial]
        assert teacher.trains_on(ticket) == (inside.serial in teacher.inner.replays)
        seen.add(teacher.trains_on(ticket))
        tell(teacher, ticket, ticket.task[0])
    assert seen == {True, False}


def test_all_settings_are_named_with_those_of_the_preset():
    kind = TEACHERS.get("alp-gmm")
    assert full_settings(kind, {})["max_k"] == 10
    full = full_settings(kind, {"preset": "reference", "fit_every": 60})
    assert (full["preset"], full["max_k"], full["ties"], full["fit_every"]) == ("reference", 9, "old", 60)
    assert full_settings(TEACHERS.get("random"), {}) == {}
    with pytest.raises(UserError, match="has no setting 'fit'"):
        full_settings(kind, {"fit": 3})
