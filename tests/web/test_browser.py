"""The page in a real browser: every page opens, and what a person would do there works."""

from __future__ import annotations

import base64
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.web.conftest import find_chromium, start_server, until
from tests.web.test_server import ask, key

from gradus.students import recorded_test

sync_api = pytest.importorskip(
    "playwright.sync_api", reason="the browser's driver (playwright) is not installed"
)
CHROMIUM = find_chromium()
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed on this machine")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A fresh page that collects what goes wrong on it."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    made = context.new_page()
    made.set_default_timeout(60_000)
    made.errors = []
    made.on("pageerror", lambda error: made.errors.append(str(error)))
    made.on("dialog", lambda dialog: made.errors.append("a stranger's script ran"))
    yield made
    assert made.errors == []
    context.close()


def wait(page: Any, expression: str) -> None:
    """Wait until an expression holds; the page's own rules forbid the driver's way of waiting, which is eval."""
    until(lambda: page.evaluate(expression))


def open_page(page: Any, site: str, address: str) -> None:
    page.goto(f"{site}#/{address}")
    wait(page, f"document.body.dataset.ready === {address.split('/')[0].split('?')[0]!r}")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 2000])
def test_every_page_opens_at_any_width(browser: Any, site: str, width: int, theme: str) -> None:
    lesson, training = key(site, "lesson"), key(site, "training")
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
    page = context.new_page()
    page.set_default_timeout(60_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    pages = ["runs", f"run/{lesson}", f"run/{training}", f"map/{training}", f"theatre/{training}", "workshop"]
    pages += [f"tape/{lesson}", "play", f"compare?ids={lesson},{training}", "complexity"]
    pages += [f"exam/{key(site, 'exam')}", f"exam/{key(site, 'board.db')}"]
    for address in pages:
        open_page(page, site, address)
        assert page.locator(".error").count() == 0, address
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    assert errors == [] and page.evaluate("document.documentElement.dataset.theme") == theme
    context.close()


def test_strangers_names_are_only_text(page: Any, site: str) -> None:
    open_page(page, site, "runs")
    assert page.locator("td", has_text="<script>alert(1)<").count() >= 1
    assert page.locator("main script").count() == 0
    assert page.locator(".row-damaged").count() == 1
    page.fill("input[type=search]", "training")
    assert page.locator("tbody tr").count() == 1


def test_a_recorded_episode_shows_the_native_states(page: Any, site: str, runs: Path) -> None:
    open_page(page, site, f"theatre/{key(site, 'training')}?test=1")
    wait(page, "window.gradusFilm && window.gradusFilm.task[1] === 3")
    shown = page.evaluate("""() => { const film = window.gradusFilm, all = [];
        for (let f = 0; f < film.frames; f += 1) for (let p = 0; p < film.count; p += 1) all.push(...film.pose(f, p));
        const bytes = new Uint8Array(new Float32Array(all).buffer); let text = "";
        for (const byte of bytes) text += String.fromCharCode(byte); return btoa(text); }""")
    worlds = recorded_test(runs / "training", 1).play()
    states = np.stack([world.lanes.batch.poses(0)[:, :3].astype(np.float32) for world in worlds])
    assert base64.b64decode(shown) == states.tobytes()
    page.fill("#place", "7")
    assert page.locator("#toggle").inner_text() == "Play"
    drawn = page.evaluate("document.getElementById('stage').toDataURL().length")
    page.click("#toggle")
    wait(page, "Number(document.getElementById('place').value) > 7")
    assert drawn > 5000


def test_the_map_is_scrubbed_and_a_dot_opens_its_episode(page: Any, site: str) -> None:
    run = key(site, "training")
    open_page(page, site, f"map/{run}")
    before = page.locator("#said").inner_text()
    page.fill("#scrubber", "10")
    wait(page, f"document.getElementById('said').innerText !== {before!r}")
    assert "Episodes 0 to 10" in page.locator("#said").inner_text()
    page.wait_for_selector("#map .points path")
    serial = page.evaluate("document.getElementById('map').data[0].customdata[0]")
    dot = page.locator("#map .points path").first.bounding_box()
    page.mouse.move(dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2)
    page.mouse.down()
    page.mouse.up()
    wait(page, "window.gradusFilm !== undefined")
    assert f"serial={serial}" in page.evaluate("location.hash")
    assert page.evaluate("window.gradusFilm.ticket.serial") == serial


def test_a_drawn_terrain_is_walked_on(page: Any, site: str) -> None:
    open_page(page, site, "workshop")
    page.select_option("#mode", "ground")
    stage = page.locator("#stage").bounding_box()
    left, top = stage["x"], stage["y"]
    page.mouse.move(left + 500, top + 330)
    page.mouse.down()
    page.mouse.move(left + 900, top + 200, steps=10)
    page.mouse.up()
    page.select_option("#policy", label="trained: training")
    page.click("#go")
    page.wait_for_selector("#result")
    ground = page.evaluate("window.gradusFilm.land.ground")
    heights = [y for _, y in ground]
    assert max(heights) - min(heights) > 2.0
    page.click("#add")
    wait(page, "document.getElementById('result') !== null")
    page.click("#share")
    assert "terrain" in page.evaluate("decodeURIComponent(location.hash)")


def test_parkour_is_drawn_and_flooded_and_walkers_stand_side_by_side(page: Any, site: str) -> None:
    open_page(page, site, "workshop")
    page.select_option("#policy", "walker:fish")
    assert page.input_value("#track") == "parkour" and page.input_value("#body") == "fish"
    wait(page, "document.querySelector('#stage').dataset.parkour === 'yes'")
    page.select_option("#mode", "ground")
    stage = page.locator("#stage").bounding_box()
    page.mouse.move(stage["x"] + 700, stage["y"] + 300)
    page.mouse.down()
    page.mouse.move(stage["x"] + 1000, stage["y"] + 250, steps=5)
    page.mouse.up()
    page.locator("#water").evaluate("(e) => { e.value = '9.5'; e.dispatchEvent(new Event('input')); }")
    page.click("#go")
    page.wait_for_selector("#result")
    assert page.evaluate("window.gradusFilm.land.water") == 9.5
    assert page.evaluate("window.gradusFilm.land.ceiling.length") > 10
    page.select_option("#policy", "random")
    page.click("#add")
    wait(page, "document.querySelectorAll('#walkers .tile').length === 2")
    names = page.locator("#walkers").inner_text()
    page.get_by_label("windows side by side").check()
    wait(page, "document.querySelectorAll('.windows canvas').length === 2")
    boxes = [page.locator(".windows canvas").nth(n).bounding_box() for n in (0, 1)]
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    assert not page.locator("#stage").is_visible()
    page.get_by_label("windows side by side").uncheck()
    assert page.locator("#stage").is_visible()
    assert "walker: fish" in names and "random" in names
    page.locator("#walkers button").last.click()
    assert page.locator("#walkers .tile").count() == 1


def test_a_body_is_driven_by_keyboard(page: Any, site: str) -> None:
    open_page(page, site, "workshop")
    page.click("#drive")
    wait(page, "window.gradusDriven > 5")
    page.keyboard.down("q")
    page.wait_for_selector("#result")
    assert "Over" in page.locator("#result").inner_text()


def test_a_round_is_played_to_its_reward_and_recorded(page: Any, site: str, runs: Path) -> None:
    open_page(page, site, "play")
    page.check("#race")
    page.click("#begin")
    page.wait_for_selector("#score")
    page.get_by_text("What to say").click()
    for _ in range(60):  # the world's hint is the right answer; without one it is silence
        page.get_by_text("What to say").click()
        page.wait_for_selector("#hint")
        said = page.locator("#hint").inner_text()
        page.fill("#typed", said.removeprefix("Say: ") if said.startswith("Say: ") else "")
        before = page.locator("#mine").inner_text()
        page.click("#say")
        wait(page, f"document.getElementById('mine').innerText !== {json.dumps(before)}")
        if not page.locator("#score b").inner_text().startswith("+0"):
            break
    assert not page.locator("#score b").inner_text().startswith("+0")
    assert page.locator("#theirs .lines").count() >= 1
    assert page.locator("#machine-of .lit").count() == 1
    page.click("#stop")
    page.wait_for_selector("#ended")
    record = next((runs / "played").iterdir())
    assert json.loads((record / "run.json").read_text())["learner"]["name"] == "person"
    assert (record / "transcript.bin").stat().st_size > 0


def test_a_small_task_is_played_beside_its_whole_machine(page: Any, site: str) -> None:
    open_page(page, site, "play?small=micro1")
    page.click("#begin")
    page.wait_for_selector("#score")
    page.click("#secret summary")
    page.wait_for_selector("#whole")
    wait(page, "document.getElementById('whole').dataset.state !== ''")
    seen = set()
    for letter in "abababab":
        seen.add(page.get_attribute("#whole", "data-state"))
        before = page.locator("#mine").inner_text()
        page.fill("#typed", letter)
        page.click("#say")
        wait(page, f"document.getElementById('mine').innerText !== {json.dumps(before)}")
        assert page.locator("#whole .lit").count() >= 1
    assert len(seen) >= 3
    page.click("#stop")


def test_a_tape_jumps_to_the_first_wrong_answer(page: Any, site: str) -> None:
    open_page(page, site, f"tape/{key(site, 'lesson')}?serial=0")
    page.wait_for_selector("#plain .lines")
    assert page.locator("#shown .lines").count() >= 1
    if page.locator("#jump").is_enabled():
        page.click("#jump")
        assert page.locator("#plain .mark").count() == 2
    assert page.locator("svg.instance-machine .lit").count() == 1
    page.fill("#moment-at", page.get_attribute("#moment-at", "max"))
    last = page.get_attribute("svg.instance-machine", "data-state")
    page.fill("#moment-at", "0")
    assert not last.startswith("0 ")
    assert page.get_attribute("svg.instance-machine", "data-state").startswith("0 ")
    page.wait_for_selector("#whole-note")  # the first tasks have too many states, and that is said
    assert "states, too many to draw" in page.locator("#whole-note").inner_text()
    page.click("#knew")
    page.wait_for_selector(".believes li")


def test_a_machine_is_walked_through(page: Any, site: str) -> None:
    open_page(page, site, "complexity?task=micro1")
    page.wait_for_selector("#state")
    before = page.locator("#state").inner_text()
    page.locator("#machine .row button").first.click()
    assert page.locator("#state").inner_text() != before


def test_an_exam_and_a_leaderboard_show_their_own_tables_and_charts(page: Any, site: str) -> None:
    open_page(page, site, f"exam/{key(site, 'exam')}")
    assert page.locator("#verdict b").inner_text() != ""
    assert page.locator("section.card h2").first.inner_text() == "Graduality of gradual"
    page.wait_for_selector("section.card .plot-container")
    assert page.locator("section.card table").count() >= 3
    open_page(page, site, f"exam/{key(site, 'board.db')}")
    page.wait_for_selector("section.card .plot-container")
    names = page.locator("section.card tbody tr td:first-child").all_inner_texts()
    assert names[0] == "anna" and "<script>" in names[1]
    page.get_by_role("button", name="steps", exact=True).click()
    assert page.locator("main script").count() == 0


def test_a_run_is_followed_while_it_is_taught_and_killed(page: Any, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    process, site = start_server(tmp_path / "runs")
    # A learner that never passes: a good one has finished before the page is open.
    words = ["teach", "--learner", "random", "--max-steps", "2000M", "-o", str(tmp_path / "runs" / "live")]
    taught = subprocess.Popen(
        [sys.executable, "-m", "gradus", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        until(lambda: any(row["steps"] for row in ask(site, "runs")))
        open_page(page, site, f"run/{key(site, 'live')}")
        page.wait_for_selector("#passed b")
        seen = page.locator("#steps b").inner_text()
        wait(page, f"document.querySelector('#steps b').innerText !== {seen!r}")
        taught.send_signal(signal.SIGKILL)
        taught.wait()
        total = len((tmp_path / "runs" / "live" / "outcomes.jsonl").read_text().splitlines())
        wait(page, f"[...document.querySelectorAll('.tile b')].some((b) => b.innerText === '{total}')")
    finally:
        taught.kill()
        process.terminate()
        process.wait(timeout=600)


def test_the_static_site_works_from_a_file_server(page: Any, runs: Path, tmp_path: Path) -> None:
    from gradus.web import Library, write_site

    write_site(Library([runs]), tmp_path / "site")
    words = [
        sys.executable,
        "-u",
        "-m",
        "http.server",
        "0",
        "--bind",
        "127.0.0.1",
        "-d",
        str(tmp_path / "site"),
    ]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        port = server.stdout.readline().split("port ")[1].split()[0]
        site = f"http://127.0.0.1:{port}/"
        rows = json.loads((tmp_path / "site" / "data" / "runs.json").read_text())
        training = next(row["id"] for row in rows if row["name"] == "training")
        lesson = next(row["id"] for row in rows if row["name"] == "lesson")
        for address in ("runs", f"run/{lesson}", f"tape/{lesson}", f"map/{training}", f"theatre/{training}"):
            open_page(page, site, address)
            assert page.locator(".error").count() == 0, address
        wait(page, "window.gradusFilm !== undefined")
    finally:
        server.kill()
        server.wait()
