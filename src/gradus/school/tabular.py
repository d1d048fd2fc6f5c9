"""Results as tables: rows of plain values, a data frame where pandas or polars is installed, a table in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from gradus.school.errors import UserError

LIBRARIES = ("pandas", "polars")
_SHOWN = 20
"""Rows that a notebook shows; a frame holds them all."""


class Tabular:
    """Whatever has rows. A subclass gives :meth:`rows` and a heading in one line."""

    @property
    def heading(self) -> str:
        """What this is, in one line."""
        return type(self).__name__

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary per row, all with the same keys."""
        return []

    def frame(self, library: str | None = None) -> Any:
        """The rows as a data frame of pandas or polars, whichever is installed or named."""
        return frame(self.rows(), library)

    def __repr__(self) -> str:
        return f"<{self.heading}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.heading)}</p>{html_table(self.rows())}"


def frame(rows: Sequence[Mapping[str, Any]], library: str | None = None) -> Any:
    """A data frame of rows; without pandas and polars, one sentence says what to install."""
    if library is not None and library not in LIBRARIES:
        raise UserError(f"library must be one of {', '.join(LIBRARIES)}, not {library!r}.")
    wanted = [library] if library else LIBRARIES
    found = next((name for name in wanted if find_spec(name)), None)
    if found is None:
        raise UserError(f"A data frame needs {' or '.join(wanted)}: pip install {wanted[0]}.")
    return import_module(found).DataFrame(list(rows))


def html_table(rows: Sequence[Mapping[str, Any]], most: int = _SHOWN) -> str:
    """The first rows as an HTML table; it says how many are left out."""
    if not rows:
        return "<p>no rows</p>"
    head = _line("th", rows[0])
    body = "".join(_line("td", row.values()) for row in rows[:most])
    more = f"<p>and {len(rows) - most:,} more rows</p>" if len(rows) > most else ""
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>{more}"


def _line(tag: str, cells: Iterable[Any]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(_said(cell))}</{tag}>" for cell in cells) + "</tr>"


def _said(cell: Any) -> str:
    return f"{cell:,.4g}" if isinstance(cell, float) else f"{cell:,}" if type(cell) is int else str(cell)
