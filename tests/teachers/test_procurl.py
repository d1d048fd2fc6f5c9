"""ProCuRL and its kernel regression, beside calculations by hand."""

import json

import numpy as np
import pytest

from gradus.school import Box, Discrete, UserError
from gradus.teachers import make
from gradus.teachers.procurl import softmax
from gradus.teachers.smoother import Smoother

NAMES = Discrete(("a", "b", "c"))
UNIT = Box((0.0, 0.0), (1.0, 1.0))


def test_the_regression_by_hand():
    smoother = Smoother(Box((0.0,), (10.0,)), 10, 0.1)  # a kernel of width 1
    smoother.add((2.0,), 1.0)
    smoother.add((4.0,), 0.0)
    near, far = np.exp(-0.5 * 0.5**2), np.exp(-0.5 * 1.5**2)
    (value,) = smoother.estimate(smoother.points([(2.5,)]))
    assert value == pytest.approx(near / (near + far))
    (doubted,) = smoother.estimate(smoother.points([(2.5,)]), prior=0.5, weight=2.0)
    assert doubted == pytest.approx((near + 2 * 0.5) / (near + far + 2))
    # Far from everything the nearest episode decides, or the prior where there is one.
    assert smoother.estimate(smoother.points([(10.0,)]))[0] == pytest.approx(0.0, abs=1e-4)
    assert smoother.estimate(smoother.points([(10.0,)]), 0.5, 1.0)[0] == pytest.approx(0.5, abs=1e-4)


def test_the_window_drops_the_oldest_and_names_do_not_mix():
    smoother = Smoother(NAMES, 3, 0.1)
    for task, value in (("a", 0.0), ("a", 1.0), ("b", 0.0), ("a", 1.0)):
        smoother.add(task, value)
    assert smoother.estimate(smoother.points(["a", "b"]), 0.5, 1e-9).tolist() == pytest.approx(
        [1.0, 0.0], abs=1e-6
    )
    assert smoother.estimate(smoother.points(["c"]), 0.5, 1.0).tolist() == [0.5]
    assert smoother.best("a", -1.0) == 1.0 and smoother.best("c", -1.0) == -1.0


def test_the_zone_is_drawn_by_a_softmax(tell):
    teacher = make("procurl", NAMES, 0, refresh=12, beta=8.0, doubt=1e-9)
    results = {"a": [0, 0, 0, 0], "b": [1, 0, 1, 0], "c": [1, 1, 1, 1]}
    while teacher.episodes < 12:
        ticket = teacher.issue()
        left = results[ticket.task]
        if left:
            tell(teacher, ticket, solved=left.pop())
        else:
            teacher.withdraw([ticket])
    assert teacher.rates.tolist() == pytest.approx([0.0, 0.5, 1.0], abs=1e-6)
    chances = softmax(teacher.rates * (1 - teacher.rates), 8.0)
    e = np.exp(8.0 * 0.25)
    assert chances.tolist() == pytest.approx([1 / (2 + e), e / (2 + e), 1 / (2 + e)], abs=1e-6)
    tasks = [ticket.task for ticket in teacher.issue_many(3000)]
    assert tasks.count("b") / 3000 == pytest.approx(e / (2 + e), abs=0.03)


def test_a_target_draws_the_tasks_that_help_it():
    options = {"pool": 300, "beta": 200.0, "correlation": 0.1}
    plain = make("procurl", UNIT, 0, **options)
    aimed = make("procurl", UNIT, 0, **options, target_mean=(0.9, 0.9), target_std=(0.01, 0.01))
    first = aimed.tasks[0]
    gap = ((np.array(first) - 0.9) ** 2).sum() / 0.1**2
    assert aimed.correlations(np.array([0.9, 0.9]))[0] == pytest.approx(np.exp(-0.5 * gap))
    middle = [np.mean([ticket.task for ticket in teacher.issue_many(200)]) for teacher in (plain, aimed)]
    assert middle[0] == pytest.approx(0.5, abs=0.06) and middle[1] == pytest.approx(0.9, abs=0.06)


def test_a_students_values_may_give_the_rates(tell, feed):
    teacher = make("procurl", NAMES, 0, refresh=2, rates_from="values", return_low=0.0, return_high=200.0)
    teacher.values(lambda tasks: np.array([-50.0, 100.0, 150.0]))
    feed(teacher, [0.0, 0.0])
    assert teacher.rates.tolist() == [0.0, 0.5, 0.75]
    teacher.values(lambda tasks: np.array([1.0]))
    feed(teacher, [0.0])
    ticket = teacher.issue()
    before = json.dumps(teacher.memory())
    with pytest.raises(UserError, match="one finite number for each of 3 tasks"):
        tell(teacher, ticket)
    assert json.dumps(teacher.memory()) == before


def test_names_have_no_target():
    with pytest.raises(UserError, match="target_mean needs a box"):
        make("procurl", NAMES, target_mean=(1.0,))
