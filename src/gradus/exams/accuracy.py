"""Accuracy after passing: five right answers in a row may be luck where an answer has two values.

A copy of the learner that walked the curriculum is tested on many instances of each task it passed. Beside the
share of right answers stands what a learner would get that always says the most common answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import scipy  # loads its parts when they are first used

from gradus.exams import statistics
from gradus.exams.exam import EXAMS, Exam, Runs
from gradus.exams.figures import RunFigures, TaskFigures
from gradus.exams.plan import RunPlan
from gradus.exams.retention import tested
from gradus.exams.sections import Chart, Line, Section, Table, interval, three, three_cells
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
    """How many answers are right once a task is passed: luck or knowledge?"""

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
            "accuracy": {"rows": rows, **({} if rows else {"reason": self._nothing_tested(walks)})},
            "tasks": task_rows(list(self.tasks.tasks), walks, self.level),
            "runs": run_rows(walks),
            "totals": totals(walks, self.level),
        }

    @classmethod
    def lines(cls, table: Mapping[str, Any]) -> Iterator[Line]:
        """Each task that was tested, or why none was."""
        part = table["accuracy"]
        if not part["rows"]:
            yield f"accuracy: {part.get('reason', 'no task was tested.')}"
            return
        cells = tuple((row["task"], interval(row["accuracy"]), row["verdict"]) for row in part["rows"])
        yield Table("accuracy", ("task", "accuracy", "verdict"), cells)

    @classmethod
    def sections(cls, table: Mapping[str, Any], who: str, settings: Mapping[str, Any]) -> Iterator[Section]:
        """The shares of right answers with their picture."""
        part = table["accuracy"]
        text = (
            "Five right answers in a row may be luck where an answer has few values. After passing, each such task "
            "was tested again: share of right answers with Wilson's interval over answers"
            f"{'' if int(settings['runs']) >= statistics.FEWEST else '; so few runs say nothing about others'}."
        )
        if part.get("reason"):
            text += "\n" + part["reason"]
        shown = (_table(part, f"accuracy of {who}"),) if part["rows"] else ()
        yield Section(f"Accuracy of {who}", text, Chart("accuracies", part["rows"]), shown)

    def _nothing_tested(self, walks: Sequence[RunFigures]) -> str:
        """Why there is no row."""
        if not self.examined:
            tasks = len(self.tasks.tasks)
            return f"None of the {tasks} tasks has at most {self.few} different answers; few = 0 tests all tasks."
        if all(walk.failed for walk in walks):
            return "The learner failed in every run, which leaves no memory to test."
        return f"No run passed any of the {len(self.examined)} tasks that are tested."

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


def _table(part: Mapping[str, Any], name: str) -> Table:
    """Accuracy after passing."""
    before, behind = ("task", "runs", "right", "of"), ("answers", "chance", "p", "verdict")
    columns = (*before, *three("accuracy"), "different answers", *behind[1:])
    rows = tuple(
        (*(row[key] for key in before), *three_cells(row["accuracy"]), *(row[key] for key in behind))
        for row in part["rows"]
    )
    return Table(name, columns, rows)
