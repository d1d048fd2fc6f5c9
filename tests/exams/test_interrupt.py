"""Ctrl-C: one sentence, code 130, nobody left behind, and the same command goes on."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import gradus

START = "from gradus.cli import main; main()"
FAREWELL = "gradus: stopped by the keyboard; what was recorded so far is kept."


@pytest.fixture
def started():
    """Starts a command in a group of its own, as a terminal does, and leaves nothing of it behind."""
    processes = []

    def start(*words):
        processes.append(_start(*words))
        return processes[-1]

    yield start
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _listen_to_ctrl_c():
    """A shell makes its background jobs ignore Ctrl-C, and their children with them; a terminal does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _start(*words):
    environment = {**os.environ, "PYTHONPATH": str(Path(gradus.__file__).parents[1]), "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(
        [sys.executable, "-u", "-c", START, *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
        preexec_fn=_listen_to_ctrl_c,
    )


def wait_for(condition, seconds=120.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came so far"
        time.sleep(0.05)


def group_of(process):
    """What is still alive of the process's session."""
    listed = subprocess.run(["ps", "-o", "pid=", "-s", str(process.pid)], capture_output=True, text=True)
    return listed.stdout.split()


@pytest.mark.parametrize("workers", [1, 2])
def test_an_exam_stops_at_once_and_goes_on_later(started, tmp_path, workers):
    words = ("exam", "steps", "-l", "random", "--first", "1", "--runs", "3", "--task-steps", "2000000")
    process = started(*words, "--max-steps", "2000000", "--workers", workers, "-o", tmp_path / "exam")
    wait_for(lambda: any((tmp_path / "exam" / "runs").rglob("transcript.bin")))
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.strip() == FAREWELL
    wait_for(lambda: not group_of(process), 20)
    assert (tmp_path / "exam" / "exam.json").exists()


def test_serve_says_farewell(started):
    process = started("serve", "--port", "0")
    assert "Waiting for a learner" in process.stderr.readline()
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.strip() == FAREWELL


def test_play_between_two_prompts_ends_as_at_one(started, tmp_path):
    process = started("play", "--plain", "--max-steps", "50000000", "-o", tmp_path / "run")
    process.stdin.write(":skip 50000000\n")
    process.stdin.flush()
    wait_for(lambda: (tmp_path / "run" / "outcomes.jsonl").exists() and _steps(tmp_path) > 500)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "the person quit." in out
    assert (tmp_path / "run" / "results.json").exists()


def _steps(folder):
    return (folder / "run" / "transcript.bin").stat().st_size / 3
