"""ADR's edges by hand, in both presets; the oracle's window."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradus.school import Box, UserError
from gradus.teachers import make

SPACE = Box((0.0, 0.0), (1.0, 1.0))
START = {"initial_mean": (0.5, 0.05), "queue": 3, "step": 0.1}


def adr(**settings):
    return make("adr", SPACE, 0, **{**START, **settings})


def push(teacher, side, i, rewards):
    for reward in rewards:
        teacher._feed(side, i, reward)


def test_it_starts_as_one_task():
    teacher = adr()
    assert {teacher.issue().task for _ in range(20)} == {(0.5, 0.05)}


@pytest.mark.parametrize(
    ("rewards", "inclusive", "edge"),
    [
        ([181, 181, 181], False, 0.6),
        ([180, 180, 180], False, 0.5),
        ([180, 180, 180], True, 0.6),
        ([200, 200], False, 0.5),
        ([100, 100, 100], True, 0.5),
        ([300, 300, -60], False, 0.5),
    ],
)
def test_an_upper_edge_moves_out_when_mastered(rewards, inclusive, edge):
    teacher = adr(inclusive=inclusive)
    push(teacher, 1, 0, rewards)
    assert teacher.edges[1, 0] == pytest.approx(edge)
    assert teacher.queues[1][0] == ([] if len(rewards) == 3 else rewards)


def test_edges_stop_at_the_space_and_at_each_other():
    teacher = adr()
    push(teacher, 0, 1, [200] * 3)
    assert teacher.edges[0, 1] == 0.0
    push(teacher, 1, 0, [200] * 6)
    assert teacher.edges[1, 0] == pytest.approx(0.7)
    push(teacher, 1, 0, [-1] * 12)
    assert teacher.edges[1, 0] == 0.5
    push(teacher, 0, 0, [-1] * 3)
    assert teacher.edges[0, 0] == 0.5


def test_the_paper_feeds_only_the_selected_edge(tell, feed):
    teacher = adr(edge_share=1.0)
    tell(teacher, teacher.issue(), 200.0)
    assert sum(len(queue) for side in teacher.queues for queue in side) == 1
    silent = adr(edge_share=0.0)
    feed(silent, [200.0] * 30)
    assert silent.edges.tolist() == [[0.5, 0.05]] * 2


def test_the_released_code_feeds_every_edge_that_is_touched(feed):
    teacher = adr(preset="reference", queue=3)
    feed(teacher, [200.0] * 2)
    assert [[len(queue) for queue in side] for side in teacher.queues] == [[2, 2], [2, 2]]
    feed(teacher, [200.0])
    assert teacher.edges == pytest.approx(np.array([[0.4, 0.0], [0.6, 0.15]]))


def test_an_outcome_counts_for_the_edge_its_ticket_was_pinned_to(tell):
    teacher = adr(edge_share=1.0)
    tickets = [teacher.issue() for _ in range(6)]
    pins = dict(teacher.pinned)
    for ticket in reversed(tickets):
        tell(teacher, ticket, float(ticket.serial))
    for serial, (side, i) in list(pins.items())[:1]:
        assert float(serial) in teacher.queues[side][i] or len(teacher.queues[side][i]) < 3
    assert teacher.pinned == {}


@settings(max_examples=20)
@given(st.lists(st.floats(-300, 400), min_size=20, max_size=200), st.sampled_from(["paper", "reference"]))
def test_the_box_stays_a_box_inside_the_space(feed, rewards, preset):
    teacher = make("adr", SPACE, 0, preset=preset, queue=2)
    for task in feed(teacher, rewards):
        SPACE.check(task)
    assert (teacher.edges[0] <= teacher.edges[1]).all()
    assert (teacher.edges >= 0).all()
    assert (teacher.edges <= 1).all()


def test_crossed_thresholds_are_refused():
    with pytest.raises(UserError, match="above threshold_high"):
        adr(threshold_low=200)


def test_the_oracle_moves_its_window_when_mastered_and_stops_at_the_end(feed):
    teacher = make("oracle", Box((0.0, 0.0), (3.0, 6.0)), 0, shift=(0.1, -0.2), block=2)
    assert teacher.corner == pytest.approx([0.0, 5.0])
    tasks = feed(teacher, [231.0, 231.0])
    assert all(task[0] <= 0.5 and task[1] >= 5.0 for task in tasks)
    assert teacher.corner == pytest.approx([0.1, 4.8])
    feed(teacher, [230.0, 230.0])
    assert teacher.corner == pytest.approx([0.1, 4.8])
    feed(teacher, [300.0] * 100)
    assert teacher.corner == pytest.approx([2.5, 0.0])
