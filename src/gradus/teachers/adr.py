"""ADR: a box of tasks that grows where its edges are mastered (automatic domain randomisation, 2019).

It starts as a single task. Some tasks are pinned to an edge of the box; the mean return of the latest tasks at
an edge moves that edge outwards or back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradus.school import Outcome, Ticket, UserError
from gradus.school.checks import number, one_of, positive, share, whole
from gradus.teachers.boxes import BoxTeacher
from gradus.teachers.expert import Wants, inside
from gradus.teachers.shapes import Rectangle, Shape

LOWER, UPPER = 0, 1  # rows of the table of edges


class Adr(BoxTeacher):
    """Automatic domain randomisation.

    The paper feeds an edge only with tasks that were pinned to it, and compares strictly with the thresholds; the
    released code feeds every edge a task touches (at first all of them, the box being a point) and moves at the
    thresholds, too: the preset ``reference``.
    """

    name = "adr-v0"
    presets = {"paper": {}, "reference": {"fed_by": "touching", "inclusive": True}}
    wants = Wants(
        initial="required", mastery="required", mastery_settings=("threshold_low", "threshold_high")
    )
    choosing_changes = ("pinned",)

    @dataclass(frozen=True)
    class Settings:
        """How fast the box grows and when."""

        preset: str = "paper"
        """paper or reference: which description the other defaults follow."""
        step: float = 0.1
        """How far an edge moves, in task units."""
        threshold_high: float = 180.0
        """An edge whose mean return is above this moves outwards."""
        threshold_low: float = 0.0
        """An edge whose mean return is below this moves back."""
        edge_share: float = 0.7
        """Probability of pinning a task to an edge."""
        queue: int = 10
        """Returns that decide about an edge."""
        fed_by: str = "selected"
        """selected: only tasks pinned to an edge count for it; touching: every task on it."""
        inclusive: bool = False
        """Whether a mean equal to a threshold moves the edge."""
        initial_mean: tuple[float, ...] | None = None
        """The first task; none means a random one."""
        initial_std: tuple[float, ...] | None = None
        """Accepted with an expert's initial distribution; the box starts as its mean alone."""

        def __post_init__(self) -> None:
            positive("step", self.step)
            number("threshold_high", self.threshold_high)
            number("threshold_low", self.threshold_low)
            share("edge_share", self.edge_share)
            whole("queue", self.queue)
            one_of("fed_by", self.fed_by, ("selected", "touching"))
            if self.threshold_low > self.threshold_high:
                raise UserError(
                    f"threshold_low {self.threshold_low} is above threshold_high {self.threshold_high}."
                )

    def start(self) -> None:
        given = self.settings.initial_mean
        first = self.rng.uniform(self.low, self.high) if given is None else inside(self, "initial_mean")
        self.edges = np.array([first, first])
        """The box now: lower edges, upper edges."""
        self.queues: list[list[list[float]]] = [[[] for _ in first] for _ in (LOWER, UPPER)]
        """Returns waiting at each edge."""
        self.pinned: dict[int, tuple[int, int]] = {}
        """The side and the dimension each open ticket was pinned to."""

    def choose(self, rng: np.random.Generator) -> tuple[float, ...]:
        point = rng.uniform(self.edges[LOWER], self.edges[UPPER])
        if rng.random() < self.settings.edge_share:
            i = int(rng.integers(self.dimension))
            whole_range = self.edges[LOWER, i] == self.low[i] and self.edges[UPPER, i] == self.high[i]
            if not whole_range:
                side = UPPER if rng.random() < 0.5 else LOWER
                point[i] = self.edges[side, i]
                self.pinned[self.serial] = (side, i)
        return self.box.expand(point)

    def learn(self, outcome: Outcome) -> None:
        pin = self.pinned.pop(outcome.ticket.serial, None)
        if self.settings.fed_by == "selected":
            touched = [] if pin is None else [pin]
        else:
            point, edges = self.point(outcome), self.edges.copy()
            pairs = ((side, i) for i in range(self.dimension) for side in (LOWER, UPPER))
            touched = [(side, i) for side, i in pairs if point[i] == edges[side, i]]
        for side, i in touched:
            self._feed(side, i, outcome.reward)

    def forget(self, ticket: Ticket) -> None:
        self.pinned.pop(ticket.serial, None)

    def shapes(self) -> list[Shape]:
        return [Rectangle(tuple(self.edges[LOWER].tolist()), tuple(self.edges[UPPER].tolist()), 1.0)]

    def memory(self) -> dict[str, Any]:
        pinned = [[serial, side, i] for serial, (side, i) in self.pinned.items()]
        return {"edges": self.edges.tolist(), "queues": self.queues, "pinned": pinned}

    def recall(self, memory: Mapping[str, Any]) -> None:
        edges = np.array(memory["edges"], dtype=float).reshape(2, self.dimension)
        queues = [[[float(r) for r in queue] for queue in side] for side in memory["queues"]]
        self.pinned = {int(serial): (int(side), int(i)) for serial, side, i in memory["pinned"]}
        self.edges, self.queues = edges, queues

    def _feed(self, side: int, i: int, reward: float) -> None:
        """Add a return to an edge's queue; a full queue decides and is emptied."""
        queue = self.queues[side][i]
        queue.append(reward)
        if len(queue) < self.settings.queue:
            return
        mean, same = sum(queue) / len(queue), self.settings.inclusive
        if mean > self.settings.threshold_high or (same and mean == self.settings.threshold_high):
            self._move(side, i, outwards=True)
        elif mean < self.settings.threshold_low or (same and mean == self.settings.threshold_low):
            self._move(side, i, outwards=False)
        queue.clear()

    def _move(self, side: int, i: int, outwards: bool) -> None:
        """Move an edge, at most to the end of the space or to the opposite edge."""
        up = (side == UPPER) == outwards
        moved = self.edges[side, i] + (self.settings.step if up else -self.settings.step)
        if outwards:
            self.edges[side, i] = np.clip(moved, self.low[i], self.high[i])
        elif side == UPPER:
            self.edges[side, i] = max(moved, self.edges[LOWER, i])
        else:
            self.edges[side, i] = min(moved, self.edges[UPPER, i])
