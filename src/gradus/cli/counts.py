"""Counts as people write them: 500k, 20M, 1_000."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from gradus.school import UserError

_UNITS = {"k": 1_000, "m": 1_000_000, "g": 1_000_000_000}


def count(text: str, name: str = "steps", least: int = 1) -> int:
    """A number of steps or episodes; ``name`` is what it is called in a complaint.

    >>> count("20M"), count("500k"), count("1_000"), count("2.5k")
    (20000000, 500000, 1000, 2500)
    """
    plain = text.strip().lower().replace("_", "").replace(",", "")
    unit = _UNITS.get(plain[-1:], 1)
    try:
        value = float(plain[:-1] if unit > 1 else plain) * unit
    except ValueError as error:
        raise UserError(f"{name} must be a number such as 500k or 20M, not {text!r}.") from error
    if not least <= value < float("inf") or value != int(value):
        raise UserError(f"{name} must be a whole number of at least {least}, not {text!r}.")
    return int(value)


def short(value: int) -> str:
    """A count with the unit that makes it shortest.

    >>> short(10_000), short(20_000_000), short(1500), short(7)
    ('10k', '20M', '1500', '7')
    """
    for unit, size in (("M", 1_000_000), ("k", 1_000)):
        if value and value % size == 0:
            return f"{value // size}{unit}"
    return str(value)


def counted(*flags: str, help: str, least: int = 1, **more: Any) -> Any:  # noqa: A002 - Typer's own word
    """An option of the command line that takes a count; complaints name the option."""
    return typer.Option(*flags, help=help, parser=_reader(least), metavar="COUNT", **more)


def _reader(least: int) -> Callable[[Any], int]:
    def read(given: Any) -> int:
        try:
            return count(str(given), "it", least)
        except UserError as error:
            raise typer.BadParameter(str(error).removesuffix(".")) from None

    return read
