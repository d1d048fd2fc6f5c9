"""The report of a campaign: every picture is drawn from known figures and shows them."""

from __future__ import annotations

from pathlib import Path

from tests.bench.made import made_campaign
from tests.bench.test_analysis import ORDER

from gradus.bench import Choice
from gradus.bench.analysis import analyse
from gradus.report import teachers_charts as charts
from gradus.report.page import page
from gradus.report.teachers_benchmark import benchmark_sections, is_campaign


def test_the_page_of_a_campaign(tmp_path: Path) -> None:
    made_campaign(tmp_path / "runs", "original", Choice("hours", seeds=3), ORDER)
    assert is_campaign(tmp_path / "runs") and not is_campaign(tmp_path)
    sections = benchmark_sections(tmp_path / "runs")
    titles = [section.title.partition(":")[0] for section in sections]
    assert titles[:5] == [
        "Benchmark of teachers",
        "Learning curves",
        "Every run",
        "Final evaluation",
        "Pairs of teachers",
    ]
    assert titles.count("Test tasks mastered with adr") == 1
    table = next(table for table in sections[0].tables if table.name == "settings of teachers")
    named = {row[1]: (row[2], row[3]) for row in table.rows}
    assert named["alp-gmm-v0"][0] == "paper" and "max_k=10" in named["alp-gmm-v0"][1]
    assert "initial_mean=(0.0, 6.0)" in named["adr-v0"][1]
    text = page("Report", sections)
    assert "No rank agreement" in text and "Romac et al." in text and "Table 3" in text
    assert "12 finished runs, 36,000,000 training steps, students: ppo-v0" in text


def test_several_experiments_have_a_heading_each(tmp_path: Path) -> None:
    made_campaign(tmp_path / "runs", "challenges", Choice("hours", seeds=2), ORDER)
    made = benchmark_sections(tmp_path / "runs")
    headings = [section for section in made if section.head == "Experiment"]
    assert len(headings) == len({section.whose for section in headings}) >= 4
    assert not any(section.is_drawn for section in headings), "they span all columns"
    assert "alp-gmm" in headings[0].text and "(2 runs)" in headings[0].text
    assert made[0].tiles[0].value == str(len(headings) * 4 * 2), "four teachers, two runs each"


def test_stars_stand_where_teachers_differ_and_nowhere_else(tmp_path: Path) -> None:
    far = analyse(made_campaign(tmp_path / "far", "original", Choice("hours", seeds=4), ORDER)).cells
    equal = dict.fromkeys(ORDER, 40.0)
    near = analyse(made_campaign(tmp_path / "near", "original", Choice("hours", seeds=4), equal)).cells
    stars = [
        [len(series.x) for series in charts.curves(cells).series if series.mark == "star"]
        for cells in (far, near)
    ]
    assert stars[0] and all(stars[0])
    assert not stars[1]


def test_radar_needs_three_experiments_and_shows_ratios(tmp_path: Path) -> None:
    few = analyse(made_campaign(tmp_path / "few", "original", Choice("hours", seeds=2), ORDER)).cells
    assert charts.radar(few) is None
    many = analyse(made_campaign(tmp_path / "many", "challenges", Choice("hours", seeds=2), ORDER)).cells
    figure = charts.radar(many, upper=60.0)
    assert figure is not None
    lines = {line.get_label(): line for line in figure.axes[0].lines}
    assert set(lines["random"].get_ydata()) == {1.0}  # type: ignore[arg-type]
    assert all(1.2 < y < 2.2 for y in lines["alp-gmm"].get_ydata())  # type: ignore[operator, union-attr]


def test_the_map_counts_runs_per_task(tmp_path: Path) -> None:
    cells = analyse(made_campaign(tmp_path, "original", Choice("hours", seeds=2), ORDER)).cells
    figure = charts.task_map(cells[0])
    assert figure is not None
    field = figure.axes[0].images[0].get_array()
    assert field is not None and field.shape == (10, 10)
    assert abs(float(field.mean()) - cells[0].mean.estimate) < 1e-9


def test_every_teacher_looks_different() -> None:
    others = ["plr", "accel", "vds", "tscl", "oracle", "learning-progress", "mine", "yours"]
    looks = [charts.look(name, others) for name in (*charts.TEACHERS, *others)]
    assert len(set(looks)) == len(looks)
