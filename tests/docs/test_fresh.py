"""What the pages tell people to type works in an environment of its own, where only the wheel is installed."""

import os
import re
import shlex
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXTRAS = "frames,mechanics,play,rl,view,web"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """The folder of programs of a new environment with the wheel and its extras from the package index."""
    folder = tmp_path_factory.mktemp("fresh")
    native = (
        "--config-settings=cmake.define.GRADUS_NATIVE=ON",
        f"--config-settings=build-dir={folder / 'build'}",
    )
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, *native, ROOT, cwd=folder)
    (wheel,) = folder.glob("gradus-*.whl")
    venv.create(folder / "env", with_pip=True)
    programs = folder / "env" / "bin"
    run(
        programs / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        f"gradus[{EXTRAS}] @ {wheel.as_uri()}",
        cwd=folder,
    )
    return programs


def run(*words, cwd, **more):
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    command = list(map(str, words))
    done = subprocess.run(
        command,
        cwd=cwd,
        env=clean | more,
        capture_output=True,
        text=True,
        timeout=1800,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


def of_the_clone(text, folder):
    """Benchmarks are no part of the wheel: a page that uses them says so, and they alone are added."""
    if "from benchmarks" not in text:
        return {}
    (folder / "clone").mkdir(exist_ok=True)
    (folder / "clone" / "benchmarks").symlink_to(ROOT / "benchmarks")
    return {"PYTHONPATH": str(folder / "clone")}


@pytest.mark.slow
def test_the_fresh_environment_has_the_wheel_and_nothing_of_the_repository(fresh, tmp_path):
    said = run(fresh / "python", "-c", "import gradus; print(gradus.__file__)", cwd=tmp_path)
    assert str(fresh.parent) in said
    assert "Usage: gradus" in run(fresh / "gradus", "--help", cwd=tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page(page, fresh, tmp_path):
    for kind, text in FENCE.findall(page.read_text(encoding="utf-8")):
        if kind in ("toml", "json"):
            name = {"toml": "curriculum.toml", "json": "configuration.json"}[kind]
            (tmp_path / name).write_text(text, encoding="utf-8")
            words = ("teach", "--learner", "silent", "--curriculum", name, "--max-steps", "50")
            run(fresh / "gradus", *words, cwd=tmp_path)
        elif kind == "python":
            (tmp_path / "page.py").write_text(text, encoding="utf-8")
            run(fresh / "python", "page.py", cwd=tmp_path, **of_the_clone(text, tmp_path))
        elif kind == "sh":
            for line in text.splitlines():
                if line.startswith("gradus "):
                    run(fresh / "gradus", *shlex.split(line, comments=True)[1:], cwd=tmp_path)
