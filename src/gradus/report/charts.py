"""The charts: tall and narrow, so that a phone shows them at reading size; safe for colour-blind eyes.

Colours are those of Okabe and Ito; nothing is said by colour alone: bars carry hatches, points carry shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import matplotlib as mpl
import matplotlib.lines
import matplotlib.patches
import matplotlib.ticker
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from gradus.exams import Chart
from gradus.report.gather import Exhibit
from gradus.report.palette import COLOURS, INK, LINE, ON_DARK, ON_LIGHT, SOFT
from gradus.report.published import AGENTS_2017, EVALUATION_TASKS, PUBLIC_TASKS
from gradus.school import UserError

HATCHES = ("", "//", "\\\\", "--", "||", "xx")
MARKERS = ("o", "s", "^", "D", "v", "P")
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


def _canvas(rows: int, per_row: float = 0.24, least: float = 1.6) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, max(least, 0.9 + per_row * rows)), layout="constrained")
    axes = figure.add_subplot()
    axes.grid(visible=False, axis="y")
    return figure, axes


def _tasks_down(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)


def _tip(axes: Axes, place: int, text: str) -> None:
    """Words for whoever points at a row: an unseen strip over it, whose id the page turns into a title."""
    axes.axhspan(place - 0.5, place + 0.5, alpha=0, lw=0, zorder=9, gid=TIP + text)


def _said(value: dict[str, Any] | None, form: str = ",.3g") -> str:
    """An estimate and its limits in words."""
    if value is None or value.get("estimate") is None:
        return "none"
    if value.get("note"):
        return f"{value['estimate']:{form}} ({value['note']})"
    low, high = ("unbounded" if value[end] is None else f"{value[end]:{form}}" for end in ("low", "high"))
    return f"{value['estimate']:{form}} ({low} to {high})"


def _limits(value: dict[str, Any] | None) -> tuple[float, float, float] | None:
    """Estimate and limits, where there is an estimate; limits that are not finite become the estimate's own."""
    if value is None or value.get("estimate") is None:
        return None
    estimate = float(value["estimate"])
    low, high = value.get("low"), value.get("high")
    return estimate, estimate if low is None else float(low), estimate if high is None else float(high)


def beside_2017(exhibits: Sequence[Exhibit]) -> bool:
    """Whether anybody met a whole curriculum: beside a few tasks the figures of 2017 would mislead."""
    return any(e.result.totals and e.result.totals.of >= EVALUATION_TASKS for e in exhibits)


@drawn
def tasks_solved(exhibits: Sequence[Exhibit]) -> Figure | None:
    """Tasks passed, ours above the published agents of 2017."""
    ours = [(e.label, e.result.totals) for e in exhibits if e.result.totals]
    if not ours:
        return None
    agents = AGENTS_2017 if beside_2017(exhibits) else ()
    figure, axes = _canvas(len(ours) + len(agents) * 2, 0.26)
    names = []
    for i, (label, totals) in enumerate(ours):
        passed, of = totals.tasks_passed.to_json(), totals.of
        middle, low, high = _limits(passed) or (0.0, 0.0, 0.0)
        low, high = max(0.0, low), min(float(of), high)
        colour, hatch = COLOURS[i % 6], HATCHES[i % 6]
        axes.barh(i, middle, 0.66, color=colour, hatch=hatch, edgecolor="white")
        axes.errorbar(middle, i, xerr=[[middle - low], [high - middle]], color=INK, capsize=3, lw=1)
        axes.annotate(f"{middle:.3g} of {of}", (high, i), (5, 0), textcoords="offset points", va="center")
        _tip(axes, i, f"{label}: {_said(passed)} of {of} tasks")
        names.append(label)
    for agent in agents:
        for value, of, label in (
            (agent.scrambled, EVALUATION_TASKS, f"{agent.name}, 2017, scrambled"),
            (agent.public, PUBLIC_TASKS, f"{agent.name}, 2017, public"),
        ):
            axes.barh(len(names), value, 0.5, color=LINE, edgecolor=GREY, lw=0.5)
            axes.annotate(
                f"{value} of {of}",
                (value, len(names)),
                (5, 0),
                textcoords="offset points",
                va="center",
                color=GREY,
            )
            names.append(label)
    _tasks_down(axes, names)
    axes.set_xlim(0, 1.22 * max(PUBLIC_TASKS if agents else 0, *(totals.of for _, totals in ours)))
    axes.set_xlabel("tasks passed")
    return figure


class HasTasks(Protocol):
    """Someone with figures for tasks: an exhibit, or a group of an exam's runs."""

    @property
    def label(self) -> str:
        """Who it is."""

    @property
    def tasks(self) -> Sequence[Mapping[str, Any]]:
        """Rows per task."""


@dataclass(frozen=True)
class Group:
    """A group of runs within an exam."""

    label: str
    tasks: Sequence[Mapping[str, Any]]


def _with_steps(exhibits: Sequence[HasTasks]) -> list[HasTasks]:
    return [e for e in exhibits if any(row["mean"] for row in e.tasks)]


def _names(exhibits: Sequence[HasTasks]) -> list[str]:
    """Tasks that someone passed, in the order of the curricula."""
    names: dict[str, None] = {}
    for exhibit in exhibits:
        for row in exhibit.tasks:
            if row["mean"]:
                names.setdefault(row["task"])
    return list(names)


@drawn
def steps_per_task(exhibits: Sequence[HasTasks]) -> Figure | None:
    """What passing each task cost, in floors: the mean steps over those of a learner that knows the answers."""
    shown = _with_steps(exhibits)[:6]
    if not shown:
        return None
    names = _names(shown)
    figure, axes = _canvas(len(names), 0.16 + 0.05 * len(shown))
    for i, exhibit in enumerate(shown):
        rows = [row for row in exhibit.tasks if row["mean"]]
        y = np.array([names.index(row["task"]) for row in rows]) + 0.6 * ((i + 0.5) / len(shown) - 0.5)
        floors = np.array([max(1.0, row["floor"]) for row in rows])
        middle, low, high = np.array([_limits(row["mean"]) or (0, 0, 0) for row in rows]).T / floors
        axes.hlines(y, np.maximum(low, 0.5), high, color=COLOURS[i], lw=2.5, alpha=0.5)
        axes.plot(middle, y, MARKERS[i], ms=5, color=COLOURS[i], mec=INK, mew=0.4, label=exhibit.label)
    for place, name in enumerate(names):
        passed = [(e.label, row) for e in shown for row in e.tasks if row["task"] == name and row["mean"]]
        words = [f"{who} {_said(row['mean'], ',.0f')}, floor {row['floor']:,.0f}" for who, row in passed]
        _tip(axes, place, f"{name}: " + "; ".join(words))
    axes.axvline(1, color=INK, lw=1)
    _tasks_down(axes, names)
    _logarithmic(axes)
    axes.grid(visible=True, axis="y", alpha=0.5)
    axes.tick_params(
        axis="x", top=True, labeltop=True
    )  # a long list of tasks has its axis in view at both ends
    axes.set_xlabel("steps to pass, in floors (1: every answer is known)")
    if len(shown) > 1:
        figure.legend(loc="outside upper center", ncols=2, fontsize=8)
    return figure


def _logarithmic(axes: Axes) -> None:
    """A logarithmic scale with plain figures, as many as fit."""
    axes.set_xscale("log")
    low, high = axes.get_xlim()
    decades = np.log10(high / low)
    subs = (1.0,) if decades > 3 else (1.0, 3.0) if decades > 1.3 else (1.0, 2.0, 5.0)
    axes.xaxis.set_major_locator(mpl.ticker.LogLocator(subs=subs, numticks=12))
    axes.xaxis.set_major_formatter(mpl.ticker.FuncFormatter(lambda value, _: f"{value:,.10g}"))
    axes.xaxis.set_minor_formatter(mpl.ticker.NullFormatter())


@drawn
def relative_steps(exhibits: Sequence[HasTasks]) -> Figure | None:
    """Each one's steps over the mean of all, task by task, and the median over tasks, as published in 2017."""
    shown = _with_steps(exhibits)[:6]
    if len(shown) < 2:
        return None
    steps = [{row["task"]: row["mean"]["estimate"] for row in e.tasks if row["mean"]} for e in shown]
    common = [name for name in _names(shown) if all(name in table for table in steps)]
    if not common:
        return None
    figure, axes = _canvas(len(shown), 0.34, 1.8)
    for i, table in enumerate(steps):
        ratios = [table[name] / np.mean([other[name] for other in steps]) for name in common]
        axes.plot(ratios, [i] * len(ratios), "o", ms=4, alpha=0.45, color=COLOURS[i])
        axes.plot([float(np.median(ratios))], [i], "D", ms=8, color=COLOURS[i], mec=INK)
    axes.axvline(1, color=GREY, lw=1)
    _tasks_down(axes, [e.label for e in shown])
    axes.set_xlabel(f"steps over the mean of all ({len(common)} tasks)")
    return figure


_ENDLESS = 1e6
"""A ratio above this comes from a side that never passed; the picture shows an arrow at its edge."""
_MARKS = {"better": ("o", GOOD), "worse": ("s", BAD), "open": ("D", OPEN), "left out": ("x", OPEN)}


@drawn
def ratios(
    part: dict[str, Any], better: str, worse: str, what: str, neither: str = "not shown"
) -> Figure | None:
    """Ratios on a logarithmic scale: the spread of all combinations (thin) and the interval over runs (thick)."""
    rows = [row for row in part["rows"] if _limits(row["ratio"])]
    if not rows:
        return None
    figure, axes = _canvas(len(rows))
    left, right = _reach(rows)
    words = {better: "better", worse: "worse", neither: "open"}
    for place, row in enumerate(rows):
        _ratio(axes, row, place, words.get(row["verdict"], "left out"), left, right)
    axes.axvline(1, color=INK, lw=1)
    axes.set_xlim(left, right)
    _logarithmic(axes)
    _tasks_down(axes, [row["task"] for row in rows])
    axes.set_xlabel(what)
    others = list(dict.fromkeys(row["verdict"] for row in rows if row["verdict"] not in words))
    names = dict(words) | ({others[0] if len(others) == 1 else "not tested": "left out"} if others else {})
    handles = [_legend(name, kind) for name, kind in names.items()]
    axes.legend(handles=handles, loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=2, fontsize=8)
    return figure


def _legend(name: str, kind: str) -> Any:
    marker, colour = _MARKS[kind]
    face = "white" if kind == "open" else colour
    return mpl.lines.Line2D([], [], ls="", marker=marker, mec=colour, mfc=face, label=name)


def _reach(rows: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """Both ends of the axis: wide enough for every end that is a number, and for half and double."""
    found = [end for row in rows for key in ("ratio", "interval") for end in (_limits(row.get(key)) or ())]
    ends = [end for end in found if 0 < end < _ENDLESS]
    return min([*ends, 0.5]) / 1.3, max([*ends, 2.0]) * 1.3


def _ratio(axes: Axes, row: dict[str, Any], place: int, kind: str, left: float, right: float) -> None:
    """One task: its interval, its spread and its median, an arrow where only one side ever passed."""
    marker, colour = _MARKS[kind]
    _bar(axes, row.get("interval"), place, right, colour, 5.0, 0.35)
    _bar(axes, row["ratio"], place, right, colour, 1.2, 1.0)
    middle = float(row["ratio"]["estimate"])
    face = "white" if kind == "open" else colour
    off = "<" if middle < left else ">" if middle > right else ""
    axes.plot(
        [min(max(middle, left), right)],
        [place],
        off or marker,
        ms=7 if off else 6,
        mfc=face,
        mec=colour,
    )
    axes.lines[-1].set(zorder=3, clip_on=False)
    _tip(axes, place, _ratio_in_words(row))


def _ratio_in_words(row: dict[str, Any]) -> str:
    above = f", above the floor {_said(row['above_floor'])}" if row.get("above_floor") else ""
    return f"{row['task']}: {_said(row['ratio'])}{above}; {row['verdict']}"


def _bar(
    axes: Axes,
    value: dict[str, Any] | None,
    place: int,
    right: float,
    colour: str,
    width: float,
    alpha: float,
) -> None:
    """A line from the low to the high end; an end that is not finite runs out of the picture."""
    if value is None or value.get("estimate") is None or (value["low"] is None and value["high"] is None):
        return
    low = value["low"] if value["low"] else 1e-9
    high = right * 2 if value["high"] is None else value["high"]
    axes.plot([low, high], [place, place], color=colour, lw=width, alpha=alpha, solid_capstyle="butt")


@drawn
def retention(part: dict[str, Any]) -> Figure | None:
    """The matrix of tasks and times; every cell says its share in figures as well."""
    rows = [row for row in part["rows"] if any(row["cells"])]
    if not rows:
        return None
    figure, axes = _canvas(len(rows), 0.26)
    axes.grid(visible=False)
    shares = np.array(
        [[np.nan if cell is None else cell["estimate"] for cell in row["cells"]] for row in rows]
    )
    axes.imshow(np.ma.masked_invalid(shares), cmap="cividis", vmin=0, vmax=1, aspect="auto")
    for y, x in np.argwhere(~np.isnan(shares)):
        share = shares[y, x]
        axes.text(
            x,
            y,
            f"{share:.0%}",
            ha="center",
            va="center",
            fontsize=8,
            color=ON_DARK if share < 0.6 else ON_LIGHT,
        )
    for place, row in enumerate(rows):
        tested = zip(part["times"], row["cells"], strict=True)
        words = [f"after {time} {_said(cell, '.0%')}" for time, cell in tested if cell]
        _tip(axes, place, f"{row['task']}: " + "; ".join(words))
    _tasks_down(axes, [row["task"] for row in rows])
    axes.set_xticks(range(len(part["times"])), part["times"], rotation=30, ha="right")
    axes.set_xlabel("tested after the walk had passed ...")
    return figure


@drawn
def accuracies(rows: Sequence[dict[str, Any]]) -> Figure | None:
    """Accuracy after passing with its interval, and the chance level as a tick."""
    if not rows:
        return None
    figure, axes = _canvas(len(rows), 0.3)
    for place, row in enumerate(rows):
        middle, low, high = _limits(row["accuracy"]) or (0.0, 0.0, 0.0)
        axes.plot([low, high], [place, place], color=COLOURS[0], lw=3, alpha=0.7)
        axes.plot([middle], [place], "o", color=COLOURS[0], mec=INK)
        if row.get("chance") is None:
            continue
        axes.plot([row["chance"]] * 2, [place - 0.35, place + 0.35], color=BAD, lw=1.6)
        _tip(axes, place, f"{row['task']}: {_said(row['accuracy'], '.1%')}, chance {row['chance']:.0%}")
    _tasks_down(axes, [row["task"] for row in rows])
    axes.set_xlim(0, 1.02)
    axes.xaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0))
    axes.set_xlabel("right answers after passing; tick: chance")
    return figure


KINDS: dict[str, Callable[..., Figure | None]] = {
    "ratios": ratios,
    "retention": retention,
    "accuracies": accuracies,
    "steps": lambda groups: steps_per_task([Group(*group) for group in groups]),
}
"""The pictures an exam may ask for."""


def draw(chart: Chart) -> Figure | None:
    """The picture that an exam describes; an unknown kind is refused in one sentence."""
    if chart.kind not in KINDS:
        raise UserError(f"A chart is one of {', '.join(KINDS)}, not {chart.kind!r}.")
    return KINDS[chart.kind](chart.data, **chart.options)
