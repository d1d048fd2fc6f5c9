"""``gradus learner show`` says what a run's learner knows."""

import json

import pytest
from typer.testing import CliRunner

from gradus.cli.learner import app
from gradus.learners import Lesson, fitting_memory
from gradus.school import UserError, read_json, write_json
from gradus.stream import World, make


def run_of(path, learner, steps):
    world = World(make("round1").only("micro5.5", "micro6"), seed=1, scramble=True)
    Lesson.create(path, learner, world, max_steps=steps).run()
    return str(path)


def test_the_knowledge_of_a_run(tmp_path):
    run = run_of(tmp_path / "run", "gradual", 5_000)
    told = CliRunner().invoke(app, ["show", run])
    assert told.exit_code == 0
    assert "A question ends with the next '.'." in told.stdout
    assert "Now: " in told.stdout
    found = json.loads(CliRunner().invoke(app, ["show", run, "--json"]).stdout)
    assert found["form"]["question_ends"] == "with the next '.'"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("gradual-v0", "Gradus 0.1 plays its runs again"), ("dialogue-v0", "is called 'gradual' now")],
)
def test_of_a_learner_that_is_gone_a_sentence_says_what_became_of_it(tmp_path, name, sentence):
    run = tmp_path / "run"
    run_of(run, "gradual", 200)
    about = read_json(run / "run.json")
    about["learner"]["name"] = name
    write_json(run / "run.json", about)
    for ask in (
        lambda: CliRunner().invoke(app, ["show", str(run)], catch_exceptions=False),
        lambda: Lesson.resume(run),
        lambda: Lesson.repeat(run),
    ):
        with pytest.raises(UserError, match=sentence):
            ask()


def test_nobody_begins_with_a_memory_of_the_learner_before(tmp_path, monkeypatch):
    old = {"alphabet": list(range(256)), "memory": {"turns": {}, "mind": {}}}
    monkeypatch.setattr("gradus.learners.experience.memory_of", lambda path: old)
    with pytest.raises(UserError, match=r"cannot be begun from\. This memory was written by .* Gradus 0\.1"):
        fitting_memory(tmp_path / "run", "gradual")


def test_other_learners_have_nothing_to_show(tmp_path):
    run = run_of(tmp_path / "run", "silent", 100)
    with pytest.raises(UserError, match="silent"):
        CliRunner().invoke(app, ["show", run], catch_exceptions=False)
