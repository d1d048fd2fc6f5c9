"""What a worker holds: it issues and observes like the teacher itself, which lives elsewhere.

A shared teacher may be handed to other processes before it is used: each process introduces itself on its first call.
Every exchange has a number and is sent again until it is answered, so it happens once, also when the server is
killed and started again with its record.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import platform
import secrets
import threading
import time
import weakref
from collections.abc import Iterable
from typing import Any, Protocol

import zmq

from gradus.school import Outcome, Space, Ticket, UserError, space_from_spec
from gradus.teachers.shared.messages import (
    Alive,
    Dealt,
    Exchange,
    Hello,
    Leave,
    Refused,
    Reply,
    Request,
    Welcome,
    pack,
    read_reply,
)

WAIT = 60.0
"""Seconds until a worker says that its server is gone."""
RESEND = 2.0
"""Seconds after which a message is sent again."""


class Line(Protocol):
    """A way to reach a desk."""

    def ask(self, message: bytes) -> bytes:
        """Send a message and wait for its answer."""

    def twin(self) -> Line:
        """Another line to the same desk, for another thread."""


class ZmqLine:
    """A line to a :class:`TeacherServer`."""

    def __init__(self, address: str, wait: float = WAIT) -> None:
        self.address, self.wait = address, wait
        self._socket: zmq.Socket[bytes] | None = None
        self._pid = 0
        self._numbers = itertools.count()

    def ask(self, message: bytes) -> bytes:
        """Send until an answer comes; a server that stays silent is one sentence."""
        until = time.monotonic() + self.wait
        number = b"%d" % next(self._numbers)
        while True:
            socket = self._connected()
            socket.send_multipart([number, message])
            again = min(until, time.monotonic() + RESEND)
            while (left := again - time.monotonic()) > 0:
                if socket.poll(int(1000 * left) + 1):
                    heard, answer = socket.recv_multipart()
                    if heard == number:  # an answer to an earlier sending is of no use
                        return answer
            if time.monotonic() >= until:
                raise UserError(
                    f"The teacher's server at {self.address} has not answered for {self.wait:g} s. Nothing it answered "
                    "is lost: start it again with the same folder and address, and go on."
                )

    def twin(self) -> ZmqLine:
        """A line of its own to the same server."""
        return ZmqLine(self.address, self.wait)

    def close(self) -> None:
        """Hang up."""
        if self._socket is not None and self._pid == os.getpid():
            self._socket.close()
        self._socket = None

    def _connected(self) -> zmq.Socket[bytes]:
        if self._socket is None or self._pid != os.getpid():
            self._pid = os.getpid()
            self._socket = zmq.Context.instance().socket(zmq.DEALER)
            self._socket.setsockopt(zmq.LINGER, 500)
            try:
                self._socket.connect(self.address)
            except zmq.ZMQError as error:
                self.close()
                raise UserError(f"{self.address!r} is no address of a server: {error.strerror}.") from None
        return self._socket

    def __getstate__(self) -> dict[str, Any]:
        return {"address": self.address, "wait": self.wait}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["address"], state["wait"])  # type: ignore[misc]


class SharedTeacher:
    """A teacher that many processes share; it issues and observes as if it were here."""

    def __init__(self, line: Line, worker: str | None = None) -> None:
        self._line = line
        self._given = worker
        self._pid = 0
        self._welcome: Welcome | None = None
        self._dealt: list[Ticket] = []
        self._trains: dict[int, bool] = {}
        self._pending: Exchange | None = None
        self.ignored: list[int] = []
        """Serials of outcomes that came too late: this worker had been taken for dead."""

    @property
    def name(self) -> str:
        """The versioned id of the teacher."""
        return self._met().teacher

    @property
    def space(self) -> Space:
        """The tasks it teaches."""
        return space_from_spec(self._met().space)

    @property
    def seed(self) -> int:
        """The run's seed."""
        return self._met().seed

    @property
    def worker(self) -> str:
        """What this process is called."""
        self._met()
        return self._worker

    def issue(self) -> Ticket | None:
        """The next ticket, or None when nothing is left to teach."""
        return next(iter(self.issue_many(1)), None)

    def issue_many(self, n: int) -> list[Ticket]:
        """The next ``n`` tickets; fewer when nothing is left to teach."""
        self._settle()
        while len(self._dealt) < n:
            before = len(self._dealt)
            self._exchange((), n - before)
            if len(self._dealt) == before:
                break
        taken, self._dealt = self._dealt[:n], self._dealt[n:]
        return taken

    def observe(self, outcome: Outcome) -> None:
        """Report what happened to a ticket."""
        self.observe_many([outcome])

    def observe_many(self, outcomes: Iterable[Outcome]) -> None:
        """Report several outcomes, in this order; if one is no good, none counts."""
        batch = tuple(outcomes)
        self._settle()
        if batch:
            self._exchange(batch, 0)

    def trains_on(self, ticket: Ticket) -> bool:
        """Whether the student should learn from this open ticket."""
        return self._trains.get(ticket.serial, True)

    def close(self) -> None:
        """Leave; tickets still held are taken back. Whoever calls again joins again, under a new name."""
        if self._pid == os.getpid():
            self._pid = 0
            self._over.set()
            with contextlib.suppress(UserError):
                self._ask(Leave(self._worker))

    def __enter__(self) -> SharedTeacher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _met(self) -> Welcome:
        """The desk's welcome; each process says hello for itself."""
        if self._welcome is not None and self._pid == os.getpid():
            return self._welcome
        from gradus import __version__

        self._worker = self._given or f"{platform.node()}-{os.getpid()}-{secrets.token_hex(4)}"
        welcome = self._ask(Hello(self._worker, __version__))
        if not isinstance(welcome, Welcome):
            raise UserError(f"The teacher's server answered a hello with {welcome!r}.")
        self._welcome, self._pid, self._number = welcome, os.getpid(), 0
        self._pending, self._dealt, self._trains, self.ignored = None, [], {}, []
        self._over = threading.Event()
        _live(weakref.ref(self), self._line.twin(), self._worker, welcome.patience / 4, self._over)
        return welcome

    def _settle(self) -> None:
        """Complete an exchange that was interrupted, before another begins."""
        self._met()
        if self._pending is not None:
            self._complete(self._pending)

    def _exchange(self, outcomes: tuple[Outcome, ...], tickets: int) -> None:
        self._number += 1
        self._pending = Exchange(self._worker, self._number, outcomes, tickets)
        self._complete(self._pending)

    def _complete(self, exchange: Exchange) -> None:
        try:
            reply = self._ask(exchange)
        except _RefusedError:
            self._pending = None
            raise
        self._pending = None
        assert isinstance(reply, Dealt)
        for outcome in exchange.outcomes:
            self._trains.pop(outcome.ticket.serial, None)
        self._dealt += reply.tickets
        self._trains |= {t.serial: trains for t, trains in zip(reply.tickets, reply.trains, strict=True)}
        self.ignored += reply.ignored

    def _ask(self, request: Request) -> Reply:
        reply = read_reply(self._line.ask(pack(request)))
        if isinstance(reply, Refused):
            raise _RefusedError(reply.sentence)
        return reply

    def __getstate__(self) -> dict[str, Any]:
        return {"line": self._line, "worker": self._given}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["line"], state["worker"])  # type: ignore[misc]


class _RefusedError(UserError):
    """The desk answered that a message had no effect."""


def connect(address: str, worker: str | None = None, wait: float = WAIT) -> SharedTeacher:
    """The teacher that is served at an address; ``worker`` names this process in the record."""
    return SharedTeacher(ZmqLine(address, wait), worker)


def _live(
    owner: weakref.ref[SharedTeacher], line: Line, worker: str, every: float, over: threading.Event
) -> None:
    """Give signs of life from a thread of its own, so that a long episode is not taken for a death."""
    message = pack(Alive(worker))

    def pulse() -> None:
        while not over.wait(every) and owner() is not None:
            with contextlib.suppress(UserError):
                line.ask(message)

    threading.Thread(target=pulse, name="sign of life", daemon=True).start()
