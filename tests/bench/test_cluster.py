"""The same campaign on Ray: a real cluster of two nodes on this machine, one of which is killed."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.bench.test_campaign import campaign
from tests.bench.test_suites import POINT
from tests.students.plans import fingerprint

from gradus.bench import Campaign, is_finished
from gradus.bench.cluster import connect
from gradus.school import UserError

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_an_address_nobody_answers_is_named() -> None:
    pytest.importorskip("ray")
    with pytest.raises(UserError, match=r"Nobody answers at the Ray address 127\.0\.0\.1:"):
        connect(f"127.0.0.1:{free_port()}")
    with pytest.raises(UserError, match="HOST:PORT or auto, not 'somewhere'"):
        connect("somewhere")


def start(arguments: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """A node that stays in the foreground, in a process group of its own, so that it can be ended alone."""
    words = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus=1", *arguments]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        words, env=environment, cwd=ROOT, stdout=quiet, stderr=quiet, start_new_session=True
    )


def end(node: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(node.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    node.wait()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Ray reads these when it is imported, so everything that talks to the cluster is a process of its own."""
    pytest.importorskip("ray")
    token = tmp_path / "token"
    token.write_text(secrets.token_hex(32))
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return {
        **os.environ,
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN_PATH": str(token),
        "PYTHONPATH": paths,
    }


@pytest.fixture
def nodes(environment: dict[str, str]) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    port = free_port()
    address = f"127.0.0.1:{port}"
    common = ["--node-ip-address=127.0.0.1", "--disable-usage-stats", "--object-store-memory=100000000"]
    head = start(["--head", f"--port={port}", "--include-dashboard=false", *common], environment)
    _until(lambda: _answers(port))
    second = start([f"--address={address}", *common], environment)
    yield address, second
    end(second)
    end(head)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def _until(met: Callable[[], bool], seconds: float = 600) -> None:
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.2)


def _under_way(made: Campaign) -> int:
    """Runs that have a checkpoint and are not finished."""
    paths = [made.folder / job.place for job in made.jobs]
    return sum((path / "checkpoint" / "state.json").exists() and not is_finished(path) for path in paths)


@pytest.mark.slow
def test_a_killed_node_costs_only_its_last_steps(
    tmp_path: Path, environment: dict[str, str], nodes: tuple[str, subprocess.Popen[bytes]]
) -> None:
    address, second = nodes
    steps = 60_000
    local, remote = campaign(tmp_path / "local", steps=steps), campaign(tmp_path / "remote", steps=steps)
    words = [
        sys.executable,
        "-m",
        "gradus",
        "bench",
        POINT,
        "--steps",
        str(steps),
        "--import",
        "tests.students.point",
    ]
    command = subprocess.Popen(
        [*words, "--ray", address, "-o", str(remote.folder)], env=environment, cwd=ROOT
    )
    # Each node has one core: two runs are under way at the same time only if both nodes work.
    _until(lambda: _under_way(remote) == 2)
    end(second)
    assert _under_way(remote) >= 1
    assert command.wait() == 0
    assert remote.left() == []
    assert local.run(1) == []
    for job in local.jobs:
        assert fingerprint(local.folder / job.place) == fingerprint(remote.folder / job.place)
