"""Taking many runs: one after the other, or several at a time in processes of their own."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from gradus.exams.conduct import Report, is_finished, take
from gradus.exams.plan import RunPlan
from gradus.school import UserError


def take_all(folder: Path, plans: Sequence[RunPlan], workers: int = 1, report: Report | None = None) -> None:
    """Take all runs that are not finished; with several workers, each in a process of its own."""
    todo = [plan for plan in plans if not is_finished(folder, plan.name)]
    if workers <= 1 or len(todo) <= 1:
        for plan in todo:
            take(folder, plan, report)
        return
    context = multiprocessing.get_context("spawn")
    news: Any = context.Queue()
    line, held = context.Pipe(duplex=False)
    stop = threading.Event()
    listener = threading.Thread(target=_listen, args=(news, stop, report), daemon=True)
    listener.start()
    try:
        with ProcessPoolExecutor(min(workers, len(todo)), context, _enter, (news, line)) as pool:
            try:
                _collect(_submit(pool, folder, todo))
            except BaseException:
                held.close()  # whoever wants to stop does not wait for the runs: they are resumed next time
                raise
    except BrokenProcessPool:
        raise UserError(
            f"A worker of the exam in {folder} was ended from outside; the same command goes on from there."
        ) from None
    finally:
        held.close()
        line.close()
        stop.set()
        listener.join()


def _submit(pool: ProcessPoolExecutor, folder: Path, todo: Sequence[RunPlan]) -> list[Future[None]]:
    """Start the workers deaf to the keyboard, which they inherit: it speaks to the exam, which lets go of them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return [pool.submit(_take_elsewhere, folder, plan) for plan in todo]
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _collect(futures: Sequence[Future[None]]) -> None:
    done, rest = wait(futures, return_when="FIRST_EXCEPTION")
    for future in rest:
        future.cancel()
    for future in done:
        future.result()


def _listen(news: Any, stop: threading.Event, report: Report | None) -> None:
    while not stop.is_set():
        try:
            name, share = news.get(timeout=0.2)
        except queue.Empty:
            continue
        if report:
            report(name, share)


_news: Any = None


def _enter(news: Any, line: Connection) -> None:
    """A worker's first act: remember where to report, and never outlive the exam, however that ends."""
    global _news
    _news = news

    def follow() -> None:
        line.poll(None)
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def _take_elsewhere(folder: Path, plan: RunPlan) -> None:
    take(folder, plan, lambda name, share: _news.put((name, share)))
