"""What a learner in the stream is, and the one exception that ends a run because of its learner."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from gradus.school import UserError


@runtime_checkable
class StreamLearner(Protocol):
    """Sees a byte and a reward, says a byte. The reward judges what it said before."""

    def act(self, byte: int, reward: int) -> int:
        """The learner's byte, 0..255, in reply to the world's; reward is -1, 0 or 1."""

    def state(self) -> dict[str, Any]:
        """The whole memory, JSON-able."""

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on exactly where :meth:`state` was taken."""


class DisconnectReason(StrEnum):
    """How a learner's part in a run ended before the run did."""

    no_hello = "no hello"
    left = "left"
    """It closed the connection, crashed or was killed."""
    protocol = "protocol"
    """It said something that is no answer."""
    budget = "budget"
    """It took too long for an answer, or too much memory."""
    limit = "limit"
    """It used up the steps or the time that the run was given."""


class LearnerDisconnected(UserError):  # noqa: N818 (a reason to stop rather than a mistake)
    """The learner cannot or may not go on: it left, broke the protocol or used up its budget."""

    def __init__(self, reason: str, ending: DisconnectReason = DisconnectReason.left) -> None:
        super().__init__(reason[:1].upper() + reason[1:] + ".")
        self.reason = reason
        """Why, as a clause that a sentence can end with: ``the learner closed the connection``."""
        self.ending = ending
