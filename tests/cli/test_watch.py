"""``gradus replay`` and ``gradus watch`` on a recorded training."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.students.plans import plan

from gradus.students import Training

pytestmark = pytest.mark.tracks


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("watch") / "run"
    settings = {"samples": 400, "minibatch": 100, "hidden": (16, 16)}
    world: dict[str, Any] = {
        "track": "stump",
        "body": "old_classic_bipedal",
        "track_options": {"max_steps": 40},
    }
    often: dict[str, Any] = {"keep_every": 400, "checkpoint_every": 400, "evaluate_every": 400}
    made = plan(**world, test=((0.0, 6.0),), lanes=4, student_settings=settings, steps=800, **often)
    Training.create(path, made).run()
    return path


Call = Callable[..., tuple[int, str, str]]


def test_a_training_episode_as_numbers_and_picture(gradus: Call, run: Path, tmp_path: Path) -> None:
    code, out, _ = gradus("replay", run, "--serial", 3, "-o", tmp_path / "end.png", "--json")
    first = json.loads((run / "outcomes.jsonl").read_text().splitlines()[0])
    row = json.loads(out)
    assert code == 0 and len(row["x"]) == row["steps"] + 1
    assert set(row) == {"task", "steps", "return", "solved", "distance", "x", "output"}
    assert (tmp_path / "end.png").stat().st_size > 1000
    assert row["steps"] <= 40 and len(row["task"]) == len(first["ticket"]["task"])


def test_a_test_episode_has_the_recorded_return(gradus: Call, run: Path) -> None:
    code, out, _ = gradus("replay", run, "--test", 0, "--json")
    rows = [json.loads(line) for line in (run / "evaluations.jsonl").read_text().splitlines()]
    assert code == 0 and json.loads(out)["return"] == rows[-1]["returns"][0]


def test_a_policy_on_any_task_and_a_film(gradus: Call, run: Path, tmp_path: Path) -> None:
    code, out, _ = gradus("watch", run, "--task", "0.5,2", "-o", tmp_path / "film.gif")
    assert code == 0 and "Task 0.5, 2" in " ".join(out.split())
    assert (tmp_path / "film.gif").stat().st_size > 1000
    assert gradus("watch", run, "--task", "0.5,2", "--checkpoint", "400")[0] == 0


def test_a_shipped_walker_on_its_own_task_and_on_another(gradus: Call, tmp_path: Path) -> None:
    code, out, _ = gradus("watch", "--walker", "fish", "--json", "-o", tmp_path / "end.png")
    row = json.loads(out)
    assert code == 0 and row["distance"] > 10 and (tmp_path / "end.png").stat().st_size > 1000
    other = gradus("watch", "--walker", "quadruped", "--task", "3,0", "--json")
    assert json.loads(other[1])["task"] == [3.0, 0.0]
    names = {row["name"]: row["summary"] for row in json.loads(gradus("list", "walkers", "--json")[1])}
    assert names["fish"].startswith("fish on parkour, masters ")


def test_watch_wants_a_run_or_a_walker(gradus: Call, run: Path) -> None:
    for words in ((), (run, "--walker", "fish")):
        code, _, err = gradus("watch", *words)
        assert code == 2 and "either the folder of a training or a --walker" in " ".join(err.split())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("replay",), "one of the two"),
        (("replay", "--serial", 1, "--test", 0), "one of the two"),
        (("replay", "--serial", 12345), "no finished episode 12345"),
        (("replay", "--test", 9), "A test is from 0 to 0, not 9"),
        (("watch", "--task", "x"), "numbers with commas"),
        (("watch", "--task", "0,1", "--checkpoint", "7"), "keeps no checkpoint of step 7"),
        (("watch", "--task", "0,1", "-o", "film.avi"), "A film is written as .gif, .webp or .mp4"),
    ],
)
def test_wrong_use_is_one_sentence(gradus: Call, run: Path, words: tuple[object, ...], sentence: str) -> None:
    code, _, err = gradus(words[0], run, *words[1:])
    assert code == 2 and sentence in err and len(err.strip().splitlines()) == 1


def test_chance_walks_in_a_drawn_scene(gradus: Call, run: Path, tmp_path: Path) -> None:
    ground = [[x * 0.5, 3.3 + (0.05 * x if x > 30 else 0.0)] for x in range(160)]
    scene = {"track": "stump", "body": "old_classic_bipedal", "seed": 3, "task": [0, 6]}
    (tmp_path / "track.json").write_text(
        json.dumps(scene | {"terrain": {"ground": ground, "stumps": [[20, 1]]}})
    )
    found = {}
    for name, words in {
        "chance": ("--policy", "random"),
        "again": ("--policy", "random"),
        "still": ("--policy", "still"),
        "student": (run,),
    }.items():
        code, out, _ = gradus("watch", *words, "--scene", tmp_path / "track.json", "--json")
        assert code == 0
        found[name] = json.loads(out)["x"]
    assert found["chance"] == found["again"] and len({json.dumps(x) for x in found.values()}) == 3
    code, _, said = gradus("watch", "--walker", "fish", "--scene", tmp_path / "track.json")
    assert code == 2 and "trained on parkour" in said


def test_another_instance_of_a_task_has_another_terrain(gradus: Call) -> None:
    words = ("watch", "--policy", "still", "--track", "stump", "--task", "2,1", "--json")
    ends = [json.loads(gradus(*words, "--nth", nth)[1])["x"] for nth in (0, 0, 1)]
    assert ends[0] == ends[1] != ends[2]


def test_who_walks_is_named_once(gradus: Call, run: Path, tmp_path: Path) -> None:
    for words in (
        ("watch",),
        ("watch", run, "--policy", "still"),
        ("watch", run, "--body", "fish"),
        ("watch", "--policy", "clever"),
        ("watch", "--policy", "still", "--body", "nobody"),
        ("watch", "--policy", "still", "--scene", tmp_path / "none.json"),
    ):
        code, _, said = gradus(*words)
        assert code == 2 and said.strip().endswith(".")
