"""A run may name its own records; they stay inside its folder and are cut back like the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradus.school import RunFolder, UserError


def test_named_records_are_kept_and_cut(tmp_path: Path) -> None:
    description = {"records": ["outcomes.jsonl", "tests.jsonl"]}
    with RunFolder.create(tmp_path / "run", description) as run:
        run.append_row("tests.jsonl", {"b": 1, "a": 2})
        run.checkpoint({"at": 1})
        run.append_row("tests.jsonl", {"lost": True})
    assert not (tmp_path / "run" / "transcript.bin").exists()
    assert len(list(RunFolder.read(tmp_path / "run").rows("tests.jsonl"))) == 2
    run, state, _ = RunFolder.resume(tmp_path / "run")
    run.close()
    assert state == {"at": 1}
    assert (tmp_path / "run" / "tests.jsonl").read_text() == '{"a":2,"b":1}\n'


def test_records_outside_the_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="outside its folder"):
        RunFolder.create(tmp_path / "run", {"records": ["../x"]})


def test_a_torn_last_line_is_left_out(tmp_path: Path) -> None:
    with RunFolder.create(tmp_path / "run", {"records": ["a.jsonl"]}) as run:
        run.append_row("a.jsonl", {"n": 1})
    with (tmp_path / "run" / "a.jsonl").open("a") as file:
        file.write('{"n": 2')
    assert list(RunFolder.read(tmp_path / "run").rows("a.jsonl")) == [{"n": 1}]
