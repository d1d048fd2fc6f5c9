"""Finds the compiled core, or says in one sentence what is missing."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from gradus.school import UserError


def present() -> bool:
    """Whether the compiled core can be used."""
    try:
        core()
    except UserError:
        return False
    return True


@lru_cache(maxsize=1)
def core() -> Any:
    """The compiled module :mod:`gradus.tracks._native`."""
    try:
        return import_module("gradus.tracks._native")
    except ImportError as error:
        raise UserError(f"The tracks need their compiled core, which is missing: {_reason(error)}") from error


def _reason(error: ImportError) -> str:
    note = files("gradus.tracks") / "_native_missing.txt"
    if note.is_file():
        return note.read_text().strip()
    return f"{error}. Install Gradus with pip on a machine that has a C++ compiler."
