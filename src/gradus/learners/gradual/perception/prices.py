"""What symbols cost: the price of a text that nothing predicts.

The price is the same wherever a symbol stands, so that only a form can make a text cheaper: by showing that it comes
back, that it begins like another one, or that it follows from the question. An adaptive price would already hold most
of the regularity that forms are compared by.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import log2

from gradus.learners.gradual.perception.settings import SETTINGS


class Prices:
    """Prices of all parts of some segments, and how often symbols stand in a segment."""

    def __init__(self, segments: Sequence[str]) -> None:
        counts: dict[str, int] = {}
        for segment in segments:
            for symbol in segment:
                counts[symbol] = counts.get(symbol, 0) + 1
        total = sum(counts.values())
        self.counts = counts
        self.symbol = {
            symbol: min(SETTINGS.dearest, max(SETTINGS.cheapest, log2(total / count)))
            for symbol, count in counts.items()
        }
        self._copies: list[list[tuple[int, int, int]]] = []
        """Per segment the pieces that it repeats: from where to where, and where they stand first."""
        self._full = [[self.symbol[symbol] for symbol in segment] for segment in segments]
        self._each = [self._news(segment, full) for segment, full in zip(segments, self._full, strict=True)]
        self._sums = [[0.0, *accumulate(prices)] for prices in self._each]

    def _news(self, segment: str, full: Sequence[float]) -> list[float]:
        """The price of each symbol of a segment; pieces that it repeats cost as much as saying so."""
        found, copies = list(full), []
        start, size = 1, len(segment)
        while start < size - 1:
            length = 1
            while (
                start + length < size
                and segment.find(segment[start : start + length + 1], 0, start + length) >= 0
            ):
                length += 1
            if sum(found[start : start + length]) > SETTINGS.copy:
                found[start : start + length] = [SETTINGS.copy / length] * length
                source = segment.find(segment[start : start + length], 0, start + length - 1)
                copies.append((start, start + length, source))
            start += length
        self._copies.append(copies)
        return found

    def of(self, number: int, start: int, end: int) -> float:
        """Bits of the symbols from `start` to `end` of a segment."""
        sums = self._sums[number]
        return sums[end] - sums[start]

    def symbols(self, number: int, start: int, end: int, apart: bool = False) -> list[float]:
        """The price of each symbol from `start` to `end`; symbols behind the end of a segment cost nothing.

        If they are said `apart` from what stands before `start`, what they repeat from there is news again.
        """
        found = self._each[number][start:end]
        if apart:
            for begin, stop, source in self._copies[number]:
                if source < start <= begin < end:
                    full = self._full[number][begin : min(stop, end)]
                    found[begin - start : begin - start + len(full)] = full
        return found + [0.0] * (end - start - len(found))

    def text(self, text: str) -> float:
        """Bits of a text made of symbols that were heard."""
        return sum(self.symbol.get(symbol, SETTINGS.dearest) for symbol in text)
