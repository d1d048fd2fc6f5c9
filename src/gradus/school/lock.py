"""One writer at a time in a folder, on one machine and on a folder that several machines share.

Within one machine the system's own lock on the folder decides; it ends with the process that holds it. Network file
systems often keep such locks to each machine, so the writer also creates ``writer.lock``, which only one can do, and
renews its time while it lives. A file that nobody has renewed for two minutes belongs to a machine that is gone.
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
import secrets
import threading
import weakref
from pathlib import Path
from typing import Any

from gradus.school.errors import BusyError

NAME = "writer.lock"
PULSE = 15.0
"""Seconds between two signs of life."""
STALE = 120.0
"""Seconds without a sign of life after which another machine's lock is void."""


def _boot() -> str:
    """Names this machine since it was started: where the system's own locks hold."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return platform.node()


class FolderLock:
    """The right to write to a folder; let go of it with :meth:`release`."""

    def __init__(self, folder: Path) -> None:
        """Take the lock at once, or raise :class:`BusyError` with a sentence that names the holder."""
        self.folder, self.path = folder, folder / NAME
        self._token = secrets.token_hex(8)
        self._handle = os.open(folder, os.O_RDONLY)
        try:
            self._ours_on_this_machine = self._lock_here()
            self._claim()
        except BaseException:
            os.close(self._handle)
            raise
        self._granted = True
        _pulse.add(self)

    def _lock_here(self) -> bool:
        """Whether the system granted its own lock; False: this file system has none for folders."""
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BusyError(
                f"Another process is writing to {self.folder}{_who(_holder(self.path))}."
            ) from None
        except OSError:
            return False
        return True

    def _claim(self) -> None:
        mine = {"boot": _boot(), "host": platform.node(), "pid": os.getpid(), "token": self._token}
        # A void file is removed and the claim made again; somebody may have claimed in between, but whoever loses
        # three times in a row meets a folder that is busy indeed.
        for _ in range(3):
            try:
                # To create a file that must not exist is atomic on network file systems, too, since NFS 3.
                handle = os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
            except FileExistsError:
                self._remove_if_void()
                continue
            with os.fdopen(handle, "w") as file:
                json.dump(mine, file)
            return
        raise BusyError(f"Another process is writing to {self.folder}.")

    def _remove_if_void(self) -> None:
        holder = _holder(self.path)
        if not self._void(holder):
            raise BusyError(
                f"Another process is writing to {self.folder}{_who(holder)}; if that machine is gone, "
                f"the folder is free {STALE:.0f} seconds after its last sign of life."
            )
        # Two who both find it void must not remove each other's new one: only one of them can rename it, and that
        # one looks again at what it has moved.
        aside = self.path.with_name(f"{NAME}.{self._token}.tmp")
        try:
            self.path.rename(aside)
        except FileNotFoundError:
            return  # somebody else was quicker
        if _holder(aside) != holder:  # what was moved is a new one; it goes back
            aside.rename(self.path)
            raise BusyError(f"Another process is writing to {self.folder}.")
        aside.unlink()

    def _void(self, holder: dict[str, Any]) -> bool:
        if holder.get("boot") == _boot():
            return self._ours_on_this_machine or not _alive(holder.get("pid"))
        return self._silence() > STALE

    def _silence(self) -> float:
        """Seconds since the last sign of life, by the clock of whoever keeps the files."""
        probe = self.path.with_name(f"{NAME}.{self._token}.tmp")
        try:
            probe.touch()  # two times of one clock: our own may differ from the file server's by minutes
            return probe.stat().st_mtime - self.path.stat().st_mtime
        except FileNotFoundError:
            return 0.0
        finally:
            probe.unlink(missing_ok=True)

    def renew(self) -> None:
        """Give a sign of life."""
        if self.held():
            os.utime(self.path)

    def held(self) -> bool:
        """Whether nobody has taken the folder over, as may happen to a process that was asleep for minutes."""
        return bool(_holder(self.path).get("token") == self._token)

    def check(self) -> None:
        """Complain if the folder was taken over."""
        if not self.held():
            raise BusyError(f"Another process has taken over {self.folder}{_who(_holder(self.path))}.")

    def release(self) -> None:
        """Let others write."""
        _pulse.remove(self)
        if self._handle < 0:
            return
        if self.held():
            self.path.unlink(missing_ok=True)
        os.close(self._handle)
        self._handle = -1

    def __del__(self) -> None:
        if getattr(self, "_granted", False):  # a lock that was never granted holds nothing
            self.release()


def _holder(path: Path) -> dict[str, Any]:
    """What a lock file says about its holder; nothing while it is being written."""
    try:
        found = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _who(holder: dict[str, Any]) -> str:
    return f" (process {holder['pid']} on {holder.get('host')})" if "pid" in holder else ""


def _alive(pid: Any) -> bool:
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, TypeError, ValueError):
        return False
    except PermissionError:
        return True
    return True


class _Pulse:
    """Renews every lock of this process, in a thread that ends with it."""

    def __init__(self) -> None:
        self._locks: weakref.WeakSet[FolderLock] = weakref.WeakSet()
        self._thread: threading.Thread | None = None

    def add(self, lock: FolderLock) -> None:
        self._locks.add(lock)
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._beat, daemon=True, name="gradus-locks")
            self._thread.start()

    def remove(self, lock: FolderLock) -> None:
        self._locks.discard(lock)

    def _beat(self) -> None:
        rest = threading.Event()
        while True:
            rest.wait(PULSE)
            for lock in list(self._locks):
                try:
                    lock.renew()
                except OSError:
                    continue  # the next beat may succeed


_pulse = _Pulse()
