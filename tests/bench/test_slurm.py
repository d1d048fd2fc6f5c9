"""SLURM: array scripts that a stand-in for sbatch really runs, task by task, one of them killed on the way."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from tests.bench.test_campaign import MODULES, campaign
from tests.students.plans import fingerprint

from gradus.bench import Campaign, Choice, is_finished, load, unfold
from gradus.bench.slurm import array_failures as failures
from gradus.bench.slurm import held_runs, main, run_task, write_arrays
from gradus.bench.slurm import submit_arrays as submit
from gradus.cli import main as gradus
from gradus.school import UserError

ROOT = Path(__file__).parents[2]
SBATCH = '''#!{python}
"""Runs every task of an array; with KILL, the first is killed as soon as that checkpoint exists."""
import os, re, subprocess, sys, time
from pathlib import Path
script = sys.argv[-1]
text = Path(script).read_text()
last = int(re.search(r"#SBATCH --array=0-(\\d+)", text)[1])
kill = os.environ.pop("KILL", None)
for task in range(last + 1):
    process = subprocess.Popen(["sh", script], env={{**os.environ, "SLURM_ARRAY_TASK_ID": str(task)}})
    if kill is not None and task == 0:
        while not Path(kill).exists() and process.poll() is None:
            time.sleep(0.02)
        process.kill()
    process.wait()
print("4711;cluster")
'''


@pytest.fixture
def sbatch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster of one machine."""
    command = tmp_path / "bin" / "sbatch"
    command.parent.mkdir()
    command.write_text(SBATCH.format(python=sys.executable))
    command.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(command.parent), os.environ["PATH"]]))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(ROOT / "src")]))


@pytest.mark.slow
@pytest.mark.usefixtures("sbatch")
def test_an_array_makes_what_local_workers_make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    local, array = (campaign(tmp_path / name, seeds=1, steps=6000) for name in ("local", "array"))
    state = array.folder / array.jobs[0].place / "checkpoint" / "state.json"
    monkeypatch.setenv("KILL", str(state))
    assert submit(write_arrays(array, ["--time=1:00:00"])) == ["4711"]
    monkeypatch.delenv("KILL")
    assert "#SBATCH --time=1:00:00" in (array.folder / "slurm" / "array-1.sh").read_text()
    finished = [is_finished(array.folder / job.place) for job in array.jobs]
    assert finished == [False, True]  # the killed task lost its run, the other nothing
    (second,) = write_arrays(array)
    assert second.name == "array-2.sh" and "--array=0-0" in second.read_text()
    submit([second])
    assert array.left() == [] and failures(array) == [] and write_arrays(array) == []
    assert local.run(1) == []
    for job in local.jobs:
        assert fingerprint(local.folder / job.place) == fingerprint(array.folder / job.place)


def test_a_task_leaves_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = campaign(tmp_path, seeds=1, steps=1000)
    (script,) = write_arrays(made)
    table = script.with_suffix(".json")
    place = made.folder / made.jobs[0].place
    place.parent.mkdir(parents=True)
    place.write_text("in the way")
    assert run_task(table, 0) is not None
    (failure,) = failures(made)
    assert failure.place == made.jobs[0].place and failure.reason
    monkeypatch.setattr("gradus.bench.slurm.attempt", lambda *given: None)  # as if the run had been made
    assert run_task(table, 0) is None and failures(made) == []
    with pytest.raises(UserError, match="there is no run 7"):
        run_task(table, 7)
    assert main([str(table), "seven"]) == 1 and main([]) == 1


def test_without_slurm_the_script_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = write_arrays(campaign(tmp_path / "runs", seeds=1))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match=r"no sbatch on this machine; submit .*array-1\.sh"):
        submit(scripts)
    refusing = tmp_path / "sbatch"
    refusing.write_text("#!/bin/sh\necho 'sbatch: error: invalid partition' >&2\nexit 1\n")
    refusing.chmod(0o755)
    with pytest.raises(UserError, match=r"SLURM refused .*invalid partition"):
        submit(scripts)


@pytest.mark.slow
@pytest.mark.usefixtures("sbatch")
def test_the_command_submits_and_collects(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.bench.test_suites import POINT

    words = ["bench", POINT, "--import", *MODULES, "--seeds", "1", "--steps", "1000", "--slurm", "", "--json"]
    answers = []
    for _ in range(2):
        with pytest.raises(SystemExit) as end:
            gradus([*words, "-o", str(tmp_path / "runs")])
        assert end.value.code == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0]["submitted"] == ["4711"] and answers[0]["runs"] == 2
    assert [cell["teacher"] for cell in answers[1]["cells"]] == ["random", "alp-gmm"]


def test_what_slurm_still_holds_is_not_submitted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = campaign(tmp_path / "runs", seeds=1)
    for name, answer in (("sbatch", "echo 31"), ("squeue", '[ "$5" = 31 ] && echo 1')):
        (tmp_path / name).write_text(f"#!/bin/sh\n{answer}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path), os.environ["PATH"]]))
    assert held_runs(made) == {}
    submit(write_arrays(made))
    held = held_runs(made)
    assert held == {made.jobs[1].place: "31"}
    (script,) = write_arrays(made, (), held)
    assert "--array=0-0" in script.read_text()


def test_long_campaigns_are_several_arrays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gradus.bench.slurm.TASKS", 3)
    from tests.bench.test_suites import POINT

    made = Campaign(tmp_path, unfold(load(POINT), Choice(seeds=4)), MODULES)
    assert [path.name for path in write_arrays(made)] == ["array-1.sh", "array-2.sh", "array-3.sh"]
