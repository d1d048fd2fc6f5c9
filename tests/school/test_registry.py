"""Registries: versions, hints, entry points."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import gradus
from gradus.school import Registry, UserError


@pytest.fixture
def fruit():
    registry = Registry("fruit")
    registry.add("apple", lambda size=1: ("old apple", size))
    registry.add("apple", lambda size=1: ("new apple", size), version=2)
    registry.register("blood-orange")(lambda: "orange")
    return registry


def test_a_bare_name_is_the_newest_version(fruit):
    assert fruit.make("apple") == ("new apple", 1)
    assert fruit.make("apple-v0", size=3) == ("old apple", 3)
    assert fruit.full_id("apple") == "apple-v2"
    assert fruit.full_id("blood-orange-v0") == "blood-orange-v0"
    assert fruit.available() == ["apple", "blood-orange"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("aple", "no fruit named 'aple'. Did you mean 'apple'"),
        ("apple-v7", "no version 7, only v0, v2"),
        ("xyzzy", "no fruit named 'xyzzy'. There are apple, blood-orange.$"),
        (3, "named by text"),
    ],
)
def test_unknown_names(fruit, name, message):
    with pytest.raises(UserError, match=message):
        fruit.get(name)


def test_what_is_retired_says_what_became_of_it(fruit):
    fruit.retire("apple-v1", "Apples of version 1 are gone.")
    fruit.retire("pome", "A pome is called apple now.")
    for name, message in (
        ("apple-v1", "version 1 are gone"),
        ("pome", "called apple"),
        ("pome-v0", "called apple"),
    ):
        with pytest.raises(UserError, match=message):
            fruit.get(name)
    assert "pome" not in fruit.available()
    fruit.add("pome", "somebody's own")
    assert fruit.get("pome") == "somebody's own"


def test_ids_are_taken_once_and_named_without_version(fruit):
    with pytest.raises(UserError, match="already"):
        fruit.add("apple", None, version=2)
    with pytest.raises(UserError, match="without its version"):
        fruit.add("plum-v1", None)


def test_unknown_options_are_named(fruit):
    with pytest.raises(UserError, match="colour"):
        fruit.make("apple", colour="red")


def test_third_parties_add_by_entry_point(tmp_path, monkeypatch):
    (tmp_path / "orchard.py").write_text("def pear():\n    return 'pear'\n")
    info = tmp_path / "orchard-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: orchard\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[gradus.fruit]\npear-v3 = orchard:pear\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry = Registry("fruit")
    assert registry.available() == ["pear"]
    assert registry.full_id("pear") == "pear-v3"
    assert registry.make("pear") == "pear"


def test_an_entry_point_may_lead_to_a_thing_that_registers_itself(tmp_path, monkeypatch):
    """As a stream task does: importing its module adds it, the entry point only says where it is."""
    text = "from gradus.stream import Question, task\n\n@task('orchard-task')\ndef ask(pick):\n"
    (tmp_path / "orchard_tasks.py").write_text(text + "    'Say a.'\n    return Question('say: a', 'a')\n")
    info = tmp_path / "orchard_tasks-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: orchard_tasks\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[gradus.task]\norchard-task = orchard_tasks:ask\n")
    spec = {"tasks": ["orchard-task"]}
    command = f"from gradus.stream import Curriculum; print(*Curriculum.from_spec({spec}).tasks)"
    paths = os.pathsep.join([str(tmp_path), str(Path(gradus.__file__).parents[1])])
    environment = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, "-c", command], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("orchard-task\n", "")


def test_a_type_error_from_inside_is_not_taken_for_a_wrong_option() -> None:
    def broken(size: int) -> None:
        raise TypeError("an argument of mine is at fault")

    shop = Registry[Callable[..., None]]("tool")
    shop.add("saw", broken)
    with pytest.raises(TypeError, match="at fault"):
        shop.make("saw", size=1)
    with pytest.raises(UserError, match=r"The tool 'saw' does not take these options: .*'colour'"):
        shop.make("saw", size=1, colour="red")
