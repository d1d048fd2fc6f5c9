"""SAC, the student: it acts, remembers, and at each episode's end improves critics and policy.

The form with a separate state-value network (Haarnoja et al. 2018, as in Spinning Up 0.1), with the settings of
the TeachMyAgent paper: one gradient step per ten steps of the world, all at the ends of episodes. Instead of the
paper's fixed weight of the entropy one can be learnt (Haarnoja et al. 2018b).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import UserError, generator
from gradus.students.networks import current_names, from_arrays, optax, to_arrays
from gradus.students.replay import ReplayBuffer
from gradus.students.sac_objective import (
    critics_of,
    mean_action,
    networks,
    sample,
    state_value,
    update,
    updates,
    value,
)
from gradus.students.sac_settings import PRESETS, Settings
from gradus.students.student import EnvShape, Floats, Saved, Step, with_preset

RENAMED = {"memory": "buffer_size", "batch": "batch_size"}
"""Settings by the names that version 0.1 gave them."""
TOGETHER = 16
"""Gradient steps in one call: a call costs about half as much as a gradient step of a small network."""


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
        self.opt_states = {
            "policy": optimizer.init(self.params["policy"]),
            "critics": optimizer.init(critics_of(self.params)),
        }
        if "log_alpha" in self.params:
            self.opt_states["log_alpha"] = optimizer.init(self.params["log_alpha"])

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
        rewards = step.rewards
        if self.settings.reward_floor is not None:
            rewards = np.maximum(rewards, self.settings.reward_floor)
        columns: list[NDArray[Any]] = [x, actions, rewards[:, None], step.terminated[:, None], step.last]
        if self.sees_task:
            columns.append(self.shape.task_input(step.tasks))
        self.replay_buffer.add(np.concatenate(columns, axis=1).astype(np.float32)[step.trains])
        self._steps += len(x)
        self._acted = None
        for length in step.lengths[step.ended & step.trains]:
            self._improve(-(-int(length) // self.settings.steps_per_update))

    def _improve(self, count: int = 1) -> None:
        """So many gradient steps; as many as possible in calls of ``TOGETHER``."""
        for size in (TOGETHER,) * (count // TOGETHER) + (1,) * (count % TOGETHER):
            drawn = [self._draw() for _ in range(size)]
            batch = drawn[0] if size == 1 else {name: np.stack([d[name] for d in drawn]) for name in drawn[0]}
            step = update if size == 1 else updates
            made = step(self.params, self.target_params, self.opt_states, batch, self.settings)
            self.params, self.target_params, self.opt_states, figures = made
            self._figures = {name: float(figure) for name, figure in figures.items()}

    def _draw(self) -> dict[str, NDArray[Any]]:
        """A batch of remembered transitions, with the noise for the policy's actions."""
        rows = self.replay_buffer.draw(self.rng, self.settings.batch_size)
        batch = {name: rows[:, where] for name, where in self._columns.items()}
        batch |= {"reward": batch["reward"][:, 0], "end": batch["end"][:, 0]}
        noise = self.rng.standard_normal((len(rows), self.shape.actions), dtype=np.float32)
        return batch | {"noise": noise}

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
