"""Only teachers that can teach a task space are offered for it."""

import pytest

from gradus.school import Box, Discrete, UserError
from gradus.stream import make as make_curriculum
from gradus.teachers import BOXED, NAMED, TEACHERS, available

BOX = Box((0.0, 0.0), (1.0, 1.0), ("a", "b"))
NAMES = Discrete(("x", "y", "z"))


def can_teach(name, space):
    for settings in ({}, {"initial_mean": (0.5, 0.5)}):
        try:
            TEACHERS.get(name)(space, 0, **settings)
        except UserError as error:
            refusal = str(error)
        else:
            return True
    return "needs a" not in refusal


@pytest.mark.parametrize("name", [*BOXED, *NAMED, "random", "plr", "tscl", "learning-progress"])
def test_what_is_offered_can_be_done_and_nothing_else(name):
    for space in (BOX, NAMES):
        assert (name in available(space)) == can_teach(name, space)


def test_all_are_listed_when_nobody_asks_for_a_space():
    assert set(available()) == set(available(BOX)) | set(available(NAMES))


def test_a_curriculum_offers_only_teachers_of_named_tasks():
    with pytest.raises(UserError, match="For named tasks there are consecutive, ") as refused:
        make_curriculum("round1").make_teacher(0, "strict")
    assert "alp-gmm" not in str(refused.value)
    assert make_curriculum("round1").make_teacher(0, "consecutive-v0").name == "consecutive-v0"
