"""The server without a browser: what it answers, to whom, and what it refuses."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.web.conftest import STRANGE, start_server

from gradus.learners import Lesson
from gradus.school import UserError
from gradus.stream import World
from gradus.stream import make as make_curriculum
from gradus.students import recorded_test
from gradus.web import Library, records, summaries, tapes, write_site
from gradus.web.bundle import short_name
from gradus.web.machines import text_of


def get(address: str, headers: dict[str, str] | None = None) -> tuple[int, Any]:
    request = urllib.request.Request(address, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=600) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def ask(site: str, path: str) -> Any:
    status, text = get(f"{site}api/{path}")
    assert status == 200, text
    return json.loads(text)


def post(site: str, wish: object) -> Any:
    """What the workshop is answered, a complaint included."""
    try:
        return walk(site, wish)
    except urllib.error.HTTPError as error:
        return json.loads(error.read())


def key(site: str, name: str) -> str:
    return next(row["id"] for row in ask(site, "runs") if row["name"] == name)


def test_every_folder_is_a_row(site: str) -> None:
    rows = {row["name"]: row for row in ask(site, "runs") if not row["name"].startswith(("played", "exam/"))}
    assert set(rows) == {"lesson", "training", "exam", "board.db", "damaged", STRANGE.replace("/", "")}
    assert rows["damaged"]["status"] == "damaged" and "run.json" in rows["damaged"]["error"]
    assert rows["lesson"]["status"] == "finished" and rows["training"]["progress"] == 1.0


def test_a_tape_is_the_transcript(site: str, runs: Path) -> None:
    run = key(site, "lesson")
    outcomes = ask(site, f"runs/{run}/outcomes?since=0")
    transcript = (runs / "lesson" / "transcript.bin").read_bytes()
    tape = ask(site, f"runs/{run}/tape?serial={outcomes['serials'][2]}")
    start = sum(outcomes["steps"][:2])
    part = transcript[3 * start : 3 * (start + outcomes["steps"][2])]
    assert tape["heard"].encode("latin-1") == part[0::3] and tape["said"].encode("latin-1") == part[1::3]
    assert tape["heard_shown"] != tape["heard"]
    more = ask(site, f"runs/{run}/outcomes?since={outcomes['next']}")
    assert more["serials"] == [] and more["total"] == outcomes["total"]


def test_beliefs_now_and_then(site: str) -> None:
    run = key(site, "lesson")
    assert any("ilence" in line for line in ask(site, f"runs/{run}/beliefs")["lines"])
    early = ask(site, f"runs/{run}/beliefs?step=1")
    assert early["lines"] != ask(site, f"runs/{run}/beliefs?step=2500")["lines"]


def test_a_film_holds_the_very_states(site: str, runs: Path) -> None:
    import base64

    film = ask(site, f"runs/{key(site, 'training')}/episode?test=1")
    states = [
        world.lanes.batch.poses(0)[:, :3].astype(np.float32)
        for world in recorded_test(runs / "training", 1).play()
    ]
    assert base64.b64decode(film["poses"]) == np.stack(states).tobytes()
    assert film["frames"] == len(states)


def test_a_training_episode_and_the_way_to_it(site: str) -> None:
    run = key(site, "training")
    outcomes = ask(site, f"runs/{run}/outcomes")
    film = ask(site, f"runs/{run}/episode?serial={outcomes['serials'][5]}")
    assert film["returns"][-1] == outcomes["rewards"][5] and film["frames"] == outcomes["steps"][5] + 1
    assert ask(site, f"runs/{run}/way?serial={outcomes['serials'][-1]}")["kept"] is not None


def test_the_map_and_the_comparison(site: str) -> None:
    run = key(site, "training")
    found = ask(site, f"runs/{run}/map")
    assert found["names"] == ["stump_height", "obstacle_spacing"] and len(found["tasks"]) == found["episodes"]
    compared = ask(site, f"compare?ids={run}")
    assert {group["n"] for group in compared["groups"]} == {1} and "low" not in compared["groups"][0]
    mastery = compared["runs"][0]["mastery"]
    assert mastery["tests"] == found["tests"] and len(mastery["mastered"]) == len(mastery["steps"]) == 2
    status, said = get(f"{site}api/compare?ids={run},{key(site, 'lesson')}")
    assert status == 400 and b"runs of one kind" in said


def test_a_ghost_walks_on_the_very_ticket(site: str) -> None:
    run = key(site, "training")
    kept = ask(site, f"runs/{run}/curves")["kept"]
    film = ask(site, f"runs/{run}/episode?test=0&evaluation=1")
    for by in (f"run:{run}", f"run:{run}@{kept[0]}", "walker:bipedal"):
        ghost = ask(site, f"runs/{run}/ghost?test=0&evaluation=1&by={by}")
        assert ghost["ticket"] == film["ticket"] and ghost["land"] == film["land"]
        assert (
            ghost["command"].startswith("gradus watch ")
            and f"--seed {film['ticket']['seed']}" in ghost["command"]
        )
    serial = ask(site, f"runs/{run}/outcomes")["serials"][1]
    ghost = ask(site, f"runs/{run}/ghost?serial={serial}&by=run:{run}")
    assert ghost["ticket"]["serial"] == serial
    for by in ("", "walker:fish", "run:nobody", f"run:{run}@../../../run", "walker:../../etc"):
        status, said = get(f"{site}api/runs/{run}/ghost?test=0&by={by}")
        assert status in (400, 404) and json.loads(said)["error"].endswith(".")


def test_a_walk_on_a_drawn_terrain(site: str) -> None:
    ground = [[i * 0.5, 3.3 + (0.02 * i if i > 25 else 0)] for i in range(160)]
    film = walk(
        site, {"body": "old_classic_bipedal", "policy": {"kind": "random"}, "terrain": {"ground": ground}}
    )
    heights = [y for x, y in film["land"]["ground"] if 30 < x < 40]
    assert min(heights) > 4.0 and film["frames"] > 5


def walk(site: str, wish: Any) -> Any:
    data = json.dumps(wish).encode()
    request = urllib.request.Request(f"{site}api/walk", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=600) as answer:
        return json.loads(answer.read())


@pytest.mark.parametrize(
    "wish",
    [
        [],
        {"body": "nobody"},
        {"body": "spider", "seed": -1},
        {"body": "spider", "task": ["x"]},
        {"body": "spider", "task": [1.0]},
        {"body": "spider", "terrain": {"ground": [[0, 0]]}},
        {"body": "spider", "terrain": 7},
        {"policy": {"run": "../../etc"}},
    ],
)
def test_nonsense_is_refused_in_a_sentence(site: str, wish: Any) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        walk(site, wish)
    assert caught.value.code in (400, 404)
    assert json.loads(caught.value.read())["error"].endswith(".")


TRAVERSALS = [
    *(
        "../run.json",
        "..%2frun.json",
        "%2e%2e/run.json",
        "....//run.json",
        "pages/../../app.py",
        "..;/run.json",
    ),
    *("/etc/passwd", "//etc/passwd", "%2fetc%2fpasswd", "file:///etc/passwd", "index.html/../../app.py"),
    *("static/app.js", "pages/..%5c..%5capp.py", "pages/%2e%2e%2f%2e%2e%2fapp.py", "api/runs/%00"),
    *("api/runs/../../etc/passwd", "api/runs/..%2f..%2fetc", "api/runs/lesson", "api/runs/damaged/tape"),
    "api/runs/" + "a" * 5000,
]


@pytest.mark.parametrize("path", TRAVERSALS)
def test_no_path_leads_out(site: str, path: str) -> None:
    host, port = site.removeprefix("http://").rstrip("/").split(":")
    with socket.create_connection((host, int(port)), timeout=600) as raw:
        raw.sendall(f"GET /{path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while chunk := raw.recv(65536):
            answer += chunk
    assert answer.split(b" ")[1] in (b"404", b"400")
    assert b"root:" not in answer and b"def " not in answer and b'"kind"' not in answer


def test_other_pages_are_refused(site: str) -> None:
    port = site.rsplit(":", 1)[1].rstrip("/")
    assert get(f"{site}api/runs", {"Host": f"evil.example:{port}"})[0] == 403
    assert get(f"{site}api/runs", {"Origin": "http://evil.example"})[0] == 403
    assert get(f"{site}api/runs", {"Origin": site.rstrip("/")})[0] == 200


def test_large_bodies_are_refused(site: str) -> None:
    request = urllib.request.Request(
        f"{site}api/walk", b"x" * (2 << 20), {"Content-Type": "application/json"}
    )
    with pytest.raises((urllib.error.HTTPError, urllib.error.URLError, ConnectionError)) as caught:
        urllib.request.urlopen(request, timeout=600)
    if isinstance(caught.value, urllib.error.HTTPError):
        assert caught.value.code == 413


def test_bad_connections_harm_nobody(site: str) -> None:
    host, port = site.removeprefix("http://").rstrip("/").split(":")
    held = [socket.create_connection((host, int(port)), timeout=600) for _ in range(50)]
    held[0].sendall(b"GET / HT")
    held[1].sendall(os.urandom(4096))
    held[2].sendall(
        f"GET /ws/play HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    held[2].recv(4096)
    held[2].sendall(os.urandom(4096))
    held[3].shutdown(socket.SHUT_WR)
    assert get(f"{site}api/runs")[0] == 200
    for one in held:
        one.close()
    assert get(f"{site}api/runs")[0] == 200


def test_links_are_not_followed_and_keys_stay(runs: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").symlink_to(runs / "lesson")
    (tmp_path / "key.json").write_text("{}")
    assert Library([tmp_path]).rows() == []
    with pytest.raises(UserError, match="There is no folder"):
        Library([tmp_path / "nowhere"])


def test_looking_changes_no_byte(runs: Path, site: str) -> None:
    before = {path: path.read_bytes() for path in runs.rglob("*") if path.is_file()}
    run = key(site, "lesson")
    ask(site, f"runs/{run}/instances")
    ask(site, f"runs/{key(site, 'training')}/episode?test=0")
    assert before == {path: path.read_bytes() for path in runs.rglob("*") if path.is_file()}


def test_the_static_site_holds_the_answers(runs: Path, tmp_path: Path) -> None:
    small = tmp_path / "runs"
    shutil.copytree(runs / "lesson", small / "lesson")
    said = write_site(Library([small]), tmp_path / "site")
    assert "1 runs" in said and (tmp_path / "site" / "plotly.js").stat().st_size > 1_000_000
    assert 'data-bundled="yes"' in (tmp_path / "site" / "index.html").read_text()
    assert json.loads((tmp_path / "site" / "data" / "runs.json").read_text())[0]["name"] == "lesson"
    with pytest.raises(UserError, match="not empty"):
        write_site(Library([small]), tmp_path / "site")


def test_many_runs_are_compared_under_a_name_that_a_file_system_takes() -> None:
    few, many = "compare_ids-1+2", "compare_ids-" + "+".join(["0123456789ab"] * 64)
    assert short_name(few) == few
    assert short_name(many) != short_name(many[:-1]) and len(short_name(many)) < 40


def test_a_taken_port_is_said(site: str, runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from gradus.cli import main

    with pytest.raises(SystemExit) as caught:
        main(["web", str(runs), "--port", site.rsplit(":", 1)[1].rstrip("/")])
    assert caught.value.code == 2 and "choose another with --port" in capsys.readouterr().err


@pytest.mark.slow
def test_a_thousand_runs_and_a_large_transcript(runs: Path, tmp_path: Path) -> None:
    import resource
    import time

    for number in range(1000):
        (tmp_path / f"run-{number}").mkdir()
        for name in ("run.json", "outcomes.jsonl", "results.json"):
            os.link(runs / "lesson" / name, tmp_path / f"run-{number}" / name)
    large = tmp_path / "large"
    shutil.copytree(runs / "lesson", large)
    copies = 100_000_000 // (large / "transcript.bin").stat().st_size + 1
    (large / "transcript.bin").write_bytes((runs / "lesson" / "transcript.bin").read_bytes() * copies)
    lines = [json.loads(line) for line in (runs / "lesson" / "outcomes.jsonl").read_text().splitlines()]
    with (large / "outcomes.jsonl").open("w") as file:
        for copy in range(copies):
            for line in lines:
                line["ticket"]["serial"] += len(lines) if copy else 0
                file.write(json.dumps(line) + "\n")
    process, address = start_server(tmp_path)
    try:
        ask(address, "runs")
        began = time.perf_counter()
        rows = ask(address, "runs")
        assert len(rows) == 1001 and time.perf_counter() - began < 3.0  # 0.3 s on a quiet machine
        began = time.perf_counter()
        ask(address, f"runs/{key(address, 'large')}/tape?serial={len(lines) * copies // 2}")
        assert time.perf_counter() - began < 10.0  # 1 s on a quiet machine
        peak = next(
            line for line in Path(f"/proc/{process.pid}/status").read_text().splitlines() if "VmHWM" in line
        )
        assert int(peak.split()[1]) < 300 * 1024, resource.getpagesize()
    finally:
        process.terminate()
        process.wait(timeout=600)


def test_a_record_is_read_in_blocks_whole_lines_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "_BLOCK", 4)
    path = tmp_path / "outcomes.jsonl"
    path.write_bytes(b"".join(b"line %d\n" % number for number in range(100)) + b"to")
    tail = records.Tail(path)
    assert tail.lines() == [b"line %d" % number for number in range(100)]
    assert tail.lines() == []
    with path.open("ab") as file:
        file.write(b"rn\n")
    assert tail.lines() == [b"torn"]
    path.write_bytes(b"new\n")
    assert tail.was_cut() and tail.lines() == [b"new"]


def test_instances_are_chosen_by_the_server(site: str) -> None:
    run = key(site, "lesson")
    everything = ask(site, f"runs/{run}/instances")
    assert everything["found"] == everything["total"] == len(everything["serials"])
    solved = ask(site, f"runs/{run}/instances?solved=yes")
    assert solved["found"] == sum(everything["solved"]) and all(solved["solved"])
    name = everything["names"][0]
    some = ask(site, f"runs/{run}/instances?task={name}&end=2")
    assert set(some["tasks"]) == {name} and len(some["serials"]) == 2


def test_instances_are_found_by_what_was_said(site: str, runs: Path) -> None:
    run = key(site, "lesson")
    tape = ask(site, f"runs/{run}/tape?serial=20")
    part = tape["heard"][3:9]
    found = ask(site, f"runs/{run}/instances?text={urllib.parse.quote(part)}")
    assert 20 in found["serials"] and found["found"] < found["total"]
    for serial in found["serials"]:
        one = ask(site, f"runs/{run}/tape?serial={serial}")
        assert part in one["heard"] or part in one["said"]


def test_an_exam_is_described_by_its_own_room(site: str) -> None:
    about = ask(site, f"runs/{key(site, 'exam')}")
    assert about["summary"]["who"] == "gradual" and about["summary"]["status"] == "finished"
    titles = [section["title"] for section in about["sections"]]
    assert titles == ["Graduality of gradual", "Runs and tasks"]
    plot = about["sections"][0]["plot"]
    assert plot["x"]["scale"] == "log" and plot["y"]["names"] and len(plot["tips"]) == len(plot["y"]["names"])
    assert about["command"].startswith("gradus exam graduality --learner gradual")


def test_a_leaderboard_is_shown_without_its_secrets(site: str, runs: Path) -> None:
    before = (runs / "board.db").read_bytes()
    about = ask(site, f"runs/{key(site, 'board.db')}")
    assert about["summary"]["figure"] == "1 round, 2 submissions"
    table = about["sections"][0]["tables"][0]
    assert [row[0] for row in table["rows"]] == ["anna", STRANGE]
    assert not {"signature", "nonce", "revealed", "seed"} & set(table["columns"])
    assert (runs / "board.db").read_bytes() == before


def test_a_database_that_is_no_leaderboard_says_so(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "other.db")
    connection.execute("create table things (name text)")
    connection.commit()
    connection.close()
    (row,) = Library([tmp_path]).rows()
    assert row["status"] == "damaged" and "leaderboard" in row["error"]


def test_walkers_are_chosen_by_name_and_stay_on_their_track(site: str) -> None:
    known = {walker["name"]: walker for walker in ask(site, "choices")["walkers"]}
    assert known["fish"]["track"] == "parkour" and known["fish"]["body"] == "fish"
    wish = {"track": "parkour", "body": "fish", "policy": {"walker": "fish"}, "preview": True}
    assert post(site, wish)["command"].startswith("gradus watch --walker fish --task ")
    assert "choose that track" in post(site, {**wish, "track": "stump"})["error"]
    assert "walker must be one of" in post(site, {**wish, "policy": {"walker": "../../etc"}})["error"]


def test_a_drawing_on_parkour_has_water(site: str) -> None:
    ground = [[x, 3.33] for x in range(0, 91, 2)]
    wish = {"track": "parkour", "body": "fish", "policy": {"kind": "still"}, "preview": True}
    made = post(site, {**wish, "terrain": {"ground": ground, "ceiling": [], "water": 6.5}})
    assert made["land"]["water"] == 6.5 and made["land"]["parkour"]
    wrong = post(site, {**wish, "terrain": {"ground": ground, "water": "deep"}})
    assert "water must be made of finite numbers" in wrong["error"]


def test_a_tape_follows_the_whole_machine_of_its_task(tmp_path: Path) -> None:
    curriculum = make_curriculum("round1").only("micro7.1", "micro1")
    Lesson.create(tmp_path / "lesson", "gradual", World(curriculum, seed=3), max_steps=900).run()
    library = Library([tmp_path])
    (row,) = library.rows()
    machine = tapes.whole_machine(library.run(row["id"]), "micro7.1")
    assert machine["states"] == 450 and len(machine["names"]) == 450
    shown = tapes.tape(library, row["id"], 0)
    path = tapes.path(library, row["id"], 0)
    assert shown["task"] == "micro7.1" and len(path) == len(shown["heard"])
    for now, after, said, heard in zip(path, path[1:], shown["said"], shown["heard"][1:], strict=False):
        offers = dict(machine["offers"][now])
        edges = offers.get(text_of(said), offers.get("…"))
        assert after in {target for output, _, target in edges if output.startswith(f"{text_of(heard)}, ")}
    large = tapes.whole_machine(library.run(row["id"]), "micro1")
    assert large["states"] == 0 and "too many to draw" in large["note"] and large["small"] == "micro1"


def test_a_tape_follows_the_machine_of_its_instance(site: str) -> None:
    run = key(site, "lesson")
    solved = ask(site, f"runs/{run}/instances?solved=yes")
    tape = ask(site, f"runs/{run}/tape?serial={solved['serials'][-1]}")
    states = tape["states"]
    assert len(states) == len(tape["heard"]) and tape["goal"] > 1
    assert states[0] == [0, "speaks"] and states[-1] == [tape["goal"], "ended"]
    rises = [b[0] - a[0] for a, b in itertools.pairwise(states)]
    # A reward is paid for the byte said at a step: the next state has one right answer more, after a wrong one none.
    for rise, after, paid in zip(rises, states[1:], tape["rewards"], strict=False):
        assert rise == 1 if paid > 0 else (after[0] == 0 if paid < 0 else rise == 0)


def test_a_row_grows_with_its_record_and_is_read_again_after_a_cut(runs: Path, tmp_path: Path) -> None:
    lines = (runs / "lesson" / "outcomes.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "run").mkdir()
    shutil.copy(runs / "lesson" / "run.json", tmp_path / "run")
    record = tmp_path / "run" / "outcomes.jsonl"
    library = Library([tmp_path])

    def row_after(count: int) -> dict[str, Any]:
        record.write_bytes(b"".join(lines[:count]))
        (row,) = library.rows()
        return row

    fresh = {count: Library([tmp_path]).rows()[0] for count in (0, 3, len(lines)) if row_after(count)}
    for count in (0, 3, len(lines), 3):  # the last one is a run that was cut back to its checkpoint
        row = row_after(count)
        assert {**row, "changed": 0} == {**fresh[count], "changed": 0}
    key = library.rows()[0]["id"]
    library.outcomes(key)
    assert library.outcomes(key).since(3) | {"again": False} == library.outcomes(key).since(3)
    cut = library.outcomes(key).since(5)
    assert cut["again"] and cut["serials"] == [0, 1, 2]


def test_a_run_that_is_not_written_any_more_has_stopped(
    runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "run").mkdir()
    for name in ("run.json", "outcomes.jsonl"):
        (tmp_path / "run" / name).write_bytes((runs / "lesson" / name).read_bytes())
    library = Library([tmp_path])
    assert library.rows()[0]["status"] == "running"
    monkeypatch.setattr(summaries, "_FRESH", -1.0)
    monkeypatch.setattr("gradus.web.library._AGE", -1.0)
    assert library.rows()[0]["status"] == "stopped"


def test_the_instance_being_played_is_shown(tmp_path: Path) -> None:
    Lesson.create(tmp_path / "lesson", "memory", World(seed=3), max_steps=100).run()
    library = Library([tmp_path])
    (row,) = library.rows()
    ended = sum(library.outcomes(row["id"]).steps)
    shown = tapes.current(library, row["id"])
    columns = (tmp_path / "lesson" / "transcript.bin").read_bytes()[3 * ended :]
    assert shown["heard"].encode("latin-1") == columns[0::3] and len(shown["rewards"]) == len(columns) // 3


@pytest.mark.parametrize(
    "number, status", [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=str
)
def test_every_signal_ends_the_page_with_a_sentence(tmp_path: Path, number: int, status: int) -> None:
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("whoever started the tests wants this signal ignored, as nohup does")
    words = [sys.executable, "-m", "gradus", "web", str(tmp_path), "--port", "0"]
    page = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert page.stdout is not None
    address = page.stdout.readline().split()[3]
    get(address)  # it is up
    page.send_signal(number)
    said = page.communicate(timeout=600)[1]
    assert page.returncode == status
    assert said.strip().startswith("gradus: stopped by") and "\n" not in said.strip(), said
