"""What a teacher taught: the tasks it chose over time, its inner state, and what the student mastered."""

from __future__ import annotations

from typing import Any

from gradus.students import MASTERED, Plan
from gradus.tracks import task_space
from gradus.web.library import Library

_DOTS = 20_000
"""Tasks that are sent at most; of a longer run evenly many."""
_MAPS = 21
"""Evaluations of a run whose maps are sent at most."""


def training_curves(library: Library, key: str) -> dict[str, Any]:
    """Evaluations of a training, without the returns of every test."""
    rows = library.lines(key, "evaluations.jsonl")
    kept = library.run(key).kept()
    return {
        "evaluations": [
            {
                "step": row["step"],
                "episodes": row.get("episodes"),
                "mastered": row["mastered"],
                "mean": sum(row["returns"]) / len(row["returns"]),
                "returns": row["returns"],
                "replayable": "actions" in row,
            }
            for row in rows
        ],
        "kept": kept,
    }


def teacher_map(library: Library, key: str) -> dict[str, Any]:
    """Tasks in order of their ends, previews with the teacher's shapes, and the test tasks."""
    run = library.run(key)
    plan = Plan.from_json(run.expect("training", "plan")["plan"])
    outcomes = library.outcomes(key)
    space = _space(plan)
    free = [i for i, (low, high) in enumerate(zip(space.low, space.high, strict=True)) if low < high]
    count = len(outcomes)
    places = range(count) if count <= _DOTS else [i * count // _DOTS for i in range(_DOTS)]
    return {
        "names": [space.names[i] for i in free],
        "low": [space.low[i] for i in free],
        "high": [space.high[i] for i in free],
        "free": free,
        "tasks": [[outcomes.tasks[i][j] for j in free] for i in places],
        "returns": [outcomes.rewards[i] for i in places],
        "serials": [outcomes.serials[i] for i in places],
        "places": list(places),
        "episodes": count,
        "previews": [] if plan.rugged else _previews(library, key),
        "preview_every": plan.preview_every,
        "rugged": plan.rugged,
        "tests": [[task[i] for i in free] for task in plan.test_tasks],
    }


def _space(plan: Plan) -> Any:
    if plan.track.startswith(("stump", "parkour")) and (plan.space is None or isinstance(plan.space, str)):
        return task_space(plan.track.rsplit("-v", 1)[0], plan.space)
    from gradus.students import Once

    return plan.make_world(1, Once()).task_space


def _previews(library: Library, key: str) -> list[dict[str, Any]]:
    rows = library.lines(key, "previews.jsonl")
    return [{"step": row["step"], "episodes": row["episodes"], "shapes": row["shapes"]} for row in rows]


def mastery(library: Library, key: str) -> dict[str, Any]:
    """Which test tasks were mastered at each evaluation; of many evaluations evenly some."""
    plan = Plan.from_json(library.run(key).expect("training", "plan")["plan"])
    space, rows = _space(plan), library.lines(key, "evaluations.jsonl")
    free = [i for i, (low, high) in enumerate(zip(space.low, space.high, strict=True)) if low < high]
    last = len(rows) - 1
    places = sorted({round(i * last / (_MAPS - 1)) for i in range(_MAPS)}) if rows else []
    return {
        "names": [space.names[i] for i in free],
        "tests": [[task[i] for i in free] for task in plan.test_tasks],
        "steps": [rows[place]["step"] for place in places],
        "mastered": [[int(value > MASTERED) for value in rows[place]["returns"]] for place in places],
    }
