"""Measures against what tasks cost learners: partial rank correlations, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isfinite, log
from statistics import median
from typing import Any

from benchmarks.foretell.measures import MEASURES, Known
from benchmarks.foretell.runs import Run
from scipy.stats import rankdata

from gradus.mechanics import correlate
from gradus.school import UserError

TARGETS = ("cost", "transfer", "effort", "progress")
PASSED = 4
"""Tasks that must have been passed before *effort* says anything."""
BEGUN = 8
"""Tasks of which an instance must have been solved before *progress* says anything."""
UNPASSED = 1e9
"""Cost of a task not passed, less the instances solved: dearer than every task that was."""

Part = tuple[Sequence[Run], Known]
"""The runs of a curriculum, one per seed, and the measures of its tasks."""
Columns = dict[str, dict[str, float]]
"""Target, measures, place and floor, each a value per task."""


def compare(parts: Sequence[Part]) -> list[dict[str, Any]]:
    """All measures against all targets, given place and floor; several curricula by ranks within each."""
    return [_judged(parts, target, measure) for target in TARGETS for measure in MEASURES]


def _judged(parts: Sequence[Part], target: str, measure: str) -> dict[str, Any]:
    tables = [_columns(runs, known, target, measure) for runs, known in parts]
    columns = tables[0] if len(tables) == 1 else pooled(tables)
    said: dict[str, Any] = {"target": target, "measure": measure, "n": len(columns["measure"])}
    passed = sum(isfinite(value) for value in columns["target"].values())
    if target == "effort" and passed < PASSED:
        return said
    if target == "progress" and sum(map(_begun, parts)) < BEGUN:
        return said
    try:
        controls = (columns["place"], columns["floor"])
        found = correlate(columns["measure"], [_finite(columns["target"])], controls=controls)
    except UserError:  # too few tasks
        return said
    return {**said, "rho": found.rho, "low": found.interval[0], "high": found.interval[1]}


def _columns(runs: Sequence[Run], known: Known, target: str, measure: str) -> Columns:
    """The tasks for which the target and the measure are known."""
    values = {name: target_of(runs, name, target) for name in known}
    names = [name for name, value in values.items() if value is not None and measure in known[name]]
    places = {name: float(i) for i, name in enumerate(known)}
    return {
        "measure": {name: known[name][measure] for name in names},
        "target": {name: values[name] for name in names},
        "place": {name: places[name] for name in names},
        "floor": {name: median(run.floor[name] for run in runs) for name in names},
    }


def target_of(runs: Sequence[Run], name: str, target: str) -> float | None:
    """The median over seeds; None where the target needs a task passed in every seed, and it was not."""
    found = [_value(run, name, target) for run in runs]
    if target in ("effort", "progress"):
        return median(found)
    return median(found) if all(map(isfinite, found)) else None


def _value(run: Run, name: str, target: str) -> float:
    """What one seed says; infinite where the task was not passed."""
    steps = {"walk": run.steps.get(name), "alone": run.alone.get(name)}
    walk, alone = (inf if s is None else max(s - run.floor[name], 0.0) for s in steps.values())
    if target == "progress" and not isfinite(walk):
        return UNPASSED - run.solved.get(name, 0)
    if target != "transfer":
        return walk
    return log((walk + 100) / (alone + 100)) if isfinite(walk) and isfinite(alone) else inf


def _begun(part: Part) -> int:
    """Tasks of a curriculum of which at least one instance was solved in the median."""
    runs, known = part
    return sum((target_of(runs, name, "progress") or 0) < UNPASSED for name in known)


def _finite(values: dict[str, float]) -> dict[str, float]:
    """Tasks not passed are dearer than every task that was, and equally dear."""
    largest = max((value for value in values.values() if isfinite(value)), default=0.0)
    return {name: value if isfinite(value) else largest + 1 for name, value in values.items()}


def pooled(tables: Sequence[Columns]) -> Columns:
    """Several curricula as one: ranks within each, from 0 to 1, so that none speaks for itself by its level."""
    found: Columns = {"measure": {}, "target": {}, "place": {}, "floor": {}}
    for number, table in enumerate(tables):
        for key, column in table.items():
            unpassed = {name for name, value in column.items() if not isfinite(value)}
            ranks = rankdata(list(_finite(column).values())) / (len(column) + 1) if column else []
            for name, rank in zip(column, ranks, strict=True):
                found[key][f"{number} {name}"] = inf if name in unpassed else float(rank)
    return found
