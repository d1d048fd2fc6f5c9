"""The fixed orders do what the challenge's schedulers did, minus their defects."""

from collections import Counter

import pytest

from gradus.school import Box, Discrete, Outcome, UserError
from gradus.teachers import available, make

TASKS = Discrete(("a", "b", "c"))


def play(teacher, results):
    """Issue and observe; returns the tasks, None included."""
    tasks = []
    for solved in results:
        ticket = teacher.issue()
        tasks.append(ticket and ticket.task)
        if ticket:
            teacher.observe(Outcome(ticket, 1, float(solved), bool(solved), "solved" if solved else "failed"))
    return tasks


def test_consecutive_counts_only_successes_in_a_row_and_ends():
    teacher = make("consecutive", TASKS, success_threshold=2)
    assert play(teacher, [1, 0, 1, 1, 1, 1, 1, 1, 1, 1]) == [*"aaaabbcc", None, None]


def test_consecutive_asks_for_five_unless_told():
    assert play(make("consecutive", TASKS), [1] * 16) == [*"aaaaabbbbbccccc", None]


def test_incremental_sums_successes_and_wraps_around():
    teacher = make("incremental", TASKS)
    assert play(teacher, [1, 0, 1, 1, 1, 1, 1, 1]) == [*"aaabbcca"]


def test_sequential_goes_round():
    assert play(make("sequential", TASKS), [0] * 7) == [*"abcabca"]


def test_random_is_uniform():
    counts = Counter(play(make("random", TASKS, seed=3), [0] * 3000))
    assert all(abs(n - 1000) < 130 for n in counts.values())


def test_dependencies_unlock_and_never_lock_again():
    settings = {"dependencies": [("a", "b"), ("b", "c")], "unlock_threshold": 2}
    teacher = make("dependencies", TASKS, seed=0, **settings)
    assert play(teacher, [1, 0, 0]) == [*"aaa"]
    assert teacher.unlocked() == ["a"]
    play(teacher, [1])
    assert teacher.unlocked() == ["a", "b"]
    counts = Counter(play(teacher, [0] * 400))
    assert set(counts) == {"a", "b"} and min(counts.values()) > 150


def test_dependencies_are_checked():
    with pytest.raises(UserError, match="circle"):
        make("dependencies", TASKS, dependencies=[("a", "b"), ("b", "c"), ("c", "a")])
    with pytest.raises(UserError, match="unknown task 'd'"):
        make("dependencies", TASKS, dependencies=[("a", "d")])


@pytest.mark.parametrize("name", ["consecutive", "incremental", "sequential", "dependencies"])
def test_orders_need_named_tasks(name):
    with pytest.raises(UserError, match="named tasks"):
        make(name, Box((0,), (1,)))


@pytest.mark.parametrize("value", [0, -1, 2.5, True])
def test_thresholds_are_whole_and_positive(value):
    with pytest.raises(UserError, match="success_threshold must be a whole number"):
        make("consecutive", TASKS, success_threshold=value)


def test_names():
    assert {"random", "consecutive", "incremental", "sequential", "dependencies"} <= set(available())
    with pytest.raises(UserError, match="Did you mean 'consecutive'"):
        make("consecutiv", TASKS)
