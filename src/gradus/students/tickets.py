"""Between a world and a teacher: what the world asks for and reports, held until the loop has looked at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gradus.school import Outcome, TaskKey, Teacher, Ticket


class Relay:
    """Passes tickets on and keeps outcomes, so that the loop can complete and record them first."""

    def __init__(self) -> None:
        self.teacher: Teacher | None = None
        self._waiting: list[Outcome] = []
        self._trains: list[bool] = []

    def issue(self) -> Ticket | None:
        """The teacher's next ticket; whether the student may learn from it is asked at once."""
        if self.teacher is None:
            return None
        ticket = self.teacher.issue()
        self._trains.append(ticket is None or bool(self.teacher.trains_on(ticket)))
        return ticket

    def observe(self, outcome: Outcome) -> None:
        """Keep an outcome."""
        self._waiting.append(outcome)

    def take(self) -> list[Outcome]:
        """The outcomes kept since the last call, in lane order."""
        taken, self._waiting = self._waiting, []
        return taken

    def take_trains(self) -> list[bool]:
        """Whether the student may learn from each ticket issued since the last call, in lane order."""
        taken, self._trains = self._trains, []
        return taken


class Once:
    """Hands each of some tickets out once and keeps what became of them."""

    def __init__(self) -> None:
        self._left: list[Ticket] = []
        self.outcomes: dict[int, Outcome] = {}
        """Outcomes by serial."""

    def load(self, tasks: Sequence[TaskKey], seed: int, nth: int) -> None:
        """Prepare one ticket per task for the ``nth`` round; a task that stands there twice is two instances."""
        often, seen = Counter(tasks), Counter[TaskKey]()
        self._left = []
        for serial, task in enumerate(tasks):
            self._left.append(Ticket(task, seed, serial, nth * often[task] + seen[task]))
            seen[task] += 1
        self.outcomes = {}

    def hand(self, ticket: Ticket) -> None:
        """Prepare this very ticket and nothing else."""
        self._left, self.outcomes = [ticket], {}

    @property
    def left(self) -> list[Ticket]:
        """The tickets not handed out yet."""
        return list(self._left)

    def issue(self) -> Ticket | None:
        """The next ticket, or None."""
        return self._left.pop(0) if self._left else None

    def observe(self, outcome: Outcome) -> None:
        """Keep an outcome."""
        self.outcomes[outcome.ticket.serial] = outcome
