"""The two transports: which host serves which address."""

from __future__ import annotations

from gradus.stream.remote.address import Address, TcpAddress
from gradus.stream.remote.host import CLOSED, SLICE, Host
from gradus.stream.remote.unix_host import UnixHost
from gradus.stream.remote.zmq_host import ZmqHost

__all__ = ["CLOSED", "SLICE", "Host", "UnixHost", "ZmqHost", "open_host"]


def open_host(address: Address) -> Host:
    """Bind to the address."""
    return ZmqHost(address) if isinstance(address, TcpAddress) else UnixHost(address)
