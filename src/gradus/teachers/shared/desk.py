"""The desk: deals one teacher's tickets to many workers and takes their outcomes in, in the order of arrival.

Everything that happens is a function of the arrivals alone, so the record of arrivals is the record of the run. Which
worker comes first depends on the machines; what follows from it does not.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from gradus.school import Outcome, Teacher, Ticket, UserError
from gradus.teachers.shared.journal import Event, Journal, check_teacher, events
from gradus.teachers.shared.messages import (
    PROTOCOL,
    Alive,
    Dealt,
    Exchange,
    Hello,
    Leave,
    Refused,
    Reply,
    Request,
    Welcome,
)
from gradus.teachers.wrappers import Wrapper, wrapper_settings

PATIENCE = 30.0
"""Seconds of silence after which a worker counts as dead."""
KEEP_EVERY = 5000
"""Arrivals between two saved states."""


class Worker(msgspec.Struct):
    """What a desk knows of a worker."""

    number: int = 0
    """Its last exchange."""
    reply: Dealt | Refused = Dealt()
    """The answer to it, in case it is asked for again."""
    open: dict[int, Ticket] = {}
    """The tickets it holds, by serial."""
    lost: list[int] = []
    """Serials that were taken back from it."""


class Desk:
    """Deals tickets. With ``folder`` it writes every arrival down, and goes on where the record ends."""

    def __init__(
        self, teacher: Teacher, folder: str | Path | None = None, patience: float = PATIENCE
    ) -> None:
        if not patience > 0:
            raise UserError(f"patience must be greater than 0 seconds, not {patience!r}.")
        self.teacher = teacher
        self.patience = patience
        self.workers: dict[str, Worker] = {}
        """Everyone who ever said hello."""
        self._heard: dict[str, float] = {}
        self._journal: Journal | None = None
        if folder is not None:
            self._journal = Journal(Path(folder), _description(teacher))
            self._go_on(self._journal)

    def answer(self, request: Request | Refused, now: float = 0.0) -> Reply:
        """What a worker is answered; ``now`` is any clock, used for silence only."""
        if isinstance(request, Refused):
            return request
        if isinstance(request, Hello) and (sentence := _stranger(request)):
            return Refused(sentence)
        if not isinstance(request, Hello) and request.worker not in self.workers:
            return Refused(_unknown(request.worker))
        self._heard[request.worker] = now
        if isinstance(request, Alive):
            return Dealt()
        if isinstance(request, Exchange):
            worker = self.workers[request.worker]
            if request.number == worker.number:
                return worker.reply  # sent again because the answer got lost
            if request.number != worker.number + 1:
                return Refused(
                    f"Worker {request.worker!r} sent exchange {request.number} after {worker.number}."
                )
        return self._record(request)

    def silent(self, now: float) -> list[str]:
        """Take back the tickets of workers that have been silent for too long; their names."""
        holding = [name for name, worker in self.workers.items() if worker.open]
        names = [name for name in holding if now - self._heard.setdefault(name, now) > self.patience]
        for name in names:
            self._record(Leave(name))
        return names

    def apply(self, event: Event) -> Reply:
        """The effect of an arrival; the same whether it comes from a worker or from the record."""
        if isinstance(event, Hello):
            self._take_back(event.worker)
            self.workers[event.worker] = Worker()
            space = self.teacher.space.spec()
            return Welcome(self.teacher.name, space, self.teacher.seed, self.patience)
        if isinstance(event, Leave):
            self._take_back(event.worker)
            self._heard.pop(event.worker, None)
            return Dealt()
        worker = self.workers[event.worker]
        worker.number, worker.reply = event.number, self._exchange(event, worker)
        return worker.reply

    def state(self) -> dict[str, Any]:
        """Everything needed to go on, JSON-able."""
        workers = msgspec.to_builtins(self.workers, str_keys=True)
        return {"teacher": self.teacher.state(), "workers": workers}

    def close(self) -> None:
        """Save the state and let go of the folder."""
        if self._journal is not None:
            self._journal.keep(self.state())
            self._journal.close()
            self._journal = None

    def _record(self, event: Event) -> Reply:
        if self._journal is None:
            return self.apply(event)
        reply = self.apply(self._journal.append(event))
        if self._journal.count % KEEP_EVERY == 0:
            self._journal.keep(self.state())
        return reply

    def _exchange(self, event: Exchange, worker: Worker) -> Dealt | Refused:
        late = tuple(o.ticket.serial for o in event.outcomes if o.ticket.serial in worker.lost)
        outcomes = [outcome for outcome in event.outcomes if outcome.ticket.serial not in late]
        try:
            for outcome in outcomes:
                self._check_held(event.worker, outcome)
            self.teacher.observe_many(outcomes)
            tickets = tuple(self.teacher.issue_many(event.tickets))
        except UserError as error:
            return Refused(str(error))
        except Exception as error:  # a teacher of other people; its workers must hear of it
            return Refused(f"The teacher {self.teacher.name!r} failed: {error!r}.")
        finally:
            for outcome in outcomes:
                if not self.teacher.is_open(outcome.ticket):
                    worker.open.pop(outcome.ticket.serial, None)
        worker.open.update((ticket.serial, ticket) for ticket in tickets)
        return Dealt(tickets, tuple(self.teacher.trains_on(ticket) for ticket in tickets), late)

    def _check_held(self, name: str, outcome: Outcome) -> None:
        serial = outcome.ticket.serial
        if self.workers[name].open.get(serial) == outcome.ticket:
            return
        for other, worker in self.workers.items():
            if serial in worker.open:
                raise UserError(f"Ticket {serial} was dealt to worker {other!r}; {name!r} cannot observe it.")
        raise UserError(f"Ticket {serial} was observed before or never dealt; worker {name!r} reports it.")

    def _take_back(self, name: str) -> None:
        worker = self.workers.get(name)
        if worker is not None:
            self.teacher.withdraw(worker.open.values())
            worker.lost += worker.open
            worker.open = {}

    def _go_on(self, journal: Journal) -> None:
        done, saved = journal.kept()
        if saved is not None:
            self.teacher.restore(saved["teacher"])
            self.workers = msgspec.convert(saved["workers"], dict[str, Worker], str_keys=True)
        for event in journal.known[done:]:
            self.apply(event)


def _description(teacher: Teacher) -> dict[str, Any]:
    settings = wrapper_settings(teacher) if isinstance(teacher, Wrapper) else asdict(teacher.settings)
    plain = msgspec.to_builtins(settings)
    return {"teacher": teacher.name, "settings": plain, "space": teacher.space.spec(), "seed": teacher.seed}


def _stranger(hello: Hello) -> str | None:
    from gradus import __version__

    if hello.protocol != PROTOCOL or hello.gradus != __version__:
        return (
            f"Worker {hello.worker!r} runs Gradus {hello.gradus} (protocol {hello.protocol}), the teacher's server "
            f"{__version__} (protocol {PROTOCOL}): install the same version on both."
        )
    return None


def _unknown(name: str) -> str:
    return (
        f"Worker {name!r} is not known to this teacher's server: it was taken for dead, or the server was started "
        "again without its record."
    )


def replay(folder: str | Path, teacher: Teacher) -> Teacher:
    """Teach a fresh teacher everything on record, in the order of arrival; it ends in the very same state."""
    check_teacher(Path(folder), _description(teacher))
    if teacher.serial:
        raise UserError(
            f"A record is replayed to a fresh teacher; this one has issued {teacher.serial} tickets."
        )
    desk = Desk(teacher)
    for event in events(folder):
        desk.apply(event)
    return teacher
