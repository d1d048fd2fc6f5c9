"""Every exam takes the same options: a memory to begin with, an order, stages, budgets, any kind of learner."""

from __future__ import annotations

import re
import sys

import pytest
import typer

from gradus import exams
from gradus.cli.exam import TimeLeft, with_protocols
from gradus.leaderboard.submission import command_for
from gradus.school import UserError, read_json, write_json

ANY = sys.executable
"""A command that every machine has."""
PROTOCOLS = ["accuracy", "forgetting", "graduality", "relaxed", "retention", "steps", "transfer"]
SHARED = {
    *(
        "--learner",
        "--learner-cmd",
        "--transport",
        "--option",
        "--from",
        "--curriculum",
        "--order",
        "--first",
    ),
    *("--scramble", "--runs", "--max-steps", "--hours", "--task-steps", "--stage", "--seed", "--workers"),
    *("--json", "--output"),
}


@pytest.fixture
def settings(ladder_file):
    """A small exam that every protocol can hold."""
    return {"curriculum": ladder_file, "first": 3, "runs": 1, "scramble": False, "task_steps": 20_000}


def of(protocol, ladder_file):
    """What only this protocol needs."""
    own = {
        "accuracy": {"few": 0, "instances": 3},
        "graduality": {"control": ("say1",)},
        "relaxed": {"skip": 1},
        "transfer": {"before": ladder_file},
    }
    return own.get(protocol, {})


def test_the_list_of_protocols_is_whole():
    assert sorted(exams.available()) == PROTOCOLS


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_command_takes_the_shared_options(protocol):
    command = typer.main.get_command(with_protocols()).commands[protocol]  # type: ignore[attr-defined]
    names = {name for parameter in command.params for name in parameter.opts}
    assert names >= SHARED
    assert "--instances" in names or protocol not in ("accuracy", "retention")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_from_a_memory_in_another_order_with_a_stage(protocol, settings, ladder_file, tmp_path):
    before = exams.make("steps", learner="toys:Toy", curriculum=ladder_file, runs=1, scramble=False)
    exams.examine(before, tmp_path / "before")
    start = tmp_path / "before" / "runs" / "continuous" / "0"
    given = {**settings, **of(protocol, ladder_file), "start": str(start), "order": "reversed"}
    if protocol == "graduality":
        given["control"] = ("say4",)
    exam = exams.make(protocol, learner="toys:Toy", **given, stages=(("say4", 0.5),))
    assert list(exam.tasks.tasks) == ["say5", "say4", "say3"]
    exams.examine(exam, tmp_path / "exam")
    memory = read_json(tmp_path / "exam" / "start.json")
    runs = [path.parent for path in (tmp_path / "exam" / "runs").rglob("run.json")]
    begun = [read_json(path / "run.json")["start"] for path in runs]
    assert memory in begun, "some run begins with the memory given"
    assert None not in begun, "and none with nothing"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_stage_stops_a_run_of_every_exam(protocol, settings, ladder_file, tmp_path):
    given = {**settings, **of(protocol, ladder_file), "max_steps": 10_000, "stages": (("say2", 0.25),)}
    if protocol == "graduality":
        given["control"] = ()
    exams.examine(exams.make(protocol, learner="toys:Stuck", **given), tmp_path / "exam")
    reasons = [read_json(path)["reason"] for path in (tmp_path / "exam" / "runs").rglob("end.json")]
    assert "say2 was not passed within 25% of the budget (2500 steps)" in reasons


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_runs_to_come_are_foreseen_and_the_bar_only_grows(protocol, settings, ladder_file, tmp_path):
    exam = exams.make(protocol, learner="toys:Reuser", **settings, **of(protocol, ladder_file))
    expected = [plan.name for plan in exams.runs_to_come(exam, {})]
    told = []
    exams.examine(exam, tmp_path / "exam", progress=lambda *news: told.append(news))
    done = [p.parent.relative_to(tmp_path / "exam" / "runs") for p in tmp_path.rglob("end.json")]
    assert sorted(map(str, done)) == sorted(expected), "a learner that passes everything has just these runs"
    shares = [share for _, _, share in told]
    assert shares == sorted(shares)
    assert told[-1] == (len(expected), len(expected), pytest.approx(1))


def test_the_time_left_is_judged_by_what_this_sitting_has_done():
    seconds = iter([100.0, 160.0, 220.0, 300.0])
    outlook = TimeLeft(lambda: next(seconds))
    assert outlook.left(0.4) == ""  # an exam gone on with: what was done before says nothing
    assert outlook.left(0.5) == "about 0:05:00 left"
    assert outlook.left(0.7) == "about 0:02:00 left"
    assert outlook.left(1.0) == ""


@pytest.mark.parametrize("transport", ["zmq", "unix"])
def test_a_command_gets_the_figures_of_the_same_learner(settings, tmp_path, transport):
    given = {**settings, "task_steps": 300, "first": 2}
    ours = exams.examine(exams.make("steps", learner="repeat", **given), tmp_path / "ours")
    command = command_for("repeat", 0)
    exam = exams.make("steps", command=command, transport=transport, **given)
    theirs = exams.examine(exam, tmp_path / "theirs")
    assert theirs.to_json()["table"] == ours.to_json()["table"]
    assert theirs.result.runs[0].reason == "stalled: say0 was not passed within 300 steps"
    assert exams.resume(tmp_path / "theirs") == theirs


def test_an_interrupted_run_of_a_command_begins_again(settings, tmp_path):
    given = {**settings, "task_steps": 300, "first": 2}
    exam = exams.make("steps", command=command_for("repeat", 0), transport="unix", **given)
    whole = exams.examine(exam, tmp_path / "whole")
    plan = exam.plan({})[0]
    path = tmp_path / "killed" / "runs" / plan.name
    path.mkdir(parents=True)
    for name in ("run.json", "outcomes.jsonl", "transcript.bin"):
        (path / name).write_bytes((tmp_path / "whole" / "runs" / plan.name / name).read_bytes()[:-1])
    exams.execute_run(tmp_path / "killed", plan)
    for name in ("outcomes.jsonl", "transcript.bin", "end.json"):
        assert (path / name).read_bytes() == (tmp_path / "whole" / "runs" / plan.name / name).read_bytes()
    assert whole.result.runs[0].steps == 300


def test_a_command_that_crashes_ends_its_run_with_a_reason(settings, tmp_path):
    command = f"{sys.executable} -c 'raise SystemExit(3)'"
    result = exams.examine(exams.make("steps", command=command, **settings), tmp_path / "exam").result
    assert result.runs[0].reason.startswith("no learner said hello (its command ended with status 3")


@pytest.mark.parametrize("protocol", ["accuracy", "forgetting", "retention", "transfer"])
def test_exams_that_copy_memories_refuse_a_command(protocol, settings, ladder_file, tmp_path):
    exam = exams.make(protocol, command=ANY, **settings, **of(protocol, ladder_file))
    with pytest.raises(
        UserError, match=rf"copies memories; the command '{re.escape(ANY)}' keeps its own to itself"
    ):
        exams.examine(exam, tmp_path / "exam")
    assert not (tmp_path / "exam").exists()


def test_graduality_of_a_command_has_no_control_unless_asked_for(tmp_path):
    exam = exams.make("graduality", command=ANY)
    assert exam.taught == ()  # type: ignore[attr-defined]
    with pytest.raises(UserError, match="copies memories"):
        exams.examine(exams.make("graduality", command=ANY, control=("micro6",)), tmp_path / "exam")


def test_a_learner_without_a_memory_to_save_is_examined_all_the_same(settings, tmp_path):
    exam = exams.make("steps", learner="toys:Forgetful", **settings)
    assert exams.examine(exam, tmp_path / "exam").result.totals.finished == 1
    with pytest.raises(UserError, match="has no state"):
        exams.examine(exams.make("retention", learner="toys:Forgetful", **settings), tmp_path / "other")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"command": "no-such-program-anywhere"}, "was not found"),
        ({"command": "cat '"}, "cannot be read"),
        ({"command": ANY, "start": "run"}, "start needs a learner that can be given a memory"),
        ({"command": ANY, "transport": "pigeon"}, "transport must be one of zmq, unix"),
    ],
)
def test_bad_commands_are_found_before_the_first_run(given, message):
    with pytest.raises(UserError, match=message):
        exams.make("steps", **given)


def test_a_memory_that_does_not_fit_is_found_before_the_first_run(settings, tmp_path):
    exams.examine(exams.make("steps", learner="toys:Toy", **settings), tmp_path / "before")
    start = tmp_path / "before" / "runs" / "continuous" / "0"
    exam = exams.make("steps", learner="memory", **settings, start=str(start))
    with pytest.raises(UserError, match="does not fit the learner 'memory'"):
        exams.examine(exam, tmp_path / "exam")
    assert not (tmp_path / "exam").exists()


def test_an_exam_of_a_version_with_fewer_settings_goes_on(settings, tmp_path):
    exam = exams.make("steps", learner="toys:Toy", **settings)
    result = exams.examine(exam, tmp_path / "exam")
    described = read_json(tmp_path / "exam" / "exam.json")
    for name in ("command", "transport"):
        del described["settings"][name]
    write_json(tmp_path / "exam" / "exam.json", described)
    assert exams.resume(tmp_path / "exam") == result


@pytest.mark.parametrize(
    ("curriculum", "taught"),
    [
        ("round1", ("micro5.5", "micro6", "micro7.1")),
        ("round1-eval", ("eval13", "eval18", "eval19")),
        ("arithmetic", ("digit",)),
        ("blocks", ("attribute",)),
    ],
)
def test_every_curriculum_has_an_interface_for_the_control(curriculum, taught):
    assert exams.make("graduality", learner="repeat", curriculum=curriculum).taught == taught  # type: ignore[attr-defined]
    assert exams.make("graduality", learner="repeat", curriculum=curriculum, control=()).taught == ()  # type: ignore[attr-defined]
