"""The scrambler is a secret bijection, works both ways and leaks nothing."""

import json
from string import ascii_lowercase, ascii_uppercase, digits

import pytest
from tests.stream.knowing import Player

from gradus.school import UserError
from gradus.stream import Scrambler, World
from gradus.stream.scrambler import KINDS

PRINTABLE = range(32, 127)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [0, 1, 12345])
def test_a_bijection_of_the_printable_characters_and_nothing_else(kind, seed):
    scrambler = Scrambler.from_seed(seed, kind)
    assert sorted(scrambler.table[byte] for byte in PRINTABLE) == list(PRINTABLE)
    assert all(scrambler.table[byte] == byte for byte in range(256) if byte not in PRINTABLE)
    assert all(scrambler.inverse[scrambler.table[byte]] == byte for byte in range(256))
    assert all(scrambler.table[scrambler.inverse[byte]] == byte for byte in range(256))
    moved = sum(scrambler.table[byte] != byte for byte in PRINTABLE)
    assert moved > 70


def test_the_kinds_do_what_they_say():
    for seed in range(40):
        assert Scrambler.from_seed(seed, "keep-silence").table[32] == 32
        table = Scrambler.from_seed(seed, "classes").table
        for group in (ascii_lowercase, ascii_uppercase, digits):
            assert sorted(table[ord(letter)] for letter in group) == [ord(letter) for letter in group]
        assert table[32] == 32
    silent = [Scrambler.from_seed(seed, "all").table[32] == 32 for seed in range(40)]
    assert sum(silent) < 5, "silence is a character like any other"


def test_the_key_depends_on_the_seed_only():
    assert Scrambler.from_seed(7) == Scrambler.from_seed(7)
    keys = {Scrambler.from_seed(seed).table for seed in range(50)}
    assert len(keys) == 50
    images = {Scrambler.from_seed(seed).table[97] for seed in range(600)}
    assert len(images) > 85, "every character may stand for every other"


@pytest.mark.parametrize("kind", KINDS)
def test_the_key_is_recorded_and_read_back(kind):
    scrambler = Scrambler.from_seed(3, kind)
    spec = json.loads(json.dumps(scrambler.spec()))
    assert spec["kind"] == kind and len(spec["key"]) == 95
    assert Scrambler.from_spec(spec) == scrambler
    world = World(seed=3, scramble=kind)
    assert world.spec()["scramble"] == spec
    assert World.from_spec(json.loads(json.dumps(world.spec()))).scrambler == scrambler


@pytest.mark.parametrize(
    "spec, message",
    [
        ({"kind": "all", "key": "abc"}, "95 printable characters"),
        ({"kind": "all", "key": "a" * 95}, "95 printable characters"),
        ({"kind": "all", "key": 5}, "95 printable characters"),
        ({"kind": "all", "key": "é" * 95}, "95 printable characters"),
        ({"kind": "all"}, "95 printable characters"),
        ({"kind": "some", "key": bytes(PRINTABLE).decode()}, "no scrambler 'some'"),
    ],
)
def test_a_damaged_key_is_refused(spec, message):
    with pytest.raises(UserError, match=message):
        Scrambler.from_spec(spec)


def test_an_unknown_kind_is_refused():
    with pytest.raises(UserError, match=r"no scrambler 'clases'.*Did you mean 'classes'"):
        World(scramble="clases")


class Scrambled:
    """A player's view of a scrambled world: unscrambles what it hears and scrambles what it says."""

    def __init__(self, world):
        self._world, self._table = world, world.scrambler.table
        self._inverse = world.scrambler.inverse
        self.shown = bytearray()

    def __getattr__(self, name):
        return getattr(self._world, name)

    def step(self, byte):
        shown, reward = self._world.step(None if byte is None else self._table[byte])
        self.shown.append(shown)
        return self._inverse[shown], reward


@pytest.mark.parametrize("kind", KINDS)
def test_both_directions_a_learner_with_the_key_finishes_and_no_plain_text_is_seen(kind):
    plain = World(seed=4)
    Player(plain).run()
    world = World(seed=4, scramble=kind)
    view = Scrambled(world)
    Player(view).run()  # type: ignore[arg-type]
    assert world.finished and world.steps == plain.steps
    assert [o.to_json() for o in world.outcomes] == [o.to_json() for o in plain.outcomes]
    shown = bytes(view.shown)
    for text in (
        b"say:",
        b"good job",
        b"wrong!",
        b"random_map",
        b"description",
        b"correct",
        b"false",
        b"is as",
    ):
        assert text not in shown


def test_silence_is_scrambled_both_ways():
    """A learner that says the plain space says something else, and pays for it."""
    world = World(World().curriculum.only("micro7.1"), seed=2, scramble="all")
    key = world.scrambler.table
    assert key[32] != 32
    shown = [world.step(None)[0], *(world.step(key[32])[0] for _ in range(20))]
    assert shown[8:] == [key[32]] * 13
    world = World(World().curriculum.only("micro7.1"), seed=2, scramble="all")
    world.step(None)
    assert [world.step(32)[1] for _ in range(6)] == [-1] * 6


def test_bytes_outside_the_printable_ones_pass_unchanged():
    world = World(World().curriculum.only("micro1"), seed=2, scramble="all")
    world.step(None)
    for byte in (0, 10, 31, 127, 200, 255):
        assert world.plain[byte] == byte
        world.step(byte)


def test_the_scrambler_does_not_change_what_is_drawn():
    assert World(seed=9, scramble=True).scrambler == Scrambler.from_seed(9)
    assert World(seed=9, scramble=False).scrambler is None
