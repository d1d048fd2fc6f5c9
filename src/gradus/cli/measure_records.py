"""``gradus measure --records``: do measures of tasks foretell what recorded runs needed?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gradus import mechanics
from gradus.cli.common import print_json, print_table
from gradus.cli.measure_description import described
from gradus.school import UserError


def print_correlations(
    figures: list[mechanics.Complexity], paths: list[Path], seed: int | None, as_json: bool
) -> None:
    """Measures against the steps of recorded runs, and against the steps above the informed floor.

    ``seed``: of the questions for description lengths, which are compared too; None leaves them out.
    """
    runs = [run for path in paths for run in _runs_in(path)]
    steps, costs = [mechanics.steps_of(run) for run in runs], [mechanics.costs_of(run) for run in runs]
    fixed = (_places(steps[0]), mechanics.floors_of(runs[0]))
    targets = [("steps", "", steps, ()), ("cost", "", costs, ()), ("cost", "place, floor", costs, fixed)]
    rows: list[dict[str, Any]] = []
    left_out: UserError | None = None
    for name, which, measure in _measures(figures, seed):
        for target, given, records, controls in targets:
            try:
                found = mechanics.correlate(measure, records, controls=controls)
            except UserError as error:  # too few tasks for this one
                left_out = error
                continue
            rows.append({"measure": name, "figures": which, "target": target, "given": given})
            rows[-1] |= {"tasks": found.tasks}
            rows[-1] |= {"records": found.records, "rho": found.rho}
            rows[-1] |= {"low": found.interval[0], "high": found.interval[1]}
    if left_out and not rows:
        raise left_out
    if as_json:
        print_json(rows)
        return
    cells = [
        [
            r["measure"],
            r["figures"],
            r["target"],
            r["given"],
            r["tasks"],
            f"{r['rho']:.2f}",
            f"{r['low']:.2f} to {r['high']:.2f}",
        ]
        for r in rows
    ]
    title = f"Spearman's rho with the median of {len(runs)} records"
    print_table(title, ["measure", "figures", "target", "given", "tasks", "rho", "95 % interval"], cells)
    print(
        "Steps measure bytes before they measure learning; cost is the steps above those of a learner that knows the"
    )
    print(
        "rules but not the secrets. A rise is the difference to the task before. Given place and floor: what is left"
    )
    print("of the correlation when a task's place in the record and its floor are held fixed.")


def _measures(
    figures: list[mechanics.Complexity], seed: int | None
) -> Iterator[tuple[str, str, Mapping[str, float]]]:
    """Every measure with its name and which figures it has."""
    proved = {figure.task for figure in figures if figure.kind != "extrapolated"}
    for name, measure in (
        ("C_mu", mechanics.complexities(figures)),
        ("rise of C_mu", mechanics.rises(figures)),
    ):
        yield name, "all", measure
        yield name, "proved", {task: value for task, value in measure.items() if task in proved}
    if seed is None:
        return
    rows = described([figure.task for figure in figures], seed)
    for name in ("empty", "after", "saved"):
        yield f"description, {name}", "all", {task: row[name] for task, row in rows.items()}


def _places(steps: Mapping[str, float]) -> dict[str, float]:
    """Which task came first, second, and so on."""
    return {name: float(place) for place, name in enumerate(steps)}


def _runs_in(path: Path) -> list[Path]:
    """The run itself, or the runs inside a folder."""
    if (path / "run.json").is_file():
        return [path]
    found = sorted(inner.parent for inner in path.glob("*/run.json"))
    if not found:
        raise UserError(f"There is no recorded run in {path}: expected run.json in it or in a folder below.")
    return found
