"""PPO, read from top to bottom: collect, estimate advantages, improve the clipped objective, repeat.

Schulman et al. 2017, with the settings of the TeachMyAgent paper. Observations and rewards are normalised by
running moments; the teacher never sees that. An episode cut off by the step limit is continued by its value
estimate, which the released code forgot. Episodes on which the student is only measured are played and collected
as any other, but neither the moments nor the gradient steps see them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import UserError, generator
from gradus.school.checks import positive, share, sizes, whole
from gradus.students.moments import Moments
from gradus.students.networks import (
    ACTIVATIONS,
    apply,
    compiled,
    from_arrays,
    jax,
    jnp,
    layers,
    optax,
    orthogonal,
    to_arrays,
)
from gradus.students.student import Floats, Saved, Shape, Step, with_preset

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "paper": {},
    "reference": {"samples": 20_000, "activation": "tanh", "sampled_tests": True},
}
"""``reference`` is what the released scripts ran, where it differs from the paper."""


@dataclass(frozen=True)
class Settings:
    """Hyperparameters of PPO."""

    preset: str = "paper"
    """paper or reference: which description the other defaults follow."""
    samples: int = 2000
    """Steps between updates, all lanes together."""
    minibatch: int = 1000
    """Samples per gradient step."""
    epochs: int = 5
    """Passes over the samples per update."""
    learning_rate: float = 3e-4
    """Adam's step size."""
    clip: float = 0.2
    """How far the ratio of probabilities, and the value, may move before they count no more."""
    gamma: float = 0.99
    """Discount per step."""
    gae: float = 0.95
    """Weight of longer advantage estimates."""
    value_weight: float = 0.5
    """Weight of the value's error."""
    entropy_weight: float = 0.0
    """Weight of the policy's entropy."""
    gradient_norm: float = 0.5
    """Longer gradients are shortened to this."""
    hidden: tuple[int, ...] = (400, 300)
    """Sizes of the hidden layers, shared by policy and value."""
    activation: str = "relu"
    """relu (the paper: as SAC) or tanh (the released code)."""
    sampled_tests: bool = False
    """Whether evaluations draw actions instead of taking the mean."""

    def __post_init__(self) -> None:
        for name in ("samples", "minibatch", "epochs"):
            whole(name, getattr(self, name))
        for name in ("learning_rate", "clip", "gradient_norm"):
            positive(name, getattr(self, name))
        for name in ("gamma", "gae", "value_weight", "entropy_weight"):
            share(name, getattr(self, name))
        sizes("hidden", self.hidden)
        if self.activation not in ACTIVATIONS:
            raise UserError(f"activation must be one of {', '.join(ACTIVATIONS)}, not {self.activation!r}.")
        if self.samples % self.minibatch:
            raise UserError(f"samples {self.samples} must be a multiple of minibatch {self.minibatch}.")


def network(rng: np.random.Generator, shape: Shape, settings: Settings, sees_task: bool) -> dict[str, Any]:
    """Fresh parameters: a shared trunk, a mean, a deviation that does not see the state, a value."""
    sizes = (shape.observations, *settings.hidden)
    params: dict[str, Any] = {
        "trunk": layers(sizes, lambda _, r, c: orthogonal(rng, r, c, np.sqrt(2.0))),
        "mean": layers((sizes[-1], shape.actions), lambda _, r, c: orthogonal(rng, r, c, 0.01)),
        "value": layers((sizes[-1], 1), lambda _, r, c: orthogonal(rng, r, c, 1.0)),
        "log_std": jnp.zeros(shape.actions, jnp.float32),
    }
    if sees_task:
        inside = len(settings.hidden)
        wide = (shape.observations + shape.free, *settings.hidden, 1)
        gains = [float(np.sqrt(2.0))] * inside + [1.0]
        params["task_value"] = layers(wide, lambda place, r, c: orthogonal(rng, r, c, gains[place]))
    return params


@compiled("activation")
def forward(params: Any, x: Any, activation: str) -> tuple[Any, Any]:
    """Mean action and value of each observation."""
    trunk = apply(params["trunk"], x, ACTIVATIONS[activation], last=True)
    return apply(params["mean"], trunk, jnp.tanh), apply(params["value"], trunk, jnp.tanh)[:, 0]


@compiled("activation")
def sample(params: Any, x: Any, noise: Any, activation: str) -> tuple[Any, Any, Any]:
    """An action for each observation, the log-probability of choosing it, and the value."""
    mean, value = forward(params, x, activation)
    action = mean + jnp.exp(params["log_std"]) * noise
    return action, log_probability(mean, params["log_std"], action), value


def log_probability(mean: Any, log_std: Any, action: Any) -> Any:
    """The log-density of a Gaussian with independent coordinates."""
    score = (action - mean) / jnp.exp(log_std)
    return -0.5 * jnp.sum(score**2 + jnp.log(2 * jnp.pi), axis=-1) - jnp.sum(log_std)


@compiled("activation")
def task_values(params: Any, x: Any, tasks: Any, activation: str) -> Any:
    """Values of observations by the network that sees the task."""
    inputs = jnp.concatenate([x, tasks], axis=1)
    return apply(params["task_value"], inputs, ACTIVATIONS[activation])[:, 0]


def advantages(rewards: Any, ends: Any, values: Any, last: Any, gamma: float, gae: float) -> Any:
    """Generalised advantage estimates; rows are steps, columns lanes, nothing leaks over an end."""

    def back(carry: tuple[Any, Any], row: tuple[Any, Any, Any]) -> tuple[tuple[Any, Any], Any]:
        following, advantage = carry
        reward, end, value = row
        error = reward + gamma * following * (1 - end) - value
        advantage = error + gamma * gae * (1 - end) * advantage
        return (value, advantage), advantage

    start = (last, jnp.zeros_like(last))
    return jax.lax.scan(back, start, (rewards, ends, values), reverse=True)[1]


def average(values: Any, weight: Any) -> Any:
    """The mean, of values that count differently if there are weights."""
    return jnp.mean(values) if weight is None else jnp.sum(weight * values) / jnp.sum(weight)


def deviation(values: Any, weight: Any) -> Any:
    """The standard deviation, of values that count differently if there are weights."""
    if weight is None:
        return jnp.std(values)
    return jnp.sqrt(average((values - average(values, weight)) ** 2, weight))


def loss(params: Any, batch: Mapping[str, Any], settings: Settings) -> Any:
    """The clipped objective of one minibatch, to be made small."""
    mean, value = forward(params, batch["x"], settings.activation)
    gain, weight = batch["advantage"], batch.get("weight")
    gain = (gain - average(gain, weight)) / (deviation(gain, weight) + 1e-8)
    ratio = jnp.exp(log_probability(mean, params["log_std"], batch["action"]) - batch["log_p"])
    kept = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    policy = average(jnp.maximum(-gain * ratio, -gain * kept), weight)
    near = batch["value"] + jnp.clip(value - batch["value"], -settings.clip, settings.clip)
    target = batch["advantage"] + batch["value"]
    error = 0.5 * average(jnp.maximum((value - target) ** 2, (near - target) ** 2), weight)
    entropy = jnp.sum(params["log_std"] + 0.5 * jnp.log(2 * jnp.pi * jnp.e))
    total = policy + settings.value_weight * error - settings.entropy_weight * entropy
    if "task_value" in params:  # learns beside the rest and shares no weight with it
        seen = task_values(params, batch["x"], batch["task"], settings.activation)
        total += 0.5 * average((seen - target) ** 2, weight)
    return total, {"policy": policy, "value": error, "entropy": entropy}


def optimiser(settings: Settings) -> Any:
    """Adam behind a limit on the gradient's length; the task's value network has a limit of its own."""
    rule = optax.chain(
        optax.clip_by_global_norm(settings.gradient_norm), optax.adam(settings.learning_rate, eps=1e-5)
    )
    kind = lambda params: {name: "task" if name == "task_value" else "rest" for name in params}  # noqa: E731
    return optax.multi_transform({"task": rule, "rest": rule}, kind)


def only_trained(orders: NDArray[np.int64], trains: NDArray[np.bool_], minibatch: int) -> tuple[Any, Any]:
    """Each epoch's order without the samples that are only measured, and the weight of every sample in it.

    There are as few minibatches as hold the rest, all but equally full. Where one is not full, samples are
    repeated with weight 0, so that nothing measured enters the sums at all. Where all train, weights are None.
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
    params: Any, memory: Any, roll: Mapping[str, Any], orders: Any, settings: Settings, weights: Any = None
) -> Any:
    """All gradient steps on one collection of samples; ``orders`` shuffles them for each epoch."""
    gains = advantages(roll["reward"], roll["end"], roll["value"], roll["last"], settings.gamma, settings.gae)
    flat = {
        name: roll[name].reshape(settings.samples, *roll[name].shape[2:])
        for name in ("x", "action", "log_p", "value", "task")
    }
    flat["advantage"] = gains.reshape(-1)
    rule = optimiser(settings)

    def descend(carry: tuple[Any, Any], row: tuple[Any, Any]) -> tuple[tuple[Any, Any], Any]:
        (params, memory), (picked, weight) = carry, row
        batch = {name: column[picked] for name, column in flat.items()} | {"weight": weight}
        gradient, parts = jax.grad(loss, has_aux=True)(params, batch, settings)
        changes, memory = rule.update(gradient, memory, params)
        return (optax.apply_updates(params, changes), memory), parts

    rows = jax.tree.map(lambda column: column.reshape(-1, settings.minibatch), (orders, weights))
    (params, memory), parts = jax.lax.scan(descend, (params, memory), rows)
    return params, memory, jax.tree.map(lambda column: column[-1], parts)


class Ppo:
    """The student: parameters, moments, the samples collected so far, one random stream."""

    portable = True

    def __init__(self, shape: Shape, seed: int = 0, sees_task: bool = False, **settings: Any) -> None:
        self.shape, self.seed, self.sees_task = shape, seed, sees_task
        self.settings = with_preset(Settings, PRESETS, settings)
        if self.settings.samples % shape.lanes:
            raise UserError(f"samples {self.settings.samples} must be a multiple of the {shape.lanes} lanes.")
        self.gamma, self.sampled_tests = self.settings.gamma, self.settings.sampled_tests
        self.rng = generator(seed, "student")
        self.seen, self.earned = Moments((shape.observations,)), Moments(())
        self._returns = np.zeros(shape.lanes)
        self._updates, self._figures = 0, dict[str, float]()
        self._fresh()

    def _fresh(self) -> None:
        self.params = network(self.rng, self.shape, self.settings, self.sees_task)
        self.memory = optimiser(self.settings).init(self.params)
        self._roll = self._empty()
        self._row = 0

    def _empty(self) -> dict[str, Floats]:
        rows, lanes = self.settings.samples // self.shape.lanes, self.shape.lanes
        wide = {"x": (self.shape.observations,), "action": (self.shape.actions,), "task": (self.shape.free,)}
        names = ("x", "action", "task", "log_p", "value", "reward", "end", "trains")
        return {name: np.zeros((rows, lanes, *wide.get(name, ())), np.float32) for name in names}

    @property
    def settled(self) -> bool:
        """Whether the samples of an update are not half-collected."""
        return self._row == 0

    def begin(self, observations: Floats, trains: NDArray[np.bool_]) -> None:
        """See the first observations of a fresh run."""
        self.seen.update(observations[trains])

    def act(self, observations: Floats) -> Floats:
        """Actions with noise, cut off at the limits; what they were before is kept for learning."""
        x = self.seen.centred(observations)
        noise = self.rng.standard_normal((len(x), self.shape.actions), dtype=np.float32)
        action, log_p, value = sample(self.params, x, noise, self.settings.activation)
        for name, column in (("x", x), ("action", action), ("log_p", log_p), ("value", value)):
            self._roll[name][self._row] = column
        return _bounded(self._roll["action"][self._row])

    def expected(self) -> NDArray[np.float64]:
        """The values of the observations last acted on, in units of reward."""
        return self._roll["value"][self._row].astype(np.float64) * float(self.earned.scale)

    def learn(self, step: Step) -> None:
        """Keep a step; a full collection makes an update."""
        self._returns = self._returns * self.settings.gamma + step.rewards
        self.earned.update(self._returns[step.trains])
        reward = self.earned.scaled(step.rewards)
        self._returns[step.ended] = 0.0
        if step.truncated.any():
            # What could still have been earned is added to the last reward; the end then cuts as any other.
            rest = forward(self.params, self.seen.centred(step.last), self.settings.activation)[1]
            reward = reward + self.settings.gamma * np.where(step.truncated, np.asarray(rest), 0.0)
        row, roll = self._row, self._roll
        roll["reward"][row], roll["end"][row], roll["trains"][row] = reward, step.ended, step.trains
        if self.sees_task:
            roll["task"][row] = self.shape.task_input(step.tasks)
        self.seen.update(step.now[step.trains_now])
        self._row += 1
        if self._row == len(roll["reward"]):
            self._improve(step.now)

    def _improve(self, now: Floats) -> None:
        self._row, roll = 0, dict[str, Any](self._roll)
        trains = roll.pop("trains").reshape(-1) > 0
        if not trains.any():
            return
        roll["last"] = forward(self.params, self.seen.centred(now), self.settings.activation)[1]
        orders = np.array([self.rng.permutation(self.settings.samples) for _ in range(self.settings.epochs)])
        orders, weights = only_trained(orders, trains, self.settings.minibatch)
        made = update(self.params, self.memory, roll, orders, self.settings, weights)
        self.params, self.memory, parts = made
        self._figures = {name: float(value) for name, value in parts.items()}
        self._updates += 1

    def best(self, observations: Floats) -> Floats:
        """The mean actions, cut off at the limits."""
        mean = forward(self.params, self.seen.centred(observations), self.settings.activation)[0]
        return _bounded(mean)

    def sampled(self, observations: Floats, rng: np.random.Generator) -> Floats:
        """Actions with noise from ``rng``, cut off at the limits."""
        noise = rng.standard_normal((len(observations), self.shape.actions), dtype=np.float32)
        x = self.seen.centred(observations)
        return _bounded(sample(self.params, x, noise, self.settings.activation)[0])

    def values(self, observations: Floats, tasks: NDArray[np.float64]) -> NDArray[np.float64]:
        """Estimated discounted returns in units of reward; they see the task if this student was made so."""
        x, activation = self.seen.centred(observations), self.settings.activation
        if self.sees_task:
            found = task_values(self.params, x, self.shape.task_input(tasks), activation)
        else:
            found = forward(self.params, x, activation)[1]
        return np.asarray(found, dtype=np.float64) * float(self.earned.scale)

    def forget(self) -> None:
        """Fresh parameters and optimiser; the moments and the random stream go on, as in the reference."""
        self._fresh()

    def figures(self) -> dict[str, float]:
        """The parts of the latest update's loss."""
        return dict(self._figures)

    def state(self) -> Saved:
        """Everything needed to go on exactly here."""
        small = {"rng": self.rng.bit_generator.state, "row": self._row, "updates": self._updates}
        small["figures"] = self._figures
        arrays = to_arrays("params", self.params) | to_arrays("memory", self.memory)
        arrays |= self.seen.arrays("seen") | self.earned.arrays("earned") | {"returns": self._returns}
        arrays |= {f"roll.{name}": column[: self._row] for name, column in self._roll.items()}
        return small, arrays

    def restore(self, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on exactly where :meth:`state` was taken."""
        self.params = from_arrays("params", self.params, arrays)
        self.memory = from_arrays("memory", self.memory, arrays)
        self.seen.restore("seen", arrays)
        self.earned.restore("earned", arrays)
        self._returns, self._roll = arrays["returns"], self._empty()
        # Checkpoints of a time when students learnt from every ticket do not say so.
        stored = {"roll.trains": np.ones((state["row"], self.shape.lanes)), **arrays}
        for name, column in self._roll.items():
            column[: state["row"]] = stored[f"roll.{name}"]
        self.rng.bit_generator.state = state["rng"]
        self._row, self._updates = int(state["row"]), int(state["updates"])
        self._figures = dict(state["figures"])


def _bounded(actions: Any) -> Floats:
    return np.asarray(np.clip(actions, -1.0, 1.0), dtype=np.float32)
