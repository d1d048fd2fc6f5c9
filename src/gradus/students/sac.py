"""SAC, read from top to bottom: act, remember, and at each episode's end improve critics and policy.

The form with a separate state-value network (Haarnoja et al. 2018, as in Spinning Up 0.1), with the settings of
the TeachMyAgent paper: one gradient step per ten steps of the world, all at the ends of episodes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import UserError, generator
from gradus.school.checks import positive, share, sizes, whole
from gradus.students.networks import (
    apply,
    compiled,
    current_names,
    from_arrays,
    glorot,
    jax,
    jnp,
    layers,
    optax,
    to_arrays,
)
from gradus.students.replay import ReplayBuffer
from gradus.students.student import EnvShape, Floats, Saved, Step, with_preset

PRESETS: Mapping[str, Mapping[str, Any]] = {"paper": {}, "reference": {}}
"""The released code agrees with the paper on SAC."""
RENAMED = {"memory": "buffer_size", "batch": "batch_size"}
"""Settings by the names that version 0.1 gave them."""
LOG_STD = (-20.0, 2.0)
"""Where the policy's log-deviation may lie: the paper's code rescales a tanh to these ends, so gradients never stop."""


@dataclass(frozen=True)
class Settings:
    """Hyperparameters of SAC."""

    preset: str = "paper"
    """paper or reference: which description the other defaults follow."""
    learning_rate: float = 1e-3
    """Adam's step size."""
    gamma: float = 0.99
    """Discount per step."""
    polyak: float = 0.995
    """How much of the target network stays at each update."""
    entropy_weight: float = 0.005
    """Weight of the policy's entropy (alpha)."""
    buffer_size: int = 2_000_000
    """Transitions that the replay buffer remembers."""
    batch_size: int = 1000
    """Transitions per gradient step."""
    steps_per_update: int = 10
    """Steps of an episode per gradient step; the last part counts whole."""
    random_steps: int = 10_000
    """Steps of the run with uniformly drawn actions."""
    hidden: tuple[int, ...] = (400, 300)
    """Sizes of the hidden layers of every network."""
    margin: int = 200_000
    """Room for transitions behind the buffer; at least the steps between two checkpoints."""
    sampled_tests: bool = False
    """Whether evaluations draw actions instead of taking the mean."""

    def __post_init__(self) -> None:
        for name in ("buffer_size", "batch_size", "steps_per_update", "margin"):
            whole(name, getattr(self, name))
        whole("random_steps", self.random_steps, 0)
        positive("learning_rate", self.learning_rate)
        positive("entropy_weight", self.entropy_weight)
        share("gamma", self.gamma)
        share("polyak", self.polyak)
        sizes("hidden", self.hidden)


def networks(
    rng: np.random.Generator, shape: EnvShape, settings: Settings, sees_task: bool
) -> dict[str, Any]:
    """Fresh parameters of the policy, two action values and the state value.

    Weights are [inputs, outputs], biases [outputs].
    """

    def made(inputs: int, outputs: int) -> Any:
        return layers((inputs, *settings.hidden, outputs), lambda _, r, c: glorot(rng, r, c))

    seen, acted = shape.observations, shape.actions
    params = {"policy": made(seen, 2 * acted), "q1": made(seen + acted, 1), "q2": made(seen + acted, 1)}
    params["v"] = made(seen, 1)
    if sees_task:
        params["task_v"] = made(seen + shape.free, 1)
    return params


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
    ``task`` [B, free dimensions]. Returns new ``params``, ``target_params``, ``opt_states`` and three scalars.
    """
    alpha, optimizer = settings.entropy_weight, optax.adam(settings.learning_rate)
    critics = {name: network for name, network in params.items() if name != "policy"}

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
    return (
        {"policy": policy, **critics},
        target_params,
        {"policy": policy_state, "critics": critic_state},
        figures,
    )


class Sac:
    """The student: networks, the states of their optimisers, the replay buffer, one random stream."""

    settled = True
    portable = False  # its replay buffer is a file that is written over as it goes

    def __init__(
        self,
        shape: EnvShape,
        seed: int = 0,
        sees_task: bool = False,
        folder: Path | None = None,
        **settings: Any,
    ) -> None:
        self.shape, self.sees_task = shape, sees_task
        given = {RENAMED.get(name, name): value for name, value in settings.items()}
        self.settings: Settings = with_preset(Settings, PRESETS, given)
        self.gamma, self.sampled_tests = self.settings.gamma, self.settings.sampled_tests
        self.rng = generator(seed, "student")
        self._steps, self._figures = 0, dict[str, float]()
        self._columns = self._cut()
        path = None if folder is None else folder / "transitions.bin"
        width, longest = self._columns["task"].stop, shape.steps + shape.lanes
        self.replay_buffer = ReplayBuffer(
            width, self.settings.buffer_size, longest, self.settings.margin, path
        )
        self._acted: tuple[Floats, Floats] | None = None
        self._fresh()

    def _cut(self) -> dict[str, slice]:
        """Where each part of a transition stands in its row."""
        shape, start, columns = self.shape, 0, {}
        widths = {"x": shape.observations, "action": shape.actions, "reward": 1, "end": 1}
        widths |= {"next": shape.observations, "task": shape.free if self.sees_task else 0}
        for name, width in widths.items():
            columns[name] = slice(start, start + width)
            start += width
        return columns

    def _fresh(self) -> None:
        self.params = networks(self.rng, self.shape, self.settings, self.sees_task)
        self.target_params = self.params["v"]
        optimizer = optax.adam(self.settings.learning_rate)
        critics = {name: network for name, network in self.params.items() if name != "policy"}
        self.opt_states = {
            "policy": optimizer.init(self.params["policy"]),
            "critics": optimizer.init(critics),
        }

    def begin(self, observations: Floats, trains: NDArray[np.bool_]) -> None:
        """Nothing to prepare: observations are taken as they are."""

    def act(self, observations: Floats) -> Floats:
        """Actions to learn from: evenly drawn at first, then the policy's."""
        lanes = len(observations)
        if self._steps < self.settings.random_steps:
            actions = self.rng.uniform(-1, 1, (lanes, self.shape.actions)).astype(np.float32)
        else:
            actions = self.sampled(observations, self.rng)
        self._acted = observations.copy(), actions
        return actions

    def expected(self) -> NDArray[np.float64]:
        """The values of the observations last acted on."""
        if self._acted is None:
            raise UserError("A student expects something after it has acted.")
        return np.asarray(state_value(self.params["v"], self._acted[0]), dtype=np.float64)

    def learn(self, step: Step) -> None:
        """Remember a step of every lane that trains; each of its episodes is followed by its gradient steps."""
        if self._acted is None:
            raise UserError("A student learns after it has acted.")
        x, actions = self._acted
        columns: list[NDArray[Any]] = [x, actions, step.rewards[:, None], step.terminated[:, None], step.last]
        if self.sees_task:
            columns.append(self.shape.task_input(step.tasks))
        self.replay_buffer.add(np.concatenate(columns, axis=1).astype(np.float32)[step.trains])
        self._steps += len(x)
        self._acted = None
        for length in step.lengths[step.ended & step.trains]:
            for _ in range(-(-int(length) // self.settings.steps_per_update)):
                self._improve()

    def _improve(self) -> None:
        rows = self.replay_buffer.draw(self.rng, self.settings.batch_size)
        parts: dict[str, Any] = {name: rows[:, where] for name, where in self._columns.items()}
        parts |= {"reward": parts["reward"][:, 0], "end": parts["end"][:, 0]}
        parts["noise"] = self.rng.standard_normal((len(rows), self.shape.actions), dtype=np.float32)
        made = update(self.params, self.target_params, self.opt_states, parts, self.settings)
        self.params, self.target_params, self.opt_states, figures = made
        self._figures = {name: float(figure) for name, figure in figures.items()}

    def best(self, observations: Floats) -> Floats:
        """The mean actions."""
        return np.asarray(mean_action(self.params["policy"], observations))

    def sampled(self, observations: Floats, rng: np.random.Generator) -> Floats:
        """Actions with noise from ``rng``."""
        noise = rng.standard_normal((len(observations), self.shape.actions), dtype=np.float32)
        return np.asarray(sample(self.params["policy"], observations, noise)[0])

    def values(self, observations: Floats, tasks: NDArray[np.float64]) -> NDArray[np.float64]:
        """Estimated discounted returns; they see the task if this student was made so."""
        if self.sees_task:
            found = value(self.params["task_v"], observations, self.shape.task_input(tasks))
        else:
            found = state_value(self.params["v"], observations)
        return np.asarray(found, dtype=np.float64)

    def forget(self) -> None:
        """Fresh networks and optimisers and an empty memory; the first random steps are not repeated."""
        self._fresh()
        self.replay_buffer.forget()

    def figures(self) -> dict[str, float]:
        """The losses of the latest gradient step."""
        return dict(self._figures)

    def state(self) -> Saved:
        """Everything needed to go on exactly here; the transitions themselves stay in their file."""
        self.replay_buffer.flush()
        small = {"rng": self.rng.bit_generator.state, "steps": self._steps, "figures": self._figures}
        small |= {"written": self.replay_buffer.written, "since": self.replay_buffer.since}
        small |= {"transitions": self.replay_buffer.digests()} if self.replay_buffer.stored else {}
        arrays = to_arrays("params", self.params) | to_arrays("target", self.target_params)
        return small, arrays | to_arrays("opt_states", self.opt_states)

    def restore(self, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on exactly where :meth:`state` was taken."""
        arrays = current_names(arrays, {"memories": "opt_states"})  # as version 0.1 called them
        self.params = from_arrays("params", self.params, arrays)
        self.target_params = from_arrays("target", self.target_params, arrays)
        self.opt_states = from_arrays("opt_states", self.opt_states, arrays)
        self.replay_buffer.written, self.replay_buffer.since = int(state["written"]), int(state["since"])
        if self.replay_buffer.stored and "transitions" in state:  # version 0.1 kept no digests
            self.replay_buffer.check(state["transitions"])
        self.rng.bit_generator.state = state["rng"]
        self._steps, self._figures = int(state["steps"]), dict(state["figures"])
