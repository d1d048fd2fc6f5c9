"""The gradual learner: infers how a world talks, finds out what is asked, and keeps what it learned."""

from gradus.learners.gradual.explanation import in_words, knowledge
from gradus.learners.gradual.knowledge.description import Described, description_lengths
from gradus.learners.gradual.knowledge.priors import PRIORS
from gradus.learners.gradual.learner import GradualLearner

__all__ = ["PRIORS", "Described", "GradualLearner", "description_lengths", "in_words", "knowledge"]
