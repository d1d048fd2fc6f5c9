"""Checks of settings: one clear sentence for every value that cannot be used."""

from __future__ import annotations

import math
from collections.abc import Iterable

from gradus.school import UserError, hint


def whole(name: str, value: int, least: int = 1) -> None:
    """Refuse what is not a whole number of at least ``least``."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise UserError(f"{name} must be a whole number of at least {least}, not {value!r}.")


def number(name: str, value: float) -> None:
    """Refuse what is not a finite number."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise UserError(f"{name} must be a finite number, not {value!r}.")


def share(name: str, value: float) -> None:
    """Refuse what is not a number from 0 to 1."""
    number(name, value)
    if not 0 <= value <= 1:
        raise UserError(f"{name} must be between 0 and 1, not {value!r}.")


def positive(name: str, value: float) -> None:
    """Refuse what is not a number above zero."""
    number(name, value)
    if value <= 0:
        raise UserError(f"{name} must be above 0, not {value!r}.")


def at_least(name: str, value: float, least: float) -> None:
    """Refuse a number below ``least``."""
    number(name, value)
    if value < least:
        raise UserError(f"{name} must be at least {least}, not {value!r}.")


def one_of(name: str, value: str, known: Iterable[str]) -> None:
    """Refuse a word that is not among the known ones."""
    words = list(known)
    if value not in words:
        raise UserError(f"{name} must be one of {', '.join(words)}, not {value!r}.{hint(str(value), words)}")
