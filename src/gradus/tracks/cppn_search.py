"""Measures what a terrain network draws, and searches a seed whose terrains resemble the published ones.

The easy, medium and hard boxes of the benchmark mean something only together with a network. For its own weights the
relief over each box is known (500 random tasks, smoothing 10): how often ceiling meets ground, how often at least three
metres stay between them, and the medians of lowest ground, highest ceiling and steepest slope. The search draws weights
for seed after seed, compares these figures on a few tasks, and measures the best candidates on many.

Run it again with ``python -m gradus.tracks.cppn_search --seeds 2600``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from gradus.tracks.cppn import network
from gradus.tracks.spaces import task_space

SMOOTHING, CEILING, STEP = 10.0, 200.0, 14 / 30
"""What the track divides the network's heights by, what it adds to the ceiling first, metres between two points."""


@dataclass(frozen=True)
class Figures:
    """What is measured over one box of tasks; heights in metres relative to the start pad."""

    meets: float
    """Share of tasks whose ceiling comes down to the ground."""
    wide: float
    """Share of tasks with more than three metres between ground and ceiling everywhere."""
    lowest: float
    """Median of the lowest ground."""
    highest: float
    """Median of the highest ceiling."""
    steepest: float
    """Median of the steepest slope of the ground."""


PUBLISHED: Mapping[str, Figures] = {
    "easy": Figures(0.0, 1.0, -10.3, 26.4, 4.1),
    "medium": Figures(0.016, 0.97, -14.5, 29.4, 5.2),
    "hard": Figures(0.21, 0.72, -6.1, 29.8, 5.8),
}
"""The figures of the original network, measured on the public reference implementation."""
_SHARE_UNIT, _HEIGHT_UNIT, _SLOPE_UNIT = 0.05, 2.0, 0.5
"""Differences that count as equally bad."""


def measure(net: Any, relief: str, tasks: int, seed: int = 0) -> Figures:
    """The figures of a network over a box."""
    space = task_space("parkour", relief)
    rng = np.random.RandomState(seed)
    rows = []
    for _ in range(tasks):
        raw = np.asarray(net.relief(*rng.uniform(space.low[:3], space.high[:3])), dtype=np.float64)
        ground, ceiling = ((raw - raw[0]) / SMOOTHING).T
        ceiling = ceiling + CEILING / SMOOTHING
        gap = ceiling - ground
        slope = np.abs(np.diff(ground)).max() / STEP
        rows.append((gap.min() <= 0, gap.min() > 3.0, ground.min(), np.maximum(ceiling, ground).max(), slope))
    table = np.array(rows, dtype=np.float64)
    return Figures(*(float(x) for x in (*table[:, :2].mean(axis=0), *np.median(table[:, 2:], axis=0))))


def distance(found: Figures, wanted: Figures) -> float:
    """How far two sets of figures are apart."""
    units = (_SHARE_UNIT, _SHARE_UNIT, _HEIGHT_UNIT, _HEIGHT_UNIT, _SLOPE_UNIT)
    parts = [((a - b) / unit) ** 2 for a, b, unit in zip(astuple(found), astuple(wanted), units, strict=True)]
    return float(sum(parts))


def score(seed: int, tasks: int) -> float:
    """How far a seed's network is from the published figures, over all three boxes."""
    net = network(seed)
    return sum(distance(measure(net, relief, tasks), wanted) for relief, wanted in PUBLISHED.items())


def search(seeds: Iterable[int], quick: int = 12, keep: int = 8, tasks: int = 500) -> list[tuple[float, int]]:
    """The best seeds with their distances, best first: a quick look at all, a long one at the best."""
    first = sorted((score(seed, quick), seed) for seed in seeds)[:keep]
    return sorted((score(seed, tasks), seed) for _, seed in first)


def main() -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description="Search a seed for Parkour's terrain network.")
    parser.add_argument("--seeds", type=int, default=2600, help="how many seeds to try, from 0")
    for value, seed in search(range(parser.parse_args().seeds)):
        print(f"seed {seed}: distance {value:.2f}")
        for relief in PUBLISHED:
            print(f"  {relief}: {measure(network(seed), relief, 500)}")


if __name__ == "__main__":
    main()
