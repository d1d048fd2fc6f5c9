"""What a teacher asks of a student is declared on its class, and a wrapper asks for what stands inside it."""

from __future__ import annotations

from typing import Any

import pytest

from gradus.school import Box, Requirement, Teacher
from gradus.teachers import TEACHERS, Wrapper, make

SPACE = Box((0.0, 0.0), (1.0, 1.0), ("x", "y"))
DECLARED = {
    "accel": {Requirement.TRACE},
    "paired": {Requirement.ANTAGONIST},
    "plr": {Requirement.TRACE},
    "procurl": {Requirement.VALUES},
    "spdl": {Requirement.VALUES},
    "vds": {Requirement.VALUES},
}


def test_teachers_declare_what_they_ask_for() -> None:
    for name in TEACHERS.available():
        declared = TEACHERS.get(name).requires
        assert declared == DECLARED.get(name.rpartition("-v")[0] or name, set()), name


@pytest.mark.parametrize(
    ("name", "settings", "asked"),
    [
        ("plr", {"score": "return_change"}, set()),
        ("plr", {"score": "positive_value_loss"}, {Requirement.TRACE}),
        ("paired", {}, set()),
        ("paired", {"regret": "antagonist"}, {Requirement.ANTAGONIST}),
        ("paired", {"antagonist": "fish"}, {Requirement.ANTAGONIST}),
        ("paired", {"regret": "memory"}, set()),
        ("random", {}, set()),
    ],
)
def test_settings_decide_what_is_really_asked_for(
    name: str, settings: dict[str, Any], asked: set[Any]
) -> None:
    teacher = make(name, SPACE, **settings)
    assert teacher.requirements == asked
    assert Wrapper(teacher).requirements == asked
    assert Wrapper(teacher).antagonist == teacher.antagonist == settings.get("antagonist")


def test_a_teacher_of_version_0_1_is_guessed_for_one_more_version() -> None:
    with pytest.warns(DeprecationWarning, match=r"Old has 'values': it should declare Requirement\.VALUES"):

        class Old(Teacher):
            def values(self, estimator: Any) -> None:
                """Takes them."""

    assert Old(SPACE).requirements == {Requirement.VALUES}
    with pytest.warns(DeprecationWarning, match="wants_trace"):

        class Older(Teacher):
            wants_trace = True

    assert Older(SPACE).requirements == {Requirement.TRACE}
