"""A real SLURM of one node, started for the test: submitted, killed, submitted again, collected."""

from __future__ import annotations

import getpass
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.bench.test_campaign import MODULES, campaign
from tests.bench.test_suites import POINT
from tests.students.plans import fingerprint

from gradus.bench import Campaign, is_finished
from gradus.cli import main as gradus

ROOT = Path(__file__).parents[2]
PROGRAMS = ("slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol")
CONF = """
ClusterName=gradus
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
NodeName={host} NodeAddr=127.0.0.1 CPUs=2
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""
STEPS = 40_000


def until(true: Callable[[], bool], seconds: float) -> bool:
    """Wait for something, but not for ever."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def said(*words: str) -> str:
    """What a program of SLURM answers."""
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout


def free_ports() -> list[int]:
    sockets = [socket.socket() for _ in range(2)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in sockets]
    for one in sockets:
        one.close()
    return ports


@pytest.fixture
def slurm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One node that gives out two cores."""
    if not all(map(shutil.which, PROGRAMS)):
        pytest.skip(f"SLURM is not installed here: it takes {', '.join(PROGRAMS)}.")
    folder, host = tmp_path / "slurm", socket.gethostname().split(".")[0]
    for name in ("state", "spool"):
        (folder / name).mkdir(parents=True)
    conf = folder / "slurm.conf"
    conf.write_text(CONF.format(host=host, user=getpass.getuser(), folder=folder, ports=free_ports()))
    monkeypatch.setenv("SLURM_CONF", str(conf))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(ROOT / "src")]))
    commands = (["slurmctld", "-D", "-c"], ["slurmd", "-D", "-c", "-N", host])
    with (folder / "log").open("w") as log:
        daemons = [subprocess.Popen(words, stdout=log, stderr=log) for words in commands]
        try:
            if not until(lambda: "idle" in said("sinfo", "--noheader", "--format=%T"), 60):
                pytest.skip("SLURM is installed here, but its node does not become ready within a minute.")
            yield
        finally:
            said("scancel", "--state=RUNNING")
            said("scancel", "--state=PENDING")
            until(lambda: not said("squeue", "--noheader"), 60)
            for daemon in reversed(daemons):
                daemon.terminate()
                daemon.wait(60)


def bench(folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The command, as JSON."""
    words = [
        "bench",
        POINT,
        "--import",
        *MODULES,
        "--teacher",
        "random",
        "--seeds",
        "2",
        "--steps",
        str(STEPS),
    ]
    with pytest.raises(SystemExit) as end:
        gradus([*words, "--slurm", "--time=30", "--json", "-o", str(folder)])
    assert end.value.code == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.slow
@pytest.mark.usefixtures("slurm")
def test_a_real_slurm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "runs"
    first = bench(folder, capsys)
    (number,) = first["submitted"]
    assert (first["runs"], first["held"]) == (2, 0)
    again = bench(folder, capsys)  # too early: nothing is submitted twice
    assert (again["submitted"], again["runs"], again["held"]) == ([], 0, 2)

    made = Campaign.open(folder, MODULES)
    killed, other = (folder / job.place for job in made.jobs)
    assert until((killed / "checkpoint" / "state.json").exists, 300)
    assert said("scancel", "--full", "--signal=KILL", f"{number}_0") == ""
    assert until(lambda: not said("squeue", "--noheader"), 300)
    assert (is_finished(killed), is_finished(other)) == (False, True)

    second = bench(folder, capsys)
    assert (second["runs"], second["held"]) == (1, 0)
    assert until(lambda: not said("squeue", "--noheader"), 300)
    cells = bench(folder, capsys)["cells"]
    assert [cell["teacher"] for cell in cells] == ["random"] and made.left() == []

    local = campaign(tmp_path / "local", seeds=2, steps=STEPS, teachers=("random",))
    assert local.run(1) == []
    for job in local.jobs:
        assert fingerprint(local.folder / job.place) == fingerprint(folder / job.place)
