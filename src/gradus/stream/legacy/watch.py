"""A watch over handlers of 2017: one that never comes back is stopped."""

from __future__ import annotations

import ctypes
import threading
import time

_LOOK_EVERY = 0.2


class HandlerTimeout(BaseException):
    """Raised inside a handler that ran too long."""


class Watch:
    """Entered around calls of foreign code; after ``seconds`` in there :class:`HandlerTimeout` is raised in it."""

    _watcher: threading.Thread | None = None
    _watched: set[Watch] = set()
    _lock = threading.Lock()

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._began = float("inf")
        self._thread = 0

    def __enter__(self) -> None:
        self._thread = threading.get_ident()
        self._began = time.monotonic()

    def __exit__(self, *_: object) -> None:
        self._began = float("inf")

    def begin(self) -> None:
        """Look after it from now on."""
        with Watch._lock:
            Watch._watched.add(self)
            if Watch._watcher is None or not Watch._watcher.is_alive():
                Watch._watcher = threading.Thread(target=_look_after, name="legacy-watch", daemon=True)
                Watch._watcher.start()

    def end(self) -> None:
        """Look after it no more."""
        with Watch._lock:
            Watch._watched.discard(self)

    def interrupt_if_late(self, now: float) -> None:
        """Stop the handler that has been running for too long."""
        if now - self._began > self.seconds:
            self._began = float("inf")
            target = ctypes.c_ulong(self._thread)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(target, ctypes.py_object(HandlerTimeout))


def _look_after() -> None:
    """The watching thread: it ends when there is nothing left to watch."""
    while True:
        time.sleep(_LOOK_EVERY)
        with Watch._lock:
            if not Watch._watched:
                Watch._watcher = None
                return
            watched = list(Watch._watched)
        for watch in watched:
            watch.interrupt_if_late(time.monotonic())
