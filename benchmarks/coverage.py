"""Do the intervals of inferred machines cover? Simulated with processes and channels whose truth is known.

python benchmarks/coverage.py [--repeats 200] [--steps 2000] [--length 2000 10]
"""

from __future__ import annotations

import argparse

from gradus.mechanics import Machine, channel, drive, infer, process, sample, uniform

PROCESSES = ("golden-mean", "even", "random-insertion", "nemo")
CHANNELS = ("delay-1", "odd-random")


def coverage(machine: Machine, steps: int, length: int, repeats: int) -> tuple[int, int, float]:
    """How often the interval holds the truth, how often the number of states is right, and the mean width."""
    truth = drive(machine, uniform(machine)).complexity
    hits = right = 0
    width = 0.0
    for seed in range(10_000, 10_000 + repeats):  # seeds that no test uses
        stream = sample(machine, steps, seed)
        found = infer([tuple(stream[at : at + length]) for at in range(0, steps, length)], seed=seed)
        low, high = found.interval
        hits += low <= truth <= high
        right += len(found.machine) == len(machine)
        width += (high - low) / repeats
    return hits, right, width


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=200)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--length", type=int, nargs="+", default=[2000, 10])
    arguments = parser.parse_args()
    print("| machine | windows of | covered | states right | mean width |\n|---|---|---|---|---|")
    for name in (*PROCESSES, *CHANNELS):
        machine = process(name) if name in PROCESSES else channel(name)
        for length in arguments.length:
            hits, right, width = coverage(machine, arguments.steps, length, arguments.repeats)
            of = arguments.repeats
            print(f"| {name} | {length} | {hits} of {of} | {right} of {of} | {width:.3f} |", flush=True)


if __name__ == "__main__":
    main()
