"""The session of 2017: environment and learner in turn, with counters that views look at."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import Any

from gradus.stream.legacy.core.observer import Observable


class Session:
    """Runs until it is stopped."""

    def __init__(self, environment: Any, learner: Any, default_sleep: float = 0.01) -> None:
        self._env, self._learner = environment, learner
        self._default_sleep = self._sleep = default_sleep
        self._total_time: int = 0
        self._total_reward: Any = 0
        self._task_time: defaultdict[str, int] = defaultdict(int)
        self._task_count: defaultdict[str, int] = defaultdict(int)
        self._task_name = ""
        self._stop = False
        self.env_token_updated, self.learner_token_updated = Observable(), Observable()
        self.total_reward_updated, self.total_time_updated = Observable(), Observable()
        environment.task_updated.register(self._on_task_updated)

    def run(self) -> None:
        """Play until :meth:`stop` is called."""
        self._stop = False
        self.total_time_updated(self._total_time)
        self.total_reward_updated(self._total_reward)
        token = None
        while not self._stop:
            token = self.iterate_once(token)

    def iterate_once(self, token: Any) -> Any:
        """One step: the learner's last symbol in, its next one out."""
        symbol, reward = self._env.next(token)
        self.env_token_updated(symbol)
        self._learner.try_reward(reward)
        if reward is not None:
            self._total_reward += reward
            if reward != 0:
                self.total_reward_updated(self._total_reward)
        if self._sleep > 0:
            time.sleep(self._sleep)
        token = self._learner.next(symbol)
        self.learner_token_updated(token)
        self._total_time += 1
        self._task_time[self._task_name] += 1
        self.total_time_updated(self._total_time)
        return token

    def _on_task_updated(self, task: Any) -> None:
        self._task_name = task.get_name()
        self._task_count[self._task_name] += 1

    def stop(self) -> None:
        """Let the current step be the last."""
        self._stop = True

    def get_total_time(self) -> int:
        """Steps so far."""
        return self._total_time

    def get_total_reward(self) -> Any:
        """The sum of all rewards."""
        return self._total_reward

    def get_reward_per_task(self) -> Any:
        """The sum of rewards for each name of a task."""
        return self._env.get_reward_per_task()

    def get_task_count(self) -> dict[str, int]:
        """Instances for each name of a task."""
        return self._task_count

    def get_task_time(self) -> dict[str, int]:
        """Steps for each name of a task."""
        return self._task_time

    def set_sleep(self, sleep: float) -> None:
        """Pause so many seconds in each step."""
        self._sleep = max(0.0, sleep)

    def get_sleep(self) -> float:
        """The pause in each step."""
        return self._sleep

    def add_sleep(self, sleep: float) -> None:
        """Pause longer, or shorter."""
        self.set_sleep(self._sleep + sleep)

    def reset_sleep(self) -> None:
        """Pause as at the beginning."""
        self._sleep = self._default_sleep
