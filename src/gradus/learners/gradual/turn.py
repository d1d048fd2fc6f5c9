"""Who speaks: the learner has two ways of conversing, and one that earns nothing gives its turn to the other.

The first way is quick in dialogues whose questions and answers end alike; the second infers the form of any dialogue
but needs longer. Nothing about a world is assumed: only what was earned in the latest steps decides.
"""

from __future__ import annotations

from collections import deque
from typing import Any

WINDOW = 1500
"""Steps that a way of conversing is given before it is judged: some thirty questions of a dialogue."""
FEWEST = 4
"""Rewards in a window below which it earns nothing; one that learns has twice as many in its worst window."""
SHARE = 0.2
"""The least share of rewards among all judgements; guessing between two answers would reach a half."""


class Turn:
    """What the way that speaks has earned in its latest steps."""

    def __init__(self) -> None:
        self._steps = 0
        self._judged: deque[tuple[int, int]] = deque()

    def note(self, reward: int) -> None:
        """One more step, and what the one before has earned."""
        self._steps += 1
        if reward:
            self._judged.append((self._steps, reward))
        while self._judged and self._judged[0][0] <= self._steps - WINDOW:
            self._judged.popleft()

    def fails(self) -> bool:
        """Whether a whole window has brought next to nothing."""
        if self._steps < WINDOW:
            return False
        gained = sum(reward > 0 for _, reward in self._judged)
        return gained < FEWEST or gained < SHARE * len(self._judged)

    def state(self) -> dict[str, Any]:
        """A JSON-able dictionary that :meth:`restore` reads back."""
        return {"steps": self._steps, "judged": [list(pair) for pair in self._judged]}

    def restore(self, state: Any) -> None:
        """Take back what :meth:`state` gave."""
        self._steps = int(state["steps"])
        self._judged = deque((int(step), int(reward)) for step, reward in state["judged"])
