"""The pictures of the benchmark of teachers: curves, bars, radar, pairs, and the map of test tasks.

A teacher keeps its colour and its mark in every picture; what is significant is marked with a star of the
teacher's colour and said in the table as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, MaxNLocator
from numpy.typing import NDArray

from gradus import charts
from gradus.bench import Cell, Pair, compare
from gradus.charts import GREY, INKY, Curve, Plot, Series
from gradus.report.charts import MARKERS, colour_of
from gradus.report.palette import ON_LIGHT
from gradus.students import Plan
from gradus.tracks import SUCCESS

TEACHERS = ("random", "adr", "riac", "covar-gmm", "alp-gmm", "goal-gan", "spdl", "setter-solver")
LOOKS = (GREY, 4, 5, 2, 0, 1, 3, INKY)
MARKS = ("circle", "square", "up", "down", "diamond", "plus", "cross", "star")
MASTERED = "mastered test tasks (%)"
WIDTH = 5.2
"""Inches: the width of a phone held upright at reading size."""
LEVEL = 0.05
"""A difference counts as significant below this p-value."""


def looks(teacher: str, among: Sequence[str]) -> tuple[int, str]:
    """Look and mark of a teacher; those of other people follow the known ones."""
    names = [*TEACHERS, *(name for name in among if name not in TEACHERS)]
    place = names.index(teacher)
    again = place // len(LOOKS)  # a colour that comes round again has another mark
    return LOOKS[place % len(LOOKS)], MARKS[(place + again) % len(MARKS)]


def look(teacher: str, among: Sequence[str]) -> tuple[str, str]:
    """The same as Matplotlib's colour and mark."""
    number, mark = looks(teacher, among)
    return colour_of(number), MARKERS[mark]


def curves(cells: Sequence[Cell], baseline: str = "random") -> Plot:
    """Mastered tasks over steps: mean and standard error; stars where a teacher differs from the baseline."""
    base = next((cell for cell in cells if cell.teacher == baseline), None)
    plot = charts.curves([_curve(cell, cells) for cell in cells], MASTERED, 100.0)
    stars: list[Series] = []
    for cell in cells:
        where = _differs(cell, base) if base is not None and cell is not base else []
        if where:
            heights, number = [97.0 - 4 * len(stars)] * len(where), looks(cell.teacher, _names(cells))[0]
            stars.append(Series("points", where, heights, look=number, mark="star"))
    return replace(plot, series=[*plot.series, *stars])


def _names(cells: Sequence[Cell]) -> list[str]:
    return [cell.teacher for cell in cells]


def _curve(cell: Cell, cells: Sequence[Cell]) -> Curve:
    steps, values = cell.curve()
    mean, n = values.mean(axis=0), len(values)
    error = values.std(axis=0, ddof=1) / np.sqrt(n) if n > 1 else np.zeros(0)
    low, high = ((mean - error).tolist(), (mean + error).tolist()) if n > 1 else ((), ())
    return Curve(
        f"{cell.teacher} (n = {n})",
        list(steps),
        mean.tolist(),
        low,
        high,
        *looks(cell.teacher, _names(cells)),
    )


def _differs(cell: Cell, base: Cell) -> list[float]:
    """The steps of every evaluation where Welch's test separates two teachers."""
    steps, ours = cell.curve()
    _, theirs = base.curve()
    tests = [
        compare(ours[:, place], theirs[:, place]) for place in range(min(ours.shape[1], theirs.shape[1]))
    ]
    return [float(steps[place]) for place, test in enumerate(tests) if test is not None and test.p < LEVEL]


def _stars(axes: Axes, cell: Cell, base: Cell, height: float, cells: Sequence[Cell]) -> None:
    """Stars at every evaluation where two teachers differ."""
    where = _differs(cell, base)
    axes.scatter(
        where, [height] * len(where), marker="*", s=30, color=look(cell.teacher, _names(cells))[0], zorder=5
    )


def every_run(cells: Sequence[Cell]) -> Plot:
    """A thin line per run and the median of each teacher."""
    single, medians = [], []
    for cell in cells:
        steps, values = cell.curve()
        number, mark = looks(cell.teacher, _names(cells))
        single += [Curve("", list(steps), run.tolist(), look=number) for run in values]
        medians.append(
            Curve(cell.teacher, list(steps), np.median(values, axis=0).tolist(), look=number, mark=mark)
        )
    plot = charts.curves(medians, MASTERED, 100.0)
    return replace(plot, series=[*charts.curves(single, MASTERED, 100.0, thin=True).series, *plot.series])


def bars(cells: Sequence[Cell], pairs: Sequence[Pair]) -> Figure:
    """Final percentages with intervals and single runs; a bracket joins two teachers that differ."""
    figure = Figure(figsize=(WIDTH, 3.6), layout="constrained")
    axes = figure.add_subplot()
    names = [cell.teacher for cell in cells]
    for place, cell in enumerate(cells):
        colour, mark = look(cell.teacher, names)
        axes.bar(place, cell.mean.estimate, color=colour, alpha=0.75, width=0.65)
        spread = np.linspace(-0.18, 0.18, len(cell.runs)) if len(cell.runs) > 1 else np.zeros(1)
        axes.scatter(
            *(place + spread, cell.finals),
            s=12,
            color="white",
            edgecolor="black",
            marker=mark,
            zorder=4,
            clip_on=False,
        )
        if np.isfinite(cell.mean.low):
            below, above = cell.mean.estimate - max(0.0, cell.mean.low), cell.mean.high - cell.mean.estimate
            axes.errorbar(place, cell.mean.estimate, [[below], [above]], color="black", capsize=3, zorder=3)
    high = max((float(cell.finals.max()) for cell in cells), default=0.0)
    for pair in pairs:
        if pair.test is not None and pair.test.p < LEVEL:
            high += 5
            left, right = names.index(pair.first), names.index(pair.second)
            axes.plot(
                [left, left, right, right], [high - 1.5, high, high, high - 1.5], color="black", linewidth=0.8
            )
            stars = "**" if pair.corrected is not None and pair.corrected < LEVEL else "*"
            axes.text((left + right) / 2, high, stars, ha="center", va="center", fontsize=9)
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set(ylabel="mastered test tasks (%)", ylim=(0, max(100.0, high + 5)))
    return figure


def radar(cells: Sequence[Cell], upper: float | None = None, baseline: str = "random") -> Figure | None:
    """One axis per experiment, the mean relative to the baseline's; needs three experiments that share it.

    ``upper`` is the best teacher's mean on the unchanged track, drawn as a plus on every axis but the pooled
    students'. Stars mark teachers significantly better than the baseline.
    """
    means = {(cell.experiment, cell.teacher): cell for cell in cells}
    names = list(dict.fromkeys(cell.experiment for cell in cells))
    base = {name: means.get((name, baseline)) for name in names}
    axes_names = [name for name in names if (found := base[name]) is not None and found.mean.estimate > 0]
    if len(axes_names) < 3:
        return None
    figure = Figure(figsize=(WIDTH, 4.6), layout="constrained")
    axes = figure.add_subplot(projection="polar")
    angles = np.linspace(0, 2 * np.pi, len(axes_names), endpoint=False)
    teachers = list(dict.fromkeys(cell.teacher for cell in cells))
    for order, teacher in enumerate(teachers):
        shared = [(name, means[name, teacher], base[name]) for name in axes_names if (name, teacher) in means]
        _spoke(axes, teacher, order, shared, dict(zip(axes_names, angles, strict=True)), teachers)
    if upper is not None:
        for name, angle in zip(axes_names, angles, strict=True):
            cell = base[name]
            if cell is not None and name != "diverse_students":
                axes.scatter(angle, upper / cell.mean.estimate, marker="+", s=60, color="#D00000")
    axes.set_xticks(angles, [name.replace("_", "\n") for name in axes_names], fontsize=8)
    axes.legend(fontsize=7, loc="lower left", bbox_to_anchor=(-0.15, -0.15))
    return figure


def _spoke(
    axes: Axes,
    teacher: str,
    order: int,
    shared: Sequence[tuple[str, Cell, Cell | None]],
    angles: dict[str, float],
    teachers: Sequence[str],
) -> None:
    colour, mark = look(teacher, teachers)
    points = [(angles[name], cell.mean.estimate / base.mean.estimate) for name, cell, base in shared if base]
    if not points:
        return
    closed = [*points, points[0]]
    axes.plot(
        *zip(*closed, strict=True), color=colour, marker=mark, markersize=4, linewidth=1.2, label=teacher
    )
    for (angle, radius), (_, cell, base) in zip(points, shared, strict=True):
        test = None if base is None or base is cell else compare(cell.finals, base.finals)
        if test is not None and test.p < LEVEL and radius > 1:
            axes.scatter(angle + 0.05 * (1 + order), radius, marker="*", s=40, color=colour, zorder=5)


def pairwise(cells: Sequence[Cell]) -> Figure | None:
    """Below the diagonal, two teachers' curves per field, with stars where they differ."""
    n = len(cells)
    if n < 2:
        return None
    side = WIDTH / max(2, n - 1)
    figure = Figure(figsize=(WIDTH, side * (n - 1) + 0.6), layout="constrained")
    grid = figure.subplots(n - 1, n - 1, squeeze=False, sharex=True, sharey=True)
    for row in range(n - 1):
        for column in range(n - 1):
            axes: Axes = grid[row, column]
            if column > row:
                axes.set_axis_off()
                continue
            first, second = cells[row + 1], cells[column]
            for cell in (second, first):
                steps, values = cell.curve()
                axes.plot(steps, values.mean(axis=0), color=look(cell.teacher, [c.teacher for c in cells])[0])
            _stars(axes, first, second, 92, cells)
            axes.xaxis.set_major_locator(MaxNLocator(3))
            axes.xaxis.set_major_formatter(EngFormatter(sep=" "))
            axes.set_ylim(0, 100)
            axes.set_title(f"{first.teacher} / {second.teacher}", fontsize=7)
            axes.tick_params(labelsize=7)
    return figure


def task_map(cell: Cell) -> Figure | None:
    """Stump height by spacing: how many runs master each test task at the last evaluation."""
    return mastered_map(cell.runs[0].job.plan, [run.evaluations[-1].returns for run in cell.runs])


def mastered_map(plan: Plan, evaluations: Sequence[Sequence[float]]) -> Figure | None:
    """The same for any runs of a plan, given their returns; None if the test tasks are no grid of two numbers."""
    tasks = np.array(plan.test_tasks)
    if tasks.ndim != 2 or tasks.shape[1] != 2:
        return None
    heights, spacings = np.unique(tasks[:, 0]), np.unique(tasks[:, 1])
    if min(len(heights), len(spacings)) < 2 or len(heights) * len(spacings) != len(tasks):
        return None
    one = len(evaluations) == 1  # a single run is shown by its returns: mastered or not would say less
    found: NDArray[np.float64] = np.array(evaluations)
    values = found[0] if one else 100 * (found > SUCCESS).mean(axis=0)
    field = np.zeros((len(spacings), len(heights)))
    for (height, spacing), value in zip(tasks, values, strict=True):
        field[np.searchsorted(spacings, spacing), np.searchsorted(heights, height)] = value
    figure = Figure(figsize=(WIDTH, 3.6), layout="constrained")
    axes = figure.add_subplot()
    edges = (*_edges(heights), *_edges(spacings))
    low, high = (-100, 300) if one else (0, 100)
    picture = axes.imshow(
        field, origin="lower", aspect="auto", extent=edges, vmin=low, vmax=high, cmap="cividis"
    )
    mastered = tasks[found[0] > SUCCESS] if one else tasks[:0]
    axes.scatter(mastered[:, 0], mastered[:, 1], marker="x", s=25, color=ON_LIGHT)
    axes.set(xlabel="stump height", ylabel="obstacle spacing")
    axes.grid(visible=False)
    label = (
        "return; mastered tasks are crossed" if one else f"runs that master it (%), n = {len(evaluations)}"
    )
    figure.colorbar(picture, label=label)
    return figure


def _edges(values: NDArray[np.float64]) -> tuple[float, float]:
    """The outer edges of fields whose centres are the values."""
    half = (values[-1] - values[0]) / (len(values) - 1) / 2
    return float(values[0] - half), float(values[-1] + half)
