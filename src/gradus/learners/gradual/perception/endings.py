"""How an answer ends: by its length, or with a sign of one to three symbols.

The world says neither. A silence that is judged shows that length decides; a world that waits shows that a sign is
wanted. A sign is found by trying, one candidate after the other, those heard where signs stand first; what the world
reacts to is tried again alone before it is believed.
"""

from __future__ import annotations

from collections.abc import Sequence

from gradus.learners.gradual.codec import Remembering

DOUBTED = 2
"""Times the world may wait in vain before a sign is given up."""

SUSPECTS = 6
"""Candidates kept when the world reacted while several were being tried."""

LONGEST = 3
"""Symbols of the longest sign."""

RARE = 40
"""Known endings remembered."""


class Endings(Remembering):
    """What is believed about the end of answers."""

    def __init__(self) -> None:
        self.sign = ""
        """What is said at the end of an answer; empty: nothing."""
        self.by_length = True
        """Whether an answer ends when it is long enough."""
        self.known: dict[str, int] = {}
        """Signs that worked, with how often."""
        self.suspects: list[str] = []
        """Signs of which one has just worked, to be tried alone."""
        self.innocent = ""
        """A suspect that has failed before: if it works now, it was the silence behind it."""
        self.stilled = False
        """Whether an answer ends with the first silence behind it."""
        self.failed = 0
        self.cuts = 0
        self.tried = 0
        """How far the list of candidates has been tried."""

    @property
    def sought(self) -> bool:
        """Whether a sign is wanted and none is known."""
        return not self.by_length and not self.sign

    def timed(self) -> None:
        """A silence was judged: answers end by length."""
        if not self.by_length and self.sign and self.failed == 0:
            self.cuts += 1
            if self.cuts < 2:
                return
        self.by_length, self.sign, self.cuts = True, "", 0

    def worked(self, sign: str) -> None:
        """The world reacted to `sign` at the end of an answer."""
        self.failed, self.cuts, self.tried, self.suspects = 0, 0, 0, []
        if sign == self.innocent:
            self.sign, self.by_length, self.stilled = "", True, True
            return
        self.sign, self.by_length, self.stilled = sign, False, False
        self.known[sign] = self.known.get(sign, 0) + 1
        if len(self.known) > RARE:
            del self.known[min(self.known, key=lambda other: self.known[other])]

    def unheard(self) -> None:
        """The world went on waiting although an answer should have been complete."""
        self.failed += 1
        if self.by_length or self.failed >= DOUBTED:
            self.by_length, self.sign, self.failed = False, "", 0

    def cut_short(self) -> None:
        """The world reacted before the sign was said."""
        if self.sign:
            self.cuts += 1
            if self.cuts >= DOUBTED:
                self.by_length, self.sign, self.cuts = True, "", 0

    def suspect(self, said: str, silence: str) -> None:
        """The world reacted while candidates were being tried: the last of `said` are suspected.

        A sign that `said` has already had before its end is not the one; the shortest come first, as the world may
        have taken a moment to react.
        """
        spoken = said.rstrip(silence)
        found = [spoken[-1:], spoken[-2:-1], spoken[-2:], spoken[-3:], spoken[-3:-2], spoken[-3:-1]]
        signs = [sign for sign in dict.fromkeys(found) if sign and silence not in sign]
        self.suspects = [sign for sign in signs if spoken.count(sign) == 1 or sign == sign[0] * len(sign)]
        self.suspects.sort(key=lambda sign: spoken[: len(spoken) - 3].count(sign) > 0)
        del self.suspects[SUSPECTS:]
        self.innocent = spoken[0] if spoken[0] not in spoken[-3:] and len(said) > len(spoken) else ""
        if self.innocent:
            self.suspects.insert(0, self.innocent)

    def candidates(self, tails: Sequence[str], heard: Sequence[str], unheard: Sequence[str]) -> list[str]:
        """Signs to try: known ones, what segments end with, heard symbols, never heard ones, repeated ones.

        A symbol said three times tries it doubled and tripled.
        """
        known = sorted(self.known, key=lambda sign: -self.known[sign])
        found = [*known, *tails, *heard]
        found += [symbol * LONGEST for symbol in heard]
        found += unheard
        found += [symbol * LONGEST for symbol in unheard]
        return list(dict.fromkeys(found))
