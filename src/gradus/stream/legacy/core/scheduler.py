"""Schedulers of 2017: who comes next, given the results so far."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import Any


class RandomTaskScheduler:
    """Any task, each equally likely."""

    def __init__(self, tasks: Sequence[Any]) -> None:
        self.tasks = tasks

    def get_next_task(self) -> Any:
        """One of the tasks."""
        return random.choice(self.tasks)

    def reward(self, reward: Any) -> None:
        """Results do not matter."""


class SequentialTaskScheduler:
    """One instance of each task, round and round."""

    def __init__(self, tasks: Sequence[Any]) -> None:
        self.tasks, self.i = tasks, 0

    def get_next_task(self) -> Any:
        """The next in the round."""
        task = self.tasks[self.i]
        self.i = (self.i + 1) % len(self.tasks)
        return task

    def reward(self, reward: Any) -> None:
        """Results do not matter."""


class IncrementalTaskScheduler:
    """The next task after so many successes in all, round and round."""

    def __init__(self, tasks: Sequence[Any], success_threshold: int = 2) -> None:
        self.tasks, self.task_ptr = tasks, 0
        self.success_threshold, self.reward_count = success_threshold, 0

    def get_next_task(self) -> Any:
        """The current task, or its successor if it has been solved often enough."""
        if self.reward_count >= self.success_threshold:
            self.reward_count = 0
            self.task_ptr = (self.task_ptr + 1) % len(self.tasks)
        return self.tasks[self.task_ptr]

    def reward(self, reward: Any) -> None:
        """Successes add up."""
        if reward > 0:
            self.reward_count += reward


class ConsecutiveTaskScheduler:
    """The next task after so many successes in a row; after the last one the program is left."""

    def __init__(self, tasks: Sequence[Any], success_threshold: int = 2) -> None:
        self.tasks, self.task_ptr = tasks, 0
        self.success_threshold, self.reward_count = success_threshold, 0

    def get_next_task(self) -> Any:
        """The current task, or its successor if it has been solved often enough in a row."""
        if self.reward_count >= self.success_threshold:
            self.reward_count = 0
            self.task_ptr += 1
            if self.task_ptr >= len(self.tasks):
                if not os.environ.get("UNIT_TESTS_RUNNING"):
                    raise SystemExit(0)
                self.task_ptr = 0
        return self.tasks[self.task_ptr]

    def reward(self, reward: Any) -> None:
        """Anything but a success begins the count anew, and is then added."""
        if reward != 1:
            self.reward_count = 0
        self.reward_count += reward


class DependenciesTaskScheduler:
    """Any task whose prerequisites have been solved often enough."""

    def __init__(
        self,
        tasks: Sequence[Any],
        tasks_dependencies: Sequence[tuple[Any, Any]],
        unlock_threshold: int = 10,
    ) -> None:
        self.tasks = tasks
        self.tasks_dependencies = tasks_dependencies
        self.unlock_threshold = unlock_threshold
        self.rewards: dict[str, Any] = {}
        self.solved: set[str] = set()
        self.last_task: Any = None

    def get_next_task(self) -> Any:
        """One of the unlocked tasks, each equally likely."""
        self.last_task = random.choice([task for task in self.tasks if self._unlocked(task)])
        return self.last_task

    def reward(self, reward: Any) -> None:
        """Successes add up by the name of the task's class."""
        name = self.last_task.get_name()
        if reward > 0:
            self.rewards[name] = self.rewards.get(name, 0) + reward
        if self.rewards.get(name, 0) >= self.unlock_threshold:
            self.solved.add(name)

    def _unlocked(self, task: Any) -> bool:
        return all(
            before.get_name() in self.solved for before, after in self.tasks_dependencies if after is task
        )
