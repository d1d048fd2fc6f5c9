"""``gradus learner show`` says what a run's learner knows."""

import json

import pytest
from typer.testing import CliRunner

from gradus.cli.learner import app
from gradus.learners import Lesson
from gradus.school import UserError
from gradus.stream import World, make


def run_of(path, learner, steps):
    world = World(make("round1").only("micro5.5", "micro6"), seed=1, scramble=True)
    Lesson.create(path, learner, world, max_steps=steps).run()
    return str(path)


def test_the_knowledge_of_a_run(tmp_path):
    run = run_of(tmp_path / "run", "gradual", 5_000)
    told = CliRunner().invoke(app, ["show", run])
    assert told.exit_code == 0
    assert "It is the learner's turn after the first ';', at the next '.'." in told.stdout
    found = json.loads(CliRunner().invoke(app, ["show", run, "--json"]).stdout)
    assert found["ending"] == "."


def test_other_learners_have_nothing_to_show(tmp_path):
    run = run_of(tmp_path / "run", "silent", 100)
    with pytest.raises(UserError, match="silent"):
        CliRunner().invoke(app, ["show", run], catch_exceptions=False)
