"""What cannot work is said in one sentence, and nothing already recorded is lost."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.students.plans import plan

from gradus.school import UserError
from gradus.students import EnvShape, Plan, Training, make
from gradus.students.replay import ReplayBuffer

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"student": "pop"}, "no student named 'pop'.*Did you mean 'ppo'"),
        ({"teacher": "alp-gm"}, "no teacher named 'alp-gm'.*alp-gmm"),
        ({"track": "stmp"}, "no track named 'stmp'.*stump"),
        ({"steps": 0}, "steps must be a whole number of at least 1, not 0"),
        ({"seed": -1}, "seed must be a whole number of at least 0, not -1"),
        ({"lanes": 2.5}, "lanes must be a whole number"),
        ({"forget_every": 0}, "forget_every must be a whole number"),
        (
            {"student": "sac", "checkpoint_every": 500_000},
            "checkpoint_every 500000 must be below SAC's margin",
        ),
    ],
)
def test_bad_plans(changes: dict[str, object], words: str) -> None:
    with pytest.raises(UserError, match=words):
        Plan(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"learning_rat": 1e-3}, "no setting 'learning_rat'.*learning_rate"),
        ({"preset": "papr"}, "preset must be one of paper, reference"),
        ({"samples": 2000, "minibatch": 300}, "samples 2000 must be a multiple of minibatch 300"),
        ({"samples": 70, "minibatch": 70}, "samples 70 must be a multiple of the 20 lanes"),
        ({"learning_rate": -1.0}, "learning_rate must be a finite number greater than 0"),
        ({"activation": "step"}, "activation must be one of relu, tanh"),
        ({"value_loss": "cliped"}, "value_loss must be one of clipped, plain, huber.*Did you mean 'clipped'"),
        ({"target_kl": 0.0}, "target_kl must be a finite number greater than 0"),
        ({"action_init": (0.0, 1.0)}, "action_init must have one number for each of the 1 actions, not 2"),
        ({"epochs": True}, "epochs must be a whole number"),
    ],
)
def test_bad_settings(settings: dict[str, object], words: str) -> None:
    shape = EnvShape(3, 1, 20, (0.0,), (1.0,), 1000)
    with pytest.raises(UserError, match=words):
        make("ppo", shape, **settings)  # type: ignore[arg-type]


def test_an_entropy_that_is_no_number() -> None:
    shape = EnvShape(3, 1, 1, (0.0,), (1.0,), 1000)
    with pytest.raises(UserError, match="target_entropy must be a finite number, not 'auto'"):
        make("sac", shape, target_entropy="auto")


def test_nothing_is_written_for_a_plan_that_does_not_fit(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        Training.create(tmp_path / "run", plan("ppo", teacher_settings={"speed": 3}))
    assert not (tmp_path / "run").exists()


def test_another_kind_of_run_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text('{"kind": "lesson"}')
    with pytest.raises(UserError, match="not a training on the tracks"):
        Training.resume(tmp_path)


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    code = (
        "import sys, resource; resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, resource.RLIM_INFINITY)); "
        "from tests.students.plans import plan; from gradus.students import Training; "
        "from gradus.school import UserError\n"
        "try: Training.create(sys.argv[1], plan('ppo', steps=14_000)).run()\n"
        "except UserError as error: print(error); sys.exit(2)"
    )
    folder = tmp_path / "run"
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        env=variables,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "could not be written (File too large)" in done.stdout
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    resumed = Training.resume(folder)
    assert resumed.steps > 0
    resumed.run()
    whole = Training.create(tmp_path / "whole", plan("ppo", steps=14_000))
    whole.run()
    assert (folder / "outcomes.jsonl").read_bytes() == (tmp_path / "whole" / "outcomes.jsonl").read_bytes()


def test_a_memory_of_another_size_is_refused(tmp_path: Path) -> None:
    ReplayBuffer(3, 10, 100, 5, tmp_path / "m.bin")
    with pytest.raises(UserError, match="has 180 bytes, not the 240"):
        ReplayBuffer(4, 10, 100, 5, tmp_path / "m.bin")


def test_memory_remembers_the_latest_rows() -> None:
    memory = ReplayBuffer(1, 4, 100, 2)
    memory.add(np.arange(9, dtype=np.float32)[:, None])
    assert memory.contents()[:, 0].tolist() == [5, 6, 7, 8]
    drawn = memory.draw(np.random.default_rng(0), 200)[:, 0]
    assert set(drawn.tolist()) == {5.0, 6.0, 7.0, 8.0}
    memory.forget()
    memory.add(np.array([[9.0]], np.float32))
    assert memory.contents()[:, 0].tolist() == [9]
