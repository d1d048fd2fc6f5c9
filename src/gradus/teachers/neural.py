"""What the neural teachers share: plain networks as lists of arrays, in NumPy for drawing and in JAX for learning."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from gradus.school import load_jax
from gradus.teachers.arrays import pack, unpack

jax, optax = load_jax("This teacher needs")
jnp = jax.numpy

Layer = tuple[Any, Any]
"""Weights [inputs, outputs] and biases [outputs]."""


def layers(
    rng: np.random.Generator, sizes: Sequence[int], spread: str = "uniform", kind: Any = np.float32
) -> list[Layer]:
    """Fresh layers [inputs, outputs]: Glorot uniform, or normal with variance 1 / inputs; biases are zero."""
    fresh = []
    for inputs, outputs in itertools.pairwise(sizes):
        if spread == "uniform":
            limit = np.sqrt(6 / (inputs + outputs))
            weights = rng.uniform(-limit, limit, (inputs, outputs))
        else:
            weights = rng.standard_normal((inputs, outputs)) / np.sqrt(max(1, inputs))
        fresh.append((weights.astype(kind), np.zeros(outputs, kind)))
    return fresh


def save_tree(tree: Any) -> list[dict[str, Any]]:
    """The arrays of a nested structure, in its order."""
    return [pack(np.asarray(leaf, dtype=_kind(leaf))) for leaf in jax.tree.leaves(tree)]


def load_tree(rows: Sequence[Any], like: Any) -> Any:
    """The structure ``like`` with the arrays that :func:`save_tree` wrote."""
    leaves, shape = jax.tree.flatten(like)
    pairs = zip(rows, leaves, strict=True)
    loaded = [unpack(row, np.shape(leaf)).astype(np.asarray(leaf).dtype) for row, leaf in pairs]
    return jax.tree.unflatten(shape, loaded)


def to_numpy(tree: Any) -> Any:
    """The same structure with NumPy arrays."""
    return jax.tree.map(np.asarray, tree)


def _kind(leaf: Any) -> Any:
    return np.float32 if np.asarray(leaf).dtype == np.float32 else np.float64


__all__ = ["Layer", "jax", "jnp", "layers", "load_tree", "optax", "save_tree", "to_numpy"]
