"""What a run came to, task by task."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from gradus.learners.ending import Streak, threshold_of
from gradus.school import Outcome, Tabular
from gradus.stream import Curriculum


@dataclass(frozen=True)
class TaskResult:
    """What a run did with one task."""

    name: str
    passed: bool
    """Whether enough instances in a row were solved."""
    instances: int
    solved: int
    steps: int
    reward: float


@dataclass(frozen=True, repr=False)
class Results(Tabular):
    """What the challenge's results file held, and more."""

    tasks_passed: int
    steps: int
    finished: bool
    reason: str
    """Why the run ended: the curriculum was finished, a limit was reached, or the learner failed."""
    reward: float = 0
    tasks: tuple[TaskResult, ...] = field(default_factory=tuple)

    @property
    def heading(self) -> str:
        """How far the run came and why it ended."""
        passed = f"{self.tasks_passed} of {len(self.tasks)} tasks passed"
        return f"{passed} in {self.steps:,} steps, reward {self.reward:g}: {self.reason}"

    def rows(self) -> list[dict[str, Any]]:
        """One row per task."""
        return [asdict(task) for task in self.tasks]

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary."""
        return {**asdict(self), "tasks": [asdict(task) for task in self.tasks]}


def results_of(
    curriculum: Curriculum,
    outcomes: Iterable[Outcome],
    *,
    finished: bool,
    reason: str,
    steps: int | None = None,
) -> Results:
    """Sum up a run; a task is passed when the curriculum's threshold of solved instances in a row was met."""
    rows = {name: [0, 0, 0, 0.0] for name in curriculum.tasks}
    streaks = {name: Streak(threshold_of(curriculum)) for name in curriculum.tasks}
    for outcome in outcomes:
        row = rows[str(outcome.ticket.task)]
        row[0] += outcome.reason != "stopped"
        row[1] += outcome.solved
        row[2] += outcome.steps
        row[3] += outcome.reward
        streaks[str(outcome.ticket.task)].add(outcome)
    tasks = tuple(
        TaskResult(name, streaks[name].passed, int(row[0]), int(row[1]), int(row[2]), row[3])
        for name, row in rows.items()
    )
    total = sum(task.steps for task in tasks) if steps is None else steps
    reward = sum(task.reward for task in tasks)
    return Results(sum(task.passed for task in tasks), total, finished, reason, reward, tasks)
