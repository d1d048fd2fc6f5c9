"""Memory across questions: registers by hand, and programs that look at them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from tests.learners.gradual.knowledge.test_facade import fresh, lesson, symbols, text, word

from gradus.learners.gradual.knowledge.registers import Past

LINES = [("put a one", "ok"), ("put b two", "ok"), ("get a", "one"), ("put a six", "ok"), ("pop", "six")]


def test_registers_hold_what_was_written_before_the_question() -> None:
    past = Past(LINES)
    registers = [
        ("said", ""),
        ("asked", -1, ""),
        ("kept", "put", -1, ""),
        ("keyed", "put", -1, -2, ""),
        ("stack", "put", "pop", "last", ""),
        ("stack", "put", "pop", "first", ""),
        ("stack", "put", "pop", "all", ""),
        ("mode", ("pop", "get"), ""),
    ]
    held = past.values(registers, "get a", " ")
    assert list(held.values()) == [
        ("ok", "ok", "one", "ok", "six"),
        ("one", "two", "a", "six", "pop"),
        ("one", "two", "six"),
        ("one", "six"),
        ("one", "two"),
        (),
        (),
        ("get", "pop"),
    ]
    assert past.replay(registers[:1], " ", {2: "get a"})[2][registers[0]] == ("ok", "ok")


def test_registers_at_several_places_hold_what_they_held_when_each_was_the_latest() -> None:
    past = Past(LINES)
    registers = [*past.candidates("", " "), *past.recurring(""), ("heap", "pop", -1, "")]
    wanted = {place: question for place, (question, _) in enumerate(LINES)}
    held = past.replay(registers, " ", wanted)
    assert [held[place] for place in wanted] == [
        Past(LINES[:place]).values(registers, question, " ") for place, question in wanted.items()
    ]


def test_an_answer_that_changes_speaks_for_memory() -> None:
    past = Past(LINES)
    assert past.ambiguous("get a", "six")
    assert not Past([("say x", "x")]).ambiguous("say y", "y")


def values_under_names(pick: random.Random, kept: dict[str, str]) -> tuple[str, str]:
    if kept and pick.random() < 0.6:
        name = pick.choice(sorted(kept))
        return f"get {name}", kept[name]
    name, value = pick.choice(["ka", "lo", "mi"]), word(pick)
    kept[name] = value
    return f"put {name} {value}", "done"


def stack(pick: random.Random, kept: dict[str, str]) -> tuple[str, str]:
    if kept and (len(kept) > 3 or pick.random() < 0.5):
        return "pop", kept.pop(max(kept))
    value = word(pick)
    kept[str(len(kept))] = value
    return f"push {value}", "done"


def word_before(pick: random.Random, kept: dict[str, str]) -> tuple[str, str]:
    value, before = word(pick), kept.get("", "none")
    kept[""] = value
    return value, before


def switch(pick: random.Random, kept: dict[str, str]) -> tuple[str, str]:
    move = pick.choice(["stay", "turn"])
    side = kept.get("", "left")
    kept[""] = {"left": "right", "right": "left"}[side] if move == "turn" else side
    return move, kept[""]


@pytest.mark.parametrize("step", [values_under_names, stack, word_before, switch])
def test_programs_with_memory_are_found(step: Callable[..., tuple[str, str]]) -> None:
    pick, kept = random.Random(1), dict[str, str]()
    right = lesson(fresh(), [step(pick, kept) for _ in range(60)])
    assert all(right[-14:])


def test_without_memory_they_are_not() -> None:
    pick, kept = random.Random(1), dict[str, str]()
    right = lesson(fresh(memory=False), [word_before(pick, kept) for _ in range(60)])
    assert sum(right[-14:]) < 5


def test_what_is_too_short_writes_nothing() -> None:
    past = Past([("put a one", "ok"), ("put", "ok"), ("put b", "ok")])
    registers = [("keyed", "put", -3, -1, ""), ("keyed", 3, -1, -2, ""), ("kept", 3, -1, "")]
    held = past.values(registers, "get a one", " ")
    assert list(held.values()) == [("put",), ("one",), ("one",)]


def kept_under_the_same_word(pick: random.Random, kept: dict[str, str]) -> tuple[str, str]:
    name = pick.choice("uvw")
    if name in kept and pick.random() < 0.6:
        return f"keep {name}", kept[name]
    kept[name] = word(pick)
    return f"keep {name} {kept[name]}", kept[name]


def test_the_longest_questions_may_write_what_shorter_ones_ask_for() -> None:
    pick, kept = random.Random(1), dict[str, str]()
    right = lesson(fresh(), [kept_under_the_same_word(pick, kept) for _ in range(60)])
    assert all(right[-14:])


def test_what_was_asked_and_never_answered_changes_things_too() -> None:
    past = Past(LINES[:4])
    past.ask("pop")
    registers = [("stack", "put", "pop", "last", ""), ("said", ""), ("since", "")]
    held = past.values(registers, "get a", " ")
    assert list(held.values()) == [("one", "two"), ("ok", "ok", "one", "ok"), ("put six",)]
    past.learn("pop", "six", 5)
    assert past.values(registers, "pop", " ")[registers[0]] == ("one", "two")


def test_an_answer_that_is_told_late_belongs_to_the_earlier_question() -> None:
    past = Past(LINES[:4])
    past.ask("pop")
    past.ask("pop")
    past.learn("pop", "six", 5)
    assert list(past.untold) == [(5, "pop")]
    assert past.values([("stack", "put", "pop", "last", "")], "pop", " ") == {
        ("stack", "put", "pop", "last", ""): ("one",)
    }


def test_a_stack_is_followed_where_wrong_answers_stay_untold() -> None:
    pick = random.Random(3)
    know, held, right = fresh(), list[str](), list[bool]()
    for _ in range(120):
        if held and (len(held) > 3 or pick.random() < 0.5):
            question, answer = "pop", held.pop()
        else:
            held.append(word(pick))
            question, answer = f"push {held[-1]}", "ok"
        found = know.propose(symbols(question))
        said = text(found[0].answer) if found else ""
        right.append(said == answer)
        if right[-1] or pick.random() < 0.2:
            know.hear(symbols(question), symbols(answer))
        else:
            know.judged(symbols(question), symbols(said), -1)
        know.think(3500)
    assert all(right[-20:])


def test_values_are_kept_under_names_wherever_both_stand() -> None:
    pick = random.Random(8)
    know, places, pairs = fresh(), dict[str, str](), []
    for _ in range(70):
        who = pick.choice(["ka", "lo", "mi"])
        if who not in places or pick.random() < 0.5:
            places[who] = pick.choice(["hut", "inn", "den", "bay"])
            pairs.append((f"{who} goes to {places[who]}", "ok"))
        else:
            pairs.append((f"where is {who}", places[who]))
    assert all(lesson(know, pairs)[-25:])


def test_what_varies_in_questions_that_keep_values_may_be_a_value_or_its_name() -> None:
    pairs = [(f"{who} goes to {place}", "ok") for who in ("ka", "lo") for place in ("hut", "inn")]
    found = Past([*pairs, ("where is ka", "inn")]).candidates("", " ")
    assert ("keyed", "goes", -1, -4, "") in found
    assert ("keyed", "to", -4, -1, "") in found
    assert not [register for register in found if register[:2] == ("keyed", "goes") and -3 in register]


def test_a_row_that_began_anew_is_told_by_what_is_taken_from_it() -> None:
    begun = [("push a", "ok"), ("push b", "ok"), ("push c", "ok"), ("push d", "ok"), ("pop", "c")]
    assert Past(begun).values([("stack", "push", "pop", "first", "")], "pop", " ") == {
        ("stack", "push", "pop", "first", ""): ("d",)
    }


def queue_begun_anew(pick: random.Random, kept: dict[str, str]) -> tuple[str, str]:
    kept["asked"] = kept.get("asked", "") + "."
    row = [] if len(kept["asked"]) % 25 == 0 else kept.get("row", "").split()
    if row and (len(row) > 4 or pick.random() < 0.45):
        kept["row"] = " ".join(row[1:])
        return "pop", row[0]
    value = word(pick)
    kept["row"] = " ".join([*row, value])
    return f"push {value}", "done"


def values_or_none(pick: random.Random, kept: dict[str, str]) -> tuple[str, str]:
    name = pick.choice(["ka", "lo", "mi", "nu", "pe", "ri", "so", "ta"])
    if pick.random() < 0.25:
        kept[name] = word(pick)
        return f"put {name} {kept[name]}", "done"
    return f"get {name}", kept.get(name, "none")


def places_on_a_line(pick: random.Random, kept: dict[str, str]) -> tuple[str, str]:
    places, way = ["ohm", "ket", "uru", "sil", "dan", "pel"], pick.random()
    at = int(kept.get("at", "2"))
    if way < 0.5 and 0 <= at + (step := pick.choice([-1, 1])) < len(places):
        kept["at"] = str(at + step)
        return "left" if step < 0 else "right", "done"
    return "where", places[at]


def things_in_a_bag(pick: random.Random, kept: dict[str, str]) -> tuple[str, str]:
    count, way = int(kept.get("", "0")), pick.random()
    if way < 0.5:
        step = -1 if count and way < 0.2 else 1
        kept[""] = str(count + step)
        return f"{'put' if step > 0 else 'take'} {word(pick)}", "done"
    return "size", "zabcdefghijklmnopqrstuvwxy"[count % 26]


@pytest.mark.parametrize("step", [queue_begun_anew, values_or_none, places_on_a_line, things_in_a_bag])
def test_memory_that_began_anew_is_empty_or_moves_along_a_line_is_found(
    step: Callable[..., tuple[str, str]],
) -> None:
    pick, kept = random.Random(3), dict[str, str]()
    right = lesson(fresh(), [step(pick, kept) for _ in range(90)])
    assert sum(right[-24:]) >= 22


def test_commands_that_say_nothing_are_told_from_words_that_come_again() -> None:
    said = [
        ("turn", "done"),
        ("abc", "cba"),
        ("stay", "done"),
        ("abc", "abc"),
        ("de", "de"),
        ("turn", "done"),
    ]
    said += [("de", "ed"), ("abc", "cba"), ("stay", "done"), ("fg", "fg"), ("turn", "done"), ("abc", "cba")]
    modes = [register[1] for register in Past(said * 2).candidates("", " ") if register[0] == "mode"]
    assert [sorted(mode) for mode in modes] == [["stay", "turn"]]
