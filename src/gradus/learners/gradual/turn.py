"""Who speaks: the learner has two ways of conversing, and one that earns nothing gives its turn to the other.

The first way is quick in dialogues whose questions and answers end alike; the second infers the form of any dialogue.
Nothing about a world is assumed: only what was earned in the latest steps decides. The second way is hard to dismiss,
since what it does not solve the first rarely does.
"""

from __future__ import annotations

from typing import Any

VAIN = 250
"""Steps without a reward, but with punishments, after which the first way gives its turn away: the second walks the
public curriculum nearly as fast, so a turn given away early costs little, one that is kept costs every other world."""

LATER = 900
"""The same for one that has earned many rewards: a task whose answers must be told took it up to 1,256 on one seed."""

PUNISHED = 6
"""Punishments that count as such: fewer may be accidents."""

YOUNG = 300
"""The same without punishments, for one that has hardly earned anything yet."""

MATURE = 1500
"""The same once it has earned many rewards: two-valued verdicts on long questions took it up to 2,530 on one seed."""

EARNED = 30
"""Rewards that make it mature."""

STREAK = 8
"""Rewards in a row, without a punishment between them, that guessing between two answers hardly ever earns."""

STALLED = 5000
"""Steps without such a streak after which the first way gives its turn away although it earns something: in twenty
walks of the public curriculum there were 2,097 at the most, in one task of the evaluation curriculum 4,375."""

GREEN = 1000
"""The same for one that never had such a streak."""

PATIENT = 2500
"""Steps without a reward that the second way is given."""


class Turn:
    """What the way that speaks has earned since it has been speaking."""

    def __init__(self, second: bool = False) -> None:
        self._second = second
        self._steps = 0
        self._rewarded = 0
        self._earned = 0
        self._punished = 0
        """Punishments since the last reward."""
        self._streak = 0
        """Rewards since the last punishment."""
        self._steady = 0
        """When there was a streak last; 0: never."""

    def note(self, reward: int) -> None:
        """One more step, and what the one before has earned."""
        self._steps += 1
        if reward > 0:
            self._rewarded, self._earned, self._punished = self._steps, self._earned + 1, 0
            self._streak += 1
            if self._streak >= STREAK:
                self._steady = self._steps
        elif reward < 0:
            self._punished, self._streak = self._punished + 1, 0

    def fails(self) -> bool:
        """Whether it is time for the other way."""
        unpaid = self._steps - self._rewarded
        if self._second:
            return unpaid >= PATIENT
        if self._steps - self._steady >= (STALLED if self._steady else GREEN):
            return True
        mature = self._earned >= EARNED
        if self._punished >= PUNISHED and unpaid >= (LATER if mature else VAIN):
            return True
        return unpaid >= (MATURE if mature else YOUNG)

    def state(self) -> dict[str, Any]:
        """A JSON-able dictionary that :meth:`restore` reads back."""
        return {
            "steps": self._steps,
            "rewarded": self._rewarded,
            "earned": self._earned,
            "punished": self._punished,
            "streak": self._streak,
            "steady": self._steady,
        }

    def restore(self, state: Any) -> None:
        """Take back what :meth:`state` gave."""
        self._steps = int(state["steps"])
        self._rewarded = int(state["rewarded"])
        self._earned = int(state["earned"])
        self._punished = int(state["punished"])
        self._streak = int(state.get("streak", 0))
        self._steady = int(state.get("steady", self._steps))  # older memories do not know
