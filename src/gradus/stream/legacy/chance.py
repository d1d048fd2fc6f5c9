"""Chance for code of 2017, which draws from the random module: its own generator for a while, then the old one."""

from __future__ import annotations

import random
from operator import itemgetter
from types import BuiltinMethodType, MethodType, ModuleType
from typing import Any

_OUTER: Any = random._inst
_NAMES = tuple(
    name
    for name, value in vars(random).items()
    if isinstance(value, MethodType | BuiltinMethodType) and getattr(value, "__self__", None) is _OUTER
)
"""The functions of the module that belong to its hidden generator."""


_MODULE = vars(random)
_STANDARD = {name: _MODULE[name] for name in ("_inst", *_NAMES)}
_taken = itemgetter(*_STANDARD)
_UNCHANGED = _taken(_MODULE)


def _functions(generator: random.Random) -> dict[str, Any]:
    return {"_inst": generator, **{name: getattr(generator, name) for name in _NAMES}}


class OwnChance:
    """While entered, the random module's functions draw from this generator; afterwards as if nothing had been drawn.

    Exchanging the functions costs less than a microsecond; saving and restoring the state would cost twenty.
    """

    __slots__ = ("_before", "_functions")

    def __init__(self, generator: random.Random) -> None:
        self._functions = _functions(generator)
        self._before = _STANDARD

    def __enter__(self) -> None:
        if _taken(_MODULE) != _UNCHANGED:  # somebody else has exchanged them, too
            self._before = {name: _MODULE[name] for name in _STANDARD}
        _MODULE.update(self._functions)

    def __exit__(self, *_: object) -> None:
        _MODULE.update(self._before)
        self._before = _STANDARD


def forwarding(module: ModuleType) -> None:
    """Let functions that a module took from ``random`` by name follow the exchange."""
    for name, value in list(vars(module).items()):
        own = getattr(value, "__self__", None)
        if isinstance(own, random.Random) and getattr(value, "__name__", None) in _NAMES:
            setattr(module, name, _forwarder(value.__name__))


def _forwarder(name: str) -> Any:
    def forward(*args: Any, **kwargs: Any) -> Any:
        return getattr(random, name)(*args, **kwargs)

    forward.__name__ = name
    return forward
