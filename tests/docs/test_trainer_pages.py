"""The page about trainers shows its examples as they are; they run where the packages are installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import gradus

DOCS = Path(__file__).parents[2] / "docs"
SNIPPETS = DOCS / "snippets" / "trainers"
EXAMPLES = {
    "gymnasium_async.py": (),
    "minigrid_doors.py": ("minigrid",),
    "plain_processes.py": (),
    "pufferlib_lanes.py": ("pufferlib",),
    "rllib_workers.py": ("ray", "torch"),
    "sb3_subproc.py": ("stable_baselines3",),
    "single_file.py": ("torch",),
}
SHORT = {"rllib_workers.py": "1", "sb3_subproc.py": "2500", "single_file.py": "20"}


def test_the_page_shows_every_example():
    page = (DOCS / "in-every-trainer.md").read_text()
    assert sorted(path.name for path in SNIPPETS.glob("*.py")) == sorted(EXAMPLES)
    for name in EXAMPLES:
        assert f"```py\n{(SNIPPETS / name).read_text()}```\n" in page, name


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_examples_run(name, tmp_path):
    for package in EXAMPLES[name]:
        pytest.importorskip(package)
    environment = {**os.environ, "PYTHONPATH": str(Path(gradus.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, str(SNIPPETS / name), *([SHORT[name]] if name in SHORT else [])],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    if name == "minigrid_doors.py":
        assert "'5'" in done.stdout
    else:
        assert int(done.stdout.split()[0]) >= 10
    if name == "plain_processes.py":
        assert "replayed alike: True" in done.stdout
