"""Machines learned from recorded instances."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction

import pytest

from gradus.mechanics import Generator, Machine, Move, belief_closure, causal_states, learn
from gradus.mechanics.machines.task_code import measured_variant
from gradus.mechanics.measures.learned import Piece
from gradus.mechanics.measures.transcripts import (
    agreement,
    distance,
    explored,
    instance_machine,
    rename_by_first_use,
    visited_entropy,
)
from gradus.school import Sampler, UserError
from gradus.stream import TASKS


def play(n: int, streak: int, instances: int, seed: int = 0) -> list[Piece]:
    """Instances of a hidden target, answered uniformly at random."""
    pick = Sampler(seed)
    pieces = []
    for _ in range(instances):
        target, run, steps = pick.below(n), 0, []
        while run < streak:
            x = pick.below(n)
            run = run + 1 if x == target else 0
            steps.append((x, "solved" if run == streak else 1 if run else -1))
        pieces.append(tuple(steps))
    return pieces


def hidden_target(n: int, streak: int) -> Machine:
    """The exact machine of the pieces that :func:`play` records."""

    def step(hidden: Hashable, x: Hashable) -> Iterable[Move]:
        target, run = hidden  # type: ignore[misc]
        if x != target:
            return [Move(Fraction(1), -1, (target, 0))]
        if run + 1 < streak:
            return [Move(Fraction(1), 1, (target, run + 1))]
        return [Move(Fraction(1, n), "solved", (new, 0), (new,), True) for new in range(n)]

    prior: dict[Hashable, Fraction] = {(target, 0): Fraction(1, n) for target in range(n)}
    return causal_states(belief_closure(Generator(prior, step, range(n))))


@pytest.mark.parametrize(("n", "streak", "instances"), [(2, 1, 2000), (2, 2, 3000), (3, 1, 6000)])
def test_learned_hidden_targets_agree_with_the_exact_ones(n: int, streak: int, instances: int) -> None:
    pieces, exact = play(n, streak, instances), hidden_target(n, streak)
    assert len(exact) == 2**n - n - 1 + n * streak
    found = agreement(learn(pieces, samples=100), exact, pieces)
    assert found.states[0] == found.states[1] and found.distance < 0.02 and found.inside


def test_the_check_says_when_a_machine_is_wrong() -> None:
    pieces = play(2, 2, 3000)
    learned = learn(pieces, samples=100)
    with pytest.raises(UserError, match="no answer 'solved'"):  # another task: solved too soon
        agreement(learned, hidden_target(2, 3), pieces)
    assert distance(learned.machine, hidden_target(2, 3), pieces) > 0.05
    few = play(3, 2, 40)
    scarce = agreement(learn(few, samples=100), hidden_target(3, 2), few)
    assert scarce.states[0] < scarce.states[1] and not scarce.inside


def test_pieces_of_a_real_task_against_its_own_machine() -> None:
    """Micro-task 1 with two letters: shown symbols hide a rare state, and the check says that it is missing."""
    task = measured_variant(TASKS.get("micro1").with_(alphabet="ab", size=2, streak=2))
    pieces, exact = explored(task, 1000), instance_machine(task)
    found = agreement(learn(pieces, samples=50), exact, pieces)
    assert len(exact) == 5 and found.states[0] < 5 and not found.inside
    assert distance(exact, exact, pieces) == 0.0
    with pytest.raises(UserError, match="no answer"):
        visited_entropy(hidden_target(2, 1), pieces)
    with pytest.raises(UserError, match="care"):
        explored(task, 10, care=2.0)


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
