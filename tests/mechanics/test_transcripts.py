"""Machines learned from recorded instances."""

from __future__ import annotations

import pytest

from gradus.mechanics import belief_closure, drive, learn
from gradus.mechanics.families import hidden_target
from gradus.mechanics.minimise import causal_states
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


def test_learned_machine_comes_close_to_the_exact_one() -> None:
    pieces = play(2, 2, 1500)
    learned = learn(pieces, eps=0.05, samples=50)
    exact = belief_closure(hidden_target(2, 2))
    truth = drive(causal_states(exact), lambda state: [0.5, 0.5, 0.0])
    assert len(learned.machine) == 5
    assert learned.interval[0] - 0.02 <= truth.complexity <= learned.interval[1] + 0.02
    named = [tuple((x, (0, r)) for x, r in piece[:-1]) for piece in pieces[:200]]
    relabelled = learn([tuple((x, (0, r)) for x, r in piece) for piece in pieces], samples=10)
    assert distance(relabelled.machine, exact, named) < 0.1


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
