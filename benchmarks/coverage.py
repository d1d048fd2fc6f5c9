"""Do intervals cover? Simulated where the truth is known: machines from streams, instances and files; correlations.

python benchmarks/coverage.py [infer learn file correlate partial] [--repeats 60]

Brackets of C_mu are proofs, not intervals; tests/mechanics hold them against known values.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from math import asin, inf, pi
from pathlib import Path
from typing import Any

import numpy as np

from gradus.mechanics import (
    Learned,
    Machine,
    channel,
    correlate,
    drive,
    infer,
    learn,
    machine_from_step,
    process,
    read_csv,
    sample,
    uniform,
)
from gradus.school import Sampler

PROCESSES = ("golden-mean", "even", "random-insertion", "nemo")
CHANNELS = ("delay-1", "odd-random")
FIRST = 10_000
"""Seeds that no test uses begin here."""
Data = list[tuple[tuple[Any, Any], ...]]


def windows(machine: Machine, steps: int, length: int, seed: int) -> Data:
    """One stream, cut without regard to its states."""
    stream = sample(machine, steps, seed)
    return [tuple(stream[at : at + length]) for at in range(0, steps, length)]


def of_a_file(machine: Machine, steps: int, seed: int) -> Data:
    """One stream, written to a file and read again."""
    rows = [f"{x},{y}" for x, y in sample(machine, steps, seed)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data.csv"
        path.write_text("input,output\n" + "\n".join(rows) + "\n")
        return read_csv(path)


def guessed(targets: int, streak: int, instances: int, seed: int) -> Data:
    """Instances of a hidden target, guessed at random until hit so many times in a row."""
    pick = Sampler(seed)
    pieces = []
    for _ in range(instances):
        target, run, steps = pick.below(targets), 0, []
        while run < streak:
            guess = pick.below(targets)
            run = run + 1 if guess == target else 0
            steps.append((guess, "solved" if run == streak else 1 if run else -1))
        pieces.append(tuple(steps))
    return pieces


def guessing(targets: int) -> Machine:
    """The same by hand, for a streak of one: the state is the set of targets that are still possible."""

    def step(possible: tuple[int, ...], guess: int) -> Iterator[tuple[Any, ...]]:
        left = tuple(target for target in possible if target != guess)
        if len(left) < len(possible):
            yield "solved", f"1/{len(possible)}", tuple(range(targets))
        if left:
            yield -1, f"{len(left)}/{len(possible)}", left

    return machine_from_step(step, tuple(range(targets)), range(targets))


def covered(truth: float, states: int, found: Sequence[Learned]) -> list[Any]:
    """How often intervals hold the truth, how many have an upper end, how often states are right, mean width."""
    closed = [one for one in found if one.interval[1] < inf]
    hits = sum(one.interval[0] <= truth <= one.interval[1] for one in found)
    right = sum(len(one.machine) == states for one in found)
    width = sum(one.interval[1] - one.interval[0] for one in closed) / max(len(closed), 1)
    of = len(found)
    mean = f"{width:.3f}" if closed else ""
    return [f"{hits} of {of}", f"{len(closed)} of {of}", f"{right} of {of}", mean]


def inferred(repeats: int) -> Iterator[list[Any]]:
    """Streams of 2,000 symbols, whole and in windows of ten."""
    for name in (*PROCESSES, *CHANNELS):
        machine = process(name) if name in PROCESSES else channel(name)
        truth = drive(machine, uniform(machine)).complexity
        for length in (2000, 10):
            seeds = range(FIRST, FIRST + repeats)
            found = [infer(windows(machine, 2000, length, seed), seed=seed) for seed in seeds]
            yield ["infer", f"{name}, windows of {length}", "90 %", *covered(truth, len(machine), found)]


def from_files(repeats: int) -> Iterator[list[Any]]:
    """Files of 1,000 rows."""
    for name in ("even", "odd-random"):
        machine = process(name) if name in PROCESSES else channel(name)
        truth = drive(machine, uniform(machine)).complexity
        found = [infer(of_a_file(machine, 1000, s), seed=s) for s in range(FIRST, FIRST + repeats)]
        yield ["--data", f"{name}, 1,000 rows", "90 %", *covered(truth, len(machine), found)]


def of_instances(repeats: int) -> Iterator[list[Any]]:
    """Hidden targets; 300 instances of three are too few, and the interval must say so."""
    for targets, instances in ((2, 300), (2, 1000), (3, 300), (3, 1000)):
        machine = guessing(targets)
        truth = drive(machine, uniform(machine)).complexity
        seeds = range(FIRST, FIRST + repeats)
        found = [learn(guessed(targets, 1, instances, seed), seed=seed) for seed in seeds]
        yield [
            "learn",
            f"{targets} targets, {instances} instances",
            "90 %",
            *covered(truth, len(machine), found),
        ]


def of_correlations(repeats: int) -> Iterator[list[Any]]:
    """Normal measures and costs, and a flag against costs; three records with noise of their own."""
    for tasks in (8, 20, 46):
        for true in (0.0, 0.5, 0.9):
            for kind in ("number", "flag"):
                rng = np.random.default_rng(FIRST)
                truth = _rank_correlation(true) if kind == "number" else _flag_correlation(true)
                hits, width = 0, 0.0
                for _ in range(10 * repeats):
                    x = rng.normal(size=tasks)
                    y = true * x + (1 - true**2) ** 0.5 * rng.normal(size=tasks)
                    x = x if kind == "number" else (x > 0).astype(float)
                    names = [str(i) for i in range(tasks)]
                    found = correlate(dict(zip(names, x, strict=True)), [dict(zip(names, y, strict=True))])
                    low, high = found.interval
                    hits, width = hits + (low <= truth <= high), width + (high - low) / (10 * repeats)
                told = f"{kind}, {tasks} tasks, rho {truth:.2f}"
                yield ["correlate", told, "95 %", f"{hits} of {10 * repeats}", "", "", f"{width:.2f}"]


def of_partial_correlations(repeats: int) -> Iterator[list[Any]]:
    """Measure and cost that both hang on place and floor; what remains of them is the truth."""
    for tasks in (8, 20, 46):
        for true in (0.0, 0.5, 0.8):
            law = np.array([[1, true, 0.3, 0.3], [true, 1, 0.3, 0.4], [0.3, 0.3, 1, 0.5], [0.3, 0.4, 0.5, 1]])
            ranks = 6 / pi * np.arcsin(law / 2)
            inverse = np.linalg.inv(ranks)
            truth = float(-inverse[0, 1] / np.sqrt(inverse[0, 0] * inverse[1, 1]))
            root, rng = np.linalg.cholesky(law), np.random.default_rng(FIRST)
            hits, width = 0, 0.0
            for _ in range(10 * repeats):
                drawn = root @ rng.normal(size=(4, tasks))
                x, y, place, floor = (dict(zip(map(str, range(tasks)), row, strict=True)) for row in drawn)
                low, high = correlate(x, [y], controls=(place, floor)).interval
                hits, width = hits + (low <= truth <= high), width + (high - low) / (10 * repeats)
            told = f"given place and floor, {tasks} tasks, rho {truth:.2f}"
            yield ["correlate", told, "95 %", f"{hits} of {10 * repeats}", "", "", f"{width:.2f}"]


def _rank_correlation(true: float) -> float:
    """Spearman's rho of two normal numbers with this correlation."""
    return 6 / pi * asin(true / 2)


def _flag_correlation(true: float) -> float:
    """The same if only the sign of one of them is seen; by a large sample."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=400_000)
    y = true * x + (1 - true**2) ** 0.5 * rng.normal(size=400_000)
    ranks = y.argsort().argsort()
    return float(np.corrcoef(x > 0, ranks)[0, 1])


SECTIONS: dict[str, Callable[[int], Iterator[list[Any]]]] = {
    "infer": inferred,
    "file": from_files,
    "learn": of_instances,
    "correlate": of_correlations,
    "partial": of_partial_correlations,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], default=[])
    parser.add_argument("--repeats", type=int, default=60)
    arguments = parser.parse_args()
    print("| interval of | data | nominal | covered | with an upper end | states right | mean width |")
    print("|---|---|---|---|---|---|---|")
    for name in arguments.sections or SECTIONS:
        for row in SECTIONS[name](arguments.repeats):
            print(f"| {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    main()
