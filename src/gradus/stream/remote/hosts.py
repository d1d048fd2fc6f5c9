"""The world's side of the two transports: bind, wait for one learner, exchange messages in short slices.

No call here blocks for longer than :data:`SLICE`. Waiting longer is the caller's decision, who looks in
between at budgets and at whether the learner still lives. The timeouts are those of the sockets
themselves, so a step that is answered promptly costs nothing extra.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import struct
import tempfile
from pathlib import Path
from typing import Protocol

import zmq

from gradus.school import UserError
from gradus.stream.departure import LearnerGone
from gradus.stream.remote.address import Address, TcpAddress, UnixAddress
from gradus.stream.remote.messages import CHARACTERS, CODES, HELLO, REWARDS, complaint

SLICE = 0.05
"""Seconds that one call may wait."""
_LONGEST_MESSAGE = 1024
_PARTING_MILLISECONDS = 1000
CLOSED = "the learner closed the connection"


class Host(Protocol):
    """The world's end of a connection."""

    argument: str
    """What a learner needs to connect, as its command's last argument."""
    address: str
    """The whole address, for people."""

    def greeted(self) -> bool:
        """Whether a learner has said hello by the end of this slice."""

    def send(self, byte: int, reward: int) -> bool:
        """Send both messages of a step; False when there is nobody to send them to."""

    def receive(self) -> int | None:
        """The learner's byte, or None when it has not come by the end of this slice."""

    def connected(self) -> bool:
        """Whether a learner is still there."""

    def close(self, parting: bool) -> None:
        """Let go; with ``parting``, what was sent last still goes out."""


def open_host(address: Address) -> Host:
    """Bind to the address."""
    return ZmqHost(address) if isinstance(address, TcpAddress) else UnixHost(address)


class ZmqHost:
    """The original protocol: a ZeroMQ PAIR socket, which by itself admits one learner at a time."""

    def __init__(self, address: TcpAddress) -> None:
        self._context = zmq.Context()
        self._socket = pair = self._context.socket(zmq.PAIR)
        pair.ipv6 = ":" in address.host
        pair.rcvtimeo = pair.sndtimeo = int(SLICE * 1000)
        pair.maxmsgsize = _LONGEST_MESSAGE
        try:
            bound = TcpAddress(address.host, address.port)
            pair.bind(str(bound) if address.port else str(bound)[:-1] + "*")
        except zmq.ZMQError as error:
            self.close(parting=False)
            raise UserError(f"Cannot listen on {address}: {_bind_problem(error)}.") from error
        self.address = pair.getsockopt_string(zmq.LAST_ENDPOINT)
        self.argument = self.address.rpartition(":")[2]
        self._send, self._receive = pair.send, pair.recv

    def greeted(self) -> bool:
        """Whether a learner has said hello by the end of this slice."""
        try:
            message = self._receive()
        except zmq.Again:
            return False
        if message != HELLO:
            raise LearnerGone(f"the learner's first message was {message[:20]!r}, not {HELLO!r}")
        return True

    def send(self, byte: int, reward: int) -> bool:
        """Send both messages of a step; False when there is nobody to send them to."""
        try:
            self._send(REWARDS[reward])
            self._send(CHARACTERS[byte])
        except zmq.Again:
            return False
        return True

    def receive(self) -> int | None:
        """The learner's byte, or None when it has not come by the end of this slice."""
        try:
            message = self._receive()
        except zmq.Again:
            return None
        code = CODES.get(message)
        if code is None:
            # A second learner gets in when the first one left, and introduces itself.
            what = CLOSED if message == HELLO else f"the learner {complaint(message)}"
            raise LearnerGone(what)
        return code

    def connected(self) -> bool:
        """Whether a learner is still there."""
        # A PAIR socket can be written to exactly while it has a peer: in lock-step its queue is never full.
        return bool(int(self._socket.getsockopt(zmq.EVENTS)) & zmq.POLLOUT)

    def close(self, parting: bool) -> None:
        """Let go; with ``parting``, what was sent last still goes out."""
        self._context.destroy(linger=_PARTING_MILLISECONDS if parting else 0)


def _bind_problem(error: zmq.ZMQError) -> str:
    if error.errno == errno.EADDRINUSE:
        return "the port is in use"
    if error.errno in (errno.ENODEV, errno.EADDRNOTAVAIL, errno.EINVAL):
        return "this machine has no such address"
    return str(error.strerror or error)


class UnixHost:
    """A local stream socket with fixed frames: two bytes out (reward, byte), one byte in."""

    def __init__(self, address: UnixAddress) -> None:
        self._folder = None if address.path else tempfile.TemporaryDirectory(prefix="gradus-")
        self._path = Path(self._folder.name) / "world.sock" if self._folder else Path(address.path)
        self.address = self.argument = f"unix:{self._path}"
        self._peer: socket.socket | None = None
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._bind()
        except OSError as error:
            self._listener.close()
            why = "it is in use" if error.errno == errno.EADDRINUSE else error.strerror or str(error)
            raise UserError(f"Cannot listen on {self.address}: {why}.") from error
        _set_timeouts(self._listener)
        self._greeting = b""
        self._frames = {
            (byte, reward): bytes((reward & 255, byte)) for byte in range(256) for reward in REWARDS
        }

    def _bind(self) -> None:
        if self._path.is_socket() and not _is_served(self._path):
            self._path.unlink()  # left behind by a world that was killed
        self._listener.bind(str(self._path))
        self._path.chmod(0o600)
        self._listener.listen(1)

    def greeted(self) -> bool:
        """Whether a learner has said hello by the end of this slice."""
        if self._peer is None and not self._accept():
            return False
        assert self._peer is not None
        try:
            part = self._peer.recv(len(HELLO) - len(self._greeting))
        except BlockingIOError:
            return False
        except ConnectionError:
            part = b""
        if not part:
            # Somebody looked in and left without a word: wait for the next.
            self._peer.close()
            self._peer, self._greeting = None, b""
            return False
        self._greeting += part
        if not HELLO.startswith(self._greeting):
            raise LearnerGone(f"the learner's first message was {self._greeting!r}, not {HELLO!r}")
        if self._greeting == HELLO:
            self._stop_listening()
            return True
        return False

    def _accept(self) -> bool:
        try:
            self._peer, _ = self._listener.accept()
        except BlockingIOError:
            return False
        self._peer.setblocking(True)
        _set_timeouts(self._peer)
        return True

    def _stop_listening(self) -> None:
        """There is one learner: a second one finds no socket instead of waiting for its turn."""
        if self._listener.fileno() >= 0:
            self._listener.close()
            self._path.unlink(missing_ok=True)

    def send(self, byte: int, reward: int) -> bool:
        """Send both messages of a step in one frame; False when there is nobody to send them to."""
        assert self._peer is not None
        try:
            self._peer.sendall(self._frames[byte, reward])
        except (BlockingIOError, ConnectionError):
            return False
        return True

    def receive(self) -> int | None:
        """The learner's byte, or None when it has not come by the end of this slice."""
        assert self._peer is not None
        try:
            message = self._peer.recv(1)
        except BlockingIOError:
            return None
        except ConnectionError:
            message = b""
        if not message:
            raise LearnerGone(CLOSED)
        return message[0]

    def surplus(self) -> bool:
        """Whether the learner has said something that nobody asked for yet."""
        assert self._peer is not None
        try:
            return bool(self._peer.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except (BlockingIOError, ConnectionError):
            return False

    def connected(self) -> bool:
        """Whether a learner is still there; the end of the stream is noticed by :meth:`receive`."""
        return self._peer is not None

    def close(self, parting: bool) -> None:
        """Let go; what was sent last stays readable for the learner."""
        self._stop_listening()
        if self._peer:
            with contextlib.suppress(OSError):
                self._peer.shutdown(socket.SHUT_WR)
            self._peer.close()
        if self._folder:
            self._folder.cleanup()


def _is_served(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(os.fspath(path))
        except ConnectionRefusedError:
            return False
    return True


def _set_timeouts(endpoint: socket.socket) -> None:
    """Let the system count the time: Python's own timeouts cost a further call of the system per message."""
    slice_ = struct.pack("ll", 0, int(SLICE * 1_000_000))
    endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, slice_)
    endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, slice_)
