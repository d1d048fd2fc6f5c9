"""What the sections share: walking through tasks, and tables."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gradus.learners import make as make_learner
from gradus.learners import seeded
from gradus.stream import Curriculum, StreamLearner, World, make

Over = Callable[..., Any]
"""Maps a function over jobs, here or in other processes."""
ROUND1 = make("round1")

TASKS = list(ROUND1.tasks)

MINIS = [name for name in TASKS if name.startswith("mini")]

PATIENCE = 20_000
"""Steps after which a task counts as failed."""


def fresh(name: str, seed: int, **options: Any) -> StreamLearner:
    """A learner that knows nothing yet."""
    return make_learner(name, **seeded(name, seed, **options))


def copy_of(name: str, learner: StreamLearner, seed: int) -> StreamLearner:
    """Another learner of this name that remembers what `learner` does."""
    copy = fresh(name, seed)
    copy.restore(json.loads(json.dumps(learner.state())))
    return copy


@dataclass
class Walk:
    """A walk through some tasks."""

    passed: list[str]
    steps: dict[str, int]
    seconds: float
    learner: StreamLearner
    times: list[float]
    """Seconds of CPU that the learner took for each step."""

    @property
    def total(self) -> int:
        """Steps of the whole walk."""
        return sum(self.steps.values())


def walk(curriculum: Curriculum, seed: int, learner: StreamLearner, patience: int = PATIENCE) -> Walk:
    """Teach a curriculum until it is finished or a task takes more than `patience` steps."""
    world = World(curriculum, seed=seed, scramble=True)
    byte, reward = world.step(None)
    steps = dict.fromkeys(curriculum.tasks, 0)
    passed: list[str] = []
    times: list[float] = []
    task, began = world.task, time.process_time()
    while not world.finished and steps[str(task)] < patience:
        before = time.thread_time()
        said = learner.act(byte, reward)
        times.append(time.thread_time() - before)
        byte, reward = world.step(said)
        steps[str(task)] += 1
        if world.task != task:
            passed.append(str(task))
            task = world.task
    learner.act(byte, reward)
    return Walk(passed, steps, time.process_time() - began, learner, times)


def spread(times: list[float]) -> list[float]:
    """Mean, 99.9 % and most of some times, in milliseconds."""
    ordered = sorted(times)
    return [
        round(1000 * value, 4)
        for value in (sum(ordered) / len(ordered), ordered[int(0.999 * len(ordered))], ordered[-1])
    ]


def each_alone(
    curriculum: Curriculum, seed: int, learner: StreamLearner, patience: int = 10_000
) -> dict[str, int]:
    """Teach the tasks one after the other, leaving a task after `patience` steps; 0 steps mean not passed."""
    result = {}
    for name in curriculum.tasks:
        done = walk(curriculum.only(name), seed, learner, patience)
        result[name] = done.total if done.passed else 0
    return result


def endless(curriculum: Curriculum, name: str, **changes: Any) -> Curriculum:
    """One task that is never passed, for asking as many questions as one likes."""
    task = curriculum.tasks[name].with_(**changes) if changes else curriculum.tasks[name]
    return Curriculum("endless", {name: task}, "consecutive", {"success_threshold": 10**9})


def interval(values: list[float]) -> str:
    """Median with the 5th and 95th percentile."""
    ordered = sorted(values)
    low, high = ordered[int(0.05 * (len(ordered) - 1))], ordered[-1 - int(0.05 * (len(ordered) - 1))]
    return f"{statistics.median(ordered):.3g} [{low:.3g}, {high:.3g}]"


def table(title: str, columns: list[str], rows: Iterable[Iterable[Any]]) -> str:
    lines = [f"### {title}", "", "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"
