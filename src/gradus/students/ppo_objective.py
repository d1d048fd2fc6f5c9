"""PPO's arithmetic as pure functions: networks, advantages, the clipped objective and all gradient steps of a rollout.

Shapes in the docstrings: ``T`` steps of a rollout, ``L`` lanes, ``N = T * L`` samples, ``B`` rows of any batch, ``O``
observations, ``A`` actions, ``F`` free dimensions of the task. Everything is float32 unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.students.networks import ACTIVATIONS, apply, compiled, jax, jnp, layers, optax, orthogonal
from gradus.students.ppo_settings import Settings
from gradus.students.student import EnvShape


def network(rng: np.random.Generator, shape: EnvShape, settings: Settings, sees_task: bool) -> dict[str, Any]:
    """Fresh parameters: a shared trunk, a mean, a deviation that does not see the state, a value.

    Weights are [inputs, outputs], biases [outputs], ``log_std`` is [A].
    """
    sizes = (shape.observations, *settings.hidden)
    # Gains as in the reference: sqrt(2) makes up for what the activation takes away, and first actions near zero
    # (0.01) leave the beginning to the noise, so that no direction is preferred before anything is learnt.
    params: dict[str, Any] = {
        "trunk": layers(sizes, lambda _, r, c: orthogonal(rng, r, c, np.sqrt(2.0))),
        "mean": layers((sizes[-1], shape.actions), lambda _, r, c: orthogonal(rng, r, c, 0.01)),
        "value": layers((sizes[-1], 1), lambda _, r, c: orthogonal(rng, r, c, 1.0)),
        "log_std": jnp.full(shape.actions, settings.log_std_init, jnp.float32),
    }
    if settings.action_init:
        params["mean"][0]["b"] = jnp.asarray(settings.action_init, jnp.float32)
    if sees_task:
        inside = len(settings.hidden)
        wide = (shape.observations + shape.free, *settings.hidden, 1)
        gains = [float(np.sqrt(2.0))] * inside + [1.0]
        params["task_value"] = layers(wide, lambda place, r, c: orthogonal(rng, r, c, gains[place]))
    return params


@compiled("activation")
def forward(params: Any, x: Any, activation: str) -> tuple[Any, Any]:
    """Mean action [B, A] and value [B] of each observation [B, O]."""
    trunk = apply(params["trunk"], x, ACTIVATIONS[activation], last=True)
    return apply(params["mean"], trunk, jnp.tanh), apply(params["value"], trunk, jnp.tanh)[:, 0]


@compiled("activation")
def sample(params: Any, x: Any, noise: Any, activation: str) -> tuple[Any, Any, Any]:
    """An action [B, A] for each observation [B, O], the log-probability [B] of choosing it, and the value [B].

    ``noise`` [B, A] is standard normal.
    """
    mean, value = forward(params, x, activation)
    action = mean + jnp.exp(params["log_std"]) * noise
    return action, log_probability(mean, params["log_std"], action), value


def log_probability(mean: Any, log_std: Any, action: Any) -> Any:
    """The log-density [B] of actions [B, A] under a Gaussian with independent coordinates, mean [B, A], log_std [A]."""
    score = (action - mean) / jnp.exp(log_std)
    return -0.5 * jnp.sum(score**2 + jnp.log(2 * jnp.pi), axis=-1) - jnp.sum(log_std)


@compiled("activation")
def task_values(params: Any, x: Any, tasks: Any, activation: str) -> Any:
    """Values [B] of observations [B, O] in tasks [B, F] by the network that sees the task."""
    inputs = jnp.concatenate([x, tasks], axis=1)
    return apply(params["task_value"], inputs, ACTIVATIONS[activation])[:, 0]


def advantages(rewards: Any, ends: Any, values: Any, last: Any, gamma: float, gae_lambda: float) -> Any:
    """Generalised advantage estimates [T, L]; nothing leaks over an end.

    ``rewards``, ``ends`` (0 or 1) and ``values`` are [T, L]; ``last`` [L] are the values of what is observed after the
    last step.
    """

    def back(carry: tuple[Any, Any], row: tuple[Any, Any, Any]) -> tuple[tuple[Any, Any], Any]:
        following, advantage = carry
        reward, end, value = row
        error = reward + gamma * following * (1 - end) - value
        advantage = error + gamma * gae_lambda * (1 - end) * advantage
        return (value, advantage), advantage

    start = (last, jnp.zeros_like(last))
    return jax.lax.scan(back, start, (rewards, ends, values), reverse=True)[1]


def average(values: Any, weight: Any) -> Any:
    """The mean of values [B], weighted if there are weights [B]."""
    return jnp.mean(values) if weight is None else jnp.sum(weight * values) / jnp.sum(weight)


def deviation(values: Any, weight: Any) -> Any:
    """The standard deviation of values [B], weighted if there are weights [B]."""
    if weight is None:
        return jnp.std(values)
    return jnp.sqrt(average((values - average(values, weight)) ** 2, weight))


def value_error(value: Any, old: Any, target: Any, settings: Settings) -> Any:
    """How wrong each value [B] is, by the chosen loss; ``old`` [B] is what it was when the rollout was collected."""
    if settings.value_loss == "huber":
        return optax.huber_loss(value, target) * 2  # on the scale of the square
    plain = (value - target) ** 2
    if settings.value_loss == "plain":
        return plain
    near = old + jnp.clip(value - old, -settings.clip, settings.clip)
    return jnp.maximum(plain, (near - target) ** 2)


def loss(params: Any, batch: Mapping[str, Any], settings: Settings) -> Any:
    """The clipped objective of one minibatch, to be made small, and its parts.

    ``batch`` holds x [B, O], action [B, A], task [B, F], and log_p, value, advantage, weight (or None), all [B].
    """
    mean, value = forward(params, batch["x"], settings.activation)
    gain, weight = batch["advantage"], batch.get("weight")
    gain = (gain - average(gain, weight)) / (deviation(gain, weight) + 1e-8)
    moved = log_probability(mean, params["log_std"], batch["action"]) - batch["log_p"]
    ratio = jnp.exp(moved)
    kept = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    policy = average(jnp.maximum(-gain * ratio, -gain * kept), weight)
    target = batch["advantage"] + batch["value"]
    error = 0.5 * average(value_error(value, batch["value"], target, settings), weight)
    entropy = jnp.sum(params["log_std"] + 0.5 * jnp.log(2 * jnp.pi * jnp.e))
    total = policy + settings.value_weight * error - settings.entropy_weight * entropy
    if "task_value" in params:  # learns beside the rest and shares no weight with it
        seen = task_values(params, batch["x"], batch["task"], settings.activation)
        total += 0.5 * average((seen - target) ** 2, weight)
    # Schulman's estimate of the divergence: never negative, and of little variance.
    kl = average(ratio - 1 - moved, weight)
    return total, {"policy": policy, "value": error, "entropy": entropy, "kl": kl}


def optimiser(settings: Settings) -> Any:
    """Adam behind a limit on the length of the gradient (a tree); the task's value network has a limit of its own."""
    rule = optax.chain(
        optax.clip_by_global_norm(settings.gradient_norm), optax.adam(settings.learning_rate, eps=1e-5)
    )
    kind = lambda params: {name: "task" if name == "task_value" else "rest" for name in params}  # noqa: E731
    return optax.multi_transform({"task": rule, "rest": rule}, kind)


def only_trained(orders: NDArray[np.int64], trains: NDArray[np.bool_], minibatch: int) -> tuple[Any, Any]:
    """Each epoch's order without the samples that are only measured, and the weight of every sample in it.

    ``orders`` is [epochs, N], ``trains`` [N]; both results are [epochs, M], M a multiple of ``minibatch``. There are
    as few minibatches as hold the rest, all but equally full. Where one is not full, samples are repeated with weight
    0, so that nothing measured enters the sums at all. Where all train, weights are None.
    """
    if trains.all():
        return orders, None
    count = int(trains.sum())
    parts = -(-count // minibatch)
    size = parts * minibatch
    # Dealt like cards: the first sample to the first minibatch, the next to the second, and round again.
    dealt = np.arange(size).reshape(minibatch, parts).T.ravel()
    picked = np.array([np.resize(order[trains[order]], size)[dealt] for order in orders])
    return picked, np.tile(dealt < count, (len(orders), 1)).astype(np.float32)


@compiled("settings")
def update(
    params: Any,
    opt_state: Any,
    rollout: Mapping[str, Any],
    orders: Any,
    settings: Settings,
    weights: Any = None,
    pace: Any = None,
) -> Any:
    """All gradient steps on one rollout: new parameters, the optimiser's new state, the parts of the last loss.

    ``rollout`` holds x [T, L, O], action [T, L, A], task [T, L, F], log_p, value, reward and end, all [T, L], and last
    [L]; ``orders`` [epochs, M] (whole numbers) shuffles the samples for each epoch, ``weights`` [epochs, M] or None.
    ``pace`` (a scalar, or None for 1) shortens every step. Once the policy has moved further than ``target_kl``, the
    remaining steps are left out.
    """
    rewards, ends, values, last = (rollout[name] for name in ("reward", "end", "value", "last"))
    gains = advantages(rewards, ends, values, last, settings.gamma, settings.gae_lambda)
    flat = {
        name: rollout[name].reshape(settings.samples, *rollout[name].shape[2:])
        for name in ("x", "action", "log_p", "value", "task")
    }
    flat["advantage"] = gains.reshape(-1)
    rule = optimiser(settings)

    def descend(carry: tuple[Any, Any], row: tuple[Any, Any]) -> tuple[tuple[Any, Any], Any]:
        (params, opt_state), (picked, weight) = carry, row
        batch = {name: column[picked] for name, column in flat.items()} | {"weight": weight}
        gradient, parts = jax.grad(loss, has_aux=True)(params, batch, settings)
        changes, opt_state = rule.update(gradient, opt_state, params)
        if pace is not None:
            changes = jax.tree.map(lambda change: pace * change, changes)
        return (optax.apply_updates(params, changes), opt_state), parts

    rows = jax.tree.map(lambda column: column.reshape(-1, settings.minibatch), (orders, weights))
    if settings.target_kl is None:
        (params, opt_state), parts = jax.lax.scan(descend, (params, opt_state), rows)
        return params, opt_state, jax.tree.map(lambda column: column[-1], parts)
    return _until_far(descend, params, opt_state, rows, settings.target_kl)


def _until_far(descend: Any, params: Any, opt_state: Any, rows: Any, target_kl: float) -> Any:
    """Gradient steps until one finds the policy further than ``target_kl`` from where it was; that one is undone."""

    def step(carry: Any, row: Any) -> tuple[Any, Any]:
        state, parts, taken = carry
        after, found = descend(state, row)
        near = found["kl"] <= target_kl
        chosen = jax.tree.map(lambda new, old: jnp.where(near, new, old), (after, found), (state, parts))
        return (*chosen, taken + near), near

    def maybe(carry: Any, row: Any) -> tuple[Any, None]:
        inner, going = carry
        inner, going = jax.lax.cond(going, step, lambda same, _: (same, jnp.asarray(False)), inner, row)
        return (inner, going), None

    none = dict.fromkeys(("policy", "value", "entropy", "kl"), jnp.float32(0.0))
    start = (((params, opt_state), none, jnp.int32(0)), jnp.asarray(True))
    (((params, opt_state), parts, taken), _), _ = jax.lax.scan(maybe, start, rows)
    return params, opt_state, parts | {"gradient_steps": taken}
