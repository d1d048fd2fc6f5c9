"""Remainders: signs of several symbols, parts of answers that are learned, symbols that become texts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gradus.learners.gradual.programs import (
    HOLE,
    Case,
    Found,
    Problem,
    Search,
    SearchSettings,
    World,
    find_leaves,
    standing_for,
)
from gradus.learners.gradual.programs.pieces import shared_symbols, sign_around
from gradus.learners.gradual.programs.spelling import fill_spelling

WORDS = [
    "abcd",
    "efgah",
    "cabed",
    "dgefb",
    "hbcaf",
    "fedgc",
    "gacde",
    "bhefa",
    "acegb",
    "dbfhe",
    "cgah",
    "febd",
]


def found_for(answer: Callable[[str], str], evaluations: int = 3500) -> Found | None:
    """What a search finds for what is made of words."""
    cases = tuple([Case(word, (word,), False, " ", {}) for word in WORDS])
    answers = tuple([answer(word) for word in WORDS])
    search = Search(
        Problem(cases, answers, find_leaves(cases, answers, (), ""), gaps=" "), World(), {}, SearchSettings()
    )
    search.work(evaluations)
    return search.best


CODE = str.maketrans("abcdefgh", "badcfehg")


@pytest.mark.parametrize(
    "answer",
    [
        lambda word: "+-".join(word),
        lambda word: word[0] + "=" * (len(word) - 2) + word[-1],
        lambda word: word[0].translate(CODE) + word,
        lambda word: word.translate(CODE) + "/" + word[::-1],
        lambda word: "".join(symbol for symbol in word if symbol not in "bf") + word[::-1],
        lambda word: "".join(sorted(word)) + "/" + word,
        lambda word: word.replace("a", "aa").replace("e", "ee"),
        lambda word: word.replace("b", "b+"),
    ],
    ids=["two signs", "filled", "coded head", "code beside", "dropped", "sorted", "doubled", "marked"],
)
def test_parts_of_answers_are_learned(answer: Callable[[str], str]) -> None:
    found = found_for(answer)
    assert found is not None
    assert all(found.right)


def test_a_rest_that_never_comes_back_is_not_learned_by_heart() -> None:
    rests = dict(
        zip(WORDS, ["kl", "lm", "mk", "kk", "ll", "mm", "lk", "ml", "km", "kkl", "llm", "mmk"], strict=True)
    )
    found = found_for(lambda word: word[0] + rests[word])
    assert found is None or not any(found.right)


def test_a_sign_is_all_that_stands_together() -> None:
    assert sign_around("+", ["ab+-bcd", "c+-d+-e", "fac+-ab", "d+-abc"]) == "+-"
    assert sign_around("-", ["ab+-bcd", "c+-d+-e", "fac+-ab", "d+-abc"]) == "+-"
    assert sign_around("+", ["ab+bcd", "c+d+e", "fac+ab", "d+abc"]) == "+"


def test_what_stands_at_one_place_is_no_sign() -> None:
    assert sign_around("=", ["word=ab", "word=cd", "word=ef", "word=gh"]) == "="


def test_symbols_that_behave_like_signs_come_first() -> None:
    answers = ["abc+bca", "ca+cab", "abb+cca", "bca+ab"]
    assert shared_symbols(answers)[0] == "+"


def test_what_one_operator_makes_of_a_list_comes_before_its_members() -> None:
    lists = ["ab ca bcd", "dca bb", "cab dab ac bd", "ad cba", "bcd ca ab"]
    cases = tuple([Case(text, tuple(text.split()), False, " ", {}) for text in lists])
    answers = tuple(["+".join(text.split()[::-1]) for text in lists])
    search = Search(
        Problem(cases, answers, find_leaves(cases, answers, (), ""), gaps=" "), World(), {}, SearchSettings()
    )
    search.work(600)
    assert search.best is not None
    assert all(search.best.right)


def test_what_a_part_must_be_is_told_by_the_rest() -> None:
    whole = ("cat", ("lit", "x"), ("rev", ("cat", HOLE, ("lit", "y"))))
    assert standing_for(whole, HOLE, ["xyba", "zyba", "xba"], lambda part: [part[1]] * 3) == [
        "ab",
        None,
        None,
    ]
    assert standing_for(("once", HOLE), HOLE, ["ab"], lambda part: []) is None


def test_symbols_become_texts() -> None:
    texts = ["abcd", "bcda", "dabc", "cdab", "acbd"]
    found = fill_spelling(texts, [text.replace("a", "xa").replace("c", "") for text in texts])
    assert found is not None
    assert found.entries == {"a": "xa", "c": ""}
    assert fill_spelling(texts, [text.replace("a", "x") for text in texts]) is None
