"""The settings of a teacher, a student or a learner are options, also a third party's."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import gradus
from gradus.cli import build, train
from gradus.students import Plan, Training, train_command

MODULE = '''
from dataclasses import dataclass

from gradus.school import Teacher, UserError


class Patient(Teacher):
    """Waits a while."""

    name = "patient-v0"

    @dataclass(frozen=True)
    class Settings:
        """How patient."""

        patience: int = 3
        """Episodes to wait for before anything is taught."""
        gently: bool = False
        """Whether to be gentle, too."""

        def __post_init__(self):
            if self.patience < 1:
                raise UserError(f"patience must be at least 1, not {self.patience!r}.")


class Shy:
    """Says nothing, quietly."""

    def __init__(self, volume: float = 1.0, loud: bool = True):
        assert volume == 0.25 and loud is False, (volume, loud)

    def act(self, byte: int, reward: int) -> int:
        return 32

    def state(self):
        return {}

    def restore(self, state):
        pass
'''
ENTRY_POINTS = (
    "[gradus.teacher]\npatient = gradus_patience:Patient\n[gradus.learner]\nshy = gradus_patience:Shy\n"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages that holds somebody else's, as pip leaves it there."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "gradus_patience.py").write_text(textwrap.dedent(MODULE))
    info = folder / "gradus_patience-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gradus-patience\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    return folder


def run(site: Path, line: str, code: int = 0) -> str:
    paths = os.pathsep.join([str(site), str(Path(gradus.__file__).parents[1])])
    environment = {**os.environ, "PYTHONPATH": paths, "COLUMNS": "120"}
    words = [sys.executable, "-m", "gradus", *line.split()]
    done = subprocess.run(words, env=environment, cwd=site, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return " ".join((done.stdout + done.stderr).replace("│", " ").split())


def test_a_strangers_teacher_gets_options_and_help(site: Path) -> None:
    shown = run(site, "train --teacher patient --help")
    assert (
        "--teacher.patience INTEGER Episodes to wait for before anything is taught. [default: (3)]" in shown
    )
    assert "--teacher.gently true|false Whether to be gentle, too." in shown


@pytest.mark.tracks
def test_its_own_check_speaks(site: Path) -> None:
    said = run(site, "train --teacher patient --teacher.patience 0 --knowledge no --steps 1k", code=2)
    assert said == "gradus: patience must be at least 1, not 0."


def test_a_strangers_learner_gets_its_options(site: Path) -> None:
    words = (
        "teach -l shy --learner.volume 0.25 --learner.loud false --curriculum round1 --max-steps 40 --json"
    )
    assert json.loads(run(site, words))["steps"] == 40


def test_the_report_of_a_strangers_learner_says_how_it_was_made_and_that_works(site: Path) -> None:
    run(site, "teach -l shy --learner.volume 0.25 --learner.loud false --max-steps 40 --seed 5 -o run")
    run(site, "report run -o report.html")
    page = (site / "report.html").read_text()
    options = "--option loud=false --option volume=0.25 --max-steps 40 --seed 5"
    made = f"gradus teach --learner shy-v0 --curriculum round1 {options} -o run"
    assert made in page
    run(site, made.removeprefix("gradus ").replace("-o run", "-o again"))
    for name in ("outcomes.jsonl", "transcript.bin"):
        assert (site / "again" / name).read_bytes() == (site / "run" / name).read_bytes()


def given_plan(monkeypatch: pytest.MonkeyPatch, *words: str) -> Plan:
    """The plan that a command line describes."""

    class StoppedError(Exception):
        pass

    kept: list[Plan] = []

    def create(_: Any, plan: Plan) -> None:
        kept.append(plan)
        raise StoppedError

    monkeypatch.setattr(Training, "create", create)
    with pytest.raises(StoppedError):
        build("train", words)(args=["train", *words], standalone_mode=False)
    return kept[0]


def test_settings_reach_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["--steps", "1k", "--teacher=adr", "--teacher.step", "0.2", "--teacher.inclusive", "true"]
    plan = given_plan(monkeypatch, *words, "--teacher-option", "queue=4")
    assert plan.teacher == "adr-v0"
    assert {"step": 0.2, "inclusive": True, "queue": 4}.items() <= plan.teacher_settings.items()


def test_the_usual_teachers_settings_need_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = given_plan(monkeypatch, "--steps", "1k", "--teacher.max-k", "5")
    assert (plan.teacher, plan.teacher_settings["max_k"]) == ("alp-gmm-v0", 5)


def test_help_without_a_name_loads_no_part() -> None:
    parts = train.PARTS
    assert [part.named(["--steps", "1k"]) for part in parts] == ["", ""]
    assert [part.named([]) for part in parts] == ["", ""]
    assert parts[0].named(["--teacher"]) == ""
    assert parts[0].named(["--teacher", "adr", "--teacher", "riac"]) == "riac"
    assert parts[0].options("nobody") == []


PLANS = [
    "--steps 1k",
    "--steps 3M --teacher adr --knowledge high --seed 7 --evaluate-every 1M --checkpoint-every 50k",
    "--steps 2k --teacher random --student sac --student.batch-size 64 --lanes 1",
    "--steps 2k --track parkour --body fish --teacher goal-gan --knowledge high",
    "--steps 2k --track parkour --body spider --test climb --rugged --forget-every 1k",
    "--steps 2k --task 0.5,3",
    "--steps 2k --teacher.max-k 5 --teacher-option initial_mean=1,3 --student.hidden 32,32",
    "--steps 2k --teacher spdl --space stump",
]


@pytest.mark.parametrize("words", PLANS)
def test_the_command_of_a_plan_makes_the_same_plan(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    plan = given_plan(monkeypatch, *words.split())
    made = train_command(plan, "a folder")
    assert made.startswith("gradus train ")
    assert made.endswith(" -o 'a folder'")
    again = shlex.split(made.removeprefix("gradus train ").removesuffix(" -o 'a folder'"))
    assert given_plan(monkeypatch, *again) == plan


def test_a_plan_that_no_option_can_say_is_read_from_its_record() -> None:
    for plan in (Plan(previews=7), Plan(test=((0.0, 6.0), (1.0, 2.0))), Plan(track_options={"x": 1})):
        assert train_command(plan, "run") == "gradus repeat run -o again"
