"""What is kept is forgotten: by commands, and where everything begins anew without a word."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from tests.learners.gradual.knowledge.test_facade import fresh, lesson, symbols, text, word

from gradus.learners.gradual.knowledge.registers import Past

Kept = dict[str, list[str]]
Step = Callable[[random.Random, Kept], tuple[str, str]]

THINGS = ("lamp", "rope", "coin", "fig", "nut", "pen")


def lines(step: Step, count: int, instance: int = 0, seed: int = 1) -> list[tuple[str, str]]:
    """Questions with answers; after so many of an `instance` everything begins anew."""
    pick, kept = random.Random(seed), Kept()
    found = []
    for n in range(count):
        if instance and n % instance == 0:
            kept.clear()
        found.append(step(pick, kept))
    return found


def changed(
    pick: random.Random, kept: Kept, command: str, change: Callable[[str, str], None]
) -> tuple[str, str]:
    """Values under names that a command changes."""
    chance = pick.random()
    if len(kept) < 3 or chance < 0.3:
        name, value = (
            pick.choice([n for n in ("ka", "lo", "mi") if n not in kept] or ["ka", "lo", "mi"]),
            word(pick),
        )
        kept[name] = [value]
        return f"put {name} {value}", "done"
    one, other = pick.sample(sorted(kept), 2)
    if chance < 0.5:
        change(one, other)
        return f"{command} {one} {other}", "done"
    return f"get {one}", kept[one][0]


def exchanged(pick: random.Random, kept: Kept) -> tuple[str, str]:
    def change(one: str, other: str) -> None:
        kept[one], kept[other] = kept[other], kept[one]

    return changed(pick, kept, "swap", change)


def handed_on(pick: random.Random, kept: Kept) -> tuple[str, str]:
    return changed(pick, kept, "copy", lambda one, other: kept.update({other: kept[one]}))


def fetched(pick: random.Random, kept: Kept) -> tuple[str, str]:
    return changed(pick, kept, "like", lambda one, other: kept.update({one: kept[other]}))


def dropped(pick: random.Random, kept: Kept) -> tuple[str, str]:
    name, chance = pick.choice(["ka", "lo", "mi"]), pick.random()
    if chance < 0.35:
        kept[name] = [word(pick)]
        return f"put {name} {kept[name][0]}", "done"
    if chance < 0.5:
        kept.pop(name, None)
        return f"drop {name}", "done"
    return f"get {name}", kept.get(name, ["none"])[0]


def shown(pick: random.Random, kept: Kept) -> tuple[str, str]:
    """A collection that may be empty."""
    items, chance = kept.setdefault("", []), pick.random()
    if len(items) > 3:
        items.clear()
        return "clear", "done"
    if chance < 0.5:
        items.append(pick.choice(THINGS))
        return f"add {items[-1]}", "done"
    return "show", " ".join(items) or "none"


def owned(pick: random.Random, kept: Kept) -> tuple[str, str]:
    """What each of several has got: nothing is ever taken away."""
    items = kept.setdefault(pick.choice(["ann", "bob", "cid"]), [])
    owner = next(name for name, others in kept.items() if others is items)
    if items and (len(items) > 4 or pick.random() < 0.5):
        return f"has {owner}", " ".join(items)
    items.append(pick.choice(THINGS))
    return f"give {owner} {items[-1]}", "done"


@pytest.mark.parametrize("step", [exchanged, handed_on, fetched, dropped, shown])
def test_what_commands_do_to_what_is_kept_is_found(step: Step) -> None:
    right = lesson(fresh(), lines(step, 110))
    assert all(right[-20:])


def test_that_everything_began_anew_is_noticed_by_what_a_proven_rule_gets_wrong() -> None:
    know = fresh()
    right = lesson(know, lines(owned, 140, instance=20))
    late = [right[start : start + 20] for start in range(60, 140, 20)]
    assert all(part.count(False) <= 3 and all(part[-8:]) for part in late)
    assert know.past.begun
    twin = fresh()
    twin.restore(json.loads(json.dumps(know.state())))
    assert twin.past.begun == know.past.begun
    for question, _ in lines(owned, 10, seed=2):
        assert twin.propose(symbols(question)) == know.propose(symbols(question))


def test_a_beginning_that_the_next_questions_speak_against_is_taken_back() -> None:
    know = fresh()
    lesson(know, lines(owned, 60))
    before = len(know.past.begun)
    items = know.propose(symbols("has ann"))[0].answer
    know.hear(symbols("has ann"), symbols("rope"))  # misheard: nothing was forgotten
    know.hear(symbols("give cid pen"), symbols("done"))
    know.hear(symbols("has ann"), items)
    assert len(know.past.begun) <= before
    assert text(know.propose(symbols("has ann"))[0].answer) == text(items)


def test_registers_are_empty_where_everything_began_anew() -> None:
    told = [("put a one", "ok"), ("put b two", "ok"), ("get a", "one"), ("put a six", "ok")]
    kept = [("keyed", "put", -1, -2, ""), ("said", "")]
    past = Past(told, begun=[3])
    assert list(past.values(kept, "get a", " ").values()) == [("six",), ("ok", "ok", "one", "ok")]
    assert past.replay(kept[:1], " ", {2: "get a", 3: "get a"})[2] == {kept[0]: ()}
    assert past.replay(kept[:1], " ", {2: "get b"}, begun=[])[2] == {kept[0]: ("two",)}
