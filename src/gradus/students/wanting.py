"""Whether a teacher asks for a student's value estimates."""

from __future__ import annotations

from gradus.school import Teacher
from gradus.teachers.wrappers import Wrapper


def wants_values(teacher: Teacher) -> bool:
    """Whether a teacher asks for value estimates; a wrapper is asked for what stands inside it."""
    inside = teacher
    while isinstance(inside, Wrapper):
        inside = inside.inner
    return type(inside).values is not Teacher.values
