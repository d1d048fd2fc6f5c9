"""What a learner in another process may use up before its run ends."""

from __future__ import annotations

from dataclasses import dataclass, fields

from gradus.school import UserError


@dataclass(frozen=True)
class LearnerBudget:
    """Limits on a remote learner; None means no limit."""

    handshake: float = 300.0
    """Seconds until it must have said hello."""
    answer: float = 60.0
    """Seconds for each answer."""
    seconds: float | None = None
    """Seconds in all, from its hello on."""
    steps: int | None = None
    """Answers in all."""
    memory: int | None = None
    """Bytes of address space for each process of a learner command (where the system supports the limit)."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and not value > 0:
                raise UserError(f"The learner's budget {field.name!r} must be greater than 0, not {value!r}.")
