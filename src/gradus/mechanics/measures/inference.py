"""A machine from stationary data, windows of a stream begun anywhere, with an interval for C_X.

Entropy is flat where all states are equally frequent, so the percentiles of a resampled entropy miss the truth there.
The interval is made one step earlier: blocks of the data are resampled, which gives a region for the law of the states,
and the interval spans the entropies inside that region. In simulations it covers about as often as it says
(benchmarks/coverage.py); it takes the states found for the right ones.

No data show that there are no further states which differ little or come seldom. So an upper end is given only where
nothing speaks for further states: every quarter of the data finds as many, decisions were seen often, inputs were tried
everywhere, and outputs depend on nothing but state and input. Where they certainly do, the data are refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from math import inf, log, log2

import numpy as np

from gradus.mechanics.machines.machine import Edge, Machine, Offer
from gradus.mechanics.measures.histories import Array, Structure, Symbols, Word, counted, inputs_apart
from gradus.mechanics.measures.learned import Learned, Piece, exact_counts
from gradus.mechanics.measures.region import law_interval
from gradus.mechanics.measures.stationary import entropy
from gradus.mechanics.measures.structure import Fit, best_structure, told_states
from gradus.mechanics.measures.unexplained import unexplained
from gradus.school import UserError

FEWEST = 200
"""Steps below which nothing is claimed."""
BLOCKS = 200
"""Most blocks that are resampled."""
SURPLUS = 10.0
"""Bits by which histories must do better before a machine is refused; a machine is charged for rounding its chances."""
LEVEL = 0.9
"""Nominal coverage of intervals."""
SCARCE = 100
"""Visits of the rarest decision below which states may be missing: then C has no upper end."""
REFUSED = 20.0
"""Bits of evidence against a machine at which it is refused: one chance in a million."""
DOUBTED = 4.3
"""The same at which C has no upper end: one chance in twenty."""
QUARTERS = 4
"""Parts of the data that must find as many states as the whole."""
UNTRIED = 10.0
"""An input that never came after some inputs, and would have so often, were it as frequent there as elsewhere."""


def infer(
    windows: Sequence[Piece],
    longest: int | None = None,
    level: float = LEVEL,
    samples: int = 200,
    seed: int = 0,
) -> Learned:
    """The machine of a stationary stream from windows of it (one is enough, if it is long), and C_X with an interval.

    Where states may be missing, which can only make C larger, the interval has no upper end, and ``doubt`` says why:
    the rarest decision was seen less than a hundred times, a quarter of the data finds another number of states, an
    input was never tried after some others, or outputs seem to depend on more than state and input.

    ``longest`` is the most symbols of history that are looked at; without it, as many as the data can tell apart.

    Raises:
        UserError: if there are too few steps, if the data are not stationary, or if histories or symbols long past
            foretell the outputs better than any machine found.
    """
    if sum(map(len, windows)) < FEWEST:
        raise UserError(
            f"Inferring a machine needs at least {FEWEST} steps of input and output, not {sum(map(len, windows))}."
        )
    if not 0 < level < 1 or samples < 20:
        raise UserError(f"level must be a chance and samples at least 20, not {level!r} and {samples!r}.")
    data, pairs = numbered(windows)
    depth = _depth(data) if longest is None else longest
    found = best_structure(data, depth)
    _refuse_if_histories_do_better(found, data, depth)
    parts = [
        best_structure(part, _depth(part) if longest is None else longest) for part in data.parts(QUARTERS)
    ]
    left = _refuse_what_changes_or_remembers_more(found, parts, data)
    blocks = _block_counts(found.structure, data)
    law = _law(found.structure, blocks.sum(axis=0), blocks.sum(axis=0))
    interval = law_interval(law, _resampled(found.structure, blocks, samples, seed), len(blocks), level, seed)
    machine, rarest = _machine(found.structure, blocks.sum(axis=0), pairs)
    doubt = _doubt(found, parts, data, rarest, left)
    if doubt:
        interval = interval[0], inf
    return Learned(machine, entropy(law), interval, len(windows), rarest, level, doubt)


def numbered(windows: Sequence[Piece]) -> tuple[Symbols, list[tuple[Hashable, Hashable]]]:
    """The windows in numbers of symbols, and the pair of input and output that every number stands for."""
    number: dict[tuple[Hashable, Hashable], int] = {}
    words = tuple(tuple(number.setdefault(pair, len(number)) for pair in window) for window in windows)
    inputs: dict[Hashable, int] = {}
    return Symbols(words, tuple(inputs.setdefault(x, len(inputs)) for x, _y in number)), list(number)


def _depth(data: Symbols) -> int:
    """Histories so long that each of them was still seen a few dozen times, were all equally frequent."""
    return max(1, min(5, int(log(max(data.steps / 30, 2)) / log(max(len(data.inputs), 2)))))


def _refuse_what_changes_or_remembers_more(found: Fit, parts: Sequence[Fit], data: Symbols) -> float:
    """Bits of evidence that outputs depend on more than state and input, if they leave room for doubt."""
    alone = found.score - sum(part.score for part in parts)
    if alone > REFUSED:
        raise UserError(
            f"The data are not stationary: machines of their quarters explain them better than one machine of all, by "
            f"{alone:.0f} bits; take a part in which nothing changes."
        )
    left = unexplained(found.structure, data)
    if left.bits > REFUSED:
        raise UserError(
            f"No machine was found that explains the data: outputs also depend {left.by}, by {left.bits:.0f} bits; "
            f"{left.remedy}."
        )
    return left.bits


def _doubt(found: Fit, parts: Sequence[Fit], data: Symbols, rarest: int, evidence: float) -> str:
    """Why states may be missing; empty if nothing speaks for it."""
    if rarest < SCARCE:
        return f"the rarest decision was seen {rarest} times"
    if evidence > DOUBTED:
        return "outputs seem to depend on more than state and input"
    if _untried(data):
        return "an input was never tried after some others"
    other = next((len(p.structure) for p in parts if len(p.structure) != len(found.structure)), 0)
    return f"a quarter of the data finds {other} state{'s' if other > 1 else ''}" if other else ""


def _untried(data: Symbols) -> bool:
    """Whether some input never came after inputs (up to three) that were often seen."""
    if len(set(data.inputs)) == 1:
        return False
    steps: Counter[int] = Counter()
    after: dict[int, Counter[Word]] = {length: Counter() for length in (1, 2, 3)}
    for window in data.windows:
        given = tuple(data.inputs[symbol] for symbol in window)
        steps.update(given)
        for length, seen in after.items():
            seen.update(given[at - length : at + 1] for at in range(length, len(given)))
    for seen in after.values():
        before: Counter[Word] = Counter()
        for word, times in seen.items():
            before[word[:-1]] += times
        if any(
            (*word, x) not in seen and times * share >= UNTRIED * data.steps
            for word, times in before.items()
            for x, share in steps.items()
        ):
            return True
    return False


def _refuse_if_histories_do_better(found: Fit, data: Symbols, depth: int) -> None:
    counts = counted(data, depth)
    best = min((_history_bits(data, counts, k), k) for k in range(depth + 1))
    if best[0] + SURPLUS + 0.2 * len(data.windows) < found.score:  # windows may not begin quite anywhere
        raise UserError(
            f"No machine was found that explains the data: the last {best[1]} symbols foretell the outputs better, by "
            f"{found.score - best[0]:.0f} bits. There may be more states than such data tell, perhaps infinitely many; "
            "record more, or rename symbols so that there are fewer."
        )


def _history_bits(data: Symbols, counts: Mapping[Word, Array], order: int) -> float:
    """Bits to tell the outputs from the last symbols (fewer where a window begins), penalty included."""
    apart = inputs_apart(data.inputs)
    column = {int(j): columns for columns in apart for j in columns}
    bits = 0.0
    for window in data.windows:
        for at, symbol in enumerate(window):
            row = counts[window[max(0, at - order) : at]]
            bits -= log2(row[symbol] / row[column[symbol]].sum())
    words = [row for word, row in counts.items() if len(word) == order]
    free = sum(max(int((row[columns] > 0).sum()) - 1, 0) for row in words for columns in apart)
    moves = sum(int((row > 0).sum()) for row in words) * log2(len(words))
    return bits + moves + 0.5 * free * log2(data.steps)


def _block_counts(structure: Structure, data: Symbols) -> Array:
    """How often each symbol was seen in each state, block by block: whole windows if there are many, else parts."""
    many = len(data.windows) >= 40
    length = max(20, round(data.steps**0.5), -(-data.steps // BLOCKS))
    counts: list[Array] = []
    seen = length
    for window in data.windows:
        fresh = True
        for _at, state, symbol in told_states(structure, window):
            if not counts or (seen >= length and (fresh or not many)):
                counts.append(np.zeros((len(structure), len(data.inputs))))
                seen = 0
            fresh = False
            counts[-1][state, symbol] += 1
            seen += 1
    return np.stack(counts)


def _law(structure: Structure, counts: Array, pooled: Array) -> Array:
    """The stationary law of the states when symbols come as often as counted; unseen states act as in all data."""
    n = len(structure)
    chain = np.zeros((n, n))
    for state, row in enumerate(structure):
        seen = counts[state] if counts[state].sum() > 0 else pooled[state]
        for symbol, target in row.items():
            chain[state, target] += seen[symbol] / max(seen.sum(), 1e-300)
    system = np.vstack([chain.T - np.eye(n), np.ones(n)])
    law = np.linalg.lstsq(system, np.append(np.zeros(n), 1.0), rcond=None)[0]
    law = np.maximum(law, 0.0)
    return np.asarray(law / law.sum(), dtype=np.float64)


def _resampled(structure: Structure, blocks: Array, samples: int, seed: int) -> Array:
    """The laws of resampled blocks."""
    rng = np.random.default_rng(seed)
    pooled = blocks.sum(axis=0)
    weights = rng.multinomial(len(blocks), np.full(len(blocks), 1 / len(blocks)), size=samples)
    return np.stack([_law(structure, np.tensordot(row, blocks, axes=1), pooled) for row in weights])


def _machine(
    structure: Structure, counts: Array, pairs: Sequence[tuple[Hashable, Hashable]]
) -> tuple[Machine, int]:
    """The structure as a machine with the shares counted, and the visits of the rarest decision."""
    rows, rarest = [], int(counts.sum())
    for state, row in enumerate(structure):
        offers = []
        for x in dict.fromkeys(pairs[j][0] for j in row):
            answers = [(pairs[j][1], int(counts[state, j]), t) for j, t in row.items() if pairs[j][0] == x]
            total = sum(count for _y, count, _t in answers)
            if total:
                weights = exact_counts([count for _y, count, _t in answers])
                edges = [Edge(y, w, t) for (y, _c, t), w in zip(answers, weights, strict=True) if w]
                offers.append(Offer(x, tuple(edges), total))
                rarest = min(rarest, total)
        rows.append(tuple(offers))
    return Machine(tuple(rows), tuple(range(len(structure)))), rarest
