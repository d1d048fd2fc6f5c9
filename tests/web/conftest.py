"""A folder of runs, and the real server on it in a process of its own."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.students.plans import plan

from gradus import exams
from gradus.leaderboard import Key, Row, open_board
from gradus.learners import Lesson
from gradus.learners import make as make_learner
from gradus.stream import World
from gradus.stream import make as make_curriculum
from gradus.students import Training
from gradus.tracks.native import present

pytest.importorskip("uvicorn", reason="the extra [web] is not installed")
STRANGE = "<script>alert(1)</script>[/red]"


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lesson, a training, a stranger's lesson, an exam, a leaderboard and a damaged folder."""
    if not present():
        pytest.skip("the compiled core of the tracks is not installed, so there is no training to show")
    folder = tmp_path_factory.mktemp("web")
    Lesson.create(folder / "lesson", "gradual", World(seed=5, scramble=True), max_steps=3000).run()
    stranger = make_learner("memory")
    path = folder / STRANGE.replace("/", "")
    Lesson.host(path, stranger, World(seed=1), name=STRANGE + "x" * 10_000, max_steps=500).run()
    settings = {"samples": 400, "minibatch": 100, "hidden": (16, 16)}
    world: dict[str, Any] = {
        "track": "stump",
        "body": "old_classic_bipedal",
        "track_options": {"max_steps": 120},
    }
    often: dict[str, Any] = {
        "keep_every": 800,
        "checkpoint_every": 400,
        "evaluate_every": 1600,
        "preview_every": 400,
    }
    made = plan(
        **world, test=((0.0, 6.0), (1.0, 3.0)), lanes=4, student_settings=settings, steps=3200, **often
    )
    Training.create(folder / "training", made).run()
    settings = {"learner": "gradual", "first": 2, "runs": 1, "scramble": False}
    exams.examine(exams.make("graduality", control=(), **settings), folder / "exam")
    make_board(folder / "board.db")
    (folder / "damaged").mkdir()
    (folder / "damaged" / "run.json").write_text('{"kind": "lesson"')
    return folder


def make_board(path: Path) -> None:
    """A leaderboard with one round and two submissions."""
    key = Key.new(make_curriculum("round1"), 7)
    shared: dict[str, Any] = {
        "round": "spring",
        "learner": "memory",
        "is_command": False,
        "code": "",
        "tasks": 46,
        "finished": False,
        "reason": "stopped",
        "seconds": 1.0,
        "isolation": "limits only",
        "submitted": "2026-01-01",
        "version": "0",
        "record": "",
        "max_steps": None,
        "task_steps": None,
        "results": {},
    }
    with open_board(path) as board:
        board.open_round("spring", key.commitment, "2026-01-01")
        for number, (name, passed, steps) in enumerate([(STRANGE, 3, 900), ("anna", 12, 5000)], 1):
            board.add(Row(entry=number, name=name, tasks_passed=passed, steps=steps, **shared), key)


def start_server(folder: Path, *more: str) -> tuple[subprocess.Popen[str], str]:
    """The real command; it says its address once it listens."""
    words = [sys.executable, "-m", "gradus", "web", str(folder), "--port", "0", *more]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
    assert found is not None
    return process, found.group()


@pytest.fixture(scope="session")
def site(runs: Path) -> Iterator[str]:
    """The address of the page."""
    process, address = start_server(runs)
    yield address
    process.send_signal(signal.SIGINT)
    process.wait(timeout=600)


def find_chromium() -> str | None:
    """A browser on the search path; with a bare one there is none, wherever one may be installed."""
    places = map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))
    return next((place for place in places if place), None)


def until(true: object, seconds: float = 600.0) -> None:
    """Wait until something holds; a loaded machine may take its time."""
    end = time.monotonic() + seconds
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.1)
