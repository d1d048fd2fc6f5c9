"""Holes: the part of an explanation that is not a program but has to be learned from the examples themselves.

A table from values to answers, a code from symbol to symbol, an order by which things are sorted. A hole pays for its
entries, so it explains something only where examples repeat themselves.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

from gradus.learners.gradual.programs.settings import HOLES
from gradus.learners.gradual.programs.tables import Key


@dataclass(frozen=True)
class Filling:
    """The entries of a hole, which examples they explain, and what they cost."""

    entries: dict[Key, str]
    right: tuple[bool, ...]
    bits: float


def key_of(value: Any) -> Key:
    """A value as a key of a table."""
    if isinstance(value, bool):
        return int(value)
    return "".join(value) if isinstance(value, tuple) else value


def determined(keys: Sequence[Any], answers: Sequence[str], again: bool = False) -> bool:
    """Whether equal keys have equal answers, and some keys are equal, or come `again` elsewhere."""
    seen: dict[Hashable, str] = {}
    for key, answer in zip(keys, answers, strict=True):
        if seen.setdefault(key, answer) != answer:
            return False
    return (again or len(seen) < len(answers)) and len(seen) > 1


def fill_table(
    keys: Sequence[Any], answers: Sequence[str], spelled: Callable[[str], float] | None = None
) -> Filling | None:
    """The most frequent answer of every key; `spelled`: what it costs to say an answer for the first time."""
    votes: dict[Key, dict[str, int]] = {}
    for key, answer in zip(keys, answers, strict=True):
        if key is not None:
            counts = votes.setdefault(key_of(key), {})
            counts[answer] = counts.get(answer, 0) + 1
    if not votes:
        return None
    entries = {key: max(counts, key=lambda answer: counts[answer]) for key, counts in votes.items()}
    right = tuple(
        [
            key is not None and entries[key_of(key)] == answer
            for key, answer in zip(keys, answers, strict=True)
        ]
    )
    different = dict.fromkeys(answers)
    named = len(entries) * log2(len(different) + 1)
    return Filling(entries, right, named + sum(map(spelled or _letters, different)))


def _letters(answer: str) -> float:
    return 4.7 * max(1, len(answer))


def limit_of(numbers: Sequence[Any], holds: Sequence[bool]) -> int | None:
    """The largest number that is too small for what holds, if numbers decide it nearly always; else None."""
    counts: dict[int, list[int]] = {}
    for number, held in zip(numbers, holds, strict=True):
        if number is not None:
            counts.setdefault(number, [0, 0])[held] += 1
    below, above = 0, sum(both[1] for both in counts.values())
    best, most = None, max(above, sum(both[0] for both in counts.values()))
    for limit in sorted(counts):
        below, above = below + counts[limit][0], above - counts[limit][1]
        if below + above > most:
            best, most = limit, below + above
    return best if most >= len(holds) - len(holds) // HOLES.misheard else None


def signs_of(texts: Sequence[Any], holds: Sequence[bool], most: int) -> str:
    """Symbols of which one is in every text for which something holds and none in the others; empty: there are none."""
    inside = [text for text, held in zip(texts, holds, strict=True) if held and text]
    outside = {
        symbol for text, held in zip(texts, holds, strict=True) if not held and text for symbol in text
    }
    if any(outside.issuperset(text) for text in inside):
        return ""
    chosen = ""
    while inside and len(chosen) < most:
        counts: dict[str, int] = {}
        for text in inside:
            for symbol in dict.fromkeys(text):
                counts[symbol] = counts.get(symbol, 0) + (symbol not in outside)
        best = max(counts, key=lambda symbol: counts[symbol])
        if not counts[best]:
            return ""
        chosen += best
        inside = [text for text in inside if best not in text]
    return "" if inside else chosen


def piece_of(texts: Sequence[Any], holds: Sequence[bool]) -> str:
    """The longest piece of several symbols that all texts have for which something holds, and no others; or empty."""
    inside = [text for text, held in zip(texts, holds, strict=True) if held and text]
    outside = [text for text, held in zip(texts, holds, strict=True) if not held and text]
    shortest = min(inside, key=len, default="")
    for size in range(min(HOLES.piece, len(shortest)), 1, -1):
        for start in range(len(shortest) - size + 1):
            piece = shortest[start : start + size]
            if all(piece in text for text in inside) and not any(piece in text for text in outside):
                return piece
    return ""


def fill_code(texts: Sequence[Any], answers: Sequence[str]) -> Filling | None:
    """A table from symbol to symbol that turns each text into its answer; most symbols must come back."""
    entries: dict[Key, str] = {}
    uses: dict[str, int] = {}
    right = []
    for text, answer in zip(texts, answers, strict=True):
        fits = isinstance(text, str) and len(text) == len(answer) > 0
        fits = fits and all(entries.get(a, b) == b for a, b in zip(text, answer, strict=True))
        right.append(fits)
        if fits:
            entries.update(zip(text, answer, strict=True))
            for symbol in dict.fromkeys(text):
                uses[symbol] = uses.get(symbol, 0) + 1
    again = sum(count > 1 for count in uses.values())
    if again < 2 or 2 * again < len(uses):
        return None
    return Filling(entries, tuple(right), 4.7 * len(entries))


def left_out(texts: Sequence[str], answers: Sequence[str]) -> str:
    """The symbols that are left out of every text; empty when there are none, or not always."""
    found: dict[str, None] = {}
    for text, answer in zip(texts, answers, strict=True):
        if not len(answer) < len(text):
            if text != answer:
                return ""
            continue
        found.update(dict.fromkeys([symbol for symbol in text if symbol not in answer]))
    for text, answer in zip(texts, answers, strict=True):
        if "".join([symbol for symbol in text if symbol not in found]) != answer:
            return ""
    return "".join(found)


def fill_order(
    lists: Sequence[Any], answers: Sequence[tuple[str, ...]], known: Mapping[Any, str] | None = None
) -> Filling | None:
    """An order of things that sorts each list into its answer, as a table from each thing to the next.

    `known`: links that are known already and cost nothing.
    """
    after: dict[str, dict[str, None]] = {}
    for first, second in (known or {}).items():
        after.setdefault(first, {})[second] = None
        after.setdefault(second, {})
    right = []
    pairs = 0
    for items, answer in zip(lists, answers, strict=True):
        fits = items is not None and len(items) == len(answer) and sorted(items) == sorted(answer)
        links = [(a, b) for a, b in itertools.pairwise(answer) if a != b] if fits else []
        fits = fits and not any(reaches(after, b, a) for a, b in links)
        right.append(fits)
        if fits:
            pairs += len(links)
            for a, b in links:
                after.setdefault(a, {})[b] = None
                after.setdefault(b, {})
    order = sorted_links(after)
    if pairs < len(order):
        return None
    entries: dict[Key, str] = dict(itertools.pairwise(order))
    new = len(order) - len(known or {})
    return Filling(
        entries, tuple(right), sum(log2(n + 1) for n in range(len(order) - max(new, 0), len(order)))
    )


def reaches(after: dict[str, dict[str, None]], start: str, goal: str) -> bool:
    """Whether `goal` comes after `start` by what is known."""
    seen = {start: None}
    stack = [start]
    while stack:
        for following in after.get(stack.pop(), {}):
            if following == goal:
                return True
            if following not in seen:
                seen[following] = None
                stack.append(following)
    return False


def sorted_links(after: dict[str, dict[str, None]]) -> list[str]:
    """All members in an order that respects every link; free choices by time of first occurrence."""
    waiting = dict.fromkeys(after, 0)
    for following in after.values():
        for other in following:
            waiting[other] += 1
    order: list[str] = []
    while waiting:
        nxt = next((item for item, count in waiting.items() if count == 0), None)
        if nxt is None:
            return order
        del waiting[nxt]
        order.append(nxt)
        for other in after[nxt]:
            waiting[other] -= 1
    return order
