"""The smallest tier, run for real: its teachers teach different tasks, and a walker learns something."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gradus.bench.doubtful import told_apart

pytest.importorskip("jax")
pytestmark = pytest.mark.tracks


@pytest.mark.slow
def test_teachers_differ_in_a_run_of_the_smallest_tier(tmp_path: Path) -> None:
    command = (
        "bench original --tier minutes --seeds 1 --teacher random --teacher alp-gmm --workers 1 --json -o"
    )
    done = subprocess.run(
        [sys.executable, "-m", "gradus", *command.split(), str(tmp_path / "runs")],
        capture_output=True,
        text=True,
        check=True,
    )
    warnings = json.loads(done.stdout)["warnings"]
    assert warnings == [
        "original_stump_tracks (high): every teacher has a single run; there are no intervals."
    ]
    records = {path.parent: path for path in (tmp_path / "runs").rglob("outcomes.jsonl")}
    tasks = [
        np.array([json.loads(line)["ticket"]["task"] for line in path.read_text().splitlines()])
        for path in records.values()
    ]
    assert len(tasks) == 2 and min(map(len, tasks)) > 300
    p = told_apart(*tasks)
    assert p is not None and p < 1e-3
    ends = [(folder / "evaluations.jsonl").read_text().splitlines()[-1] for folder in records]
    assert any(max(json.loads(line)["returns"]) > 230 for line in ends), "no walker masters a test task"
