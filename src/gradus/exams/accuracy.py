"""Accuracy after passing: five right answers in a row may be luck where an answer has two values.

A copy of the learner that walked the curriculum is tested on many instances of each task it passed. Beside the
share of right answers stands what a learner would get that always says the most common answer.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import scipy  # loads its parts when they are first used

from gradus.exams import statistics
from gradus.exams.exam import EXAMS, Exam, Runs
from gradus.exams.figures import TaskFigures
from gradus.exams.plan import RunPlan
from gradus.exams.retention import tested
from gradus.exams.steps import run_rows, task_rows, totals
from gradus.school import Ticket
from gradus.stream import Curriculum, open_instance

SAMPLE = 200
"""Instances drawn to see which answers a task has."""


def answers(curriculum: Curriculum, task: str, seed: int) -> Counter[bytes]:
    """The right answers to the first questions of many instances."""
    found: Counter[bytes] = Counter()
    for nth in range(SAMPLE):
        dialogue = open_instance(curriculum, Ticket(task, seed, nth, nth))
        while not dialogue.awaited():
            dialogue.speak()
        found[dialogue.awaited()] += 1
    return found


@EXAMS.register("accuracy")
@dataclass(frozen=True)
class Accuracy(Exam):
    """Walk the curriculum, then test each passed task whose answers have few values."""

    protocol: ClassVar[str] = "accuracy"

    few: int = 4
    """Test tasks with at most so many different answers; 0: all tasks."""
    instances: int = 100
    """Instances in each test."""

    def plan(self, done: Runs) -> list[RunPlan]:
        """The walks, then the tests."""
        planned = []
        for i in range(self.runs):
            walk = self.plan_run(f"continuous/{i}", self.tasks, self.seed_for("continuous", i))
            planned.append(walk)
            for task in done[walk.name].passed if walk.name in done and not done[walk.name].failed else ():
                if task in self.examined:
                    lessons = tested(self.tasks.only(task), self.instances)
                    seed = self.seed_for("accuracy " + task, i)
                    name = f"accuracy/{task}/{i}"
                    planned.append(self.plan_run(name, lessons, seed, key=walk.seed, after=walk.name))
        return planned

    @cached_property
    def examined(self) -> list[str]:
        """The tasks with few answers."""
        lessons = self.tasks
        if not self.few:
            return list(lessons.tasks)
        return [task for task in lessons.tasks if len(answers(lessons, task, self.seed)) <= self.few]

    def table(self, done: Runs) -> dict[str, Any]:
        """Accuracy with its interval, chance level and whether it is above chance."""
        walks = [done[f"continuous/{i}"] for i in range(self.runs)]
        rows = []
        for task in self.examined:
            names = [f"accuracy/{task}/{i}" for i in range(self.runs)]
            tests = [done[name].tasks[task] for name in names if name in done and task in done[name].tasks]
            if tests:
                rows.append(self._row(task, tests))
        return {
            "accuracy": {"rows": rows},
            "tasks": task_rows(list(self.tasks.tasks), walks, self.level),
            "runs": run_rows(walks),
            "totals": totals(walks, self.level),
        }

    def _row(self, task: str, tests: list[TaskFigures]) -> dict[str, Any]:
        right, of = sum(t.right for t in tests), sum(t.questions for t in tests)
        known = answers(self.tasks, task, self.seed)
        chance = known.most_common(1)[0][1] / SAMPLE
        p = float(scipy.stats.binomtest(right, of, chance, alternative="greater").pvalue) if of else 1.0
        return {
            "task": task,
            "runs": len(tests),
            "right": right,
            "of": of,
            "accuracy": statistics.share_interval(right, of, self.level).to_json(),
            "per_run": [t.right / t.questions if t.questions else None for t in tests],
            "answers": len(known),
            "chance": chance,
            "p": p,
            "verdict": "above chance" if p <= (1 - self.level) / 2 else "not above chance",
        }
