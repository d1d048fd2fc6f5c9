"""Wrappers: a teacher around a teacher, for the rugged landscape and for scaled returns."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

import numpy as np

from gradus.school import (
    Box,
    Outcome,
    Requirement,
    TaskKey,
    Teacher,
    Ticket,
    UserError,
    ValueEstimator,
    generator,
)
from gradus.school.checks import number, whole
from gradus.teachers.expert import Knowledge


class Wrapper(Teacher):
    """Passes tickets and outcomes on to an inner teacher; subclasses change them on the way."""

    requires = frozenset(Requirement)
    """Whatever the inner teacher asks for."""

    def __init__(self, inner: Teacher, **settings: Any) -> None:
        self.inner = inner
        """The teacher that really teaches."""
        self._open_inside: dict[int, Ticket] = {}
        super().__init__(inner.space, inner.seed, **settings)

    def to_world(self, task: TaskKey) -> TaskKey:
        """The task that is played for a task of the inner teacher."""
        return task

    def to_inner(self, outcome: Outcome, ticket: Ticket) -> Outcome:
        """The outcome that the inner teacher is told of its ticket."""
        return replace(outcome, ticket=ticket)

    def choose(self, rng: np.random.Generator) -> TaskKey | None:
        ticket = self.inner.issue()
        if ticket is None:
            return None
        self._open_inside[self.serial] = ticket
        return self.to_world(ticket.task)

    def learn(self, outcome: Outcome) -> None:
        ticket = self._open_inside[outcome.ticket.serial]
        self.inner.observe(self.to_inner(outcome, ticket))
        del self._open_inside[outcome.ticket.serial]

    def choose_many(self, rng: np.random.Generator, n: int) -> Sequence[TaskKey]:
        tickets = self.inner.issue_many(n)
        self._open_inside.update(enumerate(tickets, self.serial))
        return [self.to_world(ticket.task) for ticket in tickets]

    def learn_many(self, outcomes: Sequence[Outcome]) -> None:
        inside = [self._open_inside[outcome.ticket.serial] for outcome in outcomes]
        self.inner.observe_many(map(self.to_inner, outcomes, inside))
        for outcome in outcomes:
            del self._open_inside[outcome.ticket.serial]

    def forget(self, ticket: Ticket) -> None:
        self.inner.withdraw([self._open_inside.pop(ticket.serial)])

    def trains_on(self, ticket: Ticket) -> bool:
        return self.inner.trains_on(self._open_inside[ticket.serial])

    def glimpse(self, n: int, rng: np.random.Generator) -> list[TaskKey]:
        """``n`` tasks as the inner teacher would choose them now, as they would be played."""
        return [self.to_world(task) for task in self.inner.glimpse(n, rng)]

    @property
    def requirements(self) -> frozenset[Requirement]:
        return self.inner.requirements

    @property
    def antagonist(self) -> str | None:
        return self.inner.antagonist

    def values(self, estimator: ValueEstimator) -> None:
        self.inner.values(lambda tasks: estimator([self.to_world(task) for task in tasks]))

    def memory(self) -> dict[str, Any]:
        tickets = [[serial, ticket.to_json()] for serial, ticket in self._open_inside.items()]
        return {"inner": self.inner.state(), "open": tickets}

    def recall(self, memory: Mapping[str, Any]) -> None:
        inner = copy.deepcopy(self.inner)
        inner.restore(memory["inner"])
        self._open_inside = {int(serial): Ticket.from_json(row) for serial, row in memory["open"]}
        self.inner = inner


@dataclass(frozen=True)
class Shuffle:
    """A rugged landscape: each free dimension is cut into equal pieces that change places."""

    box: Box
    orders: tuple[tuple[int, ...], ...]
    """Per free dimension: the true place of each piece."""

    @classmethod
    def drawn(cls, box: Box, seed: int, pieces: int = 4) -> Shuffle:
        """Random orders that belong to a seed."""
        rng = generator(seed, "shuffle")
        return cls(box, tuple(tuple(rng.permutation(pieces).tolist()) for _ in box.free))

    def to_world(self, task: TaskKey) -> tuple[float, ...]:
        """From the teacher's coordinates to those that are played."""
        return self._map(task, self.orders)

    def to_teacher(self, task: TaskKey) -> tuple[float, ...]:
        """The way back."""
        return self._map(task, tuple(tuple(np.argsort(order).tolist()) for order in self.orders))

    def knowledge(self, known: Knowledge) -> Knowledge:
        """An expert's knowledge with its means moved into the teacher's coordinates; spreads stay."""
        moved: dict[str, Any] = {
            name: self.to_teacher(mean)
            for name in ("initial_mean", "target_mean")
            if (mean := getattr(known, name)) is not None
        }
        return replace(known, **moved)

    def _map(self, task: TaskKey, orders: Sequence[Sequence[int]]) -> tuple[float, ...]:
        point, low, high = self.box.reduce(task), self.box.free_low, self.box.free_high
        for i, order in enumerate(orders):
            piece = (high[i] - low[i]) / len(order)
            # A value on the border of two pieces belongs to the first, whatever its rounding.
            place = min(max(int(np.ceil((point[i] - low[i]) / piece)) - 1, 0), len(order) - 1)
            point[i] += (order[place] - place) * piece
        return self.box.expand(point)


class Shuffled(Wrapper):
    """The inner teacher teaches a rugged landscape without knowing it."""

    @dataclass(frozen=True)
    class Settings:
        """How rugged."""

        pieces: int = 4
        """Pieces of each dimension that change places."""

        def __post_init__(self) -> None:
            whole("pieces", self.pieces)

    def __init__(self, inner: Teacher, **settings: Any) -> None:
        if not isinstance(inner.space, Box):
            raise UserError("Only a box can be shuffled, not a list of named tasks.")
        self.name = f"shuffled({inner.name})"  # type: ignore[misc]
        super().__init__(inner, **settings)
        self.shuffle = Shuffle.drawn(inner.space, inner.seed, self.settings.pieces)
        """Which pieces went where."""

    def to_world(self, task: TaskKey) -> TaskKey:
        return self.shuffle.to_world(task)


class Scaled(Wrapper):
    """The inner teacher sees returns mapped from a range to 0..1 and clamped."""

    STUMP_TRACKS: ClassVar[tuple[float, float]] = (-150.0, 350.0)
    """The range that the benchmark uses for the Stump Tracks."""
    PARKOUR: ClassVar[tuple[float, float]] = (-150.0, 360.0)
    """The range that the benchmark uses for Parkour."""

    @dataclass(frozen=True)
    class Settings:
        """The range of returns."""

        low: float = -150.0
        """The return that becomes 0, as do all below."""
        high: float = 350.0
        """The return that becomes 1, as do all above."""

        def __post_init__(self) -> None:
            number("low", self.low)
            number("high", self.high)
            if self.low >= self.high:
                raise UserError(f"low must be below high, not {self.low} and {self.high}.")

    def __init__(self, inner: Teacher, **settings: Any) -> None:
        self.name = f"scaled({inner.name})"  # type: ignore[misc]
        super().__init__(inner, **settings)

    def to_inner(self, outcome: Outcome, ticket: Ticket) -> Outcome:
        return replace(outcome, ticket=ticket, reward=self.scale(outcome.reward))

    def scale(self, reward: float) -> float:
        """The return as the inner teacher sees it; thresholds given to it belong on this scale, too."""
        low, high = self.settings.low, self.settings.high
        return min(max((reward - low) / (high - low), 0.0), 1.0)


def wrapper_settings(wrapper: Wrapper) -> dict[str, Any]:
    """What a record needs to make a wrapped teacher again: its own settings and the inner teacher's."""
    inner: Any = wrapper.inner
    within = wrapper_settings(inner) if isinstance(inner, Wrapper) else asdict(inner.settings)
    return {"teacher": wrapper.name, "settings": asdict(wrapper.settings), "inner": within}
