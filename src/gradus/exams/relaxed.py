"""Relaxed, the "five-plus" conditions of 2017: would an easier exam have shown more?

The introductory tasks are skipped, an instance may last a thousand times longer, one solved instance is enough,
the streak is shorter and nothing is scrambled. In 2017 the streak was lowered to ten, the value of the public tasks,
from a higher one that was never published; our curricula ask for ten from the beginning, so it is halved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from gradus.exams.exam import Exam, Runs
from gradus.exams.plan import RunPlan
from gradus.exams.results import LEFT_OUT, Result, RunRow, TaskRow, Totals, to_json
from gradus.exams.sections import Chart, Line, Section, run_lines
from gradus.exams.steps import about_runs, tasks_table
from gradus.school import UserError
from gradus.school.checks import whole
from gradus.stream import Curriculum, Task


def relax(curriculum: Curriculum, skip: int, longer: int, streak: int | None = None) -> Curriculum:
    """The curriculum under relaxed conditions; without a ``streak`` every task's own is halved."""
    ids = list(curriculum.tasks)[skip:]
    if not ids:
        raise UserError(f"skip leaves no task: the curriculum has only {len(curriculum.tasks)}.")
    tasks = {name: _relaxed(curriculum.tasks[name], longer, streak) for name in ids}
    return replace(
        curriculum,
        name=curriculum.name + "-relaxed",
        tasks=tasks,
        settings={**curriculum.settings, "success_threshold": 1},
    )


def _relaxed(task: Task, longer: int, streak: int | None) -> Task:
    rules = task.rules
    return task.with_(
        streak=min(rules.streak, streak or (rules.streak + 1) // 2),  # never stricter than it was
        max_time=rules.max_time * longer,
        success_tolerance=rules.success_tolerance * longer,
        failure_tolerance=rules.failure_tolerance * longer,
    )


def _streaks(curriculum: Curriculum) -> tuple[int, ...]:
    """The streaks that tasks with more than one question per instance ask for."""
    return tuple(sorted({task.rules.streak for task in curriculum.tasks.values() if not task.rules.single}))


@dataclass(frozen=True, kw_only=True)
class RelaxedRuns:
    """The runs under relaxed conditions."""

    skipped: tuple[str, ...]
    longer: int = 1000
    streaks: tuple[tuple[int, ...], ...] = field(default=(), metadata=LEFT_OUT)
    """Answers in a row that instances ask for, strictly and relaxed."""
    tasks: tuple[TaskRow, ...]
    runs: tuple[RunRow, ...]
    totals: Totals


@dataclass(frozen=True, kw_only=True)
class RelaxedResult(Result):
    """Strict runs, and relaxed ones beside them."""

    tasks: tuple[TaskRow, ...]
    runs: tuple[RunRow, ...]
    totals: Totals
    relaxed: RelaxedRuns


@dataclass(frozen=True)
class Relaxed(Exam[RelaxedResult]):
    """Strict against "five-plus" conditions: would an easier exam show more?"""

    protocol: ClassVar[str] = "relaxed"
    result_type: ClassVar[type[Result]] = RelaxedResult

    skip: int = 4
    """Introductory tasks to leave out."""
    longer: int = 1000
    """How many times longer an instance may last."""
    streak: int | None = None
    """Right answers in a row that solve an instance, at most as many as without; None: half of those."""

    def __post_init__(self) -> None:
        super().__post_init__()
        whole("skip", self.skip, least=0)
        whole("longer", self.longer)
        if self.streak is not None:
            whole("streak", self.streak)

    @cached_property
    def easier(self) -> Curriculum:
        """The relaxed curriculum."""
        return relax(self.tasks, self.skip, self.longer, self.streak)

    def plan(self, done: Runs) -> list[RunPlan]:
        """Strict runs as in the steps exam, and relaxed ones without a scrambler."""
        planned = []
        for i in range(self.runs):
            planned.append(self.plan_run(f"strict/{i}", self.tasks, self.seed_for("strict", i)))
            relaxed = self.plan_run(f"relaxed/{i}", self.easier, self.seed_for("relaxed", i))
            stages = tuple(stage for stage in self.stages if stage[0] in self.easier.tasks)
            planned.append(replace(relaxed, scramble=None, budget=replace(relaxed.budget, stages=stages)))
        return planned

    @classmethod
    def lines(cls, result: RelaxedResult) -> Iterator[Line]:
        """The relaxed runs."""
        yield from run_lines(result.relaxed.runs, "under relaxed conditions: ")

    @classmethod
    def sections(cls, result: RelaxedResult, who: str, settings: Mapping[str, Any]) -> Iterator[Section]:
        """Both groups in one picture."""
        part = result.relaxed
        strict, easy = result.totals, part.totals
        text = (
            f"Relaxed conditions of 2017: {len(part.skipped)} introductory tasks skipped, instances "
            f"{part.longer:,} times longer, one solved instance is enough, nothing scrambled"
            f"{_shorter(part)}.\n"
            f"Strict: {strict.tasks_passed.estimate:.3g} of {strict.of} tasks. "
            f"Relaxed: {easy.tasks_passed.estimate:.3g} of {easy.of}."
        )
        chart = Chart("steps", (("strict", to_json(result.tasks)), ("relaxed", to_json(part.tasks))))
        shown = (tasks_table(part.tasks, f"relaxed tasks of {who}"),)
        yield Section(f"Relaxed conditions: {who}", text, chart, shown)

    def result(self, done: Runs) -> RelaxedResult:
        """Both groups, and how many more tasks the relaxed one passed beyond those skipped."""
        strict = [done[f"strict/{i}"] for i in range(self.runs)]
        relaxed = [done[f"relaxed/{i}"] for i in range(self.runs)]
        easier = RelaxedRuns(
            skipped=tuple(self.tasks.tasks)[: self.skip],
            longer=self.longer,
            streaks=(_streaks(self.tasks), _streaks(self.easier)),
            **about_runs(self.easier.tasks, relaxed, self.level),
        )
        return RelaxedResult(**about_runs(self.tasks.tasks, strict, self.level), relaxed=easier)


def _shorter(part: RelaxedRuns) -> str:
    strict, easy = part.streaks or ((), ())
    if not strict or strict == easy:
        return ""
    return (
        f", {' or '.join(map(str, easy))} right answers in a row instead of {' or '.join(map(str, strict))}"
    )
