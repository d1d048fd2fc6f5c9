"""Every registered teacher keeps every promise of the contract, on all the spaces it teaches."""

import ast
import inspect
import itertools
import json
import textwrap
from typing import Any

import pytest

from gradus.kits.teacher import PracticeStudent, check_teacher
from gradus.school import Box, Discrete, UserError
from gradus.teachers import TEACHERS, available, make

FLAT = Box((0.0, 1.0, -1.0), (1.0, 1.0, 3.0), ("height", "fixed", "gap"))
LINE = Box((-2.0,), (5.0,))
TASKS = Discrete(("a", "b", "c", "d"))

NEURAL = {"goal-gan", "setter-solver"}
ORDERS = {"consecutive", "incremental", "sequential", "dependencies", "examiner", "self-play"}
BOTH = {
    *("random", "plr", "learning-progress", "tscl"),
    *("sfl", "procurl", "paired", "annealed", "stepwise"),
}
BOXES = set(available()) - ORDERS

QUICK: dict[str, dict[str, Any]] = {
    "alp-gmm": {"fit_every": 40, "max_k": 3},
    "covar-gmm": {"fit_every": 40, "max_k": 3},
    "riac": {"capacity": 20},
    "spdl": {"offset": 2000, "period": 2000},
    "goal-gan": {"label_count": 20, "iterations": 10, "width": 16, "critic_width": 16},
    "setter-solver": {"update_every": 20, "width": 8},
    "plr": {"buffer": 20},
    "accel": {"buffer": 20},
    "vds": {"candidates": 50, "features": 8},
    "sfl": {"candidates": 5, "rollouts": 2, "keep": 3, "period": 12},
    "procurl": {"pool": 20, "refresh": 10, "window": 30},
    "currot": {"particles": 10, "update_every": 10, "threshold": 0.0},
    "paired": {"bins": 4, "update_every": 10, "window": 30},
    "annealed": {"length": 50},
    "stepwise": {"block": 5, "learns_from": "reward", "forward": -80.0, "back": -90.0},
    "self-play": {"beaten": 0.5},
}
"""Settings that reach every branch of a teacher within a short check."""


def slow_if_neural(names):
    """Networks are compiled anew for every shape; one shape is enough for everyday tests."""
    return [pytest.param(name, marks=pytest.mark.slow) if name in NEURAL else name for name in names]


def maker(name, space, **settings):
    if name in NEURAL:
        pytest.importorskip("jax")
    return lambda seed: make(name, space, seed, **{**QUICK.get(name, {}), **settings})


@pytest.mark.parametrize("name", sorted(BOXES))
def test_contract_on_a_box_with_a_fixed_dimension(name):
    check_teacher(maker(name, FLAT), episodes=160, speed_episodes=0)


@pytest.mark.parametrize("name", slow_if_neural(sorted(BOXES)))
def test_contract_on_a_line(name):
    check_teacher(maker(name, LINE), episodes=90, speed_episodes=0)


@pytest.mark.parametrize("name", sorted(BOTH | ORDERS))
def test_contract_on_named_tasks(name):
    check_teacher(maker(name, TASKS), episodes=160, speed_episodes=0)


@pytest.mark.parametrize(
    "name", slow_if_neural(["adr", "covar-gmm", "alp-gmm", "riac", "spdl", "goal-gan", "setter-solver"])
)
def test_contract_of_the_reference_preset(name):
    check_teacher(maker(name, FLAT, preset="reference"), episodes=100, speed_episodes=0)


@pytest.mark.parametrize("variant", ["naive", "window", "sampling"])
@pytest.mark.parametrize("space", [FLAT, TASKS])
def test_contract_of_the_bandit_variants(variant, space):
    check_teacher(maker("tscl", space, variant=variant), episodes=100, speed_episodes=0)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(BOXES - NEURAL))
def test_cost_per_episode_does_not_grow(name):
    check_teacher(maker(name, FLAT), episodes=60, speed_episodes=3000)


@pytest.mark.parametrize("name", sorted(BOXES))
def test_many_tickets_may_be_open_at_once(name):
    teacher, student = maker(name, FLAT)(0), PracticeStudent()
    for _ in range(12):
        tickets = [teacher.issue() for _ in range(8)]
        for ticket in reversed(tickets):
            teacher.observe(student(ticket))
    assert teacher.state()["open"] == []


@pytest.mark.parametrize("name", sorted(BOXES - BOTH))
def test_a_box_teacher_refuses_named_tasks_and_frozen_boxes(name):
    with pytest.raises(UserError, match="needs a box"):
        maker(name, TASKS)(0)
    with pytest.raises(UserError, match="all are fixed"):
        maker(name, Box((1.0,), (1.0,)))(0)


@pytest.mark.parametrize("name", sorted(BOXES - BOTH))
def test_presets_are_recorded_and_checked(name):
    with pytest.raises(UserError, match=r"preset must be one of paper, reference"):
        maker(name, FLAT, preset="papers")(0)


@pytest.mark.parametrize("name", sorted(BOXES))
def test_another_teachers_state_is_refused(name):
    teacher = maker(name, FLAT)(0)
    before = json.dumps(teacher.state())
    other = make("oracle" if name != "oracle" else "random", FLAT)
    with pytest.raises(UserError, match="belongs to the teacher"):
        teacher.restore(other.state())
    assert json.dumps(teacher.state()) == before


@pytest.mark.parametrize("name", sorted(BOXES))
def test_every_setting_is_documented(name):
    if name in NEURAL:
        pytest.importorskip("jax")
    settings = TEACHERS.get(name).Settings
    tree = ast.parse(textwrap.dedent(inspect.getsource(settings)))
    body = next(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)).body
    for field, doc in itertools.pairwise(body):
        if isinstance(field, ast.AnnAssign):
            documented = isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant)
            assert documented, f"{name}: {field.target.id}"
