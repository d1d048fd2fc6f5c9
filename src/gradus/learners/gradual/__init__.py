"""The gradual learner: learns a stream's silence, turns, answers and programs, and keeps what it learned."""

from gradus.learners.gradual import explanation
from gradus.learners.gradual.dialogue import DialogueLearner
from gradus.learners.gradual.explain import in_words, knowledge
from gradus.learners.gradual.knowledge.description import Described, description_lengths
from gradus.learners.gradual.learner import PRIORS, GradualLearner

__all__ = [
    "PRIORS",
    "Described",
    "DialogueLearner",
    "GradualLearner",
    "description_lengths",
    "explanation",
    "in_words",
    "knowledge",
]
