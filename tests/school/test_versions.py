"""Runs that version 0.1 made, before there were formats and seals, stay readable and go on; newer ones are refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import tests.students.point  # noqa: F401  # makes the point track known

from gradus import __version__, exams
from gradus.bench import Campaign
from gradus.bench.analysis import analyse
from gradus.learners import Lesson
from gradus.school import FORMAT, Remark, RunFolder, UserError, read_json, write_json
from gradus.students import Training

OLD = Path(__file__).parents[1] / "fixtures" / "v0.1"


@pytest.fixture
def old(tmp_path):
    """A copy of everything that version 0.1 made."""
    return Path(shutil.copytree(OLD, tmp_path / "old"))


def test_records_and_results_are_read(old):
    run = RunFolder.read(old / "lesson")
    assert run.format == 1
    outcomes = list(run.outcomes())
    assert sum(outcome.steps for outcome in outcomes) == read_json(old / "lesson" / "results.json")["steps"]
    assert len(run.transcript()) == 3 * 2499
    state, _, offsets = run.load_checkpoint()
    assert state["world"]["steps"] == 2500 and offsets["transcript.bin"] == 3 * 2499


def test_a_killed_lesson_goes_on(old):
    before = (old / "killed-lesson" / "transcript.bin").read_bytes()
    results = Lesson.resume(old / "killed-lesson").run()
    assert results.steps == 3000
    again = RunFolder.read(old / "killed-lesson")
    assert again.transcript().startswith(before[: 3 * 1999])
    assert sum(outcome.steps for outcome in again.outcomes()) == 3000


def test_a_killed_training_goes_on_and_a_finished_one_stays(old):
    training = Training.resume(old / "killed-training")
    assert [evaluation.step for evaluation in training.run()] == [1000, 2000]
    assert Training.resume(old / "training").finished


def test_an_exam_and_a_campaign_are_read(old):
    stored = read_json(old / "exam" / "table.json")["table"]["runs"]
    rows = exams.resume(old / "exam").to_json()["table"]["runs"]
    names = ("run", "tasks_passed", "steps", "reason")
    assert [[row[name] for name in names] for row in rows] == [
        [row[name] for name in names] for row in stored
    ]
    results = analyse(Campaign.open(old / "bench"))
    assert results.missing == () and len(results.cells) == 1


def test_a_newer_format_is_refused(old):
    path = old / "lesson" / "run.json"
    write_json(path, read_json(path))
    path.write_text(path.read_text().replace(f'"format": {FORMAT}', f'"format": {FORMAT + 1}'))
    with pytest.raises(UserError, match=rf"run.json has format {FORMAT + 1}, made by a newer version"):
        RunFolder.read(old / "lesson")


def test_another_version_is_worth_a_remark(tmp_path):
    description = {"versions": {"gradus": "9.9.9"}}
    RunFolder.create(tmp_path / "r", description).close()
    with pytest.warns(Remark, match=rf"made by Gradus 9.9.9 and goes on with {__version__}"):
        RunFolder.resume(tmp_path / "r")[0].close()


def test_every_stored_file_has_a_format_and_a_checksum(tmp_path):
    exam = exams.make("steps", learner="memory", first=1, runs=1, task_steps=300)
    exams.examine(exam, tmp_path / "exam")
    found = list((tmp_path / "exam").rglob("*.json"))
    assert {path.name for path in found} >= {
        "exam.json",
        "table.json",
        "run.json",
        "state.json",
        "seal.json",
        "end.json",
    }
    for path in found:
        value = json.loads(path.read_text())
        assert value["format"] == FORMAT and len(value["checksum"]) == 16, path
        assert "format" not in read_json(path)
