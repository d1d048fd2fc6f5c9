"""The hand-made learners must be importable by name, here and in worker processes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)


@pytest.fixture(scope="session")
def ladder_file(tmp_path_factory):
    """The ladder curriculum as a file, for exams that name it."""
    from toys import ladder

    rows = ladder().spec()
    lines = ['summary = "a ladder"', "tasks = ["]
    lines += [
        f'  {{ id = "{row["id"]}", task = "{row["task"]}", keyword = {json.dumps(row["keyword"])} }},'
        for row in rows["tasks"]
    ]
    lines += ["]", "[teacher]", 'name = "consecutive"', "success_threshold = 3"]
    path = tmp_path_factory.mktemp("curricula") / "ladder.toml"
    path.write_text("\n".join(lines))
    return str(path)
