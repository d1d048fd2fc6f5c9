"""Modules and names that have moved: the old one works for one version, with a warning, and then goes."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def moved(old: str, new: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module that has moved: what is asked for is found at the new place."""

    def find(name: str) -> Any:
        if name.startswith("__"):  # Python's own questions to a module are no use of the old name
            raise AttributeError(name)
        found = getattr(import_module(new), name)
        _warn(old, new)
        return found

    return find


def renamed(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module of which some names are called otherwise now: old name to ``module:name``.

    A new name that stands in brackets behind it is the one to be told, where the old name needs a function of its own.
    """

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        place, _, told = names[name].partition(" (")
        source, _, new = place.partition(":")
        found = getattr(import_module(source), new)
        _warn(f"{module}.{name}", told.rstrip(")") or f"{source}.{new}")
        return found

    return find


def _warn(old: str, new: str) -> None:
    text = f"{old} is now {new}; the old name will be gone in the next version."
    warnings.warn(text, DeprecationWarning, stacklevel=3)
