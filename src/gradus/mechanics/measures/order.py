"""Is a curriculum ordered by complexity? Intervals decide; where they overlap nothing is claimed.

All tasks are compared as the stream runs, the last reply of an instance dropped (:attr:`Complexity.running`), so that
no pair mixes two conventions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from gradus.mechanics.measures.figure import Complexity
from gradus.school import UserError


@dataclass(frozen=True)
class Inversion:
    """An earlier task that is more complex than a later one."""

    earlier: str
    later: str
    margin: float
    """By how many bits, at least."""


@dataclass(frozen=True)
class OrderReport:
    """What the complexities say about an order."""

    tau: float
    """Kendall's tau between place and the middle of C_mu's interval in the running stream: 1 for a rising order."""
    certified: tuple[Inversion, ...]
    """Inversions proved by disjoint intervals, neither of them extrapolated."""
    apparent: tuple[Inversion, ...]
    """Inversions by intervals of which at least one is extrapolated."""
    undecided: int
    """Pairs whose intervals overlap."""
    rises: tuple[tuple[str, str, float], ...]
    """Neighbours with the difference of their middles, largest rise first."""


def order_check(figures: Sequence[Complexity]) -> OrderReport:
    """Compare an order of tasks with their complexities."""
    if len(figures) < 2:
        raise UserError(f"An order needs at least two tasks, not {len(figures)}.")
    certified: list[Inversion] = []
    apparent: list[Inversion] = []
    up = down = undecided = 0
    for i, a in enumerate(figures):
        for b in figures[i + 1 :]:
            up += _middle(a) < _middle(b)
            down += _middle(a) > _middle(b)
            margin = a.running[0] - b.running[1]
            if margin > 0:
                proved = "extrapolated" not in (a.kind, b.kind)
                (certified if proved else apparent).append(Inversion(a.task, b.task, margin))
            elif a.running[1] >= b.running[0]:
                undecided += 1
    rises = [(a.task, b.task, _middle(b) - _middle(a)) for a, b in pairwise(figures)]
    pairs = len(figures) * (len(figures) - 1) / 2
    ranked = tuple(sorted(rises, key=lambda rise: -rise[2]))
    return OrderReport((up - down) / pairs, tuple(certified), tuple(apparent), undecided, ranked)


def _middle(figure: Complexity) -> float:
    return sum(figure.running) / 2
