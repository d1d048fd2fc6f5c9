"""Arrays and tasks as JSON: exact, and arrays much shorter than lists of digits."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import TaskKey, UserError

KINDS = ("<f4", "<f8")
"""Little-endian floats of four and of eight bytes."""


def pack(array: NDArray[Any]) -> dict[str, Any]:
    """A JSON-able dictionary that :func:`unpack` reads back exactly.

    >>> unpack(pack(np.array([[0.1, 2.0]])))
    array([[0.1, 2. ]])
    """
    kind = "<f4" if array.dtype == np.float32 else "<f8"
    data = base64.b64encode(np.ascontiguousarray(array, dtype=kind).tobytes()).decode("ascii")
    return {"kind": kind, "shape": list(array.shape), "data": data}


def unpack(packed: Mapping[str, Any], shape: tuple[int, ...] | None = None) -> NDArray[Any]:
    """The array that :func:`pack` wrote; with ``shape``, only of that shape (-1 fits any length)."""
    if packed["kind"] not in KINDS:
        raise UserError(f"Array kind {packed['kind']!r} is not one of {', '.join(KINDS)}.")
    found = tuple(int(n) for n in packed["shape"])
    fits = shape is None or (
        len(found) == len(shape) and all(want in (-1, n) for n, want in zip(found, shape, strict=True))
    )
    if not fits:
        raise UserError(f"An array of the shape {shape} was expected, not {found}.")
    raw = np.frombuffer(base64.b64decode(packed["data"]), dtype=packed["kind"])
    return raw.reshape(found).astype(np.dtype(packed["kind"]).newbyteorder("="))


def plain_task(task: TaskKey) -> Any:
    """A task as JSON has it."""
    return task if isinstance(task, str) else list(task)


def read_task(data: Any) -> TaskKey:
    """The task that :func:`plain_task` wrote."""
    return data if isinstance(data, str) else tuple(float(x) for x in data)
