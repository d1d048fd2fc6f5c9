"""The gallery's pictures of reports and of a machine's page, taken in a real Chromium.

python tools/report_pictures.py [FOLDER]    FOLDER keeps the runs that are drawn; those already there are not made again

A training of 300,000 steps, a lesson and an exam take some minutes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
MAKE = {
    "training": "train --teacher alp-gmm --steps 300k --evaluate-every 50k --lanes 8",
    "lesson": "teach --learner gradual --scramble",
    "exam-graduality": (
        "exam graduality --learner gradual --runs 5 --task-steps 20k "
        "--order micro5.5,micro6,micro7.1,micro10,micro11,micro12,micro16,micro20"
    ),
}
REPORTS = {"training": ["training"], "tour": ["lesson", "exam-graduality"]}
WIDTH = 1100
FLAGS = ["--no-sandbox", "--disable-gpu"]


def gradus(folder: Path, *words: str) -> None:
    """Run a command there."""
    subprocess.run([sys.executable, "-m", "gradus", *words], cwd=folder, check=True)


def make(folder: Path) -> None:
    """The runs, the reports on them and the machine."""
    for name, command in MAKE.items():
        if not (folder / name).exists():
            gradus(folder, *command.split(), "-o", name)
    for name, runs in REPORTS.items():
        gradus(folder, "report", *runs, "-o", f"{name}.html", "--no-files")
    gradus(folder, "draw", "micro3", "-o", "machine.html")


def shoot(browser: Any, page: Path, picture: str, dark: bool = False, height: int | None = None) -> Any:
    """One page, whole or down to a height, 1400 wide."""
    view = browser.new_page(
        viewport={"width": 1400, "height": height or 900}, color_scheme="dark" if dark else "light"
    )
    view.goto(page.as_uri())
    view.wait_for_timeout(2000)
    if "machine" in picture:
        view.fill("#find", "Aa3")
        view.wait_for_timeout(500)
    view.screenshot(path=str(PICTURES / picture), full_page=height is None)
    view.close()
    smaller(PICTURES / picture)


def smaller(path: Path) -> None:
    """As wide as a page shows it; all colours, since a small palette turns the sky into stripes."""
    with Image.open(path) as taken:
        whole = taken.convert("RGB")
    shown = whole.resize((WIDTH, round(whole.height * WIDTH / whole.width)))
    shown.save(path, optimize=True)


def main() -> None:
    """All three."""
    folder = Path(sys.argv[1] if sys.argv[1:] else tempfile.mkdtemp()).resolve()
    make(folder)
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        shoot(browser, folder / "training.html", "report-training.png")
        shoot(browser, folder / "tour.html", "report-tour-dark.png", dark=True, height=1300)
        shoot(browser, folder / "machine.html", "machine-page.png", height=760)
        browser.close()


if __name__ == "__main__":
    main()
