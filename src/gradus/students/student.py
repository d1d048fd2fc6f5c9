"""What the training loop asks of a student, whatever its algorithm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gradus.school import UserError
from gradus.school.typed import read_settings

Floats = NDArray[np.float32]
Saved = tuple[dict[str, Any], dict[str, NDArray[Any]]]
"""A state: a JSON-able part and named arrays."""


@dataclass(frozen=True)
class EnvShape:
    """What a student must know about its world."""

    observations: int
    """Numbers in an observation."""
    actions: int
    """Numbers in an action; each lies between -1 and 1."""
    lanes: int
    """Episodes that run side by side."""
    low: tuple[float, ...]
    """The lower corner of the task space, for value estimates that see the task."""
    high: tuple[float, ...]
    """The upper corner of the task space."""
    steps: int
    """How long the training will be."""

    def task_input(self, tasks: NDArray[Any]) -> Floats:
        """Tasks scaled to -1 .. 1 in the dimensions that vary."""
        low, high = np.array(self.low), np.array(self.high)
        free = low < high
        return np.asarray(2 * (tasks[:, free] - low[free]) / (high - low)[free] - 1, dtype=np.float32)

    @property
    def free(self) -> int:
        """How many task dimensions vary."""
        return sum(low < high for low, high in zip(self.low, self.high, strict=True))


@dataclass(frozen=True)
class Step:
    """What one step of all lanes brought; row i belongs to lane i."""

    rewards: NDArray[np.float64]
    terminated: NDArray[np.bool_]
    """The episode ended by itself: nothing can be earned after it."""
    truncated: NDArray[np.bool_]
    """The episode was cut off by the step limit: something could have been earned after it."""
    last: Floats
    """What was observed at the end of the step, before any new episode began."""
    now: Floats
    """What is observed now: in a lane whose episode ended, the first observation of the next one."""
    tasks: NDArray[np.float64]
    """The task that was played in the step."""
    lengths: NDArray[np.int32]
    """How long each lane's episode was after the step."""
    trains: NDArray[np.bool_]
    """Whether the student may learn from the step; where not, it is only measured."""
    trains_now: NDArray[np.bool_]
    """The same of the episode that ``now`` belongs to."""

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Lanes whose episode ended, for whatever reason."""
        return np.asarray(self.terminated | self.truncated)


class Policy(Protocol):
    """Acts and does not learn."""

    def best(self, observations: Floats) -> Floats:
        """The actions [B, A] it thinks best for observations [B, O]."""


class Student(Protocol):
    """Acts, learns from what it sees, and can be saved whole."""

    settled: bool
    """Whether nothing is half-collected, so that a checkpoint is small; training saves only then."""
    portable: bool
    """Whether :meth:`state` holds everything; a student with files of its own beside it cannot go back in time."""
    gamma: float
    """Discount per step."""
    sampled_tests: bool
    """Whether evaluations use sampled actions instead of the best ones."""

    def begin(self, observations: Floats, trains: NDArray[np.bool_]) -> None:
        """See the first observations of a fresh run, and in which lanes something may be learnt from them."""

    def act(self, observations: Floats) -> Floats:
        """Actions to learn from, one row per lane."""

    def expected(self) -> NDArray[np.float64]:
        """The return, in units of reward, that was expected in each lane when the latest actions were chosen."""

    def learn(self, step: Step) -> None:
        """Take in what the latest actions brought; lanes that are only measured must leave no trace."""

    def best(self, observations: Floats) -> Floats:
        """The actions this student thinks best; any number of rows."""

    def sampled(self, observations: Floats, rng: np.random.Generator) -> Floats:
        """Actions with noise from ``rng``; any number of rows."""

    def values(self, observations: Floats, tasks: NDArray[np.float64]) -> NDArray[np.float64]:
        """Estimated returns, in units of reward, of tasks from their first observations."""

    def forget(self) -> None:
        """Start learning afresh; random streams and running statistics go on."""

    def figures(self) -> dict[str, float]:
        """A few numbers about the latest update."""

    def state(self) -> Saved:
        """Everything needed to go on exactly here."""

    def restore(self, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on exactly where :meth:`state` was taken."""


def with_preset(kind: type, presets: Mapping[str, Mapping[str, Any]], given: Mapping[str, Any]) -> Any:
    """Settings of a student: a preset's values, then the given ones."""
    preset = given.get("preset", "paper")
    if preset not in presets:
        raise UserError(f"preset must be one of {', '.join(presets)}, not {preset!r}.")
    return read_settings(kind, {**presets[preset], **given}, "This student")
