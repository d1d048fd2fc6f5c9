"""A file system that is really full: one sentence, nothing lost, and the same bytes once there is room."""

import os
import subprocess
import sys

import pytest

TEACH = ["teach", "--learner", "memory", "--curriculum", "round1", "--seed", "3", "--max-steps", "20000"]
RECORDS = ("transcript.bin", "outcomes.jsonl", "checkpoint/state.json")


def gradus(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gradus", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def small_disk(tmp_path):
    """A file system with 80 kB; only a superuser may make one."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small file system")
    folder = tmp_path / "disk"
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=80k", "tmpfs", str(folder)]
    try:
        subprocess.run(words, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("mounting is not allowed here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_lesson_on_a_full_disk(small_disk, tmp_path):
    run, whole = small_disk / "run", tmp_path / "whole"
    full = gradus(*TEACH, "-o", str(run))
    assert full.returncode == 2
    assert full.stderr.count("\n") == 1
    assert f"Cannot write {run}" in full.stderr  # the folder or a file in it, as the page falls
    assert ": No space left on device. What was recorded before is kept;" in full.stderr
    assert "gradus resume" in full.stderr
    subprocess.run(["mount", "-o", "remount,size=20M", str(small_disk)], check=True)
    assert gradus("resume", str(run)).returncode == 0
    assert gradus(*TEACH, "-o", str(whole)).returncode == 0
    for name in RECORDS:
        assert (run / name).read_bytes() == (whole / name).read_bytes(), name
