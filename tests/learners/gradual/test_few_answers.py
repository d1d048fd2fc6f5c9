"""Questions with few answers: verdicts over all that was heard, told answers mostly the same, new instances."""

from __future__ import annotations

from tests.learners.gradual.knowledge.test_facade import fresh, symbols

from gradus.learners.gradual.knowledge.grouping import recorded
from gradus.learners.gradual.knowledge.kinds import Pair
from gradus.learners.gradual.perception.context import Context
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Slot
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.ranking import rank
from gradus.learners.gradual.policy.choice import _nearly_told
from gradus.learners.gradual.policy.counsel import Counsel
from gradus.learners.gradual.policy.lessons import Lessons
from gradus.learners.gradual.policy.trying import Trying
from gradus.learners.gradual.programs.verdicts import Clause, cover

TOLD = ["false"] * 7 + ["true", "false", "true", "false", "false", "true", "false"]
WORDS = ["R", "US", "P", "LE", "WW", "YM", "WWW", "ZH", "CC", "MZ", "UN", "CCC", "E", "DZ"]


def exchanges(said: str = "R") -> list[RawExchange]:
    """A dialogue that tells one of two answers after every mistake, at first always the same."""
    return [
        RawExchange(f"Wrong. The right answer is: {told}. verify: {word}.", -1, number > 0, f"{said}.", -1)
        for number, (told, word) in enumerate(zip(TOLD, WORDS, strict=True))
    ]


def reads(form: Form) -> set[str]:
    """What a form hears told."""
    found = set()
    for exchange in exchanges()[1:]:
        parse = form.turn(exchange.segment, False, " ")
        bounds = form.slot.bounds(parse.reaction, 0) if parse and form.slot else None
        if parse and bounds:
            found.add(parse.reaction[slice(*bounds)])
    return found


def test_two_told_answers_are_heard_although_one_comes_first_and_often() -> None:
    assert reads(rank(exchanges(), Context(" ", "."))[0][1]) == {"false", "true"}


def test_each_of_two_told_answers_may_have_been_said_in_vain() -> None:
    context = Context(" ", ".", failed={"false": 2, "true": 2})
    assert reads(rank(exchanges(), context)[0][1]) == {"false", "true"}


def test_a_constant_that_was_misread_is_tried_shorter() -> None:
    keeper = Keeper()
    keeper.silence = " "
    keeper.form = Form(Cut("(", 1), Cut("(", 1), End("??"))
    keeper.window = [RawExchange("no ABC!(word??", -1, True, "x;", -1) for _ in range(3)]
    keeper.blame[Cut("(", 1), Slot(skip=3), 0] = 8.0
    assert _nearly_told(keeper, keeper.form)[0] == "ABC"


def test_what_was_right_in_this_instance_and_fails_begins_a_new_one() -> None:
    know = fresh()
    know.judged(symbols("b"), symbols("b"), -1)
    know.judged(symbols("b"), symbols("k"), 1)
    know.judged(symbols("b"), symbols("k"), -1)
    wrong = {answer for answers in know.recall.wrong.values() for answer in answers}
    assert wrong == {know.alphabet.text(symbols("k"))}  # that b is wrong was true of the instance before


def test_clauses_that_hold_wherever_they_must_are_put_together() -> None:
    found = [Clause(("a",), 0b0111, 5), Clause(("b",), 0b1101, 5), Clause(("c",), 0b0001, 1)]
    assert cover(found, 0b0101, 4) == (("and", ("a",), ("b",)), 0b0101, 10)


def test_pairs_of_a_sort_are_recorded_together_cut_at_their_mark() -> None:
    pool = [
        Pair(f"given: {word}; is it: {word[::-1]}", "yes" if number % 2 else "no", number, 1.0, {})
        for number, word in enumerate(WORDS)
    ]
    kind, members = recorded(pool, " ", "")[0]
    assert set(kind.tokens) == {"given:", "is", "it:"}
    assert kind.marks == ";"
    assert members == pool


def test_what_was_told_before_the_window_is_not_read_again() -> None:
    keeper, lessons, forgotten = Keeper(), Lessons(), []
    mind = Counsel()
    mind.revise = lambda wrong, right: forgotten.extend(wrong)  # type: ignore[method-assign]
    keeper.window = [RawExchange("no two. three?", -1, True, "x", -1)]
    lessons.pairs = [("one", "1"), ("three", "3")]
    lessons.revise(keeper, mind, Trying())
    assert forgotten == [("three", "3")]
