"""Graduality: does what was learned before make the next task cheaper?

Continuous runs walk the curriculum; tabula-rasa runs meet each task fresh (as submitted: a learner that was
given a memory to begin with keeps it). The control met only the interface (turns, feedback, full stops) before:
what beats it is reuse of skills, not of manners.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from gradus.exams.compare import (
    GRADUAL,
    HOW_TO_READ,
    Arm,
    Words,
    compare,
    comparison_lines,
    comparison_section,
    ratio_chart,
)
from gradus.exams.exam import EXAMS, Exam, Runs
from gradus.exams.figures import RunFigures
from gradus.exams.plan import RunPlan
from gradus.exams.sections import Line, Section
from gradus.exams.steps import run_rows, task_rows, totals
from gradus.school import UserError, hint

INTERFACE = (
    ("micro5.5", "micro6", "micro7.1"),
    ("eval13", "eval18", "eval19"),
    ("digit",),
    ("attribute",),
)
"""The tasks that teach the interface and little else: of round1, round1-eval, arithmetic, blocks and their variants."""


BEYOND = Words("beyond the interface", "behind the control", "not shown")
"""How verdicts against the control are called."""


@EXAMS.register("graduality")
@dataclass(frozen=True)
class Graduality(Exam):
    """Does what was learned before make the next task cheaper? Continuous against tabula-rasa runs."""

    protocol: ClassVar[str] = "graduality"

    control: tuple[str, ...] | None = None
    """Tasks that the control learns before; empty: no control; None: the curriculum's interface tasks."""
    alone: int | None = None
    """Tabula-rasa runs per task, if not as many as continuous ones: a multiple of at least five of those."""

    def __post_init__(self) -> None:
        super().__post_init__()
        known = self.tasks.tasks
        if self.alone is not None and self.alone != self.runs and (self.alone % self.runs or self.runs < 5):
            raise UserError(
                f"alone must be a multiple of runs, which are at least 5, not {self.alone!r} with {self.runs} runs: "
                "verdicts of other unequal numbers of runs err more often than they say."
            )
        if self.control is not None:
            for task in self.control:
                if task not in known:
                    raise UserError(f"control names the unknown task {task!r}.{hint(task, known)}")

    @property
    def taught(self) -> tuple[str, ...]:
        """The control's tasks that this curriculum has; by itself none for a learner without a memory to copy."""
        if self.control is None and not self.saves_memory:
            return ()
        candidates = INTERFACE if self.control is None else (self.control,)
        present = (tuple(task for task in wanted if task in self.tasks.tasks) for wanted in candidates)
        return next(filter(None, present), ())

    def plan(self, done: Runs) -> list[RunPlan]:
        """Continuous runs first; then each task that a continuous run reached, on its own."""
        walks = [
            self.plan_run(f"continuous/{i}", self.tasks, self.seed_for("continuous", i))
            for i in range(self.runs)
        ]
        schools = self._schools()
        if not all(plan.name in done for plan in [*walks, *schools]):
            return [*walks, *schools]
        return [*walks, *schools, *self._alone(done), *self._controls(done)]

    def _schools(self) -> list[RunPlan]:
        if not self.taught:
            return []
        lessons = self.tasks.only(*self.taught)
        return [
            self.plan_run(f"interface/{i}", lessons, self.seed_for("control", i)) for i in range(self.runs)
        ]

    def _alone(self, done: Runs) -> list[RunPlan]:
        return [
            self.plan_run(
                f"tabula-rasa/{task}/{i}", self.tasks.only(task), self.seed_for("tabula rasa " + task, i)
            )
            for task in self.compared(done)
            for i in range(self.alone or self.runs)
        ]

    def _controls(self, done: Runs) -> list[RunPlan]:
        """The control takes the task with fresh draws, but under the scrambler it learned the interface with."""
        if not self.taught:
            return []
        return [
            self.plan_run(
                f"control/{task}/{i}",
                self.tasks.only(task),
                self.seed_for("control " + task, i),
                key=self.seed_for("control", i),
                after=f"interface/{i}",
            )
            for task in self.compared(done)
            if task not in self.taught
            for i in range(self.runs)
        ]

    def compared(self, done: Runs) -> list[str]:
        """Tasks that at least one continuous run reached; not the first, before which nothing is learned."""
        walks = self._walks(done)
        return [task for task in list(self.tasks.tasks)[1:] if any(task in walk.tasks for walk in walks)]

    def _walks(self, done: Runs) -> list[RunFigures]:
        return [done[f"continuous/{i}"] for i in range(self.runs)]

    def table(self, done: Runs) -> dict[str, Any]:
        """Both comparisons, and the continuous runs' own figures."""
        walks, tasks = self._walks(done), self.compared(done)
        alone = self._arm(done, "tabula-rasa", tasks, self.alone or self.runs)
        result = compare(tasks, Arm.of_walks(walks, tasks), alone, level=self.level, seed=self.seed)
        beyond = [task for task in tasks if task not in self.taught] if self.taught else []
        control = self._arm(done, "control", beyond, self.runs)
        return {
            "graduality": result,
            "control": compare(
                beyond, Arm.of_walks(walks, beyond), control, level=self.level, seed=self.seed, words=BEYOND
            )
            if beyond
            else None,
            "taught": list(self.taught),
            "tasks": task_rows(list(self.tasks.tasks), walks, self.level),
            "runs": run_rows(walks),
            "totals": totals(walks, self.level),
        }

    @classmethod
    def lines(cls, table: Mapping[str, Any]) -> Iterator[Line]:
        """Both comparisons."""
        for key in ("graduality", "control"):
            if table.get(key):
                yield from comparison_lines(key, table[key])

    @classmethod
    def sections(cls, table: Mapping[str, Any], who: str, settings: Mapping[str, Any]) -> Iterator[Section]:
        """Both comparisons with their pictures."""
        text = (
            "Does what was learned before make the next task cheaper? Steps of runs that walk the curriculum over "
            f"steps of runs that meet the task fresh.\n{HOW_TO_READ}"
        )
        chart = ratio_chart(table["graduality"], GRADUAL, "steps: continuous / tabula rasa")
        yield comparison_section(
            f"Graduality of {who}", text, table["graduality"], f"graduality of {who}", chart
        )
        if table.get("control"):
            text = (
                f"The control learned only the interface before each task ({', '.join(table['taught'])}). "
                "What beats it is reuse of skills."
            )
            chart = ratio_chart(table["control"], BEYOND, "steps: continuous / interface-only control")
            yield comparison_section(
                f"Beyond the interface: {who}", text, table["control"], f"control of {who}", chart
            )

    @classmethod
    def verdict(cls, table: Mapping[str, Any]) -> str | None:
        """What was found, and against what."""
        found = str(table["graduality"]["whole"]["verdict"])
        beyond = (
            f", {table['control']['whole']['verdict']} against the control" if table.get("control") else ""
        )
        return found + beyond

    def _arm(self, done: Runs, kind: str, tasks: Sequence[str], runs: int) -> Arm:
        """Runs that each took one task; run i of every task belongs to column i."""
        return Arm.of_runs({task: [done[f"{kind}/{task}/{i}"] for i in range(runs)] for task in tasks}, runs)
