"""A wheel carries the compiled core: it works in an environment without a compiler."""

import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*command, **more):
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=1800, check=False, **more
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    native = (
        "--config-settings=cmake.define.GRADUS_NATIVE=ON",
        f"--config-settings=build-dir={folder / 'build'}",
    )
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, *native, ROOT)
    (made,) = folder.glob("gradus-*.whl")
    return made


@pytest.mark.slow
def test_the_wheel_works_without_a_compiler(wheel, tmp_path):
    venv.create(tmp_path / "bare", with_pip=False)
    python = tmp_path / "bare" / "bin" / "python"
    (site,) = (tmp_path / "bare" / "lib").glob("python*/site-packages")
    with zipfile.ZipFile(wheel) as content:
        content.extractall(site)
    # The dependencies lie in this environment; its own editable gradus is not found through such a file.
    (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    bare = {"PATH": str(tmp_path / "nothing"), "HOME": str(tmp_path)}

    def gradus(*arguments):
        return run(python, "-m", "gradus", *arguments, cwd=tmp_path, env=bare)

    found = run(python, "-c", "import gradus; print(gradus.__file__)", cwd=tmp_path, env=bare)
    assert str(tmp_path / "bare") in found, "the installed wheel is tested, not the repository"
    assert "1,000 steps" in gradus("teach", "-l", "memory", "--max-steps", "1k", "-o", "lesson")
    assert "Report written" in gradus("report", "lesson", "-o", "report.html")
    assert "Picture written" in gradus("tracks", "show", "--task", "1,3", "-o", "track.png")
    assert "Instance 0" in gradus("replay", "lesson", "--serial", "0")


@pytest.mark.slow
def test_what_the_wheel_says_of_itself(wheel):
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
        (place,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        said = Parser().parsestr(content.read(place).decode())
    assert said["Name"] == "gradus" and said["License-Expression"] == "MIT"
    extras = set(said.get_all("Provides-Extra"))
    assert {"play", "view", "rl", "mechanics", "web", "frames", "docs", "test"} <= extras
    assert "](" not in said.get_payload(), "no link that a package index cannot follow"
    assert "gradus/palette.css" in names and "gradus/report/page.html" in names
    assert any(name.startswith("gradus/tracks/_native") and name.endswith(".so") for name in names)
    assert not any(name.startswith("tests/") for name in names)


@pytest.mark.slow
def test_a_package_index_would_take_and_show_both_distributions(wheel, tmp_path):
    pytest.importorskip("twine", reason="twine is not installed: make dist needs it")
    pytest.importorskip("build", reason="build is not installed: make dist needs it")
    run(sys.executable, "-m", "build", "--sdist", "--outdir", tmp_path, ROOT)
    (source,) = tmp_path.glob("gradus-*.tar.gz")
    said = run(sys.executable, "-m", "twine", "check", "--strict", wheel, source)
    assert said.count("PASSED") == 2
    with tarfile.open(source) as content:
        names = {name.partition("/")[2] for name in content.getnames()}
    assert {"README.md", "LICENSE", "NOTICE", "docs/tour.md", "native/CMakeLists.txt"} <= names


@pytest.mark.slow
def test_licences_travel_with_the_wheel(wheel):
    with zipfile.ZipFile(wheel) as content:
        texts = {Path(n).name: content.read(n).decode() for n in content.namelist() if "/licenses/" in n}
    assert "MIT License" in texts["LICENSE"] and "Box2D" in texts["NOTICE"]
