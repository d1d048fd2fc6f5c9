"""Attacks on the real server, and damaged records: every answer is a sentence, and nobody else is kept waiting."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from tests.web.test_server import ask, get, key, post

from gradus.web import Library, compare, costs, maps, policies, tapes
from gradus.web.app import answered, followed, run_page
from gradus.web.turns import Turns

websockets = pytest.importorskip("websockets.asyncio.client")
NONSENSE: list[Any] = [
    *(None, True, 0, -1, 1.5, 10**400, "x", "../../etc/passwd", "x" * 5000),
    *([], [1], [[1]], [[1, 2, 3]], {}, {"a": 1}, [None], ["x"], [[None, 1]]),
]


def raw(site: str, request: bytes, more: float = 0.0) -> bytes:
    """What the server says to some bytes."""
    host, port = site.removeprefix("http://").rstrip("/").split(":")
    with socket.create_connection((host, int(port)), timeout=600) as line:
        line.sendall(request.replace(b"HOST", f"{host}:{port}".encode()))
        time.sleep(more)
        found = b""
        while chunk := line.recv(65536):
            found += chunk
        return found


@pytest.mark.parametrize("field", ["track", "body", "seed", "nth", "task", "terrain", "policy", "preview"])
def test_the_workshop_answers_nonsense_in_a_sentence(site: str, field: str) -> None:
    for value in NONSENSE:
        answer = post(site, {"policy": {"kind": "still"}, "preview": True, field: value})
        assert "frames" in answer or answer["error"].endswith("."), (field, value)


def test_a_drawing_of_nonsense_is_refused_in_a_sentence(site: str) -> None:
    ground = [[0, 3.3], [90, 3.3]]
    for part in ("ground", "ceiling", "stumps", "creepers", "water"):
        for value in [*NONSENSE, [[i, 0] for i in range(3000)], [[0, 1e300], [5, 1]], [[0, 0], [0, 0]]]:
            wish = {"terrain": {"ground": ground, part: value}, "preview": True}
            answer = post(site, wish)
            assert "frames" in answer or answer["error"].endswith("."), (part, value)


def test_a_checkpoint_is_one_that_is_kept(site: str, runs: Path) -> None:
    """The name of a checkpoint becomes part of a path: only names that the run itself lists are taken."""
    run = key(site, "training")
    (runs / "training" / "checkpoint" / "secret.json").write_text('{"format": 1, "password": "abc"}')
    try:
        for kept in ("../secret", "../../run", "/etc/passwd", "..", "x" * 5000, ["a"], {"a": 1}, 7):
            answer = post(site, {"policy": {"run": run, "checkpoint": kept}, "preview": True})
            assert "keeps no checkpoint" in answer["error"] and "password" not in answer["error"]
    finally:
        (runs / "training" / "checkpoint" / "secret.json").unlink()


def test_questions_of_nonsense_are_answered_in_a_sentence(site: str) -> None:
    queries: tuple[str, ...] = (
        "serial=x",
        "serial=-1",
        "serial=9" + "9" * 30,
        "test=-1",
        "test=5000",
        "since=-5",
        "step=-7",
    )
    queries += (
        "step=99999999999",
        "task=%3Cscript%3E",
        "text=%00%ff",
        "end=-3",
        "evaluation=-9&test=0",
        "by=run:",
    )
    for name in ("lesson", "training", "exam", "board.db", "damaged"):
        run = key(site, name)
        for part in (
            "outcomes",
            "instances",
            "tape",
            "current",
            "whole",
            "beliefs",
            "curves",
            "map",
            "way",
            "ghost",
        ):
            for query in queries[:: 3 if part != "tape" else 1]:
                status, text = get(f"{site}api/runs/{run}/{part}?{query}")
                assert status == 200 or (status in (400, 404) and json.loads(text)["error"].endswith(".")), (
                    part,
                    query,
                )


def test_requests_that_are_no_requests(site: str) -> None:
    head = b"Host: HOST\r\nConnection: close\r\n"
    deep = b"[" * 100_000
    for body, expected in {
        deep: b"400",
        b"\xff\xfe": b"400",
        b"null": b"400",
        b"{}" * 400_000: b"400",
    }.items():
        size = f"Content-Length: {len(body)}\r\n\r\n".encode()
        assert raw(site, b"POST /api/walk HTTP/1.1\r\n" + head + size + body).split(b" ")[1] == expected
    refused = (
        b"GET /api/runs HTTP/1.1\r\nConnection: close\r\n\r\n",
        b"GET /api/runs HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        b"GET http://evil.example/api/runs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        b"GET /api/runs HTTP/1.1\r\nHost: HOST.evil.example\r\nConnection: close\r\n\r\n",
        b"GET /api/runs HTTP/1.1\r\nHost: HOST\r\nOrigin: null\r\nConnection: close\r\n\r\n",
        b"GET /api/runs HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST.evil.example\r\nConnection: close\r\n\r\n",
        b"GET /api/runs HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil@HOST\r\nConnection: close\r\n\r\n",
        b"GET /api/runs HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site\r\nConnection: close\r\n\r\n",
        b"GET /api/runs HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: same-site\r\nConnection: close\r\n\r\n",
        b"POST /api/walk HTTP/1.1\r\n" + head + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        b"POST /api/walk HTTP/1.1\r\n" + head + b"Content-Length: -5\r\n\r\n",
        b"POST /api/walk HTTP/1.1\r\n" + head + b"Content-Length: 99999999999\r\n\r\n",
    )
    for request in refused:
        assert raw(site, request).split(b" ")[1][:1] == b"4", request


def test_no_method_writes(site: str, runs: Path) -> None:
    before = sorted(path for path in runs.rglob("*") if "played" not in path.parts)
    for method in (b"POST", b"PUT", b"DELETE", b"PATCH"):
        for path in (b"/api/runs", b"/api/runs/x", b"/index.html", b"/run.json"):
            line = (
                method
                + b" "
                + path
                + b" HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            )
            assert raw(site, line).split(b" ")[1] in (b"405", b"404")
    assert sorted(path for path in runs.rglob("*") if "played" not in path.parts) == before


def with_sockets(site: str, what: Callable[[Callable[[str], Any]], Coroutine[Any, Any, None]]) -> None:
    """Run something with a way to open sockets as the page does."""
    origin = site.rstrip("/")

    def opened(name: str, **more: Any) -> Any:
        return websockets.connect(
            f"{origin.replace('http', 'ws')}/ws/{name}", origin=origin, max_size=None, **more
        )

    asyncio.run(what(opened))


def test_sockets_of_strangers_are_refused(site: str) -> None:
    async def attack(_: Any) -> None:
        for origin in ("http://evil.example", "null", None, site.rstrip("/") + ".evil.example"):
            for name in ("play", "drive"):
                with pytest.raises(Exception, match="403"):
                    await websockets.connect(f"{site.replace('http', 'ws')}ws/{name}", origin=origin)

    with_sockets(site, attack)


def test_garbage_in_sockets_is_answered_and_leaves_the_round_alone(site: str) -> None:
    async def attack(opened: Any) -> None:
        async with opened("play") as line:
            for garbage in (
                "",
                "{",
                "[]",
                "null",
                "[" * 90_000,
                os.urandom(2000),
                '{"open": 7}',
                '{"say": "x"}',
            ):
                await line.send(garbage)
            await line.send(json.dumps({"open": {"curriculum": "../../etc", "seed": -1}}))
            await line.send(json.dumps({"open": {"curriculum": "round1", "seed": 3}}))
            kinds = []
            while "step" not in kinds or kinds[-1] != "step":
                kinds.append(json.loads(await line.recv())["kind"])
            assert "error" in kinds
            await line.send('{"hint": {"a": 1}}')
            while json.loads(await line.recv())["kind"] != "hint":
                pass
        async with opened("drive") as line:
            await line.send(json.dumps({"open": {"body": "old_classic_bipedal"}}))
            for action in ("x", [1], [None] * 4, [10**400] * 4, [float("nan")] * 4, [{}] * 4):
                await line.send(json.dumps({"action": action}))
            await line.send(os.urandom(3000))
            frames = [await line.recv() for _ in range(5)]
            assert sum(isinstance(frame, bytes) for frame in frames) >= 3

    with_sockets(site, attack)
    assert get(f"{site}api/runs")[0] == 200


def test_fifty_open_rounds_do_not_keep_the_list_waiting(site: str) -> None:
    async def attack(opened: Any) -> None:
        lines = [await opened("play" if n % 2 else "drive") for n in range(50)]
        for n, line in enumerate(lines):
            await line.send(json.dumps({"open": {"seed": n}}) if n % 5 else os.urandom(100))
        rows = await asyncio.to_thread(ask, site, "runs")
        assert len(rows) > 4
        for line in lines:
            line.transport.abort()  # gone without a goodbye

    with_sockets(site, attack)
    assert get(f"{site}api/runs")[0] == 200


def test_whoever_speaks_without_end_is_told_to_wait(site: str) -> None:
    """Every byte is answered by a larger message: what was not heard yet must not pile up without end."""

    async def attack(opened: Any) -> None:
        async with opened("play", max_queue=1) as line:
            await line.send(json.dumps({"open": {"seed": 1}}))
            for _ in range(300):  # three hundred thousand bytes, far more than a round may have waiting
                await line.send(json.dumps({"say": "a" * 1000}))
            assert (await asyncio.to_thread(get, f"{site}api/runs"))[0] == 200
            while True:
                message = json.loads(await line.recv())
                if message["kind"] == "error":
                    break
            assert "too far ahead" in message["text"]

    with_sockets(site, attack)


def test_too_many_waiters_are_sent_away() -> None:
    turns = Turns()
    with turns.mine():
        assert turns._waiting._value == 6
        for _ in range(6):
            assert turns._waiting.acquire(blocking=False)
        with pytest.raises(Exception, match="try again"), turns.mine():
            pass
    assert turns._waiting._value == 1


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "half": lambda old: old[: len(old) // 2],
    "empty": lambda old: b"",
    "noise": lambda old: bytes(range(256)) * 3,
    "other": lambda old: b'{"a": 1}\n[]\nnull\n',
    "deep": lambda old: b"[" * 200_000,
    "types": lambda old: old.replace(b'"steps":', b'"steps": "x",\n"s":'),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_records_are_said_and_never_crash(runs: Path, tmp_path: Path, damage: str) -> None:
    names: tuple[str, ...] = (
        "run.json",
        "outcomes.jsonl",
        "transcript.bin",
        "timing.jsonl",
        "checkpoint/state.json",
    )
    names += ("evaluations.jsonl", "previews.jsonl", "actions.bin")
    for kind in ("lesson", "training"):
        for name in names:
            if (runs / kind / name).is_file():
                shutil.copytree(runs / kind, tmp_path / f"{kind} {name.replace('/', ' ')}")
                broken = tmp_path / f"{kind} {name.replace('/', ' ')}" / name
                broken.write_bytes(DAMAGES[damage](broken.read_bytes()))
    library = Library([tmp_path])
    rows = library.rows()
    assert len(rows) >= 10 and any(row["status"] == "damaged" for row in rows)
    for row in rows:
        for what in _everything(library, row["id"]):
            answer = answered(what)
            assert answer.status_code in (200, 400), row["name"]
            assert answer.status_code == 200 or json.loads(answer.body)["error"].endswith(".")  # type: ignore[arg-type]
    assert isinstance(costs.costs(library), list)


def _everything(library: Library, run: str) -> list[Callable[[], Any]]:
    return [
        lambda: run_page(library, run),
        lambda: followed(library, run, 0),
        lambda: tapes.instances(library, run, text="a"),
        lambda: tapes.tape(library, run, 3),
        lambda: tapes.current(library, run),
        lambda: tapes.beliefs(library.run(run), None),
        lambda: tapes.beliefs(library.run(run), 40),
        lambda: maps.training_curves(library, run),
        lambda: maps.teacher_map(library, run),
        lambda: policies.recorded_episode(library, run, None, 0, 0),
        lambda: policies.walk(library, {"policy": {"run": run}, "preview": True}),
        lambda: compare.compare(library, [run]),
    ]


def test_no_secret_of_a_leaderboard_leaves(site: str, runs: Path) -> None:
    """Whatever the database keeps secret is in no answer about it, and the file itself is never served."""
    import sqlite3

    with sqlite3.connect(f"file:{runs / 'board.db'}?mode=ro", uri=True) as connection:
        tables = [
            name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")
        ]
        values = {
            str(cell)
            for table in tables
            for row in connection.execute(f"select * from {table}")
            for cell in row
        }
    run = key(site, "board.db")
    for path in ("", "/outcomes", "/instances", "/curves", "/map"):
        assert b"SQLite format" not in get(f"{site}api/runs/{run}{path}")[1]
    shown = get(f"{site}api/runs/{run}")[1].decode()
    assert "signature" not in shown and "nonce" not in shown
    (runs / "key.json").write_text('{"seed": 7, "nonce": "verysecret"}')
    try:
        for path in (
            "key.json",
            "api/runs/key.json",
            "../key.json",
            f"api/runs/{run}/../key.json",
            "data/key.json",
        ):
            assert b"verysecret" not in get(f"{site}{path}")[1]
        assert "verysecret" not in json.dumps(ask(site, "runs"))
    finally:
        (runs / "key.json").unlink()
    assert any("spring" in value for value in values)
