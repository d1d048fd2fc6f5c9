"""Films of a real, very short run: a student that moves, a teacher that chooses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from gradus import report
from gradus.report import training
from gradus.report.charts import figure
from gradus.report.films import curriculum_film, last_test, policy_film
from gradus.school import Outcome, RunFolder, Ticket, UserError
from gradus.students import Evaluation, Plan, Training, load_student

pytestmark = pytest.mark.tracks


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


def test_a_film_shows_the_very_episode_of_the_last_test(run: Path) -> None:
    recorded = Evaluation.from_json(list(RunFolder.read(run).rows("evaluations.jsonl"))[-1])
    for test in (0, 1):
        episode = last_test(run, test)
        assert (episode.total, episode.steps) == (recorded.returns[test], recorded.lengths[test])
        assert sum(1 for _ in episode.play()) == episode.steps + 1, "and it plays to the same end"


def test_a_curriculum_over_time(run: Path, tmp_path: Path) -> None:
    assert frames(curriculum_film(run, tmp_path / "tasks.gif")) == 2


def test_a_loaded_student_acts_as_it_was_saved(run: Path) -> None:
    resumed = Training.resume(run)
    _, student = load_student(run)
    seen = resumed._observations
    assert (student.best(seen) == resumed.student.best(seen)).all()


def test_a_training_has_a_report(run: Path, tmp_path: Path) -> None:
    told: list[str] = []
    made = report.write([run], tmp_path / "r.html", progress=told.append)
    text = made.read_text()
    assert "ppo taught by adr (run)" in text and "Returns: " in text and "Tasks chosen: " in text
    assert "of 2 test tasks are mastered (90 % interval of Wilson over tasks" in text
    assert "Test tasks mastered" not in text, "two tasks are no grid"
    folder = report.files_folder(made)
    assert frames(folder / "curriculum-run.gif") == 2 and frames(folder / "policy-run.gif") > 2
    assert (folder / "tests-run.csv").read_text().count("\n") == 2
    assert told == [f"reading {run}", "writing pictures and tables", f"filming {run}"]


def test_returns_of_a_training_and_their_running_mean() -> None:
    rewards = np.arange(300.0)
    mean = training._running_mean(rewards)
    assert mean[0] == 0 and mean[9] == 4.5 and mean[-1] == rewards[-100:].mean()
    outcomes = [Outcome(Ticket((0.0, 6.0), 0, n, 0), 10, float(n), False, "failed") for n in range(5000)]
    plot = training.returns(outcomes, [Evaluation(20_000, (0.0, 100.0, 300.0), (9, 9, 9), 2000)])
    assert plot is not None
    line = plot.series[1].x
    assert len(line) == 2000, "a long run is thinned"
    assert line[-1] == 50_000
    assert training.returns([], []) is None


def test_episodes_and_tests_share_their_axis() -> None:
    """Eight lanes: when 1,000 steps are made, a few episodes have ended, whose lengths add up to far less."""
    outcomes = [Outcome(Ticket((0.0, 6.0), 0, n, 0), 50, 0.0, False, "failed") for n in range(12)]
    tests = [Evaluation(1000, (0.0,), (9,), 4), Evaluation(2000, (0.0,), (9,), 10)]
    ends = training.ends(outcomes, tests)
    assert list(ends[:4]) == [250, 500, 750, 1000] and ends[9] == 2000
    assert list(ends[10:]) == [2050, 2100], "after the last test, lengths are all that is known"
    assert list(training.ends(outcomes, []))[-1] == 600
    axes = figure(training.returns(outcomes, tests, 4000)).axes[0]
    assert axes.get_xlim() == (0.0, 4000.0)


def test_test_tasks_are_counted_by_their_return() -> None:
    axes = training.mastery(Evaluation(1000, (-90.0, -90.0, 10.0, 240.0, 300.0), (9,) * 5, 4)).axes[0]
    counts = [label.get_text() for label in axes.texts if label.get_text()]
    assert counts == ["2", "1", "2"]
