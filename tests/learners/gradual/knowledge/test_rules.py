"""Rules: which questions they know, and when they give way."""

from __future__ import annotations

from gradus.learners.gradual.knowledge.conclusions import quoting
from gradus.learners.gradual.knowledge.kinds import Kind, Pair
from gradus.learners.gradual.knowledge.rules import Rule, Rulebook

JOIN = ("cat", ("tok", 1), ("tok", 2))


def rule(program: tuple[object, ...], *questions: str) -> Rule:
    found = Rule(Kind(("do",)), program, wins=4.0)
    for at, question in enumerate(questions):
        case = found.kind.case(question, {}, " ")
        assert case is not None
        found.keep(Pair(question, "", at, 1.0, {}), case, 40)
    return found


def knows(known: Rule, question: str) -> bool:
    case = known.kind.case(question, {}, " ")
    return case is not None and known.knows(case, " ")


def test_a_new_word_among_few_is_another_question() -> None:
    known = rule(JOIN, *[f"do {a}k {b} loud" for a in "abc" for b in "xy"])
    assert knows(known, "do qk z loud")
    assert not knows(known, "do ak x soft")


def test_words_that_vary_may_be_new() -> None:
    known = rule(JOIN, *[f"do {a}k x {a}{a}" for a in "abcdef"])
    assert knows(known, "do ak x new")


def test_what_was_misheard_closes_nothing() -> None:
    known = rule(JOIN, *[f"do {a}k x loud" for a in "abcdef"])
    assert not knows(known, "do ak x soft")
    known.rest_on(known.evidence[:2])
    assert knows(known, "do ak x soft")


def test_an_older_rule_gives_way_only_to_one_about_such_questions() -> None:
    book = Rulebook()
    old = book.add(rule(JOIN, "do ak x"), 10)
    book.add(rule(("tok", 1), "do ak x loud now"), 10)
    assert old.wins == 4.0
    book.add(rule(("tok", 2), "do bk y"), 10)
    assert old.wins < 4.0


def test_a_literal_that_the_only_question_has_is_its_word() -> None:
    tokens = ("knit", "word", "by", "#")
    program = ("join", ("chars", ("tok", 1)), ("lit", "#"))
    assert quoting(program, tokens) == ("join", ("chars", ("tok", 1)), ("tok", 3))
    assert quoting(program, ("knit", "#", "#")) == program
    assert quoting(("fields", ("lit", "by")), tokens) == ("fields", ("lit", "by"))
