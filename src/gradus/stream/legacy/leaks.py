"""State that instances of 2017 share through their classes and modules: found, said, and put back.

An instance must not depend on those before it, or no ticket could be played again. Attributes of objects cannot
leak, since every instance gets objects of its own; values in classes and modules can.
"""

from __future__ import annotations

import copy
import sys
from typing import Any

_PLAIN = (dict, list, set, str, int, float, bool, tuple, type(None))
_pristine: dict[type[Any], dict[tuple[Any, str], Any]] = {}


def remember(kind: type[Any]) -> None:
    """Keep the shared values of a task's classes and modules as they are before its first instance."""
    if kind not in _pristine:
        _pristine[kind] = {
            (owner, name): copy.deepcopy(value)
            for owner in _owners(kind)
            for name, value in _values(owner)
            if _copies(value)
        }


def put_back(kind: type[Any]) -> list[str]:
    """Undo what an instance changed in them; the names of what it changed."""
    changed = []
    for (owner, name), old in _pristine.get(kind, {}).items():
        if not _same(getattr(owner, name, None), old):
            changed.append(f"{owner.__name__}.{name}")
            setattr(owner, name, copy.deepcopy(old))
    return changed


def _owners(kind: type[Any]) -> list[Any]:
    classes = [base for base in kind.__mro__ if not base.__module__.startswith(("gradus.", "builtins"))]
    modules = [sys.modules[base.__module__] for base in classes if base.__module__ in sys.modules]
    return [*classes, *dict.fromkeys(modules)]


def _values(owner: Any) -> list[tuple[str, Any]]:
    return [
        (name, value)
        for name, value in vars(owner).items()
        if not name.startswith("__") and isinstance(value, _PLAIN)
    ]


def _copies(value: Any) -> bool:
    try:
        return _same(copy.deepcopy(value), value)
    except Exception:
        return False


def _same(a: Any, b: Any) -> bool:
    try:
        return bool(type(a) is type(b) and a == b)
    except Exception:
        return False
