"""Any episode of a recorded training can be played again, action by action."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.students.plans import plan

from gradus.school import RunFolder, UserError
from gradus.students import Training, load_student, recorded_test, training_episode, way_to
from gradus.students.actions import packed, unpacked

pytestmark = pytest.mark.tracks
TRACK: dict[str, Any] = {
    "track": "stump",
    "body": "old_classic_bipedal",
    "test": ((0.0, 6.0), (1.0, 3.0)),
    "lanes": 4,
    "track_options": {"max_steps": 60},
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short training on the real track that keeps a checkpoint now and then."""
    path = tmp_path_factory.mktemp("episodes") / "run"
    settings = {"samples": 400, "minibatch": 100, "hidden": (16, 16)}
    made = plan(**TRACK, student_settings=settings, keep_every=800, checkpoint_every=400)
    Training.create(path, made).run()
    return path


def test_actions_survive_the_disk_bit_for_bit() -> None:
    rng = np.random.default_rng(5)
    made = [rng.normal(size=(n, 3)).astype(np.float32).clip(-1, 1) for n in (1, 7, 200)]
    again = unpacked(packed(made))
    assert [a.tobytes() for a in again] == [m.tobytes() for m in made]
    with pytest.raises(UserError, match="damaged"):
        unpacked(packed(made)[:-9])


def test_a_test_episode_plays_as_recorded(run: Path) -> None:
    for test in (0, 1):
        episode = recorded_test(run, test)
        states = [world.lanes.observations.copy() for world in episode.play()]
        assert len(states) == episode.steps + 1


def test_changed_actions_are_noticed(run: Path) -> None:
    episode = recorded_test(run, 0)
    episode.actions[0] += 0.5
    with pytest.raises(UserError, match="did not play as recorded"):
        list(episode.play())


def test_every_training_episode_plays_as_recorded(run: Path) -> None:
    outcomes = list(RunFolder.read(run).outcomes())
    for outcome in (outcomes[0], outcomes[len(outcomes) // 2], outcomes[-1]):
        episode = training_episode(run, outcome.ticket.serial)
        assert len(episode.actions) == outcome.steps
        *_, last = episode.play()
        assert last.lanes.returns[0] == outcome.reward


def test_the_way_back_is_short(run: Path) -> None:
    kept = RunFolder.read(run).kept()
    assert [int(name.split("-")[0]) for name in kept] == [800, 1600]
    outcomes = list(RunFolder.read(run).outcomes())
    last = way_to(run, outcomes[-1].ticket.serial)
    assert last.kept is not None and last.kept.startswith("1600-")
    assert way_to(run, outcomes[0].ticket.serial).kept is None


def test_a_kept_student_is_another_one(run: Path) -> None:
    kept = RunFolder.read(run).kept()
    _, early = load_student(run, kept[0])
    _, late = load_student(run)
    seen = np.zeros((1, early.shape.observations), np.float32)  # type: ignore[attr-defined]
    assert not np.array_equal(early.best(seen), late.best(seen))
    with pytest.raises(UserError, match="keeps no checkpoint 'x'"):
        load_student(run, "x")


def test_what_is_not_there_is_said(run: Path) -> None:
    with pytest.raises(UserError, match="no finished episode 99999"):
        training_episode(run, 99999)
    with pytest.raises(UserError, match="A test is from 0 to 1, not 2"):
        recorded_test(run, 2)
    with pytest.raises(UserError, match="2 evaluations, so there is no number 7"):
        recorded_test(run, 0, 7)
