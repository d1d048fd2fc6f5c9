"""Builds of the core: a wheel needs no compiler, the savings change no bit, the sanitizer has nothing to report."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DIGEST = Path(__file__).with_name("digest.py")
pytestmark = pytest.mark.slow


def build(folder, **defines):
    """The compiled core of a build of its own."""
    if shutil.which("c++") is None:
        pytest.skip("needs a C++ compiler")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(folder / "site"),
        str(ROOT),
    ]
    settings = {"build-dir": str(folder / "build"), "cmake.define.GRADUS_NATIVE": "ON"}
    settings |= {f"cmake.define.{key}": value for key, value in defines.items()}
    command += [f"--config-settings={key}={value}" for key, value in settings.items()]
    subprocess.run(command, check=True)
    files = (folder / "site" / "gradus" / "tracks").glob("_native.*")
    (core,) = (path for path in files if path.suffix != ".pyi")
    return core


def digest(core, steps, seed, lanes=4, **environment):
    command = [sys.executable, str(DIGEST), *map(str, (core, steps, seed, lanes))]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout.split()


def test_the_savings_change_no_bit(tmp_path):
    plain = build(tmp_path, GRADUS_PLAIN_BOX2D="ON")
    for seed in (1, 2):
        ours, theirs = digest("installed", 500, seed), digest(plain, 500, seed)
        assert ours == theirs and int(ours[0]) >= 50_000


def test_a_million_random_steps_give_the_address_sanitizer_nothing_to_report(tmp_path):
    core = build(tmp_path, GRADUS_SANITIZE="address")
    library = subprocess.run(
        ["c++", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    watched = {"LD_PRELOAD": library, "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1"}
    assert digest(core, 40, 3, **watched) == digest("installed", 40, 3)  # the compiler kept the arithmetic
    played = digest(core, 2400, 3, lanes=16, **watched)
    assert int(played[0]) >= 1_000_000


def test_a_wheel_installs_into_an_empty_environment_without_a_compiler(tmp_path):
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(tmp_path),
        str(ROOT),
    ]
    command += [
        f"--config-settings=build-dir={tmp_path / 'build'}",
        "--config-settings=cmake.define.GRADUS_NATIVE=ON",
    ]
    subprocess.run(command, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    python = str(tmp_path / "empty" / "bin" / "python")
    without = {**os.environ, "CC": "/bin/false", "CXX": "/bin/false"}
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True, env=without)
    play = "from gradus.tracks import make; e = make('parkour'); print(e.reset(seed=0)[0].size)"
    done = subprocess.run([python, "-c", play], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.strip() == "36"


def install(tmp_path, **environment):
    """Install into a folder of its own under the given environment; the folder, and how it went."""
    site = tmp_path / "site"
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(site),
        str(ROOT),
    ]
    command += [f"--config-settings=build-dir={tmp_path / 'build'}"]
    environment = {**os.environ, **environment}
    return site, subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def complaint(site, cwd):
    """What a package without tracks says when one is wanted."""
    play = "import gradus.stream; from gradus.tracks import make; make('stump')"
    # -S leaves out the hooks of an editable install, which would lead back to this checkout
    environment = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{sysconfig.get_path('purelib')}"}
    command = [sys.executable, "-S", "-c", play]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=cwd)
    return done.stderr


def test_without_a_compiler_the_rest_installs_and_the_tracks_say_why(tmp_path):
    site, done = install(tmp_path, CC="/bin/false", CXX="/bin/false")
    assert done.returncode == 0
    sentence = "UserError: The tracks need their compiled core, which is missing: no C++ compiler was found."
    assert sentence in complaint(site, tmp_path)


@pytest.mark.parametrize(
    "named", [{}, {"CXX": "no-such-compiler -pthread"}], ids=["", "a compiler that is not here"]
)
def test_a_source_that_cannot_be_fetched_stops_the_installation(tmp_path, named):
    """Whatever compiler Python names: any that is here is used."""
    if shutil.which("c++") is None:
        pytest.skip("needs a C++ compiler")
    _, done = install(tmp_path, GRADUS_BOX2D_SOURCE=str(tmp_path), **named)
    assert done.returncode != 0
    assert "holds neither Box2D/Box2D.h nor" in " ".join((done.stdout + done.stderr).split())


def test_a_package_without_tracks_on_request(tmp_path):
    site, done = install(tmp_path, GRADUS_BOX2D_SOURCE=str(tmp_path), GRADUS_NATIVE="OFF")
    assert done.returncode == 0
    assert "which is missing: it was left out on request." in complaint(site, tmp_path)
