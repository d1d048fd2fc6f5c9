"""Gradient steps of SAC in one call are those of single calls."""

from __future__ import annotations

import numpy as np
from tests.students.plans import SMALL

from gradus.students import EnvShape
from gradus.students.networks import to_arrays
from gradus.students.sac import TOGETHER, Sac


def fresh() -> Sac:
    student = Sac(EnvShape(5, 2, 1, (0.0, 0.0), (3.0, 6.0), 500), 0, **{**SMALL["sac"], "memory": 500})
    width = student.replay_buffer.width
    student.replay_buffer.add(np.random.default_rng(0).standard_normal((300, width)).astype(np.float32))
    return student


def everything(student: Sac) -> dict[str, np.ndarray]:
    arrays = to_arrays("params", student.params) | to_arrays("target", student.target_params)
    return arrays | to_arrays("opt_states", student.opt_states)


def test_gradient_steps_together_are_those_one_by_one() -> None:
    together, single = fresh(), fresh()
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
