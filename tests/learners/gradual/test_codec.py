"""A learner's memory survives JSON exactly."""

import json
from collections import deque
from dataclasses import make_dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradus.learners.gradual import codec
from gradus.learners.gradual.codec import Remembering, decode, encode
from gradus.learners.gradual.perception.form import Cut

plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
keys = st.text() | st.integers() | st.tuples(st.text(), st.integers())
values = st.recursive(
    plain,
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(keys, inner) | st.sets(keys),
    max_leaves=12,
)


@given(values)
def test_json_and_back(value):
    assert decode(json.loads(json.dumps(encode(value)))) == value


def test_dictionaries_keep_their_order():
    value = {("b", 1): 2, ("a", 0): 1}
    assert list(decode(json.loads(json.dumps(encode(value))))) == list(value)


def test_queues_keep_their_length():
    again = decode(encode(deque([1, 2], maxlen=3)))
    again.extend([3, 4])
    assert list(again) == [2, 3, 4]


def test_known_dataclasses_come_back():
    cut = Cut(";", 2)
    assert decode(json.loads(json.dumps(encode({cut: 3})))) == {cut: 3}


def test_unknown_things_are_refused():
    with pytest.raises(TypeError, match="object"):
        encode(object())


class Part(Remembering):
    def __init__(self):
        self.seen = {(1, 2)}


class Whole(Remembering):
    def __init__(self):
        self.part = Part()
        self.count = 0


def test_parts_are_restored_inside_wholes():
    whole, other = Whole(), Whole()
    whole.part.seen.add((3, 4))
    whole.count = 7
    other.restore(json.loads(json.dumps(whole.state())))
    assert (other.part.seen, other.count) == ({(1, 2), (3, 4)}, 7)


def test_two_classes_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    first = make_dataclass("Namesake", ["value"])
    second = make_dataclass("Namesake", ["value"])
    second.__module__ = "elsewhere"
    monkeypatch.setattr(codec, "_KNOWN", {})
    codec.remembered(first)
    with pytest.raises(TypeError, match="two classes named Namesake"):
        codec.remembered(second)
    with pytest.raises(TypeError, match="cannot hold a Namesake"):
        codec.encode(second(1))
    assert codec.decode(codec.encode(first(1))) == first(1)
