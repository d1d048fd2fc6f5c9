"""ALP-GMM: sample where absolute learning progress is high (Portelas et al. 2019).

The progress of an episode is how much its return differs from that of the nearest earlier task; mixtures of
Gaussians are fitted to the latest tasks and their progress, and each Gaussian is sampled in proportion to its
mean progress.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome
from gradus.school.checks import one_of
from gradus.teachers.history import History, TwoTrees
from gradus.teachers.mixtures import MixtureTeacher, check_gmm

Array = NDArray[np.float64]

ENOUGH = 5
"""Progress counts as zero until the history is longer than this."""


class AlpGmm(MixtureTeacher):
    """Absolute learning progress with Gaussian mixtures.

    The released code leaves the upper end of the range of mixture sizes out (2 to 9 where the paper says a maximum
    of 10), and of several equally near earlier tasks it prefers an old one; the preset ``reference`` does the same,
    and fits with scikit-learn's classes as that code does.
    Returns are taken as they are; see ``Scaled`` for scaling.
    """

    name = "alp-gmm-v0"
    presets = {"paper": {}, "reference": {"max_k": 9, "ties": "old", "fits": "scikit-learn"}}

    @dataclass(frozen=True)
    class Settings:
        """How often to fit, how many Gaussians, how much to explore."""

        preset: str = "paper"
        """paper or reference: which description the other defaults follow."""
        fit_every: int = 150
        """Episodes between fits, and how many of the latest are fitted."""
        min_k: int = 2
        """Smallest number of Gaussians tried."""
        max_k: int = 10
        """Largest number of Gaussians tried."""
        uniform_share: float = 0.05
        """Probability of a uniformly drawn task."""
        ties: str = "new"
        """Of several equally near earlier tasks, the one to compare with: new, the latest; old, as released."""
        criterion: str = "aic"
        """How the number of Gaussians is chosen: aic, bic or aicc."""
        n_init: int = 1
        """Starts of each fit."""
        fits: str = "together"
        """Who fits: together, mixtures of all sizes at once; scikit-learn, its classes one by one, as released."""
        bootstrap: int | None = None
        """Episodes before the first fit is used; none means fit_every."""
        initial_mean: tuple[float, ...] | None = None
        """An expert's easy task: the bootstrap is drawn around it instead of uniformly."""
        initial_std: tuple[float, ...] | None = None
        """How far the bootstrap spreads around initial_mean; none means 10 % of each range."""

        def __post_init__(self) -> None:
            check_gmm(self)
            one_of("ties", self.ties, ("new", "old"))

    def start(self) -> None:
        super().start()
        self.history = self._kind(self.dimension)
        """Every task and return so far."""

    def row(self, point: Array, outcome: Outcome, before: int) -> list[float]:
        progress = 0.0
        if len(self.history) > ENOUGH:
            progress = abs(outcome.reward - self.history.nearest(point))
        self.history.add(point, outcome.reward)
        return [*point, progress]

    def rows_of(self, points: Array, outcomes: Sequence[Outcome], skipped: int) -> list[list[float]]:
        rewards = np.array([outcome.reward for outcome in outcomes])
        self.history.extend(points[:skipped], rewards[:skipped])
        points, rewards = points[skipped:], rewards[skipped:]
        early = np.arange(len(self.history), len(self.history) + len(points)) <= ENOUGH
        changes = np.abs(rewards - self.history.follow(points, rewards))
        changes[early] = 0.0
        rows: list[list[float]] = np.column_stack([points, changes]).tolist()
        return rows

    def progress(self, model: Any) -> Array:
        return np.maximum(model.means_[:, -1], 0.0)

    def memory(self) -> dict[str, Any]:
        return super().memory() | {"history": self.history.to_json()}

    def recall(self, memory: Mapping[str, Any]) -> None:
        history = self._kind.from_json(memory["history"], self.dimension)
        super().recall(memory)
        self.history = history

    @property
    def _kind(self) -> type[History]:
        return TwoTrees if self.settings.ties == "old" else History
