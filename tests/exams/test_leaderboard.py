"""Submissions by well-behaved and by hostile learners: every one gets a row with a reason."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest

from gradus.exams.commitment import Key
from gradus.exams.leaderboard import open_board
from gradus.exams.submission import Limits, command_for, has_bubblewrap, submit
from gradus.stream import make

LIMITS = Limits(memory=2 * 1024**3, cpu=20, seconds=60, answer=3, handshake=40, max_steps=3000, processes=32)
HELLO = """
import os, socket, sys, time
path = sys.argv[-1].removeprefix("unix:")
world = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
while True:
    try:
        world.connect(path)
        break
    except OSError:
        time.sleep(0.05)
world.sendall(b"hello")
def step():
    frame = world.recv(2)
    if len(frame) < 2:
        sys.exit(0)
    world.sendall(b" ")
"""
HOSTILE = {
    "crash": ("for i in range(50): step()\nraise RuntimeError('enough')", "RuntimeError: enough"),
    "hang": ("for i in range(50): step()\ntime.sleep(1000)", "did not answer within 3 seconds"),
    "flood": ("while True: world.sendall(b'x' * 4096)", "floods"),
    "memory": (
        "for i in range(50): step()\nhoard = []\nwhile True: hoard.append(bytearray(50_000_000))",
        "more than its 400 MB of memory",
    ),
    "burn": ("while True: pass", "2 seconds of CPU time"),
    "leave": ("for i in range(50): step()\nsys.exit(3)", "ended with status 3"),
    "fork": (
        "made = 0\nwhile True:\n    try:\n        if os.fork() == 0: time.sleep(1000)\n        made += 1\n"
        "    except OSError:\n        raise SystemExit(f'no more than {made} forks')",
        "no more than",
    ),
}
AS_ROOT = os.getuid() == 0
PYTHON = "/usr/bin/python3" if AS_ROOT and Path("/usr/bin/python3").exists() else sys.executable
"""A superuser's submission runs as nobody, who may not look into the superuser's folders for a Python."""
sandboxes = [
    False,
    pytest.param(True, marks=pytest.mark.skipif(not has_bubblewrap(), reason="no bubblewrap")),
]


@pytest.fixture
def key():
    return Key.new(make("round1").only("micro4", "micro7.1"), seed=5)


def hostile(folder, name, code):
    path = folder / f"{name}.py"
    path.write_text(HELLO + code)
    path.chmod(0o644)
    return f"{PYTHON} {path}"


@pytest.fixture
def open_folder(monkeypatch):
    """A folder that a learner without rights can look into, as its own code's folder must be."""
    with tempfile.TemporaryDirectory(prefix="gradus-test-") as name:
        Path(name).chmod(0o755)
        monkeypatch.chdir(name)
        yield Path(name)
        monkeypatch.undo()


@pytest.mark.parametrize("sandbox", sandboxes)
def test_a_built_in_learner_takes_the_hidden_curriculum(key, open_folder, sandbox):
    if not sandbox and AS_ROOT and Path.home() in Path(sys.executable).resolve().parents:
        with pytest.raises(ValueError, match="install bubblewrap"):
            submit(key, "r", "us", command_for("repeat", 0), limits=LIMITS, sandbox=False)
        return
    row = submit(
        key, "r", "us", command_for("repeat", 0), limits=LIMITS, sandbox=sandbox, record=open_folder / "run"
    )
    assert (row.tasks_passed, row.tasks) == (1, 2), (
        row.reason
    )  # copying passes the first task, however scrambled
    assert row.reason == "stopped after 3000 steps"
    assert row.isolation == ("bubblewrap" if sandbox else "limits only")
    assert (open_folder / "run" / "outcomes.jsonl").stat().st_size


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("sandbox", sandboxes)
def test_hostile_learners_get_a_row_with_the_reason(key, open_folder, name, sandbox):
    code, reason = HOSTILE[name]
    changes = {"burn": {"cpu": 2, "answer": 60}, "memory": {"memory": 400 * 1024**2, "answer": 60}}
    limits = replace(LIMITS, **changes.get(name, {}))
    before = _processes()
    row = submit(key, "r", name, hostile(open_folder, name, code), limits=limits, sandbox=sandbox)
    assert reason in row.reason, row.reason
    assert not row.finished
    for _ in range(50):
        if _processes() <= before:
            break
        time.sleep(0.1)
    assert _processes() <= before, "nothing is left running"


def _processes():
    """Processes with our test scripts' socket argument in their command line."""
    found = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                found += b"gradus-entrant-" in Path(entry.path, "cmdline").read_bytes()
            except OSError:
                continue
    return found


@pytest.mark.skipif(not has_bubblewrap(), reason="no bubblewrap")
def test_in_the_sandbox_there_is_no_network_no_writing_and_no_key(key, open_folder):
    key.write(open_folder / "key.json")
    (open_folder / "key.json").chmod(0o644)
    code = f"""
def tried(what):
    try:
        what()
        return "yes"
    except OSError as error:
        return "no"
def read():
    if not open({str(open_folder / "key.json")!r}).read():
        raise OSError
answers = [
    tried(lambda: open({str(open_folder / "spoor")!r}, "w")),
    tried(lambda: socket.create_connection(("127.0.0.1", {_listening_port()}), 1)),
    tried(read),
]
raise SystemExit("write network key: " + " ".join(answers))
"""
    row = submit(
        key,
        "r",
        "spy",
        hostile(open_folder, "spy", code),
        limits=LIMITS,
        sandbox=True,
        hide=[open_folder / "key.json"],
    )
    assert "write network key: no no no" in row.reason
    assert not (open_folder / "spoor").exists()


_listeners = []


def _listening_port():
    import socket

    listener = socket.create_server(("127.0.0.1", 0))
    _listeners.append(listener)
    return listener.getsockname()[1]


def rounds_and_rows(url, key):
    with open_board(url) as board:
        board.open_round("autumn", key.commitment, "2026-01-01T00:00:00+00:00")
        base = submit(key, "autumn", "slow", command_for("silent", 0), limits=replace(LIMITS, max_steps=200))
        board.add(base)
        board.add(replace(base, name="best", tasks_passed=2, finished=True, steps=90))
        board.add(replace(base, name="good", tasks_passed=2, finished=True, steps=100))
    with open_board(url) as board:
        assert [row.name for row in board.rows("autumn")] == ["best", "good", "slow"]
        assert board.rows("autumn")[2] == base
        assert board.revealed("autumn") is None
        with pytest.raises(ValueError, match="already is a round"):
            board.open_round("autumn", "x", "now")
        with pytest.raises(ValueError, match="no round 'spring', only: autumn"):
            board.commitment("spring")
        with pytest.raises(ValueError, match="not the one"):
            board.reveal("autumn", replace(key, seed=6))
        board.reveal("autumn", key)
        shown = board.revealed("autumn")
        assert shown == key
        assert shown.commitment == board.commitment("autumn")
        with pytest.raises(ValueError, match="is over"):
            board.add(base)


def test_the_board_in_sqlite(key, tmp_path):
    rounds_and_rows(tmp_path / "board.sqlite", key)


def _postgres_tools():
    """The program that sets up a server: on the path, or where Debian keeps its versions."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return shutil.which("initdb") or (str(versions[-1]) if versions else None)


@pytest.mark.slow
@pytest.mark.skipif(_postgres_tools() is None, reason="no PostgreSQL")
def test_the_board_in_a_real_postgresql(key, open_folder):
    pytest.importorskip("psycopg")
    initdb = _postgres_tools()
    pg_ctl = str(Path(initdb).resolve().parent / "pg_ctl")
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
    data, sockets = open_folder / "data", open_folder / "s"
    for folder in (data, sockets):
        folder.mkdir()
        if user:
            os.chown(folder, 65534, 65534)
    run = lambda *words: subprocess.run([*user, *words], check=True, capture_output=True, cwd="/")  # noqa: E731
    run(initdb, "-D", str(data), "-U", "gradus", "-A", "trust", "--no-sync")
    options = f"-k {sockets} -c listen_addresses='' -c fsync=off"
    run(pg_ctl, "-D", str(data), "-w", "-l", str(data / "log"), "-o", options, "start")
    try:
        rounds_and_rows(f"postgresql://gradus@/postgres?host={sockets}", key)
    finally:
        run(pg_ctl, "-D", str(data), "-m", "immediate", "stop")


def test_bad_boards_get_one_sentence(tmp_path):
    with (
        pytest.raises(ValueError, match="Cannot open the leaderboard"),
        open_board(tmp_path / "no" / "board.sqlite"),
    ):
        pass


def test_a_key_is_written_once_and_read_back(key, tmp_path):
    key.write(tmp_path / "key.json")
    assert Key.read(tmp_path / "key.json") == key
    assert (tmp_path / "key.json").stat().st_mode & 0o077 == 0
    with pytest.raises(ValueError, match="only once"):
        key.write(tmp_path / "key.json")
    assert key.commitment != replace(key, nonce="0").commitment
