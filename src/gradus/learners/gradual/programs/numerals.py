"""Numerals: digits told by an order or by numerals that follow each other, and what is written in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gradus.learners.gradual.programs.settings import TABLES


def digits_of(order: Sequence[str]) -> tuple[str, ...]:
    """The digits of numerals in counting order: single symbols until the first of two, which tells nought."""
    singles: list[str] = []
    for text in order:
        if len(text) == 1:
            singles.append(text)
            continue
        if len(text) != 2 or len(singles) < 2 or len(singles) > TABLES.largest_base:
            return ()
        nought = text[1]
        return tuple(singles) if nought == singles[0] else (nought, *singles)
    return tuple(singles) if 2 <= len(singles) <= TABLES.largest_base else ()


def counted_digits(entries: Mapping[Any, str]) -> tuple[str, ...]:
    """The digits of numerals of which entries name the next or the one before, some numerals perhaps missing."""
    if not all(isinstance(key, str) and key and value for key, value in entries.items()):
        return ()
    return digits_from(list(entries.items()))[0]


def digits_from(links: Sequence[tuple[str, str]]) -> tuple[tuple[str, ...], int]:
    """The digits of numerals of which pairs have one and the next (1), or one and the one before (-1).

    The last digit tells what follows it, and a change before it tells nought. What is found must explain nearly all
    pairs. Backwards, other digits may do so as well; smaller numbers decide.
    """
    found: list[tuple[int, int, tuple[str, ...], int]] = []
    for step, ordered in ((1, links), (-1, [(after, before) for before, after in links])):
        digits = _counted(ordered)
        good = sum(_follows(digits, a, b) for a, b in ordered) if digits else 0
        if digits and good >= TABLES.counted * len(links):
            largest = max(read_numeral(digits, text) or 0 for link in links for text in link)
            found.append((-good, largest, digits, step))
    return min(found)[2:] if found else ((), 0)


def _counted(links: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    following: dict[str, str] = {}
    noughts: dict[str, int] = {}
    largest = {}
    for one, other in links:
        if one[:-1] == other[:-1]:
            following.setdefault(one[-1], other[-1])
        else:
            noughts[other[-1]] = noughts.get(other[-1], 0) + 1
            largest[one[-1]] = other[-1]
    if not noughts:
        return ()
    digits = [max(noughts, key=lambda sign: noughts[sign])]
    while digits[-1] in following and following[digits[-1]] not in digits:
        digits.append(following[digits[-1]])
    complete = largest.get(digits[-1]) == digits[0]
    return tuple(digits) if complete and 2 <= len(digits) <= TABLES.largest_base else ()


def _follows(digits: Sequence[str], one: str, other: str) -> bool:
    number = read_numeral(digits, one)
    return number is not None and read_numeral(digits, other) == number + 1


def read_numeral(digits: Sequence[str], text: str) -> int | None:
    """The number that a numeral stands for."""
    number = 0
    if not text or len(text) > TABLES.longest_numeral:
        return None
    for symbol in text:
        if symbol not in digits:
            return None
        number = number * len(digits) + digits.index(symbol)
    return number


def write_numeral(digits: Sequence[str], number: int) -> str | None:
    """The numeral of a number."""
    if number < 0 or len(digits) < 2:
        return None
    symbols: list[str] = []
    while number or not symbols:
        number, place = divmod(number, len(digits))
        symbols.append(digits[place])
    return "".join(reversed(symbols))
