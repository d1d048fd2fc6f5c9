"""How far each source of answers can be trusted, per context, with old experience fading.

Every proposal is compared with the right answer, also those that were not chosen, so the figures are honest
probabilities: of proposals with 0.7, about seven in ten are right.
"""

from __future__ import annotations

from gradus.learners.gradual.knowledge.settings import TRUST

PRIORS = {
    "memory": 0.9,
    "rule": 0.85,
    "table": 0.8,
    "known": 0.6,
    "heard": 0.4,
    "recognised": 0.5,
    "synonym": 0.8,
    "hint": 0.9,
    "followed": 0.7,
    "place": 0.4,
    "renamed": 0.4,
    "stretched": 0.35,
    "identity": 0.3,
    "constant": 0.3,
    "frequent": 0.15,
    "trial": 0.08,
}
"""Trust before any experience, by source."""

ABOUT = "\uffff"
"""Before a question that is a context of its own; no symbol has this number."""


class Trust:
    """Fading averages of success per source and context."""

    def __init__(self) -> None:
        self.record: dict[tuple[str, str], tuple[float, float]] = {}
        """By source and context: faded successes, and faded trials."""

    def of(self, source: str, context: str, prior: float = -1.0) -> float:
        """Expected success of a source in a context; `prior` replaces the source's own."""
        wins, trials = self.record.get((source, context), (0.0, 0.0))
        prior = PRIORS[source] if prior < 0 else prior
        return min(TRUST.sure, (wins + TRUST.weight * prior) / (trials + TRUST.weight))

    def about(self, source: str, question: str, prior: float) -> float:
        """Expected success with one question, given what is expected with such questions."""
        wins, trials = self.record.get((source, ABOUT + question), (0.0, 0.0))
        return min(TRUST.sure, (wins + TRUST.weight * prior) / (trials + TRUST.weight))

    def update(self, source: str, context: str, good: bool) -> None:
        """One more experience."""
        wins, trials = self.record.pop((source, context), (0.0, 0.0))
        self.record[source, context] = (wins * TRUST.fade + good, trials * TRUST.fade + 1.0)
        if len(self.record) > TRUST.contexts:
            del self.record[next(iter(self.record))]
