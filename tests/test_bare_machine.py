"""The rooms that like optional programs, tested with a bare PATH, as this user and as a plain one.

Bubblewrap, a browser, Graphviz, ps and whatever else a search path may lead to are out of reach here.
"""

from __future__ import annotations

import os
import pwd
import shutil
import site
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = [name for name in ("leaderboard", "web", "report") if (ROOT / "tests" / name).is_dir()]
PLAIN = "nobody"
START = "import sys, pytest; sys.exit(pytest.main(sys.argv[1:]))"


def _visible(folder: Path) -> dict[str, str]:
    """The environment of a bare machine on which the packages of this interpreter are installed nevertheless."""
    folders = [*site.getsitepackages(), *(p for p in sys.path if p.endswith("-packages"))]
    lines = [f"site.addsitedir({path!r})" for path in dict.fromkeys(folders)]
    (folder / "sitecustomize.py").write_text("\n".join(["import site", *lines]))
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return {
        "PATH": str(folder / "nothing"),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        **threads,
    }


def _run_room(room: str, python: str, folder: Path, *before: str) -> None:
    words = ["-q", "-x", "-m", "not slow", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]
    done = subprocess.run(
        [
            *before,
            python,
            "-c",
            START,
            *words,
            "-c",
            str(ROOT / "pyproject.toml"),
            str(ROOT / "tests" / room),
        ],
        env=_visible(folder),
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert " passed" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_with_a_bare_path(tmp_path: Path, room: str) -> None:
    _run_room(room, sys.executable, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_with_a_bare_path_as_a_plain_user(room: str) -> None:
    change_user = shutil.which("runuser")
    if os.geteuid() != 0 or change_user is None:
        pytest.skip("only root may become a plain user; the other test has run as one")
    before = (change_user, "-u", PLAIN, "--")
    python = _reachable(before)
    folder = Path("/tmp") / f"gradus-plain-{os.getpid()}"  # pytest's own folders are closed to others
    folder.mkdir()
    try:
        user = pwd.getpwnam(PLAIN)
        os.chown(folder, user.pw_uid, user.pw_gid)
        _run_room(room, python, folder, *before)
    finally:
        shutil.rmtree(folder)


def _reachable(before: tuple[str, ...]) -> str:
    """An interpreter of this version that the plain user may start, and a clone that he may read."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for python in (sys.executable, f"/usr/local/bin/{version}", f"/usr/bin/{version}"):
        script = f"open({str(ROOT / 'pyproject.toml')!r}).close()"
        if subprocess.run([*before, python, "-c", script], capture_output=True).returncode == 0:
            return python
    pytest.skip(f"{PLAIN} may not start this interpreter or read this clone")
