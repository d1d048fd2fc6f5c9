"""Codes: what texts cost that come back, wholly or in parts. A form is good if it makes the window cheap."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import lgamma, log, log2, pi

from gradus.learners.gradual.perception.settings import SETTINGS

ALL = 1e9
"""Gain of a text that comes back: all its bits."""


def verdict_bits(heads: Sequence[tuple[str, bool]]) -> float:
    """Bits saved where a text tells a verdict: verdicts told apart by text, against all together."""
    counts: dict[str, list[int]] = {}
    for text, good in heads:
        counts.setdefault(text, [0, 0])[good] += 1
    right = sum(good for _, good in heads)
    together = min(float(len(heads)), _mixed(len(heads) - right, right)) if heads else 0.0
    return max(0.0, together - sum(_mixed(*pair) for pair in counts.values()))


def _mixed(one: int, other: int) -> float:
    """What it costs to say which of so many verdicts is which, adaptively."""
    return (log(pi) + lgamma(one + other + 1.0) - lgamma(one + 0.5) - lgamma(other + 0.5)) / log(2.0)


class Repeats:
    """The code of texts that come back: is it a new one, adaptively; which of the old ones, or its price."""

    def __init__(self, expected: Sequence[str] = ()) -> None:
        self._counts: dict[str, float] = {}
        for text in expected:
            self._counts[text] = self._counts.get(text, 0.0) + SETTINGS.expected
        self._sum = SETTINGS.expected * len(expected)
        self._total = 0
        self._new = 0

    def __contains__(self, text: str) -> bool:
        return text in self._counts

    def __len__(self) -> int:
        return len(self._counts)

    def bits(self, text: str, price: float, most: float) -> float:
        """What `text` costs; it counts as an old one from now on. An old one costs at least `price - most`."""
        counts, count = self._counts, self._counts.get(text, 0.0)
        old = (self._total - self._new + 0.5) / (self._total + 1.0)
        self._total += 1
        self._sum += 1.0
        counts[text] = count + 1.0
        if count:
            return max(price - most, log2((self._sum - 1.0) / (old * count)))
        self._new += 1
        return max(0.5, price) - log2(1.0 - old)


class Alike:
    """The code of texts of which parts come back: a beginning or pieces that earlier ones have are cheap."""

    def __init__(self) -> None:
        self._whole = Repeats()
        self._earlier: tuple[str, ...] = ()

    def __contains__(self, text: str) -> bool:
        return text in self._whole

    def __len__(self) -> int:
        return len(self._whole)

    def bits(self, text: str, prices: Sequence[float], most: float) -> float:
        """What `text` costs if its symbols have these prices; one that comes back gains at most `most`."""
        if most == ALL and text in self._whole:
            return self._whole.bits(text, 0.0, ALL)
        price = self._pieces(text, prices)
        if text not in self._earlier[-1:]:
            self._earlier = (*self._earlier[1 - SETTINGS.alike :], text)
        return self._whole.bits(text, price, most)

    def _pieces(self, text: str, prices: Sequence[float]) -> float:
        """The price of a text of which earlier ones have parts."""
        begun, ended, pieces = _parts(text, self._earlier)
        total = min(SETTINGS.beginning, sum(prices[:begun])) + min(SETTINGS.ending, sum(prices[ended:]))
        for start, stop in pieces:
            total += prices[start] if stop == start + 1 else min(SETTINGS.piece, sum(prices[start:stop]))
        return total


@lru_cache(SETTINGS.taken_apart)
def _parts(text: str, earlier: tuple[str, ...]) -> tuple[int, int, tuple[tuple[int, int], ...]]:
    """Where the beginning of a text ends and its ending begins that earlier ones have, and the pieces in between.

    Forms that cut alike, and comparisons one exchange apart, ask for the same again and again.
    """
    begun = _begun(text, earlier)
    start, ended = begun, max(begun, len(text) - _ended(text, earlier))
    pieces = []
    while start < ended:
        stop = start + SETTINGS.shortest_piece
        if stop <= ended and _usual(text[start:stop], earlier):
            while stop < ended and _usual(text[start : stop + 1], earlier):
                stop += 1
        else:
            stop = start + 1
        pieces.append((start, stop))
        start = stop
    return begun, ended, tuple(pieces)


def _usual(piece: str, earlier: Sequence[str]) -> bool:
    """Whether a piece comes back: one other text may share it by chance, or because it is quoted."""
    seen = 0
    for text in earlier:
        seen += piece in text
        if seen == SETTINGS.usual:
            return True
    return False


def _begun(text: str, others: Sequence[str]) -> int:
    """How many first symbols of `text` another one begins with."""
    size = 0
    for other in others:
        while other.startswith(text[: size + 1]):
            size += 1
            if size >= len(text):
                return len(text)
    return size


def _ended(text: str, others: Sequence[str]) -> int:
    """How many last symbols of `text` several others end with."""
    size = 0
    while size < len(text):
        ending = text[len(text) - size - 1 :]
        others = [other for other in others if other.endswith(ending)]
        if len(others) < SETTINGS.usual:
            break
        size += 1
    return size
