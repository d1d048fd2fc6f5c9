"""One look: reports, the page in the browser and the documentation share their colours; pictures follow the dress."""

import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import gradus
from gradus import charts
from gradus.charts import Runner as Who
from gradus.exams import Totals
from gradus.exams.statistics import Interval
from gradus.report import palette
from gradus.report.charts import figure
from gradus.report.page import Film, PageSection, Tile, inline, page
from gradus.report.sections import tasks_solved
from gradus.report.tables import shown

ROOT = Path(gradus.__file__).parent
ROWS = [{"task": "micro1", "mean": {"estimate": 200.0, "low": 150.0, "high": 300.0}, "floor": 50.0}]


def variables(part):
    return dict(re.findall(r"--([\w-]+): (#\w+)", part))


def test_both_dresses_have_the_same_colours_by_name():
    light, dark = (variables(part) for part in palette.CSS.split("[data-theme=dark]"))
    assert set(light) == set(dark) and all(light[name] != dark[name] for name in light)
    assert [light[f"c{n}"] for n in range(1, 7)] == [colour.lower() for colour in palette.COLOURS]
    assert (light["ink"], light["soft"], light["line"], light["paper"]) == (
        palette.INK,
        palette.SOFT,
        palette.LINE,
        palette.PAPER,
    )


def contrast(one, other):
    def light(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05

    return max(light(one), light(other)) / min(light(one), light(other))


@pytest.mark.parametrize("dress", [0, 1])
def test_words_can_be_read_in_both_dresses(dress):
    colours = variables(palette.CSS.split("[data-theme=dark]")[dress])
    for name in ("ink", "soft", "accent", "good", "bad"):
        assert contrast(colours[name], colours["paper"]) >= 4.5, name
        assert contrast(colours[name], colours["shade"]) >= 4.3, name


def test_nobody_has_colours_of_their_own():
    for style in (ROOT / "web" / "static" / "style.css", ROOT / "report" / "style.css"):
        assert "--ink:" not in style.read_text(encoding="utf-8"), style


def test_a_picture_in_a_page_follows_the_dress():
    drawing = inline(figure(charts.steps([Who("a", ROWS), Who("b", ROWS)])), 0)
    assert "var(--ink)" in drawing and "var(--c1)" in drawing and "var(--c6)" in drawing
    assert not re.search("#000000|#0072b2|#ffffff", drawing, re.I)


def test_steps_are_shown_in_floors():
    plot = charts.steps([Who("a", ROWS)])
    assert plot.series[0].x == [4.0], "200 steps are four floors of 50"
    assert [4.0] in [np.asarray(line.get_xdata()).tolist() for line in figure(plot).axes[0].lines]


def test_a_page_has_contents_tiles_films_and_a_date():
    film = Film(b"RIFF", "a walker <falls>")
    parts = [PageSection("One", "", tiles=(Tile("3 of 4", "passed"),)), PageSection("Two", "", films=(film,))]
    html = page("title", [*parts, PageSection("Three", "")], "2026-11-18")
    assert '<a href="#two">Two</a>' in html and "2026-11-18, gradus" in html
    assert '<div class="tile"><b>3 of 4</b><span>passed</span></div>' in html
    assert 'src="data:image/webp;base64,UklGRg=="' in html and "<falls>" not in html
    assert "prefers-color-scheme: dark" in html


def test_shares_are_said_in_percent():
    assert shown(0.25, "accuracy") == "25 %" and shown(0.25, "ratio") == "0.25"


def test_charts_stand_side_by_side_and_films_have_room():
    chart = figure(charts.steps([Who("a", ROWS)]))
    parts = [
        PageSection("Words", ""),
        PageSection("Chart", "", chart),
        PageSection("Film", "", films=(Film(b"", ""),)),
    ]
    html = page("title", parts)
    assert '<main class="pairs">' in html
    assert '<section id="words">' in html and '<section id="chart" class="drawn">' in html
    assert '<section id="film" class="drawn broad">' in html
    assert "<main>" in page("title", [*parts, PageSection("Third", "", chart)])


def test_a_task_with_nothing_to_learn_is_not_shown_as_forgotten():
    def row(verdict):
        return {"task": verdict, "verdict": verdict, "ratio": {"estimate": 1.0, "low": 0.9, "high": 1.1}}

    rows = [row(verdict) for verdict in ("kept", "forgotten", "nothing to learn")]
    drawing = figure(charts.ratios({"rows": rows}, "kept", "worse", "second / first", "forgotten"))
    axes = drawing.axes[0]
    words = [text.get_text() for text in drawing.legends[0].get_texts()]
    assert words == ["kept", "worse", "forgotten", "nothing to learn"]
    lines = [line for line in axes.lines if np.size(line.get_xdata())]
    marks = [line.get_marker() for line in lines if line.get_marker() not in ("None", "")]
    assert marks == ["o", "D", "x"]


def test_contents_name_runs_only_where_there_are_several():
    one = [PageSection(f"{head}: run a", "") for head in ("Overview", "Returns", "Tasks")]
    assert '<a href="#returns-run-a">Returns</a>' in page("title", one)
    both = page("title", [*one, PageSection("Returns: run b", "")])
    assert '<a href="#returns-run-a">Returns: run a</a>' in both and "<small>run b</small>" in both


def exhibit(of):
    interval = Interval(3.0, 2.0, 4.0, 1, 0.9, "student")
    totals = Totals(interval, of, 0, None)
    return SimpleNamespace(label="a", result=SimpleNamespace(totals=totals))


@pytest.mark.parametrize(("of", "bars"), [(8, 1), (46, 15)])
def test_agents_of_2017_stand_only_beside_a_whole_curriculum(of, bars):
    axes = figure(tasks_solved([exhibit(of)])).axes[0]
    assert len(axes.get_yticklabels()) == bars
