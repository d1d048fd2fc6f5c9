"""The page's stated limits, measured: first page, a thousand runs, a large transcript, the theatre, a watched run.

    python benchmarks/web.py [--json] [PART ...]      parts: first runs transcript theatre drive live watched sizes

Times are wall time, with the server's CPU time beside them: on a busy machine only the latter says anything. Parts that
need a browser (first, theatre, live) are left out where no Chromium is found.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gradus.learners import Lesson
from gradus.stream import World
from gradus.students import Plan, Training

TICKS = os.sysconf("SC_CLK_TCK")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
RUNS, TRANSCRIPT, REPEATS = 1000, 100_000_000, 5
Figures = dict[str, Any]


class Server:
    """The real command in a process of its own."""

    def __init__(self, folder: Path) -> None:
        words = [sys.executable, "-m", "gradus", "web", str(folder), "--port", "0", "--read-only"]
        self.began = time.perf_counter()
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+/", self.process.stdout.readline())
        assert found is not None
        self.address = found.group()

    def ask(self, path: str) -> Any:
        """The answer to a question of the page."""
        with urllib.request.urlopen(f"{self.address}api/{path}", timeout=120) as answer:
            return json.load(answer)

    def key(self, name: str) -> str:
        """The id of the run of that name."""
        return str(next(row["id"] for row in self.ask("runs") if row["name"] == name))

    def cpu(self) -> float:
        """CPU seconds used so far."""
        text = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(text[11]) + int(text[12])) / TICKS

    def peak(self) -> float:
        """Megabytes of memory at most."""
        found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
        return int(found[1]) / 1024 if found else float("nan")

    def timed(self, path: str) -> tuple[float, float]:
        """Wall and CPU seconds of an answer."""
        began, used = time.perf_counter(), self.cpu()
        self.ask(path)
        return time.perf_counter() - began, self.cpu() - used


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait(timeout=60)


@contextmanager
def browsing() -> Iterator[Any]:
    """A page of a real browser that is already running."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(120_000)
        page.goto("about:blank")
        yield page
        browser.close()


def chromium() -> str | None:
    """A browser of this machine."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def wait(page: Any, expression: str) -> None:
    while not page.evaluate(expression):
        time.sleep(0.01)


def lesson(folder: Path, steps: int = 3000, seed: int = 5) -> Path:
    """A recorded lesson."""
    Lesson.create(folder, "gradual", World(seed=seed, scramble=True), max_steps=steps).run()
    return folder


def training(folder: Path, steps: int = 4000) -> Path:
    """A recorded training of the bipedal; its tests last as long as an episode can."""
    settings = {"samples": 2000, "minibatch": 1000, "hidden": (32, 32)}
    plan = Plan(student_settings=settings, steps=steps, evaluate_every=steps, test=((0.0, 6.0), (0.5, 5.0)))
    Training.create(folder, plan).run()
    return folder


def first(folder: Path) -> Figures:
    """From the command to the first page in a browser that is already open, on the folder of the demo."""
    subprocess.run(
        [sys.executable, "-m", "gradus", "demo", "-o", str(folder)], check=True, capture_output=True
    )
    walls, cpus = [], []
    with browsing() as page:
        for _ in range(REPEATS):
            with serving(folder) as server:
                page.goto(f"{server.address}#/runs")
                wait(page, "document.body.dataset.ready === 'runs'")
                walls.append(time.perf_counter() - server.began)
                cpus.append(server.cpu())
                page.goto("about:blank")
    found = {"first page s": statistics.median(walls), "worst s": max(walls)}
    return found | {"server CPU s": statistics.median(cpus), "limit s": 2.0}


def runs(folder: Path) -> Figures:
    """The list of a thousand run folders once they are scanned, and the server's memory."""
    made = lesson(folder / "run-0")
    for number in range(1, RUNS):
        shutil.copytree(made, folder / f"run-{number}", ignore=shutil.ignore_patterns("checkpoint*"))
    with serving(folder) as server:
        scan = server.timed("runs")
        answers = []
        for _ in range(REPEATS):
            time.sleep(1.1)  # the folders are walked through at most once a second: this answer has to do it
            answers.append(server.timed("runs"))
        return {
            "scan s": scan[0],
            "list s": statistics.median(wall for wall, _ in answers),
            "list CPU s": statistics.median(cpu for _, cpu in answers),
            "limit s": 0.3,
            "memory MB": server.peak(),
            "limit MB": 300,
        }


def transcript(folder: Path) -> Figures:
    """Any instance of a transcript of 100 MB: what the page of its tape asks for, when asked for the first time."""
    made = lesson(folder / "large")
    once = (made / "transcript.bin").read_bytes()
    lines = [json.loads(line) for line in (made / "outcomes.jsonl").read_text().splitlines()]
    copies = TRANSCRIPT // len(once) + 1
    (made / "transcript.bin").write_bytes(once * copies)
    with (made / "outcomes.jsonl").open("w") as file:
        for _ in range(copies):
            for line in lines:
                file.write(json.dumps(line) + "\n")
                line["ticket"]["serial"] += len(lines)
    with serving(folder) as server:
        key = server.key("large")
        began, used = time.perf_counter(), server.cpu()
        server.ask(f"runs/{key}/instances")
        server.ask(f"runs/{key}/tape?serial={len(lines) * copies // 2}")
        took, cpu = time.perf_counter() - began, server.cpu() - used
        return {
            "instances": len(lines) * copies,
            "open s": took,
            "open CPU s": cpu,
            "limit s": 1.0,
            "memory MB": server.peak(),
        }


def theatre(folder: Path) -> Figures:
    """Frames a second on the page, and the server's CPU time over the time that an episode is shown.

    A beginner falls soon: the shipped bipedal walks beside it as a ghost, and the server computes that, too.
    """
    training(folder / "training")
    with serving(folder) as server, browsing() as page:
        key = server.key("training")
        server.timed(f"runs/{key}/ghost?test=0&by=walker:bipedal")  # loads the libraries
        page.goto(f"{server.address}#/theatre/{key}?test=0")
        wait(page, "window.gradusFilm !== undefined")
        used = server.cpu()
        page.select_option("#ghost", "walker:bipedal")
        wait(page, "window.gradusGhost !== undefined")
        page.evaluate("window.began = performance.now(); window.drawn = 0;")
        page.evaluate(
            "(() => { const place = document.getElementById('place'); let last = place.value;"
            " window.from = Number(last);"
            " const look = () => { if (place.value !== last) { window.drawn += 1; last = place.value; }"
            " window.took = performance.now() - window.began;"
            " if (Number(place.value) < Number(place.max)) requestAnimationFrame(look); };"
            " requestAnimationFrame(look); })()"
        )
        wait(page, "document.getElementById('toggle').innerText === 'Play'")
        frames, took, drawn = page.evaluate(
            "[Number(document.getElementById('place').max) - window.from, window.took / 1000, window.drawn]"
        )
        share = (server.cpu() - used) / (frames / 50)
    return {
        "frames": frames,
        "steps shown a second": frames / took,
        "drawn a second": drawn / took,
        "server CPU share": share,
        "limit": 0.3,
    }


def drive(folder: Path) -> Figures:
    """The server's CPU time over the time in which it steps a body and sends every frame: fifty a second."""
    import asyncio

    from websockets.asyncio.client import connect

    lesson(folder / "lesson", 200)

    async def episode(address: str, server: Server, most: int) -> tuple[int, float, float]:
        origin = address.rstrip("/")
        frames = 0
        async with connect(
            f"{origin.replace('http', 'ws')}/ws/drive",
            origin=origin,  # type: ignore[arg-type]
            max_size=None,
        ) as socket:
            await socket.send(json.dumps({"open": {"track": "stump", "body": "old_classic_bipedal"}}))
            await socket.recv()
            began, used = time.perf_counter(), server.cpu()
            async for message in socket:
                frames += isinstance(message, bytes)
                if frames == most:
                    break
        return frames, time.perf_counter() - began, server.cpu() - used

    with serving(folder) as server:
        asyncio.run(episode(server.address, server, 50))  # loads the libraries
        frames, wall, cpu = asyncio.run(episode(server.address, server, 1000))
    return {
        "frames": frames,
        "frames a second": frames / wall,
        "server CPU share": cpu / (frames / 50),
        "limit": 0.3,
    }


def live(folder: Path) -> Figures:
    """How long after its record the page shows an instance of a running lesson."""
    folder.mkdir(exist_ok=True)
    words = f"teach -l memory --max-steps 20000000 -o {folder / 'live'}".split()
    taught = subprocess.Popen(
        [sys.executable, "-m", "gradus", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    record, delays = folder / "live" / "outcomes.jsonl", []
    try:
        while not record.exists() or not record.stat().st_size:
            time.sleep(0.05)
        with serving(folder) as server, browsing() as page:
            page.goto(f"{server.address}#/run/{server.key('live')}")
            wait(page, "document.querySelector('#instances b') !== null")
            for _ in range(20):
                lines = size = record.read_bytes().count(b"\n")
                while lines == size:
                    assert taught.poll() is None, "the lesson ended too early"
                    time.sleep(0.01)
                    lines = record.read_bytes().count(b"\n")
                began = time.perf_counter()
                wait(page, f"Number(document.querySelector('#instances b').innerText) >= {lines}")
                delays.append(time.perf_counter() - began)
                time.sleep(0.3)
    finally:
        taught.kill()
        taught.wait()
    return {
        "looks": len(delays),
        "median s": statistics.median(delays),
        "worst s": max(delays),
        "limit s": 2.0,
    }


def watched(folder: Path) -> Figures:
    """CPU time of a lesson that is watched over that of the same lesson alone, in turns; its bytes are compared."""
    folder.mkdir(exist_ok=True)
    code = (
        "import sys, time; from pathlib import Path\n"
        "from gradus.learners import Lesson; from gradus.stream import World\n"
        "lesson = Lesson.create(Path(sys.argv[1]), 'gradual', World(seed=3, scramble=True), max_steps=30000);"
        "began = time.process_time(); lesson.run(); print(time.process_time() - began)"
    )
    times: dict[str, list[float]] = {"alone": [], "watched": []}
    for turn in range(2 * REPEATS):
        kind = "watched" if turn % 2 else "alone"
        path = folder / f"{kind}-{turn}"
        looked = 0
        with serving(folder) as server:
            process = subprocess.Popen(
                [sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True
            )
            while process.poll() is None:
                if kind == "watched" and (path / "outcomes.jsonl").exists():
                    key = server.key(path.name)
                    seen = server.ask(f"runs/{key}/outcomes?since={looked}")
                    looked = seen["next"]
                    if seen["serials"]:
                        server.ask(f"runs/{key}/tape?serial={seen['serials'][-1]}")
                        server.ask(f"runs/{key}/current")
                        server.ask(f"runs/{key}/beliefs")
                time.sleep(1.0)  # as often as the page looks, and what it asks for
            assert process.stdout is not None
            times[kind].append(float(process.stdout.read()))
    names = ("outcomes.jsonl", "transcript.bin")
    bytes_of = {tuple((path / name).read_bytes() for name in names) for path in folder.iterdir()}
    ratio = statistics.median(times["watched"]) / statistics.median(times["alone"])
    spread = statistics.median(times["alone"])
    return {
        "watched over alone": ratio,
        "spread alone": (max(times["alone"]) - min(times["alone"])) / spread,
        "limit": 1.02,
        "different records": len(bytes_of),
    }


def sizes(folder: Path) -> Figures:
    """Bytes that a record grows by in a million steps; what replaying episodes of the tracks needs is given apart.

    Of a training two evaluations of the usual hundred tests and one kept checkpoint are measured and counted as often
    as the usual plan has them.
    """
    million, steps = 1_000_000, 20_000
    found = {
        f"stream {name} a million steps": size * million / steps
        for name, size in _files(lesson(folder / "lesson", steps)).items()
        if name.endswith((".jsonl", ".bin"))
    }
    usual, evaluations = Plan(), 2
    plan = Plan(steps=steps, evaluate_every=steps // evaluations, checkpoint_every=steps, keep_every=steps)
    Training.create(folder / "training", plan).run()
    of = _files(folder / "training")
    kept = sum(path.stat().st_size for path in (folder / "training" / "checkpoint" / "kept").iterdir())
    often = million / usual.evaluate_every / evaluations
    found["tracks outcomes.jsonl a million steps"] = of["outcomes.jsonl"] * million / steps
    found["tracks evaluations.jsonl a million steps"] = of["evaluations.jsonl"] * often
    found["tracks, for replaying tests: actions.bin a million steps"] = of["actions.bin"] * often
    found["tracks, for replaying training: kept checkpoints a million steps"] = (
        kept * million / usual.keep_every
    )
    return {name: round(size) for name, size in found.items()}


def _files(folder: Path) -> dict[str, int]:
    """Sizes by the first part of the name; folders are summed up."""
    found: dict[str, int] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name = path.relative_to(folder).parts[0]
            found[name] = found.get(name, 0) + path.stat().st_size
    return found


PARTS: dict[str, Callable[[Path], Figures]] = {
    part.__name__: part for part in (first, runs, transcript, theatre, drive, live, watched, sizes)
}
NEED_BROWSER = ("first", "theatre", "live")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS])
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found: dict[str, Figures] = {}
    for name in given.parts or PARTS:
        if name in NEED_BROWSER and chromium() is None:
            print(f"{name}: left out, no Chromium is installed", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory() as folder:
            found[name] = PARTS[name](Path(folder) / "runs")
        if not given.json:
            print(
                name, *(f"{key}: {value:.3g}" for key, value in found[name].items()), sep="\n  ", flush=True
            )
    if given.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
