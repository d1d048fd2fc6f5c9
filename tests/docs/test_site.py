"""The documentation's site is built without a warning, from nothing but the repository."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_site_is_built_without_warnings(tmp_path):
    pytest.importorskip("mkdocs")
    pytest.importorskip("material")
    pytest.importorskip("mkdocstrings")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    pages = {path.parent.relative_to(tmp_path / "site").as_posix() for path in tmp_path.rglob("index.html")}
    assert {
        ".",
        "glossary",
        "gallery",
        "reference/school",
        "decisions/0001-dialogue",
        "teachers/adr",
    } <= pages
    school = (tmp_path / "site" / "reference" / "school" / "index.html").read_text(encoding="utf-8")
    assert "gradus.school.Ticket" in school and "Enough to play the very same instance again" in school


def test_the_site_wears_the_colours_of_reports():
    palette = (ROOT / "src" / "gradus" / "palette.css").read_text(encoding="utf-8")
    used = (ROOT / "docs" / "look.css").read_text(encoding="utf-8")
    colours = {word.strip(";") for word in used.split() if word.startswith("#")}
    assert colours and all(colour in palette for colour in colours)
