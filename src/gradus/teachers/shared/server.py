"""A desk behind a ZeroMQ socket, in a thread of its own."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import zmq

from gradus.school import Teacher, UserError
from gradus.teachers.shared.desk import PATIENCE, Desk
from gradus.teachers.shared.messages import Refused, pack, read_request

TICK = 200
"""Milliseconds between two looks at the clock."""


class TeacherServer:
    """Serves a teacher to workers until it is closed; use it in a ``with`` block.

    Address ``tcp://127.0.0.1:*`` takes any free port of this machine; :attr:`address` says which. Anyone who can
    reach the address can take part, so name an outside address only in a network you trust.
    """

    def __init__(
        self,
        teacher: Teacher,
        folder: str | Path | None = None,
        address: str = "tcp://127.0.0.1:*",
        patience: float = PATIENCE,
    ) -> None:
        self.desk = Desk(teacher, folder, patience)
        """Who holds which ticket."""
        self.gone: list[str] = []
        """Workers that fell silent, in order."""
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.ROUTER)
        self._socket.setsockopt(zmq.LINGER, 500)
        try:
            self._socket.bind(address)
        except zmq.ZMQError as error:
            self._release()
            raise UserError(f"Cannot serve a teacher at {address}: {error.strerror}.") from None
        self.address = self._socket.getsockopt_string(zmq.LAST_ENDPOINT)
        """Where workers connect."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="teacher server", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop serving and save the state."""
        if not self._stop.is_set():
            self._stop.set()
            self._thread.join()

    def __enter__(self) -> TeacherServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _serve(self) -> None:
        try:
            while not self._stop.is_set():
                if self._socket.poll(TICK):
                    self._answer(*self._socket.recv_multipart())
                self.gone += self.desk.silent(time.monotonic())
        finally:
            self._release()

    def _answer(self, identity: bytes, *frames: bytes) -> None:
        """Answer one message; the number in front of it comes back with the answer."""
        if len(frames) != 2:
            reply: Any = Refused("A message to a teacher has two parts: a number and its content.")
            frames = (frames[0] if frames else b"", b"")
        else:
            reply = self.desk.answer(read_request(frames[1]), time.monotonic())
        self._socket.send_multipart([identity, frames[0], pack(reply)])

    def _release(self) -> None:
        self.desk.close()
        self._socket.close()
        self._context.term()
