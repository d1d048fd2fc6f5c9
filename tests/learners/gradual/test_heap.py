"""The garbage collector passes by what was there before the first learner, unless the host has a policy of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

MAKE = "import gc; from gradus.learners.gradual import GradualLearner; "


def _told(program: str) -> list[int]:
    """The numbers that a fresh process prints."""
    done = subprocess.run([sys.executable, "-c", MAKE + program], capture_output=True, text=True, check=True)
    return [int(number) for number in done.stdout.split()]


def test_the_first_learner_settles_the_heap_and_later_ones_leave_it() -> None:
    program = (
        "print(gc.get_freeze_count()); GradualLearner(); first = gc.get_freeze_count(); "
        "kept = [GradualLearner() for _ in range(3)]; print(first, first - gc.get_freeze_count())"
    )
    before, first, more = _told(program)
    assert before == 0 and first > 10_000 and more >= 0  # what is let go of leaves the frozen part


def test_garbage_is_collected_before_and_circles_made_later_are_found() -> None:
    program = """
import weakref
class Circle:
    def __init__(self): self.me = self
old = weakref.ref(Circle())
GradualLearner()
print(int(old() is None))
new = weakref.ref(Circle())
gc.collect()
print(int(new() is None))
"""
    assert _told(program) == [1, 1]


@pytest.mark.parametrize(("own", "frozen"), [("gc.disable()", 0), ("gc.freeze()", 1)])
def test_a_host_with_a_policy_of_its_own_is_left_alone(own: str, frozen: int) -> None:
    program = f"{own}; before = gc.get_freeze_count(); GradualLearner(); "
    before, more = _told(program + "print(before, gc.get_freeze_count() - before)")
    assert (before > 0) == bool(frozen) and more <= 0
