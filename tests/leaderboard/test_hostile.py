"""Hostile submissions, in bubblewrap and without it: each ends with a row, harms nothing and leaves nothing."""

import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.leaderboard.hostile import ENDED, LATER, NEEDS_ISOLATION, ONLY_IN_BUBBLEWRAP, PREAMBLE, REFUSED

from gradus.leaderboard import Isolation, Key, Limits, Submission, choose, has_bubblewrap, submit
from gradus.leaderboard.entrant import Entrant
from gradus.leaderboard.sandbox import Sandbox, temporary_place
from gradus.stream import make

LIMITS = Limits(
    memory=2 * 1024**3, cpu=60, seconds=900, answer=300, handshake=600, max_steps=3000, processes=32
)
SANDBOXES = [
    pytest.param(False, id="without bubblewrap"),
    pytest.param(
        True, marks=pytest.mark.skipif(not has_bubblewrap(), reason="no bubblewrap"), id="in bubblewrap"
    ),
    pytest.param("limits only", marks=pytest.mark.slow, id="with limits only"),
]
SLOW = {
    "ignores signals",
    "hoards memory",
    "forks without end",
    "prints 100 MB",
    "burns CPU time in many processes",
}


@pytest.fixture(scope="module")
def key():
    return Key.new(make("round1").only("micro4", "micro7.1"), seed=5)


@pytest.fixture
def place():
    """A folder as organisers have them: nobody else may look into it, whatever a learner's rights."""
    with tempfile.TemporaryDirectory(prefix="gradus-test-", dir=temporary_place()) as name:
        yield Path(name)


@pytest.fixture
def isolation(monkeypatch, sandbox):
    """What the machine offers; a machine without bubblewrap and Landlock is played by not asking for them."""
    if sandbox == "limits only":
        monkeypatch.setattr("gradus.leaderboard.submission.choose", lambda _: Isolation.limits)
        return Isolation.limits
    return choose(sandbox)


def run(key, place, code, *, sandbox, limits=None, greets=True, **known):
    folder = place / "theirs"
    folder.mkdir()
    named = "".join(f"{name} = {value!r}\n" for name, value in known.items())
    (folder / "agent.py").write_text(PREAMBLE + named + ("hello()\n" if greets else "") + code)
    (folder / "link").symlink_to(place / "key.json")
    submission = Submission("[/red] team", "python agent.py", is_command=True, code=folder)
    row = submit(
        *(key, "r", submission),
        entry=1,
        limits=replace(LIMITS, **(limits or {})),
        record=place / "records",
        sandbox=sandbox,
    )
    return row, (place / "records" / "output.txt").read_text(errors="replace")


@contextmanager
def local_sockets(place):
    """A socket in the file system and one without a file, both open to everybody, of the same name."""
    name = str(place / "local.sock")
    with socket.socket(socket.AF_UNIX) as filed, socket.socket(socket.AF_UNIX) as unfiled:
        for each, address in ((filed, name), (unfiled, "\0" + name)):
            each.bind(address)
            each.listen()
        Path(name).chmod(0o777)
        yield name


@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize("name", REFUSED)
def test_what_a_submission_may_not_do_is_refused(key, place, name, sandbox, isolation):
    if isolation is Isolation.limits and name in NEEDS_ISOLATION:
        pytest.skip("neither bubblewrap nor Landlock here")
    if isolation is not Isolation.bubblewrap and name in ONLY_IN_BUBBLEWRAP:
        pytest.skip("not promised without bubblewrap")
    got = []
    before = signal.signal(signal.SIGUSR1, lambda *_: got.append("a signal"))
    for secret in ("key.json", "board.sqlite", "other.py"):
        (place / secret).write_text("secret")
        (place / secret).chmod(0o644)
    place.chmod(0o755)  # nothing but the sandbox keeps the learner out
    with socket.create_server(("127.0.0.1", 0)) as listener, local_sockets(place) as local:
        row, output = run(
            *(key, place, REFUSED[name]),
            sandbox=sandbox,
            KEY=str(place / "key.json"),
            BOARD=str(place / "board.sqlite"),
            OTHER=str(place / "other.py"),
            PORT=listener.getsockname()[1],
            PARENT=os.getpid(),
            LOCAL=local,
        )
    signal.signal(signal.SIGUSR1, before)
    lines = output.splitlines()
    assert lines, row.reason
    assert all(line.startswith("refused") for line in lines), output
    assert "ended with status 0" in row.reason
    assert got == []
    assert not (place / "spoor").exists()
    assert not Path("/var/tmp/spoor").exists()


@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in ENDED]
)
def test_a_hostile_submission_ends_with_a_reason_and_leaves_nothing(key, place, name, sandbox, isolation):
    hostile = ENDED[name]
    row, output = run(key, place, hostile.code, sandbox=sandbox, limits=hostile.limits, greets=hostile.greets)
    assert hostile.reason in row.reason, row.reason
    assert row.reason.isprintable()
    assert "script" not in row.reason
    assert not row.finished
    assert len(output) <= 2**20
    assert "\x1b" not in output
    if name == "fills scratch space with many files":
        assert "too much" not in output or isolation is Isolation.limits
    deadline = time.monotonic() + 600
    while left := processes_of(place):
        assert time.monotonic() < deadline, f"left running: {left}"
        time.sleep(0.05)


def processes_of(place):
    """Processes whose command line names our agent or its sandbox."""
    found = []
    for entry in os.scandir("/proc"):
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                words = Path(entry.path, "cmdline").read_bytes()
            except OSError:
                continue
            if b"agent.py" in words and b"gradus-entrant-" in words:
                found.append(words)
    return found


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_nothing_of_a_submission_is_imported_by_the_organiser(key, place, sandbox, isolation):
    """Code that runs when it is imported runs in the sandbox, as somebody else's process."""
    theirs = place / "theirs"
    theirs.mkdir()
    (theirs / "evil.py").write_text(
        "import os\nprint('imported by', os.getpid(), flush=True)\n"
        "class Learner:\n    def act(self, byte, reward): return byte\n"
    )
    row = submit(
        *(key, "r", Submission("them", "evil:Learner", code=theirs)),
        entry=3,
        limits=replace(LIMITS, max_steps=300),
        record=place / "records",
        sandbox=sandbox,
    )
    output = (place / "records" / "output.txt").read_text()
    assert output.startswith("imported by ")
    assert int(output.split()[2]) != os.getpid()
    assert "evil" not in sys.modules
    assert row.reason == "stopped after 300 steps", (row.reason, output)
    assert row.isolation == str(isolation)
    assert not list(theirs.glob("__pycache__"))


def test_the_public_row_holds_nothing_that_a_learner_printed(key, place):
    row, output = run(key, place, ENDED["prints the hidden stream"].code, sandbox=None)
    heard = output.strip()
    assert len(heard) > 150
    assert "printed" not in row.reason
    assert not any(heard[start : start + 12] in row.reason for start in range(len(heard) - 12))
    assert row.reason == row.results["reason"]


def test_every_submission_meets_a_stream_of_its_own(key):
    def heard(entry):
        world = key.world(entry)
        first = world.step(None)[0]
        return bytes([first, *(world.step(world.scrambler.table[32])[0] for _ in range(400))])

    assert heard(1) == heard(1)
    assert heard(1) != heard(2)
    assert key.world(1).scrambler.table != key.world(2).scrambler.table
    assert key.seed_of("learner", 1) != key.seed_of("world", 1)


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_learner_may_connect_as_soon_as_it_runs(key, place, sandbox, isolation, monkeypatch):
    """On a busy machine it may run before the organiser's next line."""

    class Busy(Entrant):
        def __init__(self, *words, **settings):
            super().__init__(*words, **settings)
            time.sleep(2)

    monkeypatch.setattr("gradus.leaderboard.entrant.Entrant", Busy)
    row, output = run(key, place, LATER, sandbox=sandbox)
    assert "ended with status 0" in row.reason, output


FORKS = """
import os, sys, time
count = 0
try:
    while count < int(sys.argv[1]):
        if os.fork() == 0:
            time.sleep(1000)
        count += 1
except OSError:
    pass
print(count, flush=True)
time.sleep(1000)
"""


@contextmanager
def forking(place, isolation, wanted, most):
    """How many of the processes that it wants a submission gets, as long as it lives."""
    sockets, code = place / "sockets", place / "code"
    for folder in (sockets, code):
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
    (code / "forks.py").write_text(FORKS)
    sandbox = Sandbox(isolation, sockets, code, Limits(processes=most).each_process(), 2**20)
    with subprocess.Popen(
        shlex.split(sandbox.wrap(f"python forks.py {wanted}")),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield int(process.stdout.readline())
        finally:
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_submission_gets_all_its_processes_and_no_more_whatever_others_have(place, sandbox, isolation):
    place.chmod(0o755)
    with forking(place, isolation, 1000, most=40) as first, forking(place, isolation, 20, most=20) as second:
        assert 36 <= first <= 40
        assert 18 <= second <= 20
    if os.getuid() != 0 and isolation is not Isolation.bubblewrap:
        return  # one user's processes are counted together
    with forking(place, isolation, 20, most=40) as first, forking(place, isolation, 1000, most=40) as second:
        assert first == 20
        assert 36 <= second <= 40


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_python_may_be_reached_through_links_elsewhere(place, sandbox, isolation, monkeypatch):
    """An environment made with a Python that is a link in somebody's own folder: it is there, nothing beside it."""
    place.chmod(0o755)
    for name in ("first", "second", "sockets", "code"):
        (place / name).mkdir()
        (place / name).chmod(0o755)
    (place / "second" / "secret").write_text("secret")
    (place / "second" / "python3").symlink_to(sys.executable)
    (place / "first" / "python").symlink_to(place / "second" / "python3")
    monkeypatch.setattr(sys, "executable", str(place / "first" / "python"))
    box = Sandbox(isolation, place / "sockets", place / "code", LIMITS.each_process(), 2**20)
    script = f"import os; print(os.path.exists({str(place / 'second' / 'secret')!r}))"
    done = subprocess.run(
        shlex.split(box.wrap(f"python -c {shlex.quote(script)}")), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert isolation is not Isolation.bubblewrap or done.stdout.strip() == "False"


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_link_in_the_code_does_not_choose_the_program(key, place, sandbox, isolation):
    """The program's folder is shown to a submission: a link to one of the organiser's would open his folder."""
    if isolation is Isolation.limits:
        pytest.skip("with limits only it reads what its user may")
    place.chmod(0o755)
    (place / "other.py").write_text("secret")
    (place / "tool").write_text('#!/bin/sh\nexec "$@"\n')
    (place / "tool").chmod(0o755)
    theirs = place / "theirs"
    theirs.mkdir()
    (theirs / "run").symlink_to(place / "tool")
    (theirs / "agent.py").write_text(f"print(open({str(place / 'other.py')!r}).read())")
    submission = Submission("team", "run python agent.py", is_command=True, code=theirs)
    row = submit(key, "r", submission, entry=1, record=place / "records", sandbox=sandbox, limits=LIMITS)
    assert "ended with status 126" in row.reason
    assert "secret" not in (place / "records" / "output.txt").read_text()
