"""The compiled core from several threads, over long episodes, and its source before it is built."""

import contextlib
import importlib.util
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from gradus.school import UserError
from gradus.tracks import make

NATIVE = Path(__file__).parents[2] / "native"


def test_every_method_may_be_called_while_another_thread_steps():
    env = make("parkour", num_envs=8, body="climbing_profile_chimpanzee", threads=2, max_steps=30)
    env.reset(seed=0)
    batch, errors, done = env.lanes.batch, [], threading.Event()
    calls = [batch.scene, batch.terrain, batch.poses, batch.masses, batch.history]

    def look():
        try:
            while not done.is_set():
                for call in calls:
                    # Between two episodes a lane is empty for a moment, and says so.
                    with contextlib.suppress(ValueError):
                        call(3)
                batch.time_physics(True)
                assert batch.physics_seconds >= 0.0
        except Exception as error:
            errors.append(error)

    lookers = [threading.Thread(target=look) for _ in range(2)]
    for looker in lookers:
        looker.start()
    rng = np.random.default_rng(0)
    rows = [env.step(rng.uniform(-1, 1, (8, 12)).astype(np.float32))[0].copy() for _ in range(60)]
    done.set()
    for looker in lookers:
        looker.join()
    assert not errors

    alone = make("parkour", num_envs=8, body="climbing_profile_chimpanzee", max_steps=30)
    alone.reset(seed=0)
    rng = np.random.default_rng(0)
    for row in rows:
        assert np.array_equal(row, alone.step(rng.uniform(-1, 1, (8, 12)).astype(np.float32))[0])


@pytest.mark.slow
def test_an_endless_episode_does_not_fill_the_memory():
    env = make("stump", body="fish", max_steps=0, tickets=[(0.0, 6.0)])
    env.reset(seed=0)
    still, kept = np.zeros((1, 4), dtype=np.float32), 100_000
    for _ in range(kept):
        env.lanes.batch.step(still)
    assert len(env.lanes.state()["actions"][0]) == kept
    env.lanes.batch.step(still)
    with pytest.raises(UserError, match=f"Lane 0 has played {kept + 1} steps of one episode"):
        env.lanes.state()


def module(name):
    spec = importlib.util.spec_from_file_location(name, NATIVE / f"{name}.py")
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


def patched(tmp_path, monkeypatch, text):
    """The patcher, with one patch of three lines in its folder, and a source to apply it to."""
    patcher = module("patch_box2d")
    (tmp_path / "patches").mkdir()
    patch = "Why.\n\n--- a/Box2D/x.h\n+++ b/Box2D/x.h\n@@ -2,3 +2,4 @@\n b\n-c\n+C\n+D\n e\n"
    (tmp_path / "patches" / "01-portable.patch").write_text(patch)
    monkeypatch.setattr(patcher, "FOLDER", tmp_path / "patches")
    (tmp_path / "Box2D").mkdir()
    (tmp_path / "Box2D" / "x.h").write_bytes(text)
    return patcher


def test_a_patch_changes_what_it_names(tmp_path, monkeypatch):
    patched(tmp_path, monkeypatch, b"a\r\nb\r\nc\r\ne\r\nf\r\n").apply_all(tmp_path)
    assert (tmp_path / "Box2D" / "x.h").read_text() == "a\nb\nC\nD\ne\nf\n"


@pytest.mark.parametrize("text", [b"a\nb\nX\ne\nf\n", b"b\nc\ne\nf\n", b"a\n"])
def test_a_patch_never_changes_another_source(tmp_path, monkeypatch, text):
    patcher = patched(tmp_path, monkeypatch, text)
    with pytest.raises(patcher.PatchError, match=r"x\.h is not the expected Box2D 2\.3 source"):
        patcher.apply_all(tmp_path)
    assert (tmp_path / "Box2D" / "x.h").read_bytes() == text


def fetch(tmp_path, **environment):
    command = [sys.executable, str(NATIVE / "fetch_box2d.py"), str(tmp_path / "out")]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def test_another_archive_is_refused(tmp_path):
    (tmp_path / "box2d-py-2.3.8.tar.gz").write_bytes(b"something else")
    done = fetch(tmp_path, GRADUS_BOX2D_SOURCE=str(tmp_path))
    assert done.returncode == 1 and "refusing to build it" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_folder_without_the_source_is_named(tmp_path):
    done = fetch(tmp_path, GRADUS_BOX2D_SOURCE=str(tmp_path))
    assert done.returncode == 1 and "holds neither Box2D/Box2D.h nor box2d-py-2.3.8.tar.gz" in done.stderr


def test_without_an_index_the_fetch_fails_in_one_sentence(tmp_path):
    pytest.importorskip("pip")
    done = fetch(tmp_path, PIP_NO_INDEX="1", PIP_CONFIG_FILE="/dev/null")
    assert done.returncode == 1 and len(done.stderr.strip().splitlines()) == 1
    assert (
        done.stderr.startswith("Box2D's source could not be fetched: ") and "GRADUS_NATIVE=OFF" in done.stderr
    )
