"""The gradual learner: learns a stream's silence, turns, answers and programs, and keeps what it learned."""

from gradus.learners.gradual.learner import GradualLearner

__all__ = ["GradualLearner"]
