"""The learner's side: connect to a world and answer it, in a process of one's own.

``serve_learner(MyLearner(), sys.argv[1])`` is a whole program: it works with ``gradus serve`` and as a
``--learner-cmd``, over both transports.
"""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator
from typing import Protocol

import zmq

from gradus.school import UserError
from gradus.stream.remote.address import Address, TcpAddress, parse_address
from gradus.stream.remote.messages import CHARACTERS, CODES, HELLO, read_reward

_SLICE = 0.05
"""Seconds of waiting at a time; between two of them Ctrl-C and a lost world are noticed."""


class Acts(Protocol):
    """All that is needed of a learner here."""

    def act(self, byte: int, reward: int) -> int:
        """The learner's byte in reply to the world's."""


class Connection(Protocol):
    """A learner's connection to a world; iterate over it for each (byte, reward) until the run ends."""

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """What the world says, until it closes the connection."""

    def answer(self, byte: int) -> None:
        """Say one byte; in vain, and without complaint, when the run has ended."""

    def close(self) -> None:
        """Leave."""


def connect(address: str | int | Address, seconds: float = 60.0) -> Connection:
    """Connect and say hello; a world that is not there yet is waited for up to so many seconds."""
    where = parse_address(address)
    if isinstance(where, TcpAddress):
        return ZmqConnection(str(where), seconds)
    return UnixConnection(where.path, seconds)


def serve_learner(learner: Acts, address: str | int | Address, seconds: float = 60.0) -> int:
    """Let the learner answer the world at the address until the run ends; how many bytes it heard."""
    steps = 0
    with contextlib.closing(connect(address, seconds)) as connection:
        act, answer = learner.act, connection.answer
        for byte, reward in connection:
            answer(act(byte, reward))
            steps += 1
    return steps


class ZmqConnection:
    """The original protocol over ZeroMQ."""

    def __init__(self, address: str, seconds: float) -> None:
        self._address, self._seconds = address, seconds
        self._context = zmq.Context()
        self._socket = pair = self._context.socket(zmq.PAIR)
        pair.ipv6 = "[" in address
        pair.rcvtimeo = pair.sndtimeo = int(_SLICE * 1000)
        # ZeroMQ hides lost connections behind new ones; only its monitor tells that the world has left.
        self._monitor = pair.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED)
        try:
            pair.connect(address)
        except zmq.ZMQError as error:
            self.close()
            raise UserError(f"Cannot connect to {address}: {error.strerror}.") from error
        if not self._monitor.poll(int(seconds * 1000)):
            self.close()
            raise UserError(f"No world answered at {address} within {seconds:g} seconds.")
        self._monitor.recv_multipart()
        pair.send(HELLO)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """What the world says, until it closes the connection."""
        # A PAIR socket that has its peer keeps others connected and never speaks to them.
        if not self._socket.poll(int(self._seconds * 1000)) and not self._is_closed():
            raise UserError(
                f"The world at {self._address} did not begin within {self._seconds:g} seconds: "
                "another learner is probably connected."
            )
        receive = self._receive
        while (reward := receive()) is not None and (character := receive()) is not None:
            yield CODES[character], read_reward(reward)

    def _receive(self) -> bytes | None:
        """The next message, however long it takes; None when the world has closed the connection."""
        leaving = False
        while True:
            try:
                message: bytes = self._socket.recv()
            except zmq.Again:
                if leaving:
                    return None
                leaving = self._is_closed()  # but what was sent before is still to be read
            else:
                return message

    def _is_closed(self) -> bool:
        return bool(self._monitor.poll(0))

    def answer(self, byte: int) -> None:
        """Say one byte; in vain, and without complaint, when the run has ended."""
        with contextlib.suppress(zmq.Again):
            self._socket.send(CHARACTERS[byte])

    def close(self) -> None:
        """Leave."""
        self._socket.disable_monitor()
        self._context.destroy(linger=0)


class UnixConnection:
    """The same messages over a Unix socket, in fixed frames: two bytes in (reward, byte), one byte out."""

    def __init__(self, path: str, seconds: float) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        deadline = time.monotonic() + seconds
        while not self._connected(path):
            if time.monotonic() > deadline:
                self._socket.close()
                raise UserError(f"No world answered at unix:{path} within {seconds:g} seconds.")
            time.sleep(_SLICE)
        self._socket.sendall(HELLO)

    def _connected(self, path: str) -> bool:
        try:
            self._socket.connect(path)
        except (FileNotFoundError, ConnectionRefusedError):
            return False
        except OSError as error:
            raise UserError(f"Cannot connect to unix:{path}: {error.strerror or error}.") from error
        return True

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """What the world says, until it closes the connection."""
        receive = self._socket.recv
        frame = b""
        while True:
            try:
                part = receive(2 - len(frame))
            except ConnectionError:
                return
            if not part:
                return
            frame += part
            if len(frame) == 2:
                yield frame[1], (frame[0] ^ 128) - 128
                frame = b""

    def answer(self, byte: int) -> None:
        """Say one byte; in vain, and without complaint, when the run has ended."""
        with contextlib.suppress(ConnectionError):
            self._socket.sendall(bytes((byte,)))

    def close(self) -> None:
        """Leave."""
        self._socket.close()
