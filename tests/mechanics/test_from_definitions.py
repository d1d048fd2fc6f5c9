"""Published values once more, from definitions and without the library's machines.

Each of these processes writes blocks that are drawn anew, one behind the other. From the list of blocks follow by hand
the chance of every word; C, because a causal state is what may still come of the block; and h, the entropy of a block
over its mean length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import log2

import pytest

from gradus.mechanics import Machine, by_label, channel, drive, drive_by, measure_process, process

BLOCKS: dict[str, dict[str, str]] = {
    "golden-mean": {"1": "1/2", "01": "1/2"},  # no two zeros
    "even": {"0": "1/2", "11": "1/2"},  # ones in pairs
    "noisy-period-2": {"00": "1/2", "01": "1/2"},
    "rrxor": {"000": "1/4", "011": "1/4", "101": "1/4", "110": "1/4"},  # two random bits, then their xor
    "random-insertion": {"001": "1/4", "011": "1/4", "11": "1/2"},  # after a 0 a random bit, then a 1
    "nemo": {"1": "1/2", "000": "1/4", "001": "1/4"},
    "noisy-copy": {"00": "1/4", "10": "3/16", "11": "9/16"},
}
PUBLISHED = {
    "golden-mean": (0.918296, 2 / 3),
    "even": (0.918296, 2 / 3),
    "noisy-period-2": (1.0, 0.5),
    "rrxor": (2.251629, 2 / 3),
    "random-insertion": (1.521928, 0.6),
    "nemo": (1.5, 0.75),
    "noisy-copy": (1.405639, 0.709868),
}
Law = dict[str, Fraction]


def entropy(shares: Iterable[Fraction | float]) -> float:
    return -sum(float(p) * log2(p) for p in shares if p)


def blocks_of(name: str) -> tuple[Law, Fraction]:
    law = {block: Fraction(p) for block, p in BLOCKS[name].items()}
    return law, sum((len(block) * p for block, p in law.items()), Fraction(0))


def words(name: str, length: int) -> Law:
    """The chance of every word: a stream is met inside a block, more likely inside a long one."""
    law, mean = blocks_of(name)
    begun: Counter[str] = Counter()
    for block, p in law.items():
        for at in range(len(block)):
            begun[block[at:]] += p / mean  # type: ignore[assignment]
    while any(len(word) < length for word in begun):
        longer: Counter[str] = Counter()
        for word, p in begun.items():  # type: ignore[assignment]
            for block, q in law.items() if len(word) < length else [("", Fraction(1))]:
                longer[(word + block)[: max(length, len(word))]] += p * q  # type: ignore[assignment]
        begun = longer
    cut: Counter[str] = Counter()
    for word, p in begun.items():  # type: ignore[assignment]
        cut[word[:length]] += p  # type: ignore[assignment]
    return {word: Fraction(p) for word, p in cut.items()}


def states(name: str) -> list[Fraction]:
    """The shares of the causal states: beginnings of blocks, those with the same rest made one."""
    law, mean = blocks_of(name)
    found: Counter[tuple[tuple[str, Fraction], ...]] = Counter()
    for begun in {block[:at] for block in law for at in range(len(block))}:
        rest = {block[len(begun) :]: p for block, p in law.items() if block.startswith(begun)}
        reached = sum(rest.values(), Fraction(0))
        found[tuple(sorted((after, p / reached) for after, p in rest.items()))] += reached / mean  # type: ignore[assignment]
    return [Fraction(p) for p in found.values()]


def words_of(machine: Machine, length: int) -> Law:
    """The same of a machine of the library, from its own law of the states."""
    shares = {("", state): p for state, p in enumerate(measure_process(machine).law)}
    for _ in range(length):
        after: Counter[tuple[str, int]] = Counter()
        for (word, state), p in shares.items():
            for edge in machine.offers[state][0].edges:
                after[f"{word}{edge.output}", edge.target] += p * edge.weight  # type: ignore[assignment]
        shares = dict(after)  # type: ignore[arg-type]
    cut: Counter[str] = Counter()
    for (word, _state), p in shares.items():
        cut[word] += p  # type: ignore[assignment]
    return {word: Fraction(p) for word, p in cut.items()}


@pytest.mark.parametrize("name", BLOCKS)
def test_the_machine_writes_what_the_definition_says(name: str) -> None:
    assert words_of(process(name), 9) == words(name, 9)


@pytest.mark.parametrize("name", BLOCKS)
def test_complexity_and_entropy_rate_by_hand(name: str) -> None:
    law, mean = blocks_of(name)
    found = measure_process(process(name))
    shares = states(name)
    assert sorted(found.law) == sorted(shares)
    by_hand = entropy(shares), entropy(law.values()) / float(mean)
    assert by_hand == pytest.approx(PUBLISHED[name], abs=1e-6)
    assert (found.complexity, found.entropy_rate) == pytest.approx(by_hand, abs=1e-12)


@pytest.mark.parametrize("name", BLOCKS)
def test_excess_entropy_is_what_pasts_say_about_futures(name: str) -> None:
    """Between seven symbols and the next seven, counted word by word: less than E, and ever less is missing."""
    known = []
    for half in (3, 5, 7):
        both, past = words(name, 2 * half), words(name, half)
        known.append(2 * entropy(past.values()) - entropy(both.values()))
    found = measure_process(process(name)).excess_entropy
    assert known[0] <= known[1] + 1e-9 and known[1] <= known[2] + 1e-9 and known[2] <= found + 1e-9
    assert found - known[2] < found - known[0] or known[0] == pytest.approx(found)
    if name == "golden-mean":  # its last symbol says all
        assert known[0] == pytest.approx(found, abs=1e-9)


def test_channels_by_hand() -> None:
    """Delay: the state is the input before. Odd random channel: whether the run of ones is odd."""
    delay, odd = channel("delay-1"), channel("odd-random")
    for share in (0.5, 0.2):
        assert drive(delay, by_label(delay, {0: 1 - share, 1: share})).complexity == pytest.approx(
            entropy((share, 1 - share))
        )
        # a run of ones is odd with the chance p q + p^3 q + ..., so p q / (1 - p^2) = p / (1 + p)
        run = share / (1 + share)
        assert drive(odd, by_label(odd, {0: 1 - share, 1: share})).complexity == pytest.approx(
            entropy((run, 1 - run))
        )
    # Golden mean inputs: a 0, then n ones with the chance 2^-n; of three symbols on average 4/3 leave the run odd.
    assert drive_by(odd, process("golden-mean")).complexity == pytest.approx(entropy((4 / 9, 5 / 9)))
    assert drive_by(delay, process("golden-mean")).complexity == pytest.approx(entropy((1 / 3, 2 / 3)))
