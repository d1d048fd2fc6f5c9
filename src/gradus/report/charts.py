"""Charts as Matplotlib draws them: tall and narrow, so that a phone shows them at reading size.

What they show is described in ``gradus.charts``. Colours are those of Okabe and Ito; nothing is said by colour alone:
bars carry hatches, points carry shapes, lines carry dashes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import matplotlib as mpl
import matplotlib.ticker
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from gradus import charts
from gradus.charts import GREY as GREY_LOOK
from gradus.charts import INKY, Axis, Plot, Series
from gradus.exams import Chart
from gradus.report.palette import COLOURS, INK, LINE, ON_DARK, ON_LIGHT, ORDER, SOFT
from gradus.school import UserError

HATCHES = ("", "//", "\\\\", "--", "||", "xx")
MARKERS = {
    "circle": "o", "square": "s", "up": "^", "diamond": "D", "down": "v", "plus": "P", "cross": "x", "star": "*",
    "tick": "|", "hollow": "D", "dot": "o", "none": "",
}  # fmt: skip
_IN_TURN = ("circle", "square", "up", "diamond", "down", "plus")
_DASHES = ("-", "--", ":", "-.", (0, (8, 3)), (0, (8, 2, 2, 2)))
GREY = SOFT
GOOD, BAD, OPEN = COLOURS[0], COLOURS[5], SOFT
TIP = "tip: "
"""How the id of a strip begins that carries the words for its row."""
WIDTH = 4.6
"""Inches; at reading size this is the width of a phone held upright."""
STYLE: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Arial", "Helvetica"],
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": LINE,
    "text.color": INK,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "text.parse_math": False,  # names are strangers' texts: a dollar sign in one is no formula
    "hatch.linewidth": 0.6,
    "svg.fonttype": "none",
    "svg.hashsalt": "gradus",
    "legend.frameon": False,
}


def drawn(draw: Callable[..., Figure | None]) -> Callable[..., Figure | None]:
    """Draw in the house style, whatever the caller's settings are."""

    def styled(*args: Any, **kwargs: Any) -> Figure | None:
        with mpl.rc_context(STYLE):
            figure = draw(*args, **kwargs)
            if figure is not None:
                figure.canvas.draw()
            return figure

    return styled


def draw(chart: Chart) -> Figure | None:
    """The picture that an exam asks for; an unknown kind is refused in one sentence."""
    if chart.kind not in charts.KINDS:
        raise UserError(f"A chart is one of {', '.join(charts.KINDS)}, not {chart.kind!r}.")
    return figure(charts.KINDS[chart.kind](chart.data, **chart.options))


@drawn
def figure(plot: Plot | None) -> Figure | None:
    """A described chart, drawn; nothing for none."""
    if plot is None:
        return None
    made = Figure(figsize=_size(plot), layout="constrained")
    axes = made.add_subplot()
    for rule in plot.rules:
        line = axes.axvline if rule.axis == "x" else axes.axhline
        line(
            rule.at, color=colour_of(rule.look), lw=0.8 if rule.dashed else 1, ls="--" if rule.dashed else "-"
        )
    for series in plot.series:
        _DRAW[series.kind](axes, series, plot)
    _scaled(axes, plot)
    for place, words in enumerate(plot.tips):
        _tip(axes, place, words)
    _legend(made, axes, plot)
    return made


def _size(plot: Plot) -> tuple[float, float]:
    if plot.y.scale != "rows":
        return 5.2, 3.4
    return WIDTH, max(1.6, 0.9 + 0.24 * plot.row * len(plot.y.names))


def colour_of(look: int) -> str:
    """The colour of a look: one of six, grey or ink."""
    return {GREY_LOOK: SOFT, INKY: INK}.get(look) or COLOURS[ORDER[look % len(ORDER)]]


def _mark(series: Series) -> str:
    return series.mark or _IN_TURN[max(0, series.look) % len(_IN_TURN)]


def _line(axes: Axes, series: Series, plot: Plot) -> None:
    colour, mark = colour_of(series.look), _mark(series)
    few = len(series.x) <= 30 and not series.thin and series.kind == "line"
    axes.plot(
        series.x,
        series.y,
        color=colour,
        lw=0.7 if series.thin else 1.5,
        alpha=0.6 if series.thin else 1.0,
        ls=_DASHES[max(0, series.look) % 6] if _several(plot) else "-",
        marker=MARKERS[mark] if few else "",
        ms=4,
        drawstyle="steps-post" if series.kind == "stairs" else "default",
        label=series.name,
        clip_on=not few,
    )
    if len(series.low):
        step = "post" if series.kind == "stairs" else None
        axes.fill_between(series.x, series.low, series.high, color=colour, alpha=0.18, lw=0, step=step)  # type: ignore[arg-type]


def _several(plot: Plot) -> bool:
    """Whether dashes are needed to tell lines apart."""
    return sum(bool(series.name) and series.kind in ("line", "stairs") for series in plot.series) > 1


def _cloud(axes: Axes, series: Series, plot: Plot) -> None:
    axes.scatter(series.x, series.y, s=3, color="#bbbbbb", linewidth=0, rasterized=True, label="")


def _points(axes: Axes, series: Series, plot: Plot) -> None:
    colour, mark = colour_of(series.look), _mark(series)
    across = plot.y.scale == "rows"
    if len(series.low):
        lines = axes.hlines if across else axes.vlines
        width = 5.0 if series.broad else 2.5 if across and plot.x.scale != "log" else 1.4
        places = series.y if across else series.x
        lines(places, series.low, series.high, color=colour, lw=width, alpha=0.35 if series.broad else 0.8)
    if series.broad:
        return
    if mark == "tick":
        axes.vlines(series.x, np.asarray(series.y) - 0.35, np.asarray(series.y) + 0.35, color=colour, lw=1.6)
        return
    face = "white" if mark == "hollow" else colour
    pale = 0.45 if mark == "dot" else 1.0
    size = {"dot": 4, "star": 6}.get(mark, 5)
    x, beyond = _within(series.x, plot.x)
    for edge, shape in ((0, MARKERS[mark]), (-1, "<"), (1, ">")):
        some = beyond == edge
        if edge and not some.any():
            continue
        places = np.asarray(series.y, float)[some]
        (made,) = axes.plot(x[some], places, shape, ms=7 if edge else size, mfc=face, mec=colour, alpha=pale)
        made.set(zorder=3, clip_on=False, color=colour, mfc=face, label="" if edge else series.name)


def _within(values: Sequence[float], axis: Axis) -> tuple[Any, Any]:
    """Values drawn at the edge where they lie beyond it, and on which side they do."""
    given = np.asarray(values, float)
    low, high = -np.inf if axis.low is None else axis.low, np.inf if axis.high is None else axis.high
    return np.clip(given, low, high), (given > high).astype(int) - (given < low).astype(int)


def _bars(axes: Axes, series: Series, plot: Plot) -> None:
    ours = series.look >= 0
    colour = colour_of(series.look) if ours else LINE
    edge, hatch = ("white", HATCHES[series.look % 6]) if ours else (GREY, "")
    axes.barh(series.y, series.x, 0.66 if ours else 0.5, color=colour, hatch=hatch, edgecolor=edge, lw=0.5)
    ends = series.high if len(series.high) else series.x
    for value, place, low, high in zip(series.x, series.y, series.low, series.high, strict=False):
        axes.errorbar(value, place, xerr=[[value - low], [high - value]], color=INK, capsize=3, lw=1)
    for end, place, words in zip(ends, series.y, series.text, strict=True):
        colour = INK if ours else GREY
        axes.annotate(words, (end, place), (5, 0), textcoords="offset points", va="center", color=colour)


def _cells(axes: Axes, series: Series, plot: Plot) -> None:
    field = np.full((len(plot.y.names), len(plot.x.names)), np.nan)
    field[np.asarray(series.y, int), np.asarray(series.x, int)] = series.values
    axes.imshow(np.ma.masked_invalid(field), cmap="cividis", vmin=0, vmax=1, aspect="auto")
    for x, y, share, words in zip(series.x, series.y, series.values, series.text, strict=True):
        colour = ON_DARK if share < 0.6 else ON_LIGHT
        axes.text(x, y, words, ha="center", va="center", fontsize=8, color=colour)


_DRAW = {"line": _line, "stairs": _line, "cloud": _cloud, "points": _points, "bars": _bars, "cells": _cells}


def _scaled(axes: Axes, plot: Plot) -> None:
    axes.set(xlabel=plot.x.title, ylabel=plot.y.title)
    if plot.x.low is not None or plot.x.high is not None:
        axes.set_xlim(plot.x.low, plot.x.high)
    if plot.y.scale == "rows":
        axes.grid(visible=False, axis="y")
        if plot.x.scale == "log":
            axes.grid(visible=True, axis="y", alpha=0.5)
        axes.set_yticks(range(len(plot.y.names)), plot.y.names)
        axes.set_ylim(len(plot.y.names) - 0.4, -0.6)
    elif plot.y.low is not None or plot.y.high is not None:
        axes.set_ylim(plot.y.low, plot.y.high)
    if plot.x.scale == "rows":
        axes.grid(visible=False)
        axes.set_xticks(range(len(plot.x.names)), plot.x.names, rotation=30, ha="right")
    if plot.x.scale == "log":
        _logarithmic(axes)
        if len(plot.y.names) > 12:  # a long list of tasks has its axis in view at both ends
            axes.tick_params(axis="x", top=True, labeltop=True)
    _whole(axes.xaxis, plot.x)
    _whole(axes.yaxis, plot.y)


def _whole(axis: Any, about: Axis) -> None:
    if about.scale == "share":
        axis.set_major_formatter(mpl.ticker.PercentFormatter(1.0))
    elif about.scale == "steps":
        axis.set_major_formatter(mpl.ticker.EngFormatter(sep=" "))  # 4 k, 20 M
    elif about.scale == "whole":
        axis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))


def _logarithmic(axes: Axes) -> None:
    """A logarithmic scale with plain figures, as many as fit."""
    axes.set_xscale("log")
    low, high = axes.get_xlim()
    decades = np.log10(high / low)
    subs = (1.0,) if decades > 3 else (1.0, 3.0) if decades > 1.3 else (1.0, 2.0, 5.0)
    axes.xaxis.set_major_locator(mpl.ticker.LogLocator(subs=subs, numticks=12))
    axes.xaxis.set_major_formatter(mpl.ticker.FuncFormatter(lambda value, _: f"{value:,.10g}"))
    axes.xaxis.set_minor_formatter(mpl.ticker.NullFormatter())


def _tip(axes: Axes, place: int, text: str) -> None:
    """Words for whoever points at a row: an unseen strip over it, whose id the page turns into a title."""
    axes.axhspan(place - 0.5, place + 0.5, alpha=0, lw=0, zorder=9, gid=TIP + text)


def _legend(made: Figure, axes: Axes, plot: Plot) -> None:
    handles, names = axes.get_legend_handles_labels()
    if len(names) > 1:
        made.legend(handles, names, loc="outside upper center", ncols=2, fontsize=8)
