"""Students must really learn: thresholds on a track that a good student masters within seconds."""

from __future__ import annotations

import numpy as np
import pytest
from tests.students.plans import SMALL, plan

from gradus.students import Training


@pytest.mark.parametrize("seed", [0, 1])
def test_ppo_masters_every_place(seed: int) -> None:
    training = Training.create(None, plan("ppo", steps=40_000, evaluate_every=20_000, seed=seed))
    first = training.evaluate()
    assert first.mastered < 100
    last = training.run()[-1]
    assert last.step == 40_000
    assert last.mastered == 100
    assert np.mean(last.returns) > np.mean(first.returns) + 50


@pytest.mark.parametrize("seed", [0, 1])
def test_sac_masters_every_place(seed: int) -> None:
    settings = {**SMALL["sac"], "memory": 10_000, "steps_per_update": 1}
    training = Training.create(
        None, plan("sac", steps=5000, evaluate_every=5000, seed=seed, student_settings=settings)
    )
    assert training.evaluate().mastered < 100
    assert training.run()[-1].mastered == 100


def test_reference_presets_learn_too() -> None:
    settings = {
        "preset": "reference",
        "samples": 400,
        "minibatch": 100,
        "hidden": [32, 32],
        "learning_rate": 3e-3,
    }
    training = Training.create(None, plan("ppo", steps=40_000, student_settings=settings))
    assert training.student.sampled_tests
    assert np.mean(training.run()[-1].returns) > 230


def test_a_forgetting_student_falls_back_and_the_teacher_goes_on() -> None:
    # It starts afresh exactly at half time; a hundred steps later it is as bad as a beginner.
    steps = {"steps": 40_000, "evaluate_every": 20_000, "forget_every": 20_000}
    training = Training.create(None, plan("ppo", **steps))
    before, after = training.run()
    assert before.mastered < 100, "forgetting comes before the evaluation of the same step"
    assert after.mastered == 100
    assert training.teacher.serial == training.episodes + 20
