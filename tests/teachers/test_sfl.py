"""Sampling for learnability, counted by hand."""

import numpy as np
import pytest

from gradus.school import Box, Discrete, UserError
from gradus.teachers import make

NAMES = Discrete(("never", "half", "often", "always"))
SMALL = {"rollouts": 4, "keep": 2, "period": 10, "kept_share": 1.0}


def measure(teacher, tell, results):
    """Play a whole round: the n-th episode of a task is solved as ``results`` says."""
    seen = {}
    tickets = teacher.issue_many(len(teacher.space.tasks) * teacher.settings.rollouts)
    for ticket in tickets:
        nth = seen[ticket.task] = seen.get(ticket.task, -1) + 1
        assert not teacher.trains_on(ticket)
        tell(teacher, ticket, solved=results[ticket.task][nth])
    return tickets


RESULTS = {"never": [0, 0, 0, 0], "half": [1, 0, 1, 0], "often": [1, 1, 1, 0], "always": [1, 1, 1, 1]}


def test_the_most_learnable_tasks_are_kept(tell):
    teacher = make("sfl", NAMES, 0, **SMALL)
    tickets = measure(teacher, tell, RESULTS)
    assert [ticket.task for ticket in tickets] == list(NAMES.tasks) * 4
    assert teacher.kept == ["half", "often"]
    assert teacher.scores == [0.25, 0.1875]  # 1/2 * 1/2 and 3/4 * 1/4


def test_training_and_measuring_take_turns(tell):
    teacher = make("sfl", NAMES, 0, **SMALL)
    measure(teacher, tell, RESULTS)
    training = teacher.issue_many(10)
    assert {ticket.task for ticket in training} == {"half", "often"}
    assert all(teacher.trains_on(ticket) for ticket in training)
    again = teacher.issue()
    assert again.task == "never" and not teacher.trains_on(again)


def test_a_share_of_the_training_is_random(tell):
    teacher = make("sfl", NAMES, 0, **{**SMALL, "kept_share": 0.5, "period": 4000})
    measure(teacher, tell, RESULTS)
    tasks = [ticket.task for ticket in teacher.issue_many(4000)]
    # A kept one has half of a half and a quarter of the other half: 3/8; one that was not kept 1/8.
    assert tasks.count("half") / 4000 == pytest.approx(3 / 8, abs=0.03)
    assert tasks.count("never") / 4000 == pytest.approx(1 / 8, abs=0.03)


def test_training_goes_on_while_a_measurement_is_still_open(tell):
    teacher = make("sfl", NAMES, 0, **SMALL)
    tickets = teacher.issue_many(16)
    early = teacher.issue()
    assert teacher.trains_on(early) and teacher.kept == []
    for ticket in tickets[:-1]:
        tell(teacher, ticket, solved=ticket.task == "half")
    assert teacher.kept == []
    teacher.withdraw(tickets[-1:])  # its worker died: the round ends without it
    assert len(teacher.kept) == 2


def test_returns_stand_for_success(tell):
    options = {**SMALL, "rollouts": 1, "learns_from": "reward", "return_low": -100.0, "return_high": 300.0}
    teacher = make("sfl", NAMES, 0, **options)
    for ticket, reward in zip(teacher.issue_many(4), (-100.0, 100.0, 200.0, 400.0), strict=True):
        tell(teacher, ticket, reward)
    assert teacher.kept == ["half", "often"]
    assert teacher.scores == [0.25, 0.1875]


def test_a_large_list_is_measured_in_part_and_a_box_anywhere():
    many = make("sfl", Discrete(tuple(f"t{i}" for i in range(50))), 0, candidates=8, rollouts=1)
    assert len({ticket.task for ticket in many.issue_many(8)}) == 8
    box = make("sfl", Box((0.0,), (2.0,)), 0, candidates=200, rollouts=1)
    points = np.array([ticket.task[0] for ticket in box.issue_many(200)])
    assert points.min() < 0.1 and points.max() > 1.9


def test_measuring_may_wait_for_a_first_period():
    teacher = make("sfl", NAMES, 0, **SMALL, measure_first=False)
    tickets = teacher.issue_many(11)
    assert [teacher.trains_on(ticket) for ticket in tickets] == [True] * 10 + [False]


def test_bad_settings():
    with pytest.raises(UserError, match="return_low must be below return_high"):
        make("sfl", NAMES, return_low=1.0, return_high=0.5)
    with pytest.raises(UserError, match="learns_from must be one of solved, reward"):
        make("sfl", NAMES, learns_from="luck")
