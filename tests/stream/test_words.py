"""The word list has the shape of the General AI Challenge's dictionary."""

import re
from importlib.resources import files
from statistics import fmean

import pytest

from gradus.school.errors import UserError
from gradus.stream.words import common_words, without

# Every phrase of the synonym lists of the challenge's tasks 19 and 20.
SYNONYMS = (
    *("say", "print", "write", "and", "together with", "&", "also", "or", "alternative", "/"),
    *("after", "behind", "next", "union", "consolidate", "joint", "exclude", "prohibit", "ignore", "remove"),
)


def lines() -> list[str]:
    text = files("gradus.stream").joinpath("words.txt").read_text(encoding="ascii")
    assert text.endswith("\n")
    return text[:-1].split("\n")


def test_there_are_2284_different_entries_one_per_line():
    assert len(lines()) == 2284
    assert len(set(lines())) == 2284
    assert len({word.lower() for word in lines()}) == 2284


def test_mean_length_is_that_of_the_original_dictionary():
    lengths = [len(word) for word in lines()]
    assert fmean(lengths) == pytest.approx(5.84, abs=0.05)
    assert min(lengths) == 1
    assert max(lengths) == 15


def test_entries_are_lower_case_words_with_two_exceptions():
    odd = [word for word in lines() if not re.fullmatch("[a-z]+", word)]
    assert odd == ["I", "old-fashioned"]


def test_the_only_one_letter_entries_are_words():
    assert sorted(word for word in lines() if len(word) == 1) == ["I", "a"]


def test_frequent_words_come_first():
    words = lines()
    assert {"the", "be", "of", "and", "a", "to", "in", "he", "have", "it"} <= set(words[:20])
    assert fmean(map(len, words[:200])) < fmean(map(len, words[200:400])) < fmean(map(len, words[400:]))


def test_the_words_of_maps_and_invented_names_are_as_long_as_the_original_ones():
    assert fmean(map(len, lines()[:200])) == pytest.approx(4.24, abs=0.02)
    assert fmean(map(len, without(common_words(), SYNONYMS)[200:400])) == pytest.approx(5.37, abs=0.02)


def test_enough_words_are_left_without_the_synonyms():
    left = without(common_words(), SYNONYMS)
    assert 2050 <= len(left) <= 2200
    assert "hand" not in left and "word" not in left and "time" in left
    assert all(string not in word for word in left for string in SYNONYMS)


def test_common_words_reads_the_file_in_order():
    assert common_words() == tuple(lines())
    assert common_words(200) == tuple(lines()[:200])
    assert common_words(0) == ()
    assert common_words() is common_words()


@pytest.mark.parametrize("first", [-1, 2285])
def test_a_wrong_number_of_words_is_refused(first):
    with pytest.raises(UserError, match=f"first is {first}"):
        common_words(first)


def test_without_keeps_order_and_takes_any_iterable():
    assert without(iter(["b", "ab", "a", "c"]), iter("a")) == ("b", "c")
    assert without(("b", "a"), ()) == ("b", "a")
