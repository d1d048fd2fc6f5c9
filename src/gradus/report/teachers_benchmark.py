"""The report of a campaign: what each teacher reached, who differs from whom, and the published figures beside."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gradus.bench import SOURCE, Campaign, CampaignResults, Cell, Pair, analyse, doubts, find, rank_note
from gradus.report import teachers_charts as charts
from gradus.report.charts import drawn, figure
from gradus.report.page import PageSection, Tile
from gradus.report.tables import Table
from gradus.teachers import TEACHERS, full_settings, settings_text

CURVES = "Mean over runs and its standard error; a star marks a test at which a teacher differs from Random."
RUNS = "A thin line is a run, a thick one the median of a teacher's runs."
BARS = "Bars are means with Student's 90 % interval, marks are runs; a bracket joins teachers that differ."
PAIRS = "The means of two teachers in each field, with a star where they differ."
MAP = "How many runs master each test task at the last evaluation."


def is_campaign(path: str | Path) -> bool:
    """Whether a folder holds a campaign of ``gradus bench``."""
    return (Path(path) / "bench.json").is_file()


def benchmark_sections(path: str | Path) -> list[PageSection]:
    """The sections of a campaign's report."""
    campaign = Campaign.open(path)
    results = analyse(campaign)
    # A campaign of an older version, or of a program, does not say what asked for it.
    commands = tuple(campaign.commands()) or (f"gradus report {path} -o report.html",)
    made = [_overview(results, commands)]
    keys = list(dict.fromkeys((cell.experiment, cell.level) for cell in results.cells))
    for key in keys:
        cells = [cell for cell in results.cells if (cell.experiment, cell.level) == key]
        pairs = [pair for pair in results.pairs if (pair.experiment, pair.level) == key]
        made += [_heading(cells)] if len(keys) > 1 else []
        made += _experiment(cells, pairs, commands)
    return made + _radars(results)


def _overview(results: CampaignResults, commands: tuple[str, ...]) -> PageSection:
    runs = {run.path: run for cell in results.cells for run in cell.runs}
    steps = sum(run.job.plan.steps for run in runs.values())
    students = sorted({run.job.plan.student for run in runs.values()})
    lines = [
        f"{len(runs)} finished runs, {steps:,} training steps, students: {', '.join(students) or 'none'}.",
        f"{len(results.missing)} runs are not finished or were never tested, and are left out."
        if results.missing
        else "",
        *(f"Warning: {sentence}" for sentence in doubts(results)),
        rank_note(results),
        "Mastered means a return above 230. Intervals are Student's, at 90 %; stars mark p < 0.05 in Welch's test, "
        "two stars also after Holm's correction.",
    ]
    tables = (_cells(results.cells), _settings(results.cells))
    text, tiles = "\n".join(lines), (Tile(f"{len(runs)}", "finished runs"), *_tiles(results.cells))
    return PageSection("Benchmark of teachers", text, tables=tables, commands=commands, tiles=tiles)


def _tiles(cells: Sequence[Cell]) -> list[Tile]:
    """What each teacher reached, when there is one experiment; the best of each experiment, when there are several."""
    fields = list(dict.fromkeys((cell.experiment, cell.level) for cell in cells))
    if len(fields) == 1:
        return [_tile(cell, cell.teacher) for cell in cells]
    groups = [[cell for cell in cells if (cell.experiment, cell.level) == field] for field in fields]
    best = [max(group, key=lambda cell: cell.mean.estimate) for group in groups]
    return [
        _tile(cell, f"{cell.teacher}, highest in {cell.experiment.replace('_', ' ')}, {cell.level}")
        for cell in best
    ]


def _tile(cell: Cell, who: str) -> Tile:
    return Tile(f"{cell.mean.estimate:.0f} %", f"mastered with {who}, {cell.mean.n} runs")


def _settings(cells: Sequence[Cell]) -> Table:
    """The preset and all settings of every teacher, once for all experiments in which they are the same."""
    rows: dict[tuple[str, ...], None] = {}
    for cell in cells:
        plan = cell.runs[0].job.plan
        full = full_settings(TEACHERS.get(plan.teacher), plan.teacher_settings)
        rows[cell.level, plan.teacher, str(full.pop("preset", "")), settings_text(full)] = None
    return Table("settings of teachers", ("knowledge", "teacher", "preset", "settings"), tuple(rows))


def _heading(cells: Sequence[Cell]) -> PageSection:
    """What one of several experiments came to; its charts follow."""
    means = [f"{cell.teacher} {cell.mean.estimate:.0f} % ({cell.mean.n} runs)" for cell in cells]
    return PageSection(f"Experiment: {_name(cells[0])}", f"Mastered on average: {', '.join(means)}.")


def _name(cell: Cell) -> str:
    return f"{cell.experiment.replace('_', ' ')}, expert knowledge: {cell.level}"


def _experiment(cells: Sequence[Cell], pairs: Sequence[Pair], command: tuple[str, ...]) -> list[PageSection]:
    name = _name(cells[0])
    made = [
        PageSection(f"Learning curves: {name}", CURVES, figure(charts.curves(cells)), (), command),
        PageSection(f"Every run: {name}", RUNS, figure(charts.every_run(cells))),
        PageSection(f"Final evaluation: {name}", BARS, drawn(charts.bars)(cells, pairs), (_pairs(pairs),)),
    ]
    pairwise = drawn(charts.pairwise)(cells)
    if pairwise is not None:
        made.append(PageSection(f"Pairs of teachers: {name}", PAIRS, pairwise))
    for cell in cells:
        found = drawn(charts.task_map)(cell)
        if found is not None:
            made.append(PageSection(f"Test tasks mastered with {cell.teacher}: {name}", MAP, found))
    return made


def _radars(results: CampaignResults) -> list[PageSection]:
    made = []
    for level in dict.fromkeys(cell.level for cell in results.cells):
        cells = [c for c in results.cells if c.level == level and c.experiment != "original_stump_tracks"]
        best = [
            c.mean.estimate
            for c in results.cells
            if c.level == level and c.experiment == "original_stump_tracks"
        ]
        radar = drawn(charts.radar)(cells, max(best, default=None))
        if radar is not None:
            text = "Means relative to Random; the plus is the best teacher on the unchanged track."
            made.append(PageSection(f"Challenges, expert knowledge: {level}", text, radar))
    return made


def _cells(cells: Sequence[Cell]) -> Table:
    columns: tuple[str, ...] = (
        "experiment",
        "knowledge",
        "teacher",
        "runs",
        "steps",
        "mastered %",
        "low",
        "high",
    )
    columns += ("interquartile mean", "published %", "published sd", "published runs", "source")
    rows: list[tuple[Any, ...]] = []
    for cell in cells:
        steps = max(run.job.plan.steps for run in cell.runs)
        ours = (len(cell.runs), steps, cell.mean.estimate, *_ends(cell), cell.middle.estimate)
        row = find(cell.experiment, cell.level, cell.teacher)
        theirs = (
            (None,) * 4 if row is None else (row.mean, row.deviation, row.seeds, f"{SOURCE}, {row.source}")
        )
        rows.append((cell.experiment, cell.level, cell.teacher, *ours, *theirs))
    return Table("mastered tasks", columns, tuple(rows))


def _ends(cell: Cell) -> tuple[float | None, float | None]:
    value = cell.mean.to_json()
    return value["low"], value["high"]


def _pairs(pairs: Sequence[Pair]) -> Table:
    columns = ("first", "second", "difference", "p (Welch)", "p (Holm)", "P(first better)", "low", "high")
    rows = []
    for pair in pairs:
        better = pair.improvement.to_json()
        p = None if pair.test is None else pair.test.p
        ends = (better["estimate"], better["low"], better["high"])
        rows.append((pair.first, pair.second, pair.difference, p, pair.corrected, *ends))
    name = f"pairs {pairs[0].experiment} {pairs[0].level}" if pairs else "pairs"
    return Table(name, columns, tuple(rows))
