"""Who may ask: pages of this very server, nobody else; and how much they may send."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

LARGEST = 1 << 20
"""Bytes of a request's body at most."""


_FOREIGN = ("cross-site", "same-site")
"""What a browser says about a request of another page, of another port of this machine, too."""


class Guard:
    """Refuses foreign hosts and origins, so that no other page in the browser can reach this server."""

    def __init__(self, app: Any, hosts: Iterable[str]) -> None:
        self._app, self._hosts = app, frozenset(hosts)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass on what comes from here, refuse the rest."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        problem = self._problem(scope, headers)
        if problem is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": problem[1]})
        else:
            await _refuse(send, *problem)

    def _problem(self, scope: Any, headers: dict[str, str]) -> tuple[int, str] | None:
        if headers.get("host", "") not in self._hosts:
            return 403, "This page answers only on its own address."
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] not in self._hosts:
            return 403, "Requests from other pages are refused."
        if headers.get("sec-fetch-site") in _FOREIGN and scope["path"].startswith("/api/"):
            return (
                403,
                "Requests from other pages are refused.",
            )  # an image or script of theirs sends no origin
        if scope["type"] == "websocket" and origin is None:
            return 403, "A socket must be opened by the page."
        size = headers.get("content-length", "0")
        if not size.isdigit() or int(size) > LARGEST or "transfer-encoding" in headers:
            return 413, f"A request may hold at most {LARGEST} bytes."
        return None


async def _refuse(send: Any, status: int, text: str) -> None:
    head = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": text.encode()})
