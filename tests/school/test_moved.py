"""Names that moved work for one version, and say where they are now."""

from __future__ import annotations

import importlib

import pytest

MOVED = [
    ("gradus.exams.benchmark", "gradus.bench", "Campaign"),
    ("gradus.exams.leaderboard", "gradus.leaderboard", "open_board"),
    ("gradus.mechanics.transcripts", "gradus.mechanics.measures.transcripts", "explored"),
    ("gradus.mechanics.examples", "gradus.mechanics.machines.examples", "channel"),
    ("gradus.teachers.checks", "gradus.school.checks", "positive"),
]


@pytest.mark.parametrize(("old", "new", "name"), MOVED)
def test_the_old_name_works_and_says_so(old: str, new: str, name: str) -> None:
    before = importlib.import_module(old)
    with pytest.warns(DeprecationWarning, match=f"{old} is now {new}"):
        found = getattr(before, name)
    assert found is getattr(importlib.import_module(new), name)
    with pytest.raises(AttributeError):
        _ = before.never_was_there
