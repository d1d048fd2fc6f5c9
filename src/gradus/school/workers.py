"""Worker processes: spawned, deaf to signals meant for the command, and never alive without it.

Whoever presses Ctrl-C, or ends the command in another way, speaks to the command; it lets go of its workers, which end
at once. What they had begun is resumed when the command is given again.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from gradus.school.errors import Remark

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end a command."""
Submit = Callable[..., "Future[Any]"]
"""Called with a function and its arguments; a worker calls it."""


@contextmanager
def crew(workers: int, hear: Callable[..., None] | None = None) -> Iterator[Submit]:
    """So many workers while the block lasts; what a worker says with :func:`tell` is heard here.

    An exception that leaves the block ends the workers at once. A worker that is killed spoils the whole crew, as
    :class:`concurrent.futures.process.BrokenProcessPool` tells.
    """
    context = multiprocessing.get_context("spawn")
    with _deaf():  # the helper that multiprocessing starts here must survive a signal to the whole group, too
        news: Any = context.Queue()
    line, held = context.Pipe(duplex=False)
    stop = threading.Event()
    listener = threading.Thread(target=_listen, args=(news, stop, hear), daemon=True)
    listener.start()
    try:
        with ProcessPoolExecutor(workers, context, _enter, (news, line)) as pool:
            try:
                yield lambda function, *arguments: _submit(pool, function, *arguments)
            except BaseException:
                held.close()  # whoever wants to stop does not wait for what is being done
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    finally:
        held.close()
        line.close()
        stop.set()
        listener.join()


def tell(*what: Any) -> None:
    """Say something to whoever leads the crew; anywhere else nobody hears it."""
    if _news is not None:
        _news.put(what)


def _submit(pool: ProcessPoolExecutor, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
    """The first task starts the workers: signals blocked here, as they inherit it, cannot end them half-made."""
    with _deaf():
        return pool.submit(function, *arguments)


@contextmanager
def _deaf() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _listen(news: Any, stop: threading.Event, hear: Callable[..., None] | None) -> None:
    while not stop.is_set():
        try:
            what = news.get(timeout=0.2)  # no word may ever come: look now and then whether the crew has gone
        except queue.Empty:
            continue
        if hear:
            hear(*what)


_news: Any = None


def _enter(news: Any, line: Connection) -> None:
    """A worker's first act: remember where to speak, be deaf, and never outlive the command."""
    global _news
    _news = news
    for number in STOPPING:
        # A handler that does nothing: programs that a worker starts do not inherit it, as they would deafness.
        signal.signal(number, _do_nothing)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
    warnings.simplefilter("ignore", Remark)  # the command has said it

    def follow() -> None:
        line.poll(None)  # nothing is ever sent: it returns when the command lets go, however it ends
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def _do_nothing(*_: Any) -> None:
    return
