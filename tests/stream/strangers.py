"""Learners as strangers write them: processes that speak bare ZeroMQ, or our client, well or badly.

Run as ``python strangers.py HABIT PORT``; not a test module.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import zmq


def bare(port):
    """A learner of 2017: nothing but a PAIR socket and two receives per step."""
    socket = zmq.Context().socket(zmq.PAIR)
    socket.connect(f"tcp://127.0.0.1:{port}")
    socket.send_string("hello")
    while True:
        reward, character = socket.recv_string(), socket.recv_string()
        yield socket, reward, character


def repeat_as_in_2017(port):
    for socket, _, character in bare(port):
        socket.send_string(character)


def answer_ten_times_then(what):
    def learner(port):
        for step, (socket, _, character) in enumerate(bare(port)):
            if step == 10:
                what(socket)
            socket.send_string(character)

    return learner


def crash(_):
    print("about to fail", file=sys.stderr)
    raise RuntimeError("my \x1b[31mnetwork exploded")


def hang(_):
    time.sleep(600)


def flood(socket):
    while True:
        socket.send_string("x")


def leave_a_grandchild(port):
    grandchild = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(os.environ["TMPDIR"], "grandchild").write_text(str(grandchild.pid))
    repeat_as_in_2017(port)


def tell_what_it_was_given(port):
    given = "\n".join([*sys.argv, *os.environ, *os.environ.values(), str(Path("/proc/self/fd/0").readlink())])
    Path(os.environ["TMPDIR"], "given").write_text(given)
    repeat_as_in_2017(port)


def eat_memory(port):
    for socket, _, character in bare(port):
        eaten = bytearray(2**31)
        socket.send_string(character if eaten else "")


def with_our_client(address):
    from gradus.stream.remote import serve_learner

    class Repeat:
        def act(self, byte, reward):
            return byte

    print(serve_learner(Repeat(), address))


HABITS = {
    "repeat": repeat_as_in_2017,
    "crash": answer_ten_times_then(crash),
    "hang": answer_ten_times_then(hang),
    "flood": answer_ten_times_then(flood),
    "garbage": answer_ten_times_then(lambda socket: socket.send_string("two")),
    "exit": answer_ten_times_then(lambda _: os._exit(0)),
    "kill": answer_ten_times_then(lambda _: os.killpg(0, signal.SIGKILL)),
    "mute": lambda _: time.sleep(600),
    "fail": lambda _: sys.exit("cannot find my weights"),
    "grandchild": leave_a_grandchild,
    "given": tell_what_it_was_given,
    "memory": eat_memory,
    "client": with_our_client,
}

if __name__ == "__main__":
    HABITS[sys.argv[1]](sys.argv[-1])
