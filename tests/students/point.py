"""A tiny track for tests: a point on a line must find and keep a place that the task names.

It follows the contract of the real tracks: tickets from a source, outcomes to it, lanes that are restored by
repeating their actions, idle lanes when nothing is left.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box as Space

from gradus.school import Box, Outcome, Sampler, Ticket
from gradus.tracks import TRACKS

LIMIT = 30


class Point:
    """Lanes of the point track; ``lanes`` is itself, as far as training looks into it."""

    task_space = Box((0.0, -1.0), (0.6, -1.0), ("place", "fixed"))
    single_observation_space = Space(-np.inf, np.inf, (3,), np.float32)
    single_action_space = Space(-1.0, 1.0, (1,), np.float32)

    def __init__(self, num_envs: int, tickets: Any, body: str, **_: Any) -> None:
        self.source, self.n, self.lanes = tickets, num_envs, self
        self.playing: list[Ticket | None] = [None] * num_envs
        self.x, self.v, self.totals = np.zeros(num_envs), np.zeros(num_envs), np.zeros(num_envs)
        self.history: list[list[np.ndarray]] = [[] for _ in range(num_envs)]

    @property
    def observations(self) -> np.ndarray:
        return np.stack([self.x, self.v, self.x - self._tasks()[:, 0]], axis=1).astype(np.float32)

    def _tasks(self) -> np.ndarray:
        return np.array([(0.0, -1.0) if t is None else t.task for t in self.playing])

    def _infos(self) -> dict[str, Any]:
        return {"task": self._tasks(), "idle": np.array([t is None for t in self.playing])}

    def _open(self, lane: int, ticket: Ticket | None) -> None:
        draw = 0.0 if ticket is None else Sampler.for_ticket(ticket).below(1000) / 1000
        self.playing[lane], self.history[lane] = ticket, []
        self.x[lane], self.v[lane], self.totals[lane] = 0.1 * draw, 0.0, 0.0

    def reset(self, *, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        mask = np.ones(self.n, bool) if options is None else options["reset_mask"]
        for lane in np.flatnonzero(mask):
            self._open(int(lane), self.source.issue())
        return self.observations, self._infos()

    def _move(self, lane: int, action: np.ndarray) -> float:
        task: Any = self.playing[lane].task
        self.history[lane].append(np.array(action, np.float32))
        self.v[lane] = 0.1 * float(self.history[lane][-1][0])
        self.x[lane] += self.v[lane]
        reward = 10.0 * (1.0 - 2.0 * abs(float(self.x[lane]) - task[0]))
        self.totals[lane] += reward
        return reward

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        rewards = np.zeros(self.n)
        busy = np.array([t is not None for t in self.playing])
        for lane in np.flatnonzero(busy):
            rewards[lane] = self._move(int(lane), actions[lane])
        terminated = busy & (np.abs(self.x) > 1.5)
        lengths = np.array([len(actions) for actions in self.history])
        truncated = busy & ~terminated & (lengths >= LIMIT)
        for lane in np.flatnonzero(terminated | truncated):
            total = float(self.totals[lane])
            reason: Any = "solved" if total > 230 else "truncated" if truncated[lane] else "failed"
            self.source.observe(Outcome(self.playing[lane], int(lengths[lane]), total, total > 230, reason))
        return self.observations, rewards, terminated, truncated, self._infos()

    def state(self) -> dict[str, Any]:
        tickets = [None if t is None else t.to_json() for t in self.playing]
        return {"tickets": tickets, "actions": [np.array(h, np.float32).reshape(-1, 1) for h in self.history]}

    def restore(self, state: dict[str, Any]) -> None:
        for lane, row in enumerate(state["tickets"]):
            self._open(lane, None if row is None else Ticket.from_json(row))
            for action in state["actions"][lane]:
                self._move(lane, action)


if "point" not in TRACKS.available():
    TRACKS.add("point", Point)
