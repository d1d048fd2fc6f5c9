"""What a report says, section by section: only what the exhibits have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gradus import charts
from gradus.exams import Table, runs_table, tasks_table, three_cells
from gradus.report.charts import draw, figure
from gradus.report.gather import Exhibit
from gradus.report.page import PageSection, Tile
from gradus.report.published import AGENTS_2017, EVALUATION_TASKS, HUMAN_2017, PUBLIC_TASKS


def sections(exhibits: Sequence[Exhibit]) -> list[PageSection]:
    """All sections, the overview first."""
    found = [_overview(exhibits), _solved(exhibits), _walks(exhibits), _steps(exhibits), _relative(exhibits)]
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
    drawing = figure(tasks_solved(exhibits))
    if drawing is None:
        return None
    tables = [runs_table(e.result.runs, f"runs of {e.label}") for e in exhibits if e.result.runs]
    text = "Tasks passed on average over runs, with Student's interval. "
    if _beside_2017(exhibits):
        tables.append(_agents())
        text += (
            "Grey: the agents of the General AI Challenge as published in 2017, one run of 24 hours each; their "
            f"evaluation curriculum is not ours beyond its tenth task. {HUMAN_2017}"
        )
    return PageSection("Tasks solved", text, drawing, tuple(tables), _commands(exhibits))


def tasks_solved(exhibits: Sequence[Exhibit]) -> charts.Plot | None:
    """Tasks passed, ours above the published agents of 2017."""
    ours = [(e.label, e.result.totals) for e in exhibits if e.result.totals]
    agents = AGENTS_2017 if ours and _beside_2017(exhibits) else ()
    published = [
        (f"{agent.name}, 2017, {where}", float(value), of)
        for agent in agents
        for value, of, where in (
            (agent.scrambled, EVALUATION_TASKS, "scrambled"),
            (agent.public, PUBLIC_TASKS, "public"),
        )
    ]
    return charts.solved([(name, t.tasks_passed.to_json(), t.of) for name, t in ours], published)


def _beside_2017(exhibits: Sequence[Exhibit]) -> bool:
    """Whether anybody met a whole curriculum: beside a few tasks the figures of 2017 would mislead."""
    return any(e.result.totals and e.result.totals.of >= EVALUATION_TASKS for e in exhibits)


def _walks(exhibits: Sequence[Exhibit]) -> PageSection | None:
    walks = [(e.label, *e.walk) for e in exhibits if len(e.walk[0]) > 1]
    if not walks:
        return None
    lines = [charts.Curve(label, x, y, look=place) for place, (label, x, y) in enumerate(walks)]
    text = "A step up is a task passed; its width is what the task cost."
    return PageSection("Tasks over steps", text, figure(charts.curves(lines, "tasks passed", stairs=True)))


def _runners(exhibits: Sequence[Exhibit]) -> list[charts.Runner]:
    return [charts.Runner(exhibit.label, exhibit.tasks) for exhibit in exhibits]


def _agents() -> Table:
    rows = tuple((a.name, a.scrambled, a.plain, a.public) for a in AGENTS_2017)
    columns = ("agent", "scrambled, of 43", "not scrambled, of 43", "public, of 46")
    return Table("agents of 2017", columns, rows)


def _steps(exhibits: Sequence[Exhibit]) -> PageSection | None:
    drawing = figure(charts.steps(_runners(exhibits)))
    if drawing is None:
        return None
    rows = tuple(tasks_table(e.result.tasks, f"tasks of {e.label}") for e in exhibits if e.result.tasks)
    text = (
        "Steps to pass a task, over the runs that passed it: mean and Student's interval, divided by the floor, "
        "which is what the task costs a learner that knows the answers. Point at a row for its steps."
    )
    return PageSection("Steps per task", text, drawing, rows, _commands(exhibits))


def _relative(exhibits: Sequence[Exhibit]) -> PageSection | None:
    who = {exhibit.learner: exhibit for exhibit in reversed(exhibits)}  # nobody is compared with themselves
    drawing = figure(charts.relative(_runners(list(who.values())[::-1])))
    if drawing is None:
        return None
    text = (
        "Steps divided by the mean over all shown, task by task, as in the evaluation report of 2017. "
        "Diamond: the median over tasks."
    )
    return PageSection("Relative steps", text, drawing, (), _commands(exhibits))


def _of(exhibit: Exhibit) -> list[PageSection]:
    """What the exam itself has to show."""
    return [
        PageSection(
            part.title,
            part.text,
            draw(part.chart) if part.chart else None,
            part.tables,
            (exhibit.command,),
        )
        for part in exhibit.parts
    ]
