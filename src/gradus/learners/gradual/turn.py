"""Who speaks: the learner has two ways of conversing, and one that earns nothing gives its turn to the other.

The first way is quick in dialogues whose questions and answers end alike; the second infers the form of any dialogue.
Nothing about a world is assumed: only what was earned in the latest steps decides. The second way is hard to dismiss,
since what it does not solve the first rarely does.
"""

from __future__ import annotations

from collections import deque
from typing import Any

VAIN = 450
"""Steps without a reward, but with punishments, after which the first way gives its turn away: in the public curriculum
it was never punished for longer than 345 without earning anything."""

LATER = 1200
"""The same for one that has earned many rewards: a task whose answers must be told took it 700."""

PUNISHED = 6
"""Punishments that count as such: fewer may be accidents."""

YOUNG = 500
"""The same without punishments, for one that has hardly earned anything yet."""

MATURE = 3000
"""The same once it has earned many rewards: two-valued verdicts on long questions took it up to 1,500."""

EARNED = 30
"""Rewards that make it mature."""

PATIENT = 2500
"""Steps without a reward that the second way is given."""

WINDOW = 1500
"""Steps over which the share of rewards is judged: some thirty questions of a dialogue."""

SHARE = 0.2
"""The least share of rewards among all judgements of the first way; learning, it had 29 % in its worst window."""


class Turn:
    """What the way that speaks has earned since it has been speaking."""

    def __init__(self, second: bool = False) -> None:
        self._second = second
        self._steps = 0
        self._rewarded = 0
        self._earned = 0
        self._punished = 0
        """Punishments since the last reward."""
        self._judged: deque[tuple[int, int]] = deque()

    def note(self, reward: int) -> None:
        """One more step, and what the one before has earned."""
        self._steps += 1
        if reward > 0:
            self._rewarded, self._earned, self._punished = self._steps, self._earned + 1, 0
        self._punished += reward < 0
        if reward:
            self._judged.append((self._steps, reward))
        while self._judged and self._judged[0][0] <= self._steps - WINDOW:
            self._judged.popleft()

    def fails(self) -> bool:
        """Whether it is time for the other way."""
        unpaid = self._steps - self._rewarded
        if self._second:
            return unpaid >= PATIENT
        mature = self._earned >= EARNED
        if self._punished >= PUNISHED and unpaid >= (LATER if mature else VAIN):
            return True
        if unpaid >= (MATURE if mature else YOUNG):
            return True
        gained = sum(reward > 0 for _, reward in self._judged)
        return self._steps >= WINDOW and gained < SHARE * len(self._judged)

    def state(self) -> dict[str, Any]:
        """A JSON-able dictionary that :meth:`restore` reads back."""
        judged = [list(pair) for pair in self._judged]
        counts = {"steps": self._steps, "rewarded": self._rewarded, "earned": self._earned}
        counts["punished"] = self._punished
        return {"judged": judged, **counts}

    def restore(self, state: Any) -> None:
        """Take back what :meth:`state` gave."""
        self._steps = int(state["steps"])
        self._rewarded = int(state["rewarded"])
        self._earned = int(state["earned"])
        self._punished = int(state["punished"])
        self._judged = deque((int(step), int(reward)) for step, reward in state["judged"])
