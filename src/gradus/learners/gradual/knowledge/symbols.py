"""Symbols inside the knowledge: numbered by first occurrence, kept as text, cut into tokens.

Numbering by first occurrence makes every choice independent of what a symbol is: with a permuted alphabet all of this
room sees the very same texts.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Symbols = tuple[int, ...]


class Alphabet:
    """The symbols met so far, in order of first occurrence."""

    def __init__(self, heard: Iterable[int] = ()) -> None:
        self.heard: list[int] = list(heard)
        self._code = {symbol: chr(place) for place, symbol in enumerate(self.heard)}

    def text(self, symbols: Iterable[int]) -> str:
        """Symbols as text; new ones are numbered."""
        code = self._code
        found = []
        for symbol in symbols:
            sign = code.get(symbol)
            if sign is None:
                sign = code[symbol] = chr(len(self.heard))
                self.heard.append(symbol)
            found.append(sign)
        return "".join(found)

    def symbols(self, text: str) -> Symbols:
        """The symbols that a text stands for."""
        return tuple([self.heard[ord(sign)] for sign in text])


CUTS = 8192
"""Cut texts kept at hand: the same questions are cut for every rule and register."""


@lru_cache(maxsize=CUTS)
def cut(text: str, silence: str, marks: str) -> tuple[str, ...]:
    """The tokens of a text: what stands between silences and marks; one of nothing else is a token itself."""
    separator = silence or marks[:1]
    whole = text
    if not separator:
        return (text,)
    for mark in marks:
        if mark != separator:
            text = text.replace(mark, separator)
    return tuple([token for token in text.split(separator) if token]) or (whole,)
