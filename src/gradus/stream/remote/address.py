"""Where a world and a learner meet: a TCP port for ZeroMQ, or the path of a Unix socket."""

from __future__ import annotations

from dataclasses import dataclass

from gradus.school import UserError

LOCALHOST = "127.0.0.1"
PORT = 5556
"""The port of the original challenge."""
_EXPECTED = "a port, HOST:PORT, tcp://HOST:PORT or unix:PATH"


@dataclass(frozen=True)
class TcpAddress:
    """A host and a port; port 0 is any free one."""

    host: str = LOCALHOST
    port: int = PORT

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise UserError(f"A port is a whole number from 1 to 65535 (0: any free one), not {self.port}.")

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"tcp://{host}:{self.port}"


@dataclass(frozen=True)
class UnixAddress:
    """The path of a Unix socket."""

    path: str
    owner: int | None = None
    """The user who may connect, where that is another one; only a superuser may say so."""

    def __str__(self) -> str:
        return f"unix:{self.path}"


Address = TcpAddress | UnixAddress


def parse_address(text: str | int | Address) -> Address:
    """An address from what a person writes.

    >>> str(parse_address("5556")), str(parse_address("unix:/tmp/world.sock"))
    ('tcp://127.0.0.1:5556', 'unix:/tmp/world.sock')
    """
    if isinstance(text, TcpAddress | UnixAddress):
        return text
    written = str(text).strip()
    if written.startswith("unix:"):
        return UnixAddress(written.removeprefix("unix:").removeprefix("//"))
    host, colon, port = written.removeprefix("tcp://").rpartition(":")
    try:
        number = int(port)
    except ValueError:
        raise UserError(f"{written!r} is not an address; expected {_EXPECTED}.") from None
    return TcpAddress(host.strip("[]") if colon and host else LOCALHOST, number)
