"""Whatever people write into suites, bodies, curricula, configurations and plans works or is refused in a sentence."""

from __future__ import annotations

import json
import random
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
import tests.students.point  # noqa: F401  # makes the point track known
from tests.bench.test_suites import POINT
from tests.fuzz import changed, damaged, to_toml

from gradus.bench import Choice, load, unfold
from gradus.school import UserError
from gradus.stream import make as make_curriculum
from gradus.students import Plan
from gradus.tracks import bodies

ROUNDS = 400


def outcome(act) -> bool:
    """Whether it worked; a refusal must be one sentence."""
    try:
        act()
    except UserError as error:
        said = str(error)
        assert said and "\n" not in said and said.endswith((".", "?")), said
        return False
    return True


def fuzz(table, write, read, rounds: int = ROUNDS) -> None:
    """Both happen: changes that do not matter, and changes that are refused."""
    worked = 0
    for seed in range(rounds):
        write(changed(table, random.Random(seed)))
        try:
            worked += outcome(read)
        except Exception as error:
            raise AssertionError(
                f"the change drawn from seed {seed} gave {type(error).__name__}: {error}"
            ) from error
    assert 0 < worked < rounds


@pytest.mark.parametrize("name", ["point", "challenges"])
def test_suites(tmp_path, name):
    source = POINT if name == "point" else files("gradus.bench") / "suites" / f"{name}.toml"
    table, path = tomllib.loads(Path(str(source)).read_text()), tmp_path / "suite.toml"

    def read():
        suite = load(str(path))
        for tier in list(suite.tiers)[:2]:
            unfold(suite, Choice(tier, seeds=1))

    fuzz(table, lambda made: path.write_text(to_toml(made), encoding="utf-8"), read)


@pytest.mark.parametrize("name", ["spider", "millipede", "wheel", "old_classic_bipedal"])
def test_bodies(tmp_path, name):
    source = Path(str(files("gradus.tracks.bodies") / f"{name}.toml"))
    table, path = tomllib.loads(source.read_text()), tmp_path / "body.toml"
    fuzz(
        table,
        lambda made: path.write_text(to_toml(made), encoding="utf-8"),
        lambda: bodies.make(str(path)),
        ROUNDS // 2,
    )


def test_curricula(tmp_path):
    path = tmp_path / "tasks.toml"
    table = {
        "summary": "some tasks",
        "tasks": [
            "micro1",
            {"id": "again", "task": "micro2", "streak": 3, "reactions": ["yes ", "no "]},
            {"id": "spell", "task": "micro9.2", "keyword": "say"},
            {"id": "mini0", "task": "mini0"},
        ],
        "defaults": {"max_time": 300},
        "teacher": {"name": "consecutive", "success_threshold": 3},
    }
    fuzz(
        table,
        lambda made: path.write_text(to_toml(made), encoding="utf-8"),
        lambda: make_curriculum(str(path)),
    )


def test_configurations(tmp_path):
    path = tmp_path / "tasks.json"
    kind = "tasks.challenge.round1.challenge_micro.Micro"
    table = {
        "worlds": {"grid": {"type": "worlds.grid_world.GridWorld"}},
        "tasks": {f"task{n}": {"type": f"{kind}{n}Task", "world": "grid"} for n in (1, 2, 3)},
        "scheduler": {
            "type": "core.scheduler.ConsecutiveTaskScheduler",
            "args": {"tasks": ["task1", "task2", "task3"], "success_threshold": 2},
        },
    }
    fuzz(table, lambda made: path.write_text(json.dumps(made)), lambda: make_curriculum(str(path)))


def test_plans():
    plan = Plan(
        track="point", body="point", teacher="alp-gmm", test=((0.0, -1.0),), lanes=3, forget_every=100
    )
    table, made = json.loads(json.dumps(plan.to_json())), [None]

    def keep(value):
        made[0] = value

    fuzz(table, keep, lambda: Plan.from_json(made[0]))


def test_files_of_damaged_text(tmp_path):
    suite, body = (
        Path(POINT).read_bytes(),
        Path(str(files("gradus.tracks.bodies") / "spider.toml")).read_bytes(),
    )
    for seed in range(200):
        chance = random.Random(seed)
        (tmp_path / "s.toml").write_bytes(damaged(suite, chance))
        (tmp_path / "b.toml").write_bytes(damaged(body, chance))
        outcome(lambda: unfold(load(str(tmp_path / "s.toml")), Choice(seeds=1)))
        outcome(lambda: bodies.make(str(tmp_path / "b.toml")))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The suite .* lacks the entry 'teachers'"),
        ("teachers = 3\nlevels=[]\nexperiment=[]\ntiers={}", "teachers must be a list, not 3"),
        ('teachers=[]\nlevels=[]\nexperiment=[]\ntiers={a={seeds="x"}}', "seeds must be a whole number"),
        (
            "teachers=[]\nlevels=[]\nexperiment=[{nam='x'}]\ntiers={}",
            "unknown entry 'nam' in experiment.0..* 'name'",
        ),
    ],
)
def test_sentences_name_entry_value_and_expectation(tmp_path, text, sentence):
    (tmp_path / "suite.toml").write_text(text)
    with pytest.raises(UserError, match=sentence):
        load(str(tmp_path / "suite.toml"))


def test_settings_for_the_teachers_of_a_suite_are_used_and_unknown_ones_refused():
    suite = load(POINT)
    choice = Choice(seeds=1, teachers=("alp-gmm",), settings={"teacher_settings": {"bootstrap": 7}})
    assert all(job.plan.teacher_settings["bootstrap"] == 7 for job in unfold(suite, choice))
    for settings, sentence in (
        ({"teacher_settings": {"bootstap": 7}}, "has no setting 'bootstap'. Did you mean 'bootstrap'"),
        ({"teacher_settings": 7}, "teacher_settings must be a table"),
        ({"seed": 7}, "chooses the seed of every plan itself"),
        ({"teacher": "adr"}, "chooses the teacher of every plan itself"),
        ({"stepps": 7}, "A plan has no entry 'stepps'. Did you mean 'steps'"),
    ):
        with pytest.raises(UserError, match=sentence):
            unfold(suite, Choice(seeds=1, teachers=("alp-gmm",), settings=settings))
