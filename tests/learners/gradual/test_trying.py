"""Trying on purpose: pieces of what was heard, elimination, and what is kept when the form changes."""

from __future__ import annotations

from gradus.learners.gradual.perception.context import Context
from gradus.learners.gradual.perception.endings import Endings
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Slot
from gradus.learners.gradual.perception.pieces import pieces
from gradus.learners.gradual.perception.ranking import rank
from gradus.learners.gradual.policy.trying import Trying, sayable


def test_words_that_come_and_go_are_tried_before_those_that_are_always_there():
    heard = ["wrong, yes. a in cab?", "wrong, no. a in dd?", "wrong, yes. a in ac?"]
    found = pieces(heard, [".", "?"], " ")
    assert found[0] == "yes"
    assert found.index("yes") < found.index("in")


def test_a_reaction_that_never_changes_is_cut_at_the_ending_and_tried_from_every_place():
    heard = ["ok;TREEppp^ask7abnnn", "ok;TREEppp^ask7cdnnn", "ok;TREEppp^ask7xynnn"]
    assert "TREE" in pieces(heard, ["ppp", "^", "nnn"], " ")


def test_a_mark_glued_to_a_told_word_is_left_out_at_some_time():
    assert "gaeim" in pieces(["it is gaeim! what is mgaei?"] * 3, ["?"], " ")


def test_an_answer_that_its_ending_would_cut_elsewhere_is_never_said():
    assert sayable("ab", ",,")
    assert not sayable("ab,", ",,")
    assert not sayable("a,,b", ",,")
    assert sayable("ab,", "")


def test_what_was_punished_for_a_question_is_not_tried_again_and_right_options_come_first():
    trying = Trying()
    symbols = ["a", "b", "c", "X"]
    trying.hear("abc")
    trying.judged("abc", "X", True)
    assert trying.option("abb", (" ", "."), 0, symbols) == "X"
    trying.judged("abb", "X", False)
    seen = {"X"}
    for _ in range(3):
        option = trying.option("abb", (" ", "."), 1, symbols)
        assert option not in seen
        seen.add(option)
        trying.judged("abb", option, False)


def test_judgements_are_read_again_when_the_form_changes_and_dropped_with_the_epoch():
    trying = Trying()
    trying.note(RawExchange("33", 0, True, "4", -1))
    trying.forget([("33", "4", False)])
    assert trying.vain("33", "4", 0.3)
    assert len(trying.since(0)) == 1
    assert trying.since(1) == []


def test_what_was_wrong_elsewhere_is_no_longer_guessed_but_may_be_known_here():
    trying = Trying()
    for question in "abcdef":
        trying.judged(question, "x", False)
    assert trying.vain("x", "x", 0.1)
    assert not trying.vain("x", "x", 0.9)


def test_kinds_of_question_may_end_with_marks_of_their_own():
    words = ["ab", "cde", "fa", "bcd", "ea", "dcb"]
    window = []
    for number, word in enumerate(words):
        reaction = f"answer {words[number - 1]}&" if number else ""
        question = f"copy {word}?" if number % 2 else f"turn {word}!"
        window.append(RawExchange(reaction + question, -1, number > 0, ".", -1, 0, True, False))
    best = rank(window, Context(" ", "."))[0][1]
    assert {best.end.mark, *best.end.also} == {"?", "!"}
    found = best.turn("answer xy&turn pq!", False, " ")
    assert found is not None
    assert found.question.endswith("pq !")


def test_the_turn_comes_at_the_first_of_several_marks():
    form = Form(Cut("&", 1), Cut("&", 1), End("?", 0, ("!",)), Slot(7))
    assert form.fires("no&turn ab!", False, " ")
    assert form.fires("no&copy ab?", False, " ")
    assert not form.fires("no&copy a!b?", False, " ")


def test_silence_that_ends_an_answer_is_told_from_the_sign_before_it():
    endings = Endings()
    endings.suspect("abcdefgh ", " ")
    assert endings.suspects[0] == "a"
    endings.worked("a")
    assert endings.stilled
    assert endings.by_length
    assert not endings.sign


def test_a_sign_that_was_not_followed_by_silence_is_believed():
    endings = Endings()
    endings.suspect("abcdefgh", " ")
    assert "h" in endings.suspects
    endings.worked("h")
    assert endings.sign == "h"
    assert not endings.stilled


def test_what_is_as_long_as_what_was_right_is_tried_before_what_is_not():
    trying = Trying()
    for option in ("a", "b", "c", "aa"):
        trying.judged("q", option, option == "aa")
    trying.judged("r", "aa", False)
    assert trying.option("r", (" ", "."), 0, list("abc")) == "bb"


def test_doubled_symbols_are_tried_before_those_never_heard():
    trying, tried = Trying(), []
    for _ in range(12):
        tried.append(trying.option("q", (" ", "."), 0, list("abc"), unheard=list("uvwxyz")))
        trying.judged("q", tried[-1], False)
    assert set(tried[:7]) == {"q", "a", "b", "c", "aa", "bb", "cc"}


def test_how_long_answers_were_means_nothing_where_nothing_is_earned():
    trying = Trying()
    trying.judged("q", "aa", True)
    for number in range(12):
        trying.judged(f"q{number}", "x", False)
    assert trying._size() == 0


def _always_the_same(option: str, asked: str = "abcdefgh") -> Trying:
    trying = Trying()
    for question in asked * 2:
        trying.judged(question, option, True)
    return trying


def test_where_one_answer_was_right_for_everything_what_is_wrong_for_one_question_is_for_all():
    trying = _always_the_same("X")
    trying.judged("i", "X", False)
    seen = {"X"}
    for question in "jklmn":
        trying.hear(question)
        option = trying.option(question, (" ", ""), 1, list("abcdefgh"))
        assert option not in seen
        assert trying.vain("o", option, 0.9) is False
        seen.add(option)
        trying.judged(question, option, False)
        assert trying.vain("o", option, 0.9)


def test_where_questions_have_answers_of_their_own_what_is_wrong_for_one_says_little_about_others():
    trying = _always_the_same("X")
    trying.judged("a", "Y", True)
    trying.judged("b", "Z", True)
    trying.judged("c", "X", False)
    assert not trying.alike
    assert not trying.vain("d", "X", 0.9)
