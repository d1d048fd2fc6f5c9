"""Gradient steps of SAC: many in one call are those of single calls, and an entropy weight that is learnt."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
import pytest
from tests.students.plans import SMALL

from gradus.students import EnvShape, Step
from gradus.students.networks import to_arrays
from gradus.students.sac import TOGETHER, Sac

LEARNT = {"target_entropy": -1.0, "entropy_weight": 0.2}


def fresh(**settings: Any) -> Sac:
    shape = EnvShape(5, 2, 1, (0.0, 0.0), (3.0, 6.0), 500)
    student = Sac(shape, 0, **{**SMALL["sac"], "memory": 500, **settings})
    width = student.replay_buffer.width
    student.replay_buffer.add(np.random.default_rng(0).standard_normal((300, width)).astype(np.float32))
    return student


def everything(student: Sac) -> dict[str, np.ndarray]:
    arrays = to_arrays("params", student.params) | to_arrays("target", student.target_params)
    return arrays | to_arrays("opt_states", student.opt_states)


@pytest.mark.parametrize("settings", [{}, LEARNT])
def test_gradient_steps_together_are_those_one_by_one(settings: dict[str, Any]) -> None:
    together, single = fresh(**settings), fresh(**settings)
    together._improve(2 * TOGETHER + 3)
    for _ in range(2 * TOGETHER + 3):
        single._improve()
    assert together.figures() == single.figures()
    assert together.rng.bit_generator.state == single.rng.bit_generator.state
    found, wanted = everything(together), everything(single)
    assert all(np.array_equal(found[name], wanted[name]) for name in wanted)
    assert not np.array_equal(
        found["params['policy'][0]['w']"], to_arrays("p", fresh().params)["p['policy'][0]['w']"]
    )


def test_a_fixed_entropy_weight_has_no_parameter() -> None:
    student = fresh()
    student._improve(3)
    assert not any("alpha" in name for name in everything(student))
    assert "alpha" not in student.figures()


def test_the_first_step_of_a_learnt_weight_is_that_of_a_fixed_one() -> None:
    # It is moved after everything else, so the networks see its first value once.
    learnt, fixed = fresh(**LEARNT), fresh(entropy_weight=0.2)
    learnt._improve()
    fixed._improve()
    ours, theirs = everything(learnt), everything(fixed)
    assert set(theirs) < set(ours)
    for name, array in theirs.items():
        np.testing.assert_allclose(ours[name], array, rtol=1e-5, atol=1e-7, err_msg=name)


def test_the_weight_falls_while_the_policy_is_more_random_than_wanted_and_rises_otherwise() -> None:
    falling, rising = fresh(target_entropy=-100.0), fresh(target_entropy=100.0)
    for student in (falling, rising):
        student._improve(10)
    start = student.settings.entropy_weight
    assert float(falling.params["log_alpha"]) < np.log(start) < float(rising.params["log_alpha"])


def test_a_learnt_weight_brings_the_entropy_where_it_is_wanted() -> None:
    # Two actions and -1 for each: a mean log-density of 2. Episodes of one step, worth most where the action is 0;
    # the published start is far surer than wanted.
    student = fresh(**LEARNT, learning_rate=3e-3)
    rows = np.random.default_rng(1).uniform(-1, 1, (500, student.replay_buffer.width)).astype(np.float32)
    at = student._columns
    rows[:, at["reward"]] = -np.sum(rows[:, at["action"]] ** 2, axis=1, keepdims=True)
    rows[:, at["end"]] = 1.0
    student.replay_buffer.add(rows)
    student._improve()
    assert student.figures()["log_p"] > 5
    student._improve(2400)
    assert student.figures()["log_p"] == pytest.approx(2.0, abs=0.4)


def test_a_learnt_weight_is_restored_exactly() -> None:
    student, other = fresh(**LEARNT), fresh(**LEARNT)
    student._improve(5)
    small, arrays = student.state()
    other.restore(small, jax.tree.map(np.copy, arrays))
    student._improve(20)
    other._improve(20)
    assert student.figures() == other.figures()
    wanted = everything(student)
    assert all(np.array_equal(array, wanted[name]) for name, array in everything(other).items())


@pytest.mark.parametrize(("settings", "learnt"), [({}, -100.0), ({"reward_floor": -10.0}, -10.0)])
def test_no_reward_is_learnt_below_the_floor(settings: dict[str, Any], learnt: float) -> None:
    student, yes, row = fresh(**settings), np.ones(1, bool), np.zeros((1, 5), np.float32)
    before = student.replay_buffer.written
    for reward in (-100.0, 3.0):
        student.act(row)
        step = Step(
            np.array([reward]), ~yes, ~yes, row, row, np.zeros((1, 2)), np.ones(1, np.int32), yes, yes
        )
        student.learn(step)
        assert step.rewards[0] == reward, "what others are told does not change"
    rows = student.replay_buffer.contents()[before:]
    assert rows[:, student._columns["reward"]].ravel().tolist() == [learnt, 3.0]
