"""Learners in other processes: the protocol of the General AI Challenge, Round 1, on real sockets."""

import contextlib
import json
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import zmq

from gradus.cli import main
from gradus.learners import Lesson
from gradus.learners.baselines import Repeat, Silent
from gradus.school import Teacher, UserError
from gradus.stream import World, make
from gradus.stream.remote import (
    DisconnectReason,
    LearnerBudget,
    LearnerDisconnected,
    RemoteLearner,
    connect,
    read_reward,
    serve_learner,
)
from gradus.stream.remote.messages import CHARACTERS

STRANGERS = Path(__file__).with_name("strangers.py")
ANY_PORT = "tcp://127.0.0.1:0"
TRANSPORTS = [ANY_PORT, "unix:"]
QUICK = LearnerBudget(handshake=600, answer=600)


def habit(name):
    return shlex.join([sys.executable, str(STRANGERS), name])


class FewTickets(Teacher):
    """Ends after so many instances, whatever comes of them."""

    def start(self):
        self.left = 3

    def choose(self, rng):
        self.left -= 1
        return "micro1" if self.left >= 0 else None


def short_world(**options):
    curriculum = make("round1").only("micro1")
    return World(curriculum, 3, teacher=FewTickets(curriculum.space, 3), **options)


@contextlib.contextmanager
def raw_learner(learner):
    """A bare PAIR socket connected to the learner's world, as a program of 2017 would have it."""
    context = zmq.Context()
    socket = context.socket(zmq.PAIR)
    socket.connect(learner.address)
    socket.rcvtimeo = 600_000
    try:
        yield socket
    finally:
        context.destroy(linger=0)


@contextlib.contextmanager
def in_background(function):
    thread = threading.Thread(target=function, daemon=True)
    thread.start()
    yield thread
    thread.join(600)
    assert not thread.is_alive()


def test_the_wire_carries_exactly_the_messages_of_2017():
    """hello; then reward text, one character; one character back; the end brings both messages, no answer needed."""
    frames = []

    def talk():
        with raw_learner(learner) as socket:
            leaving = socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
            socket.send(b"hello")
            while True:
                if not socket.poll(100):
                    if leaving.poll(0) and not socket.poll(0):
                        break
                    continue
                frames.append(socket.recv())
                assert not socket.getsockopt(zmq.RCVMORE)
                if len(frames) % 2 == 0:
                    socket.send(frames[-1])

    with RemoteLearner(ANY_PORT, budget=QUICK) as learner, in_background(talk):
        results = Lesson(short_world(), learner).run()
        learner.close()
    assert results.finished
    expected = []

    class Listening(Repeat):
        def act(self, byte, reward):
            expected.extend([{-1: b"-1", 0: b"0", 1: b"1"}[reward], chr(byte).encode()])
            return byte

    assert Lesson(short_world(), Listening()).run() == results
    assert frames == expected
    assert frames[0] == b"0"
    assert frames[-1] == b" "
    assert {b"-1", b"0"} <= set(frames[0::2]) <= {b"-1", b"0", b"1"}


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_all_256_codes_travel_both_ways(transport):
    heard = []

    class Listening(Repeat):
        def act(self, byte, reward):
            heard.append((byte, reward))
            return 255 - byte

    def talk():
        return serve_learner(Listening(), learner.address)

    with RemoteLearner(transport, budget=QUICK) as learner, in_background(talk):
        answers = [learner.act(byte, byte % 3 - 1) for byte in range(256)]
        learner.farewell(32, 1)
    assert answers == [255 - byte for byte in range(256)]
    assert heard == [*((byte, byte % 3 - 1) for byte in range(256)), (32, 1)]


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_rewards_of_2017_beyond_one_travel_too(transport):
    """A task of 2017 may pay any whole number from -128 to 127."""
    heard = []

    class Listening(Repeat):
        def act(self, byte, reward):
            heard.append(reward)
            return byte

    def talk():
        return serve_learner(Listening(), learner.address)

    with RemoteLearner(transport, budget=QUICK) as learner, in_background(talk):
        for reward in (-128, -5, 0, 10, 127):
            assert learner.act(97, reward) == 97
        learner.farewell(32, 5)
    assert heard == [-128, -5, 0, 10, 127, 5]


def test_codes_above_127_are_two_bytes_of_utf8():
    assert CHARACTERS[233] == b"\xc3\xa9"
    with RemoteLearner(ANY_PORT, budget=QUICK) as learner, raw_learner(learner) as socket:
        socket.send(b"hello")
        socket.send("é".encode())
        assert learner.act(233, 0) == 233
        assert [socket.recv(), socket.recv()] == [b"0", b"\xc3\xa9"]


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        (b"", "empty message"),
        (b"no", "2 characters where one"),
        ("Ā".encode(), "code 256, above 255"),
        ("日".encode(), "above 255"),
        (b"\xe9", "not UTF-8"),
        (b"hello", "5 characters where one"),
        (b"x" * 1000, "1000 characters"),
    ],
)
def test_a_bad_frame_ends_the_run_with_a_reason(frame, reason):
    with RemoteLearner(ANY_PORT, budget=QUICK) as learner, raw_learner(learner) as socket:
        socket.send(b"hello")
        socket.send(b"a")
        socket.send(frame)
        results = Lesson(short_world(), learner).run()
    assert reason in results.reason
    assert results.steps == 2
    assert not results.finished


def test_a_huge_frame_is_refused_unread():
    with RemoteLearner(ANY_PORT, budget=QUICK) as learner, raw_learner(learner) as socket:
        socket.send(b"hello")
        learner.greet()
        socket.send(b"x" * 50_000_000)
        with pytest.raises(LearnerDisconnected, match="a message of 50000000 bytes"):
            learner.act(65, 0)


@contextlib.contextmanager
def visitors(address, count, says=b""):
    """Plain connections, on TCP or a Unix socket, that say something or nothing and stay."""
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            if address.startswith("unix:"):
                peer = stack.enter_context(socket.socket(socket.AF_UNIX))
                peer.connect(address.removeprefix("unix:"))
            else:
                host, _, port = address.removeprefix("tcp://").rpartition(":")
                peer = stack.enter_context(socket.create_connection((host, int(port))))
            peer.sendall(says)
        yield


def wait_for_answer(learner, answers=3):
    """A well-behaved learner gets in and answers, whoever else is there."""
    with in_background(lambda: serve_learner(Repeat(), learner.address)):
        assert [learner.act(byte, 0) for byte in range(65, 65 + answers)] == list(range(65, 65 + answers))
        learner.farewell(32, 1)


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize(
    "says",
    [b"", b"hallo", b"hell", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\xff" + bytes(8) + b"\x7f", bytes(3000)],
)
def test_strangers_do_not_keep_the_learner_out(transport, says):
    with RemoteLearner(transport, budget=QUICK) as learner, visitors(learner.address, 5, says):
        wait_for_answer(learner)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_crowd_of_silent_visitors_does_not_keep_the_learner_out(transport):
    with RemoteLearner(transport, budget=QUICK) as learner:
        crowd = contextlib.ExitStack()

        def come():
            with contextlib.suppress(OSError):  # the last of them find the door closed
                crowd.enter_context(visitors(learner.address, 200))

        with in_background(come), in_background(lambda: serve_learner(Repeat(), learner.address)):
            assert learner.act(65, 0) == 65
            learner.farewell(32, 1)
        crowd.close()


@pytest.mark.parametrize("kind", [zmq.PAIR, zmq.DEALER, zmq.REQ, zmq.SUB])
def test_zeromq_peers_that_are_silent_or_say_something_else(kind):
    with RemoteLearner(ANY_PORT, budget=QUICK) as learner:
        context = zmq.Context()
        strays = []  # kept: a socket nobody holds is closed at once, and waits for ever to say what it has to say
        for says in (b"", b"hallo", b"hello"):
            stray = context.socket(kind)
            strays.append(stray)
            stray.connect(learner.address)
            if says and kind != zmq.SUB and (says, kind) != (b"hello", zmq.PAIR):
                stray.send(says)
        time.sleep(0.3)
        wait_for_answer(learner)
        context.destroy(linger=0)


def test_a_multipart_message_is_no_answer_and_no_hello():
    with RemoteLearner(ANY_PORT, budget=QUICK) as learner, raw_learner(learner) as stray:
        stray.send_multipart([b"hello", b"a"])
        wait_for_answer(learner)
    with RemoteLearner(ANY_PORT, budget=QUICK) as learner, raw_learner(learner) as peer:
        peer.send(b"hello")
        peer.send_multipart([b"a", b"b"])
        results = Lesson(short_world(), learner).run()
    assert results.reason == "the learner sent a message of several frames where one character was expected"
    assert learner.ending is DisconnectReason.protocol
    assert results.steps == 1


def test_heartbeats_of_a_peer_are_answered():
    """A peer that asks for signs of life hangs up when there are none. ZMTP 3.0 byte by byte."""
    greeting = b"\xff" + bytes(8) + b"\x7f" + b"\x03\x00" + b"NULL".ljust(20, b"\0") + bytes(32)
    ready = b"\x05READY" + b"\x0bSocket-Type" + b"\0\0\0\x04PAIR"
    ping, pong = b"\x04PING" + b"\0\x64" + b"are you there", b"\x04PONG" + b"are you there"

    def command(body):
        return bytes([4, len(body)]) + body

    with RemoteLearner(ANY_PORT, budget=QUICK) as learner:
        port = int(learner.address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as peer:
            peer.sendall(greeting + command(ready) + b"\x00\x05hello")
            learner.greet()
            peer.sendall(command(ping) + b"\x00\x01a")
            assert learner.act(65, 0) == 97
            heard = b""
            while command(pong) not in heard:
                more = peer.recv(200)
                assert more, heard
                heard += more
    assert heard.index(b"\x00\x010" + b"\x00\x01A") > 64


def test_a_library_that_speaks_the_protocol_of_before_2013():
    """ZMTP 2.0 byte by byte: signature, revision 1, socket type, identity; then the same frames."""
    with RemoteLearner(ANY_PORT, budget=QUICK) as learner:
        port = int(learner.address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as peer:
            for part in (
                b"\xff" + bytes(8),
                b"\x7f",
                b"\x01",
                b"\x00",
                b"\x00\x00",
                b"\x00\x05hel",
                b"lo",
                b"\x00\x01a",
            ):
                peer.sendall(part)
                time.sleep(0.02)
            assert learner.act(66, -1) == 97
            heard = b""
            while len(heard) < 21:
                heard += peer.recv(100)
    assert (
        heard == b"\xff" + bytes(8) + b"\x7f" + b"\x03" + b"\x00" + b"\x00\x00" + b"\x00\x02-1" + b"\x00\x01B"
    )


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_nobody_says_hello_though_some_connect(transport):
    with (
        RemoteLearner(transport, budget=LearnerBudget(handshake=0.5)) as learner,
        visitors(learner.address, 3, b"hallo"),
        pytest.raises(LearnerDisconnected, match=r"hello within 0.5 seconds, though 3 others connected"),
    ):
        learner.greet()
    assert learner.ending is DisconnectReason.no_hello


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_silence_uses_up_the_budgets(transport):
    hasty = LearnerBudget(handshake=0.2)
    with (
        RemoteLearner(transport, budget=hasty) as learner,
        pytest.raises(LearnerDisconnected, match=r"hello within 0.2 seconds"),
    ):
        learner.act(65, 0)
    with RemoteLearner(transport, budget=LearnerBudget(handshake=600, answer=0.2)) as learner:
        connection = None

        def talk():
            nonlocal connection
            connection = connect(learner.address)

        with in_background(talk):
            learner.greet()
        with pytest.raises(LearnerDisconnected, match=r"answer within 0.2 seconds"):
            learner.act(65, 0)
    connection.close()


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_budgets_in_all(transport):
    for budget, reason in (
        (LearnerBudget(handshake=600, steps=50), "used up its 50 steps"),
        (LearnerBudget(handshake=600, seconds=0.3), "used up its 0.3 seconds"),
    ):
        with RemoteLearner(transport, command=habit("client"), budget=budget) as learner:
            results = Lesson(World("round1"), learner).run()
        assert results.reason.startswith(f"the learner {reason}")
        assert results.steps == 51 or budget.steps is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("crash", "closed the connection (its command ended with status 1 and printed last: "),
        ("exit", "closed the connection (its command ended with status 0)"),
        ("kill", "closed the connection (its command was ended by SIGKILL)"),
        (
            "fail",
            "no learner said hello (its command ended with status 1 and printed last: cannot find my weights)",
        ),
    ],
)
def test_a_command_that_ends_is_told_with_its_last_words(name, reason):
    with RemoteLearner(ANY_PORT, command=habit(name), budget=QUICK) as learner:
        results = Lesson(World("round1"), learner).run()
    assert results.reason.startswith(("the learner " if "closed" in reason else "") + reason)
    assert results.reason.isprintable()
    if name == "crash":
        assert "RuntimeError: my [31mnetwork exploded" in results.reason
        assert results.steps == 11


def test_a_hanging_command_is_killed():
    with RemoteLearner(ANY_PORT, command=habit("hang"), budget=LearnerBudget(600, answer=2)) as learner:
        child = learner._child
        results = Lesson(World("round1"), learner).run()
    assert results.reason == "the learner did not answer within 2 seconds"
    assert child.status() is not None


def test_a_mute_command_and_one_that_is_not_there():
    with RemoteLearner(ANY_PORT, command=habit("mute"), budget=LearnerBudget(handshake=0.5)) as learner:
        assert Lesson(World("round1"), learner).run().reason == "no learner said hello within 0.5 seconds"
    for command, reason in (("no-such-program", "not found"), ("  ", "empty"), ("a 'b", "cannot be read")):
        with pytest.raises(UserError, match=reason):
            RemoteLearner(ANY_PORT, command=command)


def test_a_flood_of_answers_is_taken_in_order_and_then_ended():
    with RemoteLearner(ANY_PORT, command=habit("flood"), budget=QUICK) as learner:
        results = Lesson(World("round1"), learner, max_steps=2000).run()
    assert results.reason == "stopped after 2000 steps"


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP])
def test_a_learner_killed_or_frozen_in_the_middle(transport, blow):
    with RemoteLearner(transport, budget=QUICK) as learner:
        command = [sys.executable, str(STRANGERS), "client", learner.address]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            world = World("round1")
            byte, reward = world.step(None)
            for _ in range(100):
                byte, reward = world.step(learner.act(byte, reward))
            process.send_signal(blow)
            learner.budget = LearnerBudget(answer=2)
            with pytest.raises(LearnerDisconnected, match=r"closed the connection|did not answer") as gone:
                for _ in range(10):
                    byte, reward = world.step(learner.act(byte, reward))
            process.kill()
    assert ("closed" in gone.value.reason) == (blow == signal.SIGKILL)


def alive(pid):
    with contextlib.suppress(OSError):
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return False


def wait_until(condition, seconds=600):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_whole_process_group_is_ended(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with RemoteLearner(ANY_PORT, command=habit("grandchild"), budget=QUICK) as learner:
        learner.act(65, 0)
        grandchild = int((tmp_path / "grandchild").read_text())
        assert alive(grandchild)
    wait_until(lambda: not alive(grandchild))


def test_a_killed_world_takes_its_learner_along(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    command = [sys.executable, "-m", "gradus", "serve", "--port", "0", "--learner-cmd", habit("grandchild")]
    with subprocess.Popen(command) as world:
        wait_until(lambda: (tmp_path / "grandchild").exists() and (tmp_path / "grandchild").read_text())
        grandchild = int((tmp_path / "grandchild").read_text())
        assert alive(grandchild)
        world.kill()
    wait_until(lambda: not alive(grandchild))


def test_a_memory_budget():
    budget = LearnerBudget(handshake=600, answer=600, memory=2**30)
    with RemoteLearner(ANY_PORT, command=habit("memory"), budget=budget) as learner:
        results = Lesson(World("round1"), learner).run()
    assert "MemoryError" in results.reason


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_late_world_is_waited_for(transport, tmp_path):
    if transport == "unix:":
        address = f"unix:{tmp_path}/world.sock"
    else:
        with RemoteLearner(ANY_PORT) as learner:
            address = learner.address
    command = [sys.executable, str(STRANGERS), "client", address]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        time.sleep(1)
        with RemoteLearner(address, budget=QUICK) as learner:
            results = Lesson(short_world(), learner).run()
        assert int(process.stdout.read()) == results.steps
    assert results.finished


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_second_learner_does_not_disturb_the_first(transport):
    with RemoteLearner(transport, command=habit("client"), budget=QUICK) as learner:
        world = World("round1")
        byte, reward = world.step(None)
        byte, reward = world.step(learner.act(byte, reward))
        with pytest.raises(UserError, match="No world answered"):
            connect(learner.address, seconds=0.5)
        for _ in range(200):
            byte, reward = world.step(learner.act(byte, reward))


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_busy_address_is_one_sentence(transport):
    with RemoteLearner(transport) as learner, pytest.raises(UserError, match=r"Cannot listen on .* in use"):
        RemoteLearner(learner.address)


def test_sockets_left_behind_and_places_that_cannot_be(tmp_path):
    path = tmp_path / "world.sock"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    with RemoteLearner(f"unix:{path}") as learner:
        assert path.stat().st_mode & 0o777 == 0o600
        connect(learner.address).close()
    assert not path.exists()
    path.write_text("precious")
    for place in (str(path), "/nowhere/at/all", "/" + "x" * 200):
        with pytest.raises(UserError, match=r"Cannot listen on unix:"):
            RemoteLearner(f"unix:{place}")
    assert path.read_text() == "precious"
    for address in ("tcp://127.0.0.1:65536", "tcp://127.0.0.1", "nonsense"):
        with pytest.raises(UserError, match=r"from 1 to 65535|not an address"):
            RemoteLearner(address)


def test_the_client_reads_the_booleans_of_2017():
    """The original sent the rewards of its mini-tasks as the texts True and False."""
    assert [read_reward(text) for text in (b"-1", b"0", b"1", b"True", b"False")] == [-1, 0, 1, 1, 0]
    assert read_reward(b"5") == 5
    for text in (b"", b"128", b"true", b"1.0"):
        with pytest.raises(ValueError, match="A reward is"):
            read_reward(text)
    heard = []

    class Listening(Repeat):
        def act(self, byte, reward):
            heard.append((chr(byte), reward))
            return byte

    context = zmq.Context()
    world = context.socket(zmq.PAIR)
    port = world.bind_to_random_port("tcp://127.0.0.1")
    with in_background(lambda: serve_learner(Listening(), port)):
        assert world.recv_string() == "hello"
        for reward, character in (("0", "d"), ("True", "e"), ("False", "f")):
            world.send_string(reward)
            world.send_string(character)
            assert world.recv_string() == character
        context.destroy(linger=1000)
    assert heard == [("d", 0), ("e", 1), ("f", 0)]


def test_a_client_without_a_world_is_told_so(tmp_path):
    with RemoteLearner(ANY_PORT) as learner:
        address = learner.address
    for place in (address, f"unix:{tmp_path}/none"):
        with pytest.raises(UserError, match=r"No world answered at .* within 0.2 seconds"):
            connect(place, seconds=0.2)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_remote_run_is_recorded_like_any_other_but_cannot_be_resumed(transport, tmp_path):
    with RemoteLearner(transport, command=habit("client"), budget=QUICK) as learner:
        lesson = Lesson.host(tmp_path / "far", learner, World("round1", 5), name="remote", max_steps=2000)
        results = lesson.run()
    near = Lesson.create(tmp_path / "near", "repeat", World("round1", 5), max_steps=2000).run()
    assert results == near
    for name in ("outcomes.jsonl", "transcript.bin"):
        assert (tmp_path / "far" / name).read_bytes() == (tmp_path / "near" / name).read_bytes()
    with pytest.raises(UserError, match="can be replayed but not resumed"):
        Lesson.resume(tmp_path / "far")
    for call in (learner.state, lambda: learner.restore({})):
        with pytest.raises(UserError, match="can be replayed but not resumed"):
            call()


def test_a_scrambled_learner_sees_no_plain_text_and_is_given_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("SECRET_TOKEN", "do not pass on")
    world = World("round1", 5, scramble=True)
    with RemoteLearner(ANY_PORT, command=habit("given"), budget=QUICK) as learner:
        Lesson.host(tmp_path / "run-xyz", learner, world, name="remote", max_steps=1000).run()
    given = (tmp_path / "given").read_text()
    assert "run-xyz" not in given
    assert "SECRET" not in given
    assert world.scrambler.spec()["key"] not in given

    heard, plain = bytearray(), World("round1", 5)
    world = World("round1", 5, scramble=True)

    class Listening(Silent):
        def act(self, byte, reward):
            heard.append(byte)
            return world.scrambler.table[32]

    with (
        RemoteLearner("unix:", budget=QUICK) as learner,
        in_background(lambda: serve_learner(Listening(), learner.address)),
    ):
        Lesson(world, learner, max_steps=1000).run()
        learner.close()
    unscrambled = bytearray([plain.step(None)[0]])
    unscrambled.extend(plain.step(32)[0] for _ in range(len(heard) - 1))
    assert bytes(heard) == bytes(unscrambled).translate(world.scrambler.table)
    assert sum(a == b for a, b in zip(heard, unscrambled, strict=True)) < 100


def gradus(capsys, *arguments):
    """The command line in this process: exit code, standard output, standard error."""
    try:
        main(list(arguments))
        code: object = 0
    except SystemExit as end:
        code = end.code or 0
    return code, *capsys.readouterr()


def test_the_serve_command(tmp_path, capsys):
    run = str(tmp_path / "run")
    arguments = ["--port", "0", "--learner-cmd", habit("repeat"), "--max-steps", "500", "-o", run, "--json"]
    code, out, err = gradus(capsys, "serve", *arguments)
    assert (code, err) == (0, "")
    results = json.loads(out)
    assert (results["steps"], results["reason"]) == (500, "stopped after 500 steps")
    code, out, err = gradus(capsys, "resume", run)
    assert (code, out) == (2, "")
    assert "can be replayed but not resumed" in err
    assert gradus(capsys, "replay", run, "--serial", "0")[0] == 0
    arguments = ["--transport", "unix", "--learner-cmd", habit("fail")]
    code, out, err = gradus(capsys, "serve", *arguments)
    assert code == 3
    assert "cannot find my weights" in out
    assert "Traceback" not in out + err


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        ("client", ["--max-steps", "50"], 0),
        ("client", ["--hours", "0.0001"], 0),
        ("mute", ["--seconds-to-connect", "0.5"], 3),
        ("exit", [], 4),
        ("crash", [], 4),
        ("garbage", [], 5),
        ("hang", ["--seconds-per-answer", "1"], 6),
    ],
)
def test_every_ending_of_serve_has_its_exit_code(name, options, code, capsys):
    found, out, err = gradus(capsys, "serve", "--port", "0", "--learner-cmd", habit(name), *options, "--json")
    assert found == code, out
    assert json.loads(out)["steps"] >= 0
    assert "Traceback" not in err


def test_serve_says_in_one_sentence_what_is_wrong(tmp_path, capsys):
    with RemoteLearner(ANY_PORT) as learner:
        busy = learner.address.rpartition(":")[2]
        for arguments, reason in (
            (["--port", busy], "the port is in use"),
            (["--port", "70000"], "from 1 to 65535"),
            (["--address", "192.0.2.1"], "no such address"),
            (["--port", "0", "--learner-cmd", "no-such-program"], "not found"),
            (
                ["--port", "0", "--seconds-per-answer", "0"],
                "--seconds-per-answer must be greater than 0, not 0",
            ),
            (["--port", "0", "--hours", "-1"], "--hours must be greater than 0, not -1"),
            (
                ["--port", "0", "--seconds-to-connect", "nan"],
                "--seconds-to-connect must be greater than 0, not nan",
            ),
            (["--transport", "unix", "--address", str(tmp_path)], "Cannot listen"),
            (["--port", "0", "-o", "/proc/none/run"], "Cannot write a run"),
        ):
            code, out, err = gradus(capsys, "serve", *arguments)
            assert (code, out) == (2, "")
            assert reason in err
            assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_the_last_messages_always_arrive(transport):
    """The world closes right after them: they must not be lost on the way."""
    for _ in range(25):
        heard = []

        class Listening(Repeat):
            def act(self, byte, reward, heard=heard):
                heard.append((byte, reward))
                return byte

        with RemoteLearner(transport, budget=QUICK) as learner:
            address = learner.address

            def talk(address=address, listening=Listening()):  # noqa: B008
                serve_learner(listening, address)

            with in_background(talk):
                assert learner.act(65, 0) == 65
                learner.farewell(32, 1)
        assert heard == [(65, 0), (32, 1)]
