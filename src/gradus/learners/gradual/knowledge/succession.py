"""What follows what: the answer to a question, given the right answer before it.

Where a question is answered now this way and now that way, the answer before may be the state that decides: a lamp, a
place on a map, a count. Nothing has to be found out for that: pairs of state and question are remembered.
"""

from __future__ import annotations

from gradus.learners.gradual.knowledge.settings import SUCCESSION


class Succession:
    """The latest answer to every question after every answer."""

    def __init__(self) -> None:
        self.steps: dict[tuple[str, str], str] = {}
        """By the answer before and the question: the answer that came last."""

    def learn(self, before: str, question: str, answer: str) -> None:
        """The right answer to a question that came after a right answer."""
        self.steps.pop((before, question), None)
        self.steps[before, question] = answer
        if len(self.steps) > SUCCESSION.steps:
            del self.steps[next(iter(self.steps))]

    def after(self, before: str, question: str) -> str | None:
        """What was right the last time the question came after this answer."""
        return self.steps.get((before, question))
