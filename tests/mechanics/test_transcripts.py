"""Machines learned from recorded instances."""

from __future__ import annotations

import pytest

from gradus.mechanics import learn
from gradus.mechanics.examples import channel
from gradus.mechanics.transcripts import Piece, distance, rename_by_first_use
from gradus.school import Sampler, UserError


def play(n: int, streak: int, instances: int, seed: int = 0) -> list[Piece]:
    """Instances of a hidden target, answered uniformly at random."""
    pick = Sampler(seed)
    pieces = []
    for _ in range(instances):
        target, run, steps = pick.below(n), 0, []
        while run < streak:
            x = pick.below(n)
            run = run + 1 if x == target else 0
            steps.append((x, 1 if run else -1))
        pieces.append(tuple(steps))
    return pieces


def echo(instances: int, length: int = 8) -> list[Piece]:
    """A channel that answers with the bit before, started from zero."""
    pick = Sampler(1)
    pieces = []
    for _ in range(instances):
        before, steps = 0, []
        for _ in range(length):
            bit = pick.below(2)
            steps.append((bit, before))
            before = bit
        pieces.append(tuple(steps))
    return pieces


def test_learned_machine_equals_the_exact_one() -> None:
    pieces = echo(300)
    learned = learn(pieces, samples=50, closed=False)
    exact = channel("delay-1")
    assert len(learned.machine) == len(exact) == 2
    assert distance(learned.machine, exact, pieces) == 0.0
    low, high = learned.interval
    assert low <= learned.complexity <= high and high - low < 0.02
    assert learned.rarest > 300


def test_same_seed_same_interval() -> None:
    pieces = play(2, 2, 200)
    assert learn(pieces, samples=20, seed=5) == learn(pieces, samples=20, seed=5)


def test_bad_input_is_refused() -> None:
    with pytest.raises(UserError, match="at least one instance"):
        learn([])
    with pytest.raises(UserError, match="eps"):
        learn(play(2, 1, 5), eps=0)


def test_symbols_are_renamed_by_first_use() -> None:
    piece: Piece = (("q", ("q", 1)), ("z", ("q", -1)))
    assert rename_by_first_use(piece) == ((0, (0, 1)), (1, (0, -1)))
