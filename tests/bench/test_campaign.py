"""Campaigns: the same bytes whatever the workers; deaths cost little; nothing is made twice."""

from __future__ import annotations

import os
import signal
import threading
import time
from importlib import import_module
from pathlib import Path

import pytest
from tests.bench.test_suites import POINT
from tests.students.plans import fingerprint

from gradus.bench import Campaign, Choice, load, unfold
from gradus.bench.analysis import analyse, rank_note

MODULES = ("tests.students.point",)


def campaign(folder: Path, **choice: object) -> Campaign:
    made = Campaign(folder, unfold(load(POINT), Choice(**choice)), MODULES)  # type: ignore[arg-type]
    made.describe(suite="point", tier="minutes")
    return made


@pytest.fixture
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let worker processes import the tests' own track."""
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    )


@pytest.mark.usefixtures("importable")
def test_two_workers_write_what_one_writes_and_finished_runs_stay(tmp_path: Path) -> None:
    one, two = campaign(tmp_path / "one"), campaign(tmp_path / "two")
    assert one.run(1) == [] and two.run(2) == []
    for job in one.jobs:
        assert fingerprint(one.folder / job.place) == fingerprint(two.folder / job.place)
    stamps = {job.place: (one.folder / job.place / "timing.jsonl").stat().st_mtime_ns for job in one.jobs}
    assert one.left() == [] and one.run(1) == []
    assert stamps == {
        job.place: (one.folder / job.place / "timing.jsonl").stat().st_mtime_ns for job in one.jobs
    }
    _results(one)


def _results(finished: Campaign) -> None:
    results = analyse(Campaign.open(finished.folder, MODULES))
    assert [(cell.teacher, cell.level, len(cell.runs)) for cell in results.cells] == [
        ("random", "no", 2),
        ("alp-gmm", "no", 2),
    ]
    assert results.missing == ()
    assert "No rank agreement" in rank_note(results)
    assert results.to_json()["pairs"][0]["first"] == "random"


@pytest.mark.usefixtures("importable")
def test_a_killed_worker_costs_only_its_last_steps(tmp_path: Path) -> None:
    whole = campaign(tmp_path / "whole", seeds=1, steps=12_000)
    hurt = campaign(tmp_path / "hurt", seeds=1, steps=12_000)
    state = hurt.folder / hurt.jobs[0].place / "checkpoint" / "state.json"
    killed = []

    def kill() -> None:
        while not state.exists():
            time.sleep(0.02)
        for child in _children(os.getpid()):
            killed.append(child)
            os.kill(child, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    assert hurt.run(1) == []
    thread.join()
    assert killed
    assert whole.run(1) == []
    for job in whole.jobs:
        assert fingerprint(hurt.folder / job.place) == fingerprint(whole.folder / job.place)


def _children(parent: int) -> list[int]:
    """Worker processes of a parent (the resource tracker of multiprocessing is left alone)."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                words = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if int(status[1]) == parent and b"spawn_main" in words:
                found.append(int(entry.name))
    return found


@pytest.mark.usefixtures("importable")
def test_a_run_that_cannot_be_made_is_reported_and_the_others_are_made(tmp_path: Path) -> None:
    made = campaign(tmp_path / "some", seeds=1)
    blocked = made.folder / made.jobs[0].place
    blocked.parent.mkdir(parents=True)
    blocked.write_text("in the way")
    failures = made.run(1)
    assert [failure.place for failure in failures] == [made.jobs[0].place]
    assert [job.place for job in made.left()] == [made.jobs[0].place]


@pytest.mark.usefixtures("importable")
def test_an_error_of_a_strangers_teacher_is_that_runs_reason(tmp_path: Path) -> None:
    # Only now: a teacher that is registered while tests are collected would take part in everybody's tests.
    import_module("tests.bench.grumpy")
    jobs = unfold(load(POINT), Choice(seeds=1, steps=400, teachers=("grumpy", "random")))
    made = Campaign(tmp_path / "c", jobs, (*MODULES, "tests.bench.grumpy"))
    failures = made.run(1)
    assert [(failure.place, failure.reason) for failure in failures] == [
        (made.jobs[0].place, "LookupError: no more of this")
    ]
    assert [job.place for job in made.left()] == [made.jobs[0].place]


def test_two_commands_that_share_a_folder_lose_no_job(tmp_path: Path) -> None:
    jobs = unfold(load(POINT), Choice(seeds=8))
    threads = [threading.Thread(target=Campaign(tmp_path, [job]).describe) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {job.place for job in Campaign.open(tmp_path).jobs} == {job.place for job in jobs}
