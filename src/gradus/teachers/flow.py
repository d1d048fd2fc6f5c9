"""The setter's network: a conditional real-NVP flow from noise to tasks of a wanted feasibility.

The same functions run in NumPy (to draw one task) and in JAX (to learn); ``xp`` says which.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradus.teachers.neural import Layer, jax, layers

BLOCKS, HIGHWAYS = 3, 3
"""Blocks of couplings in the flow; gated layers in each coupling's networks."""
LEAST_SCALE, SOFT_LIMIT = 0.01, 1e6

Coupling = tuple[tuple[int, ...], tuple[int, ...]]
"""Which coordinates are kept and steer, and which are moved."""


def couplings(dimension: int) -> list[Coupling]:
    """The couplings of the whole flow, in order; those that would move nothing are left out."""
    everything, half = tuple(range(dimension)), dimension // 2
    first, rest = everything[:half], everything[half:]
    block = [(first, rest), (rest, first), (everything[1::2], everything[::2])]
    return [(kept, moved) for kept, moved in block if moved] * BLOCKS


def fresh_flow(rng: np.random.Generator, dimension: int, width: int) -> list[list[list[Layer]]]:
    """Networks for shift and scale of every coupling."""
    return [
        [_fresh_highway(rng, len(kept) + 1, width, len(moved)) for _ in ("scale", "shift")]
        for kept, moved in couplings(dimension)
    ]


def _fresh_highway(rng: np.random.Generator, inputs: int, width: int, outputs: int) -> list[Layer]:
    sizes = [(inputs, width), *[(width, 2 * width)] * HIGHWAYS, (width, outputs)]
    return [layers(rng, pair, "normal", np.float64)[0] for pair in sizes]


def forward(flow: Any, noise: Any, wanted: Any, xp: Any) -> tuple[Any, Any]:
    """Tasks in 0..1 and their log-densities (without the Gaussian's constant), one row per noise."""
    steps = couplings(noise.shape[1])

    def block(carry: tuple[Any, Any], networks: Any) -> tuple[Any, Any]:
        x, logs = carry
        for (kept, moved), nets in zip(steps, networks, strict=False):
            scale, shift = _steer(nets, x[:, list(kept)], wanted, xp)
            x = _put(x, kept, moved, x[:, list(moved)] * scale + shift, xp)
            logs = logs - xp.log(scale).sum(axis=1)
        return x, logs

    x = xp.asarray(noise)
    x, logs = _through(block, (x, -0.5 * (x**2).sum(axis=1)), flow, xp)
    return _sigmoid(x, xp), logs - _log_sigmoid_slope(x, xp)


def backward(flow: Any, tasks: Any, wanted: Any, xp: Any) -> tuple[Any, Any]:
    """The noise that :func:`forward` maps to each task, and the log-density of the task."""
    steps = couplings(tasks.shape[1])

    def block(carry: tuple[Any, Any], networks: Any) -> tuple[Any, Any]:
        x, logs = carry
        for (kept, moved), nets in reversed(list(zip(steps, networks, strict=False))):
            scale, shift = _steer(nets, x[:, list(kept)], wanted, xp)
            x = _put(x, kept, moved, (x[:, list(moved)] - shift) / scale, xp)
            logs = logs - xp.log(scale).sum(axis=1)
        return x, logs

    x = xp.log(tasks) - xp.log1p(-tasks)
    x, logs = _through(block, (x, -_log_sigmoid_slope(x, xp)), flow, xp, reverse=True)
    return x, logs - 0.5 * (x**2).sum(axis=1)


def _through(
    block: Callable[[Any, Any], Any], carry: Any, flow: Any, xp: Any, *, reverse: bool = False
) -> Any:
    """The carry after all blocks; JAX compiles the block once, which a plain loop would repeat for each."""
    size = len(flow) // BLOCKS
    blocks = [flow[start : start + size] for start in range(0, len(flow), size)]
    if xp is not np:
        stacked = jax.tree.map(lambda *parts: xp.stack(parts), *blocks)
        return jax.lax.scan(lambda held, nets: (block(held, nets), None), carry, stacked, reverse=reverse)[0]
    for nets in reversed(blocks) if reverse else blocks:
        carry = block(carry, nets)
    return carry


def soft_rectifier(x: Any, xp: Any) -> Any:
    """A smooth positive function: x far to the right, 1 / (3 pi x^2) far to the left."""
    far = x < -30
    near = xp.where(far, -30.0, x)
    return xp.where(
        far,
        1 / (3 * np.pi * xp.where(far, x, -30.0) ** 2),
        near * (xp.arctan(near) / np.pi + 0.5) + 1 / np.pi,
    )


def _steer(nets: Any, kept: Any, wanted: Any, xp: Any) -> tuple[Any, Any]:
    inputs = xp.concatenate([kept, wanted[:, None]], axis=1)
    raw = SOFT_LIMIT * xp.tanh(_highway(nets[0], inputs, xp) / SOFT_LIMIT)
    return LEAST_SCALE + soft_rectifier(raw, xp), _highway(nets[1], inputs, xp)


def _highway(net: Any, inputs: Any, xp: Any) -> Any:
    """A layer, gated layers, a linear layer."""
    (weights, biases), *gated, (out_weights, out_biases) = net
    hidden = xp.tanh(inputs @ weights + biases)
    for weights, biases in gated:
        both = hidden @ weights + biases
        half = both.shape[1] // 2
        hidden = hidden + (xp.tanh(both[:, :half]) - hidden) * _sigmoid(both[:, half:], xp)
    return hidden @ out_weights + out_biases


def _put(x: Any, kept: tuple[int, ...], moved: tuple[int, ...], new: Any, xp: Any) -> Any:
    """The rows with the moved coordinates replaced."""
    order = np.argsort(np.array([*kept, *moved], dtype=int))
    return xp.concatenate([x[:, list(kept)], new], axis=1)[:, order]


def _sigmoid(x: Any, xp: Any) -> Any:
    return 0.5 * (xp.tanh(0.5 * x) + 1)


def _log_sigmoid_slope(x: Any, xp: Any) -> Any:
    """Summed over coordinates: the logarithm of the sigmoid's derivative."""
    return -(xp.logaddexp(0.0, x) + xp.logaddexp(0.0, -x)).sum(axis=1)
