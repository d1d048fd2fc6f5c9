"""Codes of texts that come back, and what they make of windows in which that matters."""

import random

from tests.learners.gradual import grammar

from gradus.learners.gradual.perception.codes import ALL, Alike, Repeats, verdict_bits
from gradus.learners.gradual.perception.context import Context
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Slot
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.ranking import rank
from gradus.learners.gradual.policy.whose_turn import WhoseTurn, shared_signs


def flat(text):
    return [5.0] * len(text)


def test_a_text_that_comes_back_is_cheap_and_one_that_was_expected_cheaper_than_a_new_one():
    code = Repeats(["yes"])
    expected, new = code.bits("yes", 15.0, ALL), code.bits("no", 10.0, ALL)
    assert expected < new
    assert code.bits("no", 10.0, ALL) < new


def test_constant_parts_of_questions_cost_little_wherever_they_stand():
    luck, code = random.Random(1), Alike()
    bits = []
    for _ in range(8):
        first, second = grammar.word(luck, 3, 3), grammar.word(luck, 3, 3)
        text = f"take {first} and then {second} now"
        bits.append(code.bits(text, flat(text), 16.0))
    assert bits[0] > 100
    assert max(bits[4:]) < 55  # six letters at five bits each, and three parts that all of them have


def test_a_word_quoted_from_one_earlier_text_is_no_structure():
    code = Alike()
    for text in ("one abcdef", "two ghijkl", "six mnopqr"):
        code.bits(text, flat(text), 16.0)
    assert code.bits("ten ghijkl", flat("ten ghijkl"), 16.0) > 30


def test_told_answers_are_not_the_words_around_them():
    """Four words stand before the answer by turns; the answers are those that were rewarded."""
    luck = random.Random(3)
    window, reaction, before = [], "", 0
    for number in range(14):
        question, right = grammar.word(luck, 4, 6), luck.choice(["up", "down"])
        good = number % 4 == 3
        said = right if good else "x"
        segment = f"{reaction}{question}?"
        window.append(RawExchange(segment, before, bool(reaction), said + ".", 1 if good else -1))
        reaction = f"so {luck.choice(['well', 'hm', 'now', 'oh'])} {right};"
        before = 1 if good else -1
    best = rank(window, Context(" ", ".", earned=("up", "down", "up", "up")))[0][1]
    read = [
        best.turn(exchange.segment, False, " ")
        for exchange in window
        if exchange.joined and exchange.before < 0
    ]
    bounds = [best.slot.bounds(parse.reaction, 0) for parse in read]
    tolds = {parse.reaction[start:stop] for parse, (start, stop) in zip(read, bounds, strict=True)}
    assert tolds <= {"up", "down"}


def told_form():
    return Form(Cut(";", 1), Cut(";", 1), End("?"), Slot(3))


def mistakes(keeper, opening, count):
    for number in range(count):
        keeper.note(RawExchange(f"{opening} {number};q{number}?", -1, True, "x.", -1))


def test_another_way_to_react_to_mistakes_ends_a_proven_regime():
    keeper = Keeper()
    keeper.silence, keeper.form, keeper.wins = " ", told_form(), 9
    mistakes(keeper, "no", 6)
    assert not keeper.regimes
    mistakes(keeper, "never", 2)
    assert keeper.regimes == 1  # type: ignore[comparison-overlap]


def test_mistakes_alone_do_not_end_it():
    keeper = Keeper()
    keeper.silence, keeper.form, keeper.wins, keeper.read = " ", told_form(), 9, 5
    mistakes(keeper, "no", 40)
    assert not keeper.regimes


def test_signs_of_the_turn_stand_once_in_nearly_all_segments():
    segments = [f"no {word};{word}?? ok" for word in ("abc", "de", "fghi", "jk", "lm")] + ["no abc"]
    signs = shared_signs(segments)
    assert any(sign.endswith("??") for sign in signs)
    assert not any(sign in ("a", "?") for sign in signs)


def test_the_turn_is_where_speaking_is_free():
    turns = WhoseTurn()
    for word in ("abc", "de", "fghi", "jk", "lm", "no"):
        turns.hear(f"<{word}>{word}!!ok/")
    turns.begin(" ")
    found = ""
    for _ in range(20):
        for end in range(1, len("<abc>abc!!ok/") + 1):
            heard = "<abc>abc!!ok/"[:end]
            if turns.active and turns.speaks(heard):
                found = turns.judge(0 if heard.endswith("!!") else -1) or found
    assert found.endswith("!!")


def test_a_text_that_tells_verdicts_saves_their_bits():
    telling = [("no", False), ("yes", True)] * 8
    assert verdict_bits(telling) > 10
    assert verdict_bits([("ask", bool(number % 2)) for number in range(16)]) == 0
    assert verdict_bits([(f"w{number}", bool(number % 2)) for number in range(16)]) < 1e-9  # all are new
    assert verdict_bits([]) == 0
