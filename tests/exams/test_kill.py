"""An exam killed at random moments and continued ends with the same bytes, with one worker and with two."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gradus import exams
from gradus.learners import LEARNERS
from gradus.school import UserError

SETTINGS = {"learner": "memory", "first": 4, "runs": 2, "task_steps": 12_000, "control": ()}
SCRIPT = """
import sys
from gradus import exams
if __name__ == "__main__":
    exams.examine(exams.make("graduality", **{settings!r}), sys.argv[1], int(sys.argv[2]))
"""


def start(script: Path, folder: Path, workers: int) -> subprocess.Popen:
    source = str(Path(exams.__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": source, "OMP_NUM_THREADS": "1"}
    return subprocess.Popen([sys.executable, str(script), str(folder), str(workers)], env=environment)


def promised(folder: Path) -> dict[str, bytes]:
    """Everything that must not depend on kills: the table, each run's records and end."""
    names = ("table.json", "exam.json", "outcomes.jsonl", "transcript.bin", "end.json")
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.name in names}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The exam, never disturbed, in this very process."""
    folder = tmp_path_factory.mktemp("whole")
    exams.examine(exams.make("graduality", **SETTINGS), folder)
    return promised(folder)


@pytest.mark.slow
@pytest.mark.parametrize(("workers", "seed"), [(1, 0), (2, 1), (2, 2)])
def test_kills_leave_no_trace(whole, tmp_path, workers, seed):
    script = tmp_path / "hold.py"
    script.write_text(SCRIPT.format(settings=SETTINGS))
    chance = random.Random(seed)
    folder, kills = tmp_path / "exam", 0
    for _ in range(60):
        process = start(script, folder, workers)
        try:
            # Let it live longer each time, or a slow machine would never see the end.
            code = process.wait(chance.uniform(0.3, 1.0) * 2.0 * 1.3**kills)
            assert code == 0
            break
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
            time.sleep(chance.uniform(0, 0.3))
    assert (folder / "table.json").exists()
    assert kills >= 1
    assert promised(folder) == whole


def test_two_workers_give_the_same_bytes(tmp_path, ladder_file):
    settings = {
        "learner": "toys:Reuser",
        "curriculum": ladder_file,
        "first": 3,
        "runs": 2,
        "control": (),
        "scramble": False,
    }
    for workers in (1, 2):
        exams.examine(exams.make("graduality", **settings), tmp_path / str(workers), workers)
    one, two = promised(tmp_path / "1"), promised(tmp_path / "2")
    assert len(one) > 15
    assert one == two


def test_finished_runs_are_never_repeated(tmp_path, ladder_file):
    exam = exams.make("steps", learner="toys:Toy", curriculum=ladder_file, first=2, runs=2, scramble=False)
    exams.examine(exam, tmp_path / "exam")
    stamps = {p: p.stat().st_mtime_ns for p in (tmp_path / "exam" / "runs").rglob("*") if p.is_file()}
    result = exams.resume(tmp_path / "exam")
    assert {p: p.stat().st_mtime_ns for p in stamps} == stamps
    assert result.result.totals.finished == 2


def test_a_folder_holds_one_exam(tmp_path, ladder_file):
    exams.examine(
        exams.make("steps", learner="toys:Toy", curriculum=ladder_file, first=1, runs=1), tmp_path / "e"
    )
    other = exams.make("steps", learner="toys:Toy", curriculum=ladder_file, first=1, runs=2)
    with pytest.raises(ValueError, match="already holds another exam"):
        exams.examine(other, tmp_path / "e")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"runs": 0}, "runs must be at least 1"),
        ({"level": 2}, "level must lie between 0 and 1"),
        ({"order": "say1"}, "has no task 'say1'"),
        ({"order": "random:x"}, "random:SEED"),
        ({"learner": "memry"}, "Did you mean 'memory'"),
        ({"stages": (("micro1", 2.0),)}, "must be within 0 and 1"),
        ({"stages": (("micro99", 0.5),)}, "unknown task 'micro99'"),
        ({"pace": 3}, "has no setting 'pace'"),
        ({"max_steps": -1}, "max_steps must be a number greater than 0"),
    ],
)
def test_bad_settings_get_one_sentence(settings, message):
    with pytest.raises(ValueError, match=message):
        exams.make("steps", **settings)


def test_runs_of_another_version_of_the_learner_are_not_mixed_with_new_ones(tmp_path, monkeypatch):
    exams.examine(exams.make("steps", learner="memory", first=1, runs=2, task_steps=200), tmp_path / "exam")
    monkeypatch.setitem(LEARNERS._things["memory"], 9, LEARNERS.get("memory"))
    assert exams.resume(tmp_path / "exam").result is not None  # nothing is left to be done
    next((tmp_path / "exam" / "runs").rglob("end.json")).unlink()
    with pytest.raises(UserError, match="begun with the learner 'memory-v0', not 'memory-v9'"):
        exams.resume(tmp_path / "exam")


def test_a_changed_curriculum_file_is_another_exam(tmp_path, ladder_file):
    path = tmp_path / "tasks.toml"
    text = Path(ladder_file).read_text()
    path.write_text(text)
    settings = {"learner": "toys:Toy", "curriculum": str(path), "first": 1, "runs": 1, "scramble": False}
    exams.examine(exams.make("steps", **settings), tmp_path / "exam")
    path.write_text(text.replace("ka:", "kz:"))
    with pytest.raises(ValueError, match="already holds another exam"):
        exams.resume(tmp_path / "exam")
