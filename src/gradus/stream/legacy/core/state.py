"""State of 2017: an object whose assignments, and those of the dictionaries in it, raise an event."""

from __future__ import annotations

from collections import defaultdict
from typing import Any


class StateTrackingDict(dict[Any, Any]):
    """A dictionary that tells its owner when an item is assigned; deletions and updates pass unnoticed."""

    def __init__(self, owner: Any, items: dict[Any, Any]) -> None:
        super().__init__(items)
        self._owner = owner

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        self._owner._state_changed()


class StateTrackingDefaultdict(defaultdict[Any, Any]):
    """The same with defaults: reading a missing key assigns it, which is told, too."""

    def __init__(self, owner: Any, items: defaultdict[Any, Any]) -> None:
        super().__init__(items.default_factory, items)
        self._owner = owner

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        self._owner._state_changed()

    def __missing__(self, key: Any) -> Any:
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value


class State:
    """What a script remembers of one instance."""

    def __init__(self, owner: Any) -> None:
        object.__setattr__(self, "_owner", owner)

    def __setattr__(self, name: str, value: Any) -> None:
        owner = self.__dict__["_owner"]
        if isinstance(value, defaultdict):
            value = StateTrackingDefaultdict(owner, value)
        elif isinstance(value, dict):
            value = StateTrackingDict(owner, value)
        object.__setattr__(self, name, value)
        owner._state_changed()
