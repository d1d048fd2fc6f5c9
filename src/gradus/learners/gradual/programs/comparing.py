"""An order that is told by verdicts: of two numerals which is less, of a text whether its symbols are in order."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import log2
from typing import Any

from gradus.learners.gradual.programs.holes import Filling, reaches, sorted_links
from gradus.learners.gradual.programs.numerals import read_numeral
from gradus.learners.gradual.programs.settings import COMPARING, TABLES

Links = list[tuple[str, str]]


def fill_less(lefts: Sequence[Any], rights: Sequence[Any], less: Sequence[bool]) -> Filling | None:
    """Digits in whose numerals the left one is less wherever that is said, and nowhere else.

    The first digits that differ are in order; a numeral with more digits is larger.
    """
    signs = dict.fromkeys([sign for text in (*lefts, *rights) for sign in text or ""])
    if len(less) < COMPARING.least or not 2 < len(signs) <= TABLES.largest_base:
        return None
    links = _compared(lefts, rights, less)
    if links is None:
        return None
    order, told = _digits(links, [*lefts, *rights], COMPARING.wrong * len(less))
    numbers = [
        (read_numeral(order, left or ""), read_numeral(order, right or ""))
        for left, right in zip(lefts, rights, strict=True)
    ]
    right = [
        one is not None and other is not None and (one < other) == held
        for (one, other), held in zip(numbers, less, strict=True)
    ]
    return _filling(dict(enumerate(order)), right, told)


def _compared(lefts: Sequence[Any], rights: Sequence[Any], less: Sequence[bool]) -> Links | None:
    """Which digits are less than which, as their numerals tell; None: their lengths say otherwise."""
    links: Links = []
    for left, right, held in zip(lefts, rights, less, strict=True):
        if not left or not right or left == right:
            continue
        if len(left) == len(right):
            one, other = next((a, b) for a, b in zip(left, right, strict=True) if a != b)
            links.append((one, other) if held else (other, one))
        elif held != (len(left) < len(right)):
            return None
    return links


def _digits(links: Links, numerals: Sequence[Any], wrong: float) -> tuple[list[str], float]:
    """All signs of numerals as digits, with the bits of what the links tell of their order.

    Nought is the least of those that never begin a longer numeral; digits that nothing was told about come last.
    """
    order, told = _ordered(links, wrong)
    signs = dict.fromkeys([sign for text in numerals for sign in text or ""])
    order += [sign for sign in signs if sign not in order]
    leading = {text[0] for text in numerals if text and len(text) > 1}
    nought = next((sign for sign in order if sign not in leading), order[0])
    return [nought, *[sign for sign in order if sign != nought]], told


def fill_extreme(lists: Sequence[Any], answers: Sequence[str], last: bool) -> Filling | None:
    """An order in which each answer is the last of its list, or the first: of things, or of digits in numerals."""
    known = [
        (items, answer) for items, answer in zip(lists, answers, strict=True) if items and answer in items
    ]
    pairs = [(other, answer) for items, answer in known for other in dict.fromkeys(items) if other != answer]
    if len(pairs) < COMPARING.least or len(known) < len(answers):
        return None
    found = _rank_things(pairs, last) or _rank_numerals(pairs, last)
    if found is None:
        return None
    ranks, entries, told = found
    best = max if last else min
    right = [best(items, key=lambda item: ranks.get(item, 0)) == answer for items, answer in known]
    return _filling(entries, right, told)


Ranked = tuple[dict[str, int], dict[Any, str], float]
"""The rank of each thing, the entries of the table that says so, and the bits of what was told of it."""


def _rank_things(pairs: Links, last: bool) -> Ranked | None:
    """Ranks of things that were each told of again and again, as behind or, unless `last`, before the other."""
    things = _things(pairs)
    if COMPARING.again * len(things) > len(pairs):
        return None
    order, told = _ordered([pair if last else pair[::-1] for pair in pairs], COMPARING.wrong * len(pairs))
    ranks = {thing: place for place, thing in enumerate(order)}
    return (ranks, dict(itertools.pairwise(order)), told) if order else None


def _rank_numerals(pairs: Links, last: bool) -> Ranked | None:
    """Numbers of things as numerals, in digits of which enough was told."""
    things = _things(pairs)
    signs = dict.fromkeys([sign for item in things for sign in item])
    if not 2 < len(signs) <= TABLES.largest_base or COMPARING.again * len(signs) > len(pairs):
        return None
    links = _compared([a for a, _ in pairs], [b for _, b in pairs], [last] * len(pairs)) or []
    if len(links) < max(COMPARING.least, COMPARING.equal * len(pairs)):
        return None
    order, told = _digits(links, list(things), COMPARING.wrong * len(pairs))
    ranks = {thing: number for thing in things if (number := read_numeral(order, thing)) is not None}
    return (ranks, dict(enumerate(order)), told) if len(ranks) == len(things) else None


def _things(pairs: Links) -> dict[str, None]:
    """All things that are compared, in the order of their mention."""
    return dict.fromkeys([item for pair in pairs for item in pair])


def fill_rising(texts: Sequence[Any], rising: Sequence[bool]) -> Filling | None:
    """An order in which the symbols of a text stand wherever that is said, and nowhere else."""
    signs = dict.fromkeys([sign for text in texts for sign in text or ""])
    if len(rising) < COMPARING.least or len(signs) < 3:
        return None
    links = [
        (one, other)
        for text, held in zip(texts, rising, strict=True)
        if held and text
        for one, other in itertools.pairwise(text)
        if one != other
    ]
    if len(links) < len(signs):
        return None
    order, told = _ordered(links, COMPARING.wrong * len(links))
    order += [sign for sign in signs if sign not in order]
    ranks = {sign: place for place, sign in enumerate(order)}
    right = [
        bool(text) and all(ranks[a] <= ranks[b] for a, b in itertools.pairwise(text)) == held
        for text, held in zip(texts, rising, strict=True)
    ]
    return _filling(dict(itertools.pairwise(order)), right, told)


def _ordered(links: Links, wrong: float) -> tuple[list[str], float]:
    """All signs in the order of the links, of which a few may be wrong, with the bits of what they tell of it.

    Empty when more are wrong.
    """
    after: dict[str, dict[str, None]] = {}
    for one, other in links:
        if reaches(after, other, one):
            wrong -= 1
            if wrong < 0:
                return [], 0.0
            continue
        after.setdefault(one, {})[other] = None
        after.setdefault(other, {})
    order = sorted_links(after)
    pairs = list(itertools.combinations(order, 2))
    told = sum(reaches(after, one, other) for one, other in pairs)
    return order, sum(log2(n + 1) for n in range(1, len(order))) * told / max(1, len(pairs))


def _filling(entries: dict[Any, str], right: Sequence[bool], bits: float) -> Filling | None:
    """The order, unless it is wrong too often."""
    return None if right.count(False) > COMPARING.wrong * len(right) else Filling(entries, tuple(right), bits)


def ways(answers: Sequence[str]) -> Iterator[tuple[str, str, list[bool]]]:
    """Either of two answers as the one that says yes, and where it does."""
    one, two = dict.fromkeys(answers)
    for yes, no in ((one, two), (two, one)):
        yield yes, no, [answer == yes for answer in answers]
