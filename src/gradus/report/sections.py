"""What a report says, section by section: only what the exhibits have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gradus.report import charts, tables
from gradus.report.gather import Exhibit
from gradus.report.page import Section
from gradus.report.published import AGENTS_2017, HUMAN_2017
from gradus.report.tables import Table


def sections(exhibits: Sequence[Exhibit]) -> list[Section]:
    """All sections, the overview first."""
    found = [_overview(exhibits), _solved(exhibits), _steps(exhibits), _relative(exhibits)]
    for exhibit in exhibits:
        found += _of(exhibit)
    return [section for section in found if section is not None]


def _commands(exhibits: Sequence[Exhibit]) -> tuple[str, ...]:
    return tuple(exhibit.command for exhibit in exhibits)


def _overview(exhibits: Sequence[Exhibit]) -> Section:
    rows = []
    for exhibit in exhibits:
        totals = exhibit.table.get("totals") or {}
        passed = totals.get("tasks_passed") or {}
        row = (exhibit.label, exhibit.kind, exhibit.curriculum or None, exhibit.scrambled, exhibit.runs)
        limits = (passed.get("estimate"), passed.get("low"), passed.get("high"), totals.get("of"))
        rows.append((*row, *limits, totals.get("finished"), _verdict(exhibit.table)))
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
    return Section(
        "Overview", text, tables=(Table("overview", columns, tuple(rows)),), commands=_commands(exhibits)
    )


def _verdict(table: Mapping[str, Any]) -> str | None:
    """What was found, and against what: an exam may compare with more than one thing."""
    against = {"graduality": "", "control": " against the control", "transfer": "", "forgetting": ""}
    parts = [f"{table[key]['whole']['verdict']}{what}" for key, what in against.items() if table.get(key)]
    return ", ".join(parts) or None


def _sentence(exhibit: Exhibit) -> str:
    totals = exhibit.table.get("totals")
    runs = f"{exhibit.runs} run{'s' if exhibit.runs != 1 else ''}"
    where = f" on {exhibit.curriculum}" if exhibit.curriculum else ""
    start = f"{exhibit.label}{where}{', scrambled' if exhibit.scrambled else ''} ({exhibit.kind}, {runs})"
    if not totals:
        return start + "."
    passed = totals["tasks_passed"]
    verdict = _verdict(exhibit.table)
    end = f" Verdict: {verdict}." if verdict else ""
    average = f"{passed['estimate']:.3g} of {totals['of']} tasks passed on average"
    return f"{start}: {average}; {totals['finished']} finished.{end}"


def _solved(exhibits: Sequence[Exhibit]) -> Section | None:
    figure = charts.tasks_solved(exhibits)
    if figure is None:
        return None
    rows = tuple((a.name, a.scrambled, a.plain, a.public) for a in AGENTS_2017)
    published = Table(
        "agents of 2017", ("agent", "scrambled, of 43", "not scrambled, of 43", "public, of 46"), rows
    )
    mine = tuple(
        Table(f"runs of {e.label}", *_columns_and_rows(tables.runs_table(e)))
        for e in exhibits
        if e.table.get("runs")
    )
    text = (
        "Tasks passed on average over runs, with Student's interval. Grey: the agents of the General AI Challenge as "
        "published in 2017, one run of 24 hours each; their evaluation curriculum is not ours beyond its tenth task. "
        + HUMAN_2017
    )
    return Section("Tasks solved", text, figure, (*mine, published), _commands(exhibits))


def _columns_and_rows(table: Table) -> tuple[tuple[str, ...], tuple[tuple[Any, ...], ...]]:
    return table.columns, table.rows


def _steps(exhibits: Sequence[Exhibit]) -> Section | None:
    figure = charts.steps_per_task(exhibits)
    if figure is None:
        return None
    rows = tuple(tables.tasks_table(e.tasks, f"tasks of {e.label}") for e in exhibits if e.tasks)
    text = (
        "Steps to pass a task, over the runs that passed it: mean and Student's interval on a logarithmic scale. The "
        "tick marks what the task costs a learner that knows the answers."
    )
    return Section("Steps per task", text, figure, rows, _commands(exhibits))


def _relative(exhibits: Sequence[Exhibit]) -> Section | None:
    figure = charts.relative_steps(exhibits)
    if figure is None:
        return None
    text = (
        "Steps divided by the mean over all shown, task by task, as in the evaluation report of 2017. "
        "Diamond: the median over tasks."
    )
    return Section("Relative steps", text, figure, (), _commands(exhibits))


def _of(exhibit: Exhibit) -> list[Section | None]:
    table, made = exhibit.table, []
    if table.get("graduality"):
        made.append(_graduality(exhibit, table["graduality"]))
    if table.get("control"):
        made.append(_control(exhibit, table["control"]))
    if table.get("transfer"):
        made.append(_transfer(exhibit, table["transfer"]))
    if table.get("forgetting"):
        made.append(_forgetting(exhibit, table["forgetting"], "Forgetting"))
    if table.get("second_walk"):
        made.append(_forgetting(exhibit, table["second_walk"], "Second walk"))
    if table.get("retention"):
        made.append(_retention(exhibit, table["retention"]))
    if table.get("accuracy"):
        made.append(_accuracy(exhibit, table["accuracy"]))
    if table.get("relaxed"):
        made.append(_relaxed(exhibit, table["relaxed"]))
    return list(made)


def _whole(part: Mapping[str, Any]) -> str:
    whole = part["whole"]
    if not whole["tasks"]:
        return "No task was reached by both groups."
    return (
        f"One test for all {whole['tasks']} tasks together, with whole runs as the unit ({whole['method']}): "
        f"{whole['verdict']}; p = {whole['p_better']:.3g} for better, {whole['p_worse']:.3g} for worse. "
        "Verdicts of single tasks are not corrected for their number."
    )


_HOW_TO_READ = (
    "Thin line: median, 5th and 95th percentile over all combinations of runs, the recipe of 2017. Thick line: "
    "bootstrap interval of the ratio of medians with runs as the unit. Left of 1 is better; an arrow at the edge: the "
    "other group hardly ever passed the task."
)


def _graduality(exhibit: Exhibit, part: dict[str, Any]) -> Section:
    figure = charts.ratios(part, "gradual", "negative", "steps: continuous / tabula rasa")
    text = (
        "Does what was learned before make the next task cheaper? Steps of runs that walk the curriculum over "
        f"steps of runs that meet the task fresh.\n{_HOW_TO_READ}\n{_whole(part)}"
    )
    rows = (tables.comparison_table(part, f"graduality of {exhibit.label}"),)
    return Section(f"Graduality of {exhibit.label}", text, figure, rows, (exhibit.command,))


def _control(exhibit: Exhibit, part: dict[str, Any]) -> Section:
    figure = charts.ratios(
        part, "beyond the interface", "behind the control", "steps: continuous / interface-only control"
    )
    taught = ", ".join(exhibit.table["taught"])
    text = (
        f"The control learned only the interface before each task ({taught}). What beats it is reuse of skills.\n"
        + _whole(part)
    )
    rows = (tables.comparison_table(part, f"control of {exhibit.label}"),)
    return Section(f"Beyond the interface: {exhibit.label}", text, figure, rows, (exhibit.command,))


def _transfer(exhibit: Exhibit, part: dict[str, Any]) -> Section:
    figure = charts.ratios(part, "positive", "negative", "steps: after the other curriculum / without it")
    text = f"Does {exhibit.table['before']} help with {exhibit.curriculum}?\n{_HOW_TO_READ}\n{_whole(part)}"
    rows = (tables.comparison_table(part, f"transfer of {exhibit.label}"),)
    return Section(f"Transfer of {exhibit.label}", text, figure, rows, (exhibit.command,))


def _forgetting(exhibit: Exhibit, part: dict[str, Any], title: str) -> Section:
    figure = charts.ratios(part, "kept", "worse", "steps: second time / first time", "forgotten")
    whole, factor = part["whole"], exhibit.table["factor"]
    text = (
        "What a task costs again after the whole walk. Definition 5 of the challenge's paper allows "
        f"{factor:g} times the first cost; relearning from nothing meets that too, so a task counts as kept only if "
        "at least half of the learning cost is saved: of what the first time cost beyond instances like those that "
        f"passed it.\nOf {whole['tasks']} tasks {whole['kept']} kept, "
        f"{whole['forgotten']} forgotten, {whole['worse']} worse: {whole['verdict']}."
    )
    rows = (tables.forgetting_table(part, f"{title.lower()} of {exhibit.label}"),)
    return Section(f"{title} of {exhibit.label}", text, figure, rows, (exhibit.command,))


def _retention(exhibit: Exhibit, part: dict[str, Any]) -> Section:
    text = (
        f"At several times of one walk copies of the learner were tested with {part['instances']} instances of each "
        "task passed so far: the share solved."
    )
    rows = (tables.retention_table(part, f"retention of {exhibit.label}"),)
    return Section(f"Retention of {exhibit.label}", text, charts.retention(part), rows, (exhibit.command,))


def _accuracy(exhibit: Exhibit, part: dict[str, Any]) -> Section:
    text = (
        "Five right answers in a row may be luck where an answer has few values. After passing, each such task was "
        "tested again: share of right answers with Wilson's interval."
    )
    rows = (tables.accuracy_table(part, f"accuracy of {exhibit.label}"),)
    return Section(
        f"Accuracy of {exhibit.label}", text, charts.accuracies(part["rows"]), rows, (exhibit.command,)
    )


def _relaxed(exhibit: Exhibit, part: dict[str, Any]) -> Section:
    strict, easy = exhibit.table["totals"], part["totals"]
    text = (
        "Relaxed conditions of 2017: introductory tasks skipped, instances a thousand times longer, one solved "
        "instance is enough, nothing scrambled.\n"
        f"Strict: {strict['tasks_passed']['estimate']:.3g} of {strict['of']} tasks. "
        f"Relaxed: {easy['tasks_passed']['estimate']:.3g} of {easy['of']}."
    )
    rows = (tables.tasks_table(part["tasks"], f"relaxed tasks of {exhibit.label}"),)
    both = [replace(exhibit, label="strict"), replace(exhibit, label="relaxed", table=part)]
    figure = charts.steps_per_task(both)
    return Section(f"Relaxed conditions: {exhibit.label}", text, figure, rows, (exhibit.command,))
