"""PAIRED: an adversary makes tasks that an antagonist can do and the student cannot yet (Dennis et al. 2020).

The adversary earns the student's regret: the antagonist's return minus the student's. Impossible tasks bring it
nothing, because the antagonist fails, too; nor do mastered ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Box, Outcome, Requirement, TaskKey, Teacher, Ticket, UserError
from gradus.school.checks import at_least, number, one_of, positive, whole
from gradus.teachers.adversary import Adversary
from gradus.teachers.smoother import Smoother

Array = NDArray[np.float64]


class Paired(Teacher):
    """Protagonist antagonist induced regret environment design.

    Whoever trains the student lets an antagonist, a second student that trains on the same tickets, play each ticket,
    too, and puts its return, or a list of them, into ``extras["antagonist"]``. Without one the best return that the
    student itself had nearby stands for it: what it could do once and does not do now.
    """

    name = "paired-v0"
    requires = frozenset({Requirement.ANTAGONIST})
    choosing_changes = ("pending",)

    @dataclass(frozen=True)
    class Settings:
        """What the adversary earns, decides and learns."""

        regret: str = "auto"
        """antagonist: every outcome must have an antagonist's return; memory: the best return nearby stands for it;
        auto: whichever an outcome allows."""
        antagonist: str | None = None
        """On the tracks: the recorded policy that plays every ticket, too, a shipped walker or a walker's file."""
        bins: int = 10
        """Bins of each dimension of a box, chosen one dimension after the other; named tasks are one choice."""
        update_every: int = 50
        """Episodes between updates of the adversary."""
        epochs: int = 5
        """Steps of an update."""
        clip: float = 0.2
        """PPO's limit on how much more or less likely an update makes a task."""
        entropy: float = 0.05
        """Weight of the bonus for undecided choices."""
        rate: float = 0.005
        """The adversary's learning rate."""
        width: int = 32
        """Units in the adversary's hidden layer."""
        near: float = 0.1
        """How near an episode must be to stand for the antagonist, as a share of each range."""
        window: int = 500
        """Latest episodes among which it is looked for."""

        def __post_init__(self) -> None:
            one_of("regret", self.regret, ("auto", "antagonist", "memory"))
            if self.antagonist is not None and self.regret == "memory":
                raise UserError("The regret 'memory' has no use for an antagonist; leave one of them out.")
            for name, least in (("bins", 2), ("update_every", 2), ("epochs", 1), ("width", 1), ("window", 1)):
                whole(name, getattr(self, name), least)
            for name in ("clip", "rate", "near"):
                positive(name, getattr(self, name))
            at_least("entropy", self.entropy, 0)

    def start(self) -> None:
        settings, decisions, bins = self.settings, 1, 1
        if isinstance(self.space, Box):
            decisions, bins = len(self.space.free), settings.bins
        else:
            bins = len(self.space.tasks)
        if not decisions:
            raise UserError(f"The teacher {self.name!r} needs a dimension with low < high; all are fixed.")
        self.adversary = Adversary(decisions, bins, settings.width, self.rng)
        self._smoother = Smoother(self.space, settings.window, settings.near)
        self.pending: dict[int, tuple[list[int], float]] = {}
        """For each open ticket: what the adversary decided, and the logarithm of its probability."""
        self.rows: list[list[float]] = []
        """Since the last update: decisions, logarithm and regret of every episode."""

    @property
    def requirements(self) -> frozenset[Requirement]:
        """An antagonist, if one is named or must be there; where it is only welcome, memory stands for it."""
        needed = self.settings.regret == "antagonist" or self.settings.antagonist is not None
        return self.requires if needed else frozenset()

    @property
    def antagonist(self) -> str | None:
        return self.settings.antagonist

    @property
    def wants_antagonist(self) -> bool:
        """Whether whoever trains the student should let an antagonist play each ticket, too."""
        return bool(self.settings.regret != "memory")

    def choose(self, rng: np.random.Generator) -> TaskKey:
        chosen, logarithm = self.adversary.draw(rng)
        self.pending[self.serial] = (chosen, logarithm)
        if not isinstance(self.space, Box):
            return self.space.tasks[chosen[0]]
        low, high = self.space.free_low, self.space.free_high
        share = (np.array(chosen) + rng.random(len(chosen))) / self.adversary.bins
        return self.space.expand(low + share * (high - low))

    def learn(self, outcome: Outcome) -> None:
        regret = self.regret(outcome)
        chosen, logarithm = self.pending.pop(outcome.ticket.serial)
        self._smoother.add(outcome.ticket.task, outcome.reward)
        self.rows.append([*map(float, chosen), logarithm, regret])
        if len(self.rows) == self.settings.update_every:
            self._update(np.array(self.rows))
            self.rows = []

    def forget(self, ticket: Ticket) -> None:
        self.pending.pop(ticket.serial, None)

    def regret(self, outcome: Outcome) -> float:
        """What the adversary earns with an outcome."""
        known = outcome.extras.get("antagonist")
        if self.settings.regret != "memory" and known is not None:
            best = max(known) if isinstance(known, list | tuple) and known else known
            number("extras['antagonist']", best)
            return float(best) - outcome.reward
        if self.settings.regret == "antagonist":
            raise UserError(
                "The regret 'antagonist' needs extras['antagonist'] in outcomes; 'memory' does without."
            )
        return max(0.0, self._smoother.best(outcome.ticket.task, outcome.reward) - outcome.reward)

    def memory(self) -> dict[str, Any]:
        pending = [[serial, *value] for serial, value in self.pending.items()]
        small = {"pending": pending, "rows": self.rows, "latest": self._smoother.to_json()}
        return small | {"adversary": self.adversary.to_json()}

    def recall(self, memory: Mapping[str, Any]) -> None:
        pending = {int(s): ([int(i) for i in bins], float(log)) for s, bins, log in memory["pending"]}
        rows = [[float(x) for x in row] for row in memory["rows"]]
        self._smoother.load(memory["latest"])
        self.adversary.load(memory["adversary"])
        self.pending, self.rows = pending, rows

    def _update(self, rows: Array) -> None:
        regrets = rows[:, -1]
        gains = (regrets - regrets.mean()) / (regrets.std() + 1e-8)
        settings = self.settings
        chosen, before = rows[:, :-2].astype(np.intp), rows[:, -2]
        self.adversary.train(
            chosen, before, gains, settings.epochs, settings.clip, settings.entropy, settings.rate
        )
