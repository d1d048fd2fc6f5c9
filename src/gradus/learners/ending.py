"""How a lesson ends: reasons as an enum, limits as a rule; sentences are made for people, never read again."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from gradus.school import Outcome
from gradus.stream import Curriculum, World


class Stop(StrEnum):
    """Why a lesson ended."""

    FINISHED = "finished"
    """The curriculum was finished."""
    STEPS = "steps"
    """All steps were used up."""
    HOURS = "hours"
    """The time was used up."""
    STALLED = "stalled"
    """One task took too many steps."""
    STAGE = "stage"
    """A task was not passed within its share of the budget."""
    DISCONNECTED = "disconnected"
    """The learner went away, kept silent or broke the protocol."""
    FAILED = "failed"
    """The learner broke down."""
    BROKEN = "broken"
    """A task broke."""
    UNKNOWN = "unknown"
    """The run was killed and left no note."""


@dataclass(frozen=True)
class Ending:
    """A reason and the sentence that tells it."""

    stop: Stop
    text: str


FINISHED = Ending(Stop.FINISHED, "finished")


class StopRule(Protocol):
    """Limits that a lesson keeps to the very step."""

    def steps_left(self, world: World) -> int:
        """How many steps may be taken before the rule has to be asked again; at least 1."""

    def ending(self, world: World) -> Ending | None:
        """Why the lesson ends here; None: it may go on."""


def threshold_of(curriculum: Curriculum) -> int:
    """Solved instances in a row that pass a task."""
    return int(curriculum.settings.get("success_threshold", 5))


@dataclass
class Streak:
    """The one definition of passed: enough instances of a task in a row were solved, whatever came later."""

    needed: int
    steps: list[int] = field(default_factory=list)
    """The steps of the solved instances in a row, until there are enough of them."""

    def add(self, outcome: Outcome) -> None:
        """Take the next outcome of the task in."""
        if not self.passed:
            self.steps = [*self.steps, outcome.steps] if outcome.solved else []

    @property
    def passed(self) -> bool:
        """Whether the task is passed."""
        return len(self.steps) >= self.needed
