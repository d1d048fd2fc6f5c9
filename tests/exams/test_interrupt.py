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

# A shell makes its background jobs ignore Ctrl-C, and their children with them; a terminal does not.
START = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from gradus.cli import main; main()"
)
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
    )


def wait_for(condition, seconds=600.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came so far"
        time.sleep(0.05)


def group_of(process):
    """What is still alive of the process's session."""
    left = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            session = entry.read_text().rpartition(")")[2].split()[3]  # state, parent, group, session
            left += [entry.parent.name] if int(session) == process.pid else []
    return left


@pytest.mark.parametrize("workers", [1, 2])
def test_an_exam_stops_at_once_and_goes_on_later(started, tmp_path, workers):
    words = ("exam", "steps", "-l", "random", "--first", "1", "--runs", "3", "--task-steps", "2000000")
    process = started(*words, "--max-steps", "2000000", "--workers", workers, "-o", tmp_path / "exam")
    wait_for(lambda: any((tmp_path / "exam" / "runs").rglob("transcript.bin")))
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=600)
    assert process.returncode == 130
    assert said.strip() == FAREWELL
    wait_for(lambda: not group_of(process), 300)
    assert (tmp_path / "exam" / "exam.json").exists()


@pytest.mark.parametrize(("number", "name"), [(signal.SIGTERM, "SIGTERM"), (signal.SIGHUP, "SIGHUP")])
def test_a_lesson_ends_by_other_signals_as_by_the_keyboard(started, tmp_path, number, name):
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip(f"whoever started the tests wants {name} ignored, as nohup does; commands respect that")
    words = ("teach", "-l", "random", "--max-steps", "50000000", "-o", tmp_path / "run")
    process = started(*words)
    wait_for(lambda: (tmp_path / "run" / "run.json").exists())
    process.send_signal(number)
    _, said = process.communicate(timeout=600)
    assert process.returncode == 128 + number
    assert said.strip() == f"gradus: stopped by {name}; what was recorded so far is kept."
    resumed = started("resume", tmp_path / "run", "--max-steps", "50000001")
    wait_for(lambda: resumed.poll() is not None or (tmp_path / "run" / "writer.lock").exists())
    assert resumed.poll() is None


def test_serve_says_farewell(started):
    process = started("serve", "--port", "0")
    assert "Waiting for a learner" in process.stderr.readline()
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=600)
    assert process.returncode == 130
    assert said.strip() == FAREWELL


def test_play_between_two_prompts_ends_as_at_one(started, tmp_path):
    process = started("play", "--plain", "--max-steps", "50000000", "-o", tmp_path / "run")
    process.stdin.write(":skip 50000000\n")
    process.stdin.flush()
    wait_for(lambda: (tmp_path / "run" / "outcomes.jsonl").exists() and _steps(tmp_path) > 500)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=600)
    assert process.returncode == 0
    assert "the person quit." in out
    assert (tmp_path / "run" / "results.json").exists()


def _steps(folder):
    return (folder / "run" / "transcript.bin").stat().st_size / 3
