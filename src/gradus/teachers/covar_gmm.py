"""Covar-GMM: sample where returns grow with time (Moulin-Frier et al. 2014).

Mixtures are fitted to rows of task, time and return; the progress of a Gaussian is its covariance of time and
return.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome
from gradus.school.checks import one_of
from gradus.teachers.mixtures import MixtureTeacher, check_gmm

Array = NDArray[np.float64]


class CovarGmm(MixtureTeacher):
    """Covariance of time and return with Gaussian mixtures.

    The TeachMyAgent paper speaks of absolute progress; its released code takes the positive part and leaves the upper
    end of the range of mixture sizes out. The preset ``reference`` does as the code.
    """

    name = "covar-gmm-v0"
    presets = {"paper": {}, "reference": {"max_k": 14, "measure": "positive", "fits": "scikit-learn"}}

    @dataclass(frozen=True)
    class Settings:
        """How often to fit, how many Gaussians, how much to explore."""

        preset: str = "paper"
        """paper or reference: which description the other defaults follow."""
        fit_every: int = 150
        """Episodes between fits, and how many of the latest are fitted."""
        min_k: int = 2
        """Smallest number of Gaussians tried."""
        max_k: int = 15
        """Largest number of Gaussians tried."""
        uniform_share: float = 0.1
        """Probability of a uniformly drawn task."""
        measure: str = "absolute"
        """absolute: growing and falling returns count as progress; positive: only growing ones."""
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
            one_of("measure", self.measure, ("absolute", "positive"))

    def row(self, point: Array, outcome: Outcome, before: int) -> list[float]:
        time = (before % self.settings.fit_every) / self.settings.fit_every
        return [*point, time, outcome.reward]

    def progress(self, model: Any) -> Array:
        covariance = model.covariances_[:, -2, -1]
        signed = np.abs(covariance) if self.settings.measure == "absolute" else covariance
        return np.maximum(signed, 0.0)
