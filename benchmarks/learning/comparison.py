"""Whether what was learned before helps or hurts: learners with a past beside beginners in the same worlds."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from benchmarks.learning.common import table
from benchmarks.worlds import FAMILIES

from gradus.exams.statistics import FEWEST, mean_interval

if TYPE_CHECKING:
    from benchmarks.learning.worlds import Row

Pair = tuple["Row", "Row"]
"""The same task for a learner with a past and for a beginner."""

COLUMNS = [
    "worlds",
    "passed: with a past",
    "beginners",
    "more passed, per world [90 % interval over worlds]",
    "questions above floor: with a past",
    "beginners",
    "evaluations: with a past",
    "beginners",
]


def section_comparison(walked: Sequence[Row], beginners: Sequence[Row]) -> str:
    """What a past is worth; questions and evaluations only of tasks that both passed."""
    pairs = list(zip(walked, beginners, strict=True))  # the same jobs in the same order
    lines = []
    for learner in dict.fromkeys(row.learner for row in walked):
        own = [pair for pair in pairs if pair[0].learner == learner]
        families = [name for name in FAMILIES if any(row.family == name for row, _ in own)]
        lines += [
            line([pair for pair in own if pair[0].family == name], f"{learner}: {name}") for name in families
        ]
        if len(families) > 1:
            lines.append(line(own, f"{learner}: all of them"))
    return table("The same worlds with and without a past, task by task and world by world", COLUMNS, lines)


def line(pairs: Sequence[Pair], label: str) -> list[Any]:
    """A line of the table."""
    both = [pair for pair in pairs if pair[0].passed and pair[1].passed]
    return [
        label,
        *[f"{sum(pair[arm].passed for pair in pairs)} of {len(pairs)}" for arm in (0, 1)],
        _difference(pairs),
        *[_middle([pair[arm].questions - pair[arm].floor_questions for pair in both]) for arm in (0, 1)],
        *[_middle([pair[arm].evaluations for pair in both]) for arm in (0, 1)],
    ]


def _difference(pairs: Sequence[Pair]) -> str:
    """Tasks passed more than by a beginner, per world: the mean with Student's interval, as for shares.

    Worlds are the unit, because the tasks of a world share its form and its words.
    """
    worlds: dict[tuple[str, int], int] = {}
    for row, other in pairs:
        place = row.family, row.seed
        worlds[place] = worlds.get(place, 0) + row.passed - other.passed
    found = mean_interval(list(worlds.values()))
    limits = f" [{found.low:+.2f}, {found.high:+.2f}]" if found.n >= FEWEST else ""
    return f"{found.estimate:+.2f}{limits}"


def _middle(values: Sequence[int]) -> str:
    return f"{statistics.median(values):,.0f}" if values else "-"
