"""Every file under docs/snippets runs in a process of its own, and its page shows it as it is.

These snippets register tasks; a process of their own keeps the catalogue of the tests clean.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import gradus

DOCS = Path(__file__).parents[2] / "docs"
SNIPPETS = sorted((DOCS / "snippets").glob("*.py"))
NEED_CORE = ("add_your_teacher.py", "tracks.py", "write_a_body.py")
"""Snippets that need the compiled core of the tracks."""
MARKED = [pytest.param(path, marks=[pytest.mark.tracks] * (path.name in NEED_CORE)) for path in SNIPPETS]


@pytest.mark.parametrize("snippet", MARKED, ids=lambda path: path.name)
def test_the_snippet_runs(snippet, tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(Path(gradus.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, str(snippet)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda path: path.name)
def test_the_page_shows_the_snippet(snippet):
    page = DOCS / f"{snippet.stem.replace('_', '-')}.md"
    assert f"```py\n{snippet.read_text()}```\n" in page.read_text()
