"""All saved bytes of a lesson, memories included, are the same whatever the seed of Python's hashes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

LONG = (pytest.mark.slow,)


@pytest.mark.parametrize(
    ("learner", "steps"),
    [("memory", 12_000), ("gradual", 12_000), pytest.param("gradual", 60_000, marks=LONG)],
)
def test_all_saved_bytes(tmp_path, learner, steps):
    words = ["teach", "-l", learner, "--max-steps", str(steps), "--scramble", "--seed", "4"]
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "gradus", *words, "-o", str(tmp_path / seed)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.DEVNULL,
        )
        for seed in ("0", "1")
    ]
    assert [run.wait() for run in runs] == [0, 0]
    saved = [
        {p.relative_to(tmp_path / seed): p.read_bytes() for p in (tmp_path / seed).rglob("*") if p.is_file()}
        for seed in ("0", "1")
    ]
    for files in saved:
        del files[next(path for path in files if path.name == "timing.jsonl")]
    assert len(saved[0]) >= 6
    assert saved[0] == saved[1]
