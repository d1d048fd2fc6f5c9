"""What the world needs of an instance being played, whoever made it, and how a task says that it broke."""

from __future__ import annotations

from typing import Any, Protocol

from gradus.school import Reason, UserError


class Instance(Protocol):
    """One instance of a task. Call :meth:`hear`, look at ``over``, call :meth:`speak`."""

    @property
    def clock(self) -> int:
        """Symbols spoken so far."""

    over: bool
    """The next instance must speak now."""
    solved: bool
    reason: Reason
    queue: bytes
    """What is being said, if silence in reply to it cannot matter; else nothing."""
    position: int
    size: int

    def hear(self, byte: int) -> int:
        """Take in the learner's symbol; the reward it earns."""

    def speak(self) -> int:
        """The world's next symbol."""

    def extras(self) -> dict[str, Any]:
        """What an outcome tells beside steps and reward."""

    def skip(self) -> None:
        """Let the time of the instance be up as soon as all is said."""

    def state(self) -> dict[str, Any]:
        """Everything needed to go on exactly here, JSON-able."""


class TaskFailed(UserError):  # noqa: N818 (a reason to stop a run)
    """A task broke: the run ends here, with a reason, and its record is whole."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason[:1].upper() + reason[1:] + ".")
        self.reason = reason
        """Why, as a clause that a sentence can end with."""
