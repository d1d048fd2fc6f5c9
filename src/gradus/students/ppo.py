"""PPO, the student: it acts, collects rollouts and improves on them.

Schulman et al. 2017, with the settings of the TeachMyAgent paper. Observations and rewards are normalised by
running statistics; the teacher never sees that. An episode cut off by the step limit is continued by its value
estimate, which the released code forgot. Episodes on which the student is only measured are played and collected
as any other, but neither the statistics nor the gradient steps see them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import UserError, generator
from gradus.students.networks import current_names, from_arrays, jnp, to_arrays
from gradus.students.ppo_objective import (
    forward,
    network,
    only_trained,
    optimiser,
    sample,
    task_values,
    update,
)
from gradus.students.ppo_settings import PRESETS, Settings
from gradus.students.running_stats import RunningStats
from gradus.students.shipped import Walker, walker
from gradus.students.student import EnvShape, Floats, Saved, Step, with_preset

RENAMED = {"gae": "gae_lambda"}
"""Settings by the names that version 0.1 gave them."""
_STORED = {"memory": "opt_state", "roll": "rollout"}
"""Arrays of a checkpoint by the names that version 0.1 gave them."""


class Ppo:
    """The student: parameters, running statistics, the rollout so far, one random stream."""

    portable = True

    def __init__(self, shape: EnvShape, seed: int = 0, sees_task: bool = False, **settings: Any) -> None:
        self.shape, self.seed, self.sees_task = shape, seed, sees_task
        given = {RENAMED.get(name, name): value for name, value in settings.items()}
        self.settings: Settings = with_preset(Settings, PRESETS, given)
        if self.settings.samples % shape.lanes:
            raise UserError(f"samples {self.settings.samples} must be a multiple of the {shape.lanes} lanes.")
        if len(self.settings.action_init) not in (0, shape.actions):
            raise UserError(
                f"action_init must have one number for each of the {shape.actions} actions, "
                f"not {len(self.settings.action_init)}."
            )
        self.gamma, self.sampled_tests = self.settings.gamma, self.settings.sampled_tests
        self.rng = generator(seed, "student")
        self.seen, self.earned = RunningStats((shape.observations,)), RunningStats(())
        self._returns = np.zeros(shape.lanes)
        self._updates, self._figures = 0, dict[str, float]()
        self._fresh()

    def _start_from(self, found: Walker) -> None:
        """Take over a walker's policy and what it knows about observations; the value is learnt anew."""
        wanted = [*self.params["trunk"], *self.params["mean"]]
        sizes = [weights.shape for weights, _ in found.layers]
        if sizes != [layer["w"].shape for layer in wanted]:
            raise UserError(
                f"The walker {found.name!r} has layers {sizes}, this student "
                f"{[layer['w'].shape for layer in wanted]}: it cannot start from it."
            )
        for layer, (weights, bias) in zip(wanted, found.layers, strict=True):
            layer["w"], layer["b"] = jnp.asarray(weights), jnp.asarray(bias)
        self.seen.mean, self.seen.var = found.seen.mean.copy(), found.seen.var.copy()
        self.seen.count = float(self.settings.start_count)

    def _fresh(self) -> None:
        self.params = network(self.rng, self.shape, self.settings, self.sees_task)
        self.opt_state = optimiser(self.settings).init(self.params)
        self._rollout = self._empty()
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
        """See the first observations of a fresh run. A restored one needs no file to start from."""
        if self.settings.start:
            self._start_from(walker(self.settings.start))
        self.seen.update(observations[trains])

    def act(self, observations: Floats) -> Floats:
        """Actions with noise, cut off at the limits; what they were before is kept for learning."""
        x = self.seen.centred(observations)
        noise = self.rng.standard_normal((len(x), self.shape.actions), dtype=np.float32)
        action, log_p, value = sample(self.params, x, noise, self.settings.activation)
        for name, column in (("x", x), ("action", action), ("log_p", log_p), ("value", value)):
            self._rollout[name][self._row] = column
        return _bounded(self._rollout["action"][self._row])

    def expected(self) -> NDArray[np.float64]:
        """The values of the observations last acted on, in units of reward."""
        return self._rollout["value"][self._row].astype(np.float64) * float(self.earned.scale)

    def learn(self, step: Step) -> None:
        """Keep a step; a full collection makes an update."""
        self._returns = self._returns * self.settings.gamma + step.rewards
        self.earned.update(self._returns[step.trains])
        reward: NDArray[Any] = self.earned.scaled(step.rewards)
        self._returns[step.ended] = 0.0
        if step.truncated.any():
            # What could still have been earned is added to the last reward; the end then cuts as any other.
            rest = forward(self.params, self.seen.centred(step.last), self.settings.activation)[1]
            reward = reward + self.settings.gamma * np.where(step.truncated, np.asarray(rest), 0.0)
        row, rollout = self._row, self._rollout
        rollout["reward"][row], rollout["end"][row], rollout["trains"][row] = reward, step.ended, step.trains
        if self.sees_task:
            rollout["task"][row] = self.shape.task_input(step.tasks)
        self.seen.update(step.now[step.trains_now])
        self._row += 1
        if self._row == len(rollout["reward"]):
            self._improve(step.now)

    def _improve(self, now: Floats) -> None:
        self._row, rollout = 0, dict[str, Any](self._rollout)
        trains = rollout.pop("trains").reshape(-1) > 0
        if not trains.any():
            return
        rollout["last"] = forward(self.params, self.seen.centred(now), self.settings.activation)[1]
        orders = np.array([self.rng.permutation(self.settings.samples) for _ in range(self.settings.epochs)])
        orders, weights = only_trained(orders, trains, self.settings.minibatch)
        made = update(self.params, self.opt_state, rollout, orders, self.settings, weights, self._pace())
        self.params, self.opt_state, parts = made
        self._figures = {name: float(value) for name, value in parts.items()}
        self._updates += 1

    def _pace(self) -> np.float32 | None:
        """What is left of the step size, if it falls: all of it at the first update, nothing after the last step."""
        if not self.settings.anneal:
            return None
        collected = self._updates * self.settings.samples
        return np.float32(max(0.0, 1.0 - collected / max(self.shape.steps, 1)))

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
        """Fresh parameters and optimiser; the statistics and the random stream go on, as in the reference."""
        self._fresh()

    def figures(self) -> dict[str, float]:
        """The parts of the latest update's loss."""
        return dict(self._figures)

    def state(self) -> Saved:
        """Everything needed to go on exactly here."""
        small = {"rng": self.rng.bit_generator.state, "row": self._row, "updates": self._updates}
        small["figures"] = self._figures
        arrays = to_arrays("params", self.params) | to_arrays("opt_state", self.opt_state)
        arrays |= self.seen.arrays("seen") | self.earned.arrays("earned") | {"returns": self._returns}
        arrays |= {f"rollout.{name}": column[: self._row] for name, column in self._rollout.items()}
        return small, arrays

    def restore(self, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on exactly where :meth:`state` was taken."""
        arrays = current_names(arrays, _STORED)
        self.params = from_arrays("params", self.params, arrays)
        self.opt_state = from_arrays("opt_state", self.opt_state, arrays)
        self.seen.restore("seen", arrays)
        self.earned.restore("earned", arrays)
        self._returns, self._rollout = arrays["returns"], self._empty()
        # Checkpoints of a time when students learnt from every ticket do not say so.
        stored = {"rollout.trains": np.ones((state["row"], self.shape.lanes)), **arrays}
        for name, column in self._rollout.items():
            column[: state["row"]] = stored[f"rollout.{name}"]
        self.rng.bit_generator.state = state["rng"]
        self._row, self._updates = int(state["row"]), int(state["updates"])
        self._figures = dict(state["figures"])


def _bounded(actions: Any) -> Floats:
    return np.asarray(np.clip(actions, -1.0, 1.0), dtype=np.float32)
