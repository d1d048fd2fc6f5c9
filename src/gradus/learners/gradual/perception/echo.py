"""Notices a world that repeats what it hears while it waits for more: what it repeats is no reaction, but silence."""

from __future__ import annotations

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.perception.settings import SETTINGS


class Echo(Remembering):
    """Watches what follows the symbols of answers."""

    def __init__(self) -> None:
        self.seen = 0
        """Symbols in a row that came back at once, and behind which the world went on waiting."""
        self.pending = False
        """Whether the latest symbol came back, and it is open whether the world waits."""

    @property
    def sure(self) -> bool:
        """Whether the world repeats what it hears."""
        return self.seen >= SETTINGS.repeated

    def observe(self, said: str, heard: str, reward: int, silence: str, answering: bool) -> bool:
        """Take in one step; whether it is known from now on that the world repeats what it hears."""
        before, spoken = self.sure, bool(said) and said != silence
        if reward:
            self.pending = False
            return False
        if self.pending:
            waits = heard == silence or (spoken and heard == said)
            self.seen, self.pending = self.seen + 1 if waits else 0, False
        if answering and spoken:
            self.pending = heard == said
            if heard == silence:
                self.seen = 0
        return self.sure and not before

    def without(self, said: str, heard: str, reward: int, silence: str) -> str:
        """What the world says of its own: nothing if it only repeats what it has just heard."""
        return silence if self.sure and not reward and heard == said else heard
