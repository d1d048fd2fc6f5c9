"""Words of the tasks before the challenge."""

from __future__ import annotations

import random

congratulations = ["good job.", "bravo.", "congratulations.", "nice work.", "correct."]
failed = ["wrong!", "wrong.", "you failed!", "incorrect."]
timeout = ["time is out!", "sorry, time is out!", "too bad, time out!"]
numbers_in_words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def number_to_strings(n: int) -> list[str]:
    """The ways to write a number: digits, and a word up to ten."""
    return [str(n), numbers_in_words[n]] if n <= len(numbers_in_words) else [str(n)]


def number_to_string(n: int) -> str:
    """One of the ways to write a number."""
    return random.choice(number_to_strings(n))


def string_to_number(text: str) -> int:
    """The number that a word or digits stand for."""
    return numbers_in_words.index(text) if text in numbers_in_words else int(text)


def indef_article(word: str) -> str:
    """The word with its article."""
    return ("an " if word[0] in "aeiou" else "a ") + word


def pluralize(word: str, count: int) -> str:
    """The word for so many things."""
    return word if count == 1 else word + "s"


def lemmatize(word: str) -> str:
    """The word for one of the things."""
    return word.removesuffix("s")
