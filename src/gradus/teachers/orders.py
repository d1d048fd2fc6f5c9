"""Fixed orders: teachers that walk a list of named tasks, as the schedulers of the General AI Challenge did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradus.school import Discrete, Outcome, Space, Teacher, UserError, hint
from gradus.school.checks import whole


class _Ordered(Teacher):
    """What the orders share: a discrete space and a place in it."""

    def __init__(self, space: Space, seed: int = 0, **settings: Any) -> None:
        if not isinstance(space, Discrete):
            raise UserError(f"The teacher {self.name!r} needs a list of named tasks, not a box.")
        self.tasks = space.tasks
        super().__init__(space, seed, **settings)

    def start(self) -> None:
        self.place = 0
        """Index of the task being taught."""
        self.count = 0
        """Successes counted towards the threshold."""

    def memory(self) -> dict[str, Any]:
        return {"place": self.place, "count": self.count}

    def recall(self, memory: Mapping[str, Any]) -> None:
        self.place, self.count = int(memory["place"]), int(memory["count"])


class Consecutive(_Ordered):
    """Moves on after so many solved instances in a row; ends after the last task."""

    name = "consecutive-v0"

    @dataclass(frozen=True)
    class Settings:
        """How many successes in a row pass a task."""

        success_threshold: int = 5
        """Solved instances in a row needed to pass a task (the 2017 code's own default was 2, its file said 5)."""

        def __post_init__(self) -> None:
            whole("success_threshold", self.success_threshold)

    def choose(self, rng: np.random.Generator) -> str | None:
        return self.tasks[self.place] if self.place < len(self.tasks) else None

    def learn(self, outcome: Outcome) -> None:
        self.count = self.count + 1 if outcome.solved else 0
        if self.count >= self.settings.success_threshold:
            self.place, self.count = self.place + 1, 0


class Incremental(_Ordered):
    """Moves on after so many solved instances, not necessarily in a row; starts again after the last task."""

    name = "incremental-v0"

    @dataclass(frozen=True)
    class Settings:
        """How many successes pass a task."""

        success_threshold: int = 2
        """Solved instances needed to move on."""

        def __post_init__(self) -> None:
            whole("success_threshold", self.success_threshold)

    def choose(self, rng: np.random.Generator) -> str:
        return self.tasks[self.place]

    def learn(self, outcome: Outcome) -> None:
        self.count += outcome.solved
        if self.count >= self.settings.success_threshold:
            self.place, self.count = (self.place + 1) % len(self.tasks), 0


class Sequential(_Ordered):
    """One instance of each task in turn, round and round."""

    name = "sequential-v0"

    def choose(self, rng: np.random.Generator) -> str:
        task = self.tasks[self.place]
        self.place = (self.place + 1) % len(self.tasks)
        return task


class Dependencies(_Ordered):
    """Chooses evenly among the tasks whose prerequisites are solved; a task once unlocked stays so."""

    name = "dependencies-v0"

    @dataclass(frozen=True)
    class Settings:
        """The graph and when a task counts as solved."""

        dependencies: tuple[tuple[str, str], ...] = ()
        """Pairs of tasks: the first must be solved before the second is taught."""
        unlock_threshold: int = 10
        """Solved instances, in all, that make a task solved."""

        def __post_init__(self) -> None:
            whole("unlock_threshold", self.unlock_threshold)
            pairs = self.dependencies if isinstance(self.dependencies, list | tuple) else [None]
            for pair in pairs:
                if not isinstance(pair, list | tuple) or [type(task) for task in pair] != [str, str]:
                    raise UserError(f"dependencies must be pairs of task ids, not {self.dependencies!r}.")
            object.__setattr__(self, "dependencies", tuple(tuple(pair) for pair in pairs))

    def start(self) -> None:
        for pair in self.settings.dependencies:
            for task in pair:
                if task not in self.tasks:
                    raise UserError(f"Dependency names the unknown task {task!r}.{hint(task, self.tasks)}")
        self.successes = dict.fromkeys(self.tasks, 0)
        if not self.unlocked():
            raise UserError("The dependencies leave no task to begin with: they go round in a circle.")

    def unlocked(self) -> list[str]:
        """The tasks that may be taught now."""
        enough = self.settings.unlock_threshold
        waiting = {late for early, late in self.settings.dependencies if self.successes[early] < enough}
        return [task for task in self.tasks if task not in waiting]

    def choose(self, rng: np.random.Generator) -> str:
        options = self.unlocked()
        return options[int(rng.integers(len(options)))]

    def learn(self, outcome: Outcome) -> None:
        self.successes[str(outcome.ticket.task)] += outcome.solved

    def memory(self) -> dict[str, Any]:
        return {"successes": dict(self.successes)}

    def recall(self, memory: Mapping[str, Any]) -> None:
        self.successes = {task: int(memory["successes"][task]) for task in self.tasks}
