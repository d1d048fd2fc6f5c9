"""Retention: at several times during one walk, how well does the learner still do each task it has met?

The walk is cut into parts; after each part copies of the learner are tested on every task so far. A test is a
few instances, started from a copy of the memory, so that testing teaches the walker nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar

from gradus.exams import statistics
from gradus.exams.exam import Exam, Runs
from gradus.exams.intervals import Interval
from gradus.exams.plan import RunPlan
from gradus.exams.results import Result, to_json
from gradus.exams.sections import Chart, Line, Section, Table
from gradus.exams.steps import run_rows
from gradus.school.checks import whole
from gradus.stream import Curriculum


def tested(curriculum: Curriculum, instances: int) -> Curriculum:
    """The same tasks, given by an examiner who moves on whatever happens."""
    return replace(curriculum, teacher="examiner", settings={"instances": instances})


@dataclass(frozen=True)
class RetentionRow:
    """One task at every time."""

    task: str
    cells: tuple[Interval | None, ...]
    """The share solved, over walks; None: not tested then."""


@dataclass(frozen=True)
class RetentionMatrix:
    """Tasks and times."""

    times: tuple[str, ...]
    """The last task of each part of the walk."""
    rows: tuple[RetentionRow, ...]
    instances: int
    """Instances in each test."""


@dataclass(frozen=True, kw_only=True)
class RetentionResult(Result):
    """The matrix, and the runs of the walks' parts."""

    retention: RetentionMatrix


@dataclass(frozen=True)
class Retention(Exam[RetentionResult]):
    """The retention matrix: how well each task is still done at several times of one walk."""

    protocol: ClassVar[str] = "retention"
    result_type: ClassVar[type[Result]] = RetentionResult

    runs: int = 1
    times: int = 5
    """Into how many parts the walk is cut; a test follows each."""
    instances: int = 5
    """Instances in each test of a task."""

    def __post_init__(self) -> None:
        super().__post_init__()
        whole("times", self.times)
        whole("instances", self.instances)

    @property
    def parts(self) -> list[list[str]]:
        """The tasks of each part of the walk, as even as can be."""
        ids = list(self.tasks.tasks)
        times = min(self.times, len(ids))
        bounds = [round(k * len(ids) / times) for k in range(times + 1)]
        return [ids[a:b] for a, b in pairwise(bounds)]

    def plan(self, done: Runs) -> list[RunPlan]:
        """A chain of parts, each begun with the memory of the one before, and the tests after each."""
        planned: list[RunPlan] = []
        for i in range(self.runs):
            before: str | None = None
            for time, part in enumerate(self.parts):
                planned.append(self._part(i, time, part, before))
                before = planned[-1].name
                if before not in done or done[before].failed:
                    break
                planned += [self._test(i, time, task, before) for task in self._met(done, i, time)]
                if not done[before].finished:
                    break
        return planned

    def _part(self, number: int, time: int, part: list[str], before: str | None) -> RunPlan:
        key = self.seed_for("walk", number)
        seed = self.seed_for(f"part {time}", number)
        return self.plan_run(f"part/{number}/{time}", self.tasks.only(*part), seed, key=key, after=before)

    def _test(self, number: int, time: int, task: str, before: str) -> RunPlan:
        lessons = tested(self.tasks.only(task), self.instances)
        seed = self.seed_for(f"test {time} {task}", number)
        name = f"test/{number}/{time}/{task}"
        return self.plan_run(name, lessons, seed, key=self.seed_for("walk", number), after=before)

    def _met(self, done: Runs, number: int, time: int) -> list[str]:
        """The tasks the walk has passed until then."""
        names = [f"part/{number}/{t}" for t in range(time + 1)]
        return [task for name in names for task in done[name].passed]

    def result(self, done: Runs) -> RetentionResult:
        """A cell for each task and time: the share solved, over walks."""
        times = range(len(self.parts))
        rows = (
            RetentionRow(task, tuple(self._cell(done, task, time) for time in times))
            for task in self.tasks.tasks
        )
        matrix = RetentionMatrix(tuple(part[-1] for part in self.parts), tuple(rows), self.instances)
        walked = [run for name, run in done.items() if name.startswith("part/")]
        return RetentionResult(retention=matrix, runs=run_rows(walked))

    @classmethod
    def lines(cls, result: RetentionResult) -> Iterator[Line]:
        """The matrix."""
        part = result.retention
        rows = [
            (row.task, *("" if cell is None else f"{cell.estimate:.0%}" for cell in row.cells))
            for row in part.rows
        ]
        yield Table("solved after ...", ("task", *part.times), tuple(rows))

    @classmethod
    def sections(cls, result: RetentionResult, who: str, settings: Mapping[str, Any]) -> Iterator[Section]:
        """The matrix as a picture."""
        part = result.retention
        text = (
            f"At several times of one walk copies of the learner were tested with {part.instances} instances of "
            f"each task passed so far: the share solved; walks (n = {settings['runs']}) are the unit of intervals."
        )
        if int(settings["runs"]) < statistics.FEWEST:
            text += " So few walks have none, and say nothing about others."
        rows = tuple(
            (row.task, *(None if cell is None else cell.estimate for cell in row.cells)) for row in part.rows
        )
        shown = Table(f"retention of {who}", ("task", *(f"after {time}" for time in part.times)), rows)
        yield Section(f"Retention of {who}", text, Chart("retention", to_json(part)), (shown,))

    def _cell(self, done: Runs, task: str, time: int) -> Interval | None:
        names = [f"test/{i}/{time}/{task}" for i in range(self.runs)]
        tests = [done[name].tasks[task] for name in names if name in done and task in done[name].tasks]
        if not tests:
            return None
        shares = [figures.solved / self.instances for figures in tests]
        return statistics.share_over_runs(shares, self.level)
