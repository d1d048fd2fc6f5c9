"""A file system that is really full: one sentence, nothing lost, and the same bytes once there is room."""

import contextlib
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


def fill(folder):
    """Leave hardly a byte of a file system."""
    with contextlib.suppress(OSError), (folder / "fill").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(1024))


@pytest.mark.parametrize(
    "command",
    [
        "draw micro4 -o {}/task.svg",
        "curricula diagram round1 -o {}/round1.svg",
        "curricula generate round1 --seed 3 -o {}/variant.toml",
        "exam open spring --key {}/key.json --board {}/board.sqlite",
    ],
)
def test_a_file_that_finds_no_room(small_disk, command):
    fill(small_disk)
    done = gradus(*command.format(small_disk, small_disk).split())
    assert done.returncode == 2
    assert str(small_disk) in done.stderr.splitlines()[-1]
    left = [path.name for path in small_disk.iterdir() if path.name != "board.sqlite"]
    assert left == ["fill"], "something half-written stays"


def test_a_report_that_finds_no_room_leaves_the_old_one(small_disk, tmp_path):
    assert gradus(*TEACH, "-o", str(tmp_path / "run")).returncode == 0
    (small_disk / "report.html").write_text("old")
    fill(small_disk)
    done = gradus("report", str(tmp_path / "run"), "-o", str(small_disk / "report.html"))
    assert done.returncode == 2
    assert f"Cannot write {small_disk / 'report.html'}: No space left on device." in done.stderr
    assert (small_disk / "report.html").read_text() == "old"


def test_a_submission_that_finds_no_room(small_disk, tmp_path):
    words = ["--key", str(tmp_path / "key.json"), "--board", str(small_disk / "board.sqlite")]
    assert gradus("exam", "open", "spring", *words).returncode == 0
    fill(small_disk)
    done = gradus("exam", "submit", "spring", "--name", "us", "--learner", "repeat", *words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "board.sqlite cannot be used: database or disk is full." in done.stderr
