"""Transfer: does one curriculum help with another?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from gradus.exams.compare import (
    HOW_TO_READ,
    Arm,
    Words,
    compare,
    comparison_lines,
    comparison_section,
    ratio_chart,
)
from gradus.exams.exam import EXAMS, Exam, Runs
from gradus.exams.plan import RunPlan
from gradus.exams.sections import Line, Section
from gradus.exams.steps import run_rows, task_rows, totals
from gradus.stream import Curriculum
from gradus.stream import make as make_curriculum

WORDS = Words("positive", "negative", "not shown")


@EXAMS.register("transfer")
@dataclass(frozen=True)
class Transfer(Exam):
    """Does one curriculum help with another? Walks with and without another curriculum before."""

    protocol: ClassVar[str] = "transfer"

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

    def table(self, done: Runs) -> dict[str, Any]:
        """The comparison, task by task and as a whole."""
        experienced, fresh, school = (
            [done[f"{kind}/{i}"] for i in range(self.runs)] for kind in ("experienced", "fresh", "school")
        )
        reached = [t for t in self.tasks.tasks if any(t in run.tasks for run in (*experienced, *fresh))]
        met = [
            t for t in reached if any(t in r.tasks for r in experienced) and any(t in r.tasks for r in fresh)
        ]
        arms = (Arm.of_walks(experienced, met), Arm.of_walks(fresh, met))
        return {
            "transfer": compare(met, *arms, level=self.level, seed=self.seed, words=WORDS),
            "before": self.before,
            "school": run_rows(school),
            "tasks": task_rows(list(self.tasks.tasks), experienced, self.level),
            "runs": run_rows([*experienced, *fresh]),
            "totals": totals(experienced, self.level),
            "totals_fresh": totals(fresh, self.level),
        }

    @classmethod
    def lines(cls, table: Mapping[str, Any]) -> Iterator[Line]:
        """The comparison."""
        yield from comparison_lines("transfer", table["transfer"])

    @classmethod
    def sections(cls, table: Mapping[str, Any], who: str, settings: Mapping[str, Any]) -> Iterator[Section]:
        """The comparison with its picture."""
        part, curriculum = table["transfer"], Path(str(settings["curriculum"])).stem
        chart = ratio_chart(part, WORDS, "steps: after the other curriculum / without it")
        text = f"Does {table['before']} help with {curriculum}?\n{HOW_TO_READ}"
        yield comparison_section(f"Transfer of {who}", text, part, f"transfer of {who}", chart)
