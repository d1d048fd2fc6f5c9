"""Holes for things that move: what a state becomes when something happens, and places in a circle that add up."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import log2
from typing import Any

from gradus.learners.gradual.programs.holes import Filling
from gradus.learners.gradual.programs.numerals import digits_from, read_numeral, write_numeral
from gradus.learners.gradual.programs.settings import MOVES
from gradus.learners.gradual.programs.tables import STEP, Table


def fill_steps(starts: Sequence[Any], events: Sequence[Any], answers: Sequence[str]) -> Filling | None:
    """What a state becomes when something happens, from states before and after a few events.

    An example tells what a single unknown step does; what is never told changes nothing.
    """
    table = Table()
    known = [n for n, start in enumerate(starts) if start is not None and events[n] is not None]
    for _ in range(MOVES.passes):
        before = len(table.entries)
        for n in known:
            _learn_step(table, starts[n], events[n], answers[n])
        if len(table.entries) == before:
            break
    if not any(value != str(key).split(STEP)[0] for key, value in table.entries.items()):
        return None
    right = [n in known and table.after(starts[n], events[n]) == answers[n] for n in range(len(answers))]
    bits = len(table.entries) * log2(len(set(answers)) + 1)
    return Filling(table.entries, tuple(right), bits)


def _learn_step(table: Table, start: str, events: Sequence[str], answer: str) -> None:
    """Add the one step that is not known yet, if the last, or if there is only one way to the answer."""
    state = start
    for place, event in enumerate(events):
        key = state + STEP + event
        if key not in table.entries:
            rest = events[place + 1 :]
            if not rest:
                table.entries[key] = answer
            else:
                states = dict.fromkeys([*table.entries.values(), state])
                ways = [other for other in states if _leads(table, other, rest, answer)]
                if len(ways) == 1:
                    table.entries[key] = ways[0]
            return
        state = table.entries[key]


def _leads(table: Table, state: str, events: Sequence[str], answer: str) -> bool:
    """Whether known steps alone lead to the answer."""
    for event in events:
        key = state + STEP + event
        if key not in table.entries:
            return False
        state = table.entries[key]
    return state == answer


def fill_line(starts: Sequence[Any], moves: Sequence[Any], answers: Sequence[str]) -> Filling | None:
    """Places of states on a line, along which each example moves as far as its number says.

    What an example says against the places that are known already is taken for misheard.
    """
    places: dict[str, tuple[str, int]] = {}
    """For each state: another one of the same stretch of line, and how far it is behind it."""
    known = [n for n, start in enumerate(starts) if start is not None and moves[n] is not None]
    for n in known:
        _join_stretches(places, starts[n], answers[n], moves[n])
    found: dict[str, list[tuple[int, str]]] = {}
    for state in places:
        first, place = _placed(places, state)
        found.setdefault(first, []).append((place, state))
    line = max(found.values(), key=len, default=[])
    least = min((place for place, _ in line), default=0)
    entries: dict[Any, str] = {}
    for place, state in sorted(line):
        entries.setdefault(MOVES.first_place + place - least, state)
    back = {state: place for place, state in entries.items()}
    right = [
        n in known and starts[n] in back and entries.get(back[starts[n]] + moves[n]) == answers[n]
        for n in range(len(answers))
    ]
    moved = sum(good and moves[n] != 0 for n, good in enumerate(right))
    if len(entries) < MOVES.smallest_line or moved <= len(entries):
        return None
    return Filling(entries, tuple(right), len(entries) * log2(len(entries)))


def _placed(places: dict[str, tuple[str, int]], state: str) -> tuple[str, int]:
    """The first state of the stretch of line that a state is on, and how far behind it that is."""
    place = 0
    while places[state][0] != state:
        state, further = places[state]
        place += further
    return state, place


def _join_stretches(places: dict[str, tuple[str, int]], start: str, end: str, move: int) -> None:
    """Note how far one state is behind another one, unless both have their places."""
    for state in (start, end):
        places.setdefault(state, (state, 0))
    first, place = _placed(places, start)
    other, behind = _placed(places, end)
    if first != other:
        places[other] = (first, place + move - behind)


def fill_numerals(texts: Sequence[Any], answers: Sequence[str]) -> tuple[int, Filling] | None:
    """Digits with which every answer is one more (1) or one less (-1) than its text."""
    known = [(text, answer) for text, answer in zip(texts, answers, strict=True) if text and answer]
    pairs = list(dict.fromkeys(known))
    if len(pairs) < MOVES.counted:
        return None
    digits, step = digits_from(pairs)
    if not digits:
        return None
    right = [_moved(digits, text, step) == answer for text, answer in zip(texts, answers, strict=True)]
    return step, Filling(
        dict(enumerate(digits)), tuple(right), sum(log2(n + 1) for n in range(1, len(digits)))
    )


def _moved(digits: Sequence[str], text: Any, step: int) -> str | None:
    number = read_numeral(digits, text) if isinstance(text, str) else None
    return None if number is None else write_numeral(digits, number + step)


def fill_circle(lefts: Sequence[Any], rights: Sequence[Any], answers: Sequence[str]) -> Filling | None:
    """An order of single signs in a circle in which each answer is as far on as both others together.

    Some sign is taken for the first step; every example with one unknown place then tells that place.
    """
    sums = list(zip(lefts, rights, answers, strict=True))
    signs = dict.fromkeys([sign for item in sums for sign in item])
    size = len(signs)
    single = all(sign is not None and len(sign) == 1 for sign in signs)
    if not (single and MOVES.smallest_circle <= size <= MOVES.largest_circle):
        return None
    for step in signs:
        places = _places(sums, step, size)
        if len(set(places.values())) < size:
            continue
        right = tuple([(places[a] + places[b] - places[c]) % size == 0 for a, b, c in sums])
        if sum(right) > 0.9 * len(right):
            order = sorted(signs, key=lambda sign: places[sign])
            return Filling(dict(itertools.pairwise(order)), right, sum(log2(n + 1) for n in range(1, size)))
    return None


def fill_sums(lefts: Sequence[Any], rights: Sequence[Any], answers: Sequence[str]) -> Filling | None:
    """Digits with which each answer is the sum of both others.

    Last digits add up in a circle; which sign is the first step there is told by the other digits.
    """
    sums = [item for item in zip(lefts, rights, answers, strict=True) if all(item)]
    signs = dict.fromkeys([sign for item in sums for text in item for sign in text])
    if len(sums) < MOVES.least_sums or not 2 <= len(signs) <= MOVES.largest_circle:
        return None
    if sum(0 <= len(c) - max(len(a), len(b)) <= 1 for a, b, c in sums) < 0.9 * len(sums):
        return None
    ends = list(dict.fromkeys([(a[-1], b[-1], c[-1]) for a, b, c in sums]))
    for step in signs:
        places = _places(ends, step, len(signs))
        if len(places) < len(signs) or len(set(places.values())) < len(signs):
            continue
        digits = sorted(signs, key=lambda sign: places[sign])
        right = tuple([_sum(digits, a, b) == c for a, b, c in zip(lefts, rights, answers, strict=True)])
        if sum(right) > 0.9 * len(right):
            return Filling(dict(enumerate(digits)), right, sum(log2(n + 1) for n in range(1, len(digits))))
    return None


def _sum(digits: Sequence[str], left: Any, right: Any) -> str | None:
    one, two = [read_numeral(digits, text) if isinstance(text, str) else None for text in (left, right)]
    return None if one is None or two is None else write_numeral(digits, one + two)


def _places(sums: Sequence[tuple[str, str, str]], step: str, size: int) -> dict[str, int]:
    """Places in the circle that follow from the first step."""
    places = {step: 1 % size}
    changed = True
    while changed:
        changed = False
        for a, b, c in sums:
            known = (a in places) + (b in places) + (c in places)
            if a == b == c:
                changed = changed or a not in places
                places.setdefault(a, 0)
            elif (a == c or b == c) and (b if a == c else a) not in places:
                places[b if a == c else a] = 0
                changed = True
            elif known == 2 and a != b:
                changed = True
                if c not in places:
                    places[c] = (places[a] + places[b]) % size
                elif a not in places:
                    places[a] = (places[c] - places[b]) % size
                else:
                    places[b] = (places[c] - places[a]) % size
            elif a == b and a in places and c not in places:
                places[c] = 2 * places[a] % size
                changed = True
    return places
