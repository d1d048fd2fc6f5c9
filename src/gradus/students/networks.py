"""Small networks as plain trees of arrays, and how such trees go to disk and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gradus.school import UserError, load_jax

jax, optax = load_jax("Students need")
jnp = jax.numpy

Layers = list[dict[str, Any]]
"""A fully connected network, first layer first: weights ``w`` [inputs, outputs] and biases ``b`` [outputs]."""
F = TypeVar("F", bound=Callable[..., Any])


def compiled(*static: str) -> Callable[[F], F]:
    """A decorator: compile the function; it is compiled again for every new value of its ``static`` arguments."""
    return lambda function: jax.jit(function, static_argnames=static)


ACTIVATIONS: Mapping[str, Callable[[Any], Any]] = {"relu": jax.nn.relu, "tanh": jnp.tanh}
"""What may stand between two layers."""


def orthogonal(rng: np.random.Generator, rows: int, columns: int, gain: float) -> NDArray[np.float32]:
    """A matrix [rows, columns] with orthogonal rows or columns times ``gain``, as PPO's reference starts with."""
    square = rng.standard_normal((max(rows, columns), min(rows, columns)))
    q, r = np.linalg.qr(square)
    q = q * np.sign(np.diag(r))  # without it the library's choice of signs would favour some directions
    return np.asarray(gain * (q if rows >= columns else q.T), dtype=np.float32)


def glorot(rng: np.random.Generator, rows: int, columns: int) -> NDArray[np.float32]:
    """Glorot's uniform initialisation [rows, columns], as SAC's reference starts with."""
    limit = np.sqrt(6.0 / (rows + columns))
    return rng.uniform(-limit, limit, (rows, columns)).astype(np.float32)


def layers(sizes: Sequence[int], weights: Callable[[int, int, int], NDArray[np.float32]]) -> Layers:
    """A network with these layer sizes; ``weights(place, rows, columns)`` gives each [rows, columns]; biases are 0."""
    return [
        {"w": jnp.asarray(weights(place, rows, columns)), "b": jnp.zeros(columns, jnp.float32)}
        for place, (rows, columns) in enumerate(pairwise(sizes))
    ]


def apply(network: Layers, x: Any, activation: Callable[[Any], Any], last: bool = False) -> Any:
    """The output [B, outputs] for ``x`` [B, inputs]; with ``last`` the activation follows the final layer, too."""
    for place, layer in enumerate(network):
        x = x @ layer["w"] + layer["b"]
        if last or place < len(network) - 1:
            x = activation(x)
    return x


def to_arrays(name: str, tree: Any) -> dict[str, NDArray[Any]]:
    """The leaves of a tree by the path to each."""
    leaves, _ = jax.tree_util.tree_flatten_with_path(tree)
    return {name + jax.tree_util.keystr(path): np.asarray(leaf) for path, leaf in leaves}


def from_arrays(name: str, like: Any, arrays: Mapping[str, NDArray[Any]]) -> Any:
    """A tree of the form of ``like`` with the leaves that :func:`to_arrays` gave."""
    leaves, form = jax.tree_util.tree_flatten_with_path(like)
    found = []
    for path, leaf in leaves:
        key = name + jax.tree_util.keystr(path)
        if key not in arrays:
            raise UserError(f"The checkpoint is damaged: it lacks the array {key!r}.")
        if arrays[key].shape != leaf.shape:
            raise UserError(
                f"The checkpoint's array {key!r} has the shape {arrays[key].shape}, not {leaf.shape}: "
                "it belongs to another student."
            )
        found.append(jnp.asarray(arrays[key]))
    return jax.tree_util.tree_unflatten(form, found)


def current_names(arrays: Mapping[str, NDArray[Any]], names: Mapping[str, str]) -> dict[str, NDArray[Any]]:
    """Stored arrays of a tree under today's names; ``names`` maps the first part of an older name to that of today."""

    def current(name: str) -> str:
        first = name.split(".")[0].split("[")[0]
        return names.get(first, first) + name[len(first) :]

    return {current(name): array for name, array in arrays.items()}
