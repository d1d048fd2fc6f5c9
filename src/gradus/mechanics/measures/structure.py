"""The best machine for a stationary stream, by Bayes' criterion.

Splitting histories finds machines, but its longest history and the strictness of its tests are not known beforehand.
Several are tried; states are made one and moves led elsewhere as long as the bits to tell the outputs, and the machine,
become fewer. A machine is judged by all windows, each begun without knowing the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf, log2

import numpy as np

from gradus.mechanics.measures.histories import (
    Array,
    Structure,
    Symbols,
    Word,
    counted,
    inputs_apart,
    recurrent_rows,
    split_histories,
)

LARGEST = 24
"""Machines with more states are not considered."""
SMALL = 8
"""Up to so many states single moves are tried elsewhere, too."""
LEVELS = (1e-2, 1e-3, 1e-5)
"""Strictness of the tests that are tried."""
SEARCHED = 4000
"""The search looks at about so many symbols before it looks at all."""
STARTS = 4
"""From so many of the best machines that splitting finds, the search goes on."""


def folded(structure: Structure, one: int, two: int) -> Structure:
    """The structure with two states made one, and whatever must be one then."""
    owner = list(range(len(structure)))

    def find(state: int) -> int:
        while owner[state] != state:
            state = owner[state]
        return state

    queue = [(one, two)]
    while queue:
        a, b = (find(state) for state in queue.pop())
        if a == b:
            continue
        owner[max(a, b)] = min(a, b)
        merged: dict[int, int] = {}
        for state in range(len(structure)):
            if find(state) == min(a, b):
                for symbol, after in structure[state].items():
                    if symbol in merged:
                        queue.append((merged[symbol], after))
                    merged.setdefault(symbol, after)
    roots = sorted({find(state) for state in range(len(structure))})
    place = {root: i for i, root in enumerate(roots)}
    rows: list[dict[int, int]] = [{} for _ in roots]
    for state, row in enumerate(structure):
        for symbol, after in row.items():
            rows[place[find(state)]][symbol] = place[find(after)]
    return tuple(rows)


def absorbed(structure: Structure, gone: int, into: int) -> Structure:
    """The structure without a state; what led there leads to another one instead."""
    place = [state - (state > gone) for state in range(len(structure))]
    place[gone] = place[into]
    rows = [{j: place[t] for j, t in row.items()} for state, row in enumerate(structure) if state != gone]
    return recurrent_rows(rows)


def redirected(structure: Structure, state: int, symbol: int, target: int) -> Structure:
    """The structure with one move led elsewhere."""
    rows = [dict(row) for row in structure]
    rows[state][symbol] = target
    return recurrent_rows(rows)


@dataclass(frozen=True)
class Fit:
    """A structure with the chances that the data give it."""

    structure: Structure
    counts: Array
    """How often each symbol was seen in each state, from where a window has told its state on."""
    score: float
    """Bits to tell the outputs, penalty included; smaller is better."""


def fit(structure: Structure, data: Symbols, most: float = inf) -> Fit:
    """The structure's counts and score; a symbol that it cannot follow costs as much as never having seen it.

    Gives up with an infinite score as soon as misses alone cost more than ``most``.
    """
    never = log2(data.steps + 2)
    shape = len(structure), len(data.inputs)
    seen: list[int] = []
    early: list[Word] = []
    misses = 0
    for window in data.windows:
        at = 0
        while at < len(window):
            begun = at
            at, state, missed = _meet(structure, window, at)
            early.append(window[begun : at - missed])
            if state is not None:
                at, missed = _count(structure, window, at, state, seen, shape[1])
            misses += missed
            if misses * never > most:
                return Fit(structure, np.zeros(shape), inf)
    counts = (
        np.bincount(np.array(seen, dtype=np.int64), minlength=shape[0] * shape[1])
        .reshape(shape)
        .astype(np.float64)
    )
    chances, free = _chances(structure, counts, data.inputs)
    told = counts > 0
    bits = -float((counts[told] * np.log2(chances[told])).sum()) + misses * never
    shares = (counts.sum(axis=1) + 0.5) / (counts.sum() + 0.5 * len(structure))
    bits += _before(structure, early, chances.tolist(), dict(enumerate(shares.tolist())))
    moves = sum(map(len, structure)) * log2(len(structure))  # to tell where every symbol leads
    return Fit(structure, counts, bits + moves + 0.5 * free * log2(max(data.steps, 2)))


def _meet(structure: Structure, window: Word, at: int) -> tuple[int, int | None, int]:
    """From a place on, until one state only is possible: the place, that state, and 1 if a symbol could not follow."""
    possible = frozenset(range(len(structure)))
    while len(possible) > 1 and at < len(window):
        symbol = window[at]
        possible = frozenset(structure[state][symbol] for state in possible if symbol in structure[state])
        at += 1
        if not possible:
            return at, None, 1
    return at, (min(possible) if len(possible) == 1 else None), 0


def told_states(structure: Structure, window: Word) -> Iterable[tuple[int, int, int]]:
    """Place, state and symbol wherever the symbols before leave only one state possible.

    Whether they do depends on the past alone, so counting there favours no future.
    """
    at = 0
    while at < len(window):
        at, state, _missed = _meet(structure, window, at)
        while state is not None and at < len(window):
            target = structure[state].get(window[at])
            if target is not None:
                yield at, state, window[at]
            state, at = target, at + 1


def _count(
    structure: Structure, window: Word, at: int, state: int, seen: list[int], width: int
) -> tuple[int, int]:
    """Follow a window from a known state until its end or a symbol that cannot follow; note what was seen where."""
    for place in range(at, len(window)):
        symbol = window[place]
        target = structure[state].get(symbol)
        if target is None:
            return place + 1, 1
        seen.append(state * width + symbol)
        state = target
    return len(window), 0


def _chances(structure: Structure, counts: Array, inputs: Sequence[int]) -> tuple[Array, int]:
    """For every state the chance of a symbol given its input, and how many of them are free."""
    chances, free = np.zeros_like(counts), 0
    listed = np.zeros_like(counts)
    for state, row in enumerate(structure):
        listed[state, list(row)] = 1.0
    for columns in inputs_apart(inputs):
        part = counts[:, columns] + 0.5 * listed[:, columns]
        total = part.sum(axis=1, keepdims=True)
        chances[:, columns] = np.divide(part, total, out=np.zeros_like(part), where=total > 0)
        free += int(np.maximum(listed[:, columns].sum(axis=1) - 1, 0).sum())
    return chances, free


def _before(
    structure: Structure, pieces: Iterable[Word], chances: list[list[float]], start: dict[int, float]
) -> float:
    """Bits for the symbols before the state was told, from the states' shares of time."""
    total = 0.0
    for piece in pieces:
        belief = start
        for symbol in piece:
            after: dict[int, float] = {}
            for state, weight in belief.items():
                if symbol in structure[state]:
                    target = structure[state][symbol]
                    after[target] = after.get(target, 0.0) + weight * chances[state][symbol]
            mass = sum(after.values())
            if mass == 0:
                break
            total -= log2(mass)
            belief = {state: weight / mass for state, weight in after.items()}
    return total


class _Fits:
    """Fits to some data, none made twice: searches from several starts soon try the same machines."""

    def __init__(self, data: Symbols) -> None:
        self.data = data
        self._known: dict[tuple[Row, ...], tuple[Fit, float]] = {}

    def of(self, structure: Structure, most: float = inf) -> Fit:
        """The fit of a structure, states perhaps in another order; see :func:`fit`."""
        key = _ordered(structure)
        found, limit = self._known.get(key, (None, -inf))
        if found is None or (found.score == inf and most > limit):
            found = fit(structure, self.data, most)
            self._known[key] = found, most
        return found


Row = tuple[tuple[int, int], ...]


def _ordered(structure: Structure) -> tuple[Row, ...]:
    """The structure with its states in an order that does not hang on how they were numbered."""
    return min(_from(structure, start) for start in range(len(structure)))


def _from(structure: Structure, start: int) -> tuple[Row, ...]:
    """The structure with its states in the order in which they are met from a state on."""
    number, queue = {start: 0}, [start]
    for state in queue:
        for _symbol, after in sorted(structure[state].items()):
            if after not in number:
                number[after] = len(number)
                queue.append(after)
    return tuple(
        tuple((j, number[after]) for j, after in sorted(structure[state].items())) for state in queue
    )


def best_structure(data: Symbols, longest: int) -> Fit:
    """The best machine over all lengths of history and strictnesses, improved as long as a small change is worth it."""
    counts = counted(data, longest)
    found: list[Structure] = []
    for length in range(longest + 1):
        for level, by_end in product(LEVELS, (False, True)):
            structure = split_histories(counts, data.inputs, length, level, by_end)
            if 0 < len(structure) <= LARGEST and structure not in found:
                found.append(structure)
    some = _Fits(data if data.steps <= SEARCHED else data.some(SEARCHED))
    ranked = sorted((some.of(structure) for structure in found), key=lambda f: f.score)
    ends = [_improved(start, some).structure for start in ranked[:STARTS]]
    every = some if some.data is data else _Fits(data)
    best = min((every.of(structure) for structure in ends), key=lambda f: f.score)
    return _improved(best, every)


def _improved(best: Fit, fits: _Fits) -> Fit:
    """The fit after the best of all small changes, again and again, until none is worth it."""
    while True:
        top = best
        for structure in _neighbours(best.structure):
            if not structure:
                continue
            other = fits.of(structure, top.score)
            top = other if other.score < top.score - 1e-9 else top
        if top is best:
            return best
        best = top


def _neighbours(structure: Structure) -> Iterable[Structure]:
    n = len(structure)
    for a in range(n):
        for b in range(n):
            if a != b:
                yield absorbed(structure, a, b)
            if a < b:
                yield folded(structure, a, b)
    if n <= SMALL:
        for state, row in enumerate(structure):
            for symbol, now in row.items():
                yield from (redirected(structure, state, symbol, t) for t in range(n) if t != now)
