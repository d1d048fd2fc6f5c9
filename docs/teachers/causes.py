"""Why is RIAC above ALP-GMM on toy students? RIAC turned into ALP-GMM part by part, and each part alone.

    python docs/teachers/causes.py chain|alone|mixture|reach SEEDS [FIRST] [WORLD] [VARIANT]

``chain`` exchanges one part after the other and keeps what was exchanged, ``alone`` exchanges one part of RIAC at a
time, ``mixture`` one part of ALP-GMM at a time, ``reach`` what decides: the shape of a draw and how much is explored.
Printed is the mastered share of every variant in a world of the toy
study, with the interval of its mean.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import numpy as np

from gradus.school import Outcome, Teacher
from gradus.teachers.alp_gmm import AlpGmm
from gradus.teachers.boxes import proportional
from gradus.teachers.history import History
from gradus.teachers.mixtures import best_fit
from gradus.teachers.riac import Region, Riac, halves_differ
from gradus.teachers.toy import ToyStudent, teach
from gradus.teachers.toy_study import EPISODES, WORLDS, interval

WINDOW = 150
"""Episodes between fits of ALP-GMM, and how many of the latest it fits."""

EXPLORE = {"uniform_share": 0.05, "mutation_share": 0.0}
"""ALP-GMM explores one task in twenty, and mutates none; RIAC explores one in five and mutates one in ten."""


class Between(Riac):
    """RIAC in which parts can be exchanged for ALP-GMM's."""

    def __init__(self, *given: object, parts: tuple[str, ...] = (), **settings: object) -> None:
        self.parts = parts
        more = EXPLORE if "exploration" in parts else {}
        super().__init__(*given, **more, **settings)  # type: ignore[arg-type]

    def start(self) -> None:
        super().start()
        self.history = History(self.dimension)
        self.latest: list[tuple[tuple[float, ...], float]] = []
        """The latest tasks and returns."""
        self.changes: dict[tuple[float, ...], float] = {}
        """Differences to the nearest earlier task."""
        self.weights = [0.0]
        self.episodes = 0

    def learn(self, outcome: Outcome) -> None:
        point = self.point(outcome)
        key = tuple(point.tolist())
        if "progress" in self.parts:
            self.changes[key] = (
                abs(outcome.reward - self.history.nearest(point)) if len(self.history) > 5 else 0.0
            )
            self.history.add(point, outcome.reward)
        self.latest = [*self.latest, (key, outcome.reward)][-WINDOW:]
        self.episodes += 1
        if "refit" not in self.parts:
            super().learn(outcome)
        due = self.episodes % WINDOW == 0
        if "refit" in self.parts and due:
            self._regrow()
        if due or not {"rate", "refit"} & set(self.parts):
            self.weights = [self._weight(region) for region in self.regions]

    def choose(self, rng: np.random.Generator) -> tuple[float, ...]:
        if "gaussians" not in self.parts:
            return super().choose(rng)
        if rng.random() < self.settings.uniform_share + self.settings.mutation_share:
            return self.uniform(rng)
        points = np.array([point for point, _ in self._known(self._promising(rng))])
        if len(points) < 4:
            return self.uniform(rng)
        middle, spread = points.mean(axis=0), np.cov(points.T) + 1e-6 * np.eye(self.dimension)
        return self.box.expand(rng.multivariate_normal(middle, spread))

    def _promising(self, rng: np.random.Generator) -> Region:
        """By weight; regions cut since the weights were taken have none yet."""
        weights = [*self.weights, *(0.0 for _ in self.regions[len(self.weights) :])]
        return self.regions[proportional(weights, rng)]

    def _known(self, region: Region) -> list[tuple[tuple[float, ...], float]]:
        """A region's tasks and returns, as far as they are remembered."""
        if "memory" not in self.parts:
            return region.pairs
        latest = {point for point, _ in self.latest}
        return [pair for pair in region.pairs if pair[0] in latest]

    def _weight(self, region: Region) -> float:
        if "leaves" in self.parts and region.children is not None:
            return 0.0
        if not {"memory", "progress", "refit"} & set(self.parts):
            return region.progress
        known = self._known(region)[-self.settings.capacity :]
        if "progress" not in self.parts:
            return halves_differ([reward for _, reward in known])
        return float(np.mean([self.changes[point] for point, _ in known])) if known else 0.0

    def _regrow(self) -> None:
        """A new tree for the latest episodes: of at most ten leaves, as a mixture has at most ten Gaussians."""
        self.regions = [Region(tuple(self.low.tolist()), tuple(self.high.tolist()), list(self.latest))]
        for _ in range(9):
            leaves = [region for region in self.regions if region.children is None]
            self._split(max(leaves, key=lambda region: len(region.pairs)))


class LongMemory(AlpGmm):
    """Fits the latest 600 episodes as often as before."""

    def learn(self, outcome: Outcome) -> None:
        self.rows = [*self.rows, [float(x) for x in self.row(self.point(outcome), outcome)]][-600:]
        self.episodes += 1
        if self.episodes % self.settings.fit_every == 0:
            self._adopt(best_fit(np.array(self.rows), range(2, self.settings.max_k + 1), self.seed))


class Often(AlpGmm):
    """Fits the latest 150 episodes after every 25."""

    def learn(self, outcome: Outcome) -> None:
        self.rows = [*self.rows, [float(x) for x in self.row(self.point(outcome), outcome)]][-WINDOW:]
        self.episodes += 1
        if self.episodes >= WINDOW and self.episodes % 25 == 0:
            self._adopt(best_fit(np.array(self.rows), range(2, self.settings.max_k + 1), self.seed))


class Boxes(AlpGmm):
    """Draws uniformly from a box of two standard deviations to each side of a Gaussian's middle."""

    def choose(self, rng: np.random.Generator) -> tuple[float, ...]:
        if self.mixture is None or rng.random() < self.settings.uniform_share:
            return self.uniform(rng)
        i, d = proportional(self.mixture.progress, rng), self.dimension
        middle = self.mixture.means[i, :d]
        reach = 2 * np.sqrt(np.diagonal(self.mixture.covariances[i])[:d])
        return self.box.expand(
            rng.uniform(np.maximum(middle - reach, self.low), np.minimum(middle + reach, self.high))
        )


class Wide(AlpGmm):
    """Draws from Gaussians of twice the deviation."""

    def _use(self, mixture: object) -> None:
        super()._use(mixture)  # type: ignore[arg-type]
        self._factors = 2 * self._factors


class Halves(AlpGmm):
    """Gaussians as they are, but weighed as RIAC weighs regions: by the newer half of their rows against the older."""

    def row(self, point: np.ndarray, outcome: Outcome) -> list[float]:
        self.returns = [*getattr(self, "returns", []), outcome.reward][-self.settings.fit_every :]
        return super().row(point, outcome)

    def progress(self, model: object) -> np.ndarray:
        owners = model.predict(np.array(self.rows))  # type: ignore[attr-defined]
        returns = np.array(self.returns[-len(self.rows) :])
        return np.array([halves_differ(returns[owners == k].tolist()) for k in range(model.n_components)])  # type: ignore[attr-defined]


class Places(AlpGmm):
    """Mixtures of tasks alone: progress has no say in where the Gaussians lie, only in how they are weighed."""

    def _fit(self) -> None:
        data, d = np.array(self.rows[-self.settings.fit_every :]), self.dimension
        model = best_fit(data[:, :d], range(self.settings.min_k, self.settings.max_k + 1), self.seed)
        shares = model.predict_proba(data[:, :d])
        self.weighed = shares.T @ data[:, d] / shares.sum(axis=0)
        self._adopt(model)

    def progress(self, model: object) -> np.ndarray:
        return self.weighed


ORDER = ("exploration", "leaves", "rate", "memory", "progress", "gaussians", "refit")
"""The parts, in the order of the chain: how much is explored; whether inner regions are drawn from; weights after every
episode or every 150; what is remembered; the measure of progress; the shape of a draw; whether regions stay."""

CHAINS = {
    "chain": {f"riac, {i} parts: {ORDER[i - 1] if i else 'none'}": ORDER[:i] for i in range(len(ORDER) + 1)},
    "alone": {f"riac, {part} alone": (part,) for part in ORDER},
}
MIXTURES: dict[str, Callable[..., Teacher]] = {
    "alp-gmm": AlpGmm,
    "alp-gmm, 30 % uniform": partial(AlpGmm, uniform_share=0.3),
    "alp-gmm, memory of 600 episodes": LongMemory,
    "alp-gmm, fits after every 25 episodes": Often,
    "alp-gmm, boxes instead of Gaussians": Boxes,
    "alp-gmm, Gaussians of twice the deviation": Wide,
    "alp-gmm, progress by halves": Halves,
    "alp-gmm, Gaussians of tasks alone": Places,
}
REACH: dict[str, Callable[..., Teacher]] = {
    "riac, Gaussians and 5 % uniform": partial(Between, parts=("exploration", "gaussians")),
    "riac, Gaussians and its own exploration": partial(Between, parts=("gaussians",)),
    "alp-gmm, boxes and 30 % uniform": partial(Boxes, uniform_share=0.3),
}


def variants(which: str) -> dict[str, Callable[..., Teacher]]:
    """The teachers of one table."""
    if which in ("mixture", "reach"):
        return MIXTURES if which == "mixture" else REACH
    return {name: partial(Between, parts=parts) for name, parts in CHAINS[which].items()}


def main(which: str, seeds: int, first: int = 400, world: str = "unfeasible", only: str = "") -> None:
    """Play everything, or one variant, and print the table."""
    for name, kind in variants(which).items():
        if only not in ("", name):
            continue
        ends = []
        for seed in range(first, first + seeds):
            student = ToyStudent(WORLDS[world], seed)
            ends.append(100 * teach(kind(student.world.space, seed), student, EPISODES)[-1])
        low, high = interval(ends)
        print(f"{world:12} {name:42} {np.mean(ends):4.0f} % ({low:.0f} to {high:.0f})", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *(kind(text) for kind, text in zip((int, int, str, str), sys.argv[2:], strict=False)))
