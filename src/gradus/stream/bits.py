"""A learner of bytes in a world of bits: it hears and says whole characters, eight steps each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gradus.stream.dialogue import SILENCE


class InBits:
    """Puts bits together for a learner, and takes what it says apart; it answers while the next byte is heard."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.resumable = bool(getattr(inner, "resumable", True))
        self._heard, self._said, self._reward = "", f"{SILENCE:08b}", 0

    def act(self, byte: int, reward: int) -> int:
        """A bit for a bit."""
        self._reward += reward
        self._heard += chr(byte)
        said = ord(self._said[len(self._heard) - 1])
        if len(self._heard) == 8:
            answer = self.inner.act(int(self._heard, 2), self._reward)
            self._heard, self._said, self._reward = "", f"{answer:08b}", 0
        return said

    def farewell(self, byte: int, reward: int) -> None:
        """The last reward of a finished run."""
        last = getattr(self.inner, "farewell", self.inner.act)
        last(SILENCE, self._reward + reward)

    def state(self) -> dict[str, Any]:
        """The learner's memory and the bits under way."""
        under_way = {"heard": self._heard, "said": self._said, "reward": self._reward}
        return {"inner": self.inner.state(), **under_way}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on in the middle of a character."""
        self.inner.restore(state["inner"])
        self._heard, self._said, self._reward = state["heard"], state["said"], state["reward"]
