"""The exams from the command line, as a person or a program would use them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from gradus import exams
from gradus.cli import main


@pytest.fixture
def gradus(capsys, monkeypatch):
    def run(*words, code=0):
        with pytest.raises(SystemExit) as stopped:
            main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert (stopped.value.code or 0) == code, err
        return out if code == 0 else err

    return run


SMALL = ("--order", "micro4,micro1", "--runs", "2", "--task-steps", "600")


def test_graduality_to_report(gradus, tmp_path):
    out = gradus("exam", "graduality", "-l", "repeat", *SMALL, "--control", "none", "-o", tmp_path / "exam")
    assert "graduality, all tasks together: too few runs" in out
    assert "No interval: it needs at least 3 against 3 runs" in out
    assert "one-sided at 0.05 and not corrected for their number" in out
    out = gradus("report", tmp_path / "exam", "-o", tmp_path / "report.html")
    assert "Report written to" in out
    assert (tmp_path / "report.html").stat().st_size > 10_000


def test_one_json_value_and_nothing_else(gradus, tmp_path):
    out = gradus("exam", "steps", "-l", "repeat", *SMALL, "-o", tmp_path / "exam", "--json")
    result = json.loads(out)
    assert result["protocol"] == "steps"
    assert result["table"]["totals"]["tasks_passed"]["estimate"] == 1
    assert json.loads(gradus("exam", "resume", tmp_path / "exam", "--json")) == result


def test_from_a_run_in_another_order(gradus, tmp_path):
    gradus("teach", "-l", "memory", "--max-steps", "2000", "-o", tmp_path / "run")
    out = gradus(
        *(
            "exam",
            "steps",
            "-l",
            "memory",
            "--from",
            tmp_path / "run",
            *SMALL,
            "-o",
            tmp_path / "exam",
            "--json",
        )
    )
    assert json.loads(out)["settings"]["start"] == str(tmp_path / "run")
    assert (tmp_path / "exam" / "start.json").exists()


@pytest.mark.parametrize("protocol", ["forgetting", "retention", "relaxed", "accuracy"])
def test_the_other_protocols(gradus, tmp_path, protocol):
    extra = (
        ("--skip", "1") if protocol == "relaxed" else ("--instances", "2") if protocol == "accuracy" else ()
    )
    out = gradus("exam", protocol, "-l", "repeat", *SMALL, *extra, "-o", tmp_path / "exam")
    assert "Exam written to" in out


def test_accuracy_that_tests_nothing_says_why(gradus, tmp_path):
    words = ("-l", "repeat", "--first", "2", "--runs", "1", "--task-steps", "300", "-o", tmp_path / "exam")
    assert "accuracy: None of the 2 tasks has at most 4" in gradus("exam", "accuracy", *words)
    gradus("report", tmp_path / "exam", "-o", tmp_path / "report.html")
    assert "None of the 2 tasks has at most 4" in (tmp_path / "report.html").read_text()


def test_human_beside_an_agent(gradus, tmp_path):
    for name in ("person", "agent"):
        gradus("teach", "-l", "memory", "--max-steps", "1000", "-o", tmp_path / name)
    out = gradus(
        "exam", "human", tmp_path / "person", "--agent", tmp_path / "agent", "-o", tmp_path / "table"
    )
    assert "1 run " in out
    assert "instances, by run" in out
    assert "instances of agents" in out
    rows = json.loads((tmp_path / "table" / "table.json").read_text())["table"]["instances"]["rows"]
    assert rows[0]["task"] == "micro1"
    assert rows[0]["instances"][0] >= 1
    gradus("report", tmp_path / "table", "-o", tmp_path / "report.html")
    assert "people" in (tmp_path / "report.html").read_text()


def test_people_are_timed_and_need_fewer_successes(tmp_path):
    typed = "a\nb\nc\nd\n:next\n" + "\n" * 5
    words = ["play", "--plain", "--task", "micro4", "--successes", "1", "-o", str(tmp_path / "person")]
    subprocess.run(
        [sys.executable, "-m", "gradus", *words], input=typed, text=True, check=True, capture_output=True
    )
    record = exams.human_record([tmp_path / "person"])
    rows = record.result.instances.rows
    assert [row.task for row in rows] == ["micro4"]
    assert 0 < rows[0].minutes[0] < 10
    settings = json.loads((tmp_path / "person" / "run.json").read_text())["world"]["teacher_settings"]
    assert settings["success_threshold"] == 1
    assert "minutes" in str(list(record.lines()))


TASK_OF_2017 = """
import random
from core.task import on_start, on_message, on_timeout
from tasks.competition.base import BaseTask


class Echo(BaseTask):
    def __init__(self, world=None):
        super(Echo, self).__init__(max_time=120, world=world)

    @on_start()
    def ask(self, event):
        self.word = random.choice(["y", "n"])
        self.set_message("say %s." % self.word)

    @on_message(r"[.]$")
    def check_response(self, event):
        if event.is_message(self.word, "."):
            self.set_result(1, "good.")

    @on_timeout()
    def late(self, event):
        self.set_result(0, "too late.")
"""


def test_an_exam_of_tasks_of_2017(gradus, tmp_path):
    (tmp_path / "mine.py").write_text(TASK_OF_2017)
    tasks = ("--curriculum", "mine.Echo", "--tasks-path", tmp_path, "--runs", "2", "--no-scramble")
    gradus("exam", "steps", "-l", "toys:SaysAgain", *tasks, "-o", tmp_path / "exam")
    table = json.loads((tmp_path / "exam" / "table.json").read_text())["table"]
    assert [row["tasks_passed"] for row in table["runs"]] == [1, 1]
    assert table["tasks"][0]["floor"] == 0  # only the task's own code knows its answers
    bits = (*tasks, "--bitmode", "--max-steps", "1k", "--workers", "2")
    gradus("exam", "steps", "-l", "memory", *bits, "-o", tmp_path / "bits")
    run = json.loads((tmp_path / "bits" / "runs" / "continuous" / "0" / "run.json").read_text())
    assert run["world"]["bits"] is True
    gradus("report", tmp_path / "bits", "-o", tmp_path / "report.html")
    assert "--bitmode --no-scramble" in (tmp_path / "report.html").read_text()


def test_curricula(gradus, tmp_path):
    names = [row["name"] for row in json.loads(gradus("curricula", "list", "--json"))]
    assert {"round1", "round1-eval", "arithmetic", "blocks"} <= set(names)
    assert "evaluate: " in gradus("curricula", "show", "arithmetic")
    out = gradus("curricula", "generate", "blocks", "--seed", "3", "-o", tmp_path / "fresh.toml")
    assert "12 tasks written" in out
    gradus("teach", "-l", "repeat", "-c", tmp_path / "fresh.toml", "--max-steps", "100")
    assert "*.toml" in gradus("curricula", "generate", "blocks", "-o", tmp_path / "fresh.txt", code=2)


def test_a_round_of_the_leaderboard(gradus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    opened = json.loads(gradus("exam", "open", "spring", "--key", "key.json", "--json"))
    assert len(opened["commitment"]) == 64
    board = json.loads(gradus("exam", "leaderboard", "spring", "--json"))
    assert board["rows"] == []
    assert board["key"] is None
    assert "either --learner or --learner-cmd" in gradus(
        "exam", "submit", "spring", "--name", "x", "--key", "key.json", code=2
    )
    for command in ("", "cat 'x"):
        words = ("--name", "x", "--key", "key.json", "--learner-cmd", command)
        assert "is no command" in gradus("exam", "submit", "spring", *words, code=2)
    assert "not been revealed" in gradus("exam", "verify", "spring", code=2)
    gradus("exam", "reveal", "spring", "--key", "key.json")
    assert "fits its commitment" in gradus("exam", "verify", "spring")
    assert "no round 'autumn'" in gradus("exam", "leaderboard", "autumn", code=2)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("exam", "steps", "-l", "nobody", "-o", "x"), "There is no learner named 'nobody'"),
        (("exam", "steps", "-l", "memory", "--stage", "micro1", "-o", "x"), "--stage is written name=number"),
        (("exam", "steps", "-l", "memory", "--option", "depth", "-o", "x"), "name=value"),
        (("exam", "steps", "-l", "memory", "-o", "run"), "already holds a run"),
        (("exam", "open", " ", "--key", "x"), "A round needs a name that can be read, not ' '"),
        (("exam", "submit", "r", "--name", "", "--key", "x", "-l", "memory"), "A submission needs a name"),
        (("exam", "resume", "nowhere"), "has no exam.json"),
        (("exam", "resume", "damaged"), "description is damaged"),
        (("exam", "steps", "-o", "x"), "either --learner or --learner-cmd"),
        (("exam", "steps", "--learner-cmd", " ", "-o", "x"), "--learner-cmd is empty"),
        (("exam", "steps", "-l", "repeat", "--hours", "inf", "-o", "x"), "a number greater than 0, not inf"),
        (("exam", "steps", "-l", "repeat", "--order", "micro1,micro1", "-o", "x"), "'micro1' twice"),
        (("exam", "steps", "-l", "repeat", "--from", "nowhere", "-o", "x"), "is not a run folder"),
        (("exam", "relaxed", "-l", "repeat", "--first", "3", "-o", "x"), "skip leaves no task"),
        (
            ("exam", "transfer", "-l", "repeat", "--before", "nothing", "-o", "x"),
            "no curriculum named 'nothing'",
        ),
        (("exam", "human", "damaged"), "is damaged: it has no 'world'"),
        (("exam", "verify", "spring"), "There is no round 'spring'"),
        (("report", "nowhere"), "There is no folder nowhere to report on."),
        (
            ("exam", "leaderboard", "r", "--board", "no/such/folder/board.sqlite"),
            "Cannot open the leaderboard",
        ),
    ],
)
def test_wrong_use_gets_one_sentence_and_code_2(gradus, words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "run.json").write_text('{"kind": "lesson"}')
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "exam.json").write_text('{"protocol": "steps"}')
    (tmp_path / "damaged" / "run.json").write_text('{"kind": "lesson"}')
    assert message in gradus(*words, code=2)
    assert not (tmp_path / "x").exists(), "a refused exam leaves no folder behind"
    assert sys.exc_info() == (None, None, None)
