"""Variants: fresh wording, the same tasks, still solvable, and read back from their files."""

from __future__ import annotations

import pytest

from gradus.stream import World, available, make
from gradus.stream.sampling import knowing
from gradus.stream.variant import to_toml, vary


@pytest.mark.parametrize("name", available())
def test_a_variant_can_be_solved_and_read_back(name, tmp_path):
    variant = vary(make(name), seed=4)
    path = tmp_path / "variant.toml"
    path.write_text(to_toml(variant))
    again = make(path)
    assert again.spec()["tasks"] == variant.spec()["tasks"]
    assert sorted(again.tasks) == sorted(make(name).tasks)
    world = World(again, seed=1)
    world.step(None)
    while not world.finished and len(world.outcomes) < 400:  # a teacher by dependencies never ends
        world.step(knowing(world.dialogue)())
    assert all(outcome.solved for outcome in world.outcomes)


def test_the_same_word_becomes_the_same_word_everywhere():
    variant = vary(make("round1"), seed=0)
    keywords = {
        variant.tasks[name].params["keyword"] for name in ("micro7.1", "micro7.2", "micro10", "micro11")
    }
    assert len(keywords) == 1
    assert keywords != {"say:"}
    separators = {variant.tasks[name].rules.separator for name in ("micro5.2", "micro6", "micro20")}
    assert len(separators) == 1


def test_variants_differ_by_seed_and_only_by_seed():
    one, same, other = (vary(make("round1"), seed).spec() for seed in (1, 1, 2))
    assert one == same
    assert one["tasks"] != other["tasks"]


def test_neighbours_trade_places_but_the_path_stays_gradual():
    ids = list(make("round1").tasks)
    moved = list(vary(make("round1"), 3).tasks)
    assert moved != ids
    assert moved[0] == ids[0]
    assert all(abs(ids.index(name) - place) <= 1 for place, name in enumerate(moved))


def test_parts_can_be_left_alone():
    plain = make("round1")
    assert list(vary(plain, 3, order=False).tasks) == list(plain.tasks)
    assert vary(plain, 3, words=False).tasks["micro6"] == plain.tasks["micro6"]
