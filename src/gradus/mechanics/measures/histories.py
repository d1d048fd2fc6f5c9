"""Histories with the same future: causal state splitting on the windows of a stationary stream.

A window of a stream begins in the middle, so its first symbols do not say in which state it is. Histories are therefore
compared wherever they occur: two histories are one state if the answers after them agree statistically and each symbol
leads them to one state again. Histories too short to tell the state become states that are never returned to, and are
dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import scipy  # loads its parts when they are first used
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

Array = NDArray[np.float64]
Word = tuple[int, ...]
Structure = tuple[Mapping[int, int], ...]
"""For every state the next state per symbol (a symbol is a pair of input and output)."""

SEEN = 25
"""A history seen less often says too little to be told apart."""


@dataclass(frozen=True)
class Symbols:
    """Windows of a stream in numbers."""

    windows: tuple[Word, ...]
    """Every window as numbers of symbols."""
    inputs: tuple[int, ...]
    """The number of the input of every symbol."""

    def some(self, most: int) -> Symbols:
        """The first windows, and of the last of them a part, with ``most`` symbols in all."""
        taken, left = [], most
        for window in self.windows:
            taken.append(window[:left])
            left -= len(taken[-1])
            if left <= 0:
                break
        return Symbols(tuple(taken), self.inputs)

    @property
    def steps(self) -> int:
        """How many symbols there are."""
        return sum(map(len, self.windows))

    def parts(self, count: int) -> list[Symbols]:
        """The data cut into so many parts, as equally long as may be; windows are cut where they must be."""
        size = -(-self.steps // count)
        found: list[list[Word]] = [[] for _ in range(count)]
        at = 0
        for window in self.windows:
            while window:
                here, room = at // size, size - at % size
                found[here].append(window[:room])
                at, window = at + len(window[:room]), window[room:]
        return [Symbols(tuple(part), self.inputs) for part in found if part]


def counted(data: Symbols, longest: int) -> dict[Word, Array]:
    """How often each symbol follows each history of up to ``longest`` symbols."""
    found: dict[Word, Array] = {}
    for window in data.windows:
        for at, symbol in enumerate(window):
            for length in range(min(longest, at) + 1):
                word = window[at - length : at]
                if word not in found:
                    found[word] = np.zeros(len(data.inputs))
                found[word][symbol] += 1
    return found


@dataclass
class _Group:
    """Histories believed to be one state."""

    words: list[Word]
    counts: Array = field(repr=False)


def inputs_apart(inputs: Sequence[int]) -> list[NDArray[np.int64]]:
    """For every input the symbols that it is part of."""
    return [np.flatnonzero(np.array(inputs) == x) for x in sorted(set(inputs))]


class _Tests:
    """Do two sets of counts show the same answers to every input?"""

    def __init__(self, inputs: Sequence[int]) -> None:
        self.columns = inputs_apart(inputs)

    def chance(self, a: Array, b: Array) -> float:
        """How surprising the difference is if there is none (G test, inputs apart)."""
        statistic, free = 0.0, 0
        for columns in self.columns:
            table = np.stack([a[columns], b[columns]])
            table = table[:, table.sum(axis=0) > 0]
            rows = table.sum(axis=1)
            if table.shape[1] < 2 or not rows.all():
                continue
            expected = np.outer(rows, table.sum(axis=0)) / rows.sum()
            some = table > 0
            statistic += 2 * float((table[some] * np.log(table[some] / expected[some])).sum())
            free += table.shape[1] - 1
        return float(scipy.special.chdtrc(free, statistic)) if free else 1.0


def split_histories(
    counts: Mapping[Word, Array], inputs: Sequence[int], longest: int, level: float, ends: bool = False
) -> Structure:
    """The machine that splitting finds with histories of up to ``longest`` symbols, or an empty one.

    Where a history of full length leads is not seen. With ``ends`` it leads where its end leads, which finds shift
    registers and may split too much; without, it stays with its class.
    """
    known = {w: c for w, c in counts.items() if len(w) <= longest and c.sum() >= SEEN}
    classes = _determined(known, _grouped(known, _Tests(inputs), level), longest if ends else longest + 1)
    return _recurrent(_moves(known, classes, longest), counts, classes)


def _grouped(known: Mapping[Word, Array], tests: _Tests, level: float) -> dict[Word, int]:
    """Histories, shorter ones first, each with those that answer alike; its own end has the first claim."""
    groups: list[_Group] = []
    classes: dict[Word, int] = {}
    for word in sorted(known, key=lambda w: (len(w), w)):
        parent = classes.get(word[1:]) if word else None
        chances = [tests.chance(known[word], group.counts) for group in groups]
        if parent is not None and chances[parent] >= level:
            chosen = parent
        elif chances and max(chances) >= level:
            chosen = int(np.argmax(chances))
        else:
            chosen = len(groups)
            groups.append(_Group([], np.zeros_like(known[word])))
        groups[chosen].words.append(word)
        groups[chosen].counts = groups[chosen].counts + known[word]
        classes[word] = chosen
    return classes


def _determined(known: Mapping[Word, Array], classes: dict[Word, int], longest: int) -> dict[Word, int]:
    """Split classes until every symbol leads all histories of a class to one class; of longer ones the end counts."""
    classes = dict(classes)
    symbols = range(len(next(iter(known.values()), np.zeros(0))))
    while True:
        members: dict[int, list[Word]] = {}
        for word, name in classes.items():
            members.setdefault(name, []).append(word)
        split = next(
            (
                parts
                for words in members.values()
                for j in symbols
                if len(parts := _apart(words, j, classes, known, longest)) > 1
            ),
            None,
        )
        if split is None:
            return classes
        for part in split[1:]:
            fresh = max(classes.values()) + 1
            for word in part:
                classes[word] = fresh


def _apart(
    words: Iterable[Word], symbol: int, classes: Mapping[Word, int], known: Mapping[Word, Array], longest: int
) -> list[list[Word]]:
    """A class's histories by where the symbol leads them, heaviest part first; those never seen on join their ends."""
    parts: dict[int, list[Word]] = {}
    rest = []
    for word in words:
        after = classes.get((*word, symbol)[-longest:]) if known[word][symbol] else None
        if after is None:
            rest.append(word)
        else:
            parts.setdefault(after, []).append(word)
    ranked = sorted(parts.values(), key=lambda part: -sum(known[word].sum() for word in part))
    if not ranked:
        return [rest]
    home = {word: part for part in ranked for word in part}
    for word in sorted(rest, key=len):
        ends = (word[i:] for i in range(1, len(word) + 1))
        home[word] = next((home[end] for end in ends if end in home), ranked[0])
        home[word].append(word)
    return ranked


def _moves(
    known: Mapping[Word, Array], classes: Mapping[Word, int], longest: int
) -> dict[int, dict[int, int]]:
    """Where each symbol leads each class; a history at full length goes on with its end."""
    moves: dict[int, dict[int, int]] = {name: {} for name in classes.values()}
    for word in sorted(classes, key=len):
        for symbol in np.flatnonzero(known[word]).tolist():
            after: Word = (*word, symbol)[-longest:] if longest else ()
            while after and after not in classes:
                after = after[1:]
            moves[classes[word]].setdefault(symbol, classes[after])
    return moves


def _recurrent(
    moves: dict[int, dict[int, int]], counts: Mapping[Word, Array], classes: Mapping[Word, int]
) -> Structure:
    """The part of the machine that is never left; of several the one that most was seen of."""
    names = sorted(moves)
    number = {name: i for i, name in enumerate(names)}
    weight = [0.0] * len(names)
    for word, name in classes.items():
        weight[number[name]] += float(counts[word].sum())
    return recurrent_rows([{j: number[b] for j, b in moves[name].items()} for name in names], weight)


def recurrent_rows(rows: Sequence[Mapping[int, int]], weight: Sequence[float] = ()) -> Structure:
    """The states that are never left for good; of several such parts the heaviest, of none nothing."""
    pairs = sorted({(a, b) for a, row in enumerate(rows) for b in row.values()})
    if not pairs:
        return ()
    sources, targets = (np.array(side) for side in zip(*pairs, strict=True))
    graph = csr_array((np.ones(len(pairs)), (sources, targets)), shape=(len(rows), len(rows)))
    _count, part = connected_components(graph, directed=True, connection="strong")
    leaving = {int(part[a]) for a, b in pairs if part[a] != part[b]}
    closed: dict[int, float] = {}
    for state, p in enumerate(map(int, part)):
        if p not in leaving and rows[state]:
            closed[p] = closed.get(p, 0.0) + (weight[state] if weight else 1.0)
    if not closed:
        return ()
    best = max(closed, key=lambda p: closed[p])
    inside = [state for state in range(len(rows)) if part[state] == best]
    place = {state: i for i, state in enumerate(inside)}
    return tuple({j: place[b] for j, b in sorted(rows[state].items())} for state in inside)
