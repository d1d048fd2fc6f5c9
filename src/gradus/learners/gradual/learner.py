"""The gradual learner: one byte and one reward in, one byte out."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from gradus.learners.gradual.conversation import SYMBOLS, Conversation
from gradus.learners.gradual.policy.conversation import Conversation as AnyDialogue
from gradus.learners.gradual.turn import Turn
from gradus.school import UserError, hint

PRIORS = {
    "coverage": "the relation 'covered by parts' among those a verdict may use",
    "verdicts": "yes-or-no questions decided by relations between words",
    "hints": "questions that begin by saying what a word stands for",
    "synonyms": "unknown words read as known keywords",
    "tables": "learned tables as parts of programs",
    "library": "accepted programs as single steps of later ones",
    "programs": "programs altogether: only memories are left",
    "recall": "recognition of earlier instances",
}
"""Built-in expectations that can be switched off, to see what is lost without them."""


class GradualLearner:
    """Learns silence, turns, readings, memories and programs from the stream alone.

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
        for name in without:
            if name not in PRIORS:
                raise UserError(f"without cannot name {name!r}.{hint(name, PRIORS)}")
        self._take_alphabet(alphabet)
        self.conversation = Conversation()
        self.conversation.mind.switch_off(frozenset(without))
        self.second: AnyDialogue | None = None
        """The other way of conversing, from the first time on that it was needed."""
        self._speaks_second = False
        self._turn = Turn()

    def _take_alphabet(self, alphabet: Sequence[int]) -> None:
        if sorted(alphabet) != list(range(256)):
            raise UserError(f"alphabet must be a permutation of 0..255, not {list(alphabet)!r:.60}.")
        self._bytes = tuple(alphabet)
        self._symbols = [""] * 256
        for symbol, byte in zip(SYMBOLS, self._bytes, strict=True):
            self._symbols[byte] = symbol

    def act(self, byte: int, reward: int) -> int:
        """Answer the world's `byte`; `reward` judges the previous answer."""
        self._turn.note(reward)
        if self._turn.fails():
            self._give_way()
            reward = 0  # it judges the other's answer
        talk = self.second if self._speaks_second and self.second else self.conversation
        return self._bytes[ord(talk.step(self._symbols[byte], reward))]

    def _give_way(self) -> None:
        """Let the other way of conversing speak; both keep what they know."""
        if self.second is None:
            self.second = AnyDialogue()
            self.second.begin_listening(self.conversation.silence)
        self._speaks_second = not self._speaks_second
        self._turn = Turn(self._speaks_second)

    @property
    def speaks_second(self) -> bool:
        """Whether the second way of conversing speaks at present."""
        return self._speaks_second

    @property
    def evaluations(self) -> int:
        """Programs evaluated so far by the engine of the second way."""
        return self.second.mind.knowledge.evaluations if self.second else 0

    def spell(self, symbols: str) -> bytes:
        """The bytes that stand for inner symbols, for showing what was learned."""
        return bytes(self._bytes[ord(symbol)] for symbol in symbols)

    def state(self) -> dict[str, Any]:
        """The learner's whole memory, as JSON-able values."""
        second = self.second.state() if self.second else None
        turn = {"second": self._speaks_second, **self._turn.state()}
        memory = self.conversation.state()
        return {"alphabet": list(self._bytes), "memory": memory, "second": second, "turn": turn}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take over a memory written by `state`."""
        self._take_alphabet(state["alphabet"])
        self.conversation = Conversation()
        self.conversation.restore(state["memory"])
        self.second, self._speaks_second, self._turn = None, False, Turn()
        if state.get("second"):
            self.second = AnyDialogue()
            self.second.restore(state["second"])
        if "turn" in state:  # memories of version 0.1 have one way of conversing only
            self._speaks_second = bool(state["turn"]["second"])
            self._turn = Turn(self._speaks_second)
            self._turn.restore(state["turn"])
