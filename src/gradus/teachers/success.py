"""How well an episode went, from 0 to 1: the success bit, or the return on a scale that people give."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome, UserError
from gradus.school.checks import number, one_of


def check_success(settings: Any) -> None:
    """Refuse settings that no success can be read with."""
    one_of("learns_from", settings.learns_from, ("solved", "reward"))
    number("return_low", settings.return_low)
    number("return_high", settings.return_high)
    if settings.return_low >= settings.return_high:
        raise UserError(
            f"return_low must be below return_high, not {settings.return_low} and {settings.return_high}."
        )


def success(outcome: Outcome, settings: Any) -> float:
    """1 for solved and 0 for not, or how far the return has come from ``return_low`` to ``return_high``."""
    if settings.learns_from == "solved":
        return float(outcome.solved)
    return float(graded(np.array(outcome.reward), settings))


def graded(returns: NDArray[np.float64], settings: Any) -> NDArray[np.float64]:
    """Returns on the scale from 0 to 1, clamped."""
    low, high = settings.return_low, settings.return_high
    return np.clip((returns - low) / (high - low), 0.0, 1.0)
