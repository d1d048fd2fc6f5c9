"""The same promises on the real track: lanes restored by playing their actions again, to the last bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.students.plans import SMALL, fingerprint
from tests.students.test_exactness import stopped

from gradus.students import Plan, Training

pytestmark = pytest.mark.tracks


@pytest.mark.parametrize(
    ("student", "changes"),
    [
        (
            "ppo",
            {"track": "stump", "teacher": "covar-gmm", "space": "mostly-trivial", "body": "small_bipedal"},
        ),
        ("sac", {"track": "parkour", "teacher": "random", "body": "fish", "lanes": 3}),
        (
            "ppo",
            {
                "track": "stump",
                "teacher": "plr",
                "teacher_settings": {"train_on_new": False, "buffer": 16},
                "rugged": True,
            },
        ),
    ],
)
def test_resumed_runs_are_identical(tmp_path: Path, student: str, changes: dict[str, Any]) -> None:
    test = ((0.0, 6.0), (3.0, 0.0)) if changes["track"] == "stump" else "swim"
    entries: dict[str, Any] = {"student": student, "student_settings": SMALL[student], "test": test}
    entries |= {
        "steps": 1600,
        "checkpoint_every": 400,
        "evaluate_every": 800,
        "preview_every": 400,
        "previews": 3,
    }
    plan = Plan(**entries, **changes, track_options={"max_steps": 150})
    Training.create(tmp_path / "whole", plan).run()
    stopped(tmp_path / "stopped", plan, 1110)
    resumed = Training.resume(tmp_path / "stopped")
    assert 400 <= resumed.steps < 1110
    resumed.run()
    assert fingerprint(tmp_path / "stopped") == fingerprint(tmp_path / "whole")
