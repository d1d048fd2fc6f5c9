"""Observables of 2017: lists of functions that are called with what changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Observable:
    """Calls every registered function, in order, when it is called itself."""

    __slots__ = ("observers",)

    def __init__(self) -> None:
        self.observers: list[Callable[..., Any]] = []

    def register(self, observer: Callable[..., Any]) -> None:
        """Call ``observer`` from now on."""
        self.observers.append(observer)

    def deregister(self, observer: Callable[..., Any]) -> None:
        """Call it no more; ValueError if it was never registered."""
        self.observers.remove(observer)

    def __call__(self, *args: Any) -> None:
        """Tell everybody."""
        for observer in self.observers:
            observer(*args)
