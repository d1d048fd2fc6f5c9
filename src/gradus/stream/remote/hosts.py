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
import time
from pathlib import Path
from typing import Protocol

from gradus.school import UserError
from gradus.stream.learner import DisconnectReason, LearnerDisconnected
from gradus.stream.remote.address import Address, TcpAddress, UnixAddress
from gradus.stream.remote.lobby import Lobby
from gradus.stream.remote.messages import CHARACTERS, CODES, REWARDS, complaint
from gradus.stream.remote.zmtp import OPENING, BadFrame, Frames, PlainIntroduction, ZmtpIntroduction, frame

SLICE = 0.05
"""Seconds that one call may wait."""
_PARTING_SECONDS = 1.0
_BACKLOG = 64
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

    def connected(self) -> bool:
        """Whether a learner is still there."""

    def close(self, parting: bool) -> None:
        """Let go; with ``parting``, what was sent last still goes out."""


def open_host(address: Address) -> Host:
    """Bind to the address."""
    return ZmqHost(address) if isinstance(address, TcpAddress) else UnixHost(address)


class _Host:
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


class ZmqHost(_Host):
    """The original protocol: to a learner, the world is a ZeroMQ PAIR socket."""

    def __init__(self, address: TcpAddress) -> None:
        super().__init__()
        try:
            listener = _listen(address)
        except OSError as error:
            raise UserError(f"Cannot listen on {address}: {_bind_problem(error)}.") from error
        port = listener.getsockname()[1]
        self._lobby = Lobby(listener, ZmtpIntroduction, OPENING)
        self.address, self.argument = str(TcpAddress(address.host, port)), str(port)
        self._messages = Frames()
        self._out = {
            (byte, reward): frame(REWARDS[reward]) + frame(CHARACTERS[byte])
            for byte in range(256)
            for reward in REWARDS
        }
        self._in = {frame(text): code for text, code in CODES.items()}

    def _begin(self, peer: socket.socket, rest: bytes) -> None:
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._messages.feed(rest)

    def send(self, byte: int, reward: int) -> bool:
        """Send both messages of a step; False when there is nobody to send them to."""
        assert self._peer is not None
        try:
            self._peer.sendall(self._out[byte, reward])
        except OSError:
            return False
        return True

    def receive(self) -> int | None:
        """The learner's byte, or None when it has not come by the end of this slice."""
        if self._messages.rest() and (code := self._read()) is not None:
            return code
        data = self._hear()
        if data is None:
            return None
        if not self._messages.rest() and (code := self._in.get(data)) is not None:
            return code  # in lock-step one message comes at a time: worth saving a dozen calls
        self._messages.feed(data)
        return self._read()

    def _hear(self) -> bytes | None:
        assert self._peer is not None
        try:
            data = self._peer.recv(4096)
        except BlockingIOError:
            return None
        except OSError:
            data = b""
        if not data:
            raise LearnerDisconnected(CLOSED)
        return data

    def _read(self) -> int | None:
        try:
            message = self._messages.next_message()
        except BadFrame as error:
            raise LearnerDisconnected(f"the learner {error}", DisconnectReason.protocol) from None
        if self._messages.reply and self._peer:
            with contextlib.suppress(OSError):
                self._peer.sendall(self._messages.reply)
            self._messages.reply = b""
        if message is None:
            return None
        code = CODES.get(message)
        if code is None:
            raise LearnerDisconnected(f"the learner {complaint(message)}", DisconnectReason.protocol)
        return code


def _listen(address: TcpAddress) -> socket.socket:
    host = None if address.host == "*" else address.host
    flags = socket.AI_PASSIVE
    family, kind, protocol, _, where = socket.getaddrinfo(
        host, address.port, 0, socket.SOCK_STREAM, 0, flags
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def _bind_problem(error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return "the port is in use"
    if isinstance(error, socket.gaierror) or error.errno in (errno.ENODEV, errno.EADDRNOTAVAIL, errno.EINVAL):
        return "this machine has no such address"
    return str(error.strerror or error)


def _drain(peer: socket.socket) -> None:
    """Wait a little for the other side to leave: closing at once would take back what it has not read yet."""
    deadline = time.monotonic() + _PARTING_SECONDS
    while time.monotonic() < deadline:
        try:
            if not peer.recv(4096):
                return
        except BlockingIOError:
            continue


class UnixHost(_Host):
    """A local stream socket with fixed frames: two bytes out (reward, byte), one byte in."""

    def __init__(self, address: UnixAddress) -> None:
        super().__init__()
        self._folder = None if address.path else tempfile.TemporaryDirectory(prefix="gradus-")
        self._path = Path(self._folder.name) / "world.sock" if self._folder else Path(address.path)
        self.address = self.argument = f"unix:{self._path}"
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._bind(listener)
        except OSError as error:
            listener.close()
            why = "it is in use" if error.errno == errno.EADDRINUSE else error.strerror or str(error)
            raise UserError(f"Cannot listen on {self.address}: {why}.") from error
        self._lobby = Lobby(listener, PlainIntroduction)
        self._ahead = b""
        self._bound = True
        self._frames = {
            (byte, reward): bytes((reward & 255, byte)) for byte in range(256) for reward in REWARDS
        }

    def _bind(self, listener: socket.socket) -> None:
        if self._path.is_socket() and not _is_served(self._path):
            self._path.unlink()  # left behind by a world that was killed
        listener.bind(str(self._path))
        self._path.chmod(0o600)
        listener.listen(_BACKLOG)

    def _begin(self, peer: socket.socket, rest: bytes) -> None:
        self._ahead = rest

    def _stop_listening(self) -> None:
        super()._stop_listening()
        if self._bound:
            self._bound = False
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
        if self._ahead:
            answer, self._ahead = self._ahead[0], self._ahead[1:]
            return answer
        try:
            message = self._peer.recv(1)
        except BlockingIOError:
            return None
        except ConnectionError:
            message = b""
        if not message:
            raise LearnerDisconnected(CLOSED)
        return message[0]

    def surplus(self) -> bool:
        """Whether the learner has said something that nobody asked for yet."""
        assert self._peer is not None
        try:
            return bool(self._ahead or self._peer.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except (BlockingIOError, ConnectionError):
            return False

    def close(self, parting: bool) -> None:
        """Let go; what was sent last stays readable for the learner."""
        super().close(parting=False)
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
