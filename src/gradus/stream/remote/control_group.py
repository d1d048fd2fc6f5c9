"""A bound on the memory of a command's processes together that the kernel itself keeps: a control group.

It needs a system that lets this user make one (a superuser, mostly). Where none can be made the guard, which looks at
the processes ten times a second, is alone; with one, not even a burst between two looks passes the bound.
"""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path("/sys/fs/cgroup")
_MOST_SECONDS = 2.0
"""How long processes that were killed may take to leave the group."""


@dataclass(frozen=True)
class _Kind:
    """One of the two versions of control groups: where groups are made and what their files are called."""

    root: Path
    limit: str
    swap: str
    """Memory and swap together (version 1), or swap alone (version 2)."""
    events: str
    """The file whose ``oom_kill`` counts the processes that the kernel ended for want of memory."""

    def offered(self) -> bool:
        """Whether memory can be limited by groups made here."""
        if self.limit == "memory.max":
            control = _read(self.root / "cgroup.subtree_control")
            return "memory" in control.split()
        return (self.root / self.limit).exists()


_KINDS = (
    _Kind(_ROOT, "memory.max", "memory.swap.max", "memory.events"),
    _Kind(_ROOT / "memory", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.oom_control"),
)


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


class ControlGroup:
    """A group that processes enter by writing to ``door``; ``events`` counts those that the kernel had to end."""

    def __init__(self, kind: _Kind, folder: Path) -> None:
        self._kind, self._folder = kind, folder
        self.door = folder / "cgroup.procs"
        self.events = folder / kind.events

    @classmethod
    def make(cls, memory: int) -> ControlGroup | None:
        """A new group bounded to so many bytes; None where this user may not make one."""
        for kind in _KINDS:
            folder = kind.root / f"gradus-{os.getpid()}-{time.monotonic_ns()}"
            try:
                if kind.offered():
                    folder.mkdir()
                    (folder / kind.limit).write_text(str(memory))
                    return cls(kind, folder)._without_swap(memory)
            except OSError:
                with contextlib.suppress(OSError):
                    folder.rmdir()
        return None

    def _without_swap(self, memory: int) -> ControlGroup:
        """What does not fit is not to be swapped out instead; a system without swap has no such file."""
        with contextlib.suppress(OSError):
            file = self._folder / self._kind.swap
            if file.exists():
                file.write_text("0" if self._kind.swap == "memory.swap.max" else str(memory))
        return self

    def remove(self) -> None:
        """Take the group away once its processes are gone."""
        deadline = time.monotonic() + _MOST_SECONDS
        while self._folder.exists():
            try:
                self._folder.rmdir()
            except OSError:
                if time.monotonic() > deadline:
                    return
                time.sleep(0.01)
