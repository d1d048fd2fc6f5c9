"""Fixed tasks to be examined on: the stump grid, and three sets of a hundred Parkour tasks.

The published Parkour sets were chosen by hand, for terrain weights that are not ours. Ours are drawn with a fixed
seed by the procedure below, which keeps what the paper says of its sets: thirds of easy, medium and hard terrain,
60 tasks inside the (medium) training space and 40 outside it.

A set is built block by block, each block a number of tasks from one relief box, either inside or outside the training
box in the three relief numbers; a task is kept only if the ceiling stays far enough from the ground to let a body
through. Walking tasks are dry, swimming tasks full of water, both with the fewest creepers the space allows; climbing
tasks vary creepers and keep the water low.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gradus.school import Box, Coordinates, UserError, hint
from gradus.tracks.cppn import network
from gradus.tracks.spaces import task_space

TEST_SETS = ("stump", "walk", "swim", "climb")
SEED = 31
"""The seed of the Parkour sets."""
SMOOTHING = 10.0
"""The smoothing of the training space."""
CEILING = 200.0
"""Height of the ceiling above the pad, before division by the smoothing."""
LEAST_GAP = 3.0
"""Metres that must stay between ground and ceiling along a test track."""
_BLOCKS = (("easy", True, 34), ("medium", True, 26), ("medium", False, 7), ("hard", False, 33))
"""Relief box, whether inside the training box, number of tasks: 34 easy, 33 medium, 33 hard; 60 inside."""
_MARGIN = 0.15
"""Medium tasks outside the training box lie within this distance of it."""


def test_set(name: str) -> list[Coordinates]:
    """The hundred tasks of a set, always the same.

    >>> test_set("stump")[:2]
    [(0.0, 6.0), (0.3333333333333333, 6.0)]
    """
    if name == "stump":
        return _stump_grid()
    if name not in TEST_SETS:
        raise UserError(f"There is no test set {name!r}, only {', '.join(TEST_SETS)}.{hint(name, TEST_SETS)}")
    return _parkour_set(name)


test_set.__test__ = False  # type: ignore[attr-defined]  # its name makes test runners curious


def _stump_grid() -> list[Coordinates]:
    """Ten heights by ten spacings, from wide to narrow spacing, low to high stumps."""
    heights, spacings = np.linspace(0.0, 3.0, 10), np.linspace(6.0, 0.0, 10)
    return [(float(height), float(spacing)) for spacing in spacings for height in heights]


def _parkour_set(name: str) -> list[Coordinates]:
    rng = np.random.RandomState([SEED, TEST_SETS.index(name)])
    tasks: list[Coordinates] = []
    for relief, inside, count in _BLOCKS:
        block: list[Coordinates] = []
        while len(block) < count:
            theta = _theta(relief, inside, rng)
            if _passable(theta):
                block.append((*theta, *_conditions(name, rng), SMOOTHING))
        tasks += block
    return tasks


def _box(relief: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    space: Box = task_space("parkour", relief)
    return np.array(space.low[:3]), np.array(space.high[:3])


def _theta(relief: str, inside: bool, rng: np.random.RandomState) -> Coordinates:
    low, high = _box(relief)
    if relief == "medium" and not inside:
        low, high = np.maximum(low - _MARGIN, -1.0), np.minimum(high + _MARGIN, 1.0)
    easy, training = _box("easy"), _box("medium")
    while True:
        theta = rng.uniform(low, high)
        if _within(theta, *training) != inside:
            continue
        if relief != "easy" and _within(theta, *easy):
            continue
        return tuple(float(x) for x in theta)


def _within(theta: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]) -> bool:
    return bool(((low <= theta) & (theta <= high)).all())


def _conditions(name: str, rng: np.random.RandomState) -> Coordinates:
    """Water level and creepers (width, height, spacing), all within the training space."""
    if name == "climb":
        water, height, spacing = rng.uniform([0.0, 0.0, 0.0], [0.2, 4.0, 5.0])
        return (float(water), 0.25, float(height), float(spacing))
    return (1.0 if name == "swim" else 0.0, 0.25, 0.0, 5.0)


def _passable(theta: Coordinates) -> bool:
    relief = np.asarray(network().relief(*theta), dtype=np.float64)
    gap = (relief[:, 1] - relief[0, 1] - relief[:, 0] + relief[0, 0] + CEILING) / SMOOTHING
    return bool(gap.min() >= LEAST_GAP)
