"""What a teacher asks of a student beyond playing: value estimates, traces of its episodes, an antagonist."""

from __future__ import annotations

from gradus.school import Teacher, UserError
from gradus.teachers import Wrapper


def wants_values(teacher: Teacher) -> bool:
    """Whether a teacher asks for value estimates; a wrapper is asked for what stands inside it."""
    return type(_innermost(teacher)).values is not Teacher.values


def wants_trace(teacher: Teacher) -> bool:
    """Whether a teacher scores episodes by the student's rewards and value estimates in them."""
    return bool(getattr(_innermost(teacher), "wants_trace", False))


def wanted_antagonist(teacher: Teacher) -> str | None:
    """The recorded policy that is to play every ticket, too; a teacher that cannot do without must name one."""
    inner = _innermost(teacher)
    name: str | None = getattr(inner.settings, "antagonist", None)
    if name is None and getattr(inner.settings, "regret", None) == "antagonist":
        raise UserError(
            f"The teacher {inner.name!r} with regret 'antagonist' needs the setting antagonist on the tracks: "
            "a shipped walker or a walker's file."
        )
    return name


def _innermost(teacher: Teacher) -> Teacher:
    while isinstance(teacher, Wrapper):
        teacher = teacher.inner
    return teacher
