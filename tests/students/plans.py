"""Small plans on the point track, for every test that needs a whole run."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import tests.students.point  # noqa: F401  # makes the point track known

from gradus.students import Plan

PLACES = tuple((x, -1.0) for x in (0.0, 0.2, 0.4, 0.6))
SMALL: dict[str, dict[str, Any]] = {
    "ppo": {"samples": 400, "minibatch": 100, "hidden": (32, 32), "learning_rate": 3e-3},
    "sac": {
        "hidden": (32, 32),
        "batch": 64,
        "memory": 1000,
        "margin": 700,
        "random_steps": 300,
        "steps_per_update": 2,
    },
}


def plan(student: str = "ppo", **changes: Any) -> Plan:
    """A run of seconds."""
    base: dict[str, Any] = {
        "track": "point",
        "body": "point",
        "test": PLACES,
        "student": student,
        "previews": 5,
    }
    base |= {"student_settings": SMALL[student], "lanes": 20 if student == "ppo" else 1}
    base |= {"steps": 2000, "evaluate_every": 1000, "preview_every": 1000, "checkpoint_every": 500}
    base |= {"keep_every": 1000}
    return Plan(**(base | changes))


def fingerprint(run: Path) -> dict[str, str]:
    """A digest of everything a run promises: its records, its last state and its weights."""
    names = ["run.json", "outcomes.jsonl", "evaluations.jsonl", "previews.jsonl", "actions.bin"]
    names += sorted(str(path.relative_to(run)) for path in run.glob("checkpoint/kept/*.npz"))
    digests = {name: hashlib.sha256((run / name).read_bytes()).hexdigest() for name in names}
    content = json.loads((run / "checkpoint" / "state.json").read_text())
    with np.load(run / "checkpoint" / f"{content['number']}.npz") as data:
        weights = b"".join(data[name].tobytes() for name in sorted(data.files))
    for name in ("number", "checksum"):  # how often it was saved may differ after a kill
        content.pop(name)
    digests["state"] = json.dumps(content, sort_keys=True)
    return digests | {"arrays": hashlib.sha256(weights).hexdigest()}
