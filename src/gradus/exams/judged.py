"""How verdicts on tasks are shown: lines for the terminal, sentences, tables and pictures for a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from gradus.exams.compare import ComparedTask, Comparison, Words
from gradus.exams.intervals import Interval
from gradus.exams.results import to_json
from gradus.exams.sections import Chart, Line, Section, Table, estimate, limits, three, three_cells


class JudgedTask(Protocol):
    """A task with a verdict: a row of a comparison, or of two times of the same runs."""

    @property
    def task(self) -> str:
        """Which task."""

    @property
    def ratio(self) -> Interval:
        """What describes the values themselves."""

    @property
    def interval(self) -> Interval:
        """The factor, with runs as the unit."""

    @property
    def verdict(self) -> str:
        """What was found."""


class JudgedWhole(Protocol):
    """All tasks together."""

    @property
    def tasks(self) -> int:
        """Tasks tested."""

    @property
    def nothing_to_learn(self) -> int:
        """Tasks left out."""

    @property
    def level(self) -> float:
        """The level of intervals."""

    @property
    def expected_false(self) -> float | None:
        """Verdicts to be expected without any difference; a table of version 0.1 has no such figure."""

    @property
    def verdict(self) -> str:
        """What was found."""


class Judged(Protocol):
    """Tasks with verdicts, and a verdict on them all."""

    @property
    def rows(self) -> Sequence[JudgedTask]:
        """Task by task."""

    @property
    def whole(self) -> JudgedWhole:
        """All together."""


def terms(whole: JudgedWhole) -> str:
    """Under which terms the verdicts of single tasks were given, in a sentence."""
    few, each = whole.nothing_to_learn, (1 - whole.level) / 2
    skipped = f" {few} with nothing to learn {'is' if few == 1 else 'are'} not tested." if few else ""
    return (
        f"{whole.level:.0%} intervals; verdicts of single tasks are one-sided at {each:.2g} and "
        f"not corrected for their number. Without any difference {whole.expected_false or 0.0:.1f} of {whole.tasks} "
        f"would be expected all the same.{skipped}"
    )


def notes(rows: Sequence[JudgedTask]) -> list[str]:
    """What the intervals of some rows say about themselves, each sentence once."""
    found = dict.fromkeys(row.interval.note for row in rows)
    return [f"{note[0].upper()}{note[1:]}." for note in found if note]


def in_terms(part: Judged) -> str:
    """Level and correction of single verdicts, and what is said without enough runs."""
    lines = [] if part.whole.expected_false is None else [terms(part.whole)]
    return "\n".join([*lines, *notes(part.rows)])


def judged_lines(title: str, part: Judged, p: float | None = None) -> Iterator[Line]:
    """Verdicts for the terminal; the report has the rest."""
    if not part.rows:
        yield f"{title}: no task was reached."
        return
    more = any(isinstance(row, ComparedTask) for row in part.rows)
    columns = ("task", "ratio", "interval", *(("above floor",) if more else ()), "verdict")
    yield Table(title, columns, tuple(tuple(_cells(row)) for row in part.rows))
    yield f"{title}: {terms(part.whole)}"
    yield from notes(part.rows)
    yield f"{title}, all tasks together: {part.whole.verdict}{'' if p is None else f', p = {p:.3g}'}."


def _cells(row: JudgedTask) -> Iterator[str]:
    yield from (row.task, estimate(row.ratio), limits(row.interval))
    if isinstance(row, ComparedTask):
        yield estimate(row.above_floor)
    yield row.verdict


def comparison_table(part: Comparison, name: str) -> Table:
    """Ratios of two groups of runs, task by task."""
    figures = (*three("median ratio"), "combinations", *three("factor"), *three("above floor"))
    columns = ("task", *figures, "p better", "p worse", "p better (Holm)", "verdict")
    rows = tuple(
        (
            row.task,
            *three_cells(row.ratio),
            row.ratio.n,
            *three_cells(row.interval),
            *three_cells(row.above_floor),
            *(row.p_better, row.p_worse, row.p_better_holm, row.verdict),
        )
        for row in part.rows
    )
    return Table(name, columns, rows)


HOW_TO_READ = (
    "Thin line: median, 5th and 95th percentile over all combinations of runs, the recipe of 2017. Thick line: "
    "exact interval of the factor between the groups, from the test of ranks with runs as the unit. Left of 1 is "
    "better; an arrow at the edge: the other group hardly ever passed the task."
)


def comparison_section(title: str, text: str, part: Comparison, table: str, chart: Chart) -> Section:
    """A comparison for a report."""
    return Section(title, f"{text}\n{in_words(part)}", chart, (comparison_table(part, table),))


def ratio_chart(part: Judged, words: Words, what: str) -> Chart:
    """The ratios as a picture."""
    options = {"better": words.better, "worse": words.worse, "what": what, "neither": words.open}
    return Chart("ratios", to_json(part), options)


def in_words(part: Comparison) -> str:
    """The test of the whole and the terms of single verdicts, in sentences."""
    whole = part.whole
    if not part.rows:
        return "No task was reached by both groups."
    if whole.p_better is None or whole.p_worse is None:
        return "Nothing was to be learned: neither group needed much more than the floor in any task."
    return (
        f"One test for all {whole.tasks} tasks together, with whole runs as the unit ({whole.method}): "
        f"{whole.verdict}; p = {whole.p_better:.3g} for better, {whole.p_worse:.3g} for worse "
        f"(at {(1 - whole.level) / 2:.2g} each).\n{in_terms(part)}"
    )
