"""Where peers wait until one of them has said hello: that one is the learner, all others are sent away.

Anybody may connect to an open port. A peer that is silent, says something else or leaves must not keep the right
one out, so the lobby listens to all of them at once, and a hello is the only thing that counts.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import time
from collections.abc import Callable
from typing import Protocol

_MOST_WAITING = 64
"""Peers that may wait at once; one more, and the longest waiting has to leave."""
_PATIENCE = 1.0
"""Seconds that everybody has for a hello, however many come after; until then those stay outside."""
_PAUSE = 0.01
"""Seconds between two looks while nobody can be let in."""
_MOST_BYTES = 2048
"""Longest beginning that is read of a peer at a time."""


class Stray(Exception):  # noqa: N818 (somebody at the wrong door, not a mistake of ours)
    """A peer that is no learner."""


class Introduction(Protocol):
    """One peer's way to its hello."""

    def hear(self, data: bytes) -> tuple[bytes, bool]:
        """What to reply, and whether the peer has said hello by now; raises :class:`Stray`."""

    def rest(self) -> bytes:
        """What the peer has said after its hello."""


class Lobby:
    """A listening socket and the peers that have not said hello yet."""

    def __init__(
        self, listener: socket.socket, introduce: Callable[[], Introduction], opening: bytes = b""
    ) -> None:
        self._listener, self._introduce, self._opening = listener, introduce, opening
        self._waiting: dict[socket.socket, Introduction] = {}
        self._since: dict[socket.socket, float] = {}
        """When each of them came."""
        self._selector = selectors.DefaultSelector()
        listener.setblocking(False)
        self._selector.register(listener, selectors.EVENT_READ)
        self.strays = 0
        """Peers that left or were sent away."""

    @property
    def waiting(self) -> int:
        """Peers that are connected and have not said hello."""
        return len(self._waiting)

    def wait(self, seconds: float) -> tuple[socket.socket, bytes] | None:
        """The first peer that says hello and what it said beyond; None when nobody has after so long."""
        ready = [key.fileobj for key, _ in self._selector.select(seconds)]
        for peer in ready:
            assert isinstance(peer, socket.socket)
            if peer is not self._listener and self._hear(peer):
                rest = self._waiting.pop(peer).rest()
                del self._since[peer]
                self._selector.unregister(peer)
                return peer, rest
        if self._listener in ready:  # only now: nobody has to leave who was not heard
            self._accept()
        return None

    def _accept(self) -> None:
        for _ in range(_MOST_WAITING):
            if not self._room():
                time.sleep(_PAUSE)
                return
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            with contextlib.suppress(OSError):
                peer.setblocking(False)
                peer.send(self._opening)
                self._let_in(peer)

    def _room(self) -> bool:
        """Whether one more may come in; if need be the longest waiting leaves, once it has had its time."""
        if len(self._waiting) < _MOST_WAITING:
            return True
        longest = next(iter(self._waiting))
        if time.monotonic() - self._since[longest] < _PATIENCE:
            return False
        self._send_away(longest)
        return True

    def _let_in(self, peer: socket.socket) -> None:
        self._waiting[peer], self._since[peer] = self._introduce(), time.monotonic()
        self._selector.register(peer, selectors.EVENT_READ)

    def _hear(self, peer: socket.socket) -> bool:
        try:
            data = peer.recv(_MOST_BYTES)
            if not data:
                raise Stray
            reply, greeted = self._waiting[peer].hear(data)
            if reply and peer.send(reply) < len(reply):
                raise Stray
        except BlockingIOError:
            return False
        except (OSError, Stray):
            self._send_away(peer)
            return False
        return greeted

    def _send_away(self, peer: socket.socket) -> None:
        self.strays += 1
        self._selector.unregister(peer)
        del self._waiting[peer], self._since[peer]
        with contextlib.suppress(OSError):
            peer.close()

    def close(self) -> None:
        """Send everybody away and stop listening."""
        for peer in list(self._waiting):
            self._send_away(peer)
        self._selector.close()
        self._listener.close()
