"""RIAC: split the space into regions of different learning progress (Baranes and Oudeyer 2009).

Every region of the tree, inner ones included, keeps its latest tasks and returns; its progress is how much the
newer half of its returns differs from the older half. Regions are sampled in proportion to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome
from gradus.school.checks import positive, share, whole
from gradus.teachers.boxes import BoxTeacher, proportional
from gradus.teachers.shapes import Rectangle, Shape

Array = NDArray[np.float64]
Pair = tuple[tuple[float, ...], float]
"""A task's free coordinates and its return."""

TRIES = 100
"""Cuts drawn in one attempt before it is given up: points may lie so that no cut leaves enough on both sides."""
MARGIN = 1e-5
"""How far inside its region a mutated task stays."""


@dataclass
class Region:
    """A box of the tree; children are given by their places in the list of regions."""

    low: tuple[float, ...]
    high: tuple[float, ...]
    pairs: list[Pair] = field(default_factory=list)
    progress: float = 0.0
    children: tuple[int, int] | None = None

    def holds(self, point: Sequence[float]) -> bool:
        """Whether the closed box contains the point."""
        return all(lo <= x <= hi for lo, x, hi in zip(self.low, point, self.high, strict=True))


def halves_differ(rewards: Sequence[float]) -> float:
    """Absolute difference between the means of the newer and the older half; 0 for at most two returns."""
    if len(rewards) <= 2:
        return 0.0
    newer = len(rewards) // 2
    older = len(rewards) - newer
    return abs(sum(rewards[older:]) / newer - sum(rewards[:older]) / older)


@dataclass(frozen=True)
class Cut:
    """A way to divide a region."""

    axis: int
    at: float
    left: list[Pair]
    right: list[Pair]

    def progress(self) -> tuple[float, float]:
        """The progress of both sides."""
        left, right = ([reward for _, reward in side] for side in (self.left, self.right))
        return halves_differ(left), halves_differ(right)


class Riac(BoxTeacher):
    """Robust intelligent adaptive curiosity.

    The released code gives new children the progress of the last cut it tried, until they see a task; the preset
    ``reference`` does so, too. The original article weighs cuts by the populations of their sides; the benchmark's
    paper and code do not, and ``weigh_sides`` offers it.
    """

    name = "riac-v0"
    presets = {"paper": {}, "reference": {"stale_children": True}}
    choosing_changes = ()

    @dataclass(frozen=True)
    class Settings:
        """How regions are split and sampled."""

        preset: str = "paper"
        """paper or reference: which description the other defaults follow."""
        capacity: int = 150
        """A leaf with more tasks than this is split."""
        attempts: int = 75
        """Random cuts compared at each split."""
        min_width: float = 0.1
        """Smallest side of a region, as a share of the whole range."""
        min_population: float = 0.05
        """Smallest share of the capacity that each side of a cut must hold."""
        forget: float = 0.25
        """Share of the capacity that a leaf forgets when it cannot be split."""
        mutation_share: float = 0.1
        """Probability of changing a little the worst task of a region."""
        mutation_std: float = 0.1
        """Size of that change, in task units."""
        uniform_share: float = 0.2
        """Probability of a uniformly drawn task."""
        weigh_sides: bool = False
        """Whether cuts into even halves are preferred, as in the original article."""
        stale_children: bool = False
        """Whether new regions start with the progress of the last cut tried instead of their own."""

        def __post_init__(self) -> None:
            whole("capacity", self.capacity, 4)
            whole("attempts", self.attempts)
            positive("mutation_std", self.mutation_std)
            for name in ("min_width", "min_population", "forget", "mutation_share", "uniform_share"):
                share(name, getattr(self, name))
            share("mutation_share + uniform_share", self.mutation_share + self.uniform_share)

    def start(self) -> None:
        self.regions = [Region(tuple(self.low.tolist()), tuple(self.high.tolist()))]
        """The tree; the first is the whole space."""

    def choose(self, rng: np.random.Generator) -> tuple[float, ...]:
        settings, u = self.settings, rng.random()
        if u < settings.mutation_share:
            return self._mutated(rng)
        if u < settings.mutation_share + settings.uniform_share:
            return self.uniform(rng)
        region = self._promising(rng)
        return self.box.expand(rng.uniform(region.low, region.high))

    def learn(self, outcome: Outcome) -> None:
        point = tuple(self.point(outcome).tolist())
        full = None
        for region in self._path(point):
            region.pairs.append((point, outcome.reward))
            if region.children is None and len(region.pairs) > self.settings.capacity:
                full = region
            elif len(region.pairs) > self.settings.capacity + 1:
                del region.pairs[0]
            region.progress = halves_differ([r for _, r in region.pairs[-self.settings.capacity :]])
        if full is not None:
            self._split(full)

    def shapes(self) -> list[Shape]:
        return [Rectangle(r.low, r.high, r.progress) for r in self.regions if r.children is None]

    def memory(self) -> dict[str, Any]:
        return {"regions": [_region_to_json(region) for region in self.regions]}

    def recall(self, memory: Mapping[str, Any]) -> None:
        self.regions = [_region_from_json(row) for row in memory["regions"]]

    def _promising(self, rng: np.random.Generator) -> Region:
        return self.regions[proportional([region.progress for region in self.regions], rng)]

    def _mutated(self, rng: np.random.Generator) -> tuple[float, ...]:
        """The worst task of a promising region, changed a little; an empty region gives any task of its own."""
        region = self._promising(rng)
        low, high = np.array(region.low), np.array(region.high)
        if not region.pairs:
            return self.box.expand(rng.uniform(low, high))
        worst = min(region.pairs, key=lambda pair: pair[1])[0]
        moved = worst + self.settings.mutation_std * rng.standard_normal(self.dimension)
        margin = np.minimum(MARGIN, (high - low) / 4)
        return self.box.expand(np.clip(moved, low + margin, high - margin))

    def _path(self, point: Sequence[float]) -> list[Region]:
        """The regions that hold a point, from the root to a leaf."""
        region = self.regions[0]
        path = [region]
        while region.children is not None:
            left, right = (self.regions[i] for i in region.children)
            region = left if left.holds(point) else right
            path.append(region)
        return path

    def _split(self, leaf: Region) -> None:
        """Divide a full leaf by the best eligible cut, or let it forget its oldest tasks."""
        best, score, last = None, -1.0, (0.0, 0.0)
        for _ in range(self.settings.attempts):
            cut = self._random_cut(leaf)
            if cut is None:
                continue
            last = cut.progress()
            value = self._score(cut)
            if value >= score and self._wide_enough(leaf, cut):
                best, score = cut, value
        if best is None:
            del leaf.pairs[: int(self.settings.capacity * self.settings.forget)]
            return
        progress = last if self.settings.stale_children else best.progress()
        leaf.children = (len(self.regions), len(self.regions) + 1)
        middle = [(*side[: best.axis], best.at, *side[best.axis + 1 :]) for side in (leaf.high, leaf.low)]
        self.regions.append(Region(leaf.low, middle[0], best.left, progress[0]))
        self.regions.append(Region(middle[1], leaf.high, best.right, progress[1]))

    def _random_cut(self, leaf: Region) -> Cut | None:
        """A cut with enough tasks on both sides, or None if none is found."""
        fewest = self.settings.capacity * self.settings.min_population
        for _ in range(TRIES):
            axis = int(self.rng.integers(self.dimension))
            at = float(self.rng.uniform(leaf.low[axis], leaf.high[axis]))
            left = [pair for pair in leaf.pairs if pair[0][axis] <= at]
            if min(len(left), len(leaf.pairs) - len(left)) >= fewest:
                return Cut(axis, at, left, [pair for pair in leaf.pairs if pair[0][axis] > at])
        return None

    def _score(self, cut: Cut) -> float:
        left, right = cut.progress()
        weight = len(cut.left) * len(cut.right) if self.settings.weigh_sides else 1
        return weight * abs(left - right)

    def _wide_enough(self, leaf: Region, cut: Cut) -> bool:
        sides = (cut.at - leaf.low[cut.axis], leaf.high[cut.axis] - cut.at)
        return min(sides) >= self.settings.min_width * float(self.width[cut.axis])


def _region_to_json(region: Region) -> dict[str, Any]:
    pairs = [[*point, reward] for point, reward in region.pairs]
    row = {"low": list(region.low), "high": list(region.high), "pairs": pairs, "progress": region.progress}
    return row | {"children": None if region.children is None else list(region.children)}


def _region_from_json(row: Mapping[str, Any]) -> Region:
    pairs = [(tuple(float(x) for x in pair[:-1]), float(pair[-1])) for pair in row["pairs"]]
    children = None if row["children"] is None else (int(row["children"][0]), int(row["children"][1]))
    return Region(tuple(row["low"]), tuple(row["high"]), pairs, float(row["progress"]), children)
