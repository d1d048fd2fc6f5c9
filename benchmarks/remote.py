"""Remote learners against a bare ping-pong: how many of the transport's steps per second are left to the learner.

A bare ping-pong exchanges the same messages and does nothing else: no world, no budgets, no record. It takes turns with
a recorded lesson on the very same socket with the very same learner process, because two connections that are alike in
everything were measured to differ by a factor of five on a busy machine. The figure is taken from the fastest tenth of
the turns of each; the plain ratio over all turns is given too. All tasks of round1 are played in turn.

    python benchmarks/remote.py [--turns 100] [--steps 256] [--json]
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import socket
import tempfile
import time
from pathlib import Path

import zmq

from gradus.learners import Lesson
from gradus.stream import World
from gradus.stream.remote import LearnerBudget, RemoteLearner
from gradus.stream.remote.zmtp import frame

TARGET = 0.85


def zmq_echo(address: str) -> None:
    """The learner of both measurements: repeats what it hears until it is ended."""
    pair = zmq.Context().socket(zmq.PAIR)
    pair.connect(address)
    pair.send(b"hello")
    while True:
        pair.recv()
        pair.send(pair.recv())


def unix_echo(address: str) -> None:
    """The same over a Unix socket."""
    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect(address.removeprefix("unix:"))
        peer.sendall(b"hello")
        while frame := peer.recv(2):
            try:
                peer.sendall(frame[1:])
            except BrokenPipeError:
                return


def _patiently(receive, size: int) -> None:
    """Read; the socket gives up after a slice of time, which on a busy machine may pass."""
    while True:
        try:
            receive(size)
        except BlockingIOError:
            continue
        return


def bare_zmq(remote: RemoteLearner):
    """One bare exchange with the learner's ZeroMQ socket, as a function: both messages in one go, as ours go."""
    peer = remote._host._peer  # type: ignore[attr-defined]
    send, receive = peer.sendall, peer.recv
    step = frame(b"-1") + frame(b"x")

    def ping() -> None:
        send(step)
        _patiently(receive, 4096)

    return ping


def bare_unix(remote: RemoteLearner):
    """One bare exchange on the learner's Unix socket, as a function."""
    peer = remote._host._peer  # type: ignore[attr-defined]
    send, receive = peer.sendall, peer.recv

    def ping() -> None:
        send(b"\xffx")
        _patiently(receive, 1)

    return ping


def compare(bare, echo, address: str, turns: int, steps: int) -> tuple[list[float], list[float]]:
    """Seconds per turn of the bare exchange, and of a whole recorded lesson with budgets."""
    budget = LearnerBudget(handshake=60, answer=60, seconds=3600)
    ours: list[float] = []
    theirs: list[float] = []
    began = time.perf_counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        RemoteLearner(address, budget=budget) as remote,
        learner(echo, remote.address),
    ):
        remote.greet()
        ping = bare(remote)

        def take_turns(_: World) -> None:
            nonlocal began
            ours.append(time.perf_counter() - began)
            began = time.perf_counter()
            for _turn in range(steps):
                ping()
            theirs.append(time.perf_counter() - began)
            began = time.perf_counter()

        world = World("round1", 1, teacher="sequential")
        # The first step is opened before the first turn, hence one more.
        limits = {"max_steps": turns * steps + 1, "flush_every": steps, "checkpoint_every": 10**9}
        lesson = Lesson.host(Path(folder) / "run", remote, world, name="remote", **limits)
        began = time.perf_counter()
        lesson.run(take_turns)
        remote.close()
    return theirs[1:turns], ours[1:turns]


def fastest_tenth(times: list[float]) -> float:
    best = sorted(times)[: max(1, len(times) // 10)]
    return sum(best) / len(best)


class learner:  # noqa: N801 (used as a with-statement's word)
    """A learner process for the length of a with-statement."""

    def __init__(self, echo, address: str) -> None:
        self.process = multiprocessing.get_context("spawn").Process(target=echo, args=(address,))

    def __enter__(self) -> None:
        self.process.start()

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--steps", type=int, default=256)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = {}
    for name, bare, echo, address in (
        ("zmq", bare_zmq, zmq_echo, "tcp://127.0.0.1:0"),
        ("unix", bare_unix, unix_echo, "unix:"),
    ):
        theirs, ours = compare(bare, echo, address, options.turns, options.steps)
        report[name] = {
            "bare_steps_per_second": round(options.steps / fastest_tenth(theirs)),
            "gradus_steps_per_second": round(options.steps / fastest_tenth(ours)),
            "ratio": round(fastest_tenth(theirs) / fastest_tenth(ours), 3),
            "ratio_over_all_turns": round(sum(theirs) / sum(ours), 3),
            "turns": options.turns,
            "target": TARGET,
        }
    if options.json:
        print(json.dumps(report))
        return
    for name, row in report.items():
        print(
            f"{name:5} bare {row['bare_steps_per_second']:>7,}/s   gradus {row['gradus_steps_per_second']:>7,}/s   "
            f"ratio {row['ratio']:.2f} (over all turns {row['ratio_over_all_turns']:.2f}; target at least {TARGET})"
        )


if __name__ == "__main__":
    main()
