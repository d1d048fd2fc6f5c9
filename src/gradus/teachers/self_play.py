"""Self-play: opponents are recorded policies, drawn by how often the student still loses to them.

Prioritised fictitious self-play (Vinyals et al. 2019). The named tasks are the recorded policies, oldest first;
whoever trains the student plays the ticket against the policy of that name, and solved means won. The next policy of
the list is opened when the student beats the ones known so far.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Discrete, Outcome, Space, Teacher, UserError
from gradus.school.checks import at_least, one_of, positive, share, whole
from gradus.teachers.boxes import proportional

Array = NDArray[np.float64]


class SelfPlay(Teacher):
    """Opponents in proportion to how much a game against them teaches."""

    name = "self-play-v0"
    choosing_changes = ()

    @dataclass(frozen=True)
    class Settings:
        """Which opponents are known, and how they are drawn."""

        known: int = 1
        """Recorded policies open at the beginning, from the first of the list."""
        beaten: float = 0.7
        """Rate of wins against every known opponent at which the next one is opened."""
        favour: str = "hard"
        """hard: weight (1 - wins) ** power; even: weight wins * (1 - wins); all: every known opponent alike."""
        power: float = 2.0
        """How strongly hard opponents are favoured."""
        average: float = 0.1
        """Weight of a new game in the rate of wins against an opponent, which begins at one half."""
        latest_share: float = 0.2
        """Probability of the newest known opponent, whatever its weight."""

        def __post_init__(self) -> None:
            whole("known", self.known)
            one_of("favour", self.favour, ("hard", "even", "all"))
            at_least("power", self.power, 0)
            positive("average", self.average)
            for name in ("beaten", "average", "latest_share"):
                share(name, getattr(self, name))

    def __init__(self, space: Space, seed: int = 0, **settings: Any) -> None:
        if not isinstance(space, Discrete):
            raise UserError(
                f"The teacher {self.name!r} needs a list of recorded policies by name, not a box."
            )
        self.opponents = space.tasks
        super().__init__(space, seed, **settings)

    def start(self) -> None:
        self.open = min(self.settings.known, len(self.opponents))
        """How many opponents are known, from the first of the list."""
        self.wins: Array = np.full(len(self.opponents), 0.5)
        """The rate of wins against each, as an exponential average."""

    def weights(self) -> Array:
        """How likely each known opponent is, up to a factor."""
        wins = self.wins[: self.open]
        if self.settings.favour == "even":
            return np.asarray(wins * (1 - wins))
        return np.asarray((1 - wins) ** (self.settings.power if self.settings.favour == "hard" else 0))

    def choose(self, rng: np.random.Generator) -> str:
        if rng.random() < self.settings.latest_share:
            return self.opponents[self.open - 1]
        return self.opponents[proportional(self.weights(), rng)]

    def learn(self, outcome: Outcome) -> None:
        place = self.opponents.index(str(outcome.ticket.task))
        self.wins[place] += self.settings.average * (float(outcome.solved) - self.wins[place])
        if self.open < len(self.opponents) and (self.wins[: self.open] >= self.settings.beaten).all():
            self.open += 1

    def memory(self) -> dict[str, Any]:
        return {"open": self.open, "wins": self.wins.tolist()}

    def recall(self, memory: Mapping[str, Any]) -> None:
        wins = np.array(memory["wins"], dtype=float).reshape(len(self.opponents))
        self.open, self.wins = int(memory["open"]), wins
