"""Damaged runs: every accident to any file of a run either changes nothing or is refused in one sentence."""

from __future__ import annotations

import json
import random
import re
import shutil
import warnings
from pathlib import Path

import pytest
from tests.fuzz import damaged
from tests.students.plans import plan

from gradus import exams
from gradus.learners import Lesson
from gradus.report.gather import gather
from gradus.school import RunFolder, UserError
from gradus.stream import World
from gradus.students import Training

EXAM = {"learner": "memory", "first": 2, "runs": 2, "task_steps": 1500}


def accident(whole: Path, place: Path, seed: int, losses: bool) -> str:
    """A copy of a folder in which one file was damaged or lost; which one."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(whole, place)
    chance = random.Random(seed)
    paths = [path for path in sorted(place.rglob("*")) if path.is_file() and path.name != "timing.jsonl"]
    path = chance.choice(paths)
    if chance.random() < 0.1 and losses:
        path.unlink()
    elif chance.random() < 0.2:  # two files changed places, or one stands where another should
        other = chance.choice(paths)
        ours, theirs = path.read_bytes(), other.read_bytes()
        path.write_bytes(theirs)
        if chance.random() < 0.5:
            other.write_bytes(ours)
    else:
        path.write_bytes(damaged(path.read_bytes(), chance))
    return str(path.relative_to(place))


def survey(whole: Path, tmp_path: Path, rounds: int, act, expected, losses: bool = True) -> None:
    """Both happen: accidents that are repaired and accidents that are refused; nothing else does."""
    refused = 0
    for seed in range(rounds):
        name = accident(whole, tmp_path / "hurt", seed, losses)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                found = act(tmp_path / "hurt")
        except UserError as error:
            assert "\n" not in str(error)
            refused += 1
            continue
        except Exception as error:
            raise AssertionError(f"seed {seed}, {name}: {type(error).__name__}: {error}") from error
        assert found == expected, f"seed {seed}: damage to {name} was counted"
    assert 0 < refused < rounds


@pytest.fixture(scope="module")
def exam(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "exam"
    exams.examine(exams.make("steps", **EXAM), folder)
    return folder


def finish(folder: Path):
    result = exams.examine(exams.make("steps", **EXAM), folder)
    return json.loads(json.dumps(result.to_json())), [row.result.to_json() for row in gather([folder])]


def test_a_finished_exam_that_is_held_again(exam, tmp_path):
    shutil.copytree(exam, tmp_path / "whole")
    survey(exam, tmp_path, 150, finish, finish(tmp_path / "whole"))


def test_a_run_that_was_copied_over_another_is_not_counted(exam, tmp_path):
    shutil.copytree(exam, tmp_path / "exam")
    shutil.rmtree(tmp_path / "exam" / "runs" / "continuous" / "1")
    shutil.copytree(exam / "runs" / "continuous" / "0", tmp_path / "exam" / "runs" / "continuous" / "1")
    with pytest.raises(UserError, match="another seed"):
        finish(tmp_path / "exam")


def test_a_finished_exam_that_is_reported(exam, tmp_path):
    def show(folder):
        shown = gather([folder, *sorted(folder.glob("runs/*/*"))])
        return re.sub(r"'/[^']*'", "", repr([row.result for row in shown]))  # folders differ

    # A run without its end is shown as one that was killed: so a lost file is not an accident here.
    survey(exam, tmp_path, 150, show, show(exam), losses=False)


class KilledError(Exception):
    """What stops a run in these tests."""


def interrupted_lesson(path: Path, at: int = 2500) -> None:
    lesson = Lesson.create(
        path,
        "memory",
        World(seed=5),
        options={"seed": 1},
        max_steps=4000,
        checkpoint_every=1000,
        flush_every=300,
    )

    def stop(world):
        if world.steps >= at:
            raise KilledError

    with pytest.raises(KilledError):
        lesson.run(stop)
    lesson.folder.close()


def records(folder: Path):
    run = RunFolder.read(folder)
    return {name: run.content(name) for name in run.records}


def test_a_killed_lesson_that_goes_on(tmp_path):
    interrupted_lesson(tmp_path / "killed")

    def resume(folder):
        return Lesson.resume(folder).run(), records(folder)

    shutil.copytree(tmp_path / "killed", tmp_path / "whole")
    survey(tmp_path / "killed", tmp_path, 150, resume, resume(tmp_path / "whole"))


@pytest.mark.slow
@pytest.mark.parametrize("student", ["ppo", "sac"])
def test_a_killed_training_that_goes_on(tmp_path, student, monkeypatch):
    training = Training.create(tmp_path / "killed", plan(student, steps=1200, checkpoint_every=400))
    advance = Training._advance

    def until(self):
        advance(self)
        if self.steps >= 900:
            raise KilledError

    with monkeypatch.context() as patched, pytest.raises(KilledError):
        patched.setattr(Training, "_advance", until)
        training.run()
    training.folder.close()

    def resume(folder):
        return Training.resume(folder).run(), records(folder)

    shutil.copytree(tmp_path / "killed", tmp_path / "whole")
    survey(tmp_path / "killed", tmp_path, 60, resume, resume(tmp_path / "whole"))
