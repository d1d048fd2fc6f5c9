"""The same plan gives the same bytes; a killed run, resumed, ends as if nothing had happened."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.students.plans import SMALL, fingerprint, plan

from gradus.school import UserError
from gradus.students import Plan, Training

ROOT = Path(__file__).parents[2]


def stopped(folder: Path, wanted: Plan, at: int) -> None:
    """Begin a run and leave it as a kill would, at some step that is no checkpoint."""
    training = Training.create(folder, wanted)
    while training.steps < at:
        training._advance()
    assert training.folder is not None
    training.folder.close()


@pytest.mark.parametrize(
    ("student", "changes"),
    [
        ("ppo", {}),
        ("ppo", {"teacher": "alp-gmm", "seed": 3, "rugged": True}),
        ("ppo", {"teacher": "spdl", "teacher_settings": {"offset": 800, "period": 800}}),
        ("sac", {}),
        ("sac", {"student_settings": {**SMALL["sac"], "target_entropy": -1.0, "reward_floor": -0.1}}),
        ("sac", {"forget_every": 700, "teacher": "adr", "lanes": 3}),
    ],
)
def test_resumed_runs_are_identical(tmp_path: Path, student: str, changes: dict[str, object]) -> None:
    wanted = plan(student, **changes)
    Training.create(tmp_path / "whole", wanted).run()
    for at in (100, 1620):
        folder = tmp_path / f"stopped-{at}"
        stopped(folder, wanted, at)
        resumed = Training.resume(folder)
        assert resumed.steps <= at
        resumed.run()
        assert fingerprint(folder) == fingerprint(tmp_path / "whole")


def test_sac_memory_wraps_around_without_losing_what_a_checkpoint_needs(tmp_path: Path) -> None:
    wanted = plan("sac", steps=2700, checkpoint_every=600)
    Training.create(tmp_path / "whole", wanted).run()
    stopped(tmp_path / "stopped", wanted, 2399)
    Training.resume(tmp_path / "stopped").run()
    assert fingerprint(tmp_path / "stopped") == fingerprint(tmp_path / "whole")


def test_monitoring_and_folders_change_nothing(tmp_path: Path) -> None:
    bare = Training.create(None, plan("ppo", preview_every=10**6, evaluate_every=2000))
    bare.run()
    watched = Training.create(tmp_path / "run", plan("ppo", evaluate_every=1000))
    watched.run()
    assert bare.evaluations[-1].episodes == watched.evaluations[-1].episodes
    assert bare.teacher.state()["rng"] == watched.teacher.state()["rng"]
    assert bare.student.state()[0] == watched.student.state()[0]


def test_seeds_differ() -> None:
    runs = [Training.create(None, plan("ppo", seed=seed, steps=2000)).run() for seed in (0, 1, 0)]
    assert runs[0] == runs[2] != runs[1]


def _process(folder: Path, **environment: str) -> subprocess.Popen[bytes]:
    code = (
        "import sys; from tests.students.plans import plan; from gradus.students import Training; "
        "wanted = plan('ppo', steps=16_000, checkpoint_every=2000); "
        "from pathlib import Path; p = Path(sys.argv[1]); "
        "t = Training.resume(p) if (p / 'run.json').exists() else Training.create(p, wanted); "
        "t.run()"
    )
    paths = os.pathsep.join([str(ROOT), *sys.path])
    variables = {**os.environ, "PYTHONPATH": paths, **environment}
    return subprocess.Popen([sys.executable, "-c", code, str(folder)], env=variables, cwd=ROOT)


def test_a_killed_process_resumes_exactly(tmp_path: Path) -> None:
    whole = _process(tmp_path / "whole", PYTHONHASHSEED="1")
    killed = _process(tmp_path / "killed", PYTHONHASHSEED="2")
    state = tmp_path / "killed" / "checkpoint" / "state.json"
    while not state.exists() and killed.poll() is None:
        time.sleep(0.01)
    killed.send_signal(signal.SIGKILL)
    assert killed.wait() == -signal.SIGKILL
    assert _process(tmp_path / "killed", PYTHONHASHSEED="3").wait() == 0
    assert whole.wait() == 0
    assert fingerprint(tmp_path / "killed") == fingerprint(tmp_path / "whole")


def test_a_finished_run_is_not_repeated(tmp_path: Path) -> None:
    Training.create(tmp_path / "run", plan("ppo", steps=800)).run()
    before = fingerprint(tmp_path / "run")
    again = Training.resume(tmp_path / "run")
    assert again.finished
    again.run()
    assert fingerprint(tmp_path / "run") == before


def test_damaged_checkpoints_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    stopped(folder, plan("ppo"), 1000)
    lines = (folder / "outcomes.jsonl").read_bytes()
    arrays = next((folder / "checkpoint").glob("*.npz"))
    whole = arrays.read_bytes()
    for damage in (whole[: len(whole) // 2], b"", whole[:200] + bytes(200) + whole[400:]):
        arrays.write_bytes(damage)
        with pytest.raises(UserError, match="damaged"):
            Training.resume(folder)
        assert (folder / "outcomes.jsonl").read_bytes() == lines
    arrays.write_bytes(whole)
    Training.resume(folder).run()
