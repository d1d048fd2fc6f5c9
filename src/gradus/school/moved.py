"""Modules that have moved: the old name works for one version, with a warning, and then goes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any


def moved(old: str, new: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module that has moved: what is asked for is found at the new place."""

    def find(name: str) -> Any:
        if name.startswith("__"):  # Python's own questions to a module are no use of the old name
            raise AttributeError(name)
        found = getattr(import_module(new), name)
        warnings.warn(
            f"{old} is now {new}; the old name will be gone in the next version.",
            DeprecationWarning,
            stacklevel=2,
        )
        return found

    return find
