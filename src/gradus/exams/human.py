"""Human: the same figures for people's recorded runs, beside an agent's, and the instances and minutes they took.

The evaluation of 2017 counted the instances and hours of its one person, not the steps.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from gradus.exams.figures import RunFigures, read_run
from gradus.exams.results import LEFT_OUT, Result, RunRow, TaskRow, Totals
from gradus.exams.sections import Line, Section, Shown, Table, run_lines
from gradus.exams.steps import about_runs
from gradus.school import RunFolder, UserError


@dataclass(frozen=True)
class InstancesRow:
    """One task: what it took, run by run; None: the run did not reach it."""

    task: str
    instances: tuple[int | None, ...]
    solved: tuple[int | None, ...]
    passed: int
    """Runs that passed it."""
    minutes: tuple[float | None, ...] = ()


@dataclass(frozen=True)
class Instances:
    """All tasks that were reached."""

    rows: tuple[InstancesRow, ...]


@dataclass(frozen=True, kw_only=True)
class RecordedResult(Result):
    """The figures of some recorded runs."""

    tasks: tuple[TaskRow, ...]
    runs: tuple[RunRow, ...]
    totals: Totals | None
    instances: Instances | None = field(default=None, metadata=LEFT_OUT)
    """Version 0.1 did not count them."""


@dataclass(frozen=True, kw_only=True)
class HumanResult(RecordedResult):
    """People's figures and, if there are any, agents' on the same tasks."""

    tasks: tuple[TaskRow, ...]
    runs: tuple[RunRow, ...]
    totals: Totals | None
    instances: Instances | None = field(default=None, metadata=LEFT_OUT)
    agents: RecordedResult | None


class Human(Shown[HumanResult]):
    """People's recorded runs beside an agent's: no exam, since nothing is planned, but shown like one."""

    protocol: ClassVar[str] = "human"
    result_type: ClassVar[type[Result]] = HumanResult

    @classmethod
    def lines(cls, result: HumanResult) -> Iterator[Line]:
        """The instances, and the agents' behind them."""
        if result.instances:
            yield _table(result.instances, "instances")
        if result.agents:
            yield from run_lines(result.agents.runs, "agents: ")
            if result.agents.instances:
                yield _table(result.agents.instances, "instances of agents")

    @classmethod
    def sections(cls, result: RecordedResult, who: str, settings: Mapping[str, Any]) -> Iterator[Section]:
        """The instances for a report, of the people or of the agents."""
        if result.instances:
            text = (
                "Instances that each task took, run by run, as the evaluation of 2017 counted them for its one person, "
                "and minutes by the clock, breaks included."
            )
            shown = (_table(result.instances, f"instances of {who}"),)
            yield Section(f"Instances: {who}", text, None, shown)

    @classmethod
    def verdict(cls, result: RecordedResult) -> str | None:
        """There is none: nothing is tested."""
        return None

    @classmethod
    def repeat(cls, protocol: str, settings: Mapping[str, Any], folder: str | Path) -> str:
        """The command line that makes the table again."""
        agents = [f"--agent {shlex.quote(agent)}" for agent in settings["agents"]]
        words = [f"gradus exam {protocol}", *map(shlex.quote, settings["people"]), *agents]
        return " ".join([*words, "-o", shlex.quote(str(folder))])


def figures_of(paths: Sequence[str | Path], level: float = 0.9) -> Result:
    """Rows per task and per run for recorded runs of one curriculum, whoever made them."""
    runs = [read_run(Path(path), str(path)) for path in paths]
    return Result(**about_runs(_common_tasks(runs), runs, level))


def human_result(
    people: Sequence[str | Path], agents: Sequence[str | Path] = (), level: float = 0.9
) -> HumanResult:
    """People's figures and, if there are any, agents' figures on the same tasks."""
    others = RecordedResult(**_with_instances(agents, level)) if agents else None
    return HumanResult(**_with_instances(people, level), agents=others)


def _with_instances(paths: Sequence[str | Path], level: float) -> dict[str, Any]:
    """The figures and, as the report of 2017 gave for its one person, the instances that each task took."""
    runs = [read_run(Path(path), str(path)) for path in paths]
    clocks = [minutes_of(Path(path)) for path in paths]
    tasks = _common_tasks(runs)
    rows = tuple(
        InstancesRow(
            task=task,
            instances=tuple(run.tasks[task].instances if task in run.tasks else None for run in runs),
            solved=tuple(run.tasks[task].solved if task in run.tasks else None for run in runs),
            passed=sum(task in run.passed for run in runs),
            minutes=tuple(clock.get(task) for clock in clocks),
        )
        for task in tasks
        if any(task in run.tasks for run in runs)
    )
    return {**about_runs(tasks, runs, level), "instances": Instances(rows)}


def minutes_of(path: Path) -> dict[str, float]:
    """Minutes by the clock that each task took, breaks included; nothing for runs that were not read by the clock."""
    folder = RunFolder.read(path)
    readings = {int(row["steps"]): float(row["time"]) for row in folder.readings() if "steps" in row}
    before, steps = min(readings.values(), default=0.0), 0
    minutes: dict[str, float] = {}
    for outcome in folder.outcomes():
        steps += outcome.steps
        # With the end of an instance comes the first byte of the next; an instance that is broken off has no next.
        end = readings.get(steps + 1, readings.get(steps))
        if end is None:
            return {}
        task = str(outcome.ticket.task)
        minutes[task] = minutes.get(task, 0.0) + (end - before) / 60
        before = end
    return minutes


def _common_tasks(runs: Sequence[RunFigures]) -> list[str]:
    if not runs:
        raise UserError("Name at least one recorded run.")
    names = list(runs[0].curriculum.tasks)
    for run in runs[1:]:
        if list(run.curriculum.tasks) != names:
            raise UserError(
                f"{run.name} walked another curriculum ({run.curriculum.name!r}) than {runs[0].name} "
                f"({runs[0].curriculum.name!r}): compare them in two calls."
            )
    return names


def _table(part: Instances, name: str) -> Table:
    rows = tuple(
        (
            row.task,
            _each(row.instances),
            _each(row.solved),
            row.passed,
            _each([None if m is None else round(m, 1) for m in row.minutes]),
        )
        for row in part.rows
    )
    return Table(name, ("task", "instances, by run", "solved", "runs that passed", "minutes"), rows)


def _each(values: Sequence[float | None]) -> str:
    return ", ".join("-" if value is None else str(value) for value in values)
