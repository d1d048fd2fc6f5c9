"""Translates between perception, which handles symbols as text, and knowledge, which knows them as numbers."""

from __future__ import annotations

from typing import Any

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.knowledge import Knowledge, KnowledgeSettings, Proposal
from gradus.learners.gradual.policy.settings import SETTINGS


class Counsel(Remembering):
    """Knowledge, asked in the symbols of the conversation."""

    def __init__(self, settings: KnowledgeSettings | None = None) -> None:
        self.knowledge = Knowledge(settings)
        self._silence = ""

    @property
    def silence(self) -> str:
        """The symbol of silence; empty: not known."""
        return self._silence

    @silence.setter
    def silence(self, symbol: str) -> None:
        self._silence = symbol
        self.knowledge.silence = ord(symbol) if symbol else None

    def propose(self, question: str) -> list[tuple[str, float]]:
        """Answers with how sure they are, best first."""
        found: list[Proposal] = list(self.knowledge.propose(_numbers(question)))
        return [("".join(map(chr, item.answer)), item.sure) for item in found]

    def hear(self, question: str, answer: str, sure: float, said: str) -> None:
        """The right answer to `question` was told."""
        self.knowledge.hear(_numbers(question), _numbers(answer), sure)

    def judged(self, question: str, said: str, reward: int) -> None:
        """An own answer was rewarded, or punished without the right one being told."""
        self.knowledge.judged(_numbers(question), _numbers(said), reward)

    def revise(self, wrong: list[tuple[str, str]], right: list[tuple[str, str, bool]]) -> None:
        """Told pairs turn out to have been misheard: doubt what rests on them, and learn the pairs meant."""
        self.knowledge.revise(
            [(_numbers(question), _numbers(answer)) for question, answer in wrong],
            [(_numbers(question), _numbers(answer), earned) for question, answer, earned in right],
        )

    def think(self) -> None:
        """Use an idle step."""
        self.knowledge.idle(SETTINGS.thought)

    def state(self) -> dict[str, Any]:
        """What is known, as JSON-able values."""
        return {"silence": self._silence, "knowledge": self.knowledge.state()}

    def restore(self, state: dict[str, Any]) -> None:
        """Take over a memory written by `state`."""
        self.knowledge.restore(state["knowledge"])
        self._silence = state["silence"]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(ord, text))
