"""What symbols cost: an adaptive code that knows only what was heard before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import log2

ORDER = 3
"""Longest context; longer ones hardly change the price."""

NOVEL = 7.0
"""Bits of a symbol never heard before."""


class Prices:
    """Prices of all parts of some segments, each segment coded after those before it."""

    def __init__(self, segments: Sequence[str]) -> None:
        counts: dict[str, dict[str, int]] = {}
        self._sums = [self._code(segment, counts) for segment in segments]

    def _code(self, segment: str, counts: dict[str, dict[str, int]]) -> list[float]:
        found = []
        for at, symbol in enumerate(segment):
            contexts = [segment[at - size : at] for size in range(min(at, ORDER) + 1)]
            found.append(_bits(symbol, contexts, counts))
            for context in contexts:
                row = counts.setdefault(context, {})
                row[symbol] = row.get(symbol, 0) + 1
                row["all"] = row.get("all", 0) + 1
        return [0.0, *accumulate(found)]

    def of(self, number: int, start: int, end: int) -> float:
        """Bits of the symbols from `start` to `end` of a segment."""
        sums = self._sums[number]
        return sums[end] - sums[start]


def _bits(symbol: str, contexts: list[str], counts: dict[str, dict[str, int]]) -> float:
    chance = 2.0**-NOVEL
    for context in contexts:
        row = counts.get(context)
        if row is None:
            break
        total = row["all"]
        chance = (row.get(symbol, 0) + chance) / (total + 1.0)
    return -log2(chance)
