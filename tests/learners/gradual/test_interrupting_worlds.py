"""Worlds that break off wrong answers at their first wrong symbol, pass over silence, or never pause."""

from __future__ import annotations

import random

from gradus.learners.gradual.learner import GradualLearner
from gradus.learners.gradual.perception import candidates
from gradus.learners.gradual.perception.context import Context
from gradus.learners.gradual.perception.endings import Endings
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Slot
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.scorer import Scorer
from gradus.learners.gradual.perception.settings import SETTINGS
from gradus.learners.gradual.perception.silence import SilenceFinder
from gradus.learners.gradual.policy.choice import _fails
from gradus.learners.gradual.policy.counsel import Counsel
from gradus.learners.gradual.policy.lessons import Lessons
from gradus.learners.gradual.policy.trying import Trying
from gradus.learners.gradual.policy.whose_turn import WhoseTurn, regular_signs

WORDS = ("hyoja", "rudf", "woi", "aqhyo", "amvgn", "aau", "pumz", "dpa")
FILLERS = ("mun", "obra", "tse", "lpi", "gewu")


def plays(sign: str, steps: int) -> bool:
    """Whether ten right answers in a row are given where the word of the question is wanted, and told."""
    draw, learner = random.Random(1), GradualLearner(seed=1)
    answer = draw.choice(WORDS)
    queue, said, row, reward = list(answer + "?"), "", 0, 0
    for _ in range(steps):
        heard = queue.pop(0) if queue else " "
        reply = chr(learner.act(ord(heard), reward))
        reward = 0
        if queue:
            reward = -int(reply != " ")
            continue
        said += reply
        right = answer + sign
        if said != right and right.startswith(said):
            continue
        good = said == right
        row, reward, told, said = (row + 1, 1, "ok", "") if good else (0, -1, f"no {answer}", "")
        if row == 10:
            return True
        answer = draw.choice(WORDS)
        queue = list(f"{told};{answer}?")
    return False


def test_answers_that_are_broken_off_are_learned_with_the_sign_behind_them() -> None:
    assert plays(";", 2500)


def broken_off(said: str) -> float:
    """The score of the form that hears what is told, where answers that should be `{a}` begin like `said`."""
    window = []
    for number, word in enumerate(WORDS):
        text = said.format(a=word[0])
        told = f"no {WORDS[number - 1]};" if number else ""
        window.append(RawExchange(f"{told}{word}?", -1, number > 0, text, -1, len(text)))
    form = Form(Cut(";", 1), Cut(";", 1), End("?"), Slot(skip=3))
    return Scorer(window, Context(" ")).score(form)


def test_answers_judged_just_behind_what_is_right_in_them_speak_for_what_is_told() -> None:
    assert broken_off("{a}x") > broken_off("xx") + 4 * SETTINGS.longer


def test_a_silence_punished_at_once_behind_right_answers_shows_that_mistakes_are_broken_off() -> None:
    endings = Endings()
    endings.acquit(" ", " ")
    assert not endings.broken
    endings.acquit(" ", " ")
    assert endings.broken and endings.sought
    endings.timed(1)
    assert endings.sought  # the first symbol was wrong, whatever ends answers
    signs = endings.candidates([".", ".;", "!"], [], [])
    assert endings.next_sign(signs) == "."
    endings.acquit(".", " ")
    assert endings.candidates([".", ".;", "!"], [], [])[0] == "!"  # what begins so was broken off as well
    endings.timed(3)
    assert not endings.broken


def test_the_rest_of_a_sign_that_was_not_waited_for_does_not_belong_to_it() -> None:
    endings = Endings()
    endings.worked("?%o")
    endings.reward("?%")
    assert endings.sign == "?%"


def test_where_no_sign_ends_answers_what_begins_with_a_mistake_is_one() -> None:
    assert _fails("ab", {"a"}, "")
    assert not _fails("ab", {"b", ""}, "")
    assert not _fails("ab", {"a"}, ";")


def test_the_third_word_of_a_reaction_is_considered() -> None:
    reactions = [f"{FILLERS[n % 5]} {FILLERS[n % 3]} {word} {FILLERS[n % 4]}" for n, word in enumerate(WORDS)]
    price = dict.fromkeys("".join(reactions), 4.0)
    third = Slot(mark=" ", times=2, stop=" ")
    assert third in candidates.all_slots(reactions, " ", ".", (1, 2, 3), price)
    assert [reaction[slice(*(third.bounds(reaction, 0) or ()))] for reaction in reactions] == list(WORDS)


def test_several_turns_that_went_by_are_found_whatever_reactions_begin_with() -> None:
    keeper = Keeper()
    keeper.silence = " "
    keeper.form = Form(Cut("!", 1), Cut("!", 1, True), End("?"), Slot(mark=" ", times=-1))
    for word, filler in zip(WORDS, FILLERS, strict=False):
        keeper.window.append(RawExchange(f"{filler} {word}! {word}?", 0, True, word, 0))
    exchange = RawExchange("woi?   lpi dpa! rudf?", 1, True)
    assert keeper.unnoticed(exchange) == len("woi?")
    assert keeper.unnoticed(RawExchange("woi?   rudf?   lpi dpa! rudf?", 1, True)) == len("woi?")
    assert not keeper.unnoticed(RawExchange("woi? rudf! dpa?", 1, True))


def test_a_world_that_falls_silent_where_something_was_said_shows_the_turn() -> None:
    turns = WhoseTurn()
    turns.listen("no ab?  no ba?  no a?   " * 12, " ")
    assert turns.active and turns.speaks("no ab?")
    turns.judge(0)
    assert turns.awaited("no ab?      ", " ") == "?"
    assert not turns.awaited("no ab?  no", " ")
    assert turns.speaks("no ab?")
    turns.judge(-1)
    assert not turns.awaited("no ab?      ", " ")


def test_where_speaking_is_free_what_the_world_says_while_it_waits_is_silence() -> None:
    finder = SilenceFinder()
    for step in range(60):
        finder.observe("x", "abc"[step % 3], 0)
    before = finder.symbol
    for _ in range(20):
        for heard, reward in (("n", -1), ("_", 0), ("a", 0), ("?", 0), ("_", 0), ("_", 0)):
            finder.observe(before, heard, reward)
    assert finder.symbol == "_"


def test_a_told_answer_that_was_judged_while_it_was_right_shows_that_nothing_was_broken_off() -> None:
    keeper, mind = Keeper(), Counsel()
    keeper.silence = mind.silence = " "
    keeper.form = Form(Cut(";", 1), Cut(";", 1), End("?"), Slot(skip=3))
    for said, seen in (("woi ", False), ("woi ", True), ("wo", False)):
        about = RawExchange("woi?", 0, False, said, -1)
        keeper.window = [about, RawExchange("no woi;rudf?", -1, True)]
        Lessons().learn(about, keeper, mind, Trying())
        assert keeper.endings.broken == seen


def test_a_turn_is_sought_behind_doubled_marks() -> None:
    draw = random.Random(3)
    speech = "".join(f"{draw.choice(FILLERS)} {draw.choice(WORDS)}??  " for _ in range(40))
    assert "??" in regular_signs(speech, " ")
