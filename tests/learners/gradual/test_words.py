"""Questions are cut at silence; punctuation is learned."""

from gradus.learners.gradual.words import WordCutter


def trained():
    cutter = WordCutter()
    for word in ("ab", "cab", "bca", "abba", "cc", "baab"):
        cutter.note(f"say: {word} say: {word}.", " ", ".")
    return cutter


def test_punctuation_is_what_always_ends_words():
    assert trained().punctuation == {":"}


def test_words_are_bare_and_full_and_raw():
    phrase = trained().cut("say: ab  do:.", " ", ".")
    assert phrase.full == ("say:", "ab", "do:")
    assert phrase.word == ("say", "ab", "do")
    assert phrase.raw == ("say:", "ab", "do:.")


def test_a_lone_ending_stays_in_the_raw_words():
    phrase = trained().cut("say: a b .", " ", ".")
    assert phrase.full == ("say:", "a", "b")
    assert phrase.raw == ("say:", "a", "b", ".")


def test_a_word_never_vanishes():
    assert trained().bare("::") == ":"


def test_symbols_of_answers_are_no_punctuation():
    cutter = WordCutter()
    for first in "abc" * 6:
        cutter.note(f"say: {first}d say: {first}d.", " ", ".", f"{first}d{first}d.")
    assert cutter.punctuation == {":"}
