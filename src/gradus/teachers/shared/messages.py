"""What workers and a desk say to each other: typed messages in MessagePack, and nothing that could run code."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec

from gradus.school import Outcome, Ticket, UserError

PROTOCOL = 1
"""Workers and servers of different numbers do not understand each other."""
MOST = 65_536
"""Tickets that a worker may ask for at once."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
"""What a worker is called."""


class Hello(msgspec.Struct, tag="hello", frozen=True, forbid_unknown_fields=True):
    """A worker begins; what an earlier worker of its name still held is lost."""

    worker: Name
    gradus: str
    """The version of Gradus it runs."""
    protocol: int = PROTOCOL


class Exchange(msgspec.Struct, tag="exchange", frozen=True, forbid_unknown_fields=True):
    """A worker hands outcomes in and asks for tickets."""

    worker: Name
    number: Annotated[int, msgspec.Meta(ge=1)]
    """Counts the worker's exchanges, so that one that is sent again is not done again."""
    outcomes: tuple[Outcome, ...] = ()
    tickets: Annotated[int, msgspec.Meta(ge=0, le=MOST)] = 0


class Leave(msgspec.Struct, tag="leave", frozen=True, forbid_unknown_fields=True):
    """A worker ends; what it still holds is taken back."""

    worker: Name


class Alive(msgspec.Struct, tag="alive", frozen=True, forbid_unknown_fields=True):
    """A sign of life."""

    worker: Name


class Welcome(msgspec.Struct, tag="welcome", frozen=True):
    """Who teaches, and what."""

    teacher: str
    space: dict[str, Any]
    seed: int
    patience: float
    """Seconds of silence after which a worker counts as dead."""


class Dealt(msgspec.Struct, tag="dealt", frozen=True):
    """The answer to an exchange."""

    tickets: tuple[Ticket, ...] = ()
    trains: tuple[bool, ...] = ()
    """Whether a student should learn from each ticket."""
    ignored: tuple[int, ...] = ()
    """Serials of outcomes that came after their tickets had been taken back."""


class Refused(msgspec.Struct, tag="refused", frozen=True):
    """Why a message had no effect."""

    sentence: str


Request = Hello | Exchange | Leave | Alive
Reply = Welcome | Dealt | Refused
_request = msgspec.msgpack.Decoder(Request)
_reply = msgspec.msgpack.Decoder(Reply)
T = TypeVar("T")


def pack(message: Request | Reply) -> bytes:
    """The bytes of a message."""
    try:
        return msgspec.msgpack.encode(message)
    except (TypeError, OverflowError) as error:
        raise UserError(
            f"An outcome's extras must be plain numbers, texts, lists and tables: {error}."
        ) from None


def read_request(data: bytes) -> Request | Refused:
    """What a worker said; what nobody can understand is refused."""
    return _read(_request, data)


def read_reply(data: bytes) -> Reply:
    """What the desk answered."""
    return _read(_reply, data)


def _read(decoder: msgspec.msgpack.Decoder[T], data: bytes) -> T | Refused:
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UserError, ValueError, RecursionError) as error:
        return Refused(f"The message cannot be understood by protocol {PROTOCOL}: {error}.")
