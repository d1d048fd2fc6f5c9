"""What a paper needs of a campaign: tables as CSV and LaTeX, and where every figure comes from."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np

from gradus.bench.analysis import CampaignResults, Cell
from gradus.bench.campaign import Campaign
from gradus.bench.effect_sizes import Effect, area, effects, values
from gradus.bench.machine import machines
from gradus.bench.origins import provenance
from gradus.exams.statistics import Interval, mean_interval
from gradus.school import UserError, write_json

FILES = (
    "runs.csv",
    "curves.csv",
    "teachers.csv",
    "effects.csv",
    "teachers.tex",
    "effects.tex",
    "provenance.json",
)
"""What is written."""


def export(campaign: Campaign, results: CampaignResults, folder: Path) -> list[Path]:
    """Write every table of a campaign into a folder; gives the files."""
    if not results.cells:
        raise UserError(f"The campaign in {campaign.folder} has no finished run yet.")
    pairs = effects(results)
    texts = {
        "runs.csv": _csv(RUN, _runs(results)),
        "curves.csv": _csv(CURVE, _curves(results)),
        "teachers.csv": _csv(TEACHER, _teachers(results)),
        "effects.csv": _csv(EFFECT, map(_effect, pairs)),
        "teachers.tex": teachers_tex(results),
        "effects.tex": effects_tex(pairs),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
        write_json(folder / "provenance.json", provenance(campaign))
    except OSError as error:
        raise UserError(f"Cannot write tables to {folder}: {error.strerror}.") from error
    return [folder / name for name in FILES]


RUN = (
    *("experiment", "variant", "knowledge", "teacher", "seed", "student", "body", "steps"),
    *("episodes", "final", "area", "place", "processor", "gradus"),
)
CURVE = ("place", "step", "episodes", "mastered")
TEACHER = (
    *("experiment", "knowledge", "teacher", "runs", "final", "final_low", "final_high"),
    *("middle", "middle_low", "middle_high", "area", "area_low", "area_high", "level"),
)
EFFECT = (
    *(
        "experiment",
        "knowledge",
        "measure",
        "first",
        "second",
        "difference",
        "difference_low",
        "difference_high",
    ),
    *("g", "g_low", "g_high", "improvement", "improvement_low", "improvement_high", "p", "p_holm", "level"),
)


def _runs(results: CampaignResults) -> Iterable[Sequence[Any]]:
    """One row per run, experiment and level it counts for."""
    for cell in results.cells:
        for run in cell.runs:
            plan, worked = run.job.plan, machines(run.path)
            made = "; ".join(row["processor"] for row in worked)
            versions = "; ".join(row["packages"].get("gradus", "") for row in worked)
            yield (
                *(
                    cell.experiment,
                    run.job.variant,
                    cell.level,
                    cell.teacher,
                    plan.seed,
                    plan.student,
                    plan.body,
                ),
                *(plan.steps, run.evaluations[-1].episodes, run.final, area(run)),
                *(run.job.place, made, versions),
            )


def _curves(results: CampaignResults) -> Iterable[Sequence[Any]]:
    places = {run.job.place: run for cell in results.cells for run in cell.runs}
    for place, run in places.items():
        for evaluation in run.evaluations:
            yield place, evaluation.step, evaluation.episodes, evaluation.mastered


def _teachers(results: CampaignResults) -> Iterable[Sequence[Any]]:
    for cell in results.cells:
        yield (
            *(cell.experiment, cell.level, cell.teacher, len(cell.runs)),
            *(number for part in (cell.mean, cell.middle, _area(cell)) for number in _three(part)),
            cell.mean.level,
        )


def _effect(effect: Effect) -> Sequence[Any]:
    numbers = (
        number for part in (effect.difference, effect.g, effect.improvement) for number in _three(part)
    )
    names = (effect.experiment, effect.level, effect.measure, effect.first, effect.second)
    return (*names, *numbers, effect.p, effect.corrected, effect.difference.level)


def _area(cell: Cell) -> Interval:
    return mean_interval(values(cell, "area"))


def _three(interval: Interval) -> tuple[float, float, float]:
    return interval.estimate, interval.low, interval.high


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([[_plain(value) for value in row] for row in rows])
    return text.getvalue()


def _plain(value: Any) -> Any:
    """An empty field for what is not known; whole digits otherwise."""
    if value is None or (isinstance(value, float) and not np.isfinite(value)):
        return ""
    return repr(float(value)) if isinstance(value, float) else value


def teachers_tex(results: CampaignResults) -> str:
    """Every teacher in every experiment, as a LaTeX table for booktabs."""
    rows = []
    for cell in results.cells:
        names = [_tex(name) for name in (cell.experiment, cell.level, cell.teacher)]
        rows.append(
            [*names, str(len(cell.runs)), _range(cell.mean), _range(cell.middle), _range(_area(cell))]
        )
    head = [
        "Experiment",
        "Knowledge",
        "Teacher",
        "Runs",
        "Final (\\%)",
        "Interquartile mean (\\%)",
        "Area (\\%)",
    ]
    note = "Mastered test tasks in percent with 90\\,\\% intervals; the unit is the run."
    return _table("lllrrrr", head, rows, note)


def effects_tex(pairs: Sequence[Effect]) -> str:
    """Every pair of teachers, as a LaTeX table for booktabs."""
    rows = []
    for pair in pairs:
        names = [_tex(name) for name in (pair.experiment, pair.level, pair.measure, pair.first, pair.second)]
        numbers = [_range(pair.difference), _range(pair.g, 2), _range(pair.improvement, 2), _p(pair.p)]
        rows.append([*names, *numbers, _p(pair.corrected)])
    head = ["Experiment", "Knowledge", "Measure", "First", "Second", "Difference", "Hedges' $g$"]
    head += ["$P$(first $>$ second)", "$p$ (Welch)", "$p$ (Holm)"]
    note = "Differences in percentage points; 90\\,\\% intervals (Welch, noncentral $t$, bootstrap)."
    return _table("lllllrrrrr", head, rows, note)


def _table(columns: str, head: Sequence[str], rows: Sequence[Sequence[str]], note: str) -> str:
    lines = [
        f"% {note}",
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        " & ".join(head) + " \\\\",
        "\\midrule",
    ]
    lines += [" & ".join(row) + " \\\\" for row in rows]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}", ""])


def _range(interval: Interval, digits: int = 1) -> str:
    """An estimate with its interval; without one where there are too few runs."""
    if not np.isfinite(interval.estimate):
        return "--"
    text = f"{interval.estimate:.{digits}f}"
    if not (np.isfinite(interval.low) and np.isfinite(interval.high)):
        return f"${text}$"
    return f"${text}$ [${interval.low:.{digits}f}$, ${interval.high:.{digits}f}$]"


def _p(value: float | None) -> str:
    if value is None:
        return "--"
    # Smaller ones are all "surely different"; further digits would only tell how many runs there were.
    return "$<0.001$" if value < 0.001 else f"${value:.3f}$"


def _tex(text: str) -> str:
    """Text that LaTeX prints as it is."""
    for sign in "\\&%$#_{}":
        text = text.replace(sign, "\\textbackslash{}" if sign == "\\" else f"\\{sign}")
    return text
