"""The page about the evaluation curricula shows what the tasks really say."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradus.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "evaluation-curricula.md"


@pytest.mark.parametrize("name", ["round1-eval", "arithmetic", "blocks"])
def test_every_task_has_its_sample(name, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["curricula", "show", name, "--questions", "2"])
    assert not stopped.value.code
    assert f"## {name}\n\n```text\n{capsys.readouterr().out}```\n" in PAGE.read_text()
