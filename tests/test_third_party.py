"""A stranger's package with one part of every kind: found, helped, run, reported, repeated, shown on the web page."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import gradus

PARTS = '''\
"""Somebody else's parts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gradus.exams import Exam, Result, run_rows
from gradus.school import Teacher, UserError

HERE = Path(__file__).parent
SHORT = HERE / "short.toml"
SUITE = HERE / "strange.toml"


def stout(**options):
    """A bipedal of a stranger."""
    from gradus.tracks.bodies import make

    return make("classic_bipedal", **options)


@dataclass(frozen=True, kw_only=True)
class StaminaResult(Result):
    longest: int


@dataclass(frozen=True)
class Stamina(Exam[StaminaResult]):
    """Does a learner last as long as it is asked to?"""

    protocol = "stamina"
    result_type = StaminaResult

    patience: int = 300
    """Steps after which a run has shown stamina."""

    def plan(self, done):
        return [self.plan_run(f"run/{i}", self.tasks, self.seed_for("run", i)) for i in range(self.runs)]

    def result(self, done):
        runs = [done[f"run/{i}"] for i in range(self.runs)]
        return StaminaResult(longest=max(run.steps for run in runs), runs=run_rows(runs))


class Patient(Teacher):
    """Waits a while, then teaches anything."""

    name = "patient-v0"

    @dataclass(frozen=True)
    class Settings:
        """How patient."""

        patience: int = 3
        """Episodes to wait for before anything is taught."""
        gently: bool = False
        """Whether to be gentle, too."""
        middle: tuple[float, ...] | None = None
        """Where to wait."""

        def __post_init__(self):
            if self.patience < 1:
                raise UserError(f"patience must be at least 1, not {self.patience!r}.")

    def _choose(self):
        return self.space.sample(self.rng)


class Shy:
    """Says nothing, quietly."""

    def __init__(self, volume: float = 1.0, loud: bool = True):
        self.heard = 0

    def act(self, byte: int, reward: int) -> int:
        self.heard += 1
        return 32

    def state(self):
        return {"heard": self.heard}

    def restore(self, state):
        self.heard = state["heard"]


class Drunk:
    """Staggers and never learns."""

    settled = True
    portable = True
    gamma = 0.99
    sampled_tests = False

    @dataclass(frozen=True)
    class Settings:
        """How drunk."""

        sway: float = 1.0
        """How far it swings its legs."""

    def __init__(self, shape, seed, sees_task, **settings):
        self.shape = shape
        self.settings = self.Settings(**settings)
        self.rng = np.random.default_rng(seed)

    def begin(self, observations, trains):
        pass

    def act(self, observations):
        return self.sampled(observations, self.rng)

    def expected(self):
        return np.zeros(self.shape.lanes)

    def learn(self, step):
        pass

    def best(self, observations):
        return np.zeros((len(observations), self.shape.actions), np.float32)

    def sampled(self, observations, rng):
        sway = self.settings.sway
        return rng.uniform(-sway, sway, (len(observations), self.shape.actions)).astype(np.float32)

    def values(self, observations, tasks):
        return np.zeros(len(observations))

    def forget(self):
        pass

    def figures(self):
        return {}

    def state(self):
        return {"rng": self.rng.bit_generator.state}, {}

    def restore(self, state, arrays):
        self.rng.bit_generator.state = state["rng"]
'''
CURRICULUM = """\
name = "short"
summary = "Two tasks of a stranger"
[[tasks]]
id = "micro1"
[[tasks]]
id = "micro2"
"""
SUITE = """\
text = "A stranger's suite."
teachers = ["random", "patient"]
levels = ["low"]

[plan]
student = "drunk"
test = [[0.0, 6.0], [1.0, 3.0]]

[[experiment]]
name = "usual"
text = "As usual."

[tiers.minutes]
seeds = 2
plan = { steps = 400, evaluate_every = 200, checkpoint_every = 200, preview_every = 200, previews = 3 }
"""
ENTRY_POINTS = """\
[gradus.exam]
stamina = gradus_stranger.parts:Stamina
[gradus.teacher]
patient = gradus_stranger.parts:Patient
[gradus.student]
drunk = gradus_stranger.parts:Drunk
[gradus.learner]
shy = gradus_stranger.parts:Shy
[gradus.curriculum]
short = gradus_stranger.parts:SHORT
[gradus.body]
stout = gradus_stranger.parts:stout
[gradus.suite]
strange = gradus_stranger.parts:SUITE
"""
KINDS = {
    "exams": ("stamina", "Does a learner last as long as it is asked to?"),
    "teachers": ("patient", "Waits a while, then teaches anything."),
    "students": ("drunk", "Staggers and never learns."),
    "learners": ("shy", "Says nothing, quietly."),
    "curricula": ("short", "Two tasks of a stranger"),
    "bodies": ("stout", "A bipedal of a stranger."),
    "suites": ("strange", "A stranger's suite."),
}
TRAINING = "train --teacher patient --student drunk --body stout --track parkour"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages that holds the stranger's, as pip leaves it there."""
    folder = tmp_path_factory.mktemp("site")
    package = folder / "gradus_stranger"
    info = folder / "gradus_stranger-1.0.dist-info"
    package.mkdir()
    info.mkdir()
    (package / "__init__.py").write_text("")
    (package / "parts.py").write_text(PARTS)
    (package / "short.toml").write_text(CURRICULUM)
    (package / "strange.toml").write_text(SUITE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gradus-stranger\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    return folder


@pytest.fixture
def command(site: Path, tmp_path: Path) -> Callable[[str], str]:
    """Run a command line in a process that sees the package."""

    def run(line: str, code: int = 0) -> str:
        paths = os.pathsep.join([str(site), str(Path(gradus.__file__).parents[1])])
        environment = {**os.environ, "PYTHONPATH": paths, "COLUMNS": "120"}
        words = [sys.executable, "-m", "gradus", *shlex.split(line)]
        done = subprocess.run(
            words, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stderr
        return done.stdout

    return run


def how_made(page: str, start: str) -> str:
    """The first command of a report that begins so, without the program's name."""
    place = page.index(f"gradus {start}")
    found = page[place : page.index("<", place)]
    return found.strip().removeprefix("gradus ").replace("&#39;", "'").replace("&#34;", '"')


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_listed_with_what_it_says_about_itself(kind: str, command: Callable[[str], str]) -> None:
    name, summary = KINDS[kind]
    assert {"name": name, "summary": summary} in json.loads(command(f"list {kind} --json"))
    assert summary in command(f"list {kind} {name}")


def test_settings_of_teacher_and_student_are_options(command: Callable[[str], str]) -> None:
    shown = " ".join(command(f"{TRAINING} --help").split())
    assert "--teacher.patience INTEGER Episodes to wait for before anything is taught." in shown
    assert "--student.sway NUMBER How far it swings its legs." in shown


@pytest.mark.tracks
def test_a_training_says_how_it_was_made_and_that_makes_it_again(
    command: Callable[[str], str], tmp_path: Path
) -> None:
    options = "--teacher.patience 5 --teacher.middle 1,2.5 --student.sway 0.5"
    command(f"{TRAINING} {options} --steps 1k --evaluate-every 1k --test walk --seed 4 -o run")
    command("report run --no-files -o report.html")
    made = how_made((tmp_path / "report.html").read_text(), "train ")
    assert "--teacher patient" in made
    assert "--student-option sway=0.5" in made
    command(made.replace("-o run", "-o again"))
    command("repeat run -o repeated")
    for name in ("outcomes.jsonl", "evaluations.jsonl"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "run" / name).read_bytes()
        assert (tmp_path / "repeated" / name).read_bytes() == (tmp_path / "run" / name).read_bytes()


def test_a_lesson_with_its_teacher_and_curriculum_says_how_it_was_made(
    command: Callable[[str], str], tmp_path: Path
) -> None:
    command("teach -l shy -c short --teacher patient --learner.volume 0.5 --max-steps 90 -o run")
    command("report run --no-files -o report.html")
    made = how_made((tmp_path / "report.html").read_text(), "teach ")
    assert "--teacher patient-v0" in made
    assert "--curriculum short" in made
    command(made.replace("-o run", "-o again"))
    command("repeat run -o repeated")
    for name in ("outcomes.jsonl", "transcript.bin"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "run" / name).read_bytes()
        assert (tmp_path / "repeated" / name).read_bytes() == (tmp_path / "run" / name).read_bytes()


def test_an_exam_says_how_it_was_made(command: Callable[[str], str], tmp_path: Path) -> None:
    said = command("exam stamina -l shy -c short --runs 2 --task-steps 90 --patience 50 -o run --json")
    command("report run --no-files -o report.html")
    made = how_made((tmp_path / "report.html").read_text(), "exam ")
    assert "--patience 50" in made
    assert command(f"{made.replace('-o run', '-o again')} --json") == said


@pytest.mark.tracks
def test_a_campaign_says_how_it_was_made(command: Callable[[str], str], tmp_path: Path) -> None:
    said = json.loads(command("bench strange --seeds 1 -o run --json"))
    command("report run --no-files -o report.html")
    made = how_made((tmp_path / "report.html").read_text(), "bench ")
    assert made == "bench strange --tier minutes --seeds 1 -o run"
    again = json.loads(command(f"{made.replace('-o run', '-o again')} --json"))
    assert again["cells"] == said["cells"]


@pytest.mark.tracks
def test_the_web_page_shows_its_runs(command: Callable[[str], str], tmp_path: Path) -> None:
    pytest.importorskip("starlette", reason="the web page is not installed.")
    command(f"{TRAINING} --steps 400 --evaluate-every 400 -o runs/training")
    command("exam stamina -l shy -c short --runs 1 --task-steps 90 -o runs/exam")
    command("web runs --bundle page")
    shown = "".join(path.read_text(errors="replace") for path in (tmp_path / "page").rglob("*.js*"))
    for name in ("patient", "drunk", "stout", "stamina", "shy"):
        assert name in shown
