"""Common English words, most frequent first: what the word tasks ask about.

The list is Gradus's own. It has as many entries, and words of the same mean length, as the dictionary of the
General AI Challenge, so that questions are as long and as hard to guess as they were there.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from gradus.school import UserError


@cache
def _all_words() -> tuple[str, ...]:
    return tuple(files("gradus.stream").joinpath("words.txt").read_text(encoding="ascii").split())


@cache
def common_words(first: int | None = None) -> tuple[str, ...]:
    """The ``first`` most frequent words, or all of them.

    >>> common_words(4)
    ('the', 'a', 'to', 'of')
    """
    words = _all_words()
    if first is None:
        return words
    if not 0 <= first <= len(words):
        raise UserError(f"first is {first}, but expected a number of words from 0 to {len(words)}.")
    return words[:first]


def without(words: Iterable[str], banned: Iterable[str]) -> tuple[str, ...]:
    """The words that contain none of the banned strings, in their old order.

    >>> without(("word", "hand", "time"), ("or", "and"))
    ('time',)
    """
    strings = tuple(banned)
    return tuple(word for word in words if not any(string in word for string in strings))
