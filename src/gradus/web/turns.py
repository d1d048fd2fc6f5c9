"""One long computation at a time, and only so many who wait for it: the list must answer whatever else is asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from gradus.school import UserError

_WAITING = 6
"""Those who may wait; every one holds a thread that the rest of the page needs."""


class Turns:
    """A queue for what takes long: the machine belongs to the user's other work, too."""

    def __init__(self) -> None:
        self._one, self._waiting = threading.Lock(), threading.Semaphore(_WAITING + 1)

    @contextmanager
    def mine(self) -> Iterator[None]:
        """Wait for a turn; whoever finds too many waiting is sent away."""
        if not self._waiting.acquire(blocking=False):
            raise UserError("Enough is being computed at the moment: try again in a little while.")
        try:
            with self._one:
                yield
        finally:
            self._waiting.release()


TURNS = Turns()
"""Shared by everything on the page that takes long."""
