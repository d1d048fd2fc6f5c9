"""Stepwise: stages in an order, each left when the student is good enough at it, as people schedule by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradus.school import Box, Outcome, TaskKey, Teacher, UserError
from gradus.school.checks import number, one_of, whole
from gradus.teachers.arms import signal
from gradus.teachers.expert import Wants
from gradus.teachers.shapes import Rectangle, Shape
from gradus.teachers.windows import Names, Window, check_names, window_at

Part = tuple[tuple[float, ...] | str, ...]
"""The lower and the upper corner of a window, or the names of some tasks."""


class Stepwise(Teacher):
    """Uniform in a window that moves a stage on, or back, when a block of episodes says so.

    The stages are cut evenly from the schedule that ``annealed`` walks in time, or written out in ``parts``.
    """

    name = "stepwise-v0"
    wants = Wants(initial="optional", target="optional")
    choosing_changes = ()

    @dataclass(frozen=True)
    class Settings:
        """Which stages, and when to leave them."""

        stages: int = 5
        """Stages from the beginning to the end, both counted."""
        parts: tuple[Part, ...] | None = None
        """The stages written out: for a box pairs of a lower and an upper corner, for named tasks lists of names."""
        learns_from: str = "solved"
        """solved: the share of successes decides; reward: the mean return."""
        forward: float = 0.8
        """A block at or above this moves a stage on."""
        back: float | None = None
        """A block below this moves a stage back; none means never."""
        block: int = 50
        """Episodes that decide."""
        initial_mean: tuple[float, ...] | None = None
        """The middle of the easy tasks of a box; none means the middle of the box."""
        initial_std: tuple[float, ...] | None = None
        """Half of the first window's half width; none means 10 % of each range."""
        target_mean: tuple[float, ...] | None = None
        """The middle of the last window of a box; none means that it is the whole box."""
        target_std: tuple[float, ...] | None = None
        """Half of the last window's half width; none means 10 % of each range."""

        def __post_init__(self) -> None:
            whole("stages", self.stages)
            whole("block", self.block)
            one_of("learns_from", self.learns_from, ("solved", "reward"))
            number("forward", self.forward)
            if self.back is not None:
                number("back", self.back)
                if self.back > self.forward:
                    raise UserError(f"back must not be above forward, not {self.back} and {self.forward}.")
            if self.parts is not None:
                object.__setattr__(self, "parts", _frozen(self.parts))
                if not self.parts:
                    raise UserError("parts must name at least one stage.")

    def start(self) -> None:
        check_names(self)
        self._windows = self._stages()
        self.stage = 0
        """The place of the present stage."""
        self.results: list[float] = []
        """How the episodes of the present block went."""
        self._first = 0

    def choose(self, rng: np.random.Generator) -> TaskKey:
        return self._windows[self.stage].sample(rng)

    def learn(self, outcome: Outcome) -> None:
        if outcome.ticket.serial < self._first:
            return  # issued in an earlier stage, by a lane that was slow
        self.results.append(signal(outcome, self.settings.learns_from))
        if len(self.results) == self.settings.block:
            self._decide(sum(self.results) / len(self.results))

    def shapes(self) -> list[Shape]:
        """The present window of a box."""
        window = self._windows[self.stage]
        if not isinstance(window, Window):
            return []
        return [Rectangle(tuple(window.low.tolist()), tuple(window.high.tolist()), 1.0)]

    def memory(self) -> dict[str, Any]:
        return {"stage": self.stage, "results": self.results, "first": self._first}

    def recall(self, memory: Mapping[str, Any]) -> None:
        stage, results, first = int(memory["stage"]), memory["results"], int(memory["first"])
        if not 0 <= stage < len(self._windows):
            raise UserError(f"There is no stage {stage}.")
        self.stage, self.results, self._first = stage, [float(x) for x in results], first

    def _decide(self, mean: float) -> None:
        settings, before = self.settings, self.stage
        if mean >= settings.forward:
            self.stage = min(self.stage + 1, len(self._windows) - 1)
        elif settings.back is not None and mean < settings.back:
            self.stage = max(self.stage - 1, 0)
        if self.stage != before:
            self._first = self.serial
        self.results = []

    def _stages(self) -> list[Window | Names]:
        count, parts = self.settings.stages, self.settings.parts
        if parts is None:
            return [window_at(self, i / max(1, count - 1)) for i in range(count)]
        return [self._part(part) for part in parts]

    def _part(self, part: Part) -> Window | Names:
        if not part:
            raise UserError("Each of parts must name something; one is empty.")
        if not isinstance(self.space, Box):
            return Names(tuple(self.space.check(str(task)) for task in part))
        if len(part) != 2 or isinstance(part[0], str) or isinstance(part[1], str):
            raise UserError(f"Each of parts must be a lower and an upper corner, not {part!r}.")
        low, high = self.space.reduce(part[0]), self.space.reduce(part[1])
        if (low > high).any():
            raise UserError(
                f"The lower corner of each of parts must not be above the upper one, as in {part!r}."
            )
        return Window(self.space, low, high)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value
