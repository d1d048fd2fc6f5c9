"""The pictures of docs/web.md: `gradus web` driven in a real Chromium on runs that are made for it.

python tools/web_pictures.py [FOLDER]    writes web-*.png into FOLDER (docs/pictures otherwise); takes some minutes
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from json import load
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
MAKE = (
    "exam graduality --learner gradual --first 8 --runs 3 --control none -o exam",
    "teach --learner gradual --curriculum one.toml --max-steps 2000 -o letters",
)
FLAGS = ["--no-sandbox", "--disable-gpu"]


def playing(page: Any) -> None:
    """A person and the gradual learner in the same world, the machine lit."""
    page.check("#race")
    page.click("#begin")
    for letter in "mnopqrstuvw":
        page.fill("#typed", letter)
        page.click("#say")
        time.sleep(0.3)


def drawing(page: Any) -> None:
    """A drawn Parkour with water, the shipped fish and a random one on it."""
    page.select_option("#policy", "walker:fish")
    time.sleep(2)
    page.select_option("#mode", "ground")
    box = page.locator("#stage").bounding_box()
    page.mouse.move(box["x"] + 620, box["y"] + 330)
    page.mouse.down()
    page.mouse.move(box["x"] + 800, box["y"] + 250, steps=8)
    page.mouse.move(box["x"] + 1050, box["y"] + 370, steps=8)
    page.mouse.up()
    page.locator("#water").evaluate("(e) => { e.value = '8'; e.dispatchEvent(new Event('input')); }")
    page.click("#go")
    page.wait_for_selector("#walkers .tile")
    page.select_option("#policy", "random")
    page.click("#add")
    page.wait_for_selector("#walkers .tile:nth-child(2)")
    time.sleep(2)


def following(page: Any) -> None:
    """A tape beside the whole machine of its task."""
    page.wait_for_selector("#whole .map")
    for step in range(24, 32):
        page.fill("#moment-at", str(step))
    page.locator("#moment-at").scroll_into_view_if_needed()
    page.evaluate("document.getElementById('moment-at').scrollIntoView({block: 'start'}); scrollBy(0, -70)")


def nothing(page: Any) -> None:
    """The page as it opens."""


SHOTS: dict[str, tuple[str, Callable[[Any], None]]] = {
    "web-exam": ("exam/{exam}", nothing),
    "web-machine": ("tape/{letters}?serial=2", following),
    "web-play": ("play", playing),
    "web-workshop": ("workshop", drawing),
}


def main() -> None:
    """Make runs, serve them, photograph the pages."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "one.toml").write_text('tasks = ["micro7.1"]\n', encoding="utf-8")
        for line in MAKE:
            subprocess.run([sys.executable, "-m", "gradus", *line.split()], cwd=folder, check=True)
        words = [sys.executable, "-m", "gradus", "web", folder, "--port", "0", "--read-only"]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+/", server.stdout.readline())
            assert found is not None
            photograph(found.group(), target)
        finally:
            server.terminate()
            server.wait()


def photograph(site: str, target: Path) -> None:
    """Every picture, wide and light."""
    with urllib.request.urlopen(f"{site}api/runs") as answer:
        ids = {row["name"]: row["id"] for row in load(answer)}
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, (address, act) in SHOTS.items():
            page = browser.new_page(viewport={"width": 1300, "height": 900})
            page.set_default_timeout(120_000)
            page.goto(f"{site}#/{address.format(**ids)}")
            page.wait_for_selector("body[data-ready]")
            act(page)
            time.sleep(2)
            page.screenshot(path=str(target / f"{name}.png"))
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
