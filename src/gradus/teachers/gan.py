"""GoalGAN's networks: a generator of tasks and a critic, trained against each other with least squares.

Shapes in the docstrings: ``B`` rows of a batch, ``K`` batches, ``Z`` numbers of noise, ``D`` dimensions of a task.
"""

from __future__ import annotations

from typing import Any

from gradus.teachers.neural import jax, jnp, optax

BATCH, RATE, LEAK = 64, 1e-3, 0.1
"""Rows of a training batch, learning rate, slope of the critic's leaky units."""

OPTIMISER = optax.rmsprop(RATE, decay=0.9, eps=1e-10, initial_scale=1.0)


def generate(generator: Any, noise: Any, xp: Any) -> Any:
    """Normalised tasks [B, D] from noise [B, Z], each coordinate in -1..1."""
    hidden = noise
    for weights, biases in generator[:-1]:
        hidden = xp.maximum(hidden @ weights + biases, 0.0)
    weights, biases = generator[-1]
    return xp.tanh(hidden @ weights + biases)


def judge(critic: Any, points: Any) -> Any:
    """The critic's opinion [B] of normalised tasks [B, D]: near 1 for wanted ones, near -1 for others."""
    hidden = points
    for weights, biases in critic[:-1]:
        hidden = hidden @ weights + biases
        hidden = jnp.maximum(hidden, LEAK * hidden)
    weights, biases = critic[-1]
    return (hidden @ weights + biases)[:, 0]


def critic_loss(critic: Any, generator: Any, points: Any, labels: Any, noise: Any) -> Any:
    """Squared distance (a scalar) from 1 for wanted tasks and from -1 for others and for generated ones.

    ``points`` are [B, D], ``labels`` [B] (0 or 1), ``noise`` [B, Z].
    """
    real = judge(critic, points) - (2 * labels - 1)
    fake = judge(critic, generate(generator, noise, jnp)) + 1
    return jnp.mean(jnp.concatenate([real, fake]) ** 2)


def generator_loss(generator: Any, critic: Any, noise: Any) -> Any:
    """Squared distance (a scalar) of the critic's opinion of tasks generated from noise [B, Z] from 1."""
    return jnp.mean((judge(critic, generate(generator, noise, jnp)) - 1) ** 2)


@jax.jit  # type: ignore[untyped-decorator]
def train(state: Any, points: Any, labels: Any, noise: Any) -> tuple[Any, Any]:
    """One step of the critic, then one of the generator, for every batch; the state and both losses [K, 2].

    ``points`` are [K, B, D], ``labels`` [K, B], ``noise`` [K, B, Z].
    """

    def step(carry: Any, batch: Any) -> tuple[Any, Any]:
        generator, critic, generator_state, critic_state = carry
        rows, marks, draws = batch
        loss_c, slope = jax.value_and_grad(critic_loss)(critic, generator, rows, marks, draws)
        change, critic_state = OPTIMISER.update(slope, critic_state)
        critic = optax.apply_updates(critic, change)
        loss_g, slope = jax.value_and_grad(generator_loss)(generator, critic, draws)
        change, generator_state = OPTIMISER.update(slope, generator_state)
        generator = optax.apply_updates(generator, change)
        return (generator, critic, generator_state, critic_state), jnp.stack([loss_c, loss_g])

    return jax.lax.scan(step, state, (points, labels, noise))
