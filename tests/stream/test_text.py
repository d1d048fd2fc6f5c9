"""Further text operations, spelling with immediate rewards, and the diagram of what builds on what."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from gradus.cli import main
from gradus.kits import check_task
from gradus.school import UserError
from gradus.stream import TASKS, World, make
from gradus.stream.prerequisites import dependencies_of, diagram, layers
from gradus.stream.sampling import knowing, sample

OPERATIONS = ("text.shorter", "text.shortest", "text.all-but", "text.remove", "text.find")


@pytest.mark.parametrize("name", [*OPERATIONS, "text.spell-at-once"])
def test_the_tasks_keep_the_contract(name):
    check_task(name)


def questions(name: str) -> list[tuple[str, str]]:
    """Questions of an instance and their answers."""
    world = World(make("text-operations").only(name), seed=3)
    world.step(None)
    pairs, say = [], knowing(world.dialogue)
    while not world.outcomes:
        asked = world.dialogue._question
        if not pairs or pairs[-1] != (asked.text, asked.answer):
            pairs.append((asked.text, asked.answer))
        world.step(say())
    assert world.outcomes[0].solved
    return pairs


def test_what_is_asked():
    for text, answer in questions("text.shorter"):
        words = text.split()[1:]
        assert answer == min(words, key=len) and len({len(word) for word in words}) == len(words)
    for text, answer in questions("text.all-but"):
        several, _, left_out = text.removeprefix("say: ").partition(" but not: ")
        assert answer.split() == [word for word in several.split() if word != left_out]
    for text, answer in questions("text.remove"):
        _, piece, _, word = text.split()
        place = word.index(piece)
        assert answer == word[:place] + word[place + len(piece) :]
    for text, answer in questions("text.find"):
        _, piece, _, word = text.split()
        assert word[int(answer) - 1 :].startswith(piece)


def test_every_character_of_a_spelling_is_paid_at_once():
    played = sample(make("text-operations"), "spell-letters", questions=6, mistakes=1)
    assert played.heard[:9] == b"spell: " + played.heard[7:9] and set(played.rewards) == {0, 1, -1}
    first = played.rewards.index(-1)
    assert played.rewards[first : first + 3] == (-1, 1, 1)
    assert TASKS.get("text.spell-at-once").with_(together=2)


def test_dependencies_are_data_and_a_picture(tmp_path):
    curriculum = make("round1-dependencies")
    assert list(curriculum.tasks) == list(make("round1").tasks)
    pairs = dependencies_of(curriculum)
    depths = layers(list(curriculum.tasks), pairs)
    assert depths[0] == ["micro1"] and depths[-1] == ["mini5"]
    assert {name for pair in pairs for name in pair} == set(curriculum.tasks)
    texts = [e.text for e in ET.fromstring(diagram(curriculum)).iter() if e.tag.endswith("text")]
    assert sorted(texts) == sorted(curriculum.tasks)
    with pytest.raises(SystemExit) as stopped:
        main(["curricula", "diagram", "round1", "-o", str(tmp_path / "chain.svg")])
    assert not stopped.value.code and "mini5" in (tmp_path / "chain.svg").read_text()
    with pytest.raises(UserError, match="orders no tasks"):
        dependencies_of(make("round1").__class__("x", curriculum.tasks, "random"))
