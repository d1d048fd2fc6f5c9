"""Between a world and a teacher: what the world asks for and reports, held until the loop has looked at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gradus.school import Outcome, Task, Teacher, Ticket
from gradus.students.rugged import Shuffle


class Relay:
    """Passes tickets on and keeps outcomes, so that the loop can complete and record them first."""

    def __init__(self) -> None:
        self.teacher: Teacher | None = None
        self.shuffle: Shuffle | None = None
        """What stands between the teacher's tasks and the world's in a rugged space."""
        self._waiting: list[Outcome] = []
        self._asked: dict[int, Ticket] = {}  # the teacher's own tickets, by serial, where tasks are moved

    def issue(self) -> Ticket | None:
        """The teacher's next ticket, in the world's coordinates."""
        ticket = None if self.teacher is None else self.teacher.issue()
        if ticket is None or self.shuffle is None or isinstance(ticket.task, str):
            return ticket
        self._asked[ticket.serial] = ticket
        return replace(ticket, task=self.shuffle.to_world(ticket.task))

    def observe(self, outcome: Outcome) -> None:
        """Keep an outcome."""
        self._waiting.append(outcome)

    def take(self) -> list[Outcome]:
        """The outcomes kept since the last call, in lane order."""
        taken, self._waiting = self._waiting, []
        return taken

    def tell(self, outcome: Outcome) -> None:
        """Let the teacher learn, in its own coordinates."""
        assert self.teacher is not None
        asked = self._asked.pop(outcome.ticket.serial, outcome.ticket)
        self.teacher.observe(replace(outcome, ticket=asked))

    def state(self) -> list[dict[str, Any]]:
        """The teacher's tickets that are being played in other coordinates."""
        return [ticket.to_json() for ticket in self._asked.values()]

    def restore(self, state: Sequence[dict[str, Any]]) -> None:
        """Take back what :meth:`state` gave."""
        tickets = [Ticket.from_json(row) for row in state]
        self._asked = {ticket.serial: ticket for ticket in tickets}


class Once:
    """Hands each of some tickets out once and keeps what became of them."""

    def __init__(self) -> None:
        self._left: list[Ticket] = []
        self.outcomes: dict[int, Outcome] = {}
        """Outcomes by serial."""

    def load(self, tasks: Sequence[Task], seed: int, nth: int) -> None:
        """Prepare one ticket per task."""
        self._left = [Ticket(task, seed, serial, nth) for serial, task in enumerate(tasks)]
        self.outcomes = {}

    def issue(self) -> Ticket | None:
        """The next ticket, or None."""
        return self._left.pop(0) if self._left else None

    def observe(self, outcome: Outcome) -> None:
        """Keep an outcome."""
        self.outcomes[outcome.ticket.serial] = outcome
