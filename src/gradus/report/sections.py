"""What a report says, section by section: only what the exhibits have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gradus.exams import Table, runs_table, tasks_table, three_cells
from gradus.report import charts
from gradus.report.gather import Exhibit
from gradus.report.page import PageSection, Tile
from gradus.report.published import AGENTS_2017, HUMAN_2017


def sections(exhibits: Sequence[Exhibit]) -> list[PageSection]:
    """All sections, the overview first."""
    found = [_overview(exhibits), _solved(exhibits), _steps(exhibits), _relative(exhibits)]
    for exhibit in exhibits:
        found += _of(exhibit)
    return [section for section in found if section is not None]


def _commands(exhibits: Sequence[Exhibit]) -> tuple[str, ...]:
    return tuple(exhibit.command for exhibit in exhibits)


def _overview(exhibits: Sequence[Exhibit]) -> PageSection:
    rows = []
    for exhibit in exhibits:
        totals = exhibit.result.totals
        row = (exhibit.label, exhibit.kind, exhibit.curriculum or None, exhibit.scrambled, exhibit.runs)
        found = (*three_cells(totals.tasks_passed), totals.of, totals.finished) if totals else (None,) * 5
        rows.append((*row, *found, exhibit.verdict))
    columns = (
        "who",
        "exam",
        "curriculum",
        "scrambled",
        "runs",
        "tasks passed",
        "low",
        "high",
        "of",
        "finished",
        "verdict",
    )
    text = "\n".join(_sentence(exhibit) for exhibit in exhibits)
    return PageSection(
        "Overview",
        text,
        tables=(Table("overview", columns, tuple(rows)),),
        commands=_commands(exhibits),
        tiles=tuple(tile for exhibit in exhibits for tile in _tiles(exhibit)),
    )


def _tiles(exhibit: Exhibit) -> Iterator[Tile]:
    """What to see first: tasks passed, steps to the end, the verdict."""
    totals = exhibit.result.totals
    if totals:
        runs = "1 run" if exhibit.runs == 1 else f"mean of {exhibit.runs} runs"
        yield Tile(
            f"{totals.tasks_passed.estimate:.3g} of {totals.of}",
            f"tasks passed, {exhibit.label}, {runs}",
        )
        if totals.steps_to_finish:
            steps = f"{totals.steps_to_finish.estimate:,.0f}"
            yield Tile(steps, f"steps to finish, {exhibit.label}, {runs}")
    if exhibit.verdict:
        yield Tile(exhibit.verdict, f"verdict, {exhibit.label}")


def _sentence(exhibit: Exhibit) -> str:
    totals = exhibit.result.totals
    runs = f"{exhibit.runs} run{'s' if exhibit.runs != 1 else ''}"
    where = f" on {exhibit.curriculum}" if exhibit.curriculum else ""
    start = f"{exhibit.label}{where}{', scrambled' if exhibit.scrambled else ''} ({exhibit.kind}, {runs})"
    if not totals:
        return start + "."
    passed = totals.tasks_passed
    verdict = exhibit.verdict
    end = f" Verdict: {verdict}." if verdict else ""
    average = f"{passed.estimate:.3g} of {totals.of} tasks passed{' on average' if exhibit.runs > 1 else ''}"
    return f"{start}: {average}; {totals.finished} finished.{end}"


def _solved(exhibits: Sequence[Exhibit]) -> PageSection | None:
    figure = charts.tasks_solved(exhibits)
    if figure is None:
        return None
    tables = [runs_table(e.result.runs, f"runs of {e.label}") for e in exhibits if e.result.runs]
    text = "Tasks passed on average over runs, with Student's interval. "
    if charts.beside_2017(exhibits):
        tables.append(_agents())
        text += (
            "Grey: the agents of the General AI Challenge as published in 2017, one run of 24 hours each; their "
            f"evaluation curriculum is not ours beyond its tenth task. {HUMAN_2017}"
        )
    return PageSection("Tasks solved", text, figure, tuple(tables), _commands(exhibits))


def _agents() -> Table:
    rows = tuple((a.name, a.scrambled, a.plain, a.public) for a in AGENTS_2017)
    columns = ("agent", "scrambled, of 43", "not scrambled, of 43", "public, of 46")
    return Table("agents of 2017", columns, rows)


def _steps(exhibits: Sequence[Exhibit]) -> PageSection | None:
    figure = charts.steps_per_task(exhibits)
    if figure is None:
        return None
    rows = tuple(tasks_table(e.result.tasks, f"tasks of {e.label}") for e in exhibits if e.result.tasks)
    text = (
        "Steps to pass a task, over the runs that passed it: mean and Student's interval, divided by the floor, "
        "which is what the task costs a learner that knows the answers. Point at a row for its steps."
    )
    return PageSection("Steps per task", text, figure, rows, _commands(exhibits))


def _relative(exhibits: Sequence[Exhibit]) -> PageSection | None:
    who = {exhibit.learner: exhibit for exhibit in reversed(exhibits)}  # nobody is compared with themselves
    figure = charts.relative_steps(list(who.values())[::-1])
    if figure is None:
        return None
    text = (
        "Steps divided by the mean over all shown, task by task, as in the evaluation report of 2017. "
        "Diamond: the median over tasks."
    )
    return PageSection("Relative steps", text, figure, (), _commands(exhibits))


def _of(exhibit: Exhibit) -> list[PageSection]:
    """What the exam itself has to show."""
    return [
        PageSection(
            part.title,
            part.text,
            charts.draw(part.chart) if part.chart else None,
            part.tables,
            (exhibit.command,),
        )
        for part in exhibit.parts
    ]
