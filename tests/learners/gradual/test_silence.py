"""Silence is the reply that is not punished, or what the world repeats."""

import random

from gradus.learners.gradual.perception.silence import SilenceFinder
from gradus.learners.gradual.policy.symbols import SYMBOLS


def told():
    """A finder that has met a world which falls silent with underscores."""
    finder = SilenceFinder()
    for symbol in "hello" + "_" * 12:
        finder.observe("x", symbol, 0)
    return finder


def test_the_only_unpunished_reply_is_silence():
    finder = SilenceFinder()
    luck = random.Random(1)
    heard = "abcdef"
    while not finder.known:
        said = finder.candidate(SYMBOLS)
        finder.observe(said, luck.choice(heard), 0 if said == "z" else -1)
    assert finder.symbol == "z"


def test_heard_symbols_are_tried_first():
    finder = SilenceFinder()
    for symbol in "qrs":
        finder.observe("", symbol, 0)
    tried = {finder.candidate(SYMBOLS) for _ in range(12)}
    assert tried == {"q", "r", "s"}


def test_an_endless_repetition_is_silence():
    finder = told()
    assert finder.symbol == "_"


def test_rewards_everywhere_tell_nothing():
    finder = SilenceFinder()
    for step in range(200):
        finder.observe("abc"[step % 3], "xyz"[step % 3], 1 if step % 4 else -1)
    assert not finder.known


def test_a_silence_that_is_nearly_always_punished_is_sought_again():
    finder = told()
    for _ in range(40):
        finder.observe("_", "a", -1)
    assert not finder.known


def test_a_proved_silence_survives_a_world_that_punishes_it():
    finder = told()
    for step in range(300):
        finder.observe("_", "ab"[step % 2], 0 if step < 200 else -1)
    assert finder.symbol == "_"


def test_a_world_that_repeats_itself_long_enough_corrects_a_wrong_silence():
    finder = SilenceFinder()
    finder.symbol = "B"
    for _ in range(70):
        finder.observe("B", "_", 0)
    assert finder.symbol == "_"


def test_where_replies_are_free_a_symbol_heard_only_before_judgements_of_no_worth_is_silence():
    finder = adopted()
    before = finder.symbol
    for _ in range(20):
        for heard, reward in (("a", -1), ("b", 0), ("?", 0), ("_", 0)):
            finder.observe(before, heard, reward)
    assert finder.symbol == "_"
    for _ in range(60):
        for heard, reward in (("a", -1), ("b", 0), ("?", 0), ("_", 0)):
            finder.observe("_", heard, reward)
    assert finder.symbol == before  # that earned nothing either


def test_a_symbol_of_words_is_not_taken_for_the_one_that_pauses_are_made_of():
    finder = adopted()
    before = finder.symbol
    for text in ("aab", "aaab", "ba", "ca", "ab", "ac", "ba", "ca", "ab") * 3:
        for symbol in text:
            finder.observe(before, symbol, 0)
    assert finder.symbol == before


def adopted():
    """A finder in whose world all replies are free."""
    finder = SilenceFinder()
    for step in range(60):
        finder.observe("x", "abc"[step % 3], 0)
    return finder


def test_what_is_heard_where_for_once_a_reply_is_not_judged_is_what_the_world_says_while_it_waits():
    """Where mistakes are broken off, the world waits only for what is right so far."""
    finder = adopted()
    for heard, reward in ("n", -1), ("k", 0), ("_", 0), ("n", -1), ("n", -1), ("n", -1), ("_", 0):
        finder.answered(heard, reward)
    assert finder.symbol != "_"  # it may have been interrupted
    for heard, reward in ("n", -1), ("n", -1), ("n", -1), ("n", -1), ("_", 0), ("_", 0):
        finder.answered(heard, reward)
    assert finder.symbol == "_"
