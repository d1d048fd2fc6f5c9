"""Tests and first looks: episodes beside the training, which never touch its random streams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome, TaskKey, Ticket, generator
from gradus.students.plan import Plan
from gradus.students.student import Student
from gradus.students.tickets import Once

MASTERED = 230.0
"""A test task is mastered when its return exceeds this: the benchmark's line, strictly above."""
_LOOKS = 50  # tasks that are reset at a time: a value estimate needs the first observation only, and no step


class Tests:
    """Plays the test set with a student."""

    __test__ = False  # its name makes test runners curious

    def __init__(self, plan: Plan) -> None:
        self.plan, self.tasks = plan, plan.test_tasks
        self._seed = int(generator(plan.seed, "tests").integers(2**31))
        self._source = Once()
        self._world: Any = None
        self.actions: list[NDArray[np.float32]] = []
        """The actions of each test episode of the latest round, one row per step."""

    def tickets(self, number: int) -> list[Ticket]:
        """The tickets of the evaluation of that number."""
        source = Once()
        source.load(self.tasks, self._seed, number)
        return source.left

    def play(self, student: Student, number: int) -> list[Outcome]:
        """What the student makes of each test task; ``number`` counts the evaluations of the run."""
        if self._world is None:
            self._world = self.plan.make_world(len(self.tasks), self._source)
        noise = generator(self._seed, f"evaluation {number}")
        self._source.load(self.tasks, self._seed, number)
        observations, infos = self._world.reset()
        taken: list[NDArray[np.float32]] = []
        while not infos["idle"].all():
            if student.sampled_tests:
                actions = student.sampled(observations, noise)
            else:
                actions = student.best(observations)
            taken.append(np.asarray(actions, np.float32))
            observations, _, terminated, truncated, infos = self._world.step(actions)
            ended = (terminated | truncated) & ~infos["idle"]
            if ended.any():
                observations, infos = self._world.reset(options={"reset_mask": ended})
        outcomes = [self._source.outcomes[serial] for serial in range(len(self.tasks))]
        # Every lane plays one ticket, in order: a lane's column is its episode's actions, as long as that was.
        whole = np.stack(taken)
        self.actions = [whole[: outcome.steps, lane] for lane, outcome in enumerate(outcomes)]
        return outcomes


class FirstLooks:
    """Estimates a student's return on tasks from their first observations, for teachers that ask."""

    def __init__(self, plan: Plan, student: Student) -> None:
        self.plan, self.student = plan, student
        self._seed = int(generator(plan.seed, "first looks").integers(2**31))
        self._source = Once()
        self._world: Any = None

    def __call__(self, tasks: Sequence[TaskKey]) -> NDArray[np.float64]:
        """One estimate per task."""
        if self._world is None:
            self._world = self.plan.make_world(_LOOKS, self._source)
        found: list[NDArray[np.float64]] = []
        for start in range(0, len(tasks), _LOOKS):
            some = list(tasks[start : start + _LOOKS])
            self._source.load(some, self._seed, 0)
            observations, _ = self._world.reset()
            found.append(self.student.values(observations[: len(some)], np.array(some, dtype=np.float64)))
        return np.concatenate(found) if found else np.zeros(0)
