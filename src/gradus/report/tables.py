"""How a table's cells stand on the page: figures shortened, numbers to the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradus.exams import Table

__all__ = ["Table", "is_number", "is_numeric", "shown"]


_SHARES = ("accuracy", "chance", "share", "saved", "after ")
"""How the names of columns begin that hold shares of one."""


def is_number(value: Any) -> bool:
    """Whether a cell holds a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_numeric(table: Table, column: int) -> bool:
    """Whether a column holds numbers and nothing else."""
    known: Sequence[Any] = [row[column] for row in table.rows if row[column] is not None]
    return bool(known) and all(map(is_number, known))


def shown(value: Any, column: str = "") -> str:
    """A cell's text; shares are said in percent.

    >>> shown(0.914, "accuracy low"), shown(1234.5, "steps"), shown(None)
    ('91.4 %', '1,234', '–')
    """
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_number(value) and column.startswith(_SHARES):
        return f"{100 * value:.3g} %"
    if is_number(value):
        return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"
    return str(value)
