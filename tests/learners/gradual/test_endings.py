"""What is believed about how answers end, and what raises doubts about it."""

from __future__ import annotations

import pytest

from gradus.learners.gradual.perception.candidates import sizes
from gradus.learners.gradual.perception.endings import Endings
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Slot
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.settings import SETTINGS
from gradus.learners.gradual.policy.answer import Answer, word_ends


def ended(sign: str, behind: list[int]) -> Endings:
    """Beliefs after the world reacted to a sign behind so many symbols."""
    endings = Endings()
    endings.unheard()
    for size in behind:
        endings.worked(sign, size)
    return endings


def doubted(endings: Endings) -> Endings:
    for _ in range(SETTINGS.mistrusted):
        endings.doubt()
    return endings


def test_a_sign_that_ended_several_symbols_often_is_not_given_up_because_answers_are_wrong() -> None:
    assert doubted(ended(".", [3, 4, 4, 6])).sign == "."
    assert doubted(ended(".", [0, 0, 0, 0])).sought  # any first symbol may have ended them


def test_of_such_a_sign_only_the_last_symbols_are_tried_once() -> None:
    endings = doubted(ended("?~~", [3, 4, 5, 6, 6]))  # after the first its last symbols were tried, in vain
    assert endings.sought
    assert [endings.next_suspect() for _ in range(3)] == ["~", "~~", "?~~"]
    for size in (4, 5, 6, 6):
        endings.worked("?~~", size)
    assert doubted(endings).sign == "?~~"
    endings.worked("~", 5)  # had a shorter one worked, it would be believed
    assert endings.sign == "~"


def test_the_last_symbols_of_a_new_sign_are_tried_before_it_is_believed() -> None:
    endings = ended("a.", [0])
    assert endings.sought
    assert [endings.next_suspect() for _ in range(2)] == [".", "a."]
    endings.worked(".", 3)
    assert endings.sign == "."
    assert ended("~~", [0, 4]).sign == "~~"


def test_a_sign_given_up_is_tried_again_before_those_never_heard() -> None:
    endings = doubted(ended("#", [3, 3, 3]))
    signs = endings.candidates(["?"], ["a"], ["x", "y"])
    assert signs.index("aaa") < signs.index("#") < signs.index("x")


def test_signs_of_several_symbols_are_heard_at_the_end_of_words() -> None:
    segments = ["jpg^^ no abc!", "kl^^ no bca!", "mno^^ no cab!"]
    assert word_ends(segments, " ")[0] == "^^"
    assert not word_ends(["jpg^^ abc!"], " ")


def test_a_world_that_goes_on_after_the_same_time_again_and_again_has_not_heard_a_sign() -> None:
    endings = Endings()
    assert endings.went_on(28)
    assert endings.went_on(28)
    assert not endings.went_on(28)
    assert endings.went_on(20)  # that was sooner
    assert endings.waits(27)
    assert not endings.waits(20)
    assert not endings.waits(40)  # a world that waits for longer
    assert not endings.limit


@pytest.mark.parametrize(("read", "kept"), [(0, []), (SETTINGS.confirmed, ["."])])
def test_what_was_misread_says_nothing_about_signs(read: int, kept: list[str]) -> None:
    keeper = Keeper()
    keeper.silence, keeper.form = " ", Form(Cut(), Cut("|", 1), End("?"), Slot(0))
    answers = {"ab": "sto", "cd": "tuk", "ef": "ub", "gh": "vimsa"}
    asked = ""
    for number, question in enumerate(["ab", "cd", "ab", "ef", "gh", "cd", "ef", "gh", "ab"]):
        told = f"no {answers[asked]}|" if asked else ""
        said = f"no {answers[question]}"
        exchange = RawExchange(f"{told}{question}?", -min(1, number), number > 0, said, -1, 0, True, True)
        keeper.note(exchange)
        keeper.fail(exchange)
        asked = question
    before = keeper.form
    for _ in range(2):
        keeper.refute()
    keeper.endings.vain["."], keeper.read = None, read
    keeper.compare()
    for _ in range(400):
        keeper.think()
    assert keeper.form != before
    assert list(keeper.endings.vain) == kept


def test_signs_that_seem_refuted_come_back_before_those_never_heard() -> None:
    endings = Endings()
    endings.unheard()
    endings.vain["?^"] = None
    signs = endings.candidates(["?^"], ["a"], ["x"])
    assert signs.index("aaa") < signs.index("?^") < signs.index("x")


def test_a_sign_behind_the_answer_alone_has_worked() -> None:
    keeper, answer = Keeper(), Answer()
    keeper.endings.unheard()
    answer.begin("dog", "")
    answer.said, answer.probe, answer.probing = "dog?^", "?^", True
    answer.teach(RawExchange("", 0, True), keeper, " ")
    assert keeper.endings.suspects == ["^", "?^"]  # only its own last symbols are in doubt


def test_where_the_world_always_waits_as_long_answers_are_that_long() -> None:
    assert sizes([5, 0, 5]) == [-1, 1, 2, 3, 5]
    assert sizes([5, 4]) == [-1, 1, 2, 3]
    assert sizes([0, 0]) == [1, 2, 3]
