"""The kit for learners passes the baselines and catches each of these broken ones."""

import random
from typing import Any

import numpy as np
import pytest

from gradus import learners
from gradus.kits import KitError, check_learner
from gradus.school import Sampler
from gradus.stream import StreamLearner


class Counting:
    """A sound learner: says how many bytes it has heard, and a random bit."""

    def __init__(self) -> None:
        self.heard: dict[str, int] = {}
        self.pick = Sampler(3)

    def act(self, byte: int, reward: int) -> Any:
        self.heard[str(byte)] = self.heard.get(str(byte), 0) + 1
        return (self.heard[str(byte)] + self.pick.below(2)) % 256

    def state(self) -> Any:
        return {"heard": dict(self.heard), "pick": self.pick.state()}

    def restore(self, state: Any) -> None:
        self.heard = dict(state["heard"])
        self.pick.restore(state["pick"])


def test_the_sound_learner_passes():
    check_learner(Counting)


@pytest.mark.parametrize("name", ["repeat", "silent", "random", "memory"])
def test_the_baselines_pass(name):
    check_learner(lambda: learners.make(name), seeds=[1], steps=300)


def test_a_learner_given_by_name_is_also_run_under_two_hash_seeds():
    check_learner("memory", seeds=[1], steps=200)


class SaysText(Counting):
    def act(self, byte, reward):
        return chr(super().act(byte, reward))


class SaysTooMuch(Counting):
    def act(self, byte, reward):
        return super().act(byte, reward) + 200


class SaysNumpy(Counting):
    def act(self, byte, reward):
        return np.int64(super().act(byte, reward))


class SaysTrue(Counting):
    def act(self, byte, reward):
        return reward > 0


class FearsHighBytes(Counting):
    def act(self, byte, reward):
        bytes([byte]).decode("ascii")
        return super().act(byte, reward)


class FearsReward(Counting):
    def act(self, byte, reward):
        return {0: 1, 1: 2}[reward]


class GlobalChance(Counting):
    def act(self, byte, reward):
        return random.randrange(256)


class GlobalNumpy(Counting):
    def act(self, byte, reward):
        return int(np.random.randint(256))  # noqa: NPY002


class Unseeded(Counting):
    def __init__(self):
        super().__init__()
        self.luck = random.Random()

    def act(self, byte, reward):
        return self.luck.randrange(256)


class Shared(Counting):
    def __init__(self):
        self.pick = Sampler(3)

    heard: dict[str, int] = {}


class SharedWord(Counting):
    """Deterministic alone, but two of a kind speak through the same variable."""

    last = 0

    def __init__(self):
        super().__init__()
        type(self).last = 0

    def act(self, byte, reward):
        said, type(self).last = self.last, byte
        return said


class NotJson(Counting):
    def state(self):
        return {"heard": set(self.heard)}


class BytesInState(Counting):
    def state(self):
        return {"heard": b"abc"}


class NumbersAsKeys(Counting):
    def state(self):
        return {"heard": {int(byte): n for byte, n in self.heard.items()}, "pick": self.pick.state()}


class NotANumber(Counting):
    def state(self):
        return {**super().state(), "mean": float("nan")}


class GivesItselfAway(Counting):
    def state(self):
        return {"heard": self.heard, "pick": self.pick.state()}


class KeepsWhatItIsGiven(Counting):
    def restore(self, state):
        self.heard = state["heard"]
        self.pick.restore(state["pick"])


class ForgetsItsLuck(Counting):
    def state(self):
        return {"heard": dict(self.heard)}

    def restore(self, state):
        self.heard = dict(state["heard"])


class RestoresOnTop(Counting):
    def restore(self, state):
        self.heard.update(state["heard"])
        self.pick.restore(state["pick"])


class ChangedByBeingAsked(Counting):
    def state(self):
        self.pick.below(2)
        return super().state()


class Stateless:
    def act(self, byte, reward):
        return byte


class Unrestorable(Counting):
    def restore(self, state):
        raise KeyError("heard")


BROKEN: list[tuple[type, str]] = [
    (SaysText, "not with a whole number"),
    (SaysTooMuch, "not with a whole number from 0 to 255"),
    (SaysNumpy, "not with a whole number"),
    (SaysTrue, "not with a whole number"),
    (FearsHighBytes, r"fails while listening to all bytes and rewards \(UnicodeDecodeError"),
    (FearsReward, "fails while listening to all bytes and rewards"),
    (GlobalChance, "global random state"),
    (GlobalNumpy, "global random state"),
    (Unseeded, "differently the second time"),
    (Shared, "differently the second time"),
    (SharedWord, "disturbed by another learner"),
    (NotJson, "JSON cannot hold"),
    (BytesInState, "JSON cannot hold"),
    (NumbersAsKeys, "the key .* which JSON would turn into text"),
    (NotANumber, "JSON cannot hold"),
    (GivesItselfAway, "state that it has given away"),
    (KeepsWhatItIsGiven, "writing into the state that it was given"),
    (ForgetsItsLuck, "goes on differently"),
    (RestoresOnTop, "goes on differently .* a learner that has lived"),
    (ChangedByBeingAsked, "changed by being asked for its state"),
    (Stateless, r"has no method state\(\)"),
    (Unrestorable, "fails while going on from a saved state"),
]


@pytest.mark.parametrize("broken, message", BROKEN, ids=[broken.__name__ for broken, _ in BROKEN])
def test_a_broken_learner_is_caught_with_one_sentence(broken, message):
    with pytest.raises(KitError, match=message) as caught:
        check_learner(broken, seeds=[1], steps=300)
    sentence = str(caught.value)
    assert "\n" not in sentence and sentence.endswith(".") and len(sentence) < 400
    assert sentence.startswith(f"The learner {broken.__qualname__!r}")


def test_one_and_the_same_object_is_not_a_fresh_learner():
    learner: StreamLearner = Counting()
    with pytest.raises(KitError, match="made anew"):
        check_learner(lambda: learner)


BY_HASH = """
class Hasher:
    def __init__(self):
        self.words = {"alpha", "beta", "gamma", "delta", "epsilon"}

    def act(self, byte, reward):
        return ord(next(iter(self.words))[0])

    def state(self):
        return {}

    def restore(self, state):
        pass
"""


def test_a_learner_that_walks_through_a_set_is_caught(tmp_path, monkeypatch):
    (tmp_path / "hashing_learner.py").write_text(BY_HASH)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(KitError, match="depends on PYTHONHASHSEED"):
        check_learner("hashing_learner:Hasher", seeds=[1], steps=50)


def test_a_learner_that_only_works_here_is_caught(tmp_path, monkeypatch):
    text = BY_HASH.replace("self.words = ", "import sys; assert 'pytest' in sys.modules; self.words = ")
    (tmp_path / "local_learner.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(KitError, match="fails in a process of its own"):
        check_learner("local_learner:Hasher", seeds=[1], steps=50)
