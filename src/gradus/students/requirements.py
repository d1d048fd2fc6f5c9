"""What a teacher asks of a student beyond playing: value estimates, or traces of its episodes."""

from __future__ import annotations

from gradus.school import Teacher
from gradus.teachers import Wrapper


def wants_values(teacher: Teacher) -> bool:
    """Whether a teacher asks for value estimates; a wrapper is asked for what stands inside it."""
    return type(_innermost(teacher)).values is not Teacher.values


def wants_trace(teacher: Teacher) -> bool:
    """Whether a teacher scores episodes by the student's rewards and value estimates in them."""
    return bool(getattr(_innermost(teacher), "wants_trace", False))


def _innermost(teacher: Teacher) -> Teacher:
    while isinstance(teacher, Wrapper):
        teacher = teacher.inner
    return teacher
