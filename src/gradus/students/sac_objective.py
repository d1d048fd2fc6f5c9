"""SAC's arithmetic as pure functions: networks, the squashed policy, and gradient steps.

Shapes in the docstrings: ``B`` rows of any batch, ``K`` batches, ``O`` observations, ``A`` actions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gradus.students.networks import apply, compiled, glorot, jax, jnp, layers, optax
from gradus.students.sac_settings import Settings
from gradus.students.student import EnvShape

LOG_STD = (-20.0, 2.0)
"""Where the policy's log-deviation may lie: the paper's code rescales a tanh to these ends, so gradients never stop."""


def networks(
    rng: np.random.Generator, shape: EnvShape, settings: Settings, sees_task: bool
) -> dict[str, Any]:
    """Fresh parameters of the policy, two action values, the state value, and the entropy's weight if it is learnt.

    Weights are [inputs, outputs], biases [outputs], the logarithm of the entropy's weight is a scalar.
    """

    def made(inputs: int, outputs: int) -> Any:
        return layers((inputs, *settings.hidden, outputs), lambda _, r, c: glorot(rng, r, c))

    seen, acted = shape.observations, shape.actions
    params = {"policy": made(seen, 2 * acted), "q1": made(seen + acted, 1), "q2": made(seen + acted, 1)}
    params["v"] = made(seen, 1)
    if sees_task:
        params["task_v"] = made(seen + shape.free, 1)
    if settings.target_entropy is not None:
        params["log_alpha"] = jnp.log(jnp.float32(settings.entropy_weight))
    return params


def critics_of(params: Mapping[str, Any]) -> dict[str, Any]:
    """The networks that learn together what is worth how much: all but the policy; weights are [inputs, outputs]."""
    return {name: part for name, part in params.items() if name not in ("policy", "log_alpha")}


def value(network: Any, *inputs: Any) -> Any:
    """The single output of a critic for each row: [B] for inputs [B, n], [B, m] ..."""
    return apply(network, jnp.concatenate(inputs, axis=1), jax.nn.relu)[:, 0]


@compiled()
def state_value(network: Any, x: Any) -> Any:
    """The value of each observation, quickly, since some teachers want it at every step: [B] for [B, O]."""
    return value(network, x)


@compiled()
def mean_action(policy: Any, x: Any) -> Any:
    """The best action [B, A] of each observation [B, O]."""
    mean, _ = jnp.split(apply(policy, x, jax.nn.relu), 2, axis=1)
    return jnp.tanh(mean)


@compiled()
def sample(policy: Any, x: Any, noise: Any) -> tuple[Any, Any]:
    """An action [B, A] for each observation [B, O] and the log-probability [B] of choosing it.

    ``noise`` [B, A] is standard normal.
    """
    mean, log_std_logits = jnp.split(apply(policy, x, jax.nn.relu), 2, axis=1)
    low, high = LOG_STD
    log_std = low + 0.5 * (high - low) * (jnp.tanh(log_std_logits) + 1)
    score = noise.astype(jnp.float32)
    action = jnp.tanh(mean + jnp.exp(log_std) * score)
    log_p = jnp.sum(-0.5 * (score**2 + jnp.log(2 * jnp.pi)) - log_std, axis=1)
    # The change of density under tanh, kept finite at the edges.
    return action, log_p - jnp.sum(jnp.log(jnp.clip(1 - action**2, 0, 1) + 1e-6), axis=1)


@compiled("settings")
def update(
    params: Any, target_params: Any, opt_states: Any, batch: Mapping[str, Any], settings: Settings
) -> Any:
    """One gradient step: first the policy, then all critics together, then the target.

    ``batch`` holds B transitions: ``x``, ``next`` [B, O], ``action``, ``noise`` [B, A], ``reward``, ``end`` [B],
    ``task`` [B, free dimensions]. Returns new ``params``, ``target_params``, ``opt_states`` and some scalars. An
    entropy weight that is learnt takes its own step after all others.
    """
    optimizer, critics = optax.adam(settings.learning_rate), critics_of(params)
    learnt = settings.target_entropy is not None
    log_alpha = params["log_alpha"] if learnt else None
    alpha = jnp.exp(log_alpha) if learnt else settings.entropy_weight

    def policy_loss(policy: Any) -> Any:
        action, log_p = sample(policy, batch["x"], batch["noise"])
        # The first critic alone, as in the paper's code: the lesser of both stands in the value's target only.
        return jnp.mean(alpha * log_p - value(critics["q1"], batch["x"], action))

    def critic_loss(critics: Any, action: Any, log_p: Any) -> Any:
        td_target = batch["reward"] + settings.gamma * (1 - batch["end"]) * value(
            target_params, batch["next"]
        )
        min_q = jnp.minimum(
            value(critics["q1"], batch["x"], action), value(critics["q2"], batch["x"], action)
        )
        targets = {"q": jax.lax.stop_gradient(td_target), "v": jax.lax.stop_gradient(min_q - alpha * log_p)}
        errors = [value(critics[q], batch["x"], batch["action"]) - targets["q"] for q in ("q1", "q2")]
        errors.append(value(critics["v"], batch["x"]) - targets["v"])
        if "task_v" in critics:
            errors.append(value(critics["task_v"], batch["x"], batch["task"]) - targets["v"])
        return sum(0.5 * jnp.mean(error**2) for error in errors)

    policy_loss_now, gradient = jax.value_and_grad(policy_loss)(params["policy"])
    # The value's goal is made with the policy as it was before this step, as one pass of the original graph does.
    action, log_p = sample(params["policy"], batch["x"], batch["noise"])
    updates, policy_state = optimizer.update(gradient, opt_states["policy"])
    policy = optax.apply_updates(params["policy"], updates)
    critic_loss_now, gradient = jax.value_and_grad(critic_loss)(critics, action, log_p)
    updates, critic_state = optimizer.update(gradient, opt_states["critics"])
    critics = optax.apply_updates(critics, updates)
    target_params = jax.tree.map(
        lambda old, new: settings.polyak * old + (1 - settings.polyak) * new, target_params, critics["v"]
    )
    figures = {"policy": policy_loss_now, "critics": critic_loss_now, "log_p": log_p.mean()}
    params, states = {"policy": policy, **critics}, {"policy": policy_state, "critics": critic_state}
    if learnt:
        surplus = log_p.mean() + settings.target_entropy * batch["action"].shape[1]
        moved = _entropy_step(log_alpha, surplus, opt_states["log_alpha"], optimizer)
        params["log_alpha"], states["log_alpha"] = moved
        figures["alpha"] = alpha
    return params, target_params, states, figures


def _entropy_step(log_alpha: Any, surplus: Any, state: Any, optimizer: Any) -> tuple[Any, Any]:
    """The entropy's weight grows while the policy is surer of its actions than wanted, and shrinks otherwise.

    ``surplus`` is the scalar by which the mean log-probability lies above what is wanted; the gradient of Haarnoja et
    al. (2018b) with respect to the logarithm of the weight.
    """
    changes, state = optimizer.update(-surplus, state)
    return optax.apply_updates(log_alpha, changes), state


@compiled("settings")
def updates(
    params: Any, target_params: Any, opt_states: Any, batches: Mapping[str, Any], settings: Settings
) -> Any:
    """Gradient steps one after the other in one call: the numbers of so many calls of :func:`update`, for less.

    ``batches`` holds what :func:`update` takes, each [K, ...]; the scalars are those of the last step.
    """

    def step(carry: tuple[Any, Any, Any], batch: Mapping[str, Any]) -> tuple[tuple[Any, Any, Any], Any]:
        *after, figures = update(*carry, batch, settings)
        return (after[0], after[1], after[2]), figures

    after, figures = jax.lax.scan(step, (params, target_params, opt_states), batches)
    return (*after, jax.tree.map(lambda column: column[-1], figures))
