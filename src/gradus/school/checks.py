"""The one place where settings are checked: one clear sentence for every value that cannot be used."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from gradus.school.errors import UserError, hint


def whole(name: str, value: Any, least: int = 1) -> None:
    """Refuse what is not a whole number of at least ``least``."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise UserError(f"{name} must be a whole number of at least {least}, not {value!r}.")


def number(name: str, value: Any) -> None:
    """Refuse what is not a finite number."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise UserError(f"{name} must be a finite number, not {value!r}.")


def share(name: str, value: Any) -> None:
    """Refuse what is not a number from 0 to 1."""
    number(name, value)
    if not 0 <= value <= 1:
        raise UserError(f"{name} must be between 0 and 1, not {value!r}.")


def positive(name: str, value: Any) -> None:
    """Refuse what is not a finite number above zero."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise UserError(f"{name} must be a finite number greater than 0, not {value!r}.")


def at_least(name: str, value: Any, least: float) -> None:
    """Refuse a number below ``least``."""
    number(name, value)
    if value < least:
        raise UserError(f"{name} must be at least {least}, not {value!r}.")


def one_of(name: str, value: Any, known: Iterable[str]) -> None:
    """Refuse a word that is not among the known ones."""
    words = list(known)
    if value not in words:
        raise UserError(f"{name} must be one of {', '.join(words)}, not {value!r}.{hint(str(value), words)}")


def flag(name: str, value: Any) -> None:
    """Refuse what is neither true nor false."""
    if not isinstance(value, bool):
        raise UserError(f"{name} must be true or false, not {value!r}.")


def ascii_text(name: str, value: Any) -> None:
    """Refuse what is not text in plain ASCII."""
    if not isinstance(value, str) or not value.isascii():
        raise UserError(f"{name} must be text in plain ASCII, not {value!r}.")


def sizes(name: str, value: Any) -> None:
    """Refuse what is not a list of layer sizes."""
    if not isinstance(value, list | tuple) or not value:
        raise UserError(f"{name} must be a list of layer sizes such as 64,64, not {value!r}.")
    for size in value:
        whole(f"Each size in {name}", size)
