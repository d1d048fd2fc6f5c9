"""The commands of the stream, as people and programs use them."""

import json
import os
import shlex
import subprocess
import sys

import pytest

from gradus.cli import COMMANDS


def test_the_catalogue(gradus):
    code, out, _ = gradus("tasks")
    assert code == 0 and "what is asked" in out and "micro5.18" in out
    code, out, _ = gradus("tasks", "--json")
    rows = json.loads(out)
    assert [row["name"] for row in rows][:2] == ["micro1", "micro2"] and rows[0]["id"] == "micro1-v0"
    assert [row["name"] for row in rows][40:46] == [f"mini{n}" for n in range(6)], (
        "the public tasks come first"
    )


def test_a_task_with_a_sample(gradus):
    code, out, _ = gradus("tasks", "micro9.2")
    assert code == 0 and "letter by letter" in out and "In  |spell: " in out and "keyword = 'spell:'" in out
    _, out, _ = gradus("tasks", "mini1", "--json")
    sample = json.loads(out)["sample"]
    assert sample["in"].startswith("description: ") and sum(sample["rewards"]) == 2


def test_teach_resume_and_replay(gradus, tmp_path):
    run = tmp_path / "run"
    code, out, _ = gradus("teach", "-l", "memory", "--max-steps", 3000, "-o", run, "--json")
    results = json.loads(out)
    assert code == 0
    assert set(results) >= {"tasks_passed", "steps", "finished", "reason", "tasks"}
    assert set(results["tasks"][0]) == {"name", "passed", "instances", "solved", "steps", "reward"}
    assert (results["steps"], results["finished"]) == (3000, False)
    code, out, _ = gradus("resume", run, "--max-steps", 4000)
    assert code == 0 and "4,000 steps" in out and str(run) in out
    code, out, _ = gradus("replay", run, "--serial", 2)
    assert code == 0 and "Instance 2: micro1" in out and "Out |" in out
    code, out, _ = gradus("replay", run, "--serial", 2, "--json")
    assert json.loads(out)["exact"] is True


def test_a_run_is_not_cut_by_resuming_it(gradus, tmp_path):
    run = tmp_path / "run"
    gradus("teach", "-l", "memory", "--max-steps", 300, "-o", run)
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    one_sentence(gradus("resume", run, "--max-steps", 200), "has 300 steps already; --max-steps 200 is fewer")
    assert before == {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    gradus("resume", run, "--max-steps", 400)
    code, out, _ = gradus(
        "resume", run
    )  # the first limit is reached already: nothing happens, and it says so
    assert code == 0 and "400 steps" in out and "stopped after 400 steps" in out
    one_sentence(gradus("replay", run, "--serial", 999), "no instance 999; they are 0 to ")


def test_a_memory_that_does_not_fit_and_a_transcript_that_is_cut_are_named(gradus, tmp_path):
    run = tmp_path / "run"
    gradus("teach", "-l", "memory", "--max-steps", 300, "-o", run)
    arguments = ("teach", "-l", "gradual", "--from", run, "--max-steps", 10)
    one_sentence(gradus(*arguments), "does not fit the learner 'gradual'")
    with (run / "transcript.bin").open("r+b") as file:
        file.truncate(9)
    one_sentence(
        gradus("replay", run, "--serial", 0), "transcript.bin is damaged: its bytes do not fit seal.json"
    )


@pytest.mark.parametrize(
    "arguments", [["resume"], ["replay", "--serial", "0"], ["learner", "show"], ["report"]]
)
@pytest.mark.parametrize("kind", ["lesson", "training", "walk"])
def test_a_damaged_description_is_named(gradus, tmp_path, arguments, kind):
    (tmp_path / "run.json").write_text(json.dumps({"kind": kind}))
    result = gradus(*arguments, tmp_path)
    one_sentence(result, "The")
    assert "is damaged: it has no '" in result[2] or "is not a lesson" in result[2]


def test_a_learner_that_cannot_be_read_is_named(gradus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "unreadable_learner.py").write_text("class Parrot(:\n")
    one_sentence(gradus("teach", "-l", "unreadable_learner:Parrot"), "unreadable_learner.py, line 1")


def test_teach_from_a_curriculum_file_and_from_experience(gradus, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        'tasks = ["micro4", {id = "tiny", task = "micro1", size = 2, streak = 3}]\n[teacher]\n'
        'name = "consecutive"\nsuccess_threshold = 1\n'
    )
    code, out, _ = gradus("teach", "-l", "memory", "-c", file, "-o", tmp_path / "a", "--json")
    results = json.loads(out)
    assert code == 0 and results["finished"] and results["tasks_passed"] == 2
    code, out, _ = gradus("teach", "-l", "memory", "-c", file, "--from", tmp_path / "a", "--json")
    assert code == 0 and json.loads(out)["finished"]


def test_the_configuration_of_2017_is_read(gradus, tmp_path):
    file = tmp_path / "tasks.json"
    micro = "tasks.challenge.round1.challenge_micro."
    file.write_text(
        json.dumps(
            {
                "worlds": {"gw": {"type": "worlds.grid_world.GridWorld"}},
                "tasks": {
                    "four": {"type": f"{micro}Micro4Task"},
                    "zero": {"type": "tasks.challenge.round1.challenge_mini.TaskSet0", "world": "gw"},
                },
                "scheduler": {
                    "type": "core.scheduler.SequentialTaskScheduler",
                    "args": {"tasks": ["four", "zero"]},
                },
            }
        )
    )
    code, out, _ = gradus("teach", "-l", "repeat", "-c", file, "--max-steps", 500, "--json")
    rows = {row["name"]: row for row in json.loads(out)["tasks"]}
    assert code == 0 and rows["four"]["solved"] == rows["four"]["instances"] > 0 and rows["zero"]["steps"] > 0


BAD_FILES = {
    "bad.json": ("{", "not a valid JSON"),
    "list.json": ("[]", "must hold a JSON object"),
    "worlds.json": ('{"tasks": {}, "scheduler": {}}', "needs an object named 'worlds'"),
    "bad.toml": ("tasks = [", "not a valid TOML"),
    "type.toml": ('tasks = "micro1"', "needs a list of tasks"),
    "empty.toml": ("tasks = []", "list of tasks that is not empty"),
    "key.toml": ('tasks = ["micro1"]\nteachr = 3', "unknown key 'teachr'. Did you mean 'teacher'"),
    "task.toml": ('tasks = ["micro99"]', "no task named 'micro99'"),
    "twice.toml": ('tasks = ["micro1", "micro1"]', "two tasks with the id 'micro1'"),
    "param.toml": ('tasks = [{id = "micro1", sise = 3}]', "no parameter 'sise'. Did you mean 'size'"),
    "value.toml": ('tasks = [{id = "micro1", size = "three"}]', "size must be like 10"),
    "streak.toml": ('tasks = [{id = "micro1", streak = -1}]', "streak must be a whole number of at least 1"),
    "threshold.toml": ('tasks = ["micro1"]\n[teacher]\nsuccess_threshold = -5', "at least 1, not -5"),
    "teacher.toml": ('tasks = ["micro1"]\n[teacher]\nname = "strict"', "no teacher named 'strict'"),
    "draw.toml": ('tasks = [{id = "micro1", size = 1000}]', "Cannot draw 1000 of 69"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files_get_one_sentence(gradus, tmp_path, name):
    text, message = BAD_FILES[name]
    (tmp_path / name).write_text(text)
    one_sentence(gradus("teach", "-l", "silent", "-c", tmp_path / name, "--max-steps", 10), message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tasks", "micr1"], "Did you mean 'micro1'"),
        (["teach", "-l", "memry"], "Did you mean 'memory'"),
        (["teach", "-l", "nobody"], "There are repeat, silent, random, memory, gradual, "),
        (["teach", "-l", "a.b:C"], "Cannot import the learner"),
        (["teach", "-l", "./parrot.py"], "without .py, such as my_module:MyLearner, not './parrot.py'"),
        (["teach", "-l", "collections:UserString"], "does not take these options"),
        (["teach", "-l", "silent", "-c", "round2"], "Did you mean 'round1'"),
        (["teach", "-l", "silent", "-c", "/nowhere/x.toml"], "Cannot read the curriculum"),
        (["teach", "-l", "silent", "--scrambler", "rot13"], "no scrambler 'rot13'"),
        (["teach", "-l", "silent", "--teacher", "alp"], "no teacher named 'alp'"),
        (["teach", "-l", "silent", "--hours", "-3"], "hours must be greater than 0"),
        (["teach", "-l", "silent", "--option", "byte"], "name=value"),
        (["teach", "-l", "silent", "--option", "byte=300", "--max-steps", "9"], "0 to 255, not 300"),
        (["teach", "-l", "silent", "-o", "/proc/nothing"], "Cannot write a run to"),
        (["teach", "-l", "silent", "--from", "/nowhere"], "not a run folder"),
        (["resume", "/nowhere"], "not a run folder"),
        (["replay", "/nowhere", "--serial", "0"], "not a run folder"),
    ],
)
def test_wrong_use_is_one_sentence(gradus, arguments, message):
    one_sentence(gradus(*arguments), message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["teach"], "Missing option '--learner' / '-l'; see `gradus teach --help`."),
        (["replay"], "Missing argument 'run'; see `gradus replay --help`."),
        (["replay", "run"], "run is not a run folder"),
        (["exam", "transfer", "-l", "silent", "-o", "x", "--before", "nothing"], "nothing"),
        (["teach", "-l"], "requires an argument"),
        (["teach", "-l", "silent", "more"], "unexpected extra argument"),
        (
            ["teach", "--lerner", "silent"],
            "No such option: --lerner (Possible options: --learner); see `gradus",
        ),
        (["teach", "-l", "silent", "--max-steps", "0"], "'--max-steps': "),
        (["tasks", "--seed", "1e3"], "'--seed': Input should be a valid integer, not '1e3'; see"),
        (["teach", "-l", "silent", "--max-steps", "many"], "not 'many'; see `gradus teach --help`."),
        (["tasks", "--seed", "-1"], "not '-1'; see `gradus tasks --help`."),
        (["serve", "--transport", "tcp"], "'tcp' is not one of 'zmq', 'unix'; see"),
        (["tech"], "No such command 'tech'. Did you mean 'teach'"),
        (["frobnicate"], "No such command 'frobnicate'; see `gradus --help`."),
        (["exam", "frobnicate"], "No such command 'frobnicate'; see `gradus exam --help`."),
        (["--verson"], "No such option: --verson (Possible options: --version); see `gradus --help`."),
    ],
)
def test_wrong_options_are_one_sentence_without_a_frame(gradus, arguments, message):
    one_sentence(gradus(*arguments), message)


@pytest.mark.parametrize("arguments", [[], ["exam"], ["curricula"]])
def test_nothing_to_do_prints_help(gradus, arguments):
    code, out, err = gradus(*arguments)
    assert code == 2 and "Usage: gradus" in out and err == ""


def test_help_lists_every_command_without_loading_them():
    script = (
        "import sys; from gradus.cli import COMMANDS, main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "commands = {'gradus.cli.' + place.partition(':')[0] for place, _ in COMMANDS.values()}\n"
        "loaded = [name for name in sys.modules if name in commands or name == 'scipy']\n"
        "assert not loaded, loaded"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    listed = {line.strip().partition("  ")[0] for line in done.stdout.splitlines() if line.startswith("  ")}
    assert listed >= set(COMMANDS)


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("play --task micro4 --max-steps 3 <&-", "the person quit"),
        ("tasks micr1 2>&-", ""),
        ("tasks micro1 >&-", ""),
    ],
)
def test_closed_streams_are_no_accident(command, printed):
    line = f"{shlex.quote(sys.executable)} -m gradus {command}"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=600)
    assert done.returncode in (0, 2) and done.stderr == "" and printed in done.stdout


def test_a_terminal_that_cannot_write_everything_gets_question_marks(tmp_path):
    run = [
        sys.executable,
        "-m",
        "gradus",
        "teach",
        "-l",
        "gradual",
        "--max-steps",
        "2000",
        "-o",
        str(tmp_path / "r"),
    ]
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    subprocess.run(run, env=plain, check=True, capture_output=True, timeout=600)
    show = [sys.executable, "-m", "gradus", "learner", "show", str(tmp_path / "r")]
    done = subprocess.run(show, env=plain, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and "Silence is '?'" in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(gradus, name):
    code, out, err = gradus(name, "--help")
    assert code == 0 and f"Usage: gradus {name}" in out and err == ""


def one_sentence(result, message):
    code, out, err = result
    assert code == 2 and out == ""
    assert message in err
    assert err.count("\n") == 1 and err.startswith("gradus: ") and "Traceback" not in err
