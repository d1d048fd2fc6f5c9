"""Teachers that score episodes get a trace of each from students on the tracks; others get nothing new."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.students.plans import fingerprint, plan
from tests.students.point import LIMIT
from tests.students.test_exactness import stopped

from gradus.school import Outcome
from gradus.students import Training
from gradus.students.traces import Traces


def observed(training: Training, steps: int) -> tuple[list[Outcome], dict[int, list[tuple[float, float]]]]:
    """What the teacher is told, and what the student expected and earned at each step, by the ticket's serial."""
    told: list[Outcome] = []
    kept: dict[int, list[tuple[float, float]]] = {}
    tell, learn = training.teacher.observe, training.student.learn
    training.teacher.observe = lambda outcome: (told.append(outcome), tell(outcome))[1]  # type: ignore[method-assign, misc]
    while training.steps < steps:
        playing = [ticket.serial for ticket in training.world.playing]
        before = training.student.values(training._observations, training._tasks)
        rewards: list[np.ndarray] = []
        training.student.learn = lambda step, r=rewards: (r.append(step.rewards), learn(step))[1]  # type: ignore
        training._advance()
        for serial, reward, value in zip(playing, rewards[0], before, strict=True):
            kept.setdefault(serial, []).append((float(reward), float(value)))
    return told, kept


@pytest.mark.parametrize(("student", "rugged"), [("ppo", True), ("sac", False)])
def test_the_teacher_is_told_what_the_student_expected(student: str, rugged: bool) -> None:
    settings = {"score": "positive_value_loss", "buffer": 20}
    training = Training.create(None, plan(student, teacher="plr", teacher_settings=settings, rugged=rugged))
    told, kept = observed(training, 1200)
    assert len(told) > 20
    for outcome in told:
        trace, rows = outcome.extras["trace"], kept[outcome.ticket.serial]
        assert trace["rewards"] == [reward for reward, _ in rows]
        assert trace["values"] == pytest.approx([value for _, value in rows], rel=1e-5, abs=1e-5)
        assert sum(trace["rewards"]) == pytest.approx(outcome.reward)
        assert trace["gamma"] == training.student.gamma
        assert (trace["last_value"] != 0.0) == (outcome.steps == LIMIT)


@pytest.mark.parametrize("settings", [{"score": "return_change"}, None])
def test_other_teachers_are_told_nothing_new(settings: dict[str, Any] | None) -> None:
    teacher = {"teacher": "random"} if settings is None else {"teacher": "plr", "teacher_settings": settings}
    told, _ = observed(Training.create(None, plan("ppo", **teacher)), 800)
    assert told and all("trace" not in outcome.extras for outcome in told)


def test_the_record_goes_without_traces_and_a_resumed_run_is_identical(tmp_path: Path) -> None:
    # The last checkpoint is at step 1500, after 75 steps of each lane: halfway through an episode of 30.
    settings = {"samples": 300, "minibatch": 100, "hidden": (32, 32)}
    changes = {"teacher": "plr", "teacher_settings": {"buffer": 20}, "checkpoint_every": 250}
    wanted = plan("ppo", student_settings=settings, **changes)
    Training.create(tmp_path / "whole", wanted).run()
    stopped(tmp_path / "stopped", wanted, 1720)
    resumed = Training.resume(tmp_path / "stopped")
    assert resumed._traces is not None and len(resumed._traces.arrays()["trace.0"]) == 15
    resumed.run()
    assert fingerprint(tmp_path / "stopped") == fingerprint(tmp_path / "whole")
    rows = [json.loads(line) for line in (tmp_path / "whole" / "outcomes.jsonl").read_text().splitlines()]
    assert rows and all("trace" not in row["extras"] for row in rows)


def test_traces_come_back_from_arrays() -> None:
    traces = Traces(2, 0.9)
    traces.add(np.array([1.0, 2.0]), np.array([0.1, 0.2]))
    traces.take(1, 0.0)
    traces.add(np.array([3.0, 4.0]), np.array([0.3, 0.4]))
    again = Traces(2, 0.9)
    again.restore(traces.arrays())
    whole = {"rewards": [1.0, 3.0], "values": [0.1, 0.3], "last_value": 0.5, "gamma": 0.9}
    assert again.take(0, 0.5) == traces.take(0, 0.5) == whole
    assert again.take(1, 0.0)["rewards"] == [4.0]
