"""JAX on one thread: runs are spread over cores as wholes, and a sum must not depend on how it was split."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from gradus.school.errors import UserError

_FLAGS = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
"""What XLA reads from its environment variable when it starts."""


def load_jax(who: str) -> tuple[Any, Any]:
    """The modules ``jax`` and ``optax``, set up for one thread as far as nobody has started them before.

    ``who`` begins the sentence that is said where they are not installed, as in "This teacher needs".
    """
    flags = os.environ.get("XLA_FLAGS", "")
    if _FLAGS not in flags:
        os.environ["XLA_FLAGS"] = f"{flags} {_FLAGS}".strip()
    os.environ.setdefault("JAX_PLATFORMS", "cpu")  # networks are small, and no result may depend on a device
    try:
        jax, optax = import_module("jax"), import_module("optax")
    except ImportError as error:
        raise UserError(f"{who} JAX and optax ({error}): pip install 'gradus[rl]'.") from error
    # Every call is waited for anyway; a second thread for dispatching only costs.
    jax.config.update("jax_cpu_enable_async_dispatch", False)
    return jax, optax
