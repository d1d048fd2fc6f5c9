"""Human: the same figures for people's recorded runs, beside an agent's, and the instances and minutes they took.

The evaluation of 2017 counted the instances and hours of its one person, not the steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gradus.exams.figures import RunFigures, read_run
from gradus.exams.sections import Line, Section, Table, run_lines
from gradus.exams.steps import run_rows, task_rows, totals
from gradus.school import RunFolder, UserError


def figures_of(paths: Sequence[str | Path], level: float = 0.9) -> dict[str, Any]:
    """Rows per task and per run for recorded runs of one curriculum, whoever made them."""
    runs = [read_run(Path(path), str(path)) for path in paths]
    tasks = _common_tasks(runs)
    return {"tasks": task_rows(tasks, runs, level), "runs": run_rows(runs), "totals": totals(runs, level)}


def human_table(
    people: Sequence[str | Path], agents: Sequence[str | Path] = (), level: float = 0.9
) -> dict[str, Any]:
    """People's figures and, if there are any, agents' figures on the same tasks."""
    return {
        "protocol": "human",
        "settings": {"people": [str(p) for p in people], "agents": [str(a) for a in agents], "level": level},
        "table": {
            **_with_instances(people, level),
            "agents": _with_instances(agents, level) if agents else None,
        },
    }


def _with_instances(paths: Sequence[str | Path], level: float) -> dict[str, Any]:
    """The figures and, as the report of 2017 gave for its one person, the instances that each task took."""
    runs = [read_run(Path(path), str(path)) for path in paths]
    clocks = [minutes_of(Path(path)) for path in paths]
    rows = [
        {
            "task": task,
            "instances": [run.tasks[task].instances if task in run.tasks else None for run in runs],
            "solved": [run.tasks[task].solved if task in run.tasks else None for run in runs],
            "passed": sum(task in run.passed for run in runs),
            "minutes": [clock.get(task) for clock in clocks],
        }
        for task in _common_tasks(runs)
        if any(task in run.tasks for run in runs)
    ]
    return {**figures_of(paths, level), "instances": {"rows": rows}}


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


def human_lines(table: Mapping[str, Any]) -> Iterator[Line]:
    """People's runs and instances, and the agents' behind them."""
    yield from run_lines(table["runs"])
    yield _instances(table["instances"], "instances")
    if table.get("agents"):
        yield from run_lines(table["agents"]["runs"], "agents: ")
        yield _instances(table["agents"]["instances"], "instances of agents")


def _instances(part: Mapping[str, Any], name: str) -> Table:
    rows = tuple(
        (
            row["task"],
            *(_each(row[key]) for key in ("instances", "solved")),
            row["passed"],
            _each([None if m is None else round(m, 1) for m in row.get("minutes", ())]),
        )
        for row in part["rows"]
    )
    return Table(name, ("task", "instances, by run", "solved", "runs that passed", "minutes"), rows)


def _each(values: Sequence[float | None]) -> str:
    return ", ".join("-" if value is None else str(value) for value in values)


def human_sections(table: Mapping[str, Any], who: str) -> Iterator[Section]:
    """The instances for a report."""
    if table.get("instances"):
        text = (
            "Instances that each task took, run by run, as the evaluation of 2017 counted them for its one person, and "
            "minutes by the clock, breaks included."
        )
        yield Section(
            f"Instances: {who}", text, None, (_instances(table["instances"], f"instances of {who}"),)
        )
