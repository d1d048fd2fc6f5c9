"""Symbols inside the knowledge: numbered by first occurrence, kept as text, cut into tokens.

Numbering by first occurrence makes every choice independent of what a symbol is: with a permuted alphabet all of this
room sees the very same texts.
"""

from __future__ import annotations

from collections.abc import Iterable

from gradus.learners.gradual.programs import cut

__all__ = ["Alphabet", "Symbols", "cut"]

Symbols = tuple[int, ...]


class Alphabet:
    """The symbols met so far, in order of first occurrence."""

    def __init__(self, heard: Iterable[int] = ()) -> None:
        self.heard: list[int] = list(heard)
        """In the order of their first occurrence; a symbol's place is its number inside."""
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
