"""JAX as this learner uses it."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradus.school import load_jax

jax, optax = load_jax("The learner 'recurrent' needs")
jnp = jax.numpy


def to_numpy(tree: Any) -> Any:
    """The same structure with NumPy arrays."""
    return jax.tree.map(np.asarray, tree)
