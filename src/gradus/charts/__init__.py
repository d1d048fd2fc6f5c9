"""Charts: what a picture shows, described once as data; reports draw it with Matplotlib, the page with plotly.js."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradus.school import lazily

if TYPE_CHECKING:
    from gradus.charts.of_exams import (
        KINDS,
        Runner,
        accuracies,
        board,
        ratios,
        relative,
        retention,
        solved,
        steps,
    )
    from gradus.charts.of_runs import (
        LATEST,
        Curve,
        curves,
        differences,
        mastered,
        passed,
        progress,
        returns,
        walk,
    )
    from gradus.charts.plot import GREY, INKY, Axis, Plot, Rule, Series
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "GREY",
    "INKY",
    "KINDS",
    "LATEST",
    "Axis",
    "Curve",
    "Plot",
    "Rule",
    "Runner",
    "Series",
    "accuracies",
    "board",
    "curves",
    "differences",
    "mastered",
    "passed",
    "progress",
    "ratios",
    "relative",
    "retention",
    "returns",
    "solved",
    "steps",
    "walk",
]
