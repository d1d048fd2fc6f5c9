"""Accuracy after passing: five right answers in a row may be luck where an answer has two values.

A copy of the learner that walked the curriculum is tested on many instances of each task it passed. Beside the
share of right answers stands what a learner would get that always says the most common answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import scipy  # loads its parts when they are first used

from gradus.exams import statistics
from gradus.exams.exam import Exam, Runs
from gradus.exams.figures import RunFigures, TaskFigures
from gradus.exams.intervals import Interval
from gradus.exams.plan import RunPlan
from gradus.exams.results import LEFT_OUT, Result, to_json
from gradus.exams.retention import tested
from gradus.exams.sections import Chart, Line, Section, Table, interval, three, three_cells
from gradus.exams.steps import about_runs
from gradus.school import Ticket
from gradus.school.checks import whole
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


@dataclass(frozen=True)
class AccuracyRow:
    """One task that was passed, tested again."""

    task: str
    runs: int
    right: int
    of: int
    accuracy: Interval
    per_run: tuple[float | None, ...]
    answers: int
    """Different right answers that the task has."""
    chance: float
    """What a learner gets that always says the most common one."""
    p: float
    verdict: str


@dataclass(frozen=True)
class AccuracyTests:
    """All tasks that were tested."""

    rows: tuple[AccuracyRow, ...]
    reason: str | None = field(default=None, metadata=LEFT_OUT)
    """Why there is none."""


@dataclass(frozen=True, kw_only=True)
class AccuracyResult(Result):
    """Accuracy after passing, and the walks before."""

    accuracy: AccuracyTests


@dataclass(frozen=True)
class Accuracy(Exam[AccuracyResult]):
    """How many answers are right once a task is passed: luck or knowledge?"""

    protocol: ClassVar[str] = "accuracy"
    result_type: ClassVar[type[Result]] = AccuracyResult

    few: int = 4
    """Test tasks with at most so many different answers; 0: all tasks."""
    instances: int = 100
    """Instances in each test."""

    def __post_init__(self) -> None:
        super().__post_init__()
        whole("few", self.few, least=0)
        whole("instances", self.instances)

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

    def result(self, done: Runs) -> AccuracyResult:
        """Accuracy with its interval, chance level and whether it is above chance."""
        walks = [done[f"continuous/{i}"] for i in range(self.runs)]
        rows = []
        for task in self.examined:
            names = [f"accuracy/{task}/{i}" for i in range(self.runs)]
            tests = [done[name].tasks[task] for name in names if name in done and task in done[name].tasks]
            if tests:
                rows.append(self._row(task, tests))
        tested_again = AccuracyTests(tuple(rows), None if rows else self._nothing_tested(walks))
        return AccuracyResult(accuracy=tested_again, **about_runs(self.tasks.tasks, walks, self.level))

    @classmethod
    def lines(cls, result: AccuracyResult) -> Iterator[Line]:
        """Each task that was tested, or why none was."""
        part = result.accuracy
        if not part.rows:
            yield f"accuracy: {part.reason or 'no task was tested.'}"
            return
        cells = tuple((row.task, interval(row.accuracy), row.verdict) for row in part.rows)
        yield Table("accuracy", ("task", "accuracy", "verdict"), cells)

    @classmethod
    def sections(cls, result: AccuracyResult, who: str, settings: Mapping[str, Any]) -> Iterator[Section]:
        """The shares of right answers with their picture."""
        part = result.accuracy
        text = (
            "Five right answers in a row may be luck where an answer has few values. After passing, each such task "
            "was tested again: share of right answers with Wilson's interval over answers"
            f"{'' if int(settings['runs']) >= statistics.FEWEST else '; so few runs say nothing about others'}."
        )
        if part.reason:
            text += "\n" + part.reason
        shown = (_table(part, f"accuracy of {who}"),) if part.rows else ()
        yield Section(f"Accuracy of {who}", text, Chart("accuracies", to_json(part.rows)), shown)

    def _nothing_tested(self, walks: Sequence[RunFigures]) -> str:
        """Why there is no row."""
        if not self.examined:
            tasks = len(self.tasks.tasks)
            return f"None of the {tasks} tasks has at most {self.few} different answers; few = 0 tests all tasks."
        if all(walk.failed for walk in walks):
            return "The learner failed in every run, which leaves no memory to test."
        return f"No run passed any of the {len(self.examined)} tasks that are tested."

    def _row(self, task: str, tests: list[TaskFigures]) -> AccuracyRow:
        right, of = sum(t.right for t in tests), sum(t.questions for t in tests)
        known = answers(self.tasks, task, self.seed)
        chance = known.most_common(1)[0][1] / SAMPLE
        p = float(scipy.stats.binomtest(right, of, chance, alternative="greater").pvalue) if of else 1.0
        return AccuracyRow(
            task=task,
            runs=len(tests),
            right=right,
            of=of,
            accuracy=statistics.share_interval(right, of, self.level),
            per_run=tuple(t.right / t.questions if t.questions else None for t in tests),
            answers=len(known),
            chance=chance,
            p=p,
            verdict="above chance" if p <= (1 - self.level) / 2 else "not above chance",
        )


def _table(part: AccuracyTests, name: str) -> Table:
    """Accuracy after passing."""
    columns = (
        "task",
        "runs",
        "right",
        "of",
        *three("accuracy"),
        "different answers",
        "chance",
        "p",
        "verdict",
    )
    rows = tuple(
        (r.task, r.runs, r.right, r.of, *three_cells(r.accuracy), r.answers, r.chance, r.p, r.verdict)
        for r in part.rows
    )
    return Table(name, columns, rows)
