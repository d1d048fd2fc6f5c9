"""Grouping: what separates words, also where that are two symbols or letters come back often."""

from __future__ import annotations

from gradus.learners.gradual.knowledge.grouping import gap_of, marks_of

LISTS = ["ab+-cad", "bca+-dd+-ab", "d+-ccab", "adb+-bc", "cb+-a+-dab", "bd+-cda"]


def test_words_may_be_separated_by_two_symbols() -> None:
    assert set(gap_of(LISTS, " ")) == {"+", "-"}
    assert set(marks_of(LISTS, " ")[0]) == {"+", "-"}


def test_a_letter_that_all_questions_have_does_not_separate_words() -> None:
    questions = ["ab+aca", "bcaa+ab", "ac+baab", "aab+bca", "cba+a", "ba+caa"]
    assert gap_of(questions, " ") == "+"


def test_a_constant_beginning_belongs_to_no_sign() -> None:
    assert gap_of(["word=ab", "word=cad", "word=bb", "word=dc", "word=aab"], " ")[-1:] == "="
