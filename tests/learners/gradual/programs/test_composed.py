"""What is composed of known parts: functions around others, numbers met half-way, replacements, comparisons."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gradus.learners.gradual.programs import (
    Case,
    Found,
    Function,
    Problem,
    Program,
    Search,
    SearchSettings,
    Table,
    World,
    find_leaves,
    run,
)
from gradus.learners.gradual.programs.inverse import undone

ROTATED = Function("t", "t", ("cat", ("tail", ("arg", 0)), ("head", ("arg", 0))))
SWAPPED = Function(
    "t", "t", ("cat", ("end", ("arg", 0)), ("cat", ("trunk", ("tail", ("arg", 0))), ("head", ("arg", 0))))
)
INSIDE = Function("t", "t", ("trunk", ("tail", ("arg", 0))))
KNOWN = World({}, {"rotated": ROTATED, "swapped": SWAPPED, "inside": INSIDE})


def solved(asked: list[tuple[str, str]], world: World, evaluations: int) -> Found | None:
    """What a search of so many evaluations finds for questions and answers."""
    cases = tuple([Case(question, tuple(question.split()), False, " ", {}) for question, _ in asked])
    answers = tuple([answer for _, answer in asked])
    problem = Problem(cases, answers, find_leaves(cases, answers, (), ""), gaps=" ")
    search = Search(problem, world, {}, SearchSettings())
    search.work(evaluations)
    return search.best


def rotated(word: str) -> str:
    return word[1:] + word[0]


def swapped(word: str) -> str:
    return word[-1] + word[1:-1] + word[0]


@pytest.mark.parametrize(
    ("body", "made", "of"),
    [
        (ROTATED.body, "bcda", "abcd"),
        (SWAPPED.body, "abb", "bba"),
        (("cat", ("lit", "xy"), ("arg", 0)), "xyab", "ab"),
        (("code:t1", ("rev", ("arg", 0))), "nm", "ba"),
        (INSIDE.body, "bc", None),
        (("cat", ("lit", "xy"), ("arg", 0)), "xab", None),
        (("once", ("arg", 0)), "abca", None),
    ],
)
def test_what_a_function_was_applied_to(body: Program, made: str, of: str | None) -> None:
    world = World({"t1": Table({"a": "n", "b": "m"})})
    assert undone(body, made, world) == of


@pytest.mark.parametrize("outer", [rotated, swapped, lambda word: word[1:-1]])
def test_a_function_around_two_others_side_by_side(outer: Callable[[str], str]) -> None:
    words = ["abcd", "efghi", "kabec", "dgif", "hbcai", "fedk"]
    asked = [(word, outer(rotated(word) + swapped(word))) for word in words]
    found = solved(asked, KNOWN, 200)
    assert found is not None
    assert all(found.right)
    bare = solved(asked, World(), 200)
    assert bare is None or not all(bare.right)


def test_numbers_are_met_half_way() -> None:
    digits = World({"t1": Table(dict(enumerate("abcde")), 5)})
    numbers = [(3, 4, 2), (1, 2, 3), (4, 4, 1), (2, 3, 4), (0, 4, 4), (3, 3, 5)]
    signs = ["a", "b", "c", "d", "e", "ba", "bb", "bc", "bd", "be"]
    asked = [(f"{signs[a]} {signs[b]} {signs[c]}", signs[a + b - c]) for a, b, c in numbers]
    found = solved(asked, digits, 800)
    assert found is not None
    assert all(found.right)


def test_what_stands_for_a_letter_may_be_computed() -> None:
    asked = [
        (f"{sign} {word}", word.replace(sign, sign + sign)) for sign, word in zip("abcde", WORDS, strict=True)
    ]
    found = solved(asked, World(), 400)
    assert found is not None
    assert found.program[0] == "swap"


WORDS = ["bad", "crumb", "cede", "dodo", "keel"]


def test_a_letter_between_all_letters() -> None:
    asked = [(f"{sign} {word}", sign.join(word)) for sign, word in zip("xyzxy", WORDS, strict=True)]
    found = solved(asked, World(), 300)
    assert found is not None
    assert all(found.right)


def test_how_often_something_is_said_is_a_goal() -> None:
    found = solved([(word, word[0] * len(word)) for word in WORDS], World(), 400)
    assert found is not None
    assert found.program == ("times", ("head", ("tok", 0)), ("length", ("tok", 0)))


def test_members_are_compared_with_a_word() -> None:
    questions = [
        "ab c deg hijk",
        "abcd e fghij klmnop",
        "abc d ef ghijk",
        "a bc d efg",
        "ab cde f ghi",
        "abc defg h i",
    ]
    asked = []
    for question in questions:
        first, *others = question.split()
        asked.append((question, " ".join([word for word in others if len(word) > len(first)])))
    found = solved(asked, World(), 1500)
    assert found is not None
    assert all(found.right)


def test_each_member_may_be_replaced_by_a_word() -> None:
    lists = ["ab cd ef ab", "gh ab gh ef", "ef gh cd ef", "cd ef ab cd", "ab gh cd ab", "cd ab cd gh"]
    asked = []
    for number, text in enumerate(lists):
        old, new, others = text.split()[0], f"n{'xyzuvw'[number]}", text.split()[1:]
        asked.append(
            (" ".join([old, new, *others, "zz"]), " ".join([new if w == old else w for w in [*others, "zz"]]))
        )
    found = solved(asked, World(), 3000)
    assert found is not None
    assert all(found.right)
    case = Case("p q r p s", ("p", "q", "r", "p", "s"), False, " ", {})
    assert run(found.program, case, World().operators) == "r q s"


def test_as_many_symbols_as_words_may_be_chance() -> None:
    pairs = ["ab bd", "ab ac", "bc bc", "cd bd", "ac ab", "cd ac"]
    asked = []
    for pair in pairs:
        one, other = pair.split()
        asked.append((f"say {one} say {other}", "".join(map("".join, zip(one, other, strict=True)))))
    found = solved(asked, World(), 1000)
    assert found is not None
    assert found.program == ("weave", ("tok", 1), ("tok", 3))


def test_numerals_are_sorted_by_number() -> None:
    world = World({"t1": Table(dict(enumerate("abc")), 3)})
    sort = world.operators["sort:t1"].meaning
    assert sort(("ba", "c", "b")) == ("b", "c", "ba")


def test_how_much_of_a_word_is_said_may_be_a_known_number() -> None:
    words = ["abcdef", "ghijkl", "mnopqr", "stuvwx"]
    starts = ["xy", "pqr", "z", "vu"]
    asked = [
        (f"{word} {start}", start + word[len(start) :]) for word, start in zip(words, starts, strict=True)
    ]
    found = solved(asked, World(), 1200)
    assert found is not None
    assert all(found.right)


def test_what_comes_before_a_letter() -> None:
    asked = [
        ("d abcdef", "abc"),
        ("h gihaklah", "gi"),
        ("a mnopahr", "mnop"),
        ("t htdvwax", "h"),
        ("v advh", "ad"),
    ]
    found = solved(asked, World(), 1500)
    assert found is not None
    assert found.program == ("until", ("tok", 1), ("tok", 0))


def test_each_member_may_become_several_symbols() -> None:
    found = solved([(word, "".join([sign * 3 for sign in word])) for word in WORDS], World(), 2500)
    assert found is not None
    assert all(found.right)


def test_the_longest_word_left_out() -> None:
    lists = ["ab cde f", "ghij k lm", "n opqrs tu", "vw x yzab", "cdefg h ij"]
    asked = [(text, " ".join([w for w in text.split() if w != max(text.split(), key=len)])) for text in lists]
    found = solved(asked, World(), 3500)
    assert found is not None
    assert all(found.right)


def test_a_function_of_a_chosen_word() -> None:
    lists = ["abc defg hi", "jklmn op qrs", "tu vwxyz abc", "de fgh ijklm", "nopq rs tuv"]
    asked = [(text, max(text.split(), key=len)[1:-1]) for text in lists]
    found = solved(asked, KNOWN, 1200)
    assert found is not None
    assert found.program[0] == "f:inside"


def test_two_answers_told_apart_by_how_many_members_begin_alike() -> None:
    heads = ["aaa", "bbb", "aab", "aba", "ccc", "cab", "bba", "bbb", "aaa", "abc", "ccc", "caa"]
    asked = []
    for number, text in enumerate(heads * 3):
        words = [sign + "abcdefg"[(number * step) % 7] for step, sign in enumerate(text, 1)]
        asked.append((" ".join(words), "y" if len(set(text)) == 1 else "n"))
    found = solved(asked, World(), 4000)
    assert found is not None
    assert all(found.right)


def test_two_answers_told_apart_by_a_sum() -> None:
    digits = World({"t1": Table(dict(enumerate("abcde")), 5)})
    signs = [*"abcde", *["b" + sign for sign in "abcde"], *["c" + sign for sign in "abcde"]]
    numbers = [(a, b, c) for a in (0, 3, 6) for b in (1, 4, 7) for c in (2, 5, 9, 12)]
    asked = [(f"{signs[a]} {signs[b]} {signs[c]}", "yes" if a + b > c else "no") for a, b, c in numbers]
    found = solved(asked, digits, 1200)
    assert found is not None
    assert all(found.right)
