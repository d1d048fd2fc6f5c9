"""Hints: shapes learned from questions that say what a word stands for."""

from __future__ import annotations

from gradus.learners.gradual.knowledge.hints import Hints, apply, template_of

TOKENS = ("wall", "is", "as", "say", "-", "wall:", "ab")


def test_a_template_reads_the_new_word_as_the_known_one() -> None:
    template = template_of(TOKENS, 5, 0, 3)
    assert template == (5, 0, 3, ("", "is", "as", "", "-"))
    assert apply(template, TOKENS) == ("say:", "ab")
    assert apply(template, ("wall", "was", "as", "say", "-", "wall:", "ab")) == ()
    assert apply(template, ("fire", "is", "as", "say", "-", "wall:", "ab")) == ()


def test_only_readings_that_lead_to_a_keyword_are_offered() -> None:
    found = list(Hints().readings(TOKENS, {"say:": None}))
    assert (template_of(TOKENS, 5, 0, 3), ("say:", "ab")) in found
    assert all("say:" in inner for _, inner in found)
    assert not list(Hints().readings(TOKENS, {"other": None}))


def test_a_hint_is_believed_after_two_questions_and_doubted_again() -> None:
    hints, template = Hints(), template_of(TOKENS, 5, 0, 3)
    hints.judge(template, True)
    assert hints.unfold(TOKENS) == ()
    hints.judge(template, True)
    assert hints.unfold(TOKENS) == ("say:", "ab")
    hints.judge(template, False)
    assert hints.unfold(TOKENS) == ()
