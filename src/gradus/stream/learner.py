"""What a learner in the stream is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class StreamLearner(Protocol):
    """Sees a byte and a reward, says a byte. The reward judges what it said before."""

    def act(self, byte: int, reward: int) -> int:
        """The learner's byte, 0..255, in reply to the world's; reward is -1, 0 or 1."""

    def state(self) -> dict[str, Any]:
        """The whole memory, JSON-able."""

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on exactly where :meth:`state` was taken."""
