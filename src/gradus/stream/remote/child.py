"""A learner that the world starts itself: a process group with its own session, watched and ended as one."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections import deque
from pathlib import Path
from threading import Thread

from gradus.school import UserError

_GUARD = Path(__file__).with_name("guard.py")
# A stranger's process gets what programs need to start, and nothing else of our environment.
_PASSED_ON = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TERM"),
    *("PYTHONPATH", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES"),
    *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"),
)
_TAIL_LINES = 4
_LINE_LENGTH = 400


def split_command(command: str) -> list[str]:
    """The words of a command line, of which the first can be started."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UserError(f"The learner command {command!r} cannot be read: {error}.") from error
    if not words:
        raise UserError("The learner command is empty; it should be a program and its arguments.")
    if shutil.which(words[0]) is None:
        raise UserError(f"The learner command {words[0]!r} was not found or is not executable.")
    return words


def _printable(line: bytes) -> str:
    """A line of a stranger's output without what could command a terminal."""
    return "".join(c for c in line.decode(errors="replace").strip() if c.isprintable())


class Child:
    """A running learner command. What it prints is kept only as a short tail, for the reason if it crashes."""

    def __init__(self, words: list[str], memory: int | None = None) -> None:
        environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        environment |= {name: value for name, value in os.environ.items() if name.startswith("LC_")}
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_GUARD), str(memory or 0), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
        )
        self._tail: deque[bytes] = deque(maxlen=_TAIL_LINES)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The process group's number."""
        return self._process.pid

    def status(self) -> int | None:
        """The exit status, or None while it runs; above 128: it was ended by signal number status - 128."""
        return self._process.poll()

    def wait(self, seconds: float) -> int | None:
        """The exit status, waiting for it a little."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self.status()

    def epitaph(self) -> str:
        """How it ended and what it said last, as an addition to a reason; empty while it runs."""
        status = self.status()
        if status is None:
            return ""
        self._reader.join(0.5)
        how = f"its command ended with status {status}"
        if status > 128 and status - 128 in set(signal.Signals):
            how = f"its command was ended by {signal.Signals(status - 128).name}"
        said = " | ".join(filter(None, map(_printable, self._tail)))
        return f" ({how}" + (f" and printed last: {said}" if said else "") + ")"

    def stop(self, grace: float = 0.0) -> None:
        """Let it leave by itself for so many seconds, then end the whole process group."""
        if grace:
            self.wait(grace)
        # The group may outlive the process that we started; it keeps that process's number.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.join(1.0)
        for stream in (self._process.stdin, self._process.stdout):
            if stream and not self._reader.is_alive():
                stream.close()

    def _read(self) -> None:
        output = self._process.stdout
        assert output is not None
        # Bounded reads: a flood without line ends must not fill our memory.
        while line := output.readline(_LINE_LENGTH):
            self._tail.append(line.rstrip())
