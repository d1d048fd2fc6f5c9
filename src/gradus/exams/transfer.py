"""Transfer: does one curriculum help with another?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from gradus.exams.compare import Arm, Comparison, Words, compare
from gradus.exams.exam import Exam, Runs
from gradus.exams.judged import HOW_TO_READ, comparison_section, judged_lines, ratio_chart
from gradus.exams.plan import RunPlan
from gradus.exams.results import Result, RunRow, TaskRow, Totals
from gradus.exams.sections import Line, Section
from gradus.exams.steps import run_rows, task_rows, totals
from gradus.stream import Curriculum
from gradus.stream import make as make_curriculum

WORDS = Words("positive", "negative", "not shown")


@dataclass(frozen=True, kw_only=True)
class TransferResult(Result):
    """Walks with another curriculum before against walks without; tasks and totals are those of the former."""

    transfer: Comparison
    before: str
    """The curriculum learned first."""
    school: tuple[RunRow, ...]
    """The runs that learned it."""
    tasks: tuple[TaskRow, ...]
    runs: tuple[RunRow, ...]
    totals: Totals | None
    totals_fresh: Totals


@dataclass(frozen=True)
class Transfer(Exam[TransferResult]):
    """Does one curriculum help with another? Walks with and without another curriculum before."""

    protocol: ClassVar[str] = "transfer"
    result_type: ClassVar[type[Result]] = TransferResult

    before: str = "round1"
    """The curriculum learned first."""

    @property
    def school(self) -> Curriculum:
        """The curriculum learned first."""
        return make_curriculum(self.before)

    def plan(self, done: Runs) -> list[RunPlan]:
        """Both groups walk the same curriculum; one of them went to school under the same scrambler."""
        planned = []
        for i in range(self.runs):
            key = self.seed_for("school", i)
            school = self.plan_run(f"school/{i}", self.school, key)
            planned.append(replace(school, budget=replace(school.budget, stages=())))
            planned.append(self.plan_run(f"fresh/{i}", self.tasks, self.seed_for("fresh", i)))
            if school.name in done:
                seed = self.seed_for("experienced", i)
                planned.append(
                    self.plan_run(f"experienced/{i}", self.tasks, seed, key=key, after=school.name)
                )
        return planned

    def result(self, done: Runs) -> TransferResult:
        """The comparison, task by task and as a whole."""
        experienced, fresh, school = (
            [done[f"{kind}/{i}"] for i in range(self.runs)] for kind in ("experienced", "fresh", "school")
        )
        reached = [t for t in self.tasks.tasks if any(t in run.tasks for run in (*experienced, *fresh))]
        met = [
            t for t in reached if any(t in r.tasks for r in experienced) and any(t in r.tasks for r in fresh)
        ]
        arms = (Arm.of_walks(experienced, met), Arm.of_walks(fresh, met))
        return TransferResult(
            transfer=compare(met, *arms, level=self.level, seed=self.seed, words=WORDS),
            before=self.before,
            school=run_rows(school),
            tasks=task_rows(list(self.tasks.tasks), experienced, self.level),
            runs=run_rows([*experienced, *fresh]),
            totals=totals(experienced, self.level),
            totals_fresh=totals(fresh, self.level),
        )

    @classmethod
    def lines(cls, result: TransferResult) -> Iterator[Line]:
        """The comparison."""
        yield from judged_lines("transfer", result.transfer, result.transfer.whole.p_better)

    @classmethod
    def sections(cls, result: TransferResult, who: str, settings: Mapping[str, Any]) -> Iterator[Section]:
        """The comparison with its picture."""
        part, curriculum = result.transfer, Path(str(settings["curriculum"])).stem
        chart = ratio_chart(part, WORDS, "steps: after the other curriculum / without it")
        text = f"Does {result.before} help with {curriculum}?\n{HOW_TO_READ}"
        yield comparison_section(f"Transfer of {who}", text, part, f"transfer of {who}", chart)
