"""Turns the learner's memory into plain JSON values and back, exactly.

The learner keeps tuples, sets and dictionaries with tuple keys, none of which JSON knows. Each is written as a
tagged list, so that a restored learner continues with the very same next byte.
"""

from __future__ import annotations

from collections import deque
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

_KNOWN: dict[str, type[Any]] = {}
_Class = TypeVar("_Class", bound=type)


def remembered(cls: _Class) -> _Class:
    """Class decorator: let values of this dataclass appear inside a learner's state.

    Memories name classes by their bare names, so that a class may move; two of one name would be confused.
    """
    known = _KNOWN.setdefault(cls.__name__, cls)
    if (known.__module__, known.__qualname__) != (cls.__module__, cls.__qualname__):
        raise TypeError(f"two classes named {cls.__name__} cannot both be remembered: {known!r} and {cls!r}")
    _KNOWN[cls.__name__] = cls
    return cls


def encode(value: Any) -> Any:
    """A JSON-able image of `value`; `decode` undoes it exactly."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list):
        return [encode(item) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [encode(item) for item in value]}
    if isinstance(value, deque):
        return {"deque": [encode(item) for item in value], "size": value.maxlen}
    if isinstance(value, set | frozenset):
        return {"frozenset" if isinstance(value, frozenset) else "set": sorted(map(encode, value), key=repr)}
    if isinstance(value, dict):
        return {"dict": [[encode(key), encode(item)] for key, item in value.items()]}
    if is_dataclass(value) and type(value) is _KNOWN.get(type(value).__name__):
        image = [encode(getattr(value, field.name)) for field in fields(value)]
        return {"of": type(value).__name__, "fields": image}
    raise TypeError(f"a learner's memory cannot hold a {type(value).__name__}")


def decode(image: Any) -> Any:
    """The value that `encode` was given."""
    if isinstance(image, list):
        return [decode(item) for item in image]
    if not isinstance(image, dict):
        return image
    if "of" in image:
        return _KNOWN[image["of"]](*map(decode, image["fields"]))
    if "tuple" in image:
        return tuple(map(decode, image["tuple"]))
    if "deque" in image:
        return deque(map(decode, image["deque"]), image["size"])
    if "set" in image:
        return set(map(decode, image["set"]))
    if "frozenset" in image:
        return frozenset(map(decode, image["frozenset"]))
    return {decode(key): decode(item) for key, item in image["dict"]}


class Remembering:
    """A part of the learner whose whole memory is its instance attributes."""

    def state(self) -> dict[str, Any]:
        """Everything this part remembers, as JSON-able values."""
        return {
            name: value.state() if isinstance(value, Remembering) else encode(value)
            for name, value in vars(self).items()
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Take over a memory written by `state`."""
        for name, image in state.items():
            part = getattr(self, name, None)
            if isinstance(part, Remembering):
                part.restore(image)
            else:
                setattr(self, name, decode(image))
