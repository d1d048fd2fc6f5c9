"""Students by name, made for the shape of a world."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gradus.school import Registry
from gradus.students.student import EnvShape, Student

STUDENTS: Registry[Any] = Registry("student")
"""Every student by its id."""
STUDENTS.lazy("ppo", "gradus.students.ppo:Ppo")
STUDENTS.lazy("sac", "gradus.students.sac:Sac")

LANES = {"ppo": 20, "sac": 1}
"""Episodes side by side when a plan does not say; SAC learns at the end of each single episode."""


def available() -> list[str]:
    """The names of all students."""
    return STUDENTS.available()


def make(
    name: str,
    shape: EnvShape,
    seed: int = 0,
    sees_task: bool = False,
    folder: Path | None = None,
    **settings: Any,
) -> Student:
    """The student of that name; ``folder`` is where it may keep large memories."""
    if STUDENTS.full_id(name).startswith("sac-"):
        settings["folder"] = folder
    student: Student = STUDENTS.get(name)(shape, seed, sees_task, **settings)
    return student
