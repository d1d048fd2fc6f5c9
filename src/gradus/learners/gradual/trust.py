"""How far each source of answers can be trusted, per context, with old experience fading."""

from __future__ import annotations

from gradus.learners.gradual.codec import Remembering

FADE = 0.9
"""Weight of an experience after one further experience in the same context."""

PRIORS = {
    "memory": 0.95,
    "rule": 0.9,
    "verdict": 0.8,
    "recall": 0.5,
    "lasting2": 0.6,
    "lasting1": 0.45,
    "abduction": 0.42,
    "stretch": 0.4,
    "identity": 0.4,
    "constant": 0.35,
    "fresh": 0.1,
    "frequent": 0.05,
}
"""Trust before any experience."""

CONTEXTS = 2000
"""Contexts remembered; the oldest are dropped."""


class Trust(Remembering):
    """Fading averages of success per (source, context)."""

    def __init__(self) -> None:
        self.record: dict[tuple[str, str], tuple[float, float]] = {}

    def of(self, source: str, context: str) -> float:
        """Expected success of `source` in `context`."""
        wins, trials = self.record.get((source, context), (0.0, 0.0))
        return (wins + 2 * PRIORS[source]) / (trials + 2)

    def update(self, source: str, context: str, success: bool) -> None:
        """One more experience."""
        wins, trials = self.record.pop((source, context), (0.0, 0.0))
        self.record[source, context] = (wins * FADE + success, trials * FADE + 1)
        if len(self.record) > CONTEXTS:
            del self.record[next(iter(self.record))]
