"""Codes: what texts cost that come back, wholly or in parts. A form is good if it makes the window cheap."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from gradus.learners.gradual.perception.settings import SETTINGS

ALL = 1e9
"""Gain of a text that comes back: all its bits."""


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
        self._earlier: list[str] = []

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
            self._earlier = [*self._earlier[1 - SETTINGS.alike :], text]
        return self._whole.bits(text, price, most)

    def _pieces(self, text: str, prices: Sequence[float]) -> float:
        """The price of a text of which earlier ones have parts."""
        earlier = self._earlier
        begun = _begun(text, earlier)
        ended = _ended(text, earlier)
        start, size = begun, max(begun, len(text) - ended)
        total = min(SETTINGS.beginning, sum(prices[:begun])) + min(SETTINGS.ending, sum(prices[size:]))
        while start < size:
            stop = start + SETTINGS.shortest_piece
            if stop <= size and self._usual(text[start:stop]):
                while stop < size and self._usual(text[start : stop + 1]):
                    stop += 1
                total += min(SETTINGS.piece, sum(prices[start:stop]))
                start = stop
            else:
                total += prices[start]
                start += 1
        return total

    def _usual(self, piece: str) -> bool:
        """Whether a piece comes back: one other text may share it by chance, or because it is quoted."""
        seen = 0
        for text in self._earlier:
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
