"""Memory of a command's processes together: bounded by the kernel where it lets us, by the guard in every case."""

import os
import sys
import time
from pathlib import Path

import pytest

from gradus.stream.remote import child, control_group
from gradus.stream.remote.child import Child, Supervision

BURST = (
    "hoard = bytearray(b'x') * 300_000_000; print('had it all', flush=True); import time; time.sleep(1000)"
)
CALM = "print('fine', flush=True)"
MEMORY = 100 * 2**20


def run(script: str, output: Path) -> Child:
    command = Child([sys.executable, "-c", script], supervision=Supervision(MEMORY, 60, output))
    deadline = time.monotonic() + 600
    while command.status() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    return command


@pytest.fixture
def group_allowed():
    group = control_group.ControlGroup.make(MEMORY)
    if group is None:
        pytest.skip("this user may make no control group here")
    group.remove()
    assert not group.door.exists()


def test_a_burst_between_two_looks_does_not_pass_the_kernel(group_allowed, tmp_path, monkeypatch):
    monkeypatch.setattr(child, "_GUARD", slow_guard(tmp_path))  # the guard alone would see it too late
    command = run(BURST, tmp_path / "output")
    reached = command.limit_reached()
    command.stop()
    assert reached == "the learner needed more than its 100 MB of memory"
    assert "had it all" not in (tmp_path / "output").read_text()


def slow_guard(folder: Path) -> Path:
    text = child._GUARD.read_text().replace("_LOOK_EVERY = 0.1", "_LOOK_EVERY = 2.0")
    assert "2.0" in text
    changed = folder / "guard.py"
    changed.write_text(text)
    return changed


def test_the_guard_is_enough_where_no_group_can_be_made(tmp_path, monkeypatch):
    monkeypatch.setattr(control_group, "_KINDS", ())
    command = run(BURST, tmp_path / "output")
    assert command.limit_reached() == "the learner needed more than its 100 MB of memory"
    command.stop()


def test_groups_do_not_stay_behind(tmp_path):
    command = run(CALM, tmp_path / "output")
    command.stop()
    assert command.limit_reached() is None
    assert (tmp_path / "output").read_text() == "fine\n"
    assert not [group for kind in control_group._KINDS for group in kind.root.glob(f"gradus-{os.getpid()}-*")]
