"""Words that stand for others, also with more readings than are kept."""

from __future__ import annotations

from tests.learners.gradual.knowledge.test_facade import fresh, lesson, pairs, symbols, text

from gradus.learners.gradual.knowledge.kinds import Kind
from gradus.learners.gradual.knowledge.rules import Rule, Rulebook
from gradus.learners.gradual.knowledge.settings import SYNONYMS
from gradus.learners.gradual.knowledge.synonyms import Synonyms, align
from gradus.learners.gradual.programs import World


def test_exchanges_are_found_by_place() -> None:
    assert align(("blim", "abc"), ("turn", "")) == {"blim": "turn"}
    assert align(("turn", "abc"), ("turn", "")) == {}
    assert align(("a", "b", "c"), ("x", "y", "z")) == {}
    assert align(("a", "a"), ("x", "y")) == {}


def test_more_readings_than_are_kept() -> None:
    book, names = Rulebook(), Synonyms()
    for number in range(SYNONYMS.readings + 8):
        rule = Rule(Kind((f"key{number}",)), ("tok", 1), wins=4.0, shapes=[(f"key{number}", "")])
        book.rules.append(rule)
    for number in range(SYNONYMS.readings + 8):
        only = Rulebook()
        only.rules = [book.rules[number]]
        guesses = names.guesses("new abc", only, World(), " ")
        names.learn(guesses, "abc" if number == 3 else "other")
    assert len(names.credits["new"]) == SYNONYMS.readings
    assert names.known("new") == "key3"


def test_a_new_word_for_a_known_operation_needs_two_questions() -> None:
    know = fresh()
    lesson(know, pairs("turn:", lambda w: w[::-1], 10))
    lesson(know, pairs("last:", lambda w: w[-1], 10, 1))
    right = lesson(know, pairs("blim:", lambda w: w[::-1], 6, 2), budget=0)
    assert all(right[2:])
    assert not any("blim" in rule.kind.tokens for rule in know.book.rules)
    assert text(know.propose(symbols("blim: hello"))[0].answer) == "olleh"
    assert know.propose(symbols("blim: hello"))[0].source == "rule"  # it is read as the word it stands for
    assert text(know.propose(symbols("turn: hello"))[0].answer) == "olleh"


def test_a_word_that_agrees_with_another_only_at_times_is_no_synonym() -> None:
    book, names = Rulebook(), Synonyms()
    names.credits = {"join:": {"union:": 9}}
    assert names.firm("join:", book) == "union:"
    names.judge(["join:"], good=False)
    assert names.firm("join:", book) == ""


def test_of_two_words_for_the_same_the_one_with_more_rules_is_kept() -> None:
    book, names = Rulebook(), Synonyms()
    names.credits = {"say:": {"write:": 5}, "write:": {"say:": 5}}
    book.rules = [Rule(Kind(("say:", word)), ("tok", 1), wins=4.0) for word in "ab"]
    assert names.firm("write:", book) == "say:"
    assert names.firm("say:", book) == ""


def test_content_stands_for_itself() -> None:
    book = Rulebook()
    book.rules = [Rule(Kind(("turn",)), ("tok", 1), wins=4.0, shapes=[("turn", "")])]
    assert Synonyms().guesses("new abc", book, World(), " ")
    assert not Synonyms().guesses("new abc", book, World(), " ", frozenset(["new"]))


def test_a_question_that_is_understood_says_nothing_about_other_words() -> None:
    know = fresh()
    lesson(know, pairs("turn:", lambda w: w[::-1], 10))
    lesson(know, pairs("back:", lambda w: w[::-1], 10, 1))
    lesson(know, pairs("turn:", lambda w: w[::-1], 10, 2))
    assert not know.synonyms.known(know.alphabet.text(symbols("turn:")))
