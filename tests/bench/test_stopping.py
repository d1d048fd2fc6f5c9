"""A campaign that is stopped or killed leaves nobody behind, and the same command goes on."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.bench.test_suites import POINT
from tests.students.plans import fingerprint

ROOT = Path(__file__).parents[2]
# A shell makes its background jobs ignore Ctrl-C, and their children with them; a terminal does not.
START = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from gradus.cli import main; main()"
SENTENCES = {
    signal.SIGINT: "stopped by the keyboard; what was recorded so far is kept.",
    signal.SIGTERM: "stopped by SIGTERM; what was recorded so far is kept.",
    signal.SIGHUP: "stopped by SIGHUP; what was recorded so far is kept.",
}


def bench(folder: Path, steps: int, *more: str) -> subprocess.Popen[str]:
    words = [
        "bench",
        POINT,
        "--import",
        "tests.students.point",
        "--steps",
        str(steps),
        "-o",
        str(folder),
        *more,
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
    return subprocess.Popen(
        [sys.executable, "-c", START, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    )


def alive(session: int) -> list[int]:
    """The processes of a session that have not ended."""
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit():
                status = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                if int(status[3]) == session and status[0] != "Z":
                    found.append(int(entry.name))
    return found


def wait_for(condition, seconds: float = 600.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came so far"
        time.sleep(0.05)


@pytest.fixture
def begun(tmp_path: Path):
    """A campaign whose first run has a checkpoint."""
    process = bench(tmp_path / "c", 4000, "--teacher", "random", "--seeds", "2")
    try:
        wait_for(lambda: any((tmp_path / "c").rglob("state.json")) or process.poll() is not None)
        assert process.poll() is None
        yield process, tmp_path / "c"
    finally:
        for pid in alive(process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.parametrize(
    ("number", "group"),
    [
        (signal.SIGINT, True),
        pytest.param(signal.SIGTERM, False, marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, True, marks=pytest.mark.slow),
    ],
)
def test_signals_end_it_with_a_sentence_and_nobody_stays(begun, number, group) -> None:
    process, folder = begun
    (os.killpg if group else os.kill)(process.pid, number)
    _, said = process.communicate()
    assert process.returncode == 128 + number
    assert said.strip().endswith(SENTENCES[number])
    assert "Traceback" not in said
    wait_for(lambda: not alive(process.pid))
    # The rest of the queue was not begun after the signal.
    assert len(list(folder.rglob("run.json"))) < 2


@pytest.mark.slow
def test_a_killed_command_takes_its_workers_with_it_and_can_be_given_again(begun, tmp_path) -> None:
    process, folder = begun
    process.send_signal(signal.SIGKILL)
    process.wait()
    again = bench(folder, 4000, "--teacher", "random", "--seeds", "2")
    _, said = again.communicate()
    assert again.returncode == 0, said
    wait_for(lambda: not alive(process.pid))
    whole = bench(tmp_path / "whole", 4000, "--teacher", "random", "--seeds", "2")
    assert whole.wait() == 0
    places = sorted(path.parent.relative_to(folder) for path in folder.rglob("run.json"))
    assert len(places) == 2
    for place in places:
        assert fingerprint(folder / place) == fingerprint(tmp_path / "whole" / place)
