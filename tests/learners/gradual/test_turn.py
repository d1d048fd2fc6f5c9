"""Two ways of conversing: the one that earns nothing gives way, and both are saved whole."""

from __future__ import annotations

import json

from gradus.learners.gradual import GradualLearner, in_words, knowledge
from gradus.learners.gradual.turn import EARNED, LATER, MATURE, PATIENT, PUNISHED, VAIN, YOUNG, Turn
from gradus.stream import World


def turn(rewards: list[int], second: bool = False) -> Turn:
    made = Turn(second)
    for reward in rewards:
        made.note(reward)
    return made


def test_a_beginner_without_rewards_gives_way_soon() -> None:
    assert not turn([0] * (YOUNG - 1)).fails()
    assert turn([0] * YOUNG).fails()
    assert turn([-1] * VAIN).fails()
    assert turn([1] + [0] * YOUNG).fails()


def test_one_that_has_earned_rewards_is_given_longer() -> None:
    assert not turn([1] * EARNED + [0] * (MATURE - 1)).fails()
    assert turn([1] * EARNED + [0] * MATURE).fails()


def test_punishments_count_at_any_age() -> None:
    assert turn([1] * EARNED + [-1] * PUNISHED + [0] * LATER).fails()
    assert not turn([1] * EARNED + [-1] * PUNISHED + [0] * (LATER - PUNISHED - 1)).fails()
    assert not turn([1] * EARNED + [-1] * (PUNISHED - 1) + [0] * LATER).fails()


def test_the_second_way_is_hard_to_dismiss() -> None:
    assert not turn([0] * (PATIENT - 1), second=True).fails()
    assert turn([0] * PATIENT, second=True).fails()
    assert not turn(([1] + [-1] * 9) * PATIENT, second=True).fails()


def test_who_earns_a_little_keeps_the_turn_for_a_while():
    assert not turn(([1] + [-1] * 20) * 45).fails()


def test_who_never_earns_several_rewards_in_a_row_gives_it_away():
    """Guessing between two answers earns enough for ever and passes nothing."""
    assert turn(([1, 1, 1, -1] + [0] * 16) * 100).fails()
    assert not turn(([1] * 8 + [-1] + [0] * 16) * 400).fails()
    earlier = [1] * 8 + [-1]
    assert not turn(earlier + [0, 1, -1] * 1_600).fails()
    assert turn(earlier + [0, 1, -1] * 1_700).fails()


def test_in_a_world_that_never_pays_both_take_turns() -> None:
    learner = GradualLearner()
    assert learner.second is None
    for step in range(YOUNG + 50):
        learner.act(step % 7 + 60, 0)
    assert learner.second is not None


def test_a_learner_is_saved_whole_whoever_speaks() -> None:
    learner = GradualLearner()
    for step in range(YOUNG + 200):
        learner.act(step % 7 + 60, -1 if step % 9 == 0 else 0)
    other = GradualLearner(seed=8)
    other.restore(json.loads(json.dumps(learner.state())))
    later = [(step % 11 + 60, -1 if step % 5 == 0 else 0) for step in range(400)]
    assert [learner.act(*pair) for pair in later] == [other.act(*pair) for pair in later]
    assert learner.state() == other.state()


def test_both_ways_are_told_in_words() -> None:
    learner = GradualLearner()
    for step in range(YOUNG + 50):
        learner.act(step % 7 + 60, 0)
    found = json.loads(json.dumps(knowledge(learner)))
    assert found["speaks"] == "second"
    lines = in_words(found)
    assert lines[0] == "The learner converses in its second way, which infers the form of the dialogue."
    assert any(line.startswith("The form of the dialogue") or "reaction" in line for line in lines)
    assert "Its first way of conversing, which is silent now, knows:" in lines


def test_a_memory_of_version_0_1_is_taken_over() -> None:
    learner, world = GradualLearner(), World(seed=1)
    byte, reward = world.step(None)
    for _ in range(300):
        byte, reward = world.step(learner.act(byte, reward))
    old = {name: learner.state()[name] for name in ("alphabet", "memory")}
    other = GradualLearner()
    other.restore(old)
    assert other.act(byte, reward) == learner.act(byte, reward)
