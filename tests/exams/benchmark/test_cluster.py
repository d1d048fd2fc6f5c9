"""The same campaign on Ray: a real cluster of two nodes on this machine, one of which is killed."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.exams.benchmark.test_campaign import campaign
from tests.students.plans import fingerprint

from gradus.exams.benchmark.cluster import connect, run_on_ray
from gradus.school import UserError

ROOT = Path(__file__).parents[3]


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
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    pytest.importorskip("ray")
    token = tmp_path / "token"
    token.write_text(secrets.token_hex(32))
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN_PATH", str(token))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    port = free_port()
    address = f"127.0.0.1:{port}"
    environment = dict(os.environ)
    common = ["--node-ip-address=127.0.0.1", "--disable-usage-stats", "--object-store-memory=100000000"]
    head = start(["--head", f"--port={port}", "--include-dashboard=false", *common], environment)
    _wait_for(address)
    second = start([f"--address={address}", *common], environment)
    yield address, second
    import ray

    ray.shutdown()
    end(second)
    end(head)


def _wait_for(address: str) -> None:
    host, _, port = address.partition(":")
    deadline = time.monotonic() + 600
    while time.monotonic() < deadline:
        try:
            socket.create_connection((host, int(port)), timeout=1).close()
            return
        except OSError:
            time.sleep(0.5)
    pytest.fail("the head of the cluster did not start")


def _nodes(ray: object) -> int:
    return sum(node["Alive"] for node in ray.nodes())  # type: ignore[attr-defined]


@pytest.mark.slow
def test_a_killed_node_costs_only_its_last_steps(
    tmp_path: Path, cluster: tuple[str, subprocess.Popen[bytes]]
) -> None:
    address, second = cluster
    ray = connect(address)
    deadline = time.monotonic() + 600
    while _nodes(ray) < 2 and time.monotonic() < deadline:
        time.sleep(0.5)
    assert _nodes(ray) == 2
    local, remote = campaign(tmp_path / "local", steps=30_000), campaign(tmp_path / "remote", steps=30_000)
    begun = [remote.folder / job.place / "checkpoint" / "state.json" for job in remote.jobs]
    survivors = []

    def kill() -> None:
        # Two runs are under way at the same time only if both nodes work.
        while sum(path.exists() for path in begun) < 2:
            time.sleep(0.1)
        end(second)
        survivors.append(_nodes)

    thread = threading.Thread(target=kill)
    thread.start()
    assert run_on_ray(remote, address) == []
    thread.join()
    assert survivors
    assert _nodes(ray) == 1
    assert remote.left() == []
    assert local.run(1) == []
    for job in local.jobs:
        assert fingerprint(local.folder / job.place) == fingerprint(remote.folder / job.place)
