"""Several commands hold one exam in one folder at once: all end well, and its table is that of a single command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def command(folder: Path) -> list[str]:
    words = "exam steps --learner memory --first 2 --runs 3 --task-steps 400 -o"
    return [sys.executable, "-m", "gradus", *words.split(), str(folder)]


def test_three_commands_in_one_folder(tmp_path):
    together = [
        subprocess.Popen(
            command(tmp_path / "shared"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for each in together:
        _, said = each.communicate(timeout=600)
        assert each.returncode == 0, said
    subprocess.run(command(tmp_path / "alone"), check=True, capture_output=True, timeout=600)
    shared, alone = (tmp_path / name / "table.json" for name in ("shared", "alone"))
    assert shared.read_bytes() == alone.read_bytes()
    assert sorted(path.name for path in (tmp_path / "shared").iterdir()) == [
        "exam.json",
        "runs",
        "table.json",
    ]
