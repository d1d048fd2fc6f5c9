"""Graduality: does what was learned before make the next task cheaper?

Continuous runs walk the curriculum; tabula-rasa runs meet each task fresh (as submitted: a learner that was
given a memory to begin with keeps it). The control met only the interface (turns, feedback, full stops) before:
what beats it is reuse of skills, not of manners.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from gradus.exams.compare import GRADUAL, Arm, Comparison, Words, compare
from gradus.exams.exam import Exam, Runs
from gradus.exams.figures import RunFigures
from gradus.exams.judged import HOW_TO_READ, comparison_section, judged_lines, ratio_chart
from gradus.exams.plan import RunPlan
from gradus.exams.results import Result
from gradus.exams.sections import Line, Section
from gradus.exams.steps import about_runs
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


@dataclass(frozen=True, kw_only=True)
class GradualityResult(Result):
    """Continuous runs against tabula-rasa runs and, if there is one, against the control."""

    graduality: Comparison
    control: Comparison | None
    taught: tuple[str, ...]
    """What the control had learned before."""


@dataclass(frozen=True)
class Graduality(Exam[GradualityResult]):
    """Does what was learned before make the next task cheaper? Continuous against tabula-rasa runs."""

    protocol: ClassVar[str] = "graduality"
    result_type: ClassVar[type[Result]] = GradualityResult

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

    def result(self, done: Runs) -> GradualityResult:
        """Both comparisons, and the continuous runs' own figures."""
        walks, tasks = self._walks(done), self.compared(done)
        alone = self._arm(done, "tabula-rasa", tasks, self.alone or self.runs)
        beyond = [task for task in tasks if task not in self.taught] if self.taught else []
        control = self._arm(done, "control", beyond, self.runs)
        return GradualityResult(
            graduality=self._compare(walks, alone, tasks, GRADUAL),
            control=self._compare(walks, control, beyond, BEYOND) if beyond else None,
            taught=self.taught,
            **about_runs(self.tasks.tasks, walks, self.level),
        )

    def _compare(
        self, walks: Sequence[RunFigures], others: Arm, tasks: Sequence[str], words: Words
    ) -> Comparison:
        ours = Arm.of_walks(walks, tasks)
        return compare(tasks, ours, others, level=self.level, seed=self.seed, words=words)

    @classmethod
    def lines(cls, result: GradualityResult) -> Iterator[Line]:
        """Both comparisons."""
        for title, part in (("graduality", result.graduality), ("control", result.control)):
            if part:
                yield from judged_lines(title, part, part.whole.p_better)

    @classmethod
    def sections(cls, result: GradualityResult, who: str, settings: Mapping[str, Any]) -> Iterator[Section]:
        """Both comparisons with their pictures."""
        text = (
            "Does what was learned before make the next task cheaper? Steps of runs that walk the curriculum over "
            f"steps of runs that meet the task fresh.\n{HOW_TO_READ}"
        )
        part = result.graduality
        chart = ratio_chart(part, GRADUAL, "steps: continuous / tabula rasa")
        yield comparison_section(f"Graduality of {who}", text, part, f"graduality of {who}", chart)
        if result.control:
            text = (
                f"The control learned only the interface before each task ({', '.join(result.taught)}). "
                "What beats it is reuse of skills."
            )
            chart = ratio_chart(result.control, BEYOND, "steps: continuous / interface-only control")
            yield comparison_section(
                f"Beyond the interface: {who}", text, result.control, f"control of {who}", chart
            )

    @classmethod
    def verdict(cls, result: GradualityResult) -> str | None:
        """What was found, and against what."""
        beyond = f", {result.control.whole.verdict} against the control" if result.control else ""
        return result.graduality.whole.verdict + beyond

    def _arm(self, done: Runs, kind: str, tasks: Sequence[str], runs: int) -> Arm:
        """Runs that each took one task; run i of every task belongs to column i."""
        return Arm.of_runs({task: [done[f"{kind}/{task}/{i}"] for i in range(runs)] for task in tasks}, runs)
