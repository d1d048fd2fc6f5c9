"""Films of a real, very short run: a student that moves, a teacher that chooses."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from gradus.report.films import curriculum_film, policy_film
from gradus.school import UserError
from gradus.students import Plan, Training, load_student
from gradus.tracks.native import present

pytestmark = pytest.mark.skipif(not present(), reason="the compiled core of the tracks is not installed")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    small = {"samples": 400, "minibatch": 200, "hidden": (16,)}
    plan = Plan(
        teacher="adr",
        teacher_settings={"initial_mean": (0.5, 3.0)},
        student_settings=small,
        steps=12_000,
        evaluate_every=12_000,
        preview_every=6000,
        test=((3.0, 0.0), (0.0, 6.0)),
        track_options={"max_steps": 120},
    )
    path = tmp_path_factory.mktemp("films") / "run"
    Training.create(path, plan).run()
    return path


def frames(path: Path) -> int:
    with Image.open(path) as film:
        return int(getattr(film, "n_frames", 1))


def test_a_trained_student_moves(run: Path, tmp_path: Path) -> None:
    assert 2 < frames(policy_film(run, tmp_path / "walk.gif", test=1, every=10)) <= 13
    with pytest.raises(UserError, match="test must be from 0 to 1, not 2"):
        policy_film(run, tmp_path / "walk.gif", test=2)


def test_a_curriculum_over_time(run: Path, tmp_path: Path) -> None:
    assert frames(curriculum_film(run, tmp_path / "tasks.gif")) == 2


def test_a_loaded_student_acts_as_it_was_saved(run: Path) -> None:
    resumed = Training.resume(run)
    _, student = load_student(run)
    seen = resumed._observations
    assert (student.best(seen) == resumed.student.best(seen)).all()
