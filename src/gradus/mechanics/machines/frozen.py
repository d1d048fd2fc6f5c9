"""Strangers' environments as values: what they hold, and where their random numbers are."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from typing import Any

import gymnasium
import numpy as np

CLOCKS = ("step_count", "_elapsed_steps", "elapsed_steps", "steps")
"""Attributes that count steps; they are set to zero and are no part of a state."""
UNSEEN = (
    "np_random",
    "_np_random",
    "_np_random_seed",
    "window",
    "clock",
    "render_mode",
    "lastaction",
    "s_prev",
)
"""Attributes that do not change what happens next."""


def state_of(env: Any) -> Hashable:
    """All that may change what happens next."""
    clocks = {k for k in CLOCKS if isinstance(vars(env).get(k), int)}
    return frozen({k: v for k, v in vars(env).items() if k not in UNSEEN and k not in clocks})


def chance_of(env: Any) -> Hashable:
    """The state of all random numbers within reach: the environment's own, those of its parts, those of everybody."""
    own = [value for value in vars(env).values() if isinstance(value, Draws)]
    parts = [vars(value) for value in vars(env).values() if hasattr(value, "__dict__")]
    own += [value for part in parts for value in part.values() if isinstance(value, Draws)]
    return (
        tuple(map(_drawn, own)),
        hash(random.getstate()),
        frozen(np.random.get_state(legacy=False)),  # noqa: NPY002 - whether others use it is the question
    )


Draws = np.random.Generator | np.random.RandomState | random.Random


def _drawn(source: Draws) -> Hashable:
    """Where a source of random numbers is."""
    if isinstance(source, random.Random):
        return hash(source.getstate())
    return frozen(
        source.bit_generator.state
        if isinstance(source, np.random.Generator)
        else source.get_state(legacy=False)
    )


def frozen(value: Any) -> Hashable:
    """A value as something that can be compared and looked up; what is no data counts for nothing."""
    if isinstance(value, bool | int | float | str | bytes | None | np.generic):
        return value.item() if isinstance(value, np.generic) else value
    if isinstance(value, np.ndarray):
        return (value.shape, value.tobytes())
    if isinstance(value, dict):
        return tuple(sorted(((repr(k), frozen(v)) for k, v in value.items()), key=lambda item: item[0]))
    if isinstance(value, list | tuple):
        return tuple(frozen(part) for part in value)
    if isinstance(value, set | frozenset):
        return tuple(sorted((frozen(part) for part in value), key=repr))
    if isinstance(value, gymnasium.Space | Draws | Callable | type):
        return type(value).__name__
    if hasattr(value, "__dict__"):
        return (type(value).__name__, frozen({k: v for k, v in vars(value).items() if k not in UNSEEN}))
    return type(value).__name__
