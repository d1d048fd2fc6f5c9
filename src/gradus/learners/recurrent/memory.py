"""Arrays in a JSON-able memory: one compressed npz as text, no pickle."""

from __future__ import annotations

import base64
import binascii
import io
import zipfile
from typing import Any

import numpy as np

from gradus.learners.recurrent.backend import jax
from gradus.school import UserError


def pack(tree: Any) -> str:
    """The arrays of a nested structure, by their paths."""
    leaves, _ = jax.tree_util.tree_flatten_with_path(tree)
    file = io.BytesIO()
    arrays = {jax.tree_util.keystr(path): np.asarray(leaf) for path, leaf in leaves}
    np.savez(file, **arrays)  # type: ignore[arg-type]
    return base64.b64encode(file.getvalue()).decode("ascii")


def unpack(text: str, like: Any) -> Any:
    """The structure ``like`` with the arrays that :func:`pack` wrote."""
    try:
        with np.load(io.BytesIO(base64.b64decode(text, validate=True)), allow_pickle=False) as found:
            arrays = dict(found)
    except (binascii.Error, ValueError, zipfile.BadZipFile, TypeError) as error:
        raise UserError(f"The memory of the learner 'recurrent' is damaged: {error}.") from error
    leaves, form = jax.tree_util.tree_flatten_with_path(like)
    return jax.tree_util.tree_unflatten(form, [_fitting(arrays, path, leaf) for path, leaf in leaves])


def _fitting(arrays: dict[str, Any], path: Any, like: Any) -> Any:
    name = jax.tree_util.keystr(path)
    array = arrays.get(name)
    if array is None or array.shape != like.shape or array.dtype != like.dtype:
        raise UserError(
            f"The memory does not fit the learner 'recurrent': {name} should have the shape {like.shape}."
        )
    return array
