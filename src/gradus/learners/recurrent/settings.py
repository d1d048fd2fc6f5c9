"""What can be set about the recurrent learner."""

from __future__ import annotations

from dataclasses import dataclass, fields

from gradus.school import UserError


@dataclass(frozen=True)
class Settings:
    """The values were chosen on two small tasks made by hand; docs/worlds.md says what was tried."""

    width: int = 128
    """Units of the recurrent layer."""
    embedding: int = 32
    """Numbers that stand for a byte heard or said."""
    window: int = 8
    """Steps between two updates, and how far back an update looks."""
    rate: float = 3e-3
    """Adam's learning rate."""
    discount: float = 0.95
    """What a reward one step later is worth."""
    trace: float = 0.95
    """Lambda of the generalised advantage estimate."""
    punishment: float = 0.2
    """What a punishment counts beside a reward: at 1 it soon says nothing at all, for speaking costs at once."""
    entropy: float = 0.03
    """Weight of the entropy bonus: what keeps it trying."""
    value: float = 0.5
    """Weight of the critic's squared error."""
    prediction: float = 0.5
    """Weight of predicting the world's next byte, which teaches the recurrent layer where rewards are rare."""
    clip: float = 1.0
    """Norm to which a gradient is cut."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            whole = field.type == "int"
            if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
                kind = "a whole number" if whole else "a number"
                raise UserError(f"{field.name} must be {kind}, not {value!r}.")
            if value < (1 if whole else 0) or value != value or value == float("inf"):
                raise UserError(
                    f"{field.name} must be at least {1 if whole else 0} and finite, not {value!r}."
                )
