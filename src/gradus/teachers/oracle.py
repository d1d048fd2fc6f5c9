"""Oracle: a window that people slide over the space by hand; the expert baseline of teachDeepRL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome
from gradus.school.checks import number, share, whole
from gradus.teachers.boxes import BoxTeacher
from gradus.teachers.expert import Wants
from gradus.teachers.shapes import Rectangle, Shape


class Oracle(BoxTeacher):
    """Uniform in a window that moves a fixed step whenever its tasks are mastered."""

    name = "oracle-v0"
    wants = Wants(mastery="required", mastery_settings=(None, "threshold"))
    choosing_changes = ()

    @dataclass(frozen=True)
    class Settings:
        """Where the window starts, how it moves and when."""

        preset: str = "paper"
        """Accepted for uniformity; both presets are the same."""
        shift: tuple[float, ...] | None = None
        """How far the window moves in each dimension of the box, with its sign; none means a thirtieth of each
        range upwards (on the Stump Tracks the original used 0.1 in height and -0.2 in spacing)."""
        width: float = 1 / 6
        """Width of the window as a share of each range."""
        threshold: float = 230.0
        """A block whose mean return is above this moves the window."""
        block: int = 50
        """Episodes that decide about a move."""

        def __post_init__(self) -> None:
            share("width", self.width)
            number("threshold", self.threshold)
            whole("block", self.block)

    def start(self) -> None:
        given = self.settings.shift
        self._shift = self.width / 30 if given is None else self.free_part("shift", given)
        size = self.settings.width * self.width
        self.corner: NDArray[np.float64] = np.where(self._shift >= 0, self.low, self.high - size)
        """The lower corner of the window; a dimension starts at the side it moves away from."""
        self.returns: list[float] = []
        """The returns of the current block."""

    def choose(self, rng: np.random.Generator) -> tuple[float, ...]:
        size = self.settings.width * self.width
        return self.box.expand(rng.uniform(self.corner, self.corner + size))

    def learn(self, outcome: Outcome) -> None:
        self.returns.append(outcome.reward)
        if len(self.returns) < self.settings.block:
            return
        if sum(self.returns) / len(self.returns) > self.settings.threshold:
            last = self.high - self.settings.width * self.width
            self.corner = np.clip(self.corner + self._shift, self.low, last)
        self.returns = []

    def shapes(self) -> list[Shape]:
        size = self.settings.width * self.width
        return [Rectangle(tuple(self.corner.tolist()), tuple((self.corner + size).tolist()), 1.0)]

    def memory(self) -> dict[str, Any]:
        return {"corner": self.corner.tolist(), "returns": self.returns}

    def recall(self, memory: Mapping[str, Any]) -> None:
        corner = np.array(memory["corner"], dtype=float).reshape(self.dimension)
        self.returns = [float(r) for r in memory["returns"]]
        self.corner = corner
