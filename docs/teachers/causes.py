"""Why is RIAC above ALP-GMM on toy students? Both, with one part exchanged at a time.

    python docs/teachers/causes.py SEEDS [FIRST] [WORLD] [VARIANT]

prints the mastered share of every variant in a world of the toy study, with the interval of its mean.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

from gradus.school import Outcome, Teacher
from gradus.teachers.alp_gmm import AlpGmm
from gradus.teachers.boxes import proportional
from gradus.teachers.history import History
from gradus.teachers.mixtures import best_fit
from gradus.teachers.riac import Riac, halves_differ
from gradus.teachers.toy import ToyStudent, teach
from gradus.teachers.toy_study import EPISODES, WORLDS, interval


class LongMemory(AlpGmm):
    """Fits the latest 600 episodes as often as before."""

    kept = 600

    def learn(self, outcome: Outcome) -> None:
        self.rows = [*self.rows, [float(x) for x in self.row(self.point(outcome), outcome)]][-self.kept :]
        self.episodes += 1
        if self.episodes % self.settings.fit_every == 0:
            self._adopt(best_fit(np.array(self.rows), range(2, self.settings.max_k + 1), self.seed))


class Boxes(AlpGmm):
    """Draws uniformly from a box of two standard deviations to each side of a Gaussian's middle."""

    def choose(self, rng: np.random.Generator) -> tuple[float, ...]:
        settings = self.settings
        if self.mixture is None or rng.random() < settings.uniform_share:
            return self.uniform(rng)
        i, d = proportional(self.mixture.progress, rng), self.dimension
        middle = self.mixture.means[i, :d]
        reach = 2 * np.sqrt(np.diagonal(self.mixture.covariances[i])[:d])
        return self.box.expand(
            rng.uniform(np.maximum(middle - reach, self.low), np.minimum(middle + reach, self.high))
        )


class LongBoxes(Boxes, LongMemory):
    """Both."""


class Halves(AlpGmm):
    """Gaussians as they are, but weighed as RIAC weighs regions: by the newer half of their rows against the older."""

    def row(self, point: np.ndarray, outcome: Outcome) -> list[float]:
        self.returns = [*getattr(self, "returns", []), outcome.reward][-self.settings.fit_every :]
        return super().row(point, outcome)

    def progress(self, model: object) -> np.ndarray:
        owners = model.predict(np.array(self.rows))  # type: ignore[attr-defined]
        returns = np.array(self.returns[-len(self.rows) :])
        return np.array([halves_differ(returns[owners == k].tolist()) for k in range(model.n_components)])  # type: ignore[attr-defined]


class HalvesBoxes(Halves, Boxes):
    """RIAC's progress and RIAC's shape of a draw, on ALP-GMM's mixtures."""


class ShortMemory(Riac):
    """Regions know only the latest 150 episodes of the whole space."""

    def learn(self, outcome: Outcome) -> None:
        super().learn(outcome)
        self.latest = [*getattr(self, "latest", []), tuple(self.point(outcome).tolist())][-150:]
        known = set(self.latest)
        for region in self.regions:
            recent = [reward for point, reward in region.pairs if point in known]
            region.progress = halves_differ(recent)


class Narrow(Riac):
    """Draws from the Gaussian of a region's episodes instead of the whole region."""

    def choose(self, rng: np.random.Generator) -> tuple[float, ...]:
        if rng.random() < self.settings.uniform_share + self.settings.mutation_share:
            return self.uniform(rng)
        points = np.array([point for point, _ in self._promising(rng).pairs])
        if len(points) < 3:
            return self.uniform(rng)
        noise = rng.multivariate_normal(points.mean(axis=0), np.cov(points.T))
        return self.box.expand(np.clip(noise, self.low, self.high))


class Neighbours(Riac):
    """Regions are weighed as ALP-GMM weighs Gaussians: by the mean difference to the nearest earlier task."""

    def learn(self, outcome: Outcome) -> None:
        if not hasattr(self, "history"):
            self.history, self.changes = History(self.dimension), {}
        point = self.point(outcome)
        change = abs(outcome.reward - self.history.nearest(point)) if len(self.history) > 5 else 0.0
        self.history.add(point, outcome.reward)
        self.changes[tuple(point.tolist())] = change
        super().learn(outcome)
        for region in self.regions:
            if region.pairs:
                region.progress = float(np.mean([self.changes[p] for p, _ in region.pairs]))


VARIANTS: dict[str, Callable[..., Teacher]] = {
    "alp-gmm": AlpGmm,
    "alp-gmm, memory of 600 episodes": LongMemory,
    "alp-gmm, boxes instead of Gaussians": Boxes,
    "alp-gmm, memory and boxes": LongBoxes,
    "alp-gmm, progress by halves": Halves,
    "alp-gmm, halves and boxes": HalvesBoxes,
    "riac": Riac,
    "riac, memory of 150 episodes in all": ShortMemory,
    "riac, Gaussians instead of boxes": Narrow,
    "riac, progress by neighbours": Neighbours,
}


def main(seeds: int, first: int = 300, world: str = "unfeasible", only: str = "") -> None:
    """Play everything, or one variant, and print the table."""
    for name, kind in VARIANTS.items():
        if only not in ("", name):
            continue
        ends = []
        for seed in range(first, first + seeds):
            student = ToyStudent(WORLDS[world], seed)
            ends.append(100 * teach(kind(student.world.space, seed), student, EPISODES)[-1])
        low, high = interval(ends)
        print(f"{world:12} {name:38} {np.mean(ends):4.0f} % ({low:.0f} to {high:.0f})", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), *(kind(text) for kind, text in zip((int, str, str), sys.argv[2:], strict=False)))
