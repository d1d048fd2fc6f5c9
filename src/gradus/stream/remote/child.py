"""A learner that the world starts itself: a process group with its own session, watched and ended as one."""

from __future__ import annotations

import codecs
import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import IO

from gradus.school import UserError
from gradus.stream.remote.control_group import ControlGroup

_GUARD = Path(__file__).with_name("guard.py")
# A stranger's process gets what programs need to start, and nothing else of our environment.
_PASSED_ON = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TERM"),
    *("PYTHONPATH", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES"),
    *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"),
)
_TAIL_LINES = 4
_LINE_LENGTH = 400
"""What is kept of a command's output for its reason: a traceback's end, and no line without end."""
_OUTPUT_KEPT = 2**20
"""Bytes that an organiser's record keeps: enough to find a mistake in, too little to fill a disk with."""
_KILLING_SECONDS = 15.0
"""How long a killed process may take to go; one that waits for a disk cannot go sooner."""


@dataclass(frozen=True)
class Supervision:
    """What the processes of a command may use together, and where its output is kept. All of them end with it."""

    memory: int
    """Bytes of memory."""
    cpu: float
    """Seconds of CPU time."""
    output: Path | None = None
    """A file for the first megabyte that it prints, which is then never quoted in a reason."""


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

    def __init__(
        self, words: list[str], memory: int | None = None, supervision: Supervision | None = None
    ) -> None:
        self._supervision = supervision
        self._group = ControlGroup.make(supervision.memory) if supervision else None
        self._report, report = os.pipe() if supervision else (-1, -1)
        environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        environment |= {name: value for name, value in os.environ.items() if name.startswith("LC_")}
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_GUARD), self._settings(memory, report), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
            pass_fds=[report] if supervision else (),
        )
        if supervision:
            os.set_blocking(self._report, False)
            os.close(report)
        self._tail: deque[bytes] = deque(maxlen=_TAIL_LINES)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _settings(self, memory: int | None, report: int) -> str:
        bounds = self._supervision
        together: dict[str, object] | None = None
        if bounds:
            group = [str(self._group.door), str(self._group.events)] if self._group else None
            together = {"memory": bounds.memory, "cpu": bounds.cpu, "report": report, "group": group}
        return json.dumps({"memory": memory or 0, "together": together})

    @property
    def pid(self) -> int:
        """The process group's number."""
        return self._process.pid

    def status(self) -> int | None:
        """The exit status, or None while it runs; above 128: it was ended by signal number status - 128."""
        code = self._process.poll()
        return 128 - code if code is not None and code < 0 else code  # the guard itself was killed

    def wait(self, seconds: float) -> int | None:
        """The exit status, waiting for it a little."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self.status()

    def limit_reached(self) -> str | None:
        """Which limit on all processes together ended it, as a clause; None: it was none of them."""
        bounds = self._supervision
        with contextlib.suppress(OSError):
            kind = os.read(self._report, 16)
            if bounds and kind == b"memory":
                return f"the learner needed more than its {bounds.memory / 2**20:.0f} MB of memory"
            # The guard watches all processes together; a single one can also meet the system's own limit first.
            if bounds and (kind == b"cpu" or self.status() == 128 + signal.SIGXCPU):
                return f"the learner used up its {bounds.cpu:g} seconds of CPU time"
        return None

    def epitaph(self) -> str:
        """How it ended and what it said last, as an addition to a reason; empty while it runs."""
        status = self.status()
        if status is None:
            return ""
        self._reader.join(0.5)
        how = f"its command ended with status {status}"
        if status > 128 and status - 128 in set(signal.Signals):
            how = f"its command was ended by {signal.Signals(status - 128).name}"
        # What a supervised command prints is for its own record only: it may carry secrets out of its sandbox.
        tail = () if self._supervision else self._tail
        said = " | ".join(filter(None, map(_printable, tail)))
        return f" ({how}" + (f" and printed last: {said}" if said else "") + ")"

    def stop(self, grace: float = 0.0) -> None:
        """Let it leave by itself for so many seconds, then end the whole process group."""
        if grace:
            self.wait(grace)
        if self._supervision and self._process.stdin:
            self._process.stdin.close()  # only the guard finds what has left the process group
            self.wait(_KILLING_SECONDS)
        # The group may outlive the process that we started; it keeps that process's number.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.join(1.0)
        for stream in (self._process.stdin, self._process.stdout):
            if stream and not self._reader.is_alive():
                stream.close()
        if self._group:
            self._group.remove()
        if self._report >= 0:
            os.close(self._report)
            self._report = -1

    def _read(self) -> None:
        output = self._process.stdout
        assert output is not None
        if self._supervision and self._supervision.output:
            _keep_beginning(output, self._supervision.output)
        # Bounded reads: a flood without line ends must not fill our memory.
        while line := output.readline(_LINE_LENGTH):
            self._tail.append(line.rstrip())


def _keep_beginning(output: IO[bytes], path: Path) -> None:
    """Write the first part of a command's output to a file and drop the rest, so that it never has to wait.

    Whoever looks at the file with ``cat`` shall see text: what could command a terminal becomes a ``?``.
    """
    left, decoder = _OUTPUT_KEPT, codecs.getincrementaldecoder("utf-8")("replace")
    with path.open("wb", buffering=0) as file:
        while part := os.read(output.fileno(), 65536):
            text = decoder.decode(part[:left])
            shown = "".join(c if c.isprintable() or c in "\n\t" else "?" for c in text)
            with contextlib.suppress(OSError):  # on a full disk the learner's words are lost, and it goes on
                file.write(shown.encode())
            left = max(0, left - len(part))
