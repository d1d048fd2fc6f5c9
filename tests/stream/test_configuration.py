"""Curricula as TOML, configurations of 2017 as JSON, and one clear sentence for everything malformed."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.stream.knowing import Player

from gradus import stream
from gradus.school import UserError
from gradus.stream import TASKS, Curriculum, World

MICRO = "tasks.challenge.round1.challenge_micro."
MINI = "tasks.challenge.round1.challenge_mini."
SUBTASKS = [*(f"5Sub{i}" for i in range(1, 19)), "7Sub1", "7Sub2", "7Sub3", "9Sub1", "9Sub2", "9Sub3"]
NUMBERS = [
    *("1", "2", "3", "4"),
    *SUBTASKS[:18],
    "6",
    *SUBTASKS[18:21],
    "8",
    *SUBTASKS[21:],
    *("10", "11", "12", "13Sub1", "13Sub2", "14", "15", "16", "19", "20"),
]
CLASSES = [*(f"{MICRO}Micro{number}Task" for number in NUMBERS), *(f"{MINI}TaskSet{i}" for i in range(6))]
"""The class paths of the shipped configuration, in its order."""
IDS = [*(f"micro{number.replace('Sub', '.')}" for number in NUMBERS), *(f"mini{i}" for i in range(6))]


def shipped() -> dict[str, Any]:
    """The configuration the challenge shipped: one grid world, 46 tasks, five successes in a row."""
    tasks = {name: {"type": path} for name, path in zip(IDS, CLASSES, strict=True)}
    for name in IDS[-6:]:
        tasks[name]["world"] = "gw"
    args = {"tasks": IDS, "success_threshold": 5}
    return {
        "worlds": {"gw": {"type": "worlds.grid_world.GridWorld"}},
        "tasks": tasks,
        "scheduler": {"type": "core.scheduler.ConsecutiveTaskScheduler", "args": args},
    }


def small(scheduler: str = "Consecutive", **args: Any) -> dict[str, Any]:
    """Two tasks under ids of their own."""
    tasks = {"first": {"type": MICRO + "Micro4Task"}, "second": {"type": MINI + "TaskSet1", "world": "gw"}}
    return {
        "worlds": {"gw": {"type": "worlds.grid_world.GridWorld"}},
        "tasks": tasks,
        "scheduler": {
            "type": f"core.scheduler.{scheduler}TaskScheduler",
            "args": {"tasks": ["first", "second"], **args},
        },
    }


def write(folder: Path, content: Any, name: str = "tasks.json") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


# The original JSON format.


def test_the_shipped_configuration_is_round1(tmp_path):
    curriculum = stream.make(write(tmp_path, shipped()))
    round1 = stream.make("round1")
    assert list(curriculum.tasks) == list(round1.tasks) == IDS
    assert len(IDS) == 46
    assert [task.name for task in curriculum.tasks.values()] == IDS
    assert (curriculum.teacher, dict(curriculum.settings)) == ("consecutive", {"success_threshold": 5})
    assert (round1.teacher, dict(round1.settings)) == ("consecutive", {"success_threshold": 5})


def test_a_configuration_of_2017_gets_the_suffix_quirk_of_2017(tmp_path):
    data = small()
    data["tasks"]["first"]["type"] = MICRO + "Micro13Sub1Task"
    old = stream.make(write(tmp_path, data)).tasks["first"]
    assert old.params["suffix_is_enough"] is True
    assert stream.make("round1").tasks["micro13.1"].params["suffix_is_enough"] is False
    again = Curriculum.from_spec(stream.make(write(tmp_path, data)).spec())
    assert again.tasks["first"].params["suffix_is_enough"] is True


@pytest.mark.parametrize(
    "scheduler, args, teacher, settings",
    [
        ("Random", {}, "random", {}),
        ("Sequential", {}, "sequential", {}),
        ("Incremental", {}, "incremental", {"success_threshold": 2}),
        ("Incremental", {"success_threshold": 7}, "incremental", {"success_threshold": 7}),
        ("Consecutive", {}, "consecutive", {"success_threshold": 2}),
        ("Dependencies", {"tasks_dependencies": []}, "dependencies", {"unlock_threshold": 10}),
        (
            "Dependencies",
            {"tasks_dependencies": [["first", "second"]], "unlock_threshold": 3},
            "dependencies",
            {"unlock_threshold": 3, "dependencies": (("first", "second"),)},
        ),
    ],
)
def test_all_five_schedulers_are_teachers(tmp_path, scheduler, args, teacher, settings):
    curriculum = stream.make(write(tmp_path, small(scheduler, **args)))
    assert curriculum.teacher == teacher
    made = curriculum.make_teacher(seed=0)
    for name, value in settings.items():
        assert getattr(made.settings, name) == value
    assert made.issue().task in ("first", "second")


def test_a_configuration_is_played_under_its_own_ids(tmp_path):
    world = World(write(tmp_path, small()))
    names = {"first": "micro4", "second": "mini1"}
    player = Player(world, lambda task, q, h, j: q.answer + ("." if names[task] == "mini1" else ""))
    player.run()
    assert [outcome.ticket.task for outcome in world.outcomes] == ["first", "first", "second", "second"]


def test_worlds_may_be_empty_and_tasks_unused(tmp_path):
    data = small()
    data["worlds"] = {}
    del data["tasks"]["second"]["world"]
    data["scheduler"]["args"]["tasks"] = ["second"]
    assert list(stream.make(write(tmp_path, data)).tasks) == ["second"]


def changed(data: dict[str, Any], *path: str, to: Any) -> dict[str, Any]:
    """The data with the entry at a path set, or removed if ``to`` is ``...``."""
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    if to is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return data


ARGS = ("scheduler", "args")
BAD_JSON: dict[str, tuple[Any, str]] = {
    "not JSON": ("{worlds: 1}", "is not a valid JSON file"),
    "cut short": ('{"worlds": {}', "is not a valid JSON file"),
    "empty file": ("", "is not a valid JSON file"),
    "not text": ("\ud800".encode("utf-8", "surrogatepass"), "is not a valid JSON file"),
    "a list": ([], "must hold a JSON object"),
    "no worlds": (changed(small(), "worlds", to=...), "needs an object named 'worlds'"),
    "no tasks": (changed(small(), "tasks", to=...), "needs an object named 'tasks'"),
    "no scheduler": (changed(small(), "scheduler", to=...), "needs an object named 'scheduler'"),
    "tasks a list": (changed(small(), "tasks", to=["micro1"]), "needs an object named 'tasks'"),
    "unknown key": (changed(small(), "world", to={}), "unknown key 'world'.*Did you mean 'worlds'"),
    "unknown world class": (changed(small(), "worlds", "gw", "type", to="worlds.Other"), "'worlds.Other'"),
    "world without type": (changed(small(), "worlds", "gw", to={}), "world 'gw'.*needs a 'type'"),
    "unknown key of a world": (
        changed(small(), "worlds", "gw", "size", to=3),
        "world 'gw'.*unknown key 'size'",
    ),
    "unknown task class": (
        changed(small(), "tasks", "first", "type", to=MICRO + "Micro17Task"),
        "task 'first'.*Micro17Task.*Did you mean",
    ),
    "task a string": (changed(small(), "tasks", "first", to=MICRO + "Micro1Task"), "task 'first'.*'type'"),
    "type a number": (changed(small(), "tasks", "first", "type", to=4), "task 'first'.*needs a 'type'"),
    "unknown key of a task": (changed(small(), "tasks", "first", "wrld", to="gw"), "'wrld'.*mean 'world'"),
    "unknown world of a task": (changed(small(), "tasks", "second", "world", to="g"), "unknown world 'g'"),
    "world of a task a list": (changed(small(), "tasks", "second", "world", to=["gw"]), "unknown world"),
    "unknown scheduler": (changed(small(), "scheduler", "type", to="core.scheduler.Best"), "scheduler.*Best"),
    "unknown key of the scheduler": (changed(small(), "scheduler", "arg", to={}), "'arg'.*mean 'args'"),
    "no args": (changed(small(), *ARGS, to=...), "list of tasks that is not empty"),
    "args a list": (changed(small(), *ARGS, to=[1]), "list of tasks that is not empty"),
    "empty task list": (changed(small(), *ARGS, "tasks", to=[]), "list of tasks that is not empty"),
    "tasks a text": (changed(small(), *ARGS, "tasks", to="first"), "list of tasks that is not empty"),
    "unknown task": (changed(small(), *ARGS, "tasks", to=["frist"]), "'frist'.*Did you mean 'first'"),
    "a task twice": (
        changed(small(), *ARGS, "tasks", to=["first", "first"]),
        "two tasks with the id 'first'",
    ),
    "a number as task": (changed(small(), *ARGS, "tasks", to=[3]), "unknown task 3"),
    "a list as task": (changed(small(), *ARGS, "tasks", to=[["first"]]), r"unknown task \['first'\]"),
    "an object as task": (changed(small(), *ARGS, "tasks", to=[{}]), "unknown task {}"),
    "negative threshold": (small(success_threshold=-1), "success_threshold.*at least 1, not -1"),
    "threshold zero": (small(success_threshold=0), "success_threshold.*at least 1, not 0"),
    "threshold a text": (small(success_threshold="5"), "success_threshold.*not '5'"),
    "threshold half": (small(success_threshold=2.5), "success_threshold.*not 2.5"),
    "threshold true": (small(success_threshold=True), "success_threshold.*not True"),
    "unknown argument": (small(sucess_threshold=5), "'sucess_threshold'.*mean 'success_threshold'"),
    "setting of another": (small("Random", success_threshold=5), "random.*success_threshold"),
    "dependency unknown": (small("Dependencies", tasks_dependencies=[["first", "third"]]), "'third'"),
    "dependency not a pair": (small("Dependencies", tasks_dependencies=[["first"]]), "pairs of task ids"),
    "dependency not nested": (
        small("Dependencies", tasks_dependencies=["first", "second"]),
        "pairs of task ids",
    ),
    "dependencies an object": (small("Dependencies", tasks_dependencies={"first": 1}), "unknown task"),
    "circle": (
        small("Dependencies", tasks_dependencies=[["first", "second"], ["second", "first"]]),
        "go round in a circle",
    ),
}


def one_sentence(message: str) -> bool:
    return (
        "\n" not in message.strip() and message.rstrip().endswith((".", "?")) and "Traceback" not in message
    )


@pytest.mark.parametrize("case", BAD_JSON)
def test_a_malformed_configuration_gets_one_clear_sentence(tmp_path, case):
    content, message = BAD_JSON[case]
    path = tmp_path / "bad.json"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        write(tmp_path, content, "bad.json")
    with pytest.raises(UserError, match=message) as caught:
        World(path)
    assert one_sentence(str(caught.value))


# TOML.


def test_a_curriculum_in_toml(tmp_path):
    text = """
        name = "mine"
        summary = "A short one"
        tasks = ["micro4", {id = "spell", task = "micro9.2", keyword = "letters:", streak = 3, words = ["ab"]}]
        [defaults]
        max_time = 500
        streak = 4
        [teacher]
        name = "incremental"
        success_threshold = 1
    """
    curriculum = stream.make(write(tmp_path, text, "mine.toml"))
    assert (curriculum.name, curriculum.summary, curriculum.teacher) == ("mine", "A short one", "incremental")
    first, second = curriculum.tasks.values()
    assert (first.rules.streak, second.rules.streak, second.rules.max_time) == (4, 3, 500)
    assert second.params["words"] == ("ab",) and second.params["keyword"] == "letters:"
    assert list(curriculum.tasks) == ["micro4", "spell"]


def test_a_file_without_a_name_is_named_after_itself(tmp_path):
    assert stream.make(write(tmp_path, 'tasks = ["micro1"]', "short.toml")).name == "short"


def test_a_curriculum_survives_its_own_description(tmp_path):
    text = """
        tasks = ["micro4", {id = "m", task = "micro5.9", key_lengths = [1, 3], reactions = ["a", "b"]}]
        [teacher]
        name = "dependencies"
        dependencies = [["micro4", "m"]]
    """
    curriculum = stream.make(write(tmp_path, text, "mine.toml"))
    again = Curriculum.from_spec(json.loads(json.dumps(curriculum.spec())))
    assert again.spec() == curriculum.spec()
    assert again.tasks["m"].params == curriculum.tasks["m"].params
    assert again.tasks["m"].rules == curriculum.tasks["m"].rules
    assert [row["task"] for row in again.spec()["tasks"]] == ["micro4-v0", "micro5.9-v0"]


def test_rules_can_be_changed_throughout_a_curriculum():
    curriculum = stream.make("round1", streak=3, deck=False)
    assert {task.rules.streak for task in curriculum.tasks.values()} == {3}
    assert not curriculum.tasks["micro5.4"].params["deck"]
    assert TASKS.get("micro5.4").rules.streak == 10 and TASKS.get("micro5.4").params["deck"]


BAD_TOML: dict[str, tuple[str, str]] = {
    "not TOML": ("tasks = [", "is not a valid TOML file"),
    "no tasks": ("", "list of tasks that is not empty"),
    "empty list": ("tasks = []", "list of tasks that is not empty"),
    "tasks a text": ('tasks = "micro1"', "list of tasks that is not empty"),
    "unknown key": ('task = ["micro1"]\ntasks = ["micro1"]', "'task'.*Did you mean 'tasks'"),
    "unknown task": ('tasks = ["micr1"]', "micr1.*Did you mean"),
    "unknown version": ('tasks = ["micro1-v7"]', "no version 7"),
    "task a number": ("tasks = [1]", "must be an id or a table with an id, not 1"),
    "table without id": ('tasks = [{task = "micro1"}]', "must be an id or a table"),
    "task of a table a number": ('tasks = [{id = "a", task = 3}]', "named by text, not by 3"),
    "twice": ('tasks = ["micro1", "micro1"]', "two tasks with the id 'micro1'"),
    "name a number": ('name = 3\ntasks = ["micro1"]', "name in .* must be text, not 3"),
    "teacher a text": ('teacher = "random"\ntasks = ["micro1"]', "teacher in .* must be a table"),
    "unknown teacher": ('tasks = ["micro1"]\n[teacher]\nname = "consective"', "Did you mean 'consecutive'"),
    "teacher's name a number": ('tasks = ["micro1"]\n[teacher]\nname = 3', "named by text, not by 3"),
    "negative threshold": ('tasks = ["micro1"]\n[teacher]\nsuccess_threshold = -5', "at least 1, not -5"),
    "unknown setting": ('tasks = ["micro1"]\n[teacher]\nthreshold = 5', "no setting 'threshold'"),
    "dependencies a number": (
        'tasks = ["micro1"]\n[teacher]\nname = "dependencies"\ndependencies = 5',
        "pairs of task ids, not 5",
    ),
    "unknown default": ('tasks = ["micro1"]\n[defaults]\nstrek = 5', "'strek'.*Did you mean 'streak'"),
    "defaults a number": ('defaults = 5\ntasks = ["micro1"]', "defaults in .* must be a table"),
    "unknown parameter": ('tasks = [{id = "micro1", sise = 3}]', "no parameter 'sise'.*mean 'size'"),
    "streak zero": ('tasks = [{id = "micro1", streak = 0}]', "streak.*at least 1, not 0"),
    "streak a text": ('tasks = [{id = "micro1", streak = "9"}]', "streak.*not '9'"),
    "time a fraction": ('tasks = [{id = "micro1", max_time = 1.5}]', "max_time.*not 1.5"),
    "tolerance negative": ('tasks = [{id = "micro1", success_tolerance = -1}]', "success_tolerance.*not -1"),
    "tolerance infinite": (
        'tasks = [{id = "micro1", failure_tolerance = inf}]',
        "failure_tolerance.*not inf",
    ),
    "tolerance no number": (
        'tasks = [{id = "micro1", failure_tolerance = nan}]',
        "failure_tolerance.*not nan",
    ),
    "limits a number": ('tasks = [{id = "micro1", limits = 1}]', "limits must be true or false, not 1"),
    "penalty positive": ('tasks = [{id = "micro1", penalty = 1}]', "penalty must be -1 or 0, not 1"),
    "penalty a fraction": ('tasks = [{id = "micro1", penalty = -1.0}]', "penalty must be -1 or 0"),
    "separator a number": ('tasks = [{id = "micro1", separator = 1}]', "separator must be text"),
    "separator not ASCII": (
        'tasks = [{id = "micro1", separator = "é"}]',
        "separator must be text in plain ASCII",
    ),
    "one reaction": ('tasks = [{id = "micro6", reactions = ["good"]}]', "reactions must be a pair"),
    "reactions a text": ('tasks = [{id = "micro6", reactions = "ab"}]', "reactions must be a pair"),
    "reactions a number": ('tasks = [{id = "micro6", reactions = 2}]', "reactions must be a pair"),
    "reactions numbers": ('tasks = [{id = "micro6", reactions = [1, 2]}]', "reactions must be text"),
    "words a text": ('tasks = [{id = "micro7.2", words = "abc"}]', "words must be like .*, not 'abc'"),
    "words numbers": ('tasks = [{id = "micro7.2", words = [1, 2]}]', "words must be like 'the', not 1"),
    "words not ASCII": (
        'tasks = [{id = "micro7.2", words = ["naïve"]}]',
        "words must be text in plain ASCII",
    ),
    "no words": ('tasks = [{id = "micro7.2", words = []}]', "'micro7.2'.*cannot be played"),
    "alphabet too small": (
        'tasks = [{id = "micro1", alphabet = "abc"}]',
        "'micro1'.*cannot be played.*10 of 3",
    ),
    "size negative": ('tasks = [{id = "micro1", size = -1}]', "'micro1'.*cannot be played"),
    "lengths texts": (
        'tasks = [{id = "micro5.1", permutation = false, key_lengths = ["a"]}]',
        "cannot be played",
    ),
    "unknown kind": ('tasks = [{id = "micro16", kinds = ["99"]}]', "'micro16'.*cannot be played"),
    "unknown set": ('tasks = [{id = "mini1", sets = [9]}]', "'mini1'.*cannot be played"),
}


@pytest.mark.parametrize("case", BAD_TOML)
def test_a_malformed_curriculum_gets_one_clear_sentence(tmp_path, case):
    content, message = BAD_TOML[case]
    with pytest.raises(UserError, match=message) as caught:
        World(write(tmp_path, content, "bad.toml"))
    assert one_sentence(str(caught.value))
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("name", ["missing.toml", "missing.json"])
def test_a_missing_file(tmp_path, name):
    with pytest.raises(UserError, match=r"Cannot read the curriculum .*No such file"):
        stream.make(tmp_path / name)


def test_a_folder_instead_of_a_file(tmp_path):
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(UserError, match="Cannot read the curriculum"):
        stream.make(tmp_path / "folder.toml")


def test_unknown_names():
    with pytest.raises(UserError, match=r"no curriculum named 'rond1'.*Did you mean 'round1'"):
        World("rond1")
    with pytest.raises(UserError, match="no task 'micro99'"):
        stream.make("round1").only("micro99")
    with pytest.raises(UserError, match="no teacher named 'concecutive'"):
        World("round1", teacher="concecutive")


@pytest.mark.parametrize("byte", [-1, 256, 1.0, "a", b"a", True, None])
def test_a_byte_outside_0_to_255_is_refused_and_the_world_goes_on(byte):
    world, twin = World(seed=3), World(seed=3)
    world.step(None), twin.step(None)
    with pytest.raises(UserError, match="from 0 to 255"):
        world.step(byte)
    assert [world.step(b) for b in range(256)] == [twin.step(b) for b in range(256)]


def test_the_first_step_takes_none_and_a_finished_world_takes_nothing():
    world = World(stream.make("round1").only("micro4"), teacher="consecutive")
    with pytest.raises(UserError, match="takes None, not 32"):
        world.step(32)
    byte, _ = world.step(None)
    while not world.finished:
        byte, _ = world.step(byte)
    with pytest.raises(UserError, match="finished"):
        world.step(byte)


@pytest.mark.parametrize("seed", [-1, 1.5, "0", True, None])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(UserError, match="seed must be a whole number"):
        World(seed=seed)


@pytest.mark.parametrize("cap", [-1, 1.5, "10", True])
def test_a_reward_cap_is_a_whole_number(cap):
    with pytest.raises(UserError, match="reward_cap must be a whole number"):
        World(reward_cap=cap)
