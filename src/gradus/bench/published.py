"""The figures of the TeachMyAgent paper, to be shown beside ours and never mixed with them."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import scipy  # loads its parts when they are first used

SOURCE = "Romac et al., TeachMyAgent (ICML 2021)"
"""What to write beside a published figure."""


@dataclass(frozen=True)
class Published:
    """One published cell."""

    source: str
    """The table it comes from."""
    experiment: str
    knowledge: str
    """The level of expert knowledge."""
    teacher: str
    mean: float
    """Percentage of mastered test tasks after 20 million steps."""
    deviation: float
    """Standard deviation over runs, divided by n."""
    seeds: int
    doubt: str
    """Why the cell may be wrong, or an empty text."""


@lru_cache(maxsize=1)
def published() -> tuple[Published, ...]:
    """Every published cell."""
    text = (files("gradus.bench") / "published.csv").read_text()
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return tuple(
        Published(
            row["source"],
            row["experiment"],
            row["knowledge"],
            row["teacher"],
            float(row["mean"]),
            float(row["deviation"]),
            int(row["seeds"]),
            row["doubt"] or "",
        )
        for row in rows
    )


def find(experiment: str, knowledge: str, teacher: str) -> Published | None:
    """The published cell, if there is one; Random's figures stand under every level."""
    levels = ("low", "no", "high") if knowledge == "any" else (knowledge,)
    for level in levels:
        for cell in published():
            if (cell.experiment, cell.knowledge, cell.teacher) == (experiment, level, teacher):
                return cell
    return None


def welch_from_summary(ours: Published, theirs: Published) -> tuple[float, float, float]:
    """Welch's t, its degrees of freedom and its p, from published means and deviations alone."""
    spreads = [cell.deviation**2 / (cell.seeds - 1) for cell in (ours, theirs)]  # variance of the mean
    error = sum(spreads)
    if error == 0:
        return 0.0, float("inf"), 1.0
    t = (ours.mean - theirs.mean) / error**0.5
    freedom = error**2 / sum(s**2 / (cell.seeds - 1) for s, cell in zip(spreads, (ours, theirs), strict=True))
    return float(t), float(freedom), float(2 * scipy.stats.t.sf(abs(t), freedom))
