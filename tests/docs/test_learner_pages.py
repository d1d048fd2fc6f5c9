"""The pages about learners and play: their snippets are the files beside them, their commands run."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gradus

DOCS = Path(__file__).parents[2] / "docs"
SNIPPETS = DOCS / "snippets" / "learners"
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands(page):
    blocks = CONSOLE.findall((DOCS / page).read_text())
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]


def has_zeromq_for_c():
    if not shutil.which("cc"):
        return False
    probe = ["cc", "-E", "-x", "c", "-include", "zmq.h", "/dev/null", "-o", "/dev/null"]
    return subprocess.run(probe, capture_output=True).returncode == 0


def run(line, folder):
    """Run a line of a page as a person would, with the snippets at hand."""
    for snippet in SNIPPETS.iterdir():
        shutil.copy(snippet, folder)
    python = shlex.quote(sys.executable)
    line = re.sub(r"\bpython (?=\w+\.py)", lambda _: f"{python} ", line)
    line = re.sub(r"(^|\| )gradus ", lambda m: f"{m[1]}{python} -m gradus ", line)
    environment = {**os.environ, "PYTHONPATH": str(Path(gradus.__file__).parents[1])}
    done = subprocess.run(
        line, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_the_page_shows_the_files_beside_it():
    page = (DOCS / "write-a-learner.md").read_text()
    shown = re.findall(r"<!-- snippet: (\S+) -->\n```\w+\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert sorted(name for name, _ in shown) == sorted(path.name for path in SNIPPETS.iterdir())
    for name, text in shown:
        assert text == (SNIPPETS / name).read_text(), name


@pytest.mark.parametrize("line", [line for line in commands("write-a-learner.md") if ".py" in line])
def test_python_learners(line, tmp_path):
    assert "2,000 steps" in run(line, tmp_path)
    assert "-o far-run" not in line or (tmp_path / "far-run" / "transcript.bin").stat().st_size == 3 * 1999


@pytest.mark.slow
@pytest.mark.skipif(not has_zeromq_for_c(), reason="needs a C compiler and ZeroMQ's development files")
def test_the_learner_in_c(tmp_path):
    compile_line, serve_line = (line for line in commands("write-a-learner.md") if ".py" not in line)
    run(compile_line.replace("cc ", "cc -Wall -Wextra -Werror "), tmp_path)
    shown = run(serve_line, tmp_path)
    assert "20,000 steps" in shown
    assert re.search(r"micro1\W+yes", shown)


def test_play_as_the_page_shows_it(tmp_path):
    page = (DOCS / "play.md").read_text()
    shown = [run(line, tmp_path) for line in commands("play.md")]
    example = re.search(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[1]
    assert example in shown[0]
    assert "micro7.1" in shown[1]
