"""Where an environment's tickets come from: a teacher, a list, one task, or nobody in particular."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from gradus.school import Box, Outcome, TaskKey, Teacher, Ticket, UserError
from gradus.teachers import make as make_teacher
from gradus.tracks.parameters import TaskReader


@runtime_checkable
class Source(Protocol):
    """The two calls an environment makes."""

    def issue(self) -> Ticket | None:
        """The next ticket, or None when nothing is left to teach."""

    def observe(self, outcome: Outcome) -> None:
        """What happened to a ticket."""


class Listed(Teacher):
    """Plays given tasks in turn, again and again."""

    name = "listed-v0"

    def __init__(self, space: Box, seed: int, tasks: Sequence[tuple[float, ...]]) -> None:
        self._tasks = tuple(tasks)
        super().__init__(space, seed)

    def start(self) -> None:
        """Begin with the first task."""
        self._next = 0

    def choose(self, rng: np.random.Generator) -> TaskKey:
        """The next task of the list."""
        task = self._tasks[self._next % len(self._tasks)]
        self._next += 1
        return task

    def memory(self) -> dict[str, Any]:
        """How far the list has been played."""
        return {"next": self._next}

    def recall(self, memory: Any) -> None:
        """Take back what :meth:`memory` gave."""
        self._next = int(memory["next"])


class Stamped:
    """Plays given tickets exactly, in turn, again and again."""

    def __init__(self, tickets: Sequence[Ticket]) -> None:
        self._tickets = tuple(tickets)
        self._next = 0

    def issue(self) -> Ticket:
        """The next ticket of the list, as it was stamped."""
        ticket = self._tickets[self._next % len(self._tickets)]
        self._next += 1
        return ticket

    def observe(self, outcome: Outcome) -> None:
        """Nothing to learn."""

    def state(self) -> dict[str, Any]:
        """How far the list has been played."""
        return {"next": self._next}

    def restore(self, state: Any) -> None:
        """Go on where :meth:`state` was taken."""
        self._next = int(state["next"])


class Tickets:
    """What the option ``tickets`` stands for; sources of our own start afresh with every seed."""

    def __init__(self, given: Any, space: Box, reader: TaskReader, seed: int) -> None:
        self.space = space
        self.given = given if isinstance(given, Source) else self._checked(given, reader)
        self.own = not isinstance(given, Source)
        """Whether the source is the environment's own, so that it belongs to its state."""
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start afresh; a teacher from outside keeps its own seed and place."""
        self.seed = seed
        if isinstance(self.given, Source):
            self.source: Source = self.given
        elif self.given is None:
            self.source = make_teacher("random", self.space, seed)
        elif isinstance(self.given[0], Ticket):
            self.source = Stamped(self.given)
        else:
            self.source = Listed(self.space, seed, self.given)

    @staticmethod
    def _checked(given: Any, reader: TaskReader) -> Any:
        if given is None:
            return None
        if isinstance(given, Ticket):
            given = [given]
        if isinstance(given, str) or not isinstance(given, Sequence | np.ndarray) or len(given) == 0:
            raise UserError(
                f"tickets must be a teacher, a list of tasks or tickets, one task or None, not {given!r}."
            )
        if isinstance(given[0], int | float | np.number):
            given = [given]
        if all(isinstance(item, Ticket) for item in given):
            for item in given:
                reader.check(item.task)
            return tuple(given)
        return tuple(reader.check(item) for item in given)
