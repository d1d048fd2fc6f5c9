"""Grouping: what separates words, also where that are two symbols or letters come back often."""

from __future__ import annotations

import random

from tests.learners.gradual.knowledge.test_facade import fresh, lesson, pairs, word

from gradus.learners.gradual.knowledge import KnowledgeSettings
from gradus.learners.gradual.knowledge.grouping import hypotheses
from gradus.learners.gradual.knowledge.kinds import Pair
from gradus.learners.gradual.knowledge.marks import gap_of, marks_of
from gradus.learners.gradual.knowledge.settings import GROUPING

LISTS = ["ab+-cad", "bca+-dd+-ab", "d+-ccab", "adb+-bc", "cb+-a+-dab", "bd+-cda"]


def test_words_may_be_separated_by_two_symbols() -> None:
    assert set(gap_of(LISTS, " ")) == {"+", "-"}
    assert set(marks_of(LISTS, " ")[0]) == {"+", "-"}


def test_a_letter_that_all_questions_have_does_not_separate_words() -> None:
    questions = ["ab+aca", "bcaa+ab", "ac+baab", "aab+bca", "cba+a", "ba+caa"]
    assert gap_of(questions, " ") == "+"


def test_a_constant_beginning_belongs_to_no_sign() -> None:
    assert gap_of(["word=ab", "word=cad", "word=bb", "word=dc", "word=aab"], " ")[-1:] == "="


def test_after_a_search_in_vain_fewer_pairs_make_a_group() -> None:
    words = ["abc", "bdca", "cad", "dabc", "acbd", "cbda", "bad", "dcab", "adc", "cabd"]
    pool = [Pair(word, word[::-1], at, 1.0, {}) for at, word in enumerate(words)]
    sizes = [
        max(len(members) for _, members in hypotheses(pool, " ", KnowledgeSettings(), vain=vain))
        for vain in (0, 1)
    ]
    assert sizes == [GROUPING.recent, GROUPING.newest]


def test_what_was_not_understood_long_ago_is_not_searched_with_what_is_new() -> None:
    for seed in (1, 2, 4):
        know, pick = fresh(), random.Random(seed)
        lesson(know, pairs("turn:", lambda w: w[::-1], 12))
        lesson(know, [(f"{word(pick)} {word(pick)}", word(pick)) for _ in range(10)])
        assert all(lesson(know, pairs("turn:", lambda w: w[::-1], 25, seed=1)))
        asked = [(word(pick), word(pick)) for _ in range(8)]
        assert all(lesson(know, [(f"{a} {b}", a[-1] + b[-1]) for a, b in asked])[4:])
