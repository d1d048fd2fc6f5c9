"""Schedules by hand, and self-play against recorded policies."""

import json
from typing import Any

import numpy as np
import pytest

from gradus.school import Box, Discrete, UserError
from gradus.teachers import make

BOX = Box((0.0, 0.0), (10.0, 100.0))
NAMES = Discrete(("a", "b", "c", "d", "e"))
START: dict[str, Any] = {"initial_mean": (1.0, 50.0), "initial_std": (0.25, 5.0)}


def edges(teacher):
    (window,) = teacher.shapes()
    return [*window.low, *window.high]


def test_a_window_widens_with_the_episodes(feed):
    teacher = make("annealed", BOX, length=10, **START)
    assert edges(teacher) == [0.5, 40.0, 1.5, 60.0]
    feed(teacher, [0.0] * 5)
    assert edges(teacher) == [0.25, 20.0, 5.75, 80.0]  # half way to the whole box
    feed(teacher, [0.0] * 7)
    assert edges(teacher) == [0.0, 0.0, 10.0, 100.0]


def test_a_window_moves_to_a_target_with_the_steps(tell):
    options: dict[str, Any] = {
        "target_mean": (9.0, 50.0),
        "target_std": (0.25, 5.0),
        "clock": "steps",
        "length": 100,
    }
    teacher = make("annealed", BOX, **START, **options)
    tell(teacher, teacher.issue(), steps=25)
    assert edges(teacher) == [2.5, 40.0, 3.5, 60.0]
    tell(teacher, teacher.issue(), steps=500)
    tasks = np.array([ticket.task for ticket in teacher.issue_many(100)])
    assert (tasks[:, 0] >= 8.5).all() and (tasks[:, 0] <= 9.5).all()


def test_names_are_opened_in_their_order(feed):
    teacher = make("annealed", NAMES, length=8)
    opened = []
    for _ in range(9):
        opened.append(len(teacher._window.tasks))
        feed(teacher, [0.0])
    assert opened == [1, 1, 2, 2, 3, 3, 4, 4, 5]
    with pytest.raises(UserError, match="need a box; named tasks are taken in their order"):
        make("annealed", NAMES, initial_mean=(1.0,))


def test_stages_are_left_forwards_and_backwards(tell):
    teacher = make("stepwise", NAMES, stages=3, block=2, forward=1.0, back=0.5)
    stages = []
    for solved in (1, 0, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0):
        tell(teacher, teacher.issue(), solved=bool(solved))
        stages.append(teacher.stage)
    assert stages == [0, 0, 0, 1, 1, 2, 2, 2, 2, 1, 1, 1]


def test_a_slow_lanes_episode_of_an_earlier_stage_does_not_count(tell):
    teacher = make("stepwise", NAMES, stages=2, block=1, forward=1.0)
    slow, quick = teacher.issue(), teacher.issue()
    tell(teacher, quick, solved=True)
    assert teacher.stage == 1
    tell(teacher, slow, solved=False)
    assert teacher.results == []


def test_stages_may_be_written_out(feed):
    teacher = make("stepwise", NAMES, parts=[["c"], ["a", "e"]], block=2, learns_from="reward", forward=5.0)
    assert feed(teacher, [4.0, 6.0]) == ["c", "c"]
    assert set(feed(teacher, [0.0] * 20)) == {"a", "e"}
    twin = make("stepwise", NAMES, parts=[["c"], ["a", "e"]], block=2, learns_from="reward", forward=5.0)
    twin.restore(json.loads(json.dumps(teacher.state())))
    assert twin.issue_many(9) == teacher.issue_many(9)
    box = make("stepwise", BOX, parts=[[[0.0, 0.0], [1.0, 1.0]], [[9.0, 9.0], [10.0, 100.0]]])
    assert edges(box) == [0.0, 0.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"parts": []}, "parts must name at least one stage"),
        ({"parts": [["a"], []]}, "one is empty"),
        ({"parts": [["a", "z"]]}, "'z' is not in the task space"),
        ({"back": 0.9, "forward": 0.8}, "back must not be above forward"),
        ({"block": 0}, "block must be a whole number"),
    ],
)
def test_bad_stages(settings, words):
    with pytest.raises(UserError, match=words):
        make("stepwise", NAMES, **settings)
    with pytest.raises(UserError, match="a lower and an upper corner"):
        make("stepwise", BOX, parts=[[[0.0, 0.0]]])
    with pytest.raises(UserError, match="must not be above the upper one"):
        make("stepwise", BOX, parts=[[[2.0, 0.0], [1.0, 5.0]]])


def test_opponents_are_drawn_by_how_often_they_win(tell):
    teacher = make("self-play", NAMES, known=3, latest_share=0.0)
    teacher.wins[:3] = 0.9, 0.5, 0.2
    assert teacher.weights().tolist() == pytest.approx([0.01, 0.25, 0.64])
    tasks = [ticket.task for ticket in teacher.issue_many(3000)]
    assert tasks.count("c") / 3000 == pytest.approx(0.64 / 0.9, abs=0.03)
    assert set(tasks) <= {"a", "b", "c"}
    even = make("self-play", NAMES, known=3, favour="even")
    even.wins[:3] = 0.9, 0.5, 0.2
    assert even.weights().tolist() == pytest.approx([0.09, 0.25, 0.16])


def test_the_next_opponent_is_opened_when_all_known_ones_are_beaten(tell):
    teacher = make("self-play", NAMES, average=0.5, beaten=0.7)
    tell(teacher, teacher.issue(), solved=True)
    assert (teacher.open, teacher.wins[0]) == (2, 0.75)
    while teacher.open == 2:
        ticket = teacher.issue()
        tell(teacher, ticket, solved=True)
    assert (teacher.wins[:2] >= 0.7).all()
    with pytest.raises(UserError, match="recorded policies by name, not a box"):
        make("self-play", BOX)
