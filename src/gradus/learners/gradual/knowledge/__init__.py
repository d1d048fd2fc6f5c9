"""Knowledge: what a learner knows about right answers, and how it finds out more."""

from __future__ import annotations

from gradus.learners.gradual.knowledge.facade import Knowledge, Proposal
from gradus.learners.gradual.knowledge.priors import PRIORS, settings_without
from gradus.learners.gradual.knowledge.settings import KnowledgeSettings

__all__ = ["PRIORS", "Knowledge", "KnowledgeSettings", "Proposal", "settings_without"]
