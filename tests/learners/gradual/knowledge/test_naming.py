"""Names that are never heard alone: what they mean is told by questions that have several of them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping

import pytest
from tests.learners.gradual.knowledge.test_facade import fresh, lesson, symbols, text, word

from gradus.learners.gradual.knowledge import Knowledge
from gradus.learners.gradual.programs import naming_places

Change = Callable[[str], str]

SIMPLE: Mapping[str, Change] = {
    "zug": lambda w: w[::-1],
    "mip": lambda w: w[1:],
    "tor": lambda w: w + w[0],
    "vex": lambda w: w[-1] + w[:-1],
}
"""What four names mean."""


def chains(
    build: Callable[[list[str], str], str], count: int, meant: Mapping[str, Change] = SIMPLE, depth: int = 2
) -> list[tuple[str, str]]:
    """Questions with several names around a word; the last name is applied first."""
    pick = random.Random(5)
    found = []
    for _ in range(count):
        names = [pick.choice(list(meant)) for _ in range(depth)]
        content = answer = word(pick, 4, 6)
        for name in reversed(names):
            answer = meant[name](answer)
        found.append((build(names, content), answer))
    return found


BUILDS: dict[str, Callable[[list[str], str], str]] = {
    "in a row": lambda names, w: " ".join([*names, w]),
    "in brackets": lambda names, w: "(".join([*names, w]) + ")" * len(names),
    "one after the other": lambda names, w: f"{' und '.join(names[::-1])} {w}",
}


@pytest.mark.parametrize("build", BUILDS.values(), ids=BUILDS)
def test_names_that_are_only_heard_in_chains_are_understood(build: Callable[[list[str], str], str]) -> None:
    right = lesson(fresh(), chains(build, 30), 4000)
    assert sum(right[15:]) >= 13


def test_what_was_understood_in_pairs_is_called_in_threes_and_alone() -> None:
    know = fresh()
    lesson(know, chains(BUILDS["in a row"], 24), 4000)
    assert sum(lesson(know, chains(BUILDS["in a row"], 8, depth=3), 4000)) >= 6
    assert text(know.propose(symbols("vex tor zug abcd"))[0].answer) == "ddcba"


def test_a_name_that_means_nothing_simple_is_learned_through_the_others() -> None:
    order = "abcdefghijklmnopqrst"
    shift = dict(zip(order, order[1:] + order[:1], strict=True))
    meant = {**SIMPLE, "kol": lambda w: "".join([shift[c] for c in w])}
    pairs = [pair for pair in chains(BUILDS["in a row"], 90, meant) if pair[0].count("kol") < 2]
    know = fresh()
    right = lesson(know, pairs, 4000)
    assert sum(right[-20:]) >= 16
    assert "kol" in {text(know.alphabet.symbols(name)) for name in know.world.names}


def test_what_names_mean_is_sought_on_after_a_save() -> None:
    pairs = chains(BUILDS["in a row"], 16)
    one, other = fresh(), fresh()
    for question, answer in pairs:
        for know in (one, other):
            know.hear(symbols(question), symbols(answer))
            know.think(700)
        image = json.loads(json.dumps(other.state()))
        other = Knowledge(other.settings)
        other.restore(image)
    assert one.state() == other.state()


def test_names_are_few_words_that_are_no_parts_of_answers() -> None:
    named = [("zug", "mip"), ("mip", "mip"), ("zug", "zug")] * 3
    asked = [(*names, f"word{n}") for n, names in enumerate(named)]
    assert naming_places(asked, ("xy",) * 9) == [0, 1]
    assert naming_places(asked, ("zug",) * 9) == []
    assert naming_places([("do", *words) for words in asked], ("xy",) * 9) == [1, 2]
    assert naming_places([words[1:] for words in asked], ("xy",) * 9) == []
