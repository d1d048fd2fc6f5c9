"""The world's side of a transport: wait for one learner, exchange messages in short slices.

No call here blocks for longer than :data:`SLICE`. Waiting longer is the caller's decision, who looks in
between at budgets and at whether the learner still lives. The timeouts are those of the sockets
themselves, so a step that is answered promptly costs nothing extra.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import time
from collections.abc import Callable
from typing import Protocol

from gradus.stream.learner import LearnerDisconnected
from gradus.stream.remote.lobby import Lobby

SLICE = 0.05
"""Seconds that one call may wait."""
_PARTING_SECONDS = 1.0
"""How long the other side may take to read what it was told last."""
BACKLOG = 64
"""Peers that may wait for being let in."""
CLOSED = "the learner closed the connection"


class Host(Protocol):
    """The world's end of a connection."""

    argument: str
    """What a learner needs to connect, as its command's last argument."""
    address: str
    """The whole address, for people."""

    def greeted(self) -> bool:
        """Whether a learner has said hello by the end of this slice."""

    def visitors(self) -> int:
        """Peers that came and did not say hello."""

    def send(self, byte: int, reward: int) -> bool:
        """Send both messages of a step; False when there is nobody to send them to."""

    def receive(self) -> int | None:
        """The learner's byte, or None when it has not come by the end of this slice."""

    def exchange(self, byte: int, reward: int) -> int | None:
        """A whole step: send, then receive."""

    def connected(self) -> bool:
        """Whether a learner is still there."""

    def close(self, parting: bool) -> None:
        """Let go; with ``parting``, what was sent last still goes out."""


class SocketHost:
    """What both transports share: a lobby until somebody says hello, then one connection."""

    address: str
    argument: str
    _lobby: Lobby

    def __init__(self) -> None:
        self._peer: socket.socket | None = None

    def greeted(self) -> bool:
        """Whether a learner has said hello by the end of this slice; all others are then sent away."""
        found = self._lobby.wait(SLICE)
        if found is None:
            return False
        self._peer, rest = found
        self._peer.setblocking(True)
        _set_timeouts(self._peer)
        self._begin(self._peer, rest)
        self._stop_listening()
        return True

    def visitors(self) -> int:
        """Peers that came and did not say hello."""
        return self._lobby.strays + self._lobby.waiting

    def _begin(self, peer: socket.socket, rest: bytes) -> None:
        """Get ready to talk to a learner that has said more than hello already."""
        raise NotImplementedError

    def _stop_listening(self) -> None:
        """There is one learner: a second one finds nobody instead of waiting for its turn."""
        self._lobby.close()

    def send(self, byte: int, reward: int) -> bool:
        """Send both messages of a step; False when there is nobody to send them to."""
        raise NotImplementedError

    def receive(self) -> int | None:
        """The learner's byte, or None when it has not come by the end of this slice."""
        raise NotImplementedError

    def exchange(self, byte: int, reward: int) -> int | None:
        """A whole step: send, then receive."""
        if not self.send(byte, reward):
            raise LearnerDisconnected(CLOSED)
        return self.receive()

    def connected(self) -> bool:
        """Whether a learner is still there; the end of the stream is noticed by :meth:`receive`."""
        return self._peer is not None

    def close(self, parting: bool) -> None:
        """Let go; with ``parting``, what was sent last is still read by the learner."""
        self._stop_listening()
        if self._peer:
            with contextlib.suppress(OSError):
                self._peer.shutdown(socket.SHUT_WR)
                if parting:
                    _drain(self._peer)
            self._peer.close()


class Steps(dict[tuple[int, int], bytes]):
    """What is sent for a byte and a reward, made when it is needed first."""

    def __init__(self, make: Callable[[int, int], bytes]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, step: tuple[int, int]) -> bytes:
        made = self[step] = self._make(*step)
        return made


def _drain(peer: socket.socket) -> None:
    """Wait a little for the other side to leave: closing at once would take back what it has not read yet."""
    deadline = time.monotonic() + _PARTING_SECONDS
    while time.monotonic() < deadline:
        try:
            if not peer.recv(4096):
                return
        except BlockingIOError:
            continue


def _set_timeouts(endpoint: socket.socket) -> None:
    """Let the system count the time: Python's own timeouts cost a further call of the system per message."""
    slice_ = struct.pack("ll", 0, int(SLICE * 1_000_000))
    endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, slice_)
    endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, slice_)
