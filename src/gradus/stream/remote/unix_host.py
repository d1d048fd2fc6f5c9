"""The world's side of the same messages over a Unix socket."""

from __future__ import annotations

import errno
import os
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path

from gradus.school import UserError
from gradus.stream.learner import LearnerDisconnected
from gradus.stream.remote.address import UnixAddress
from gradus.stream.remote.host import BACKLOG, CLOSED, SocketHost, Steps
from gradus.stream.remote.lobby import Lobby
from gradus.stream.remote.zmtp import PlainIntroduction


class UnixHost(SocketHost):
    """A local stream socket with fixed frames: two bytes out (reward, byte), one byte in."""

    def __init__(self, address: UnixAddress) -> None:
        super().__init__()
        self._folder = None if address.path else tempfile.TemporaryDirectory(prefix="gradus-")
        self._path = Path(self._folder.name) / "world.sock" if self._folder else Path(address.path)
        self.address = self.argument = f"unix:{self._path}"
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._bind(listener, address.owner)
        except OSError as error:
            listener.close()
            why = "it is in use" if error.errno == errno.EADDRINUSE else error.strerror or str(error)
            raise UserError(f"Cannot listen on {self.address}: {why}.") from error
        self._lobby = Lobby(listener, PlainIntroduction)
        self._ahead = b""
        self._send_all: Callable[[bytes], object]
        self._receive_some: Callable[[int], bytes]
        self._bound = True
        self._frames = Steps(lambda byte, reward: bytes((reward & 255, byte)))

    def _bind(self, listener: socket.socket, owner: int | None) -> None:
        if self._path.is_socket() and not _is_served(self._path):
            self._path.unlink()  # left behind by a world that was killed
        listener.bind(str(self._path))
        self._path.chmod(0o600)
        if owner is not None:
            os.chown(self._path, owner, owner)
        listener.listen(BACKLOG)

    def _begin(self, peer: socket.socket, rest: bytes) -> None:
        self._ahead = rest
        self._send_all, self._receive_some = peer.sendall, peer.recv

    def exchange(self, byte: int, reward: int) -> int | None:
        """A whole step, without the calls in between: here they would be a tenth of its time."""
        if self._ahead:
            return super().exchange(byte, reward)
        try:
            self._send_all(self._frames[byte, reward])
        except (BlockingIOError, ConnectionError):
            raise LearnerDisconnected(CLOSED) from None
        try:
            return self._receive_some(1)[0]
        except BlockingIOError:
            return None
        except (ConnectionError, IndexError):  # nothing was received: the other end is closed
            raise LearnerDisconnected(CLOSED) from None

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
