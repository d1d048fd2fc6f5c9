"""The setter's network: a conditional real-NVP flow from noise to tasks of a wanted feasibility.

The same functions run in NumPy (to draw one task) and in JAX (to learn); ``xp`` says which. Shapes in the docstrings:
``B`` tasks, ``D`` dimensions of the task space, ``C`` couplings. Everything is float64.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradus.teachers.neural import Layer, jax, layers

BLOCKS, HIGHWAYS = 3, 3
"""Blocks of couplings in the flow; gated layers in each coupling's networks."""
LEAST_SCALE, SOFT_LIMIT = 0.01, 1e6
"""The smallest scale of a coupling (its inverse divides by it), and where what its network asks for is bent."""

Coupling = tuple[tuple[int, ...], tuple[int, ...]]
"""Which coordinates are kept and steer, and which are moved."""


def couplings(dimension: int) -> list[Coupling]:
    """The couplings of the whole flow, in order; those that would move nothing are left out."""
    everything, half = tuple(range(dimension)), dimension // 2
    first, rest = everything[:half], everything[half:]
    block = [(first, rest), (rest, first), (everything[1::2], everything[::2])]
    return [(kept, moved) for kept, moved in block if moved] * BLOCKS


def fresh_flow(rng: np.random.Generator, dimension: int, width: int) -> list[Layer]:
    """The layers of all couplings' networks, stacked: weights [C, 2, inputs, outputs] (scale and shift), biases alike.

    All have the same shapes, with zeros where a coupling does not look or move: few large arrays are quick to
    compile for and to update, hundreds of small ones are not.
    """
    everything = []
    for kept, moved in couplings(dimension):
        pair = [_fresh_highway(rng, len(kept) + 1, width, len(moved)) for _ in ("scale", "shift")]
        everything.append([_widened(net, kept, moved, dimension) for net in pair])
    return [_stacked([[net[layer] for net in pair] for pair in everything]) for layer in range(HIGHWAYS + 2)]


def _stacked(pairs: list[list[Layer]]) -> Layer:
    weights, biases = (np.array([[layer[part] for layer in pair] for pair in pairs]) for part in (0, 1))
    return weights, biases


def _fresh_highway(rng: np.random.Generator, inputs: int, width: int, outputs: int) -> list[Layer]:
    sizes = [(inputs, width), *[(width, 2 * width)] * HIGHWAYS, (width, outputs)]
    return [layers(rng, pair, "normal", np.float64)[0] for pair in sizes]


def _widened(net: list[Layer], kept: tuple[int, ...], moved: tuple[int, ...], dimension: int) -> list[Layer]:
    """The network with an input for every coordinate and the wanted feasibility, and an output for every one."""
    (first, bias), *gated, (last, _) = net
    wide, out = np.zeros((dimension + 1, first.shape[1])), np.zeros((last.shape[0], dimension))
    wide[[*kept, dimension]] = first
    out[:, list(moved)] = last
    return [(w, b[None, :]) for w, b in [(wide, bias), *gated, (out, np.zeros(dimension))]]


def forward(flow: Any, noise: Any, wanted: Any, xp: Any) -> tuple[Any, Any]:
    """Tasks [B, D] in 0..1 and their log-densities [B] (without the Gaussian's constant).

    ``noise`` is [B, D], the ``wanted`` feasibilities are [B].
    """
    x = xp.asarray(noise)
    carry = x, -0.5 * (x**2).sum(axis=1)
    x, logs = _through(flow, carry, wanted, lambda part, scale, shift: part * scale + shift, xp)
    return _sigmoid(x, xp), logs - _log_sigmoid_slope(x, xp)


def backward(flow: Any, tasks: Any, wanted: Any, xp: Any) -> tuple[Any, Any]:
    """The noise [B, D] that :func:`forward` maps to each task [B, D], and the log-density [B] of the task."""
    x = xp.log(tasks) - xp.log1p(-tasks)
    carry = x, -_log_sigmoid_slope(x, xp)
    x, logs = _through(
        flow, carry, wanted, lambda part, scale, shift: (part - shift) / scale, xp, reverse=True
    )
    return x, logs - 0.5 * (x**2).sum(axis=1)


def _through(
    flow: Any, carry: Any, wanted: Any, move: Callable[..., Any], xp: Any, *, reverse: bool = False
) -> Any:
    """Coordinates and log-densities after all couplings; in JAX as one loop, which is quick to compile."""
    dimension = carry[0].shape[1]
    moves = np.array([[i in moved for i in range(dimension)] for _, moved in couplings(dimension)])
    looks = np.array([[i in kept for i in range(dimension)] + [True] for kept, _ in couplings(dimension)])

    def step(held: Any, coupling: Any) -> tuple[Any, None]:
        (x, logs), (nets, moved, seen) = held, coupling
        (first, bias), *others = nets
        inputs = xp.concatenate([x, wanted[:, None]], axis=1)
        outputs = _highway([(first * seen[:, None], bias), *others], inputs, xp)
        scale, shift = _steer(outputs, xp)
        scale, shift = xp.where(moved, scale, 1.0), xp.where(moved, shift, 0.0)
        return (move(x, scale, shift), logs - xp.log(scale).sum(axis=1)), None

    if xp is not np:
        return jax.lax.scan(step, carry, (flow, moves, looks), reverse=reverse)[0]
    order = range(len(moves))
    for i in reversed(order) if reverse else order:
        carry, _ = step(carry, ([(weights[i], biases[i]) for weights, biases in flow], moves[i], looks[i]))
    return carry


def soft_rectifier(x: Any, xp: Any) -> Any:
    """A smooth positive function of each entry of x [...]: x far to the right, 1 / (3 pi x^2) far to the left."""
    # Left of -30 the formula subtracts two nearly equal numbers, and single precision is left with noise; its
    # expansion has no such cancellation. Both branches get harmless values, or gradients of the unused one are NaN.
    far = x < -30
    near = xp.where(far, -30.0, x)
    return xp.where(
        far,
        1 / (3 * np.pi * xp.where(far, x, -30.0) ** 2),
        near * (xp.arctan(near) / np.pi + 0.5) + 1 / np.pi,
    )


def _steer(outputs: Any, xp: Any) -> tuple[Any, Any]:
    """Scale and shift of the moved coordinates from what the two networks say."""
    raw = SOFT_LIMIT * xp.tanh(outputs[0] / SOFT_LIMIT)
    return LEAST_SCALE + soft_rectifier(raw, xp), outputs[1]


def _highway(net: Any, inputs: Any, xp: Any) -> Any:
    """A layer, gated layers, a linear layer."""
    (weights, biases), *gated, (out_weights, out_biases) = net
    hidden = xp.tanh(inputs @ weights + biases)
    for weights, biases in gated:
        both = hidden @ weights + biases
        half = both.shape[-1] // 2
        hidden = hidden + (xp.tanh(both[..., :half]) - hidden) * _sigmoid(both[..., half:], xp)
    return hidden @ out_weights + out_biases


def _sigmoid(x: Any, xp: Any) -> Any:
    return 0.5 * (xp.tanh(0.5 * x) + 1)


def _log_sigmoid_slope(x: Any, xp: Any) -> Any:
    """Summed over coordinates: the logarithm of the sigmoid's derivative."""
    return -(xp.logaddexp(0.0, x) + xp.logaddexp(0.0, -x)).sum(axis=1)
