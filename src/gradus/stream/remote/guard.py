"""Runs a learner's command below its limits and takes it down when the world is gone.

Started as a script of its own, ``python -I -S guard.py SETTINGS COMMAND...``, in a session of its own. Its standard
input is a pipe that the world holds open and never writes to: when the world dies, however it dies, the pipe
ends and the command with it. SETTINGS is JSON:

``memory``
    bytes of address space for each process; 0: no limit.
``together``
    None, or the limits on all its processes together: ``memory`` in bytes, ``cpu`` in seconds, ``report``, the file
    descriptor on which the guard says which of them was reached, and ``group``: None, or two files of a control group,
    the one to enter it by and the one that counts the processes ended for want of memory. Then the guard also
    inherits orphans, so that nothing the command has started outlives it, in whatever session it hides.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

_LOOK_EVERY = 0.1
"""Seconds between two looks: what a burst between them can take is stated, a look more often would cost the learner."""
_INHERIT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER
_PAGE = resource.getpagesize()
_TICKS = os.sysconf("SC_CLK_TCK")


def _read(path: str) -> str:
    try:
        with open(path) as file:  # noqa: PTH123 (no imports to spare)
            return file.read()
    except (OSError, ValueError):
        return ""


def _children(process: int) -> Iterator[int]:
    try:
        threads = os.listdir(f"/proc/{process}/task")  # noqa: PTH208
    except OSError:
        return
    for thread in threads:
        yield from map(int, _read(f"/proc/{process}/task/{thread}/children").split())


def descendants(process: int) -> set[int]:
    """All processes below this one."""
    found: set[int] = set()
    waiting = [process]
    while waiting:
        new = [child for child in _children(waiting.pop()) if child not in found]
        found.update(new)
        waiting += new
    return found


def _resident(process: int) -> int:
    sizes = _read(f"/proc/{process}/statm").split()
    return int(sizes[1]) * _PAGE if len(sizes) > 1 else 0


def _share(process: int) -> int:
    """Bytes of a process, with memory that several share divided among them; all it shows if that is secret."""
    for line in _read(f"/proc/{process}/smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return _resident(process)


def memory_of(processes: set[int], enough: int) -> int:
    """Bytes that the processes use together; exact only above ``enough``, because exactness is slow."""
    rough = sum(map(_resident, processes))
    return rough if rough <= enough else sum(map(_share, processes))


def _cpu(process: int) -> float:
    """Seconds of CPU time that a process has used."""
    numbers = _read(f"/proc/{process}/stat").rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / _TICKS if len(numbers) > 12 else 0.0


class Guard:
    """The parent of a learner's command."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.memory: int = settings["memory"]
        self.together: dict[str, Any] | None = settings["together"]
        self._cpu_used: dict[int, float] = {}
        if self.together:
            os.set_inheritable(self.together["report"], False)
            ctypes.CDLL(None).prctl(_INHERIT_ORPHANS, 1, 0, 0, 0)

    def run(self, command: list[str]) -> int:
        """Run the command; its exit status, or 128 and the number of the signal that ended it."""
        child = os.fork()
        if child == 0:
            self._become(command)
        threading.Thread(target=self._watch_the_world, daemon=True).start()
        status = self._wait_and_watch(child) if self.together else os.waitpid(child, 0)[1]
        code = os.waitstatus_to_exitcode(status)
        return code if code >= 0 else 128 - code

    def _become(self, command: list[str]) -> None:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        if self.together and self.together["group"]:
            with open(self.together["group"][0], "w") as door:  # noqa: PTH123 (no imports to spare)
                door.write("0")
        if self.memory:
            resource.setrlimit(resource.RLIMIT_AS, (self.memory, self.memory))
        try:
            os.execvp(command[0], command)
        except OSError as error:
            os.write(2, f"{command[0]}: {error.strerror}\n".encode())
            os._exit(127)

    def _watch_the_world(self) -> None:
        os.read(0, 1)
        if self.together:
            kill_descendants()
        os.killpg(0, signal.SIGKILL)

    def _wait_and_watch(self, child: int) -> int:
        """Reap orphans and look at the limits until the command ends; then nothing of it is left."""
        while True:
            ended, status = os.waitpid(-1, os.WNOHANG)
            if ended in (0, child):
                self._look()
            if ended == child:
                kill_descendants()
                return status
            if ended == 0:
                time.sleep(_LOOK_EVERY)

    def _look(self) -> None:
        """End everything if a limit on all processes together is reached."""
        assert self.together is not None
        processes = descendants(os.getpid())
        self._cpu_used |= {process: _cpu(process) for process in processes}
        if self._overflowed() or memory_of(processes, self.together["memory"]) > self.together["memory"]:
            self._end("memory")
        if sum(self._cpu_used.values()) > self.together["cpu"]:
            self._end("cpu")

    def _overflowed(self) -> bool:
        """Whether the kernel had to end a process of the control group."""
        assert self.together is not None
        words = _read(self.together["group"][1]).split() if self.together["group"] else []
        return "oom_kill" in words and int(words[words.index("oom_kill") + 1]) > 0

    def _end(self, limit: str) -> None:
        assert self.together is not None
        os.write(self.together["report"], limit.encode())
        kill_descendants()
        os._exit(128 + signal.SIGKILL)


def kill_descendants(seconds: float = 10.0) -> None:
    """End every process below this one, again and again until none is left: some may be forking meanwhile."""
    deadline = time.monotonic() + seconds
    while (left := descendants(os.getpid())) and time.monotonic() < deadline:
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except OSError:
                continue
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            continue
        time.sleep(0.005)


if __name__ == "__main__":
    # The watcher sits in a blocking read; an ordinary exit would try to wait for its stream.
    os._exit(Guard(json.loads(sys.argv[1])).run(sys.argv[2:]))
