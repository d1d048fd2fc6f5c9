"""The world's side of the original protocol."""

from __future__ import annotations

import contextlib
import errno
import socket

from gradus.school import UserError
from gradus.stream.learner import DisconnectReason, LearnerDisconnected
from gradus.stream.remote.address import TcpAddress
from gradus.stream.remote.host import BACKLOG, CLOSED, SocketHost, Steps
from gradus.stream.remote.lobby import Lobby
from gradus.stream.remote.messages import CHARACTERS, CODES, REWARDS, complaint
from gradus.stream.remote.zmtp import OPENING, BadFrame, Frames, ZmtpIntroduction, frame


class ZmqHost(SocketHost):
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
        self._out = Steps(lambda byte, reward: frame(REWARDS[reward]) + frame(CHARACTERS[byte]))
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
        listener.listen(BACKLOG)
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
