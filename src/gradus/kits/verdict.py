"""What a kit says when a part does not keep its contract."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from gradus.school import UserError


class KitError(AssertionError):
    """A part breaks its contract; the message is one sentence that says how."""


@contextmanager
def blaming(who: str, doing: str) -> Iterator[None]:
    """Turn any error of a checked part into one sentence about it."""
    try:
        yield
    except KitError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".rstrip(".")
        raise KitError(f"{who} fails while {doing} ({reason}).") from error


def demand(holds: bool, sentence: str) -> None:
    """Raise unless the demand is met."""
    if not holds:
        raise KitError(sentence)


def refuses(who: str, act: Callable[[], object], what: str) -> None:
    """Raise unless an act is refused as a user's mistake is."""
    try:
        act()
    except UserError:
        return
    except Exception as error:
        raise KitError(f"{who} breaks its contract: {what} raised {error!r}.") from error
    raise KitError(f"{who} breaks its contract: {what} was accepted.")


def json_copy(value: Any, who: str, what: str) -> Any:
    """The value after a journey through JSON, which it must survive without losing the type of a key."""
    _check_keys(value, who, what)
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise KitError(f"{who} has {what} that JSON cannot hold ({error}).") from error


def _check_keys(value: Any, who: str, what: str) -> None:
    if isinstance(value, dict):
        for key, part in value.items():
            demand(
                isinstance(key, str),
                f"{who} has {what} with the key {key!r}, which JSON would turn into text.",
            )
            _check_keys(part, who, what)
    elif isinstance(value, list | tuple):
        for part in value:
            _check_keys(part, who, what)


@contextmanager
def global_chance_untouched(who: str) -> Iterator[None]:
    """Whatever is done inside must leave Python's and NumPy's global generators alone; they are put back."""
    before, numpy_before = random.getstate(), np.random.get_state(legacy=True)  # noqa: NPY002
    try:
        yield
        used = random.getstate() != before
        numpy_used = _words(np.random.get_state(legacy=True)) != _words(numpy_before)  # noqa: NPY002
    finally:
        random.setstate(before)
        np.random.set_state(numpy_before)  # noqa: NPY002
    demand(not used, f"{who} uses Python's global random state: its draws cannot be repeated.")
    demand(not numpy_used, f"{who} uses NumPy's global random state: its draws cannot be repeated.")


def _words(state: Any) -> tuple[Any, ...]:
    _, words, position, *rest = state
    return words.tolist(), position, *rest
