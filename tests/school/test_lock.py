"""One writer at a time, on one machine and on a folder that machines share."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading

import pytest

from gradus.school import BusyError, FolderLock
from gradus.school import lock as module

HOLD = """
import sys, time
from pathlib import Path
from gradus.school import FolderLock
lock = FolderLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def elsewhere(folder, silent=0.0):
    """What a writer on another machine leaves in a shared folder, and how long ago it last gave a sign."""
    path = folder / module.NAME
    path.write_text(json.dumps({"boot": "other", "host": "node7", "pid": 1, "token": "x"}))
    then = path.stat().st_mtime - silent
    os.utime(path, (then, then))
    return path


def test_the_second_is_refused_and_told_who_writes(tmp_path):
    lock = FolderLock(tmp_path)
    with pytest.raises(BusyError, match=rf"Another process is writing to .*process {os.getpid()} on"):
        FolderLock(tmp_path)
    lock.release()
    FolderLock(tmp_path).release()
    assert list(tmp_path.iterdir()) == []


def test_a_killed_process_lets_go_at_once(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "held\n"
    with pytest.raises(BusyError, match=f"process {process.pid}"):
        FolderLock(tmp_path)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    FolderLock(tmp_path).release()


@pytest.mark.parametrize("system_locks", [True, False])
def test_a_live_writer_on_another_machine_is_respected(tmp_path, monkeypatch, system_locks):
    if not system_locks:  # as on a network folder without locks
        monkeypatch.setattr(module.fcntl, "flock", _no_locks)
    elsewhere(tmp_path, silent=60)
    with pytest.raises(BusyError, match=r"process 1 on node7\); if that machine is gone, .* 120 seconds"):
        FolderLock(tmp_path)
    elsewhere(tmp_path, silent=130)
    lock = FolderLock(tmp_path)
    assert lock.held()
    lock.release()


def _no_locks(*_):
    raise OSError(95, "Operation not supported")


def test_without_system_locks_the_file_alone_decides(tmp_path, monkeypatch):
    monkeypatch.setattr(module.fcntl, "flock", _no_locks)
    lock = FolderLock(tmp_path)
    with pytest.raises(BusyError, match="Another process"):
        FolderLock(tmp_path)
    lock.release()
    path = elsewhere(tmp_path)
    path.write_text(json.dumps({"boot": module._boot(), "host": "here", "pid": 2**22 + 1, "token": "x"}))
    FolderLock(tmp_path).release()  # that process does not exist


def test_of_many_at_once_only_one_gets_it(tmp_path, monkeypatch):
    monkeypatch.setattr(module.fcntl, "flock", _no_locks)
    start, held = threading.Barrier(8), []

    def try_it():
        start.wait()
        with contextlib.suppress(BusyError):
            held.append(FolderLock(tmp_path))

    threads = [threading.Thread(target=try_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(held) == 1
    held[0].release()


def test_whoever_was_taken_over_notices(tmp_path):
    lock = FolderLock(tmp_path)
    (tmp_path / module.NAME).unlink()
    elsewhere(tmp_path)
    with pytest.raises(BusyError, match=r"has taken over .*node7"):
        lock.check()
    lock.release()
    assert (tmp_path / module.NAME).exists()  # it belongs to the other one now


def test_signs_of_life_are_given(tmp_path, monkeypatch):
    lock = FolderLock(tmp_path)
    os.utime(tmp_path / module.NAME, (0, 0))
    lock.renew()
    assert (tmp_path / module.NAME).stat().st_mtime > 1e9
    lock.release()
