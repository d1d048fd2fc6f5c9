"""``gradus train`` and ``gradus bench``: one JSON value for programs, one sentence and exit code 2 for mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gradus.cli import main
from gradus.cli.training_view import count, sparkline
from gradus.school import UserError


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
    for text in ("", "many", "0", "-3k", "0.5", "nan", "inf"):
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
        ("train --task 0 --steps 1k", "is 2 numbers (stump_height, obstacle_spacing), not '0'"),
        ("train --task 0,6 --track moon --steps 1k", "There is no track named 'moon', only stump, parkour"),
        ("train --task 0,6 --teacher adr --steps 1k", "--teacher adr has no meaning with --task"),
        ("train --steps inf", "steps must be a whole number of at least 1, not 'inf'"),
        ("train --steps 1k --forget-every 0", "forget_every must be a whole number of at least 1, not '0'"),
        ("train --student-option x --steps 1k", "A setting is written name=value, not 'x'"),
        pytest.param(
            "train --student-option hidden=x --steps 1k",
            "hidden must be a list of layer sizes",
            marks=pytest.mark.tracks,
        ),
        pytest.param(
            "train --student-option hidden=8,0 --steps 1k",
            "Each size in hidden must be a whole number",
            marks=pytest.mark.tracks,
        ),
        pytest.param(
            "train --student-option gamma=2 --steps 1k",
            "gamma must be between 0 and 1, not 2",
            marks=pytest.mark.tracks,
        ),
        pytest.param(
            "train --student sac --student-option polyak=x --steps 1k",
            "polyak must be a finite number, not 'x'",
            marks=pytest.mark.tracks,
        ),
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


@pytest.mark.tracks
def test_a_short_training_and_its_resumption(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "walker"
    assert run(f"train --task 0,6 --steps 2k --checkpoint-every 1k --seed 3 -o {folder} --json") == 0
    first = json.loads(capsys.readouterr().out)
    assert first["steps"] == 2000 and first["finished"] and len(first["evaluations"]) == 1
    assert run(f"resume {folder} --json") == 0
    assert json.loads(capsys.readouterr().out) == first
    assert run(f"train --task 0,6 --steps 2k -o {folder}") == 2
    assert "already holds a run" in capsys.readouterr().err


@pytest.mark.tracks
def test_a_long_training_without_a_record_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gradus.cli.train.LONG", 500)
    options = "--student-option samples=100 --student-option minibatch=50 --student-option hidden=8,8"
    for steps, said in ((400, False), (500, True)):
        assert run(f"train --task 0,6 --steps {steps} --evaluate-every {steps} {options}") == 0
        assert ("nothing of this training is kept" in capsys.readouterr().err) == said


def test_a_suite_that_is_no_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "suite.toml").write_bytes(b"\xff\xfe")
    assert run(f"bench {tmp_path / 'suite.toml'} --dry-run") == 2
    assert "is not valid: " in capsys.readouterr().err


def test_bodies_spaces_and_test_sets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("tracks list") == 0
    out = capsys.readouterr().out
    assert "13 bodies" in out and "mostly-infeasible" in out and "Test sets: stump, walk, swim, climb." in out
    assert run("tracks list --json") == 0
    value = json.loads(capsys.readouterr().out)
    assert len(value["bodies"]) == 13 and value["spaces"]["parkour"] == ["medium", "easy", "hard"]
