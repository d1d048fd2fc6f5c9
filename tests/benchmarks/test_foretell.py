"""The study of measures and costs: patience, medians, censoring, too few tasks."""

from __future__ import annotations

from math import inf, log
from pathlib import Path

import pytest
from benchmarks.foretell.judge import compare, pooled, target_of
from benchmarks.foretell.runs import Job, Run, kept, walk

from gradus.stream import make

NAMES = [f"t{i}" for i in range(12)]


def run(noise: float = 0.0, passed: int = 12) -> Run:
    """Cost rises with the number of a task; the last ones are not passed."""
    floor = {name: 100.0 + (i * 7) % 5 for i, name in enumerate(NAMES)}
    steps = {name: round(floor[name] + 50 * ((i * 5) % 12) + noise) for i, name in enumerate(NAMES[:passed])}
    alone = {name: steps[name] + 30 for name in steps}
    return Run(floor, steps, alone, NAMES[passed:])


def known() -> dict[str, dict[str, float]]:
    return {name: {"C_mu": float((i * 5) % 12), "hides": float(i % 2)} for i, name in enumerate(NAMES)}


def test_a_measure_that_tells_the_cost_is_found() -> None:
    rows = {(r["target"], r["measure"]): r for r in compare([([run(), run(1), run(2)], known())])}
    assert rows["cost", "C_mu"]["n"] == 12 and rows["cost", "C_mu"]["rho"] > 0.9
    assert rows["cost", "C_mu"]["low"] > 0.5 > rows["cost", "hides"]["low"]
    assert "rho" not in rows["cost", "after"] and rows["cost", "after"]["n"] == 0


def test_targets_are_medians_over_seeds() -> None:
    runs = [run(), run(10), run(90, passed=11)]
    assert target_of(runs, "t1", "cost") == 260
    assert target_of(runs, "t1", "transfer") == pytest.approx(log(360 / 390))
    assert target_of(runs, "t11", "cost") is None  # one seed did not pass it
    assert target_of(runs, "t11", "effort") == 50 * 7 + 10
    assert target_of([run(passed=11)] * 3, "t11", "effort") == inf


def test_tasks_not_passed_count_as_dearest() -> None:
    few = [run(passed=3)] * 3
    said = {(r["target"], r["measure"]): r for r in compare([(few, known())])}
    assert "rho" not in said["cost", "C_mu"] and said["cost", "C_mu"]["n"] == 3
    assert "rho" not in said["effort", "C_mu"]  # three passed are too few to tell
    more = {(r["target"], r["measure"]): r for r in compare([([run(passed=8)] * 3, known())])}
    assert more["effort", "C_mu"]["n"] == 12 and "rho" in more["effort", "C_mu"]


def test_tasks_not_passed_are_told_apart_by_instances_solved() -> None:
    begun = run(passed=3)
    begun.solved = {name: 12 - (i * 5) % 12 for i, name in enumerate(NAMES) if i >= 3}
    assert target_of([begun] * 3, "t3", "progress") == 1e9 - 9
    measured = {**known(), **{name: {"C_mu": -1.0, "hides": 0.0} for name in NAMES[:3]}}
    said = {(r["target"], r["measure"]): r for r in compare([([begun] * 3, measured)])}
    assert said["progress", "C_mu"]["n"] == 12 and said["progress", "C_mu"]["rho"] > 0.9
    untouched = {(r["target"], r["measure"]): r for r in compare([([run(passed=3)] * 3, known())])}
    assert "rho" not in untouched["progress", "C_mu"]  # of three tasks only an instance was ever solved


def test_curricula_are_pooled_by_ranks_within_each() -> None:
    column = {"a": 1.0, "b": 5.0, "c": inf}
    table = dict.fromkeys(("measure", "target", "place", "floor"), column)
    found = pooled([table, table])
    assert len(found["target"]) == 6 and found["target"]["0 c"] == inf
    assert found["measure"]["0 a"] == found["measure"]["1 a"] < found["measure"]["1 b"] < 1
    both = {
        (r["target"], r["measure"]): r for r in compare([([run()] * 3, known()), ([run(3)] * 3, known())])
    }
    assert both["cost", "C_mu"]["n"] == 24


def test_a_task_that_takes_too_long_is_left_for_the_next(tmp_path: Path) -> None:
    job = Job("round1", "repeat", 1)
    two = make("round1").only("micro1", "micro4")
    steps, late = walk(two, job, {"micro1": 300, "micro4": 2000})
    assert late == {"micro1": 0} and 0 < steps["micro4"] < 2000
    ended, late = walk(two, Job("round1", "repeat", 1, ends=True), {"micro1": 300, "micro4": 2000})
    assert ended == {} and late == {"micro1": 0}
    path = tmp_path / f"{job.key}.json"
    path.write_text('{"floor": {"micro1": 5.0}, "steps": {}, "alone": {}, "left": ["micro1"]}')
    assert kept(job, tmp_path) == Run({"micro1": 5.0}, left=["micro1"])
