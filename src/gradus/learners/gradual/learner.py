"""The gradual learner: one byte and one reward in, one byte out."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from gradus.learners.gradual.heap import settle
from gradus.learners.gradual.knowledge import settings_without
from gradus.learners.gradual.policy.conversation import Conversation
from gradus.learners.gradual.policy.symbols import SYMBOLS
from gradus.school import UserError

_OLD = "This memory was written by the gradual learner of Gradus 0.1; the present one cannot take it over."
"""Said of memories that hold none of the present parts."""


class GradualLearner:
    """Learns silence, the form of dialogue, endings and answers from the stream alone.

    `alphabet`, a permutation of 0..255, is its only source of byte values: everything inside works on symbols
    whose numbers mean nothing. Left out, it is drawn from the seed. `without` names `PRIORS` to switch off.
    """

    def __init__(
        self, seed: int = 0, alphabet: Sequence[int] | None = None, without: Sequence[str] = ()
    ) -> None:
        if alphabet is None:
            order = list(range(256))
            random.Random(seed).shuffle(order)
            alphabet = order
        self._take_alphabet(alphabet)
        self._settings = settings_without(without)
        settle()
        self.conversation = Conversation(self._settings)

    def _take_alphabet(self, alphabet: Sequence[int]) -> None:
        if sorted(alphabet) != list(range(256)):
            raise UserError(f"alphabet must be a permutation of 0..255, not {list(alphabet)!r:.60}.")
        self._bytes = tuple(alphabet)
        self._symbols = [""] * 256
        for symbol, byte in zip(SYMBOLS, self._bytes, strict=True):
            self._symbols[byte] = symbol

    def act(self, byte: int, reward: int) -> int:
        """Answer the world's `byte`; `reward` judges the previous answer."""
        return self._bytes[ord(self.conversation.step(self._symbols[byte], reward))]

    @property
    def evaluations(self) -> int:
        """Programs evaluated so far."""
        return self.conversation.mind.knowledge.evaluations

    def spell(self, symbols: str) -> bytes:
        """The bytes that stand for inner symbols, for showing what was learned."""
        return bytes(self._bytes[ord(symbol)] for symbol in symbols)

    def state(self) -> dict[str, Any]:
        """The learner's whole memory, as JSON-able values."""
        return {"alphabet": list(self._bytes), "memory": self.conversation.state()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take over a memory written by `state`."""
        if "keeper" not in state["memory"]:
            raise UserError(_OLD)
        self._take_alphabet(state["alphabet"])
        self.conversation = Conversation(self._settings)
        self.conversation.restore(state["memory"])
