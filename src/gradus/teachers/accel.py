"""ACCEL: small edits of replayed levels make new ones, from easy to hard (Parker-Holder et al. 2022)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradus.school import Outcome, Space, TaskKey
from gradus.school.checks import positive, share, whole
from gradus.teachers.boxes import BoxTeacher
from gradus.teachers.expert import Wants, deviation, inside
from gradus.teachers.plr import Plr, PlrSettings


class Accel(Plr, BoxTeacher):
    """PLR whose replayed levels are edited, measured and kept if something can be learnt from them.

    New levels come from an easy corner of the box (around ``initial_mean``, or from anywhere without one); edits
    reach the whole box. Each replay may be followed by the edit of a level just replayed.
    """

    name = "accel-v0"
    wants = Wants(initial="optional")
    choosing_changes = ("levels", "replays", "edits")

    @dataclass(frozen=True)
    class Settings(PlrSettings):
        """PLR's, and how levels are edited."""

        preset: str = "paper"
        """Accepted for uniformity; both presets are the same."""
        replay: float = 0.9
        """Probability of a replay once the buffer is full enough."""
        staleness: float = 0.5
        """Weight of the time since a level was last drawn."""
        train_on_new: bool = False
        """Whether the student should learn from new and edited levels, too."""
        edit_share: float = 1.0
        """Probability that a replayed level is edited afterwards."""
        edit_count: int = 3
        """Changes made in one edit, each to a random coordinate or to none."""
        edit_size: float = 0.05
        """Size of a change as a share of the coordinate's range."""
        initial_mean: tuple[float, ...] | None = None
        """The middle of the easy levels; none means that new levels come from the whole box."""
        initial_std: tuple[float, ...] | None = None
        """Spread of the easy levels; none means 10 % of each range."""

        def __post_init__(self) -> None:
            super().__post_init__()
            share("edit_share", self.edit_share)
            whole("edit_count", self.edit_count)
            positive("edit_size", self.edit_size)

    def __init__(self, space: Space, seed: int = 0, **settings: Any) -> None:
        BoxTeacher.__init__(self, space, seed, **settings)

    def start(self) -> None:
        super().start()
        given = self.settings.initial_mean
        self._easy = (
            None if given is None else (inside(self, "initial_mean"), deviation(self, "initial_std", 0.1))
        )
        self.edits: list[tuple[float, ...]] = []
        """Edited levels waiting to be measured."""

    def choose(self, rng: np.random.Generator) -> TaskKey:
        if self.edits:
            return self.edits.pop(0)
        return super().choose(rng)

    def learn(self, outcome: Outcome) -> None:
        replayed = outcome.ticket.serial in self.replays
        super().learn(outcome)
        if replayed and self.rng.random() < self.settings.edit_share:
            self.edits.append(self.edited(outcome.ticket.task, self.rng))

    def edited(self, task: TaskKey, rng: np.random.Generator) -> tuple[float, ...]:
        """The task with a few coordinates moved one step down, nowhere or up."""
        point = self.box.reduce(task)
        for _ in range(self.settings.edit_count):
            i, direction = int(rng.integers(self.dimension)), int(rng.integers(-1, 2))
            point[i] += direction * self.settings.edit_size * self.width[i]
        return self.box.expand(point)

    def memory(self) -> dict[str, Any]:
        return super().memory() | {"edits": [list(task) for task in self.edits]}

    def recall(self, memory: Mapping[str, Any]) -> None:
        edits = [tuple(float(x) for x in task) for task in memory["edits"]]
        super().recall(memory)
        self.edits = edits

    def _new(self, rng: np.random.Generator) -> TaskKey:
        if self._easy is None:
            return self.uniform(rng)
        mean, std = self._easy
        return self.box.expand(mean + std * rng.standard_normal(self.dimension))
