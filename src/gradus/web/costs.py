"""What tasks cost those who learned them here, to be held against their complexity."""

from __future__ import annotations

import statistics
from functools import lru_cache
from pathlib import Path
from typing import Any

from gradus.mechanics import complexities, correlate, costs_of, steps_of, table
from gradus.school import UserError
from gradus.web.library import Entry, Library, describe

_RUNS = 12
"""Lessons of a learner that are looked at, the latest ones."""
_LARGEST = 30_000_000
"""Bytes of a record above which it is left out: a person waits."""


def costs(library: Library) -> list[dict[str, Any]]:
    """One row per learner: median steps on every task, those above the informed floor, rank correlation with C_mu."""
    found: dict[str, list[tuple[int, Entry]]] = {}
    for row in sorted(library.rows(), key=lambda row: -row["changed"]):
        if row["kind"] == "lesson" and row["steps"] and row["who"] != "person":
            entry = library.entry(row["id"])
            if _is_measured(entry):
                found.setdefault(row["who"], []).append((len(_tasks(entry)), entry))
    chosen = {who: _longest(runs) for who, runs in sorted(found.items())}
    return [_learner(who, runs) for who, runs in chosen.items() if runs]


def _longest(runs: list[tuple[int, Entry]]) -> list[Entry]:
    """The latest walks through the longest curriculum: an exam's runs through a single task say little."""
    most = max(count for count, _ in runs)
    return [entry for count, entry in runs if count == most and _read(entry)[0]][:_RUNS]


def _tasks(entry: Entry) -> set[str]:
    return {row["id"] for row in describe(entry)["world"]["curriculum"]["tasks"]}


def _is_measured(entry: Entry) -> bool:
    """Whether the table of complexities knows the tasks of a lesson that is not too long to look at."""
    record = entry.path / "outcomes.jsonl"
    if not record.is_file() or not 0 < record.stat().st_size < _LARGEST:
        return False
    try:
        return _tasks(entry) <= set(table())
    except (KeyError, TypeError):
        return False


def _read(entry: Entry) -> tuple[dict[str, float], dict[str, float]]:
    return _figures(entry.path, (entry.path / "outcomes.jsonl").stat().st_size) or ({}, {})


@lru_cache(maxsize=256)
def _figures(path: Path, size: int) -> tuple[dict[str, float], dict[str, float]] | None:
    """Steps, and steps above the informed floor, of a record that is that long; None if it is damaged."""
    try:
        return steps_of(path), costs_of(path)
    except (UserError, KeyError, ValueError, TypeError):
        return None


def _learner(who: str, runs: list[Entry]) -> dict[str, Any]:
    steps, above = ([_read(run)[which] for run in runs] for which in (0, 1))
    names = [name for name in table() if any(name in one for one in steps)]
    return {
        "learner": who[:200],
        "runs": len(runs),
        "tasks": names,
        "steps": [statistics.median(one[name] for one in steps if name in one) for name in names],
        "cost": [statistics.median(one[name] for one in above if name in one) for name in names],
        "records": [sum(name in one for one in steps) for name in names],
        "rho": {"steps": _rho(steps), "cost": _rho(above)},
        "command": "gradus measure " + " ".join(f"--records {run.typed}" for run in runs),
    }


def _rho(records: list[dict[str, float]]) -> dict[str, Any]:
    """Spearman's rho with C_mu over the tasks that all records have, or why there is none."""
    try:
        found = correlate(complexities(list(table().values())), records)
    except UserError as error:
        return {"note": str(error)}
    low, high = found.interval
    return {"rho": found.rho, "low": low, "high": high, "tasks": found.tasks, "records": found.records}
