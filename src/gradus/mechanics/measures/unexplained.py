"""What a machine leaves unexplained: do its outputs depend on the time, on a symbol long past, on longer histories?

Given state and input, the outputs of a right machine depend on nothing else. Whether they depend on something that was
known before them is asked by betting: a code that keeps apart what it is told to keep apart (Dirichlet mixtures, one
per case) against the likeliest chances of the machine itself. If the machine is right, the code saves more than b bits
with a chance below 2 to the power of -b, however many symbols there are and however few of each were seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2

import numpy as np
import scipy  # loads its parts when they are first used
from numpy.typing import NDArray

from gradus.mechanics.measures.histories import Array, Structure, Symbols
from gradus.mechanics.measures.structure import told_states

Integers = NDArray[np.int64]

PARTS = (2, 4, 8, 16)
"""Into so many parts the time is cut."""
LONGEST = 8
"""Histories of up to so many symbols are kept apart."""
FARTHEST = 200
"""Symbols are looked at up to so many steps back."""


TIME = "on the time (they are not stationary)"


@dataclass(frozen=True)
class Unexplained:
    """The best that a code did which keeps something apart."""

    by: str
    """What the outputs depend on, as part of a sentence."""
    bits: float
    """What it saves, less the bits to name it among all that were tried."""

    @property
    def remedy(self) -> str:
        """What to do about it, as part of a sentence."""
        if self.by == TIME:
            return "take a part of the data in which nothing changes"
        return "look at longer histories (longest) or record more; there may be infinitely many states"


def unexplained(structure: Structure, data: Symbols) -> Unexplained:
    """What the machine's outputs most likely still depend on, and by how many bits; below zero if on nothing."""
    seen = _Seen.of(structure, data)
    kinds = [list(kind) for kind in (_times(seen), _histories(seen, data), _lags(seen, data))]
    found = [
        Unexplained(by, seen.saved(cases) - log2(len(kinds) * len(kind)))
        for kind in kinds
        for by, cases in kind
    ]
    return max(found, key=lambda one: one.bits)


@dataclass(frozen=True)
class _Seen:
    """Every step whose state is known."""

    place: Integers
    """Where it is in all data, written one window behind the other."""
    begun: Integers
    """Where its window begins."""
    decision: Integers
    """State and input, as one number."""
    symbol: Integers
    outputs: Array
    """For every step how many outputs its input has in all data."""

    @classmethod
    def of(cls, structure: Structure, data: Symbols) -> _Seen:
        steps: list[tuple[int, int, int, int]] = []
        start = 0
        for window in data.windows:
            told = told_states(structure, window)
            steps += [(start + at, start, state, symbol) for at, state, symbol in told]
            start += len(window)
        place, begun, state, symbol = (np.array(column) for column in zip(*steps, strict=True))
        inputs = np.array(data.inputs)
        outputs = np.bincount(inputs).astype(np.float64)
        given = inputs[symbol]
        return cls(place, begun, state * (inputs.max() + 1) + given, symbol, outputs[given])

    def saved(self, cases: Integers) -> float:
        """Bits that a code saves which keeps the cases apart, against the likeliest chances of the machine."""
        plain, kept = _counts(self.decision, self.symbol), _counts(_both(self.decision, cases), self.symbol)
        machine = float((plain.times * np.log2(plain.of / plain.times)).sum())
        return machine - _mixture_bits(kept, self.outputs)


@dataclass(frozen=True)
class _Counts:
    """How often each symbol was seen in each row."""

    row: Integers
    times: Array
    of: Array
    """How often the row was seen at all."""
    first: Integers
    """A step at which it was."""


def _counts(row: Integers, symbol: Integers) -> _Counts:
    _values, first, times = np.unique(_both(row, symbol), return_index=True, return_counts=True)
    _rows, row, of = np.unique(row, return_inverse=True, return_counts=True)
    here = row[first]
    return _Counts(here, times.astype(np.float64), of[here].astype(np.float64), first)


def _both(one: Integers, two: Integers) -> Integers:
    return np.asarray(one * (int(two.max(initial=0)) + 1) + two, dtype=np.int64)


def _mixture_bits(counts: _Counts, outputs: Array) -> float:
    """The length of a Bayesian code, one per row: all chances unknown, few outputs likelier than many."""
    weight = 1 / outputs[counts.first]  # of every output; together they weigh one
    gamma = scipy.special.gammaln
    parts = gamma(counts.times + weight) - gamma(weight)
    _row, first = np.unique(counts.row, return_index=True)
    return float(gamma(counts.of[first] + 1).sum() - parts.sum()) / float(np.log(2))


def _times(seen: _Seen) -> Iterator[tuple[str, Integers]]:
    last = int(seen.place.max()) + 1
    for parts in PARTS:
        yield TIME, seen.place * parts // last


def _histories(seen: _Seen, data: Symbols) -> Iterator[tuple[str, Integers]]:
    """The last symbols, as far as the window has them."""
    stream = np.concatenate([np.array(window, dtype=np.int64) for window in data.windows])
    cases = np.zeros_like(seen.place)
    for length in range(1, LONGEST + 1):
        cases = _both(cases, _back(seen, stream, length))
        _values, cases = np.unique(cases, return_inverse=True)  # numbers stay small
        yield f"on the last {length} symbols", cases


def _lags(seen: _Seen, data: Symbols) -> Iterator[tuple[str, Integers]]:
    stream = np.concatenate([np.array(window, dtype=np.int64) for window in data.windows])
    most = min(FARTHEST, max(map(len, data.windows)) - 1)
    for lag in range(2, max(most, 2) + 1):
        yield f"on the symbol {lag} steps before", _back(seen, stream, lag)


def _back(seen: _Seen, stream: Integers, lag: int) -> Integers:
    """The symbol so many steps before each step, counted from 1; 0 where its window had not begun."""
    return np.where(seen.place - lag >= seen.begun, stream[np.maximum(seen.place - lag, 0)] + 1, 0)
