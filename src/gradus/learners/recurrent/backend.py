"""JAX on one thread: a sum must not depend on how it was split, and runs are spread over cores as wholes."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import numpy as np

from gradus.school import UserError

FLAGS = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
"""What XLA reads from its environment variable when it starts."""


def load() -> tuple[Any, Any]:
    """The modules ``jax`` and ``optax``, set up for one thread as far as nobody has started them before."""
    flags = os.environ.get("XLA_FLAGS", "")
    if FLAGS not in flags:
        os.environ["XLA_FLAGS"] = f"{flags} {FLAGS}".strip()
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    try:
        jax, optax = import_module("jax"), import_module("optax")
    except ImportError as error:
        raise UserError(
            f"The learner 'recurrent' needs JAX and optax ({error}): pip install 'gradus[rl]'."
        ) from error
    # Every call is waited for anyway; a second thread for dispatching only costs.
    jax.config.update("jax_cpu_enable_async_dispatch", False)
    return jax, optax


jax, optax = load()
jnp = jax.numpy


def to_numpy(tree: Any) -> Any:
    """The same structure with NumPy arrays."""
    return jax.tree.map(np.asarray, tree)
