"""An exam that somebody else wrote, installed from a package of its own: options, help, table and report."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import gradus

EXAM = '''
"""Somebody else's exams."""

from dataclasses import dataclass

from gradus.exams import Chart, Exam, Result, Section, Table, run_rows, statistics, to_json
from gradus.exams.statistics import Interval


@dataclass(frozen=True)
class Endurance:
    task: str
    steps: int
    share: Interval
    verdict: str


@dataclass(frozen=True)
class Whole:
    verdict: str


@dataclass(frozen=True)
class Part:
    rows: tuple[Endurance, ...]
    whole: Whole


@dataclass(frozen=True, kw_only=True)
class StaminaResult(Result):
    stamina: Part


@dataclass(frozen=True)
class Stamina(Exam[StaminaResult]):
    """Does a learner last as long as it is asked to?"""

    protocol = "stamina"
    result_type = StaminaResult

    patience: int = 300
    """Steps after which a run has shown ``stamina``."""
    words: tuple[str, ...] = ("yes", "no")
    """What the two verdicts are called."""
    loud: bool = False
    """Whether to shout."""

    def plan(self, done):
        return [self.plan_run(f"run/{i}", self.tasks, self.seed_for("run", i)) for i in range(self.runs)]

    def result(self, done):
        runs = [done[f"run/{i}"] for i in range(self.runs)]
        rows = tuple(
            Endurance(
                run.name,
                run.steps,
                statistics.share_interval(run.steps, run.steps + 1),
                self.words[run.steps < self.patience],
            )
            for run in runs
        )
        return StaminaResult(stamina=Part(rows, Whole(rows[0].verdict)), runs=run_rows(runs))


@dataclass(frozen=True)
class Drawn(Stamina):
    """The same with a picture and a table of its own."""

    protocol = "stamina-drawn"

    @classmethod
    def lines(cls, result):
        yield Table("my table", ("who is examined",), (("me",),))
        yield f"A sentence of mine about {len(result.stamina.rows)} runs."

    @classmethod
    def sections(cls, result, who, settings):
        rows = [{"task": r.task, "accuracy": to_json(r.share), "chance": None} for r in result.stamina.rows]
        yield Section(f"Stamina of {who}", "A <b>section</b> of mine.", Chart("accuracies", rows))


@dataclass(frozen=True)
class Untyped(Exam):
    """As it was written for version 0.1: the result is a dictionary."""

    protocol = "stamina-untyped"

    def plan(self, done):
        return [self.plan_run("run/0", self.tasks, self.seed_for("run", 0))]

    def table(self, done):
        rows = [{"task": "all", "steps": done["run/0"].steps, "verdict": "old"}]
        return {"stamina": {"rows": rows, "whole": {"verdict": "old"}}}

    @classmethod
    def lines(cls, table):
        yield f"Steps: {table['stamina']['rows'][0]['steps']}."
'''
METADATA = "Metadata-Version: 2.1\nName: gradus-stamina\nVersion: 1.0\n"
ENTRY_POINTS = """
[gradus.exam]
stamina = gradus_stamina:Stamina
stamina-drawn = gradus_stamina:Drawn
stamina-untyped = gradus_stamina:Untyped
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder of packages that holds somebody else's, as pip leaves it there."""
    site = tmp_path_factory.mktemp("site")
    (site / "gradus_stamina.py").write_text(textwrap.dedent(EXAM))
    info = site / "gradus_stamina-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA)
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    return site


@pytest.fixture
def command(installed, tmp_path):
    """Run a command line in a process that sees the package."""

    def run(line: str, code: int = 0) -> str:
        paths = [str(installed), str(Path(gradus.__file__).parents[1])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "COLUMNS": "120"}
        words = [sys.executable, "-m", *line.split()]
        done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    return run


SMALL = "-l repeat --first 1 --runs 3 --task-steps 400"


def test_its_options_and_their_help(command):
    shown = " ".join(command("gradus exam stamina --help").replace("│", " ").split())
    assert "Does a learner last as long as it is asked to?" in shown
    for words in (
        "--patience",
        "Steps after which a run has shown stamina.",
        "--words",
        "--loud",
        "--no-loud",
    ):
        assert words in shown
    assert "--learner-cmd" in shown, "and what every exam can be told"
    assert "Does a learner last" in " ".join(command("gradus exam --help").replace("│", " ").split())


def test_it_is_held_printed_and_reported_and_says_how_it_was_made(command, tmp_path):
    out = command(f"gradus exam stamina {SMALL} --patience 500 --words good,bad --loud -o exam")
    assert "stamina, all together: bad." in out
    assert "share low" in out
    command("gradus report exam -o report.html")
    page = (tmp_path / "report.html").read_text()
    assert "Stamina of repeat" in page
    assert "Verdict: bad" in page or ">bad<" in page
    made = (
        "gradus exam stamina --learner repeat --first 1 --runs 3 --task-steps 400 --patience 500 "
        "--words good,bad --loud -o exam"
    )
    assert made in page
    again = command(made.replace("-o exam", "-o again --json"))
    assert '"verdict": "bad"' in again, "the command that the report prints works"


def test_it_may_describe_its_own_table_and_section(command, tmp_path):
    out = command(f"gradus exam stamina-drawn {SMALL} -o exam")
    assert "my table" in out
    assert "A sentence of mine about 3 runs." in out
    command("gradus report exam -o report.html")
    page = (tmp_path / "report.html").read_text()
    assert "A &lt;b&gt;section&lt;/b&gt; of mine." in page
    assert 'aria-label="Stamina of repeat"' in page


def test_one_written_for_version_0_1_works_for_another_version(command, tmp_path):
    assert "Steps: 400." in command(f"gradus exam stamina-untyped {SMALL} -o exam")
    command("gradus report exam -o report.html")
    assert "Stamina of repeat" in (tmp_path / "report.html").read_text()


def test_a_report_needs_no_exam_that_is_not_installed(command, tmp_path, installed):
    command(f"gradus exam stamina {SMALL} -o exam")
    environment = {**os.environ, "PYTHONPATH": str(Path(gradus.__file__).parents[1])}
    words = [sys.executable, "-m", "gradus", "report", "exam", "-o", "report.html"]
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Stamina of repeat" in (tmp_path / "report.html").read_text()


def test_wrong_settings_get_one_sentence(command):
    assert "--option is written name=value, not 'depth'" in command(
        f"gradus exam stamina {SMALL} --option depth -o x", code=2
    )
