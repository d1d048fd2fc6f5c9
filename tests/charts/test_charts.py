"""What charts show is data: it is looked at without drawing anything."""

import re
from pathlib import Path

import pytest

import gradus
from gradus import charts
from gradus.charts import plot
from gradus.report import charts as drawer

SCRIPT = (Path(gradus.__file__).parent / "web" / "static" / "plot.js").read_text(encoding="utf-8")


def interval(estimate, low=None, high=None):
    return {"estimate": estimate, "low": low, "high": high}


def test_both_drawers_know_every_kind_and_mark():
    in_script = set(re.findall(r"(\w+):", re.search(r"const MARKS = \{(.*?)\}", SCRIPT)[1]))
    assert in_script == set(drawer.MARKERS) == set(plot.MARKS)
    drawn_there = set(re.findall(r"\w+", re.search(r"const DRAW = \{ (.*?) \}", SCRIPT)[1]))
    assert drawn_there == set(drawer._DRAW) == set(plot.KINDS)
    assert set(re.findall(r'scale === "(\w+)"', SCRIPT)) == set(plot.SCALES) - {"linear"}


def test_both_drawers_give_a_look_the_same_colour():
    order = [int(n) for n in re.search(r"ORDER = \[([\d, ]+)\]", SCRIPT)[1].split(",")]
    assert order == [place + 1 for place in drawer.ORDER]
    assert [drawer.colour_of(n) for n in (0, 1)] == [drawer.GOOD, drawer.BAD]


def test_ratios_say_verdicts_by_series_and_run_out_where_they_have_no_end():
    rows = [
        {
            "task": "a",
            "verdict": "gradual",
            "ratio": interval(0.5, 0.4, 0.8),
            "interval": interval(0.5, 0.3, 0.9),
        },
        {"task": "b", "verdict": "not shown", "ratio": interval(0.9, 0.5, None), "interval": None},
        {"task": "c", "verdict": "nothing to learn", "ratio": interval(1e9, 2.0, 1e9), "interval": None},
        {"task": "d", "verdict": "gradual", "ratio": None, "interval": None},
    ]
    made = charts.ratios({"rows": rows}, "gradual", "negative", "a / b")
    assert list(made.y.names) == ["a", "b", "c"], "without an estimate there is nothing to show"
    named = {series.name: series for series in made.series if series.name}
    assert list(named) == ["gradual", "negative", "not shown", "nothing to learn"]
    assert named["gradual"].x == [0.5] and named["gradual"].high == [0.8]
    assert named["not shown"].high[0] > made.x.high, "no end: out of the picture"
    assert named["nothing to learn"].x[0] > made.x.high, "an arrow at the edge"
    assert made.tips[1] == "b: 0.9 (0.5 to unbounded); not shown"
    assert charts.ratios({"rows": []}, "x", "y", "z") is None


def test_a_walk_is_told_by_its_steps_up():
    tasks, solved = ["a", "a", "a", "b", "b"], [True, False, True, True, True]
    assert charts.walk(tasks, solved, [1] * 5, streak=2) == ([0, 5], [0, 1])
    assert charts.walk(tasks, [True] * 5, [3] * 5, streak=2) == ([0, 6, 15], [0, 1, 2])
    assert charts.walk([], [], [], streak=2) == ([0], [0])


def test_a_mean_of_pairs_has_ends_only_where_there_are_some():
    rows = [("a - b", [1.0, 3.0], ["seed 0", "seed 1"], (2.0, 2.0, 2.0))]
    made = charts.differences(rows, "tasks passed")
    assert made.series[0].x == [1.0, 3.0] and made.series[1].low == made.series[1].high == [2.0]
    assert charts.differences([], "tasks passed") is None


@pytest.mark.parametrize(
    "made",
    [
        charts.passed([0, 10], [0, 1]),
        charts.returns(([1.0], [2.0]), ([1.0], [2.0]), charts.Curve("tests", [1], [2], [1], [3]), 10, 230.0),
        charts.mastered([1, 2], [0.0, 5.0], 10),
        charts.progress([1, 2], [0.0, 5.0], 10),
        charts.curves(
            [charts.Curve("a", [0, 1], [0, 1], [0, 0], [1, 2]), charts.Curve("b", [0], [0])], "what"
        ),
        charts.board([{"name": "x", "passed": 0, "of": 43, "steps": 10}]),
        charts.accuracies([{"task": "a", "accuracy": interval(0.5, 0.4, 0.6), "chance": 0.2}]),
        charts.retention({"times": ["a"], "rows": [{"task": "a", "cells": [interval(0.5, 0.4, 0.6)]}]}),
    ],
)
def test_every_description_can_be_drawn(made):
    figure = drawer.figure(made)
    assert figure.axes[0].get_xlabel() == made.x.title
    assert all(len(series.x) == len(series.y) for series in made.series)
