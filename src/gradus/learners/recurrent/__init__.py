"""A neural baseline for the stream: an online recurrent actor-critic."""

from __future__ import annotations

from gradus.learners.recurrent.learner import RecurrentLearner
from gradus.learners.recurrent.settings import Settings

__all__ = ["RecurrentLearner", "Settings"]
