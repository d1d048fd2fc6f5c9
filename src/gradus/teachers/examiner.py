"""Examiner: a fixed number of instances of each task, in order, whatever the learner does with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradus.school import Discrete, Outcome, Space, Teacher, UserError
from gradus.school.checks import whole


class Examiner(Teacher):
    """Tests without teaching: so many instances of every task, then the end."""

    name = "examiner-v0"

    @dataclass(frozen=True)
    class Settings:
        """How many instances a task is tested with."""

        instances: int = 20
        """Instances of each task."""

        def __post_init__(self) -> None:
            whole("instances", self.instances)

    def __init__(self, space: Space, seed: int = 0, **settings: Any) -> None:
        if not isinstance(space, Discrete):
            raise UserError(f"The teacher {self.name!r} needs a list of named tasks, not a box.")
        self.tasks = space.tasks
        super().__init__(space, seed, **settings)

    def start(self) -> None:
        self.given = 0
        """Instances issued so far."""

    def choose(self, rng: np.random.Generator) -> str | None:
        place = self.given // self.settings.instances
        if place >= len(self.tasks):
            return None
        self.given += 1
        return self.tasks[place]

    def learn(self, outcome: Outcome) -> None:
        """A test teaches its teacher nothing."""

    def memory(self) -> dict[str, Any]:
        return {"given": self.given}

    def recall(self, memory: Mapping[str, Any]) -> None:
        self.given = int(memory["given"])
