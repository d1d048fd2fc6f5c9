"""One update: generalised advantages over a window, then a step of Adam."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from gradus.learners.recurrent.backend import jax, jnp, optax
from gradus.learners.recurrent.network import Inputs, Params, preferences, unroll
from gradus.learners.recurrent.settings import Settings


class Window(NamedTuple):
    """A stretch of the stream: one more input than there are actions, for the value of what follows."""

    hidden: Any
    """The hidden state [H] before the first input."""
    seen: Inputs
    """What came in: indices, all [T + 1]."""
    actions: Any
    """The bytes that were said: indices [T]."""
    rewards: Any
    """What each action earned, [T]."""
    known: Any
    """Which bytes have been heard: [256], true or false."""


def optimiser(settings: Settings) -> Any:
    """Adam behind a cut of the gradient's norm; its state is a tree like the parameters."""
    return optax.chain(optax.clip_by_global_norm(settings.clip), optax.adam(settings.rate))


def advantages(values: Any, rewards: Any, settings: Settings) -> Any:
    """Generalised advantage estimates [T] of ``rewards`` [T]; ``values`` [T + 1] holds what follows as well."""
    errors = rewards + settings.discount * values[1:] - values[:-1]

    def back(after: Any, error: Any) -> tuple[Any, Any]:
        now = error + settings.discount * settings.trace * after
        return now, now

    return jax.lax.scan(back, jnp.float32(0), errors, reverse=True)[1]


def loss(params: Params, window: Window, settings: Settings) -> Any:
    """Actor, critic, entropy and prediction in one scalar."""
    states = unroll(params, window.hidden, window.seen)
    values = (states @ params["critic"])[:, 0]
    rewards = jnp.where(window.rewards < 0, settings.punishment, 1) * window.rewards
    gains = jax.lax.stop_gradient(advantages(values, rewards, settings))
    targets = jax.lax.stop_gradient(gains + values[:-1])
    logs = jax.nn.log_softmax(preferences(params, states[:-1], window.known))
    chosen = jnp.take_along_axis(logs, window.actions[:, None], axis=1)[:, 0]
    entropy = -jnp.sum(jnp.exp(logs) * logs, axis=1).mean()
    predicted = jax.nn.log_softmax(states[:-1] @ params["predictor"])
    surprise = -jnp.take_along_axis(predicted, window.seen.heard[1:, None], axis=1).mean()
    critic = jnp.mean((values[:-1] - targets) ** 2)
    return (
        -jnp.mean(gains * chosen)
        + settings.value * critic
        - settings.entropy * entropy
        + settings.prediction * surprise
    )


@partial(jax.jit, static_argnames="settings")
def update(params: Params, opt_state: Any, window: Window, settings: Settings) -> tuple[Params, Any]:
    """The tree of parameters and the optimiser's state after one step down the loss of a window."""
    gradient = jax.grad(loss)(params, window, settings)
    change, opt_state = optimiser(settings).update(gradient, opt_state)
    return optax.apply_updates(params, change), opt_state
