"""Annealed: a window that widens by the clock from easy tasks to all of them, as people schedule by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradus.school import Outcome, TaskKey, Teacher
from gradus.school.checks import one_of, whole
from gradus.teachers.expert import Wants
from gradus.teachers.shapes import Rectangle, Shape
from gradus.teachers.windows import Window, check_names, window_at


class Annealed(Teacher):
    """Uniform in a window that moves linearly in time, whatever the student does.

    In a box the window begins two deviations around ``initial_mean`` and ends as the whole box, or around
    ``target_mean``. Named tasks are opened one after the other in their order.
    """

    name = "annealed-v0"
    wants = Wants(initial="optional", target="optional")
    choosing_changes = ()

    @dataclass(frozen=True)
    class Settings:
        """How long, by which clock, from where to where."""

        length: int = 2000
        """Episodes, or steps of the student, until the window has reached its end."""
        clock: str = "episodes"
        """episodes or steps: what length counts."""
        initial_mean: tuple[float, ...] | None = None
        """The middle of the easy tasks of a box; none means the middle of the box."""
        initial_std: tuple[float, ...] | None = None
        """Half of the first window's half width; none means 10 % of each range."""
        target_mean: tuple[float, ...] | None = None
        """The middle of the last window of a box; none means that it is the whole box."""
        target_std: tuple[float, ...] | None = None
        """Half of the last window's half width; none means 10 % of each range."""

        def __post_init__(self) -> None:
            whole("length", self.length)
            one_of("clock", self.clock, ("episodes", "steps"))

    def start(self) -> None:
        check_names(self)
        self.passed = 0
        """Episodes or steps so far."""
        self._window = window_at(self, 0.0)

    def choose(self, rng: np.random.Generator) -> TaskKey:
        return self._window.sample(rng)

    def learn(self, outcome: Outcome) -> None:
        self.passed += 1 if self.settings.clock == "episodes" else outcome.steps
        self._window = window_at(self, self.share)

    @property
    def share(self) -> float:
        """How much of the schedule has passed, from 0 to 1."""
        return float(min(1.0, self.passed / self.settings.length))

    def shapes(self) -> list[Shape]:
        """The window of a box."""
        window = self._window
        if not isinstance(window, Window):
            return []
        return [Rectangle(tuple(window.low.tolist()), tuple(window.high.tolist()), 1.0)]

    def memory(self) -> dict[str, Any]:
        return {"passed": self.passed}

    def recall(self, memory: Mapping[str, Any]) -> None:
        self.passed = int(memory["passed"])
        self._window = window_at(self, self.share)
