"""Run folders: nothing is lost or half-written."""

import json
import os
import stat
from pathlib import Path

import numpy as np
import pytest

from gradus.school import DamagedError, Outcome, RunFolder, Ticket, UserError
from gradus.school.files import replace_file


def an_outcome(n, extras=None):
    return Outcome(Ticket("micro1", 0, n, n), 10, 3.0, True, "solved", extras or {})


def a_run(path, outcomes=3):
    run = RunFolder.create(path, {"seed": 0})
    for n in range(outcomes):
        run.append_outcome(an_outcome(n))
        run.append_transcript(bytes([n, n, 1]))
    return run


def test_outcomes_and_transcript_come_back(tmp_path):
    with a_run(tmp_path / "r") as run:
        run.append_outcome(an_outcome(3, {"note": "x"}))
    again = RunFolder.read(tmp_path / "r")
    assert [o.ticket.serial for o in again.outcomes()] == [0, 1, 2, 3]
    assert list(again.outcomes())[-1] == an_outcome(3, {"note": "x"})
    assert again.transcript() == bytes([0, 0, 1, 1, 1, 1, 2, 2, 1])
    assert again.description == {"seed": 0}


def test_resume_cuts_back_to_the_checkpoint(tmp_path):
    with a_run(tmp_path / "r") as run:
        run.checkpoint({"step": 3}, {"weights": np.arange(3.0)})
        run.append_outcome(an_outcome(9))
        run.append_transcript(b"torn!")
    run, state, arrays = RunFolder.resume(tmp_path / "r")
    with run:
        assert state == {"step": 3}
        np.testing.assert_array_equal(arrays["weights"], [0, 1, 2])
        run.append_outcome(an_outcome(3))
    assert [o.ticket.serial for o in run.outcomes()] == [0, 1, 2, 3]
    assert len(run.transcript()) == 9


def test_resume_without_checkpoint_starts_again(tmp_path):
    a_run(tmp_path / "r").close()
    run, state, arrays = RunFolder.resume(tmp_path / "r")
    with run:
        assert (state, arrays) == (None, {})
        assert list(run.outcomes()) == []


def test_only_the_newest_arrays_stay(tmp_path):
    with a_run(tmp_path / "r") as run:
        for n in range(3):
            run.checkpoint({"n": n}, {"x": np.full(2, n)})
    assert [p.name for p in sorted((tmp_path / "r/checkpoint").iterdir())] == ["3.npz", "state.json"]


def test_a_torn_line_is_left_out_and_a_damaged_record_is_named(tmp_path):
    a_run(tmp_path / "r").close()
    path = tmp_path / "r" / "outcomes.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:20])  # a writer was killed before it could seal this
    assert len(list(RunFolder.read(tmp_path / "r").outcomes())) == 3
    for damaged in (whole[:-7], b"nonsense\n" + whole, whole.replace(b"3.0", b"4.0", 1), b""):
        path.write_bytes(damaged)
        with pytest.raises(DamagedError, match=r"outcomes.jsonl is damaged: its bytes do not fit seal.json"):
            list(RunFolder.read(tmp_path / "r").outcomes())


@pytest.mark.parametrize(
    "damage",
    [b"{", b"", b'{"number": 1}', b'{"number":1,"state":{},"offsets":{},"arrays":true}', b'{"format":2}'],
)
def test_a_damaged_checkpoint_is_one_sentence(tmp_path, damage):
    with a_run(tmp_path / "r") as run:
        run.checkpoint({"n": 1})
    (tmp_path / "r/checkpoint/state.json").write_bytes(damage)
    with pytest.raises(UserError, match=r"damaged|not valid JSON"):
        RunFolder.resume(tmp_path / "r")


def test_a_record_shorter_than_its_checkpoint_is_refused(tmp_path):
    with a_run(tmp_path / "r") as run:
        run.checkpoint({})
    (tmp_path / "r/transcript.bin").write_bytes(b"")
    with pytest.raises(UserError, match="its checkpoint says"):
        RunFolder.resume(tmp_path / "r")


def test_a_folder_holds_one_run_and_one_writer(tmp_path):
    with a_run(tmp_path / "r"):
        with pytest.raises(UserError, match="already holds a run"):
            RunFolder.create(tmp_path / "r", {})
        with pytest.raises(UserError, match="Another process"):
            RunFolder.resume(tmp_path / "r")
    with pytest.raises(UserError, match="not a run folder"):
        RunFolder.read(tmp_path)


def test_an_unwritable_place_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="Cannot write a run"):
        RunFolder.create(tmp_path / "file" / "run", {})


def test_a_failed_write_keeps_the_old_checkpoint(tmp_path, monkeypatch):
    with a_run(tmp_path / "r") as run:
        run.checkpoint({"n": 1})

        def full(_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            run.checkpoint({"n": 2})
    assert json.loads((tmp_path / "r/checkpoint/state.json").read_text())["state"] == {"n": 1}


def test_a_replaced_file_is_synced_before_and_its_folder_after_it_has_its_name(tmp_path, monkeypatch):
    """Without the first a power failure leaves an empty file, without the second the old name."""
    done, sync, replace = [], os.fsync, Path.replace

    def synced(handle):
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def renamed(self, target):
        done.append("name")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    replace_file(tmp_path / "table.json", b"{}")
    assert done == ["file", "name", "folder"]
