"""Learned tables, and what follows from them: inverses, orders and numerals.

A table maps texts (or numbers) to texts. Where its values are keys again it describes an order; where an order or a
table of numbers has signs for nought and the following numbers, it is a system of numerals. Nothing else about
order or number is built in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gradus.learners.gradual.programs.numerals import counted_digits, digits_of
from gradus.learners.gradual.programs.settings import TABLES

Key = str | int


STEP = "\uffff"
"""Between the state and what happens, in keys of tables of steps; no symbol has this number."""


class Table:
    """Entries in the order in which they were learned, with derived views that are made when asked for."""

    def __init__(self, entries: Mapping[Key, str] | None = None, base: int = 0, at: int = 0) -> None:
        self.entries: dict[Key, str] = dict(entries or {})
        """In the order in which they were learned."""
        self.times: dict[Key, int] = dict.fromkeys(self.entries, at)
        """When they were learned."""
        self.base = base
        """Of numerals whose base is known for other reasons than their entries; else 0."""
        self.doubts: dict[Key, str] = {}
        """Other values heard for known keys, once: what is heard twice replaces the entry."""
        self._views: dict[str, Any] = {}

    def hear(self, key: Key, value: str, most: int, at: int = 0) -> None:
        """Take in an entry: a new one if it is like the others, another value for a known key when it comes twice."""
        if self.entries and isinstance(key, int) != self.numeric:
            return
        if key not in self.entries:
            if self.like(key, value):
                self.put(key, value, most, at)
        elif self.entries[key] == value:
            self.doubts.pop(key, None)
        elif self.doubts.get(key) == value:
            del self.doubts[key]
            self.put(key, value, most, at)
        else:
            self.doubts[key] = value

    def like(self, key: Key, value: str) -> bool:
        """Whether keys and values of these sizes are known, or are words of any size."""
        sizes = {len(str(known)) for known in self.entries}
        others = {len(known) for known in self.entries.values()}
        return self.numeric or (
            (len(str(key)) in sizes or len(sizes) > 2) and (len(value) in others or len(others) > 2)
        )

    def put(self, key: Key, value: str, most: int, at: int = 0) -> None:
        """Learn an entry; of more than `most` the oldest goes."""
        if self.entries.get(key) == value:
            return
        self.entries[key], self.times[key] = value, at
        if len(self.entries) > most:
            oldest = next(iter(self.entries))
            del self.entries[oldest], self.times[oldest]
            self.doubts.pop(oldest, None)
        self._views.clear()

    def replace(self, entries: Mapping[Any, str], at: int = 0) -> None:
        """Take over other entries."""
        self.entries, self.times = dict(entries), dict.fromkeys(entries, at)
        self._views.clear()

    def heard(self, key: Key, value: str, at: int) -> bool:
        """Whether it has an entry that it did not have before the time `at`."""
        return self.entries.get(key) == value and self.times[key] >= at

    def numerals(self) -> Table:
        """The digits alone, without what the entries say."""
        return Table(dict(enumerate(self.digits)), len(self.digits))

    def copy(self) -> Table:
        """A table that no longer follows this one's changes."""
        twin = Table(self.entries, self.base)
        twin.doubts, twin.times = dict(self.doubts), dict(self.times)
        twin._views.update(self._views)
        return twin

    @property
    def numeric(self) -> bool:
        """Whether keys are numbers."""
        return isinstance(next(iter(self.entries), ""), int)

    @property
    def steps(self) -> bool:
        """Whether entries say what a state becomes when something happens."""
        return STEP in str(next(iter(self.entries), ""))

    @property
    def spelling(self) -> bool:
        """Whether entries say what symbols become, and that is not always one symbol."""
        sizes = {len(value) for value in self.entries.values()}
        return sizes != {1} and all(isinstance(key, str) and len(key) == 1 for key in self.entries)

    def after(self, state: str, events: Sequence[str]) -> str:
        """The state after some events; what has no entry changes nothing."""
        for event in events:
            state = self.entries.get(state + STEP + event, state)
        return state

    @property
    def inverse(self) -> Mapping[str, Key]:
        """Keys by value; the first key of a value that has several."""
        if "inverse" not in self._views:
            back: dict[str, Key] = {}
            for key, value in self.entries.items():
                back.setdefault(value, key)
            self._views["inverse"] = back
        return self._views["inverse"]

    @property
    def order(self) -> tuple[str, ...]:
        """The longest chain key, value, value of the value; empty when no chain is long enough."""
        if "order" not in self._views:
            self._views["order"] = () if self.numeric or self.steps else longest_chain(self.entries)
        return self._views["order"]

    @property
    def ranks(self) -> Mapping[str, int]:
        """The place of every member of the order."""
        if "ranks" not in self._views:
            self._views["ranks"] = {text: place for place, text in enumerate(self.order)}
        return self._views["ranks"]

    @property
    def digits(self) -> tuple[str, ...]:
        """The signs for nought, one, two and so on, when the table says them all; else empty."""
        if "digits" not in self._views:
            self._views["digits"] = self._digits()
        return self._views["digits"]

    def number(self, text: str) -> int | None:
        """The number that a numeral in these digits stands for: `read_numeral`, looked up."""
        if "places" not in self._views:
            places = {digit: place for place, digit in reversed(list(enumerate(self.digits)))}
            self._views["places"] = len(self.digits), places
        base, places = self._views["places"]
        if not text or len(text) > TABLES.longest_numeral:
            return None
        number = 0
        for symbol in text:
            place = places.get(symbol)
            if place is None:
                return None
            number = number * base + place
        return number

    def _digits(self) -> tuple[str, ...]:
        if not self.numeric:
            return counted_digits(self.entries) or self._ordered_digits()
        entries: Mapping[Any, str] = self.entries
        if self.base:
            found = tuple([entries.get(n, "") for n in range(self.base)])
            return found if all(found) else ()
        counted = [entries[n] for n in range(1, max(map(int, entries)) + 1) if n in entries]
        if len(counted) < max(map(int, entries)):
            return ()
        return digits_of(([entries[0]] if 0 in entries else []) + counted)

    def _ordered_digits(self) -> tuple[str, ...]:
        """The digits that the order tells: of signs alone, or as far as the first numeral of two signs."""
        if len(max(self.order, key=len, default="")) == 1 and any(len(str(key)) > 1 for key in self.entries):
            return ()
        return digits_of(self.order)


def longest_chain(entries: Mapping[Any, str]) -> tuple[str, ...]:
    """The longest way from key to value to the value's value."""
    values = set(entries.values())
    best: list[str] = []
    for start in entries:
        if start in values:
            continue
        chain = [start]
        while chain[-1] in entries and entries[chain[-1]] not in chain:
            chain.append(entries[chain[-1]])
        if len(chain) > len(best):
            best = chain
    return tuple(best) if len(best) > TABLES.chain else ()
