"""The tool that finds first steps: its file is a walker of the right shape, the same for the same seed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gradus.students import Walker, walker

TOOL = Path(__file__).parents[2] / "tools" / "first_steps.py"


def found(path: Path) -> Walker:
    command = [sys.executable, str(TOOL), "old_classic_bipedal", "--generations", "2", "--steps", "20,30"]
    subprocess.run([*command, "-o", str(path)], check=True, capture_output=True, timeout=600)
    return walker(path)


@pytest.mark.slow
def test_first_steps_are_a_walker(tmp_path: Path) -> None:
    first, again = found(tmp_path / "a.npz"), found(tmp_path / "b.npz")
    assert [weights.shape for weights, _ in first.layers] == [(24, 128), (128, 64), (64, 4)]
    assert len(first.about["rhythm"]) == 1 + 3 * 4 and first.about == again.about
    seen = np.zeros((3, 24), np.float32)
    assert np.array_equal(first.best(seen), again.best(seen))
