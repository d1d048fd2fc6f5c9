"""``gradus train`` and ``gradus bench``: one JSON value for programs, one sentence and exit code 2 for mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gradus.cli import main
from gradus.cli.training_view import count, sparkline
from gradus.school import UserError
from gradus.tracks.native import present


def run(arguments: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(arguments.split())
    return int(end.value.code or 0)


def test_steps_as_people_write_them() -> None:
    assert [count(text) for text in ("20M", "500k", "1_000", "1.5M")] == [
        20_000_000,
        500_000,
        1000,
        1_500_000,
    ]
    for text in ("", "many", "0", "-3k", "0.5"):
        with pytest.raises(UserError, match="steps must be"):
            count(text)
    assert sparkline([0, 100]) == " █"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("train --teacher adr --knowledge no --steps 1k", "'adr-v0' requires mastery"),
        ("train --teacher alpgmm --steps 1k", "Did you mean 'alp-gmm'?"),
        ("train --steps soon", "steps must be a number such as 500k or 20M, not 'soon'"),
        ("train --task nowhere --steps 1k", "A task is numbers with commas"),
        ("train --student-option x --steps 1k", "A setting is written name=value, not 'x'"),
        ("bench orignal", "Did you mean 'original'?"),
        ("bench original --tier weeks", "has no tier 'weeks'"),
        ("bench original --teacher adr --level no", "'adr-v0' requires mastery"),
        ("bench original", "bench needs a folder for its records"),
        ("bench original --import no_such_module --dry-run", "Cannot import 'no_such_module'"),
    ],
)
def test_mistakes(arguments: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert words in err and out == ""
    assert len(err.strip().splitlines()) == 1


def test_dry_run_says_runs_and_core_hours(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bench challenges --tier full --dry-run --json") == 0
    value = json.loads(capsys.readouterr().out)
    assert set(value) == {"runs", "steps", "core_hours"}
    assert value["core_hours"] > 10_000


@pytest.mark.skipif(not present(), reason="the compiled core of the tracks is not installed")
def test_a_short_training_and_its_resumption(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "walker"
    assert run(f"train --task 0,6 --steps 2k --checkpoint-every 1k --seed 3 -o {folder} --json") == 0
    first = json.loads(capsys.readouterr().out)
    assert first["steps"] == 2000 and first["finished"] and len(first["evaluations"]) == 1
    assert run(f"resume {folder} --json") == 0
    assert json.loads(capsys.readouterr().out) == first
    assert run(f"train --task 0,6 --steps 2k -o {folder}") == 2
    assert "already holds a run" in capsys.readouterr().err
