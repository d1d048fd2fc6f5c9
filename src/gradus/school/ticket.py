"""Tickets and outcomes: what a teacher hands out and what it gets back."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args
from zlib import crc32

from gradus.school.errors import UserError

Coordinates = tuple[float, ...]
"""A point of a task space."""
TaskKey = str | Coordinates
"""A named task of the stream, or a point of a continuous task space in world coordinates."""

Reason = Literal["solved", "late", "limit", "timeout", "failed", "truncated", "stopped"]
"""Why an instance ended; ``late`` is solved after the soft limit, ``limit`` is the hard limit."""

REASONS: tuple[str, ...] = get_args(Reason)


def task_id(task: TaskKey) -> str:
    """The text that names a task; a point is named by the shortest exact digits of its coordinates.

    >>> task_id((0.5, 3.0))
    '0.5,3.0'
    """
    return task if isinstance(task, str) else ",".join(repr(float(x)) for x in task)


@dataclass(frozen=True, slots=True)
class Ticket:
    """Enough to play the very same instance again, anywhere."""

    task: TaskKey
    """What to play, in world coordinates."""
    seed: int
    """The run's seed."""
    serial: int
    """How many tickets the run issued before this one."""
    nth: int
    """How many tickets of this very task the run issued before this one."""

    def spawn_key(self, block: int | None = None) -> tuple[int, ...]:
        """The key of this instance's random draws; with ``block``, of what several instances share."""
        name = crc32(task_id(self.task).encode())
        # 2**32 - 1 stands where an instance has its number: no run issues so many tickets of one task.
        return (name, self.nth) if block is None else (name, 2**32 - 1, block)

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary that :meth:`from_json` reads back."""
        task: Any = self.task if isinstance(self.task, str) else list(self.task)
        return {"task": task, "seed": self.seed, "serial": self.serial, "nth": self.nth}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Ticket:
        """The ticket that :meth:`to_json` wrote."""
        task = data["task"]
        point = task if isinstance(task, str) else tuple(float(x) for x in task)
        return cls(point, int(data["seed"]), int(data["serial"]), int(data["nth"]))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened to a ticket."""

    ticket: Ticket
    steps: int
    """How many steps the instance took."""
    reward: float
    """The return: the sum of the rewards earned in the instance."""
    solved: bool
    reason: Reason
    extras: Mapping[str, Any] = field(default_factory=dict)
    """Anything else worth recording, JSON-able."""

    def __post_init__(self) -> None:
        if self.reason not in REASONS:
            raise UserError(f"Outcome reason {self.reason!r} is not one of {', '.join(REASONS)}.")
        if not math.isfinite(self.reward):
            raise UserError(f"Outcome reward must be a finite number, not {self.reward!r}.")

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary that :meth:`from_json` reads back."""
        row = {"ticket": self.ticket.to_json(), "steps": self.steps, "reward": self.reward}
        row |= {"solved": self.solved, "reason": self.reason}
        return row | ({"extras": dict(self.extras)} if self.extras else {})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Outcome:
        """The outcome that :meth:`to_json` wrote."""
        ticket = Ticket.from_json(data["ticket"])
        extras = data.get("extras", {})
        return cls(ticket, data["steps"], data["reward"], data["solved"], data["reason"], extras)
