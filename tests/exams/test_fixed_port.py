"""Exams of an agent that knows only its port."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time

import pytest

from gradus.cli import main

AGENT = """
import sys, zmq
socket = zmq.Context().socket(zmq.PAIR)
socket.connect("tcp://127.0.0.1:" + sys.argv[1])
socket.send(b"hello")
while True:
    socket.recv()
    socket.send(socket.recv())
"""
ARGS = (
    *("exam", "steps", "--curriculum", "round1", "--first", "1", "--runs", "2"),
    *("--no-scramble", "--max-steps", "60", "--json"),
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(list(args))
    return int(stopped.value.code or 0)


def steps_of(output: str) -> list[int]:
    return [row["steps"] for row in json.loads(output)["table"]["runs"]]


def test_the_agent_is_started_for_every_run(tmp_path, capsys):
    (tmp_path / "agent.py").write_text(AGENT)
    command = f"{sys.executable} {tmp_path / 'agent.py'}"
    args = (*ARGS, "--serve", str(free_port()), "--learner-cmd", command, "-o", str(tmp_path / "exam"))
    assert run(*args) == 0
    assert steps_of(capsys.readouterr().out) == [60, 60]


def test_the_exam_waits_for_the_agent(tmp_path, capsys):
    (tmp_path / "agent.py").write_text(AGENT)
    port, agents = str(free_port()), []

    def start_agents() -> None:
        for _ in range(2):
            agents.append(subprocess.Popen([sys.executable, str(tmp_path / "agent.py"), port]))
            finished = tmp_path / "exam" / "runs"
            for _ in range(6000):
                if len(list(finished.rglob("end.json"))) >= len(agents):
                    break
                time.sleep(0.1)
            agents[-1].kill()
            agents[-1].wait()

    helper = threading.Thread(target=start_agents)
    helper.start()
    assert run(*ARGS, "--serve", port, "-o", str(tmp_path / "exam")) == 0
    helper.join()
    said = capsys.readouterr()
    assert steps_of(said.out) == [60, 60]


@pytest.mark.parametrize("more", [("--learner", "memory"), ("--workers", "2")])
def test_what_does_not_go_with_a_fixed_port(tmp_path, capsys, more):
    assert run(*ARGS, "--serve", "5556", "-o", str(tmp_path / "exam"), *more) == 2
    assert "--serve is for an agent in another process" in capsys.readouterr().err
