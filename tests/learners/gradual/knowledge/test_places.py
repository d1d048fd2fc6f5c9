"""The word of a question at the place where answers stood."""

from __future__ import annotations

from gradus.learners.gradual.knowledge.places import likely_word


def asked(*lines: str) -> list[tuple[tuple[str, ...], str]]:
    found = [line.split(" -> ") for line in lines]
    return [(tuple(question.split()), answer) for question, answer in found]


def test_the_word_where_the_answer_stood() -> None:
    late = asked("say k or m -> m", "say n or k -> k")
    word, sure = likely_word(("say", "m", "or", "n"), late)
    assert word == "n"
    assert sure > 0.4
    assert likely_word(("say", "m", "or", "n"), asked("say k or m -> m"))[1] < sure


def test_other_words_around_it_are_another_question() -> None:
    late = asked("say k and m -> km", "say n or k -> k")
    assert likely_word(("say", "m", "and", "n"), late) == ("", 0.0)
    assert likely_word(("say", "m", "or", "n"), late)[0] == "n"


def test_nothing_is_guessed_where_answers_are_no_words() -> None:
    assert likely_word(("turn", "abc"), asked("turn xyz -> zyx", "turn rst -> tsr")) == ("", 0.0)
