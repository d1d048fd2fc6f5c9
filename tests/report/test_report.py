"""Reports: self-contained, complete, small, the same bytes for the same records, and honest about n."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
import time
from html.parser import HTMLParser
from typing import Any

import pytest

from gradus import charts, exams, report
from gradus.exams import command_of
from gradus.exams.statistics import Interval
from gradus.learners import Lesson, seeded
from gradus.report.charts import figure as drawn_chart
from gradus.report.gather import Exhibit, _label, gather
from gradus.report.page import PageSection, inline, page
from gradus.report.sections import sections
from gradus.report.tables import Table
from gradus.stream import World, make


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Small exams of every kind with a learner that copies, and single lessons."""
    base = tmp_path_factory.mktemp("exams")
    common = {"learner": "repeat", "order": "micro4,micro1", "task_steps": 800, "runs": 2}
    made = []
    each: dict[str, dict[str, Any]] = {
        "graduality": {"control": ("micro4",)},
        "forgetting": {},
        "retention": {"times": 1, "runs": 1},
        "accuracy": {"few": 0, "instances": 3},
        "relaxed": {"skip": 1},
        "steps": {},
    }
    for name, settings in each.items():
        exams.examine(exams.make(name, **{**common, **settings}), base / name)
        made.append(base / name)
    transfer = exams.make("transfer", **{**common, "before": str(_small(base))})
    exams.examine(transfer, base / "transfer")
    for seed in (0, 1):
        options = seeded("memory", seed)
        Lesson.create(
            base / f"run{seed}", "memory", World("round1", seed), options=options, max_steps=3000
        ).run()
    (base / "people").mkdir()
    exams.human_record([base / "run0"], [base / "run1"]).write(base / "people")
    return [*made, base / "transfer", base / "run0", base / "people"]


def _small(base):
    path = base / "small.toml"
    path.write_text('tasks = ["micro4"]\n[teacher]\nname = "consecutive"\nsuccess_threshold = 2\n')
    return path


class Parts(HTMLParser):
    """Collects what matters and complains about tags left open."""

    void = {"meta", "br", "link", "img"}

    def __init__(self):
        super().__init__()
        self.open, self.headings, self.outside, self.ids = [], [], [], []
        self.in_heading = False

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.ids += [values["id"]] if "id" in values else []
        self.outside += [v for k, v in attrs if k in ("src", "href") and v and not v.startswith("#")]
        self.in_heading = tag == "h2"
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.void:
            self.open.pop()

    def handle_data(self, data):
        if self.in_heading:
            self.headings.append(data)
            self.in_heading = False


def test_one_file_says_it_all(folders, tmp_path):
    path = report.write(folders, tmp_path / "report.html")
    text = path.read_text()
    parts = Parts()
    parts.feed(text)
    assert not parts.open
    assert not parts.outside, "nothing is fetched from elsewhere"
    assert len(parts.ids) == len(set(parts.ids)), "ids are unique in the page"
    titles = " ".join(parts.headings)
    for title in (
        "Overview",
        "Tasks solved",
        "Steps per task",
        "Graduality",
        "Forgetting",
        "Retention",
        "Accuracy",
    ):
        assert title in titles
    for title in ("Transfer", "Relaxed", "Beyond the interface", "Second walk"):
        assert title in titles
    assert "viewport" in text
    assert "@media print" in text
    assert path.stat().st_size < 400_000
    assert "gradus exam graduality --learner repeat" in text
    assert "agents of 2017" in text


def test_learners_are_compared_with_others_never_with_themselves():
    mean = Interval(200.0, 150.0, 300.0, 1, 0.9, "by hand")
    figures = exams.Result(tasks=(exams.TaskRow("micro1", 1, 1, 1, (200,), mean, None, 50.0, None),))

    def titles(*learners):
        shown = [
            Exhibit(f"{who} {n}", "lesson", "round1", False, 1, figures, "gradus teach", 0.9, learner=who)
            for n, who in enumerate(learners)
        ]
        return [section.title for section in sections(shown)]

    assert "Relative steps" in titles("memory", "gradual")
    assert "Relative steps" not in titles("memory", "memory")


def test_the_same_records_give_the_same_bytes(folders, tmp_path):
    one = report.write(folders[:2], tmp_path / "a.html", files=False).read_bytes()
    two = report.write(folders[:2], tmp_path / "b.html", files=False).read_bytes()
    assert one == two


def test_pictures_and_tables_as_files(folders, tmp_path):
    report.write(folders[:1], tmp_path / "report.html")
    files = {path.name for path in (tmp_path / "report-files").iterdir()}
    assert {
        "tasks-solved.png",
        "tasks-solved.svg",
        "graduality-of-repeat.csv",
        "tasks-of-repeat.csv",
    } <= files
    rows = list(csv.DictReader(io.StringIO((tmp_path / "report-files" / "tasks-of-repeat.csv").read_text())))
    assert rows[0]["task"] == "micro4"
    assert rows[0]["passed"] == "2"
    assert (tmp_path / "report-files" / "tasks-solved.png").read_bytes().startswith(b"\x89PNG")


def test_a_report_of_lessons_is_quick_and_needs_no_exam(folders, tmp_path):
    lessons = [path for path in folders if (path / "run.json").exists()]
    text = report.write(lessons, tmp_path / "demo.html", files=False).read_text()
    assert "memory" in text
    assert "gradus teach --learner memory-v0 --curriculum round1" in text


def test_a_lesson_that_no_option_can_ask_for_is_repeated_from_its_record(tmp_path):
    Lesson.create(tmp_path / "run", "memory", World("round1", 5), options={"seed": 9}, max_steps=90).run()
    text = report.write([tmp_path / "run"], tmp_path / "report.html", files=False).read_text()
    assert f"gradus repeat {tmp_path / 'run'} -o again" in text
    Lesson.repeat(tmp_path / "run", tmp_path / "again").run()
    for name in ("outcomes.jsonl", "transcript.bin"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "run" / name).read_bytes()


def test_pictures_say_their_figures_to_whoever_points_at_a_row(folders, tmp_path):
    text = report.write(folders, tmp_path / "r.html", files=False).read_text()
    titles = re.findall(r"<g><title>([^<]*)</title>", text)
    assert "tip: " not in text
    assert any(
        re.match(r"micro4: repeat \(graduality\) 50 \(50 to 50\), floor 50", title) for title in titles
    )
    assert any(re.match(r"micro4: \S.*; nothing to learn$", title) for title in titles)
    assert any("after micro1 100% (" in title for title in titles), "the retention matrix"
    assert any(re.match(r"micro4: 100.0% \(.*chance", title) for title in titles), "accuracy"


def test_figures_in_titles_are_rounded_not_cut():
    row = {
        "task": "a<b",
        "ratio": {"estimate": 0.9567, "low": 0.5, "high": None},
        "interval": None,
        "above_floor": None,
        "verdict": "not shown",
    }
    figure = drawn_chart(charts.ratios({"rows": [row]}, "gradual", "negative", "x"))
    assert "<title>a&lt;b: 0.957 (0.5 to unbounded); not shown</title>" in inline(figure, 0)


def drawn(table):
    return page("a page", [PageSection("a section", "", None, (table,))])


def test_text_of_strangers_is_escaped_everywhere():
    evil = "<img src=x onerror=alert(1)>"
    table = Table(evil, (evil,), ((evil,),))
    figure = drawn_chart(charts.accuracies([{"task": evil, "accuracy": None, "chance": None}]))
    html = page(evil, [PageSection(evil, evil, figure, (table,), (evil,))])
    assert "<img" not in html
    assert html.count("&lt;img") >= 9


def test_tables_can_be_sorted_and_name_what_stands_right():
    html = drawn(Table("t", ("who", "steps"), (("a", 1), ("b", None))))
    assert "<th><button>who</button></th>" in html
    assert '<th class="number"><button>steps</button></th>' in html


def test_labels_name_the_exam_and_then_a_number(folders):
    labels = [exhibit.label for exhibit in gather([folders[0], folders[5], folders[5], folders[7]])]
    assert labels == ["repeat (graduality)", "repeat (steps)", "repeat (steps) 2", "memory"]


def test_a_command_as_learner_is_named_by_its_script(tmp_path):
    settings = exams.make("steps", command=f"{sys.executable} /x/my_agent.py --deep").to_json()["settings"]
    assert _label(settings) == "my_agent.py"
    assert f"--learner-cmd '{sys.executable} /x/my_agent.py --deep'" in command_of(
        "steps", settings, tmp_path
    )


def test_people_and_agents_share_a_chart(folders):
    people = gather([folders[-1]])
    assert [exhibit.label for exhibit in people] == ["people", "agents"]
    assert people[0].result.runs[0].steps == 3000


def test_commands_say_what_differs_from_the_usual(tmp_path):
    exam = exams.make(
        "steps", learner="memory", runs=3, scramble=False, stages=(("micro1", 0.5),), options={"depth": 3}
    )
    text = command_of("steps", exam.to_json()["settings"], tmp_path / "e")
    assert "--runs 3" in text
    assert "--no-scramble" in text
    assert "--stage micro1=0.5" in text
    assert "--option depth=3" in text
    assert "--seed" not in text


def test_text_is_escaped_and_none_is_a_dash():
    html = drawn(Table("t", ("<b>",), (("<i>",), (None,), (True,), (1234567,), (0.5,))))
    assert "<i>" not in html
    assert "&lt;b&gt;" in html
    assert "–" in html
    assert "1,234,567" in html


def test_no_text_in_pictures_is_drawn_as_outlines(folders, tmp_path):
    text = report.write(folders[:1], tmp_path / "r.html", files=False).read_text()
    assert re.search(r"<text[^>]*>micro4</text>", text), (
        "text stays text: searchable, small, in the reader's font"
    )


@pytest.mark.parametrize(
    ("make_folder", "message"),
    [
        (lambda path: None, "holds no exam"),
        (lambda path: (path / "exam.json").write_text("{}"), "is not finished"),
        (lambda path: (path / "table.json").write_text('{"protocol": "steps"}'), "it has no 'settings'"),
        (lambda path: (path / "table.json").write_text("[]"), "is damaged"),
        (lambda path: (path / "run.json").write_text('{"kind": "lesson"}'), "is damaged: it has no 'world'"),
    ],
)
def test_bad_folders_get_one_sentence(tmp_path, make_folder, message):
    make_folder(tmp_path)
    with pytest.raises(ValueError, match=message):
        report.write([tmp_path], tmp_path / "r.html")
    with pytest.raises(ValueError, match="at least one"):
        report.write([], tmp_path / "r.html")


def test_curricula_used_here_exist():
    assert make("round1").only("micro4", "micro1")


@pytest.mark.parametrize("name", ["a$\\frac{$b", "x$y$", "<script>alert(1)</script>", "$", "\\"])
def test_names_of_strangers_are_no_formulas_and_no_markup(name):
    row = {"task": name, "accuracy": {"estimate": 0.5, "low": 0.4, "high": 0.6}, "chance": 0.2}
    figure = drawn_chart(charts.accuracies([row]))
    assert figure is not None
    shown = io.StringIO()
    figure.savefig(shown, format="svg")
    assert "<script" not in shown.getvalue()
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == [name]


def test_a_run_that_is_being_written_is_reported_as_far_as_it_is(tmp_path):
    """The report ends although the run goes on: what is whole when it looks is all that it waits for."""
    run, words = tmp_path / "run", "-m gradus teach --learner memory --max-steps 100000000"
    with subprocess.Popen(
        [sys.executable, *words.split(), "-o", str(run)], stdout=subprocess.DEVNULL
    ) as taught:
        try:
            deadline = time.monotonic() + 600
            while not (run / "outcomes.jsonl").is_file() or (run / "outcomes.jsonl").stat().st_size < 10_000:
                assert time.monotonic() < deadline and taught.poll() is None
                time.sleep(0.1)
            report.write([run], tmp_path / "page.html")
            assert taught.poll() is None, "the run has ended, so nothing was shown"
        finally:
            taught.kill()
    assert "memory" in (tmp_path / "page.html").read_text()
