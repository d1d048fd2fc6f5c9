"""The baselines do what they say."""

import json

import pytest

from gradus.learners import available, make, seeded
from gradus.learners.catalogue import full_id
from gradus.school import UserError
from gradus.stream import World


def test_repeat_silent_and_random():
    assert [make("repeat").act(b, 0) for b in (0, 65, 255)] == [0, 65, 255]
    assert [make("silent").act(b, 1) for b in (0, 65)] == [32, 32]
    assert make("silent", byte=70).act(1, 0) == 70
    said = [make("random", seed=s).act(1, 0) for s in range(2000)]
    assert min(said) == 0 and max(said) == 255 and len(set(said)) > 240


def run(learner, world, steps):
    byte, reward = world.step(None)
    for _ in range(steps):
        if world.finished:
            break
        byte, reward = world.step(learner.act(byte, reward))
    return world


def test_memory_passes_the_first_tasks_and_no_more():
    world = run(make("memory", seed=0), World(seed=0), 40_000)
    assert world.task == "micro5.1"


@pytest.mark.parametrize("name", ["repeat", "silent", "random", "memory"])
def test_state_continues_exactly(name):
    options = seeded(name, 4)
    learner, world = make(name, **options), World(seed=1)
    run(learner, world, 500)
    twin = make(name, **options)
    twin.restore(json.loads(json.dumps(learner.state())))
    inputs = [(b % 251, (b % 3) - 1) for b in range(3000)]
    assert [twin.act(*i) for i in inputs] == [learner.act(*i) for i in inputs]


class OfOldStyle:
    """As in 2017: rewards by callback, characters in and out."""

    def __init__(self):
        self.rewards = []

    def reward(self, reward):
        self.rewards.append(reward)

    def next(self, char):
        return char.upper()


class TalksTooMuch:
    def next(self, char):
        return "ab"


class NoLearner:
    pass


def test_old_style_learners_are_adapted():
    learner = make(f"{__name__}:OfOldStyle")
    assert [learner.act(ord("a"), 0), learner.act(233, -1)] == [ord("A"), ord("É")]
    assert learner.inner.rewards == [0, -1]  # type: ignore[attr-defined]
    with pytest.raises(UserError, match="not resumed"):
        learner.state()


def test_what_cannot_be_a_learner_is_one_sentence():
    with pytest.raises(UserError, match="one character"):
        make(f"{__name__}:TalksTooMuch").act(1, 0)
    with pytest.raises(UserError, match="neither act"):
        make(f"{__name__}:NoLearner")
    with pytest.raises(UserError, match="Cannot import"):
        make("no.such.Thing")
    with pytest.raises(UserError, match="Cannot import"):
        make(f"{__name__}:Missing")
    with pytest.raises(UserError, match="Did you mean 'memory'"):
        make("memry")
    with pytest.raises(UserError, match="does not take"):
        make("repeat", colour=3)


def test_names():
    assert available()[:4] == ["repeat", "silent", "random", "memory"]
    assert full_id("memory") == "memory-v0"
    assert full_id("a.b:C") == "a.b:C"
