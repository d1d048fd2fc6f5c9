"""Runs side by side: curves with intervals over seeds, paired differences, and what each run mastered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import accumulate
from typing import Any

import numpy as np
from scipy import stats

from gradus import charts
from gradus.charts import Curve, Plot
from gradus.school import UserError
from gradus.web.library import Library

_LEVEL = 0.9
"""Of all intervals on the page, as in the exams."""
_FEWEST = 3
"""Runs below which no interval is stated."""
_POINTS = 400
"""Of a curve that is sent: more than there are pixels for."""
_GRID = 200
"""Points of a mean curve whose runs were not looked at in the same places."""
_VERSION = re.compile(r"-v\d+(?=$|,)")
GROUPS = ("teacher", "who", "where", "name")
"""What runs can be grouped by; the first is usual on the tracks, the second in the stream."""


def compare(library: Library, keys: list[str], by: str = "") -> dict[str, Any]:
    """Everything the page shows about some runs of one kind."""
    if by and by not in GROUPS:
        raise UserError(f"Runs are grouped by {', '.join(GROUPS)}, not by {by!r}.")
    runs = [curve(library, key, by) for key in keys]
    if len({run["kind"] for run in runs}) > 1:
        raise UserError("Lessons and trainings cannot be compared: choose runs of one kind.")
    groups: dict[str, list[dict[str, Any]]] = {}
    for run in runs:
        groups.setdefault(run["group"], []).append(run)
    words = " ".join(library.entry(run["id"]).typed for run in runs)
    pairs = _pairs(groups)
    return {
        "runs": runs,
        "groups": [{"name": name, "n": len(some)} for name, some in groups.items()],
        "plots": _plots(runs, groups) | {"apart": _apart(pairs, runs[0]["label"])},
        "pairs": pairs,
        "level": _LEVEL,
        "command": f"gradus report {words} -o report.html",
    }


def frames(kind: str, description: Mapping[str, Any]) -> dict[str, Plot]:
    """The charts of a run, still empty: its page fills them in while the record grows."""
    if kind == "lesson":
        return {"passed": charts.passed([], [])}
    from gradus.tracks import SUCCESS

    planned = int((description.get("plan") or {}).get("steps") or 0)
    return {
        "returns": charts.returns(([], []), ([], []), None, planned, SUCCESS),
        "mastered": charts.mastered([], [], planned),
        "progress": charts.progress([], [], planned),
    }


def _plots(runs: list[dict[str, Any]], groups: Mapping[str, list[dict[str, Any]]]) -> dict[str, Plot]:
    """The mean of every group with its band, and every run in the colour of its group."""
    is_lesson, names = runs[0]["kind"] == "lesson", list(groups)
    bands = [_band(name, some, place) for place, (name, some) in enumerate(groups.items())]
    single = [Curve(run["name"], run["x"], run["y"], look=names.index(run["group"])) for run in runs]
    what = runs[0]["label"]
    return {
        "groups": charts.curves(bands, what),
        "singles": charts.curves(single, what, stairs=is_lesson, thin=True),
    }


def _apart(pairs: list[dict[str, Any]], what: str) -> Plot | None:
    ends = [pair for pair in pairs if pair["seeds"] and not pair["what"].startswith("steps")]
    rows = [
        (
            f"{_VERSION.sub('', pair['one'])} − {_VERSION.sub('', pair['two'])}",
            pair["differences"],
            [f"seed {seed}" for seed in pair["seeds"]],
            (pair["mean"], pair.get("low", pair["mean"]), pair.get("high", pair["mean"])),
        )
        for pair in ends
    ]
    return charts.differences(rows, what)


def curve(library: Library, key: str, by: str = "") -> dict[str, Any]:
    """One run: mastered share over steps on the tracks, tasks passed over steps in the stream."""
    row = library.entry(key).summary()
    if row["kind"] not in ("lesson", "training"):
        raise UserError(f"{row['name'][:200]} is no run that can be compared.")
    about = {"id": key, "name": row["name"], "seed": row["seed"], "kind": row["kind"]}
    is_training = row["kind"] == "training"
    about["group"] = row[by or GROUPS[0 if is_training else 1]]
    return about | (_training(library, key) if is_training else _lesson(library, key))


def _training(library: Library, key: str) -> dict[str, Any]:
    from gradus.web.maps import mastery

    rows = library.lines(key, "evaluations.jsonl")
    found = {"x": [row["step"] for row in rows], "y": [float(row["mastered"]) for row in rows]}
    return found | {"label": "test tasks mastered (%)", "mastery": mastery(library, key)}


def _lesson(library: Library, key: str) -> dict[str, Any]:
    outcomes = library.outcomes(key)
    curriculum = library.run(key).expect("lesson", "world")["world"]["curriculum"]
    threshold = int(curriculum.get("settings", {}).get("success_threshold", 5))
    streaks, needed, passed = dict[str, int](), dict[str, int](), set[str]()
    y = []
    for task, solved, steps in zip(outcomes.tasks, outcomes.solved, outcomes.steps, strict=True):
        streaks[task] = streaks.get(task, 0) + 1 if solved else 0
        if task not in passed:
            needed[task] = needed.get(task, 0) + steps
        if streaks[task] >= threshold:
            passed.add(task)
        y.append(float(len(passed)))
    x = list(accumulate(outcomes.steps))
    places = sorted({round(i) for i in np.linspace(0, len(x) - 1, min(_POINTS, len(x)))}) if x else []
    steps_to_pass = {task: needed[task] for task in needed if task in passed}
    return {
        "x": [0, *(x[i] for i in places)],
        "y": [0.0, *(y[i] for i in places)],
        "label": "tasks passed",
        "tasks": [row["id"] for row in curriculum["tasks"]],
        "steps_to_pass": steps_to_pass,
        "complete": len(passed) == len(curriculum["tasks"]),
    }


def _values(run: Mapping[str, Any], grid: list[int]) -> list[float]:
    """The curve of a run in some places: between two looks on a line, or in the stream as it was at the last one."""
    if run["kind"] == "training":
        return [float(v) for v in np.interp(grid, run["x"], run["y"])]
    places = np.searchsorted(run["x"], grid, side="right") - 1
    return [run["y"][place] for place in places]


def _grid(runs: list[dict[str, Any]]) -> list[int]:
    """Where a mean can be taken: the places that all share, else evenly over what all have lived through."""
    if any(not run["x"] for run in runs):
        return []
    shared = set.intersection(*(set(run["x"]) for run in runs))
    if runs[0]["kind"] == "training" and len(shared) >= min(len(run["x"]) for run in runs):
        return sorted(shared)
    # A walk that passed everything stays where it is: it does not end the comparison.
    ends = [run["x"][-1] for run in runs if not run.get("complete")] or [max(run["x"][-1] for run in runs)]
    first, last = max(run["x"][0] for run in runs), min(ends)
    return sorted({round(v) for v in np.linspace(first, last, _GRID)}) if last > first else []


def _band(name: str, runs: list[dict[str, Any]], look: int) -> Curve:
    """The mean curve of a group; with enough runs an interval of Student's t, cut where the scale ends."""
    grid = _grid(runs)
    values = np.array([_values(run, grid) for run in runs])
    mean = values.mean(axis=0).tolist() if grid else []
    line = Curve(f"{_VERSION.sub('', name)} (n = {len(runs)})", grid, mean, look=look)
    if not grid or len(runs) < _FEWEST:
        return line
    reach = stats.t.ppf(0.5 + _LEVEL / 2, len(runs) - 1) * values.std(axis=0, ddof=1) / np.sqrt(len(runs))
    most = np.inf if runs[0]["kind"] == "lesson" else 100.0
    low, high = (np.clip(values.mean(axis=0) + side * reach, 0.0, most).tolist() for side in (-1, 1))
    return line._replace(low=low, high=high)


def _pairs(groups: Mapping[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Figures of two groups, seed by seed: at the last step that both runs of a pair reached."""
    names, found = list(groups), []
    for i, one in enumerate(names):
        for two in names[i + 1 :]:
            runs = [{run["seed"]: run for run in groups[name] if run["x"]} for name in (one, two)]
            seeds = sorted(set(runs[0]) & set(runs[1]), key=str)
            pairs = [(runs[0][seed], runs[1][seed]) for seed in seeds]
            found.append(_paired(one, two, seeds, pairs, "at the end"))
            if pairs and pairs[0][0]["kind"] == "lesson":
                found.append(_paired(one, two, seeds, pairs, "steps for the tasks that both passed"))
    return found


def _paired(one: str, two: str, seeds: list[Any], pairs: list[Any], what: str) -> dict[str, Any]:
    figure = _at_the_end if what == "at the end" else _steps_both
    apart = [figure(a, b) for a, b in pairs]
    label = pairs[0][0]["label"] if pairs and what == "at the end" else ""
    row: dict[str, Any] = {"one": one, "two": two, "seeds": seeds, "differences": apart}
    row["what"] = f"{label} {what}".strip()
    row["mean"] = float(np.mean(apart)) if apart else None
    if len(apart) >= _FEWEST:
        spread = float(np.std(apart, ddof=1)) / np.sqrt(len(apart))
        reach = float(stats.t.ppf(0.5 + _LEVEL / 2, len(apart) - 1)) * spread
        row["low"], row["high"] = row["mean"] - reach, row["mean"] + reach
    return row


def _at_the_end(one: Mapping[str, Any], two: Mapping[str, Any]) -> float:
    ends = [run["x"][-1] for run in (one, two) if not run.get("complete")]
    end = min(ends) if ends else max(one["x"][-1], two["x"][-1])
    return _values(one, [end])[0] - _values(two, [end])[0]


def _steps_both(one: Mapping[str, Any], two: Mapping[str, Any]) -> float:
    both = set(one["steps_to_pass"]) & set(two["steps_to_pass"])
    return float(sum(one["steps_to_pass"][task] - two["steps_to_pass"][task] for task in both))
