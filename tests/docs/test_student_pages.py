"""The page about students shows its snippet as it is; the snippet runs where Stable-Baselines3 is installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import gradus

DOCS = Path(__file__).parents[2] / "docs"
SNIPPET = DOCS / "snippets" / "students" / "sb3_student.py"


def test_the_page_shows_the_snippet():
    assert f"```py\n{SNIPPET.read_text()}```\n" in (DOCS / "train-a-walker.md").read_text()


def test_a_student_of_stable_baselines_learns_from_a_teacher(tmp_path):
    pytest.importorskip("stable_baselines3")
    environment = {**os.environ, "PYTHONPATH": str(Path(gradus.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, str(SNIPPET)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) >= 2
