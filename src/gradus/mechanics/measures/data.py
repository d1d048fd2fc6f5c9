"""Recorded inputs and outputs, from arrays or a file, as windows for inference."""

from __future__ import annotations

import csv
from collections.abc import Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any

from gradus.mechanics.measures.learned import Piece
from gradus.school import UserError, hint

PROCESS_INPUT = "-"
"""The one input of a process."""


def windows_of(outputs: Iterable[Any], inputs: Iterable[Any] | None = None, window: int = 0) -> list[Piece]:
    """A recorded stream as windows: one window, or with ``window`` pieces of so many steps.

    Without ``inputs`` the data are a process.
    """
    shown = [_plain(y) for y in outputs]
    given = [PROCESS_INPUT] * len(shown) if inputs is None else [_plain(x) for x in inputs]
    if len(given) != len(shown):
        raise UserError(f"There are {len(given)} inputs and {len(shown)} outputs; expected as many of both.")
    if window < 0:
        raise UserError(f"A window has at least one step, not {window}.")
    pairs: Sequence[tuple[Hashable, Hashable]] = list(zip(given, shown, strict=True))
    size = window or max(len(pairs), 1)
    return [tuple(pairs[at : at + size]) for at in range(0, len(pairs), size)]


def _plain(value: Any) -> Hashable:
    """A number of NumPy as a number of Python; anything else must be usable as a symbol."""
    value = value.item() if hasattr(value, "item") else value
    try:
        hash(value)
        known = value is not None and value == value  # NaN is unlike itself
    except TypeError:
        known = False
    if not known:
        raise UserError(f"{value!r} is no symbol; expected a number or a text per step.")
    return value


def read_csv(
    path: str | Path, output: str = "output", given: str = "input", window: str | None = None
) -> list[Piece]:
    """Windows from a file with a heading: a column of outputs, perhaps one of inputs, perhaps one that names windows.

    Rows stand in the order of time; a new value in the column ``window`` begins a new window.
    """
    try:
        with Path(path).open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            columns, rows = list(reader.fieldnames or []), list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"The data in {path} cannot be read: {error}.") from error
    for name in (output, *([window] if window else [])):
        if name not in columns:
            raise UserError(
                f"{path} has no column {name!r}; its columns are {', '.join(columns) or 'none'}.{hint(name, columns)}"
            )
    pieces: list[list[tuple[Hashable, Hashable]]] = []
    last: object = object()
    for number, row in enumerate(rows, start=2):
        if not row[output] or (given in columns and not row[given]):
            raise UserError(f"{path}, line {number}: a value is missing.")
        here = row[window] if window else None
        if not pieces or here != last:
            pieces.append([])
        last = here
        pieces[-1].append((row[given] if given in columns else PROCESS_INPUT, row[output]))
    if not pieces:
        raise UserError(f"{path} has no rows below its heading.")
    return [tuple(piece) for piece in pieces]
