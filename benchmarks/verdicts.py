"""How often the exams' intervals cover the truth and how often their verdicts are wrong, by simulation.

    python benchmarks/verdicts.py [--exams 4000] [--seed 1] [--json FILE]

Costs are log-normal, as steps to pass a task are. In a null exam nothing differs between the arms but this: the runs of
one arm walk all tasks and carry a share of their luck from task to task, those of the other take each task alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from gradus.exams import statistics
from gradus.exams.compare import Arm, Comparison, compare

LEVEL = 0.9
ARMS = ((2, 2), (3, 3), (5, 5), (7, 7), (5, 10), (5, 15))
LUCK = (0.0, 0.3, 0.8)
TASKS = 45
Rows = list[dict[str, Any]]


def coverage(rng: np.random.Generator, exams: int) -> Rows:
    """How often the interval of a factor of 1/2 holds it, and how wide it is, beside the bootstrap it replaced."""
    rows = []
    for ours, theirs in ARMS:
        drawn = [
            (rng.lognormal(np.log(300), 0.8, ours), rng.lognormal(np.log(600), 0.8, theirs))
            for _ in range(exams)
        ]
        exact = [statistics.ratio_interval(a, b, LEVEL) for a, b in drawn]
        old = [_bootstrapped(a, b, i) for i, (a, b) in enumerate(drawn[: exams // 4])]
        row = {
            "runs": f"{ours} against {theirs}",
            "exact covers": _covers(exact),
            "exact width": _width(exact),
        }
        rows.append({**row, "bootstrap covers": _covers(old), "bootstrap width": _width(old)})
    return rows


def _bootstrapped(a: Any, b: Any, seed: int) -> statistics.Interval:
    """The interval of before: a bootstrap of the ratio of medians, also of two runs."""

    def ratio_of_medians(top: Any, bottom: Any) -> Any:
        return np.median(top, axis=-1) / np.median(bottom, axis=-1)

    return statistics.bootstrap((a, b), ratio_of_medians, seed, LEVEL, fewest=2)


def _covers(found: list[statistics.Interval]) -> float | None:
    known = [x for x in found if np.isfinite(x.low)]
    return float(np.mean([x.low <= 0.5 <= x.high for x in known])) if known else None


def _width(found: list[statistics.Interval]) -> float | None:
    """The median factor between the two ends."""
    known = [x.high / x.low for x in found if np.isfinite(x.low) and x.low > 0]
    return float(np.median(known)) if known else None


def paired_coverage(rng: np.random.Generator, exams: int) -> Rows:
    """The same for pairs, as forgetting compares them: each run has its own luck, in both times."""
    rows = []
    for runs in (3, 5, 7, 10):
        luck = rng.lognormal(0, 1, (exams, runs))
        first, again = (luck * rng.lognormal(0, 0.4, luck.shape) for _ in range(2))
        found = [statistics.paired_interval(0.5 * b / a, LEVEL) for a, b in zip(first, again, strict=True)]
        alarms = [statistics.paired_test(np.log(b / a)).p <= 0.05 for a, b in zip(first, again, strict=True)]
        row = {"runs": runs, "covers": _covers(found), "width": _width(found)}
        rows.append({**row, "called worse without a difference": float(np.mean(alarms))})
    return rows


def null_exams(rng: np.random.Generator, exams: int) -> Rows:
    """False verdicts of whole exams, one-sided at 0.05, and how many of their single tasks get one."""
    rows = []
    for ours, theirs in ARMS[1:]:
        for luck in LUCK:
            tests = [_whole(*_null_arms(rng, ours, theirs, luck)) for _ in range(exams)]
            better, worse = np.mean(np.array(tests) <= 0.05 + 1e-12, axis=0)
            some = [_compared(*_null_arms(rng, ours, theirs, luck)) for _ in range(max(1, exams // 20))]
            single = [sum(row.verdict in ("gradual", "negative") for row in part.rows) for part in some]
            row = {"runs": f"{ours} against {theirs}", "luck carried on": luck, "gradual": float(better)}
            row |= {"negative": float(worse), "single verdicts": float(np.mean(single))}
            rows.append({**row, "single verdicts stated": some[0].whole.expected_false})
    return rows


def _null_arms(rng: np.random.Generator, ours: int, theirs: int, luck: float) -> tuple[Any, Any]:
    own = rng.normal(0, np.sqrt(luck), (1, ours)) + rng.normal(0, np.sqrt(1 - luck), (TASKS, ours))
    other = rng.normal(0, 1, (TASKS, theirs))
    return np.exp(6 + 0.8 * own).round(), np.exp(6 + 0.8 * other).round()


def _whole(ours: Any, theirs: Any) -> tuple[float, float]:
    less, greater = (statistics.permutation_test(ours, theirs, 0, side).p for side in ("less", "greater"))
    return less, greater


def _compared(ours: Any, theirs: Any) -> Comparison:
    arms = [Arm(steps, np.full(steps.shape, 20.0)) for steps in (ours, theirs)]
    return compare([f"task {i}" for i in range(TASKS)], *arms, level=LEVEL, seed=0)


def nothing_to_learn(rng: np.random.Generator, exams: int) -> Rows:
    """False verdicts on tasks at their floor, where one arm is always a little slower."""
    floors = np.full((1, 5), 100.0)
    verdicts = []
    for _ in range(exams):
        ours = Arm(100 + rng.integers(4, 9, (1, 5)).astype(float), floors)
        theirs = Arm(100 + rng.integers(0, 4, (1, 5)).astype(float), floors)
        verdicts.append(compare(["t"], ours, theirs, level=LEVEL, seed=0).rows[0].verdict)
    return [{"verdict": word, "share": verdicts.count(word) / exams} for word in dict.fromkeys(verdicts)]


PARTS: dict[str, tuple[Callable[[np.random.Generator, int], Rows], float]] = {
    "Intervals of a factor": (coverage, 1.0),
    "Pairs": (paired_coverage, 1.0),
    "Null exams of 45 tasks": (null_exams, 0.5),
    "Tasks with nothing to learn": (nothing_to_learn, 0.25),
}


def markdown(rows: Rows) -> Iterator[str]:
    """A table in the documentation's form."""
    yield "| " + " | ".join(rows[0]) + " |"
    yield "|" + "---|" * len(rows[0])
    for row in rows:
        yield "| " + " | ".join(_cell(value) for value in row.values()) + " |"


def _cell(value: Any) -> str:
    if value is None:
        return "none"
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--exams", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found = {
        title: make(np.random.default_rng(given.seed), max(1, int(share * given.exams)))
        for title, (make, share) in PARTS.items()
    }
    for title, rows in found.items():
        print(f"\n{title}\n")
        print("\n".join(markdown(rows)))
    if given.json:
        given.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
