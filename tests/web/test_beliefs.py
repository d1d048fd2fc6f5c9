"""What the page says about a learner's beliefs, also where there is nobody left to ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradus.learners import Lesson
from gradus.school import RunFolder, read_json, write_json
from gradus.stream import World
from gradus.web import tapes


def record(path: Path, name: str) -> RunFolder:
    """A short lesson of the gradual learner, said to be of another one."""
    Lesson.create(path, "gradual", World(seed=1), max_steps=200).run()
    about = read_json(path / "run.json")
    about["learner"]["name"] = name
    write_json(path / "run.json", about)
    return RunFolder.read(path)


def test_a_learner_that_is_there_is_told_in_words(tmp_path: Path) -> None:
    run = record(tmp_path / "run", "gradual-v1")
    for step in (None, 100):
        assert any(line.startswith("Now: ") for line in tapes.beliefs(run, step)["lines"])


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("gradual-v0", "Gradus 0.1 plays its runs again"),
        ("dialogue-v0", "is called 'gradual' now"),
        ("memory-v0", "keeps nothing that can be put into words"),
    ],
)
@pytest.mark.parametrize("step", [None, 100])
def test_of_others_one_sentence_says_why_there_is_nothing(
    tmp_path: Path, name: str, note: str, step: int | None
) -> None:
    found = tapes.beliefs(record(tmp_path / "run", name), step)
    assert found["lines"] == [] and note in found["note"]
