"""Data that no finite machine wrote, or that say too little: they are refused, or C has no upper end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, log2

import numpy as np
import pytest

from gradus.mechanics import channel, infer, process, sample, windows_of
from gradus.mechanics.measures.histories import Symbols
from gradus.mechanics.measures.unexplained import unexplained
from gradus.school import UserError


def coins(chances: Sequence[float], seed: int = 3) -> list[int]:
    return (np.random.default_rng(seed).random(len(chances)) < np.array(chances)).astype(int).tolist()


def simple_nonunifilar(steps: int, seed: int = 1) -> list[int]:
    """Two hidden states, infinitely many causal ones: after a 0 the number of 1s is never forgotten."""
    rng, hidden, shown = np.random.default_rng(seed), 0, []
    for _ in range(steps):
        heads = rng.random() < 0.5
        shown.append(0 if hidden and heads else 1)
        hidden = int(heads) if not hidden else int(not heads)
    return shown


def thue_morse(steps: int) -> list[int]:
    return [number.bit_count() % 2 for number in range(steps)]


def copied(lag: int, steps: int, noise: float) -> list[int]:
    """Every symbol is that of some steps before, flipped now and then."""
    flips = coins([noise] * steps)
    shown = coins([0.5] * lag)
    for flip in flips:
        shown.append(shown[-lag] ^ flip)
    return shown


REFUSED: dict[str, tuple[Callable[[], list[int]], str]] = {
    "a coin that is exchanged": (lambda: coins([0.2] * 2000 + [0.8] * 2000), "not stationary"),
    "a coin that drifts": (lambda: coins(np.linspace(0, 1, 4000).tolist()), "not stationary"),
    "one process after another": (
        lambda: [y for name in ("golden-mean", "even") for _x, y in sample(process(name), 2000, 1)],  # type: ignore[misc]
        "not stationary",
    ),
    "a period of twenty": (lambda: ([0] * 19 + [1]) * 100, "20 steps before"),
    "a period of fifty": (lambda: ([0] * 49 + [1]) * 100, "50 steps before"),
    "a memory of seven": (lambda: copied(7, 4000, 0.1), "7 steps before"),
    "no period and no chance": (lambda: thue_morse(3000), "longer histories"),
    "infinitely many states, much data": (lambda: simple_nonunifilar(20_000), "perhaps infinitely many"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_no_small_machine_wrote_is_refused(kind: str) -> None:
    made, said = REFUSED[kind]
    with pytest.raises(UserError, match=said):
        infer(windows_of(made()), samples=20)


def test_a_long_memory_of_inputs_is_refused() -> None:
    given = coins([0.5] * 4000)
    with pytest.raises(UserError, match="5 steps before"):
        infer(windows_of([0] * 5 + given[:-5], given), samples=20)


def test_a_period_is_found_with_longer_histories() -> None:
    found = infer(windows_of(([0] * 10 + [1]) * 100), longest=11, samples=20)
    assert len(found.machine) == 11 and found.complexity == pytest.approx(log2(11))


@pytest.mark.parametrize("seed", range(3))
def test_infinitely_many_states_have_no_upper_end(seed: int) -> None:
    """2,000 symbols show three states of the simple nonunifilar source; its C is above 2.7 bits."""
    found = infer(windows_of(simple_nonunifilar(2000, seed)), samples=20)
    assert found.interval[0] < 2.71 and found.interval[1] == inf
    assert "quarter" in found.doubt


def test_inputs_that_were_never_tried_leave_the_end_open() -> None:
    """Under the inputs 0, 1, 0, 1 a delay looks like a negation; nobody can know."""
    given = [0, 1] * 1000
    found = infer(windows_of([0, *given[:-1]], given), samples=20)
    assert found.interval[1] == inf and "never tried" in found.doubt


@pytest.mark.parametrize(("lag", "steps"), [(1, 800), (2, 1500), (3, 4000)])
def test_shift_registers_are_found(lag: int, steps: int) -> None:
    """Splitting once said one state for two steps of delay."""
    given = coins([0.5] * steps)
    found = infer(windows_of([0] * lag + given[:-lag], given), samples=20)
    assert len(found.machine) == 2**lag


def test_nothing_is_unexplained_by_the_right_machine() -> None:
    """The code that bets against a right machine wins ten bits less than once in a thousand times."""
    golden_mean = ({0: 1, 1: 0}, {1: 0})
    for seed in range(40):
        shown = tuple(int(y) for _x, y in sample(process("golden-mean"), 400, seed))  # type: ignore[call-overload]
        assert unexplained(golden_mean, Symbols((shown,), (0, 0))).bits < 10
    one_state = ({0: 0, 1: 0},)
    assert unexplained(one_state, Symbols((shown,), (0, 0))).bits > 10  # and a wrong one is found out


@pytest.mark.parametrize("letters", [100, 1000])
def test_many_letters_are_no_structure(letters: int) -> None:
    shown = np.random.default_rng(1).integers(letters, size=4000).tolist()
    found = infer(windows_of(shown), samples=20)
    assert len(found.machine) == 1 and found.complexity == 0


@pytest.mark.parametrize("name", ["golden-mean", "even", "nemo", "delay-1", "odd-random", "trapdoor"])
def test_what_is_settled_has_an_upper_end(name: str) -> None:
    machine = process(name) if name in ("golden-mean", "even", "nemo") else channel(name)
    found = infer([tuple(sample(machine, 3000, 5))], samples=20)
    assert found.interval[1] < inf and not found.doubt
