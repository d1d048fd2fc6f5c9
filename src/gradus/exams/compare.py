"""Comparing two ways to come to a task: with what was learned before, and without.

The published recipe of 2017 (all combinations of runs, median, 5th and 95th percentile) stands beside an
interval and a test that treat runs as the unit. A task not passed counts as infinitely many steps, so a
verdict never rests on the survivors alone; a task that a run never reached speaks against either verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.exams import statistics
from gradus.exams.figures import RunFigures
from gradus.exams.sections import Chart, Line, Section, Table, limits, number, three, three_cells
from gradus.exams.steps import count

Steps = NDArray[np.float64]


@dataclass(frozen=True)
class Arm:
    """The runs of one kind on the tasks compared: steps to pass and the floors of a learner that knows."""

    steps: Steps
    """Tasks x runs; infinite where the task was not passed, not a number where it was not reached."""
    floors: Steps

    @classmethod
    def of_runs(cls, runs: Mapping[str, Sequence[RunFigures]], columns: int) -> Arm:
        """Task by task the runs that took it, as many as there are columns; no task at all leaves the columns."""
        steps = [[run.cost(task) for run in row] for task, row in runs.items()]
        floors = [[run.floor(task) for run in row] for task, row in runs.items()]
        shape = (len(runs), columns)
        return cls(np.array(steps, dtype=float).reshape(shape), np.array(floors, dtype=float).reshape(shape))

    @classmethod
    def of_walks(cls, walks: Sequence[RunFigures], tasks: Sequence[str]) -> Arm:
        """Walks that took all the tasks."""
        return cls.of_runs(dict.fromkeys(tasks, walks), len(walks))

    def of(self, wanted: Sequence[bool]) -> Arm:
        """Only some of the tasks."""
        chosen = np.asarray(wanted, dtype=bool)
        return Arm(self.steps[chosen], self.floors[chosen])


@dataclass(frozen=True)
class Words:
    """How the verdicts are called."""

    better: str = "gradual"
    worse: str = "negative"
    open: str = "not shown"


GRADUAL = Words()
NOTHING = "nothing to learn"
"""The verdict on a task that hardly costs more than its floor on either side."""
TOO_FEW = "too few runs"
"""The verdict where no result whatever could be significant."""
TRIVIAL = 0.1
"""A task that costs at most this share above its floor leaves nothing to learn or to forget."""


def compare(
    tasks: Sequence[str], ours: Arm, theirs: Arm, *, level: float, seed: int, words: Words = GRADUAL
) -> dict[str, Any]:
    """Rows per task and one stratified test for them all; ratios are ours over theirs, below 1 is good."""
    rows = []
    for i, task in enumerate(tasks):
        row = _row(ours.steps[i], theirs.steps[i], ours.floors[i], theirs.floors[i], level, seed + i)
        rows.append({"task": task, **row, "verdict": _verdict(row, level, words)})
    tested = [row for row in rows if row["p_better"] is not None]
    for name in ("p_better", "p_worse"):
        corrected = iter(statistics.holm([row[name] for row in tested]))
        for row in rows:
            row[name + "_holm"] = None if row[name] is None else next(corrected)
    learned = [row["p_better"] is not None for row in rows]
    return {"rows": rows, "whole": _whole(ours.of(learned), theirs.of(learned), rows, level, seed, words)}


def _row(
    ours: Steps, theirs: Steps, our_floors: Steps, their_floors: Steps, level: float, seed: int
) -> dict[str, Any]:
    reached, met = ~np.isnan(ours), ~np.isnan(theirs)
    here, there = ours[reached], theirs[met]
    learned = not (is_trivial(here, our_floors[reached]) and is_trivial(there, their_floors[met]))
    above = statistics.all_ratios(
        np.maximum(here - our_floors[reached], 1.0), np.maximum(there - their_floors[met], 1.0)
    )
    return {
        "ours": [count(steps) for steps in ours],
        "theirs": [count(steps) for steps in theirs],
        "ratio": statistics.spread(statistics.all_ratios(here, there), level).to_json(),
        "interval": statistics.ratio_interval(ours, theirs, level).to_json(),
        "above_floor": statistics.spread(above, level).to_json() if learned else None,
        **(_tests(ours, theirs, seed) if learned else {"p_better": None, "p_worse": None}),
        "smallest_p": statistics.smallest_p(ours.size, theirs.size),
    }


def _tests(ours: Steps, theirs: Steps, seed: int) -> dict[str, float]:
    """Both one-sided tests; what was not reached counts each time against what is to be shown."""

    def reading(ours_as: float, theirs_as: float) -> tuple[Steps, Steps]:
        return np.where(np.isnan(ours), ours_as, ours), np.where(np.isnan(theirs), theirs_as, theirs)

    better = statistics.permutation_test(*reading(np.inf, -np.inf), seed, "less").p
    worse = statistics.permutation_test(*reading(-np.inf, np.inf), seed, "greater").p
    return {"p_better": better, "p_worse": worse}


def is_trivial(steps: Steps, floors: Steps) -> bool:
    """Whether the runs cost hardly more than the floor, so that there was next to nothing to learn."""
    return bool(np.median(steps - floors) <= TRIVIAL * np.median(floors)) if steps.size else True


def error_of(level: float) -> float:
    """The error of a one-sided verdict: half of what the interval's level leaves; 0.05 for 0.9 in spite of binary."""
    return (1 - level) / 2 + 1e-12


def _verdict(row: dict[str, Any], level: float, words: Words) -> str:
    if row["p_better"] is None:
        return NOTHING
    if row["smallest_p"] > error_of(level):
        return TOO_FEW
    if row["p_better"] <= error_of(level):
        return words.better
    return words.worse if row["p_worse"] <= error_of(level) else words.open


def _whole(
    ours: Arm, theirs: Arm, rows: Sequence[dict[str, Any]], level: float, seed: int, words: Words
) -> dict[str, Any]:
    """One test for all tasks in which there was something to learn; strata are the tasks, whole runs the unit."""
    tasks, runs = ours.steps.shape[0], (ours.steps.shape[1], theirs.steps.shape[1])
    row: dict[str, Any] = {
        "tasks": tasks,
        "nothing_to_learn": len(rows) - tasks,
        "level": level,
        "runs": list(runs),
        "correction": "none",
        "expected_false": 2 * tasks * statistics.attained_error(*runs, error_of(level)) if all(runs) else 0.0,
    }
    if not tasks or not all(runs):
        return {**row, "verdict": NOTHING if rows else words.open}
    row |= {
        **_tests(ours.steps, theirs.steps, seed),
        "smallest_p": statistics.smallest_p(min(runs), min(runs)),
        "method": statistics.permutation_test(ours.steps, theirs.steps, seed).method,
    }
    a, b = (np.where(np.isnan(arm.steps), np.inf, arm.steps) for arm in (ours, theirs))
    row["improvement"] = statistics.improvement_interval(a, b, seed, level).to_json()
    return {**row, "verdict": _verdict(row, level, words)}


def terms(whole: Mapping[str, Any]) -> str:
    """Under which terms the verdicts of single tasks were given, in a sentence."""
    left_out = whole["nothing_to_learn"]
    skipped = (
        f" {left_out} with nothing to learn {'is' if left_out == 1 else 'are'} not tested."
        if left_out
        else ""
    )
    return (
        f"{whole['level']:.0%} intervals; verdicts of single tasks are one-sided at {(1 - whole['level']) / 2:.2g} and "
        f"not corrected for their number. Without any difference {whole['expected_false']:.1f} of {whole['tasks']} "
        f"would be expected all the same.{skipped}"
    )


def comparison_lines(title: str, part: Mapping[str, Any]) -> Iterator[Line]:
    """A comparison for the terminal; the report has the rest."""
    shown: dict[str, Callable[[Any], str]] = {
        "ratio": lambda value: number(value["estimate"]) if value else "-",
        "interval": limits,
        "above_floor": lambda value: number(value["estimate"]) if value else "-",
    }
    rows = part["rows"]
    if not rows:
        yield f"{title}: no task was reached."
        return
    keys = [key for key in shown if key in rows[0]]
    cells = tuple((row["task"], *(shown[key](row[key]) for key in keys), row["verdict"]) for row in rows)
    yield Table(title, ("task", *(key.replace("_", " ") for key in keys), "verdict"), cells)
    whole = part["whole"]
    yield f"{title}: {terms(whole)}"
    yield from notes(rows)
    p = f", p = {whole['p_better']:.3g}" if "p_better" in whole else ""
    yield f"{title}, all tasks together: {whole['verdict']}{p}."


def comparison_table(part: Mapping[str, Any], name: str) -> Table:
    """Ratios of two groups of runs, task by task."""
    figures = (*three("median ratio"), "combinations", *three("factor"), *three("above floor"))
    columns = ("task", *figures, "p better", "p worse", "p better (Holm)", "verdict")
    rows = tuple(
        (
            row["task"],
            *three_cells(row["ratio"]),
            row["ratio"]["n"],
            *three_cells(row["interval"]),
            *three_cells(row["above_floor"]),
            *(row[key] for key in ("p_better", "p_worse", "p_better_holm", "verdict")),
        )
        for row in part["rows"]
    )
    return Table(name, columns, rows)


HOW_TO_READ = (
    "Thin line: median, 5th and 95th percentile over all combinations of runs, the recipe of 2017. Thick line: "
    "exact interval of the factor between the groups, from the test of ranks with runs as the unit. Left of 1 is "
    "better; an arrow at the edge: the other group hardly ever passed the task."
)


def comparison_section(title: str, text: str, part: Mapping[str, Any], table: str, chart: Chart) -> Section:
    """A comparison for a report."""
    return Section(title, f"{text}\n{in_words(part)}", chart, (comparison_table(part, table),))


def ratio_chart(part: Mapping[str, Any], words: Words, what: str) -> Chart:
    """The ratios of a comparison as a picture."""
    return Chart(
        "ratios", part, {"better": words.better, "worse": words.worse, "what": what, "neither": words.open}
    )


def in_words(part: Mapping[str, Any]) -> str:
    """The test of the whole and the terms of single verdicts, in sentences."""
    whole = part["whole"]
    if not part["rows"]:
        return "No task was reached by both groups."
    if not whole["tasks"]:
        return "Nothing was to be learned: neither group needed much more than the floor in any task."
    return (
        f"One test for all {whole['tasks']} tasks together, with whole runs as the unit ({whole['method']}): "
        f"{whole['verdict']}; p = {whole['p_better']:.3g} for better, {whole['p_worse']:.3g} for worse "
        f"(at {(1 - whole.get('level', 0.9)) / 2:.2g} each).\n{in_terms(part)}"
    )


def in_terms(part: Mapping[str, Any]) -> str:
    """Level and correction of single verdicts, and what is said without enough runs."""
    whole = part["whole"]
    lines = [terms(whole)] if "expected_false" in whole else []  # a table of version 0.1 has no such figure
    return "\n".join([*lines, *notes(part["rows"])])


def notes(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the intervals of some rows say about themselves, each sentence once."""
    found = (row["interval"].get("note") for row in rows if row.get("interval"))
    return [f"{note[0].upper()}{note[1:]}." for note in dict.fromkeys(found) if note]
