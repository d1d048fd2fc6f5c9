"""Names that were changed: the old one works for one version, warns, and is the same thing."""

from __future__ import annotations

import importlib

import pytest

OLD = [
    ("gradus.school", "Task", "TaskKey"),
    ("gradus.school", "Form", "OptionForm"),
    ("gradus.students", "Shape", "EnvShape"),
    ("gradus.stream.remote", "Budget", "LearnerBudget"),
    ("gradus.stream.remote", "Ending", "DisconnectReason"),
    ("gradus.mechanics", "Figure", "Complexity"),
    ("gradus.mechanics", "read_run", "read_instances"),
    ("gradus.bench", "Results", "CampaignResults"),
    ("gradus.tracks", "SETS", "TEST_SETS"),
]


@pytest.mark.parametrize(("room", "old", "new"), OLD)
def test_an_old_name_is_the_new_one_and_warns(room: str, old: str, new: str) -> None:
    module = importlib.import_module(room)
    with pytest.warns(DeprecationWarning, match=rf"{room}\.{old} is now {room}\.{new}"):
        assert getattr(module, old) is getattr(module, new)
    assert old not in module.__all__ and new in module.__all__


def test_other_names_are_missed_as_usual() -> None:
    module = importlib.import_module("gradus.school")
    with pytest.raises(AttributeError, match="has no attribute 'Tusk'"):
        module.Tusk  # noqa: B018
    assert not hasattr(module, "__wrapped__")


def test_no_name_stands_on_the_list_of_two_rooms_with_two_meanings() -> None:
    """Verbs and constructors that every registry room offers are the same word on purpose."""
    rooms = (
        "bench",
        "exams",
        "leaderboard",
        "learners",
        "mechanics",
        "school",
        "stream",
        "students",
        "teachers",
        "tracks",
    )
    shared = {"available", "make", "check", "sample"}
    found: dict[str, list[object]] = {}
    for room in rooms:
        module = importlib.import_module(f"gradus.{room}")
        for name in module.__all__:
            found.setdefault(name, []).append(getattr(module, name))
    twice = {name for name, things in found.items() if any(thing is not things[0] for thing in things)}
    assert twice <= shared
