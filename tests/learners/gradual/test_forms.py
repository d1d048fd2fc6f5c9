"""Perception: the form of dialogue is inferred from windows of raw exchanges, drawn from a random grammar."""

import random

import pytest
from tests.learners.gradual import grammar

from gradus.learners.gradual.perception.context import Context
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Slot
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.ranking import rank

SEEDS = range(1000, 1030)


def inferred(seed, size=10):
    """A drawn form, exchanges made from it, the truth, and the form found from the first `size` exchanges."""
    luck = random.Random(seed)
    drawn = grammar.draw(luck)
    exchanges, truths = grammar.window(drawn, luck, size + 4)
    found = rank(exchanges[:size], Context(grammar.SILENCE, drawn.answer_end))[0][1]
    return drawn, exchanges, truths, found


def told(form, exchanges, number, ending):
    """What `form` reads in a reaction; empty when nothing."""
    exchange = exchanges[number]
    parse = form.turn(exchange.segment, False, grammar.SILENCE)
    about = number - 1 - form.lag
    if form.slot is None or parse is None or about < 0:
        return ""
    bounds = form.slot.bounds(parse.reaction, exchanges[about].length)
    text = parse.reaction[bounds[0] : bounds[1]] if bounds else ""
    return text.removesuffix(ending) if ending else text


def test_turns_are_found_in_nearly_all_forms():
    good = 0
    for seed in SEEDS:
        _, exchanges, _, form = inferred(seed)
        fits = [form.fires(x.segment, x.before > 0, grammar.SILENCE) for x in exchanges[1:]]
        good += sum(fits) >= len(fits) - 1
    assert good >= 0.93 * len(SEEDS)


def test_told_answers_are_read_in_most_forms():
    good = 0
    for seed in SEEDS:
        drawn, exchanges, truths, form = inferred(seed)
        numbers = [n for n in range(1, len(exchanges)) if exchanges[n].before <= 0]
        right = sum(told(form, exchanges, n, drawn.answer_end) == truths[n].told for n in numbers)
        good += right >= len(numbers) - 1
    assert good >= 0.8 * len(SEEDS)


@pytest.mark.parametrize("seed", range(1100, 1110))
def test_the_parse_is_the_turn_rule(seed):
    """A segment parses at its end exactly when no shorter beginning of it does."""
    _, exchanges, _, form = inferred(seed)
    for exchange in exchanges:
        right = exchange.before > 0
        parse = form.turn(exchange.segment, right, grammar.SILENCE)
        firing = [
            size
            for size in range(1, len(exchange.segment) + 1)
            if form.fires(exchange.segment[:size], right, grammar.SILENCE)
        ]
        assert firing[:1] == ([parse.end] if parse is not None else [])


def test_a_permuted_alphabet_gives_the_permuted_form():
    image = list(range(256))
    random.Random(5).shuffle(image)

    def moved(text):
        return "".join(chr(image[ord(symbol)]) for symbol in text)

    for seed in range(1200, 1206):
        luck = random.Random(seed)
        drawn = grammar.draw(luck)
        exchanges, _ = grammar.window(drawn, luck, 8)
        others = [
            RawExchange(moved(x.segment), x.before, x.joined, moved(x.said), x.reward, x.length)
            for x in exchanges
        ]
        plain = rank(exchanges, Context(grammar.SILENCE, drawn.answer_end))[0]
        image_of = rank(others, Context(moved(grammar.SILENCE), moved(drawn.answer_end)))[0]
        assert image_of[0] == pytest.approx(plain[0])
        assert image_of[1].end.mark == moved(plain[1].end.mark)
        assert image_of[1].wrong.mark == moved(plain[1].wrong.mark)


def test_a_reaction_that_only_some_segments_have():
    form = Form(Cut(";", 1, True), Cut(";", 1, True), End("?"), Slot(4))
    assert form.turn("bad ab;cd?", False, " ").question == "cd"
    assert form.turn("cd?", False, " ").question == "cd"
    assert form.turn("cd?", False, " ").reaction == ""


def test_wrong_answers_never_count_against_a_proven_form():
    keeper = Keeper()
    keeper.wins = 20
    keeper.silence = " "
    keeper.endings.worked(".")
    keeper.form = Form(Cut(";", 1), Cut(";", 1), End("?"), Slot(4))
    before = keeper.form
    luck = random.Random(3)
    for _ in range(300):
        text = f"bad {grammar.word(luck)};{grammar.word(luck)}?"
        exchange = RawExchange(text, -1, True, grammar.word(luck) + ".", -1)
        keeper.note(exchange)
        keeper.unpaid += 1
    assert keeper.regimes == 0
    assert (keeper.form.wrong, keeper.form.end) == (before.wrong, before.end)


def test_turns_missed_end_a_regime():
    keeper = Keeper()
    keeper.silence = " "
    keeper.form = Form(Cut(";", 1), Cut(";", 1), End("?"))
    for word in ("abc", "bca", "cab"):
        keeper.note(RawExchange(f"{word}!", -1, True, "", -1, 1, certain=True))
    assert keeper.regimes == 1
    assert keeper.form != Form(Cut(";", 1), Cut(";", 1), End("?"))
