"""Pictures of `gradus web`, driven in a real Chromium.

    python tools/web_pictures.py [FOLDER]               the pictures of docs/web.md, on runs that are made for them
    python tools/web_pictures.py FOLDER --every RUNS    every page of these runs in four widths, light and dark

The first writes web-*.png into FOLDER (docs/pictures otherwise) and takes some minutes; the second is for looking at.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from json import load
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
TRAIN = "train --steps 400k --evaluate-every 100k --teacher"
MAKE = (
    "teach --learner gradual --scramble --max-steps 40000 -o stream/gradual",
    "exam graduality --learner gradual --first 8 --runs 3 --control none -o exam",
    "teach --learner gradual --curriculum one.toml --max-steps 2000 -o letters",
    *(
        f"{TRAIN} {name} --seed {seed} -o track/{name}-{seed}"
        for seed in range(3)
        for name in ("random", "adr")
    ),
    f"{TRAIN} alp-gmm -o track/alp-gmm-0",
)
FLAGS = ["--no-sandbox", "--disable-gpu"]
WIDTHS, THEMES = (390, 768, 1400, 2000), ("light", "dark")


def playing(page: Any) -> None:
    """A person and the gradual learner in the same world, the machine lit."""
    page.check("#race")
    page.click("#begin")
    page.wait_for_selector("#score")
    for letter in "mnopqrstuvw":
        page.fill("#typed", letter)
        page.click("#say")
        time.sleep(0.3)


def drawing(page: Any) -> None:
    """A drawn Parkour with water, the shipped fish and a random one on it."""
    page.select_option("#policy", "walker:fish")
    page.wait_for_selector("#stage[data-parkour=yes]")
    page.select_option("#mode", "bend ground")
    box = page.locator("#stage").bounding_box()
    x, y = box["x"] + 0.63 * box["width"], box["y"] + 0.6 * box["height"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 0.15 * box["height"], steps=8)
    page.mouse.up()
    page.locator("#water").evaluate("(e) => { e.value = '8'; e.dispatchEvent(new Event('input')); }")
    page.click("#go")
    page.wait_for_selector("#walkers .tile")
    page.select_option("#policy", "random")
    page.click("#add")
    page.wait_for_selector("#walkers .tile:nth-child(2)")
    page.evaluate("document.getElementById('walkers').scrollIntoView({block: 'end'}); scrollBy(0, 90)")
    time.sleep(2)


def following(page: Any) -> None:
    """A tape beside the whole machine of its task."""
    page.wait_for_selector("#whole .map")
    for step in range(24, 32):
        page.fill("#moment-at", str(step))
    page.evaluate("document.getElementById('whole').scrollIntoView({block: 'center'})")


def haunted(page: Any) -> None:
    """An episode with the shipped bipedal as a ghost on the same ticket."""
    page.select_option("#ghost", "walker:bipedal")
    page.wait_for_selector("#ghost-said")
    page.get_by_label("lidar").check()
    time.sleep(3)


def nothing(page: Any) -> None:
    """The page as it opens."""


SHOTS: dict[str, tuple[str, Callable[[Any], None]]] = {
    "web-run": ("run/{stream/gradual}", nothing),
    "web-map": ("map/{track/alp-gmm-0}", nothing),
    "web-theatre": ("theatre/{track/adr-0}", haunted),
    "web-compare": ("compare?ids={tracks}", nothing),
    "web-complexity": ("complexity", nothing),
    "web-exam": ("exam/{exam}", nothing),
    "web-machine": ("tape/{letters}?serial=2", following),
    "web-play": ("play", playing),
    "web-workshop": ("workshop", drawing),
}


def moving(site: str, target: Path) -> None:
    """The workshop while two shipped walkers cross a drawn terrain, as a film."""
    with browsing(1000, height=700) as page:
        page.goto(f"{site}#/workshop")
        page.wait_for_selector("body[data-ready]")
        for number, name in enumerate(("quadruped", "spider")):
            page.select_option("#policy", f"walker:{name}")
            if number == 0:
                page.select_option("#preset", "gentle hills")
            page.click("#add" if number else "#go")
            page.wait_for_selector(f"#walkers .tile:nth-child({number + 1})")
        page.evaluate("document.getElementById('stage').scrollIntoView({block: 'end'}); scrollBy(0, 190)")
        page.click("#toggle")
        frames = []
        for step in range(0, 280, 6):
            page.fill("#place", str(step))
            frames.append(Image.open(BytesIO(page.screenshot())).convert("RGB").resize((750, 525)))
    small = [frame.quantize(96, dither=Image.Dither.NONE) for frame in frames]
    small[0].save(target / "web-moving.gif", save_all=True, append_images=small[1:], duration=120, loop=0)


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """The address of the page on a folder."""
    words = [sys.executable, "-m", "gradus", "web", ".", "--port", "0", "--read-only"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+/", server.stdout.readline())
        assert found is not None
        yield found.group()
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    """Make runs, serve them, photograph the pages."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=PICTURES)
    parser.add_argument("--every", metavar="RUNS", help="photograph every page of these runs instead")
    parser.add_argument("--runs", help="runs as this tool makes them, made before")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.every:
        with serving(given.every) as site:
            every(site, given.folder)
        return
    with tempfile.TemporaryDirectory() as folder, serving(given.runs or made(folder)) as site:
        documented(site, given.folder)


def made(folder: str) -> str:
    """The runs of the pictures."""
    (Path(folder) / "one.toml").write_text('tasks = ["micro7.1"]\n', encoding="utf-8")
    for line in MAKE:
        subprocess.run([sys.executable, "-m", "gradus", *line.split()], cwd=folder, check=True)
    return folder


def rows_of(site: str) -> list[dict[str, Any]]:
    """The list of runs."""
    with urllib.request.urlopen(f"{site}api/runs") as answer:
        found: list[dict[str, Any]] = load(answer)
        return found


@contextmanager
def browsing(width: int, theme: str = "light", height: int = 900) -> Iterator[Any]:
    """A page of a browser."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch=width < 500,
        )
        page = context.new_page()
        page.set_default_timeout(120_000)
        yield page
        browser.close()


def documented(site: str, target: Path) -> None:
    """Every picture of the documentation, wide and light."""
    ids = {row["name"]: row["id"] for row in rows_of(site)}
    ids["tracks"] = ",".join(key for name, key in ids.items() if re.fullmatch(r"track/(random|adr)-\d", name))
    with browsing(1300) as page:
        for name, (address, act) in SHOTS.items():
            page.goto("about:blank")
            page.goto(f"{site}#/{address.format_map(ids)}")
            page.wait_for_selector("body[data-ready]")
            act(page)
            time.sleep(2)
            page.screenshot(path=str(target / f"{name}.png"))
    moving(site, target)


def pages(rows: list[dict[str, Any]]) -> Mapping[str, tuple[str, Callable[[Any], None]]]:
    """A name, an address and what is done there for every page that these runs have."""
    plain = {"runs": "runs", "theatres": "theatre", "choose": "compare", "complexity": "complexity"}
    plain |= {
        "machine": "complexity?task=micro1",
        "nowhere": "nowhere",
        "workshop": "workshop",
        "play": "play",
    }
    acted = {"play-race": ("play", playing), "workshop-drawn": ("workshop", drawing)}
    of = {kind: [row["id"] for row in rows if row["kind"] == kind] for kind in {row["kind"] for row in rows}}
    for kind, ids in of.items():
        first = ids[0]
        if kind in ("lesson", "training"):
            plain |= {kind: f"run/{first}", f"compare-{kind}s": f"compare?ids={','.join(ids[:12])}"}
        if kind == "lesson":
            plain["tape"] = f"tape/{first}"
        if kind == "training":
            plain |= {"map": f"map/{first}", "theatre": f"theatre/{first}"}
            acted["theatre-ghost"] = (f"theatre/{first}", haunted)
        if kind in ("exam", "board", "bench", "damaged"):
            plain[kind] = f"exam/{first}"
    for row in rows:
        if row["status"] in ("running", "damaged") and row["kind"] != "board":
            plain[row["status"]] = f"run/{row['id']}"
        if row["name"] == "letters":
            acted["tape-machine"] = (f"tape/{row['id']}?serial=2", following)
    return {name: (address, nothing) for name, address in plain.items()} | acted


def every(site: str, target: Path) -> None:
    """Every page in every width and theme; a page that is broader than its window is said."""
    addresses = pages(rows_of(site))
    for width in WIDTHS:
        for theme in THEMES:
            with browsing(width, theme) as page:
                for name, (address, act) in addresses.items():
                    page.goto("about:blank")
                    page.goto(f"{site}#/{address}")
                    page.wait_for_selector("body[data-ready]")
                    act(page)
                    time.sleep(1)
                    page.screenshot(path=str(target / f"{name}-{width}-{theme}.png"), full_page=True)
                    if page.evaluate("document.documentElement.scrollWidth") > width:
                        print(f"{name} is broader than {width}")
    for name in addresses:
        sheet(name, target)


def sheet(name: str, target: Path) -> None:
    """All pictures of one page beside each other, small."""
    shots = [Image.open(target / f"{name}-{width}-{theme}.png") for width in WIDTHS for theme in THEMES]
    small = [
        shot.resize((s := round(60 + shot.width**0.5 * 11), shot.height * s // shot.width)) for shot in shots
    ]
    whole = Image.new("RGB", (sum(s.width + 8 for s in small), max(s.height for s in small)), "#c08080")
    place = 0
    for shot in small:
        whole.paste(shot, (place, 0))
        place += shot.width + 8
    whole.save(target / f"sheet-{name}.png")


if __name__ == "__main__":
    main()
