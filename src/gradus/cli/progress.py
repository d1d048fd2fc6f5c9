"""Progress for people: a bar on a terminal; elsewhere, in a log or a pipe, a line now and then on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import Progress, ProgressColumn

people = Console(stderr=True)
"""Where progress and remarks go."""
FIRST, EVERY = 10.0, 30.0
"""Seconds until the first line off a terminal, and between two: a short command says nothing."""
Show = Callable[..., None]


class NowAndThen:
    """Says a line when enough time has passed since the last one."""

    def __init__(self, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._say, self._clock = say, clock
        self._due = clock() + FIRST

    def offer(self, line: str) -> None:
        """Say this line if one is due."""
        now = self._clock()
        if now >= self._due:
            self._due = now + EVERY
            self._say(line)


@contextmanager
def progress(*columns: str | ProgressColumn, what: str, total: float, **fields: Any) -> Iterator[Show]:
    """Yields what is to be called with ``description``, ``completed`` or ``advance`` and further fields."""
    with Progress(*columns, console=people, disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(what, total=total, **fields)
        lines = NowAndThen(lambda line: print(line, file=sys.stderr, flush=True))

        def show(**news: Any) -> None:
            bar.update(task, **news)
            if bar.disable:
                now = bar.tasks[0]
                extra = ", ".join(str(now.fields[name]) for name in fields if now.fields[name])
                lines.offer(f"{now.description}: {now.percentage:.0f} %{', ' if extra else ''}{extra}")

        yield show
