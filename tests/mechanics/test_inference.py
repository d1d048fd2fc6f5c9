"""Machines from windows of a stream that begin anywhere, and intervals that cover."""

from __future__ import annotations

import pytest

from gradus.mechanics import Machine, channel, drive, drive_by, infer, learn, process, sample, uniform
from gradus.mechanics.measures.learned import Piece
from gradus.school import UserError

PROCESSES = ("coin-0.3", "period-3", "golden-mean", "even", "random-insertion", "nemo", "noisy-copy")
CHANNELS = (
    "delay-1",
    "delay-2",
    "toggle",
    "odd-not",
    "odd-random",
    "trapdoor",
    "feedback-nor",
    "alternate",
    "z",
)


def windows(machine: Machine, steps: int, length: int, seed: int) -> list[Piece]:
    """One long stream, cut without regard to its states."""
    stream = sample(machine, steps, seed)
    return [tuple(stream[at : at + length]) for at in range(0, steps, length)]


@pytest.mark.parametrize("name", [*PROCESSES, *CHANNELS])
def test_states_of_the_literature_are_found(name: str) -> None:
    machine = process(name) if name in PROCESSES else channel(name)
    found = infer(windows(machine, 3000, 3000, seed=3), samples=50)
    truth = drive(machine, uniform(machine)).complexity
    assert len(found.machine) == len(machine)
    assert found.interval[0] <= found.complexity <= found.interval[1]
    assert abs(found.complexity - truth) < 0.05


def test_windows_of_ten_are_no_longer_mistaken() -> None:
    """State merging from the beginning of windows said three states and 1.297 bits here."""
    found = learn(windows(process("golden-mean"), 20_000, 10, seed=1), closed=False, samples=50)
    assert len(found.machine) == 2
    low, high = found.interval
    assert low - 0.01 < 0.918296 < high + 0.01 and high - low < 0.02


def covered(machine: Machine, truth: float, length: int, steps: int, repeats: int) -> int:
    """In how many of the repeats the interval holds the truth."""
    hits = 0
    for seed in range(repeats):
        low, high = infer(windows(machine, steps, length, seed), samples=60, seed=seed).interval
        hits += low <= truth <= high
    return hits


@pytest.mark.parametrize("length", [1000, 10])
def test_intervals_cover(length: int) -> None:
    """Nominal 90 %: of 30 at least 23, which a true 90 % misses less than once in a hundred times."""
    assert covered(process("golden-mean"), 0.9182958, length, 1000, 30) >= 23


def test_the_interval_reaches_the_top_where_all_states_are_equally_frequent() -> None:
    assert covered(channel("delay-1"), 1.0, 1000, 1000, 10) >= 8


@pytest.mark.slow
@pytest.mark.parametrize("name", ["golden-mean", "even"])
@pytest.mark.parametrize("length", [2000, 10])
def test_intervals_cover_often_enough(name: str, length: int) -> None:
    machine = process(name)
    truth = drive(machine, uniform(machine)).complexity
    assert covered(machine, truth, length, 2000, 50) >= 39


def test_inputs_with_a_memory_of_their_own() -> None:
    """The state law of a channel follows its inputs, whatever wrote them."""
    source, machine = process("golden-mean"), channel("delay-1")
    truth = drive_by(machine, source).complexity
    hits = 0
    for seed in range(12):
        bits = [y for _x, y in sample(source, 1500, seed)]
        found = infer([tuple(zip(bits, [0, *bits[:-1]], strict=True))], samples=60)
        assert len(found.machine) == 2
        hits += found.interval[0] <= truth <= found.interval[1]
    assert hits >= 9


def test_bad_data_is_refused() -> None:
    with pytest.raises(UserError, match="at least 200 steps"):
        infer([(("-", 0),) * 10])
    with pytest.raises(UserError, match="level"):
        infer(windows(process("even"), 300, 300, 0), level=1.5)
    with pytest.raises(UserError, match="at least one step"):
        sample(process("even"), 0)


def test_same_seed_same_machine_and_interval() -> None:
    data = windows(process("nemo"), 1000, 1000, 7)
    assert infer(data, seed=4) == infer(data, seed=4)
