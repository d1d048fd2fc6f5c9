"""Baselines: learners that show what can be passed without understanding anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gradus.school import Sampler
from gradus.stream import SILENCE


class _Named:
    """A learner that says who it is."""

    def __repr__(self) -> str:
        return f"<learner {type(self).__name__.lower()}>"


class _Stateless(_Named):
    """A learner without memory."""

    def state(self) -> dict[str, Any]:
        """Nothing to remember."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Nothing to recall."""


class Repeat(_Stateless):
    """Says what it hears."""

    def act(self, byte: int, reward: int) -> int:
        """The byte itself."""
        return byte


class Silent(_Stateless):
    """Always says the same byte, silence unless told otherwise."""

    def __init__(self, byte: int = SILENCE) -> None:
        self.byte = byte

    def act(self, byte: int, reward: int) -> int:
        """The one byte."""
        return self.byte


class Random(_Named):
    """Says any of the 256 bytes, each equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self._pick = Sampler(seed)

    def act(self, byte: int, reward: int) -> int:
        """A random byte."""
        return self._pick.below(256)

    def state(self) -> dict[str, Any]:
        """The random stream."""
        return {"pick": self._pick.state()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on with the random stream."""
        self._pick.restore(state["pick"])


class Memory(_Named):
    """Remembers which byte was rewarded after the last few bytes it heard, and tries bytes it has heard.

    For every context (the last 0 to ``depth`` bytes) it keeps a score per byte said. The longest context
    with a byte of positive score decides; otherwise it says the byte that has been punished least, byte of
    the world's alphabet by byte. It has no notion of turns, words or feedback.
    """

    def __init__(self, seed: int = 0, depth: int = 2) -> None:
        self.depth = depth
        self._pick = Sampler(seed)
        self._heard: list[int] = []
        self._recent: tuple[int, ...] = ()
        self._scores: dict[tuple[int, ...], dict[int, int]] = {}
        self._said: int | None = None

    def act(self, byte: int, reward: int) -> int:
        """The best byte for what was heard last."""
        if self._said is not None and reward:
            self._learn(reward)
        if byte not in self._heard:
            self._heard.append(byte)
        self._recent = (*self._recent, byte)[-self.depth :]
        self._said = self._choose()
        return self._said

    def _contexts(self) -> list[tuple[int, ...]]:
        return [self._recent[len(self._recent) - n :] for n in range(len(self._recent), -1, -1)]

    def _learn(self, reward: int) -> None:
        assert self._said is not None
        for context in self._contexts():
            scores = self._scores.setdefault(context, {})
            # A reward outweighs older luck at once; a punishment takes the trust away.
            scores[self._said] = 1 if reward > 0 else min(0, scores.get(self._said, 0)) - 1

    def _choose(self) -> int:
        for context in self._contexts():
            scores = self._scores.get(context, {})
            good = [byte for byte, score in scores.items() if score > 0]
            if good:
                return good[-1]
        scores = self._scores.get(self._recent, {})
        best = max(scores.get(byte, 0) for byte in self._heard)
        return self._pick.choice([byte for byte in self._heard if scores.get(byte, 0) == best])

    def state(self) -> dict[str, Any]:
        """Everything remembered, in the order in which it was learned."""
        scores = [[list(context), list(table.items())] for context, table in self._scores.items()]
        recent = {"heard": list(self._heard), "recent": list(self._recent), "said": self._said}
        return {"scores": scores, "pick": self._pick.state(), **recent}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Recall everything."""
        self._scores = {tuple(context): dict(table) for context, table in state["scores"]}
        self._heard, self._recent = list(state["heard"]), tuple(state["recent"])
        self._said = state["said"]
        self._pick.restore(state["pick"])
