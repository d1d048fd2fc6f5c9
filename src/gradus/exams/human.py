"""Human: the same figures for people's recorded runs, beside an agent's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gradus.exams.figures import RunFigures, read_run
from gradus.exams.steps import run_rows, task_rows, totals
from gradus.school import UserError


def figures_of(paths: Sequence[str | Path], level: float = 0.9) -> dict[str, Any]:
    """Rows per task and per run for recorded runs of one curriculum, whoever made them."""
    runs = [read_run(Path(path), str(path)) for path in paths]
    if not runs:
        raise UserError("Name at least one recorded run.")
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
            **figures_of(people, level),
            "agents": figures_of(agents, level) if agents else None,
        },
    }


def _common_tasks(runs: Sequence[RunFigures]) -> list[str]:
    names = list(runs[0].curriculum.tasks)
    for run in runs[1:]:
        if list(run.curriculum.tasks) != names:
            raise UserError(
                f"{run.name} walked another curriculum ({run.curriculum.name!r}) than {runs[0].name} "
                f"({runs[0].curriculum.name!r}): compare them in two calls."
            )
    return names
