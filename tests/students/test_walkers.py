"""Walkers: a policy in a small file acts as the student it was saved from, and those that are shipped do their work."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.students.plans import plan

from gradus.school import UserError
from gradus.students import MASTERED, WALKERS, Training, load_student, save_walker, walker
from gradus.students.evaluation import Tests
from gradus.students.shipped import WalkerFile


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short training of PPO."""
    path = tmp_path_factory.mktemp("walker") / "run"
    Training.create(path, plan(steps=800, evaluate_every=800)).run()
    return path


def test_a_saved_walker_acts_as_its_student(run: Path, tmp_path: Path) -> None:
    made = save_walker(run, tmp_path / "mine.npz", {"mastered": "3 of 4"})
    again = walker(tmp_path / "mine.npz")
    _, student = load_student(run)
    seen = np.random.default_rng(0).normal(0, 1, (50, 3)).astype(np.float32)
    # Half precision keeps three digits.
    assert again.best(seen) == pytest.approx(student.best(seen), abs=0.01)
    assert np.array_equal(again.best(seen), made.best(seen))
    assert again.plan.to_json() == plan(steps=800, evaluate_every=800).to_json()
    assert again.summary == "point on point, masters 3 of 4"


def test_the_same_run_gives_the_same_file(run: Path, tmp_path: Path) -> None:
    save_walker(run, tmp_path / "a.npz")
    save_walker(run, tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_a_walker_that_is_not_there_or_damaged_is_one_sentence(run: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"There is no walker named 'spidr'.*Did you mean 'spider'"):
        walker("spidr")
    with pytest.raises(UserError, match=r"There is no walker in .*none\.npz: no such file"):
        walker(tmp_path / "none.npz")
    save_walker(run, tmp_path / "torn.npz")
    torn = (tmp_path / "torn.npz").read_bytes()
    (tmp_path / "torn.npz").write_bytes(torn[: len(torn) // 2])
    with pytest.raises(UserError, match="The file of the walker 'torn' is damaged"):
        walker(tmp_path / "torn.npz")


def test_only_ppo_can_be_saved(tmp_path: Path) -> None:
    Training.create(tmp_path / "run", plan("sac", steps=100, evaluate_every=100)).run()
    with pytest.raises(UserError, match="Only PPO's policies can be saved as walkers, not those of sac-v0"):
        save_walker(tmp_path / "run", tmp_path / "sac.npz")


def test_a_student_starts_from_a_walker_and_goes_on_without_it(run: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    found, settings = save_walker(run, file), {"samples": 400, "minibatch": 100, "hidden": (32, 32)}
    training = Training.create(tmp_path / "more", plan(student_settings={**settings, "start": str(file)}))
    seen = np.random.default_rng(0).normal(0, 1, (50, 3)).astype(np.float32)
    assert training.student.best(seen) == pytest.approx(found.best(seen), abs=1e-3)
    while training.steps < 1000:
        training._advance()
    training.folder.close()
    file.unlink()
    assert Training.resume(tmp_path / "more").run()[-1].step == 2000


def test_what_cannot_be_started_from_is_said_before_a_folder_is_made(run: Path, tmp_path: Path) -> None:
    save_walker(run, tmp_path / "mine.npz")
    small = {"samples": 400, "minibatch": 100, "hidden": (16, 32)}
    for start, words in (("mine", "'mine' has layers .* it cannot start from it"), ("none", "no such file")):
        settings = {**small, "start": str(tmp_path / f"{start}.npz")}
        with pytest.raises(UserError, match=words):
            Training.create(tmp_path / "more", plan(student_settings=settings))
    assert not (tmp_path / "more").exists()


LEAST = {"bipedal": 5, "quadruped": 5, "spider": 5, "millipede": 5, "climber": 1, "fish": 5}
"""How many of ten episodes on its easy task a walker must master; far below what it does, as bits differ by machine."""


def test_every_family_has_a_walker() -> None:
    assert set(LEAST) <= set(WALKERS.available())


@pytest.mark.tracks
@pytest.mark.parametrize("name", WALKERS.available())
def test_a_shipped_walker_does_its_work(name: str) -> None:
    file = WALKERS.get(name)
    assert isinstance(file, WalkerFile) and file.path.stat().st_size < 150_000
    found = walker(name)
    assert "gradus.students" in found.about["command"] and " episodes of " in found.summary
    tests = Tests(replace(found.plan, test=(tuple(found.about["task"]),) * 10, seed=4711))
    outcomes = tests.play(found, 0)  # type: ignore[arg-type]
    assert sum(outcome.reward > MASTERED for outcome in outcomes) >= LEAST[name]
