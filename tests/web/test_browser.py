"""The page in a real browser: every page opens, and what a person would do there works."""

from __future__ import annotations

import base64
import itertools
import json
import shlex
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
    made.set_default_timeout(600_000)
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
    page.set_default_timeout(600_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    pages = ["runs", f"run/{lesson}", f"run/{training}", f"map/{training}", f"theatre/{training}", "workshop"]
    pages += [f"tape/{lesson}", "play", "compare", f"compare?ids={lesson}", f"compare?ids={training}"]
    pages += ["theatre", "complexity", f"exam/{key(site, 'exam')}", f"exam/{key(site, 'board.db')}"]
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


def test_the_list_is_grouped_sorted_and_kept_in_the_address(page: Any, site: str) -> None:
    open_page(page, site, "runs")
    assert page.locator("svg.spark path").count() >= 1 and page.locator(".bar").count() >= 2
    shown = page.locator("tbody tr").count()
    page.check("#inner")
    assert page.locator("tbody tr").count() > shown  # the runs of the exam
    page.uncheck("#inner")
    page.select_option("#group", "teacher")
    titles = page.locator("main h2").all_inner_texts()
    assert any(title.startswith("consecutive") for title in titles) and len(titles) >= 3
    page.locator("th button", has_text="steps").first.click()
    page.locator("th button", has_text="steps").first.click()
    page.fill("input[type=search]", "finished")
    address = page.evaluate("location.hash")
    page.goto("about:blank")
    page.goto(f"{site}{address}")
    wait(page, "document.body.dataset.ready === 'runs'")
    assert page.input_value("#group") == "teacher" and page.input_value("input[type=search]") == "finished"
    assert page.locator("th[aria-sort=ascending]").first.inner_text().startswith("steps")


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
    assert page.locator("#toggle").inner_text() == "Play" and page.input_value("#place") == "7"
    assert page.get_attribute("#stage", "aria-label").startswith("Step 7 of ")
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


def test_a_ghost_is_seen_beside_an_episode_on_the_same_ticket(page: Any, site: str) -> None:
    run = key(site, "training")
    open_page(page, site, f"theatre/{run}?test=0")
    wait(page, "window.gradusFilm !== undefined")
    kept = page.locator("#ghost option[value*='@']").first
    page.select_option("#ghost", kept.get_attribute("value"))
    wait(page, "window.gradusGhost !== undefined")
    same = "JSON.stringify(window.gradusGhost.land) === JSON.stringify(window.gradusFilm.land)"
    assert page.evaluate(same) and page.evaluate(
        "window.gradusGhost.ticket.nth === window.gradusFilm.ticket.nth"
    )
    assert (
        page.locator(".made").count() == 2 and "the same ticket" in page.locator("#ghost-said").inner_text()
    )
    page.get_by_label("lidar").check()
    page.keyboard.press("Tab")
    page.locator("#main").focus()
    wait(page, "document.getElementById('toggle').innerText === 'Play'")
    page.keyboard.press(",")
    back = int(page.input_value("#place"))
    page.keyboard.press(".")
    assert int(page.input_value("#place")) == back + 1
    page.get_by_text("This very ticket in the workshop").click()
    wait(page, "document.body.dataset.ready === 'workshop'")
    wait(page, "document.querySelector('.made code')?.textContent.includes('--nth')")


def test_runs_are_compared_with_maps_pairs_and_descriptions(page: Any, site: str) -> None:
    runs = [key(site, "training"), key(site, "training")]
    open_page(page, site, f"compare?ids={runs[0]}")
    page.wait_for_selector("#maps .points path")
    page.fill("#map-at", "0")
    assert "1,600 steps" in page.locator("#maps").inner_text()
    page.select_option("#by", "name")
    wait(page, "location.hash.includes('by=name')")
    inner = [
        row["id"] for row in ask(site, "runs") if row["name"].startswith("exam/") and row["kind"] == "lesson"
    ]
    open_page(page, site, f"compare?ids={','.join(inner[:2])}")
    page.wait_for_selector("#maps .plot-container")
    page.wait_for_selector("#differences tbody tr")
    assert page.locator("#bands .plot-container").count() == 1


def test_the_list_is_filtered_by_words_and_limits(page: Any, site: str) -> None:
    open_page(page, site, "runs")
    rows = [row for row in ask(site, "runs") if row["status"] != "damaged"]
    for words, fits in (
        ("training", lambda row: row["kind"] == "training"),
        ("-training", lambda row: row["kind"] != "training"),
        ("steps>1k -lesson", lambda row: row["steps"] > 1000 and row["kind"] == "training"),
    ):
        page.fill("input[type=search]", words)
        wanted = {row["id"] for row in rows if fits(row)}
        shown = set(page.eval_on_selector_all("tr[data-id]", "rows => rows.map((r) => r.dataset.id)"))
        assert wanted and wanted <= shown and not ({row["id"] for row in rows} - wanted) & shown, words


def test_costs_stand_beside_complexity(page: Any, site: str) -> None:
    open_page(page, site, "complexity")
    page.wait_for_selector("#cost .points path")
    assert page.locator(".made code", has_text="gradus measure --records").count() == 1
    page.select_option("#cost-kind", "cost")
    page.get_by_role("button", name="micro1", exact=True).click()
    page.wait_for_selector("#state")


def test_everything_is_reached_by_keyboard_and_has_a_name(page: Any, site: str) -> None:
    lesson, training = key(site, "lesson"), key(site, "training")
    nameless = """() => [...document.querySelectorAll('main a, main button, main input, main select, main summary')]
        .filter((e) => e.offsetParent !== null && !(e.innerText || '').trim() && !e.getAttribute('aria-label')
            && !e.labels?.length && !e.title && !e.closest('.plot-container')).map((e) => e.outerHTML.slice(0, 120))"""
    for address in (
        "runs",
        f"run/{lesson}",
        f"map/{training}",
        f"theatre/{training}",
        "workshop",
        f"tape/{lesson}",
        "play",
    ):
        open_page(page, site, address)
        assert page.evaluate(nameless) == [], address
        page.keyboard.press("Tab")
        reached = set()
        for _ in range(60):
            page.keyboard.press("Tab")
            reached.add(
                page.evaluate("document.activeElement.id || document.activeElement.innerText?.slice(0, 30)")
            )
        wanted = {
            "workshop": {"go", "add", "drive", "mode", "save", "file", "share"},
            "play": {"begin", "typed", "say"},
        }
        assert wanted.get(address, set()) <= reached, (address, reached)


def test_nothing_moves_for_those_who_want_stillness(browser: Any, site: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(600_000)
    open_page(page, site, f"theatre/{key(site, 'training')}?test=0")
    wait(page, "window.gradusFilm !== undefined")
    assert page.locator("#toggle").inner_text() == "Play" and page.input_value("#place") == "0"
    context.close()


def test_a_drawing_is_bent_undone_saved_and_loaded(page: Any, site: str, tmp_path: Path) -> None:
    open_page(page, site, "workshop")
    wait(page, "document.querySelector('.made code') !== null")
    stage = page.locator("#stage").bounding_box()
    left, top = stage["x"], stage["y"]

    def drag(mode: str, start: tuple[int, int], end: tuple[int, int]) -> None:
        page.select_option("#mode", mode)
        page.mouse.move(left + start[0], top + start[1])
        page.mouse.down()
        page.mouse.move(left + end[0], top + end[1], steps=6)
        page.mouse.up()

    def saved() -> dict[str, Any]:
        with page.expect_download() as got:
            page.click("#save")
        got.value.save_as(tmp_path / "track.json")
        found: dict[str, Any] = json.loads((tmp_path / "track.json").read_text())
        return found

    drag("bend ground", (800, 340), (800, 260))
    drag("stumps", (650, 330), (650, 290))
    drag("ceiling", (700, 60), (1000, 90))
    made = saved()["terrain"]
    heights = [y for _, y in made["ground"]]
    assert max(heights) - min(heights) > 1.5 and len(made["ceiling"]) > 50
    steps = [abs(b - a) for a, b in itertools.pairwise(heights)]
    assert max(steps) < 1.0  # bent, not cut
    count = len(made["stumps"])
    page.click("#undo")
    page.click("#undo")
    assert len(saved()["terrain"]["stumps"]) == count - 1
    page.click("#redo")
    assert len(saved()["terrain"]["stumps"]) == count
    kept = (tmp_path / "track.json").read_text()
    page.select_option("#preset", "stairs")
    assert saved()["terrain"]["stumps"] == []
    (tmp_path / "kept.json").write_text(kept)
    page.set_input_files("#file", str(tmp_path / "kept.json"))
    wait(page, "document.getElementById('clear').disabled === false")
    assert saved() == json.loads(kept)
    page.click("#go")
    page.wait_for_selector("#result")
    assert page.locator(".made code").inner_text() == "gradus watch --policy random --scene track.json"
    words = [
        sys.executable,
        "-m",
        "gradus",
        "watch",
        "--policy",
        "random",
        "--scene",
        str(tmp_path / "kept.json"),
        "--json",
    ]
    row = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    assert row["return"] == page.evaluate("window.gradusFilm.total")  # the command makes what the page shows


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
    assert "fish, the shipped one" in names and "random" in names
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
    page.wait_for_selector("#examine")
    record = next((runs / "played").iterdir())
    assert json.loads((record / "run.json").read_text())["learner"]["name"] == "person"
    assert (record / "transcript.bin").stat().st_size > 0
    page.click("#examine")
    wait(page, "document.body.dataset.ready === 'tape'")


def test_each_key_is_said_at_once_by_keyboard_and_by_touch(browser: Any, site: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(600_000)
    open_page(page, site, "play")
    page.locator("#begin").tap()
    page.wait_for_selector("#score")
    page.locator("#at-once").check()
    page.locator("#typed").focus()
    page.keyboard.press("x")
    wait(page, "document.getElementById('mine').innerText.includes('x_')")
    page.locator(".keys button").first.tap()
    wait(page, "document.querySelector('#played b').innerText === '3'")  # two said, the third heard
    page.locator("#stop").tap()
    page.wait_for_selector("#ended")
    context.close()


def test_a_solved_instance_is_celebrated(page: Any, site: str) -> None:
    open_page(page, site, "play?small=micro4")
    page.click("#begin")
    page.wait_for_selector("#score")
    for _ in range(200):
        page.evaluate("document.getElementById('hint')?.remove()")
        page.get_by_text("What to say").click()
        page.wait_for_selector("#hint")
        said = page.locator("#hint").inner_text()
        page.fill("#typed", said.removeprefix("Say: ") if said.startswith("Say: ") else "")
        before = page.locator("#mine").inner_text()
        page.click("#say")
        wait(page, f"document.getElementById('mine').innerText !== {json.dumps(before)}")
        if page.locator("#cheer").count():
            break
    assert "solved" in page.locator("#cheer").inner_text() or "passed" in page.locator("#cheer").inner_text()
    page.click("#stop")


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
        assert page.input_value("#when") == page.input_value("#moment-at")
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
    page.select_option("#how", "no")
    wait(page, "![...document.querySelectorAll('#picker option')].some((o) => o.innerText.includes('✓'))")
    page.select_option("#how", "")
    page.fill("#find", "no such text in it")
    page.keyboard.press("Enter")
    wait(page, "document.querySelectorAll('#picker option').length === 0")


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
    labels = page.locator("section.card .ytick text").all_text_contents()
    assert any("<" in label for label in labels), (
        "a stranger's sign stays a sign, Plotly makes no markup of it"
    )
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
        pages = ["runs", f"run/{lesson}", f"tape/{lesson}", f"map/{training}", "complexity"]
        pages += [f"compare?ids={training}", f"run/{training}", "theatre", f"theatre/{training}"]
        pages += [f"exam/{row['id']}" for row in rows if row["kind"] in ("exam", "board")]
        for address in [*pages[-2:], *pages[:-2], f"theatre/{training}"]:
            open_page(page, site, address)
            assert page.locator(".error").count() == 0, address
        wait(page, "window.gradusFilm !== undefined")
        open_page(page, site, f"exam/{next(row['id'] for row in rows if row['kind'] == 'exam')}")
        page.get_by_text("Compare them all").click()
        page.wait_for_selector("#bands .plot-container")
        open_page(page, site, "compare")
        page.locator("#offers a").first.click()
        page.wait_for_selector("#bands .plot-container")
        met = sorted((tmp_path / "site" / "data").glob("machine_task-*.json"))
        drawn = [path for path in met if "error" not in json.loads(path.read_text())]
        assert drawn, "the machines of the tasks that the lessons met"
        open_page(page, site, f"complexity?task={drawn[0].stem.removeprefix('machine_task-')}")
        page.wait_for_selector("#machine #state")
    finally:
        server.kill()
        server.wait()


@pytest.mark.slow
def test_every_command_under_a_picture_works(page: Any, site: str, tmp_path: Path) -> None:
    """Commands are collected from the pages as a person would copy them, and run elsewhere."""
    lesson, training = key(site, "lesson"), key(site, "training")
    pages = [
        f"run/{lesson}",
        f"run/{training}",
        f"map/{training}",
        f"theatre/{training}",
        f"tape/{lesson}?serial=1",
    ]
    pages += [f"compare?ids={lesson}", f"compare?ids={training}", "complexity?task=micro1", "workshop"]
    pages += [f"exam/{key(site, 'exam')}", f"exam/{key(site, 'board.db')}", f"theatre/{training}?serial=2"]
    found: dict[str, str] = {}
    for address in pages:
        open_page(page, site, address)
        wait(page, "document.querySelector('.made code') !== null")
        for text in page.locator(".made code").all_inner_texts():
            found.setdefault(text, address)
        assert page.locator(".made code").count() >= 1, address
    starts = {" ".join(text.split()[:2]) for text in found}
    assert starts >= {
        "gradus report",
        "gradus replay",
        "gradus measure",
        "gradus draw",
        "gradus watch",
        "gradus exam",
    }
    for text, address in found.items():
        words = [sys.executable, "-m", "gradus", *shlex.split(text)[1:]]
        done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, (address, text, done.stderr)
