"""Runs side by side: curves with intervals over seeds, paired differences, and what the descriptions differ in."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

import numpy as np
from scipy import stats

from gradus.web.library import Library, describe
from gradus.web.records import Tail, json_rows

_LEVEL = 0.9
_FEWEST = 3
"""Runs below which no interval is stated."""
_POINTS = 400


def compare(library: Library, keys: list[str]) -> dict[str, Any]:
    """Everything the page shows about some runs of one kind."""
    runs = [curve(library, key) for key in keys]
    groups: dict[str, list[dict[str, Any]]] = {}
    for run in runs:
        groups.setdefault(run["group"], []).append(run)
    return {
        "runs": runs,
        "groups": [_band(name, some) for name, some in groups.items()],
        "pairs": _pairs(groups),
        "differences": _differences([describe(library.entry(key)) for key in keys[:2]])
        if len(keys) > 1
        else [],
        "level": _LEVEL,
        "command": f"gradus report {' '.join(run['name'] for run in runs)} -o report.html",
    }


def curve(library: Library, key: str) -> dict[str, Any]:
    """One run: mastered share over steps on the tracks, tasks passed over steps in the stream."""
    entry = library.entry(key)
    row = entry.summary()
    if row["kind"] == "training":
        rows = json_rows(Tail(entry.path / "evaluations.jsonl"))
        x, y, label = [r["step"] for r in rows], [r["mastered"] for r in rows], "mastered %"
        group = row["teacher"]
    else:
        x, y, label = *_passed(library, key), "tasks passed"
        group = row["who"]
    return {
        "id": key,
        "name": row["name"],
        "group": group,
        "seed": row["seed"],
        "x": x,
        "y": y,
        "label": label,
    }


def _passed(library: Library, key: str) -> tuple[list[int], list[float]]:
    outcomes = library.outcomes(key)
    settings = library.run(key).description["world"]["curriculum"].get("settings", {})
    threshold, streaks, passed = int(settings.get("success_threshold", 5)), dict[str, int](), set[str]()
    y = []
    for task, solved in zip(outcomes.tasks, outcomes.solved, strict=True):
        streaks[task] = streaks.get(task, 0) + 1 if solved else 0
        if streaks[task] >= threshold:
            passed.add(task)
        y.append(float(len(passed)))
    x = list(accumulate(outcomes.steps))
    places = sorted({round(i) for i in np.linspace(0, len(x) - 1, min(_POINTS, len(x)))}) if x else []
    return [x[i] for i in places], [y[i] for i in places]


def _band(name: str, runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The mean curve of a group; with enough runs an interval of Student's t at every point all of them share."""
    shared = sorted(set.intersection(*(set(run["x"]) for run in runs))) if runs else []
    values = np.array([[run["y"][run["x"].index(x)] for x in shared] for run in runs])
    band: dict[str, Any] = {"name": name, "n": len(runs), "x": shared}
    band["mean"] = values.mean(axis=0).tolist() if shared else []
    if shared and len(runs) >= _FEWEST:
        reach = stats.t.ppf(0.5 + _LEVEL / 2, len(runs) - 1) * values.std(axis=0, ddof=1) / np.sqrt(len(runs))
        band["low"], band["high"] = (
            (values.mean(axis=0) - reach).tolist(),
            (values.mean(axis=0) + reach).tolist(),
        )
    return band


def _pairs(groups: Mapping[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Final figures of two groups, seed by seed."""
    names, found = list(groups), []
    for i, one in enumerate(names):
        for two in names[i + 1 :]:
            ends = [{run["seed"]: run["y"][-1] for run in groups[name] if run["y"]} for name in (one, two)]
            seeds = sorted(set(ends[0]) & set(ends[1]), key=str)
            apart = [ends[0][seed] - ends[1][seed] for seed in seeds]
            row: dict[str, Any] = {"one": one, "two": two, "seeds": seeds, "differences": apart}
            row["mean"] = float(np.mean(apart)) if apart else None
            if len(apart) >= _FEWEST:
                spread = float(np.std(apart, ddof=1)) / np.sqrt(len(apart))
                reach = float(stats.t.ppf(0.5 + _LEVEL / 2, len(apart) - 1)) * spread
                row["low"], row["high"] = row["mean"] - reach, row["mean"] + reach
            found.append(row)
    return found


def _differences(descriptions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Entries in which two descriptions differ."""
    one, two = (dict(_flat(description)) for description in descriptions)
    names = sorted(set(one) | set(two))
    return [
        {"entry": name, "one": one.get(name), "two": two.get(name)}
        for name in names
        if one.get(name) != two.get(name)
    ][:200]


def _flat(value: Any, name: str = "") -> list[tuple[str, Any]]:
    if isinstance(value, Mapping):
        return [
            row for key, part in value.items() for row in _flat(part, f"{name}.{key}" if name else str(key))
        ]
    return [(name, value if not isinstance(value, list) or len(value) < 20 else f"{len(value)} entries")]
