"""ZeroMQ on the wire (ZMTP 3.0, and 2.0 for older peers), as far as a PAIR socket needs it.

A world has to listen to several peers until one says hello. ZeroMQ's own PAIR socket gives its only place to whoever
connects first, and its sockets for many peers refuse to talk to the PAIR sockets of learners. So the world speaks
the protocol itself, on plain sockets; learners use any ZeroMQ library.
"""

from __future__ import annotations

from gradus.stream.remote.lobby import Stray
from gradus.stream.remote.messages import HELLO

# Bytes of ZeroMQ's wire protocol (RFC 23, ZMTP 3.0; RFC 15 for the older greeting), spoken here by hand because
# ZeroMQ's own PAIR socket gives its only place to the first peer, whoever that is.
SIGNATURE = b"\xff" + bytes(8) + b"\x7f"
OPENING = SIGNATURE + b"\x03"
"""What the world says first: a signature and the highest version it speaks."""
_REST_OF_GREETING = b"\x00" + b"NULL".ljust(20, b"\0") + bytes(32)
_GREETING = 64
_OLDER_GREETING = b"\x00" + b"\x00\x00"  # a PAIR socket, then an empty identity
_MORE, _LONG, _COMMAND = 1, 2, 4
_LONGEST = 1024
"""The longest message that can be a learner's: it says one byte, or hello."""


def frame(body: bytes, flags: int = 0) -> bytes:
    """A short frame."""
    return bytes((flags, len(body))) + body


def _property(name: bytes, value: bytes) -> bytes:
    return bytes((len(name),)) + name + len(value).to_bytes(4, "big") + value


READY = frame(b"\x05READY" + _property(b"Socket-Type", b"PAIR"), _COMMAND)


class BadFrame(Exception):  # noqa: N818
    """What a peer sent is not a message of this protocol; the text says what it did, as in ``sent ...``."""


class Frames:
    """Cuts what a peer sends into messages of one frame; commands are answered or passed over."""

    def __init__(self) -> None:
        self._buffer = b""
        self.reply = b""
        """What has to be sent back, as an answer to a heartbeat."""

    def feed(self, data: bytes) -> None:
        """Take in what has been received."""
        self._buffer += data

    def next_frame(self) -> tuple[int, bytes] | None:
        """Flags and body of the next frame, or None if it has not come as a whole."""
        data = self._buffer
        if len(data) < 2:
            return None
        flags, size, start = data[0], data[1], 2
        if flags & ~(_MORE | _LONG | _COMMAND):
            raise BadFrame("sent bytes that are no frame of ZeroMQ")
        if flags & _LONG:
            if len(data) < 9:
                return None
            size, start = int.from_bytes(data[1:9], "big"), 9
        if size > _LONGEST:
            raise BadFrame(f"sent a message of {size} bytes where one character was expected")
        if len(data) < start + size:
            return None
        self._buffer = data[start + size :]
        return flags, data[start : start + size]

    def next_message(self) -> bytes | None:
        """The next message, or None if it has not come as a whole."""
        while (found := self.next_frame()) is not None:
            flags, body = found
            if flags & _COMMAND:
                self._obey(body)
            elif flags & _MORE:
                raise BadFrame("sent a message of several frames where one character was expected")
            else:
                return body
        return None

    def _obey(self, command: bytes) -> None:
        if command.startswith(b"\x04PING"):
            self.reply += frame(b"\x04PONG" + command[7:23], _COMMAND)

    def rest(self) -> bytes:
        """What has been received and not been looked at."""
        return self._buffer


class ZmtpIntroduction:
    """A peer's greeting, its READY (or, of an older peer, its identity), and then a message: hello, or not."""

    def __init__(self) -> None:
        self._greeting = b""
        self._frames = Frames()
        self._version = 0
        self._ready = False

    def hear(self, data: bytes) -> tuple[bytes, bool]:
        """What to reply, and whether the peer has said hello by now."""
        reply = b""
        if not self._greeted():
            reply, data = self._greet(data)
        self._frames.feed(data)
        try:
            greeted = self._greeted() and self._has_said_hello()
        except BadFrame:
            raise Stray from None
        reply, self._frames.reply = reply + self._frames.reply, b""
        return reply, greeted

    def _greeted(self) -> bool:
        return self._version > 0 and len(self._greeting) == self._length()

    def _length(self) -> int:
        return _GREETING if self._version >= 3 else len(SIGNATURE) + 2

    def _greet(self, data: bytes) -> tuple[bytes, bytes]:
        """Read up to the end of the greeting; what to reply, and what came after it."""
        self._greeting += data
        start = self._greeting[: len(SIGNATURE)]
        if start[:1] != b"\xff" or (len(start) == len(SIGNATURE) and not start[-1] & 1):
            raise Stray
        if len(self._greeting) <= len(SIGNATURE):
            return b"", b""
        reply = b""
        if not self._version:
            self._version = 3 if self._greeting[len(SIGNATURE)] >= 3 else 2
            reply = _REST_OF_GREETING + READY if self._version == 3 else _OLDER_GREETING
        rest = self._greeting[self._length() :]
        self._greeting = self._greeting[: self._length()]
        self._check_kind()
        return reply, rest

    def _check_kind(self) -> None:
        """Peers that want encryption, or older ones that are no PAIR sockets, are at the wrong door."""
        if not self._greeted():
            return
        if self._version >= 3 and self._greeting[12:32].rstrip(b"\0") != b"NULL":
            raise Stray
        if self._version < 3 and self._greeting[-1] != 0:
            raise Stray

    def _has_said_hello(self) -> bool:
        if not self._ready:
            first = self._frames.next_frame()
            if first is None:
                return False
            self._check_ready(*first)
            self._ready = True
        message = self._frames.next_message()
        if message is not None and message != HELLO:
            raise Stray
        return message is not None

    def _check_ready(self, flags: int, body: bytes) -> None:
        if self._version >= 3 and not (
            flags & _COMMAND and body.startswith(b"\x05READY") and _property(b"Socket-Type", b"PAIR") in body
        ):
            raise Stray

    def rest(self) -> bytes:
        """What the peer has said after its hello."""
        return self._frames.rest()


class PlainIntroduction:
    """A peer on a stream socket: its first five bytes are hello, or it is no learner."""

    def __init__(self) -> None:
        self._heard = b""

    def hear(self, data: bytes) -> tuple[bytes, bool]:
        """Nothing to reply, and whether the peer has said hello by now."""
        self._heard += data
        if not self._heard.startswith(HELLO[: len(self._heard)]):
            raise Stray
        return b"", len(self._heard) >= len(HELLO)

    def rest(self) -> bytes:
        """What the peer has said after its hello."""
        return self._heard[len(HELLO) :]
