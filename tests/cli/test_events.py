"""TensorBoard events: what a reader of the event files finds is what the training's record says."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from tests.students.plans import plan

from gradus.cli.events import events
from gradus.school import UserError
from gradus.students import Training

pytest.importorskip("tensorboardX")
pytest.importorskip("jax")


def scalars(folder: Path) -> dict[str, dict[int, float]]:
    """Every scalar of an event folder: its name, and its value at each step."""
    from tensorboardX.proto.event_pb2 import Event

    found: dict[str, dict[int, float]] = {}
    for path in sorted(folder.iterdir()):
        data, at = path.read_bytes(), 0
        while at < len(data):
            (length,) = struct.unpack_from("<Q", data, at)  # then a checksum, the event, another checksum
            event = Event.FromString(data[at + 12 : at + 12 + length])
            at += 12 + length + 4
            for value in event.summary.value:
                found.setdefault(value.tag, {})[event.step] = value.simple_value
    return found


def test_events_repeat_the_record(tmp_path: Path) -> None:
    training = Training.create(None, plan())
    training.run(events(tmp_path))
    found = scalars(tmp_path)
    assert found["tests/mastered"] == pytest.approx({e.step: e.mastered for e in training.evaluations})
    returns = {e.step: sum(e.returns) / len(e.returns) for e in training.evaluations}
    assert found["tests/return"] == pytest.approx(returns, rel=1e-6)
    assert max(found["training/return"]) == training.steps
    assert {"update/policy", "update/value", "update/entropy"} <= set(found)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UserError, match=r"No events can be written to .*file"):
        events(tmp_path / "file")
