"""What the teachers of continuous spaces share: free dimensions, presets, expert knowledge, pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gradus.school import Box, Outcome, Space, Teacher, UserError
from gradus.school.checks import one_of
from gradus.teachers.expert import Wants
from gradus.teachers.shapes import Shape

Array = NDArray[np.float64]


class BoxTeacher(Teacher):
    """A teacher of a box; it sees the free dimensions only, in their own units."""

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"paper": {}, "reference": {}}
    """Named bundles of settings; a setting given by name wins over its preset."""
    wants: ClassVar[Wants] = Wants()
    """What expert knowledge this teacher can use or requires."""

    def __init__(self, space: Space, seed: int = 0, **settings: Any) -> None:
        if not isinstance(space, Box):
            raise UserError(
                f"The teacher {self.name!r} needs a box of parameters, not a list of named tasks."
            )
        if not space.free:
            raise UserError(f"The teacher {self.name!r} needs a dimension with low < high; all are fixed.")
        self.box = space
        self.low, self.high = space.free_low, space.free_high
        self.width = self.high - self.low
        super().__init__(space, seed, **self._with_preset(settings))

    @property
    def dimension(self) -> int:
        """How many dimensions this teacher sees."""
        return len(self.low)

    def shapes(self) -> list[Shape]:
        """The inner state as shapes in the free dimensions, for pictures."""
        return []

    def uniform(self, rng: np.random.Generator) -> tuple[float, ...]:
        """A task drawn evenly from the box."""
        return self.box.expand(rng.uniform(self.low, self.high))

    def point(self, outcome: Outcome) -> Array:
        """The free coordinates of an outcome's task."""
        return self.box.reduce(outcome.ticket.task)

    def free_part(self, name: str, values: Sequence[float]) -> Array:
        """The free coordinates of a vector given for the whole box."""
        if len(values) != self.box.dimension:
            raise UserError(
                f"{name} must have {self.box.dimension} numbers, one per dimension of the box, not {values!r}."
            )
        return np.array([float(values[i]) for i in self.box.free])

    def _with_preset(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        preset = settings.get("preset", getattr(self.Settings, "preset", "paper"))
        one_of("preset", preset, self.presets)
        return {**self.presets[preset], **settings}


def proportional(weights: Sequence[float] | Array, rng: np.random.Generator) -> int:
    """An index drawn with probability proportional to its weight; evenly if all weights are zero."""
    sums = np.cumsum(weights)
    if sums[-1] <= 0:
        return int(rng.integers(len(sums)))
    return int(np.searchsorted(sums, rng.random() * sums[-1], side="right"))
