"""Charts of exams, lessons side by side and leaderboards, from the rows that their tables hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, median
from typing import Any, NamedTuple

from gradus.charts.plot import GREY, Axis, Plot, Rule, Series

_ENDLESS = 1e6
"""A ratio above this comes from a side that never passed; the picture shows an arrow at its edge."""
_MOST = 6
"""Learners in one picture."""


class Runner(NamedTuple):
    """Somebody with figures for tasks: a learner, or a group of an exam's runs."""

    label: str
    tasks: Sequence[Mapping[str, Any]]


def said(value: Mapping[str, Any] | None, form: str = ",.3g") -> str:
    """An estimate and its limits in words."""
    if value is None or value.get("estimate") is None:
        return "none"
    if value.get("note"):
        return f"{value['estimate']:{form}} ({value['note']})"
    low, high = ("unbounded" if value[end] is None else f"{value[end]:{form}}" for end in ("low", "high"))
    return f"{value['estimate']:{form}} ({low} to {high})"


def limits(value: Mapping[str, Any] | None) -> tuple[float, float, float] | None:
    """Estimate and limits, where there is an estimate; limits that are not finite become the estimate's own."""
    if value is None or value.get("estimate") is None:
        return None
    estimate = float(value["estimate"])
    low, high = value.get("low"), value.get("high")
    return estimate, estimate if low is None else float(low), estimate if high is None else float(high)


def ratios(
    part: Mapping[str, Any], better: str, worse: str, what: str, neither: str = "not shown"
) -> Plot | None:
    """Ratios on a logarithmic scale: the spread of all combinations (thin) and the interval over runs (thick)."""
    rows = [row for row in part["rows"] if limits(row["ratio"])]
    if not rows:
        return None
    left, right = _reach(rows)
    words = {better: (0, "circle"), worse: (1, "square"), neither: (GREY, "hollow")}
    others = list(dict.fromkeys(row["verdict"] for row in rows if row["verdict"] not in words))
    groups = [
        (name, [(i, r) for i, r in enumerate(rows) if r["verdict"] == name], *words[name]) for name in words
    ]
    if others:
        left_out = [(i, r) for i, r in enumerate(rows) if r["verdict"] in others]
        groups.append((others[0] if len(others) == 1 else "not tested", left_out, GREY, "cross"))
    series = []
    for name, some, look, mark in groups:
        exact = [(i, r["interval"]) for i, r in some if _bounded(r.get("interval"))]
        series.append(_spread(exact, "", look, "none", right, broad=True))
        series.append(_spread([(i, r["ratio"]) for i, r in some], name, look, mark, right))
    return Plot(
        Axis(what, "log", left, right),
        Axis(scale="rows", names=[row["task"] for row in rows]),
        series,
        (Rule("x", 1.0),),
        [_ratio_in_words(row) for row in rows],
        what,
    )


def _spread(
    rows: Sequence[tuple[int, Mapping[str, Any]]],
    name: str,
    look: int,
    mark: str,
    right: float,
    *,
    broad: bool = False,
) -> Series:
    """Estimates with their ends; an end that is not finite runs out of the picture."""
    middles = [float(value["estimate"]) for _, value in rows]
    ends = [_ends(value, right) for _, value in rows]
    low, high = ([pair[side] for pair in ends] for side in (0, 1))
    return Series("points", middles, [i for i, _ in rows], name, look, mark, low, high, broad=broad)


def _ends(value: Mapping[str, Any], right: float) -> tuple[float, float]:
    if not _bounded(value):
        return (float(value["estimate"]),) * 2
    return float(value["low"] or 1e-9), right * 2 if value["high"] is None else float(value["high"])


def _bounded(value: Mapping[str, Any] | None) -> bool:
    """Whether there is an estimate with an end at least on one side."""
    return bool(
        value and value.get("estimate") is not None and not (value["low"] is None and value["high"] is None)
    )


def _reach(rows: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """Both ends of the axis: wide enough for every end that is a number, and for half and double."""
    found = [end for row in rows for key in ("ratio", "interval") for end in (limits(row.get(key)) or ())]
    ends = [end for end in found if 0 < end < _ENDLESS]
    return min([*ends, 0.5]) / 1.3, max([*ends, 2.0]) * 1.3


def _ratio_in_words(row: Mapping[str, Any]) -> str:
    above = f", above the floor {said(row['above_floor'])}" if row.get("above_floor") else ""
    return f"{row['task']}: {said(row['ratio'])}{above}; {row['verdict']}"


def retention(part: Mapping[str, Any]) -> Plot | None:
    """The matrix of tasks and times; every cell says its share in figures as well."""
    rows = [row for row in part["rows"] if any(row["cells"])]
    if not rows:
        return None
    cells = [
        (x, y, cell["estimate"]) for y, row in enumerate(rows) for x, cell in enumerate(row["cells"]) if cell
    ]
    tips = []
    for row in rows:
        tested = zip(part["times"], row["cells"], strict=True)
        words = [f"after {time} {said(cell, '.0%')}" for time, cell in tested if cell]
        tips.append(f"{row['task']}: " + "; ".join(words))
    x, y, shares = (list(column) for column in zip(*cells, strict=True))
    series = Series("cells", x, y, values=shares, text=[f"{share:.0%}" for share in shares])
    return Plot(
        Axis("tested after the walk had passed ...", "rows", names=[str(time) for time in part["times"]]),
        Axis(scale="rows", names=[row["task"] for row in rows]),
        (series,),
        tips=tips,
    )


def accuracies(rows: Sequence[Mapping[str, Any]]) -> Plot | None:
    """Accuracy after passing with its interval, and the chance level as a tick."""
    if not rows:
        return None
    found = [(place, *(limits(row["accuracy"]) or (0.0, 0.0, 0.0))) for place, row in enumerate(rows)]
    chance = [(place, row["chance"]) for place, row in enumerate(rows) if row.get("chance") is not None]
    places, middle, low, high = (list(column) for column in zip(*found, strict=True))
    by_chance = Series("points", [c for _, c in chance], [p for p, _ in chance], "chance", 1, "tick")
    tips = [
        f"{row['task']}: {said(row['accuracy'], '.1%')}"
        + ("" if row.get("chance") is None else f", chance {row['chance']:.0%}")
        for row in rows
    ]
    return Plot(
        Axis("right answers after passing; tick: chance", "share", 0.0, 1.02),
        Axis(scale="rows", names=[row["task"] for row in rows]),
        (Series("points", middle, places, "accuracy", 0, low=low, high=high), by_chance),
        tips=tips,
        row=1.2,
    )


def steps(runners: Sequence[tuple[str, Sequence[Mapping[str, Any]]]]) -> Plot | None:
    """What passing each task cost, in floors: the mean steps over those of a learner that knows the answers."""
    shown = [r for r in (Runner(*pair) for pair in runners) if any(row["mean"] for row in r.tasks)][:_MOST]
    if not shown:
        return None
    names = _names(shown)
    series = [_in_floors(runner, i, len(shown), names) for i, runner in enumerate(shown)]
    what = "steps to pass, in floors (1: every answer is known)"
    rows = Axis(scale="rows", names=names)
    tips = [_cost_in_words(name, shown) for name in names]
    return Plot(Axis(what, "log"), rows, series, (Rule("x", 1.0),), tips, what, 0.67 + 0.2 * len(shown))


def _in_floors(runner: Runner, place: int, among: int, names: Sequence[str]) -> Series:
    """One learner's points, a little beside those of the others."""
    rows = [row for row in runner.tasks if row["mean"]]
    found = [[value / max(1.0, row["floor"]) for value in limits(row["mean"]) or ()] for row in rows]
    middle, low, high = (list(column) for column in zip(*found, strict=True))
    places = [names.index(row["task"]) + 0.6 * ((place + 0.5) / among - 0.5) for row in rows]
    return Series(
        "points", middle, places, runner.label, place, low=[max(end, 0.5) for end in low], high=high
    )


def _cost_in_words(task: str, runners: Sequence[Runner]) -> str:
    passed = [(r.label, row) for r in runners for row in r.tasks if row["task"] == task and row["mean"]]
    words = [f"{who} {said(row['mean'], ',.0f')}, floor {row['floor']:,.0f}" for who, row in passed]
    return f"{task}: " + "; ".join(words)


def _names(runners: Sequence[Runner]) -> list[str]:
    """Tasks that someone passed, in the order of the curricula."""
    return list(dict.fromkeys(row["task"] for r in runners for row in r.tasks if row["mean"]))


def relative(runners: Sequence[Runner]) -> Plot | None:
    """Each one's steps over the mean of all, task by task, and the median over tasks, as published in 2017."""
    shown = [r for r in runners if any(row["mean"] for row in r.tasks)][:_MOST]
    if len(shown) < 2:
        return None
    tables = [{row["task"]: row["mean"]["estimate"] for row in r.tasks if row["mean"]} for r in shown]
    common = [name for name in _names(shown) if all(name in table for table in tables)]
    if not common:
        return None
    series = []
    for i, table in enumerate(tables):
        found = [table[name] / fmean(other[name] for other in tables) for name in common]
        series.append(Series("points", found, [i] * len(found), look=i, mark="dot", text=common))
        series.append(Series("points", [median(found)], [i], look=i, mark="diamond"))
    what = f"steps over the mean of all ({len(common)} tasks)"
    rows = Axis(scale="rows", names=[r.label for r in shown])
    return Plot(Axis(what), rows, series, (Rule("x", 1.0, GREY),), says=what, row=1.4)


def solved(
    ours: Sequence[tuple[str, Mapping[str, Any], int]], others: Sequence[tuple[str, float, int]] = ()
) -> Plot | None:
    """Tasks passed: names, estimates and numbers of tasks; the others stand below, grey and without interval."""
    if not ours:
        return None
    series, tips = [], []
    for i, (label, passed, of) in enumerate(ours):
        middle, low, high = limits(passed) or (0.0, 0.0, 0.0)
        low, high = max(0.0, low), min(float(of), high)
        words = (f"{middle:.3g} of {of}",)
        series.append(Series("bars", (middle,), (i,), look=i, low=(low,), high=(high,), text=words))
        tips.append(f"{label}: {said(passed)} of {of} tasks")
    for i, (_, value, of) in enumerate(others, len(ours)):
        series.append(Series("bars", (value,), (i,), look=GREY, text=(f"{value:g} of {of}",)))
    most = max(of for _, _, of in (*ours, *others))
    names = [label for label, _, _ in (*ours, *others)]
    what = "tasks passed"
    return Plot(
        Axis(what, high=1.22 * most, low=0.0), Axis(scale="rows", names=names), series, (), tips, what, 1.1
    )


def board(rows: Sequence[Mapping[str, Any]]) -> Plot | None:
    """Submissions of a round, by the tasks they passed."""
    if not rows:
        return None
    words = [f"{row['passed']} of {row['of']}, {row['steps']:,} steps" for row in rows]
    bars = Series("bars", [row["passed"] for row in rows], list(range(len(rows))), text=words)
    most = max(row["of"] for row in rows)
    names = Axis(scale="rows", names=[row["name"] for row in rows])
    return Plot(Axis("tasks passed", "whole", 0.0, 1.4 * most), names, (bars,), says="tasks passed", row=1.2)


KINDS: dict[str, Callable[..., Plot | None]] = {
    "ratios": ratios,
    "retention": retention,
    "accuracies": accuracies,
    "steps": steps,
}
"""The pictures an exam may ask for."""
