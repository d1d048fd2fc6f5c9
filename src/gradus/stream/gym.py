"""The stream as Gymnasium environments: one world, or many side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from gradus.school import UserError
from gradus.stream.curriculum import Curriculum
from gradus.stream.curriculum import make as make_curriculum
from gradus.stream.transcript import rows
from gradus.stream.world import World

Observation = dict[str, Any]
OBSERVATION = gymnasium.spaces.Dict(
    {"byte": gymnasium.spaces.Discrete(256), "reward": gymnasium.spaces.Discrete(3, start=-1)}
)
"""What the world says, and what the last answer earned."""
ACTION = gymnasium.spaces.Discrete(256)
"""The byte the learner says."""


class StreamEnv(gymnasium.Env[Observation, np.int64]):
    """One world as an environment; an episode is a whole run of the curriculum.

    ``info`` names the task and, when an instance has ended, its outcome: for the experimenter, not for the
    learner. Truncate an endless run with ``gymnasium.make(..., max_episode_steps=N)``.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        curriculum: str | Path | Curriculum = "round1",
        scramble: str | bool = False,
        teacher: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise UserError(f"render_mode must be 'ansi' or None, not {render_mode!r}.")
        self.curriculum = make_curriculum(curriculum)
        self.scramble, self.teacher, self.render_mode = scramble, teacher, render_mode
        self.observation_space, self.action_space = OBSERVATION, ACTION
        self.world: World | None = None
        self._heard, self._said, self._rewards = bytearray(), bytearray(), list[int]()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new run; without a seed, one that follows from the seed given before."""
        super().reset(seed=seed)
        run_seed = int(self.np_random.integers(2**31)) if seed is None else seed
        self.world = World(self.curriculum, run_seed, self.scramble, self.teacher)
        byte, reward = self.world.step(None)
        self._heard, self._said, self._rewards = bytearray([byte]), bytearray(), []
        return _observation(byte, reward), {"task": self.world.task, "seed": run_seed}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Say a byte."""
        if self.world is None:
            raise UserError("Call reset() before step().")
        known = len(self.world.outcomes)
        byte, reward = self.world.step(int(action))
        if self.render_mode:
            self._heard.append(byte)
            self._said.append(int(action))
            self._rewards.append(reward)
        info: dict[str, Any] = {"task": self.world.task}
        if len(self.world.outcomes) > known:
            info["outcome"] = self.world.outcomes[-1].to_json()
        return _observation(byte, reward), float(reward), self.world.finished, False, info

    def render(self) -> str | None:
        """The last hundred columns of the stream, as the learner sees them."""
        if self.render_mode != "ansi":
            return None
        n = min(len(self._said), 100)
        return rows(bytes(self._heard[-n - 1 : -1]), bytes(self._said[-n:]), self._rewards[-n:])


class StreamVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many independent worlds side by side, seeded ``seed``, ``seed + 1``, ...

    A finished world starts a new run in the step after, as Gymnasium's next-step autoreset asks.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        curriculum: str | Path | Curriculum = "round1",
        scramble: str | bool = False,
        teacher: str | None = None,
    ) -> None:
        if num_envs < 1:
            raise UserError(f"num_envs must be at least 1, not {num_envs!r}.")
        self.num_envs = num_envs
        self.lanes = [StreamEnv(curriculum, scramble, teacher) for _ in range(num_envs)]
        self.single_observation_space, self.single_action_space = OBSERVATION, ACTION
        self.observation_space = batch_space(OBSERVATION, num_envs)
        self.action_space = batch_space(ACTION, num_envs)
        self._ended = np.zeros(num_envs, dtype=bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New runs in all lanes."""
        if isinstance(seed, int):
            seeds: list[int | None] = [seed + lane for lane in range(self.num_envs)]
        else:
            seeds = list(seed) if seed is not None else [None] * self.num_envs
        results = [lane.reset(seed=s) for lane, s in zip(self.lanes, seeds, strict=True)]
        self._ended[:] = False
        info: dict[str, Any] = {}
        for number, (_, lane_info) in enumerate(results):
            info = self._add_info(info, lane_info, number)
        return _batch([observation for observation, _ in results]), info

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Say a byte in every lane; a lane that ended before starts again and its byte is dropped."""
        if len(actions) != self.num_envs:
            raise UserError(f"There are {self.num_envs} lanes, but {len(actions)} actions.")
        observations, info = [], dict[str, Any]()
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=bool)
        for number, lane in enumerate(self.lanes):
            if self._ended[number]:
                observation, lane_info = lane.reset()
            else:
                observation, rewards[number], ended[number], _, lane_info = lane.step(actions[number])
            observations.append(observation)
            info = self._add_info(info, lane_info, number)
        self._ended = ended
        return _batch(observations), rewards, ended.copy(), np.zeros(self.num_envs, dtype=bool), info


def _observation(byte: int, reward: int) -> Observation:
    return {"byte": np.int64(byte), "reward": np.int64(reward)}


def _batch(observations: list[Observation]) -> Observation:
    return {key: np.array([o[key] for o in observations]) for key in ("byte", "reward")}
