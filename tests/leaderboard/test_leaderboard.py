"""The board: rounds, rows in a chain, and what can be checked about them afterwards."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from gradus.cli import main
from gradus.leaderboard import (
    Isolation,
    Key,
    Limits,
    Submission,
    check,
    check_records,
    choose,
    has_bubblewrap,
    open_board,
    record_folder,
    rerun,
    submit,
    verify_chain,
)
from gradus.leaderboard.staging import digest, stage
from gradus.stream import make

LIMITS = Limits(
    memory=2 * 1024**3, cpu=60, seconds=900, answer=300, handshake=600, max_steps=3000, processes=32
)
SANDBOXES = [
    False,
    pytest.param(True, marks=pytest.mark.skipif(not has_bubblewrap(), reason="no bubblewrap")),
]


@pytest.fixture(scope="module")
def key():
    return Key.new(make("round1").only("micro4", "micro7.1"), seed=5)


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_built_in_learner_takes_the_hidden_curriculum(key, tmp_path, sandbox):
    """As a superuser without bubblewrap too, wherever Python lies."""
    row = submit(
        *(key, "r", Submission("us", "repeat")),
        entry=1,
        limits=LIMITS,
        sandbox=sandbox,
        record=tmp_path / "run",
    )
    output = (tmp_path / "run" / "output.txt").read_text()
    assert row.reason == "stopped after 3000 steps", (row.reason, output)
    assert (row.tasks_passed, row.tasks) == (1, 2)  # copying passes the first task, however scrambled
    assert row.isolation == ("bubblewrap" if sandbox else choose(False))
    assert (tmp_path / "run" / "outcomes.jsonl").stat().st_size
    assert (tmp_path / "run").stat().st_mode & 0o077 == 0
    assert [f.holds for f in check_records(key, [replace(row, entry=1)], tmp_path)] == [None]


@pytest.fixture(scope="module")
def base(key):
    """The row of a real submission."""
    return submit(key, "autumn", Submission("slow", "silent"), entry=1, limits=replace(LIMITS, max_steps=200))


def rounds_and_rows(url, key, base):
    with open_board(url) as board:
        board.open_round("autumn", key.commitment, "2026-01-01T00:00:00+00:00")
        assert [board.enter("autumn", name, "now") for name in ("slow", "best", "good")] == [1, 2, 3]
        first = board.add(base, key)
        board.add(replace(base, entry=2, name="best", tasks_passed=2, finished=True, steps=90), key)
        board.add(replace(base, entry=3, name="good", tasks_passed=2, finished=True, steps=100), key)
        with pytest.raises(ValueError, match="a row of submission 3 already"):
            board.add(replace(base, entry=3), key)
        assert board.enter("autumn", "never ends", "now") == 4
    with open_board(url) as board:
        assert [row.name for row in board.rows("autumn")] == ["best", "good", "slow"]
        assert board.rows("autumn")[2] == first
        assert [row.entry for row in board.chain("autumn")] == [1, 2, 3]
        verify_chain(key.commitment, board.chain("autumn"), key)
        assert board.revealed("autumn") is None
        with pytest.raises(ValueError, match="already is a round"):
            board.open_round("autumn", "x", "now")
        with pytest.raises(ValueError, match="no round 'spring', only: autumn"):
            board.commitment("spring")
        with pytest.raises(ValueError, match="not the one"):
            board.reveal("autumn", replace(key, seed=6))
        head = board.reveal("autumn", key)
        assert head == board.chain("autumn")[-1].hash == board.published_head("autumn")
        shown = board.revealed("autumn")
        assert shown == key
        assert shown.commitment == board.commitment("autumn")
        with pytest.raises(ValueError, match="is over"):
            board.add(base, key)
        with pytest.raises(ValueError, match="is over"):
            board.enter("autumn", "late", "now")


def test_the_board_in_sqlite(key, base, tmp_path):
    rounds_and_rows(tmp_path / "board.sqlite", key, base)


def _postgres_tools():
    """The program that sets up a server: on the path, or where Debian keeps its versions."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return shutil.which("initdb") or (str(versions[-1]) if versions else None)


@pytest.mark.slow
@pytest.mark.skipif(_postgres_tools() is None, reason="no PostgreSQL")
def test_the_board_in_a_real_postgresql(key, base):
    pytest.importorskip("psycopg")
    initdb = _postgres_tools()
    pg_ctl = str(Path(initdb).resolve().parent / "pg_ctl")
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="gradus-test-") as name:
        Path(name).chmod(0o755)
        data, sockets = Path(name) / "data", Path(name) / "s"
        for folder in (data, sockets):
            folder.mkdir()
            if user:
                os.chown(folder, 65534, 65534)
        run = lambda *words: subprocess.run([*user, *words], check=True, capture_output=True, cwd="/")  # noqa: E731
        run(initdb, "-D", str(data), "-U", "gradus", "-A", "trust", "--no-sync")
        options = f"-k {sockets} -c listen_addresses='' -c fsync=off"
        run(pg_ctl, "-D", str(data), "-w", "-l", str(data / "log"), "-o", options, "start")
        try:
            rounds_and_rows(f"postgresql://gradus@/postgres?host={sockets}", key, base)
        finally:
            run(pg_ctl, "-D", str(data), "-m", "immediate", "stop")


@pytest.mark.parametrize(
    "change",
    [
        "update submissions set tasks_passed = 43 where entry = 2",
        "update submissions set name = 'another' where entry = 1",
        "update submissions set results = '{}' where entry = 3",
        "update submissions set version = '9.9.9' where entry = 2",
        "update submissions set record = 'x' where entry = 2",
        "update submissions set signature = 'x' where entry = 3",
        "delete from submissions where entry = 2",
        "update submissions set entry = 7 where entry = 3",
    ],
)
def test_a_row_that_was_changed_is_found(key, base, tmp_path, change):
    path = tmp_path / "board.sqlite"
    with open_board(path) as board:
        board.open_round("autumn", key.commitment, "now")
        for entry in (1, 2, 3):
            board.add(replace(base, entry=entry), key)
        verify_chain(key.commitment, board.chain("autumn"), key)
    with sqlite3.connect(path) as raw:
        raw.execute(change)
    with (
        open_board(path) as board,
        pytest.raises(ValueError, match="is not the one that was added"),
    ):
        verify_chain(key.commitment, board.chain("autumn"), key)


def test_a_row_cannot_be_signed_without_the_key(key, base):
    forged = replace(base, tasks_passed=2).sealed(key.commitment, replace(key, nonce="guess"))
    with pytest.raises(ValueError, match="is not the one that was added"):
        verify_chain(key.commitment, [forged], key)


def test_records_lead_to_the_figures_and_runs_can_be_repeated(key, tmp_path):
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "mine.py").write_text(
        "class Learner:\n    def __init__(self, seed=0): self.seed = seed\n"
        "    def act(self, byte, reward): return byte\n"
    )
    rows = []
    for entry, submission in enumerate(
        (Submission("us", "repeat"), Submission("them", "mine:Learner", code=theirs)), 1
    ):
        rows.append(
            submit(
                *(key, "r", submission),
                entry=entry,
                limits=replace(LIMITS, max_steps=1500),
                record=record_folder(tmp_path / "records", entry),
            )
        )
    assert rows[0].record != rows[1].record, "each submission meets a stream of its own"
    for compare in (check_records, rerun):
        found = compare(key, rows, tmp_path / "records")
        assert [finding.holds for finding in found] == [True, True], found
    edited = [replace(rows[0], results={**rows[0].results, "tasks_passed": 43})]
    for compare in (check_records, rerun):
        assert [finding.holds for finding in compare(key, edited, tmp_path / "records")] == [False]
    (tmp_path / "records" / "0002" / "code" / "mine.py").write_text("class Learner: pass")
    assert (
        rerun(key, rows[1:], tmp_path / "records")[0].remark == "its code is not the one that was submitted"
    )
    transcript = tmp_path / "records" / "0001" / "transcript.bin"
    transcript.write_bytes(transcript.read_bytes()[:-3])
    found = check_records(key, rows[:1], tmp_path / "records")
    assert (found[0].holds, found[0].remark) == (False, "its record is not the one that was made")


def test_a_round_belongs_to_the_code_that_opened_it(key):
    other = replace(key, version="9.9.9")
    with pytest.raises(ValueError, match=r"opened with Gradus 9\.9\.9"):
        submit(other, "r", Submission("us", "repeat"), entry=1)
    assert other.commitment != key.commitment
    assert replace(key, code="0").commitment != key.commitment


def test_the_code_is_copied_with_links_as_links(tmp_path):
    theirs = tmp_path / "theirs"
    (theirs / "deep").mkdir(parents=True)
    (theirs / "deep" / "agent.py").write_text("pass")
    (tmp_path / "secret").write_text("secret")
    (theirs / "link").symlink_to(tmp_path / "secret")
    (theirs / "folder").symlink_to(tmp_path)
    first = stage(theirs, tmp_path / "copy")
    assert (tmp_path / "copy" / "link").is_symlink()
    assert (tmp_path / "copy" / "folder").is_symlink()
    assert first == digest(theirs) == digest(tmp_path / "copy")
    (theirs / "deep" / "agent.py").write_text("pass ")
    assert digest(theirs) != first
    os.mkfifo(theirs / "pipe")
    with pytest.raises(ValueError, match="neither a file nor a folder"):
        stage(theirs, tmp_path / "again")
    with pytest.raises(ValueError, match="should be a folder"):
        stage(tmp_path / "none", tmp_path / "third")


def test_folders_without_end_and_names_that_break_lines_get_one_sentence(tmp_path):
    deep = tmp_path / "deep"
    (deep / "/".join(["d"] * 150)).mkdir(parents=True)
    with pytest.raises(ValueError, match="at most 100 folders within one another"):
        check(Submission("us", "repeat", code=deep), [])
    (tmp_path / "odd").mkdir()
    os.mkfifo(tmp_path / "odd" / "a\nb")
    with pytest.raises(ValueError, match="neither a file nor a folder") as refused:
        check(Submission("us", "repeat", code=tmp_path / "odd"), [])
    assert "\n" not in str(refused.value)


def test_a_program_beside_a_secret_is_refused(tmp_path):
    """Its folder would be shown to the submission."""
    program = tmp_path / "agent"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    with pytest.raises(ValueError, match="which submissions can read: keep it elsewhere"):
        check(Submission("us", f"{program} on", is_command=True), [tmp_path / "key.json"])
    check(Submission("us", f"{program} on", is_command=True), [tmp_path.parent / "key.json"])


def test_submissions_that_cannot_be_are_refused_before_they_begin(key, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "agent.py").write_text("")
    for arguments, reason in (
        (("us", "repaet"), "Did you mean 'repeat'"),
        (("us", "import os; os.abort()"), "an import path such as"),
        (("us", "", True), "is no command"),
        (("us", "python 'agent", True), "is no command"),
        (("us", "python agent.py", True), "would not see agent.py: name the folder"),
    ):
        with pytest.raises(ValueError, match=reason):
            Submission(*arguments)
    inside = Path(sys.prefix) / "lib" if sys.prefix != "/usr" else Path("/usr/lib")
    with pytest.raises(ValueError, match="which submissions can read: keep it elsewhere"):
        submit(
            key,
            "r",
            Submission("us", "repeat"),
            entry=1,
            secrets=[Path("/usr/key.json"), inside / "key.json"],
        )


def test_bad_boards_get_one_sentence(tmp_path):
    with (
        pytest.raises(ValueError, match="Cannot open the leaderboard"),
        open_board(tmp_path / "no" / "board.sqlite"),
    ):
        pass
    with sqlite3.connect(tmp_path / "old.sqlite") as raw:
        raw.execute("create table submissions (id integer, round text, name text)")
    with pytest.raises(ValueError, match="older version"), open_board(tmp_path / "old.sqlite"):
        pass


def test_a_damaged_board_gets_one_sentence(key, base, tmp_path):
    with open_board(tmp_path / "board.sqlite") as board:
        board.open_round("autumn", key.commitment, "now")
        board.add(base, key)
    with sqlite3.connect(tmp_path / "board.sqlite") as raw:
        raw.execute("update submissions set results = '{'")
    with (
        pytest.raises(ValueError, match="damaged: it holds a text that is no JSON"),
        open_board(tmp_path / "board.sqlite") as board,
    ):
        board.rows("autumn")
    data = bytearray((tmp_path / "board.sqlite").read_bytes())
    data[4096:] = bytes(len(data) - 4096)  # the first page says what there is, and nothing of it is left
    (tmp_path / "board.sqlite").write_bytes(data)
    with (
        pytest.raises(ValueError, match=r"board.sqlite cannot be used: .*malformed"),
        open_board(tmp_path / "board.sqlite", read_only=True) as board,
    ):
        board.rows("autumn")


def test_a_round_that_cannot_be_opened_leaves_no_key(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert gradus(capsys, "exam", "open", "spring", "--key", "first.json")[0] == 0
    code, _, err = gradus(capsys, "exam", "open", "spring", "--key", "second.json")
    assert (code, err) == (
        2,
        "gradus: There already is a round 'spring'; its commitment cannot be changed.\n",
    )
    assert not (tmp_path / "second.json").exists()


def test_a_key_is_written_once_and_read_back(key, tmp_path):
    key.write(tmp_path / "key.json")
    assert Key.read(tmp_path / "key.json") == key
    assert (tmp_path / "key.json").stat().st_mode & 0o077 == 0
    with pytest.raises(ValueError, match="only once"):
        key.write(tmp_path / "key.json")
    assert key.commitment != replace(key, nonce="0").commitment
    for change, reason in (({"seed": "5"}, "'seed' in The key should be of type int"), ({"x": 1}, "exactly")):
        with pytest.raises(ValueError, match=reason):
            Key.from_json({**key.to_json(), **change})


def gradus(capsys, *arguments):
    """The command line in this process: exit code, standard output, standard error."""
    try:
        main(list(arguments))
        code: object = 0
    except SystemExit as end:
        code = end.code or 0
    return code, *capsys.readouterr()


def test_a_round_on_the_command_line(tmp_path, monkeypatch, capsys):
    """From opening to verifying, with a team whose name is markup and a learner that prints some."""
    monkeypatch.chdir(tmp_path)
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "evil.py").write_text(
        "print('[/red]\\x1b[2J')\nclass Learner:\n    def act(self, byte, reward): raise SystemExit('[/bold]')\n"
    )
    code, out, err = gradus(capsys, "exam", "open", "[/red]", "--key", "key.json", "--curriculum", "round1")
    assert (code, err) == (0, "")
    assert f"kept apart on this machine by: {choose(None)}" in out
    quick = ["--max-steps", "300", "--key", "key.json", "--processes", "32"]
    submitted = ["exam", "submit", "[/red]", "--name", "[bold]us[/red]", "--learner", "repeat", *quick]
    code, out, err = gradus(capsys, *submitted)
    assert (code, err) == (0, ""), err
    receipt = out.partition("Receipt of submission 1: ")[2][:64]
    submitted = [
        "exam",
        "submit",
        "[/red]",
        "--name",
        "them",
        "--learner",
        "evil:Learner",
        "--code",
        "theirs",
        *quick,
    ]
    assert gradus(capsys, *submitted)[0] == 0
    code, out, err = gradus(capsys, "exam", "leaderboard", "[/red]")
    assert (code, err) == (0, "")
    assert "[bold]us[/red]" in out
    assert "round [/red]" in out
    assert "2J" not in out
    code, out, err = gradus(
        capsys, "exam", "verify", "[/red]", "--key", "key.json", "--records", "records", "--rerun"
    )
    assert (code, err) == (0, ""), out
    assert out.count("yes") == 4
    assert gradus(capsys, "exam", "reveal", "[/red]", "--key", "key.json")[0] == 0
    assert gradus(capsys, "exam", "verify", "[/red]", "--receipt", receipt)[0] == 0
    for change, complaint in (
        ("delete from submissions where entry = 2", "not the one with which the round ended"),
        ("update submissions set tasks_passed = 43", "is not the one that was added"),
    ):
        with sqlite3.connect("leaderboard.sqlite") as raw:
            raw.execute(change)
        code, out, err = gradus(capsys, "exam", "verify", "[/red]")
        assert code == 2
        assert complaint in err
    assert json.loads(gradus(capsys, "exam", "leaderboard", "[/red]", "--json")[1])["rows"]
    code, _, err = gradus(capsys, *submitted[: -len(quick) - 1], ".", *quick)
    assert (code, "lies in the submission's folder" in err) == (2, True), err
    with open_board("leaderboard.sqlite") as board:
        assert len(board.entries("[/red]")) == 2, "what could not begin has no number"
    for option, value in (("--hours", "-1"), ("--answer", "0")):
        code, _, err = gradus(capsys, *submitted, option, value)
        assert code == 2
        assert f"{option} must be greater than 0, not {value}" in err


def test_the_isolation_is_what_the_machine_offers(monkeypatch):
    assert choose(False) in (Isolation.landlock, Isolation.limits)
    assert choose(None) is (Isolation.bubblewrap if has_bubblewrap() else choose(False))
    monkeypatch.setenv("PATH", "")
    has_bubblewrap.cache_clear()
    try:
        with pytest.raises(ValueError, match="submit without --sandbox"):
            choose(True)
    finally:
        monkeypatch.undo()
        has_bubblewrap.cache_clear()
