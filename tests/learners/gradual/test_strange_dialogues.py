"""Dialogues of forms that no public task has, played from nothing by a small world of their own."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from gradus.learners.gradual.learner import GradualLearner
from gradus.learners.gradual.perception.endings import Endings
from gradus.learners.gradual.perception.form import Cut, End, Form
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.prices import Prices
from gradus.learners.gradual.perception.settings import SETTINGS
from gradus.learners.gradual.policy.conversation import Conversation
from gradus.learners.gradual.policy.trying import Trying
from gradus.learners.gradual.policy.whose_turn import WhoseTurn, regular_signs


@dataclass
class Talk:
    """Questions end with a mark, answers with a sign or by their length; `{a}` in a reaction tells the answer."""

    ask: Callable[[random.Random], tuple[str, str]]
    end: str = "?"
    sign: str = ""
    right: str = "yes;"
    wrong: str = "no {a};"

    def passes(self, steps: int, streak: int = 10, seed: int = 1) -> bool:
        """Whether a learner from nothing gives so many right answers in a row."""
        draw, learner = random.Random(seed), GradualLearner(seed=seed)
        text, answer = self.ask(draw)
        queue, said, reward, row = list(text + self.end), "", 0, 0
        for _ in range(steps):
            heard = queue.pop(0) if queue else " "
            reply = chr(learner.act(ord(heard), reward))
            reward = 0
            if queue:
                reward = -int(reply != " ")
                row = row if reply == " " else 0
                continue
            said += reply
            if not (said.endswith(self.sign) if self.sign else len(said) == len(answer)):
                continue
            good = said == answer + self.sign
            row, reward, said = (row + 1, 1, "") if good else (0, -1, "")
            if row == streak:
                return True
            reaction = (self.right if good else self.wrong).format(a=answer)
            text, answer = self.ask(draw)
            queue = list(reaction + text + self.end)
        return False


WORDS = ("hyoja", "rudf", "woi", "aqhyo", "amvgn", "aau", "pumz", "dpa")


def test_a_sign_of_three_symbols_is_found_although_questions_were_heard_in_pieces() -> None:
    talk = Talk(
        lambda draw: (word := draw.choice(WORDS), word[::-1]), "?=?", "?=?", right="", wrong="no {a}?=?|"
    )
    assert talk.passes(1500)


def test_one_symbol_that_is_always_right_is_found_although_longer_answers_are_cut_short() -> None:
    talk = Talk(lambda draw: (draw.choice(WORDS), "s"), right="yes ", wrong="no {a} ")
    assert talk.passes(1500)


def test_options_of_one_symbol_are_found_by_reward_alone() -> None:
    table = dict(zip(WORDS[:4], "noyp", strict=True))

    def ask(draw: random.Random) -> tuple[str, str]:
        word = draw.choice(WORDS[:4])
        return word, table[word]

    assert Talk(ask, wrong="no;").passes(3000)


def test_what_follows_a_wrong_answer_is_a_reaction_and_a_question_or_a_known_question() -> None:
    keeper = Keeper()
    keeper.silence = " "
    keeper.form = Form(Cut(";", 1), Cut(";", 1), End("?"))
    assert keeper.follows("no;abc?")
    assert not keeper.follows("abc?")
    keeper.form = Form(end=End("?"))
    assert not keeper.follows("abc?")  # it may go on with what was interrupted


def test_a_sign_is_wanted_where_the_right_answer_is_punished_after_waiting() -> None:
    endings = Endings()
    endings.acquit("     ", " ")
    assert not endings.sought
    endings.timed(2)
    endings.acquit("     ", " ")
    assert endings.sought
    endings.acquit(".!", " ")
    signs = endings.candidates([".", "?"], ["a", "!"], ["x"])
    assert not {"!", ".!"} & set(signs)
    assert (
        signs.index("?") < signs.index("aaa") < signs.index(".") < signs.index("x")
    )  # it may have been misread
    endings.acquit("abcdef#", " ")
    assert "a" in endings.vain
    assert "#" not in endings.vain  # it may have ended an answer that the others had spoilt
    endings.reward("#")
    assert endings.sign == "#"


def test_a_sign_that_earned_something_is_not_doubted() -> None:
    endings = Endings()
    endings.worked("#")
    endings.reward("")
    for _ in range(20):
        endings.doubt()
    assert endings.sign == "#"
    other = Endings()
    other.worked("#")
    for _ in range(20):
        other.doubt()
    assert other.sought


def test_what_a_question_repeats_from_the_reaction_before_it_is_news() -> None:
    prices = Prices(["abcdef;abcdef?"])
    together, apart = prices.symbols(0, 7, 13), prices.symbols(0, 7, 13, apart=True)
    assert abs(sum(together) - SETTINGS.copy) < 0.01
    assert sum(apart) > 2 * SETTINGS.copy


def test_words_of_new_questions_are_not_tried_for_ever() -> None:
    trying = Trying()
    for number in range(12):
        trying.hear(f"w{number} v{number}")
    said = []
    for number in range(12):
        question = f"w{number} v{number}"
        option = trying.option(question, (" ", "."), 0, list("wvxyz"))
        trying.judged(question, option, False, " ")
        said.append(option)
    assert sum(len(option) > 1 for option in said) < 6


def test_signs_that_come_back_regularly_are_where_a_turn_is_sought() -> None:
    draw = random.Random(3)
    speech = "".join("".join(draw.choice("abcd") for _ in range(draw.randint(3, 4))) + "?" for _ in range(60))
    assert regular_signs(speech, " ")[0] == "?"


def test_where_nothing_is_punished_the_turn_is_taken_behind_one_sign_after_the_other() -> None:
    turns = WhoseTurn()
    turns.listen("no a;  xyz?no b;  zyx?" * 12, " ")
    assert turns.active
    signs, found = list(turns.signs), ""
    while turns.active:
        assert turns.speaks("  " + turns.signs[0])
        found = turns.judge(0)
    assert [found, *turns.options] == signs
    assert turns.next() == signs[1]
    turns.rewarded()
    assert not turns.options


def test_a_reward_shows_the_turn_at_once() -> None:
    turns = WhoseTurn()
    turns.listen("no a;  xyz?no b;  zyx?" * 12, " ")
    assert turns.speaks("xyz?")
    assert turns.judge(1) == "?"
    assert not turns.active


def test_a_sign_that_the_world_waits_for_is_not_doubted() -> None:
    endings = Endings()
    for _ in range(5):
        endings.worked("#", behind=1)
    for _ in range(20):
        endings.doubt()
    assert endings.sign == "#"


def test_a_world_that_waits_while_its_turns_are_sought_is_answered() -> None:
    talk = Conversation()
    for symbol in "ab?" + " " * 80:
        talk.step(symbol, 0)
    assert talk.silence.symbol == " "
    talk.answering, talk.segment, talk.run = False, "ab?", 0
    talk.turns.signs, talk.turns.active = ["xyz"], True
    said = [talk.step(" ", 0) for _ in range(200)]
    assert not talk.turns.active
    assert set(said) != {" "}
