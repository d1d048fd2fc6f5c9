"""How an answer ends: by its length, or with a sign of one to three symbols.

The world says neither. A silence that is judged shows that length decides; a world that waits shows that a sign is
wanted. A sign is found by trying, one candidate after the other, those heard where signs stand first; what the world
reacts to is tried again alone before it is believed.
"""

from __future__ import annotations

from collections.abc import Sequence

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.perception.settings import SETTINGS


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
        self.earned = False
        """Whether an answer that ended so was rewarded."""
        self.vain: dict[str, None] = {}
        """Signs that did not end a right answer, until one does."""
        self.left: list[str] = []
        """Signs that were believed and given up, the latest last."""
        self.doubts = 0
        """Times that what was told was said with the present sign and punished, until that earns something."""
        self.whole = ""
        """A sign that was doubted, so that its own last symbols were tried alone."""
        self.failed = 0
        """Times that the world waited, or did not wait, although an answer was complete."""
        self.cuts = 0
        """Times that the world did not wait for the sign."""
        self.closed = 0
        """Times that it did wait, behind other symbols, and then reacted at once."""
        self.tried = 0
        """How far the list of candidates has been tried."""
        self.breaks = 0
        """Times that a right answer was judged at the first silence behind it, and no longer silence since."""
        self.late: list[int] = []
        """How long the world waited, lately, until it went on while signs were being tried."""

    @property
    def broken(self) -> bool:
        """Whether the world breaks wrong answers off at their first wrong symbol: then a reaction ends no answer."""
        return self.breaks >= SETTINGS.doubted

    @property
    def sought(self) -> bool:
        """Whether a sign is wanted and none is known."""
        return not self.by_length and not self.sign

    @property
    def limit(self) -> int:
        """After so many symbols the world goes on, whatever was said: it often did; 0: no such limit is known."""
        often = [size for size in self.late if self.late.count(size) >= SETTINGS.waits]
        return min(often, default=0)

    def went_on(self, size: int) -> bool:
        """The world went on after `size` symbols while signs were being tried; whether one of them may have worked."""
        self.late = [*self.late[1 - SETTINGS.waits_kept :], size]
        return not 0 < self.limit <= size

    def waits(self, size: int) -> bool:
        """Whether to wait after `size` symbols until the world goes on, as signs tried now would prove nothing."""
        if self.late and size > max(self.late) + SETTINGS.waits:
            self.late = []  # it waits for longer now
        return 0 < self.limit <= size + 1

    def timed(self, size: int) -> None:
        """A silence of so many symbols was judged: answers end by length, or the first symbol was wrong."""
        if size > 1:
            self.breaks = 0
        if self.broken:
            return
        if not self.by_length and self.sign and self.failed == 0:
            self.cuts += 1
            if self.cuts < 2:
                return
        self._become("", by_length=True)

    def worked(self, sign: str, behind: int = 0) -> None:
        """The world reacted to `sign` at the end of an answer, behind so many symbols that it had not judged."""
        self.failed, self.cuts, self.suspects = 0, 0, []
        self.stilled = sign == self.innocent
        if self.stilled:
            self._become("", by_length=True)
            return
        self._become(sign, by_length=False)
        self.closed += behind + len(sign) > 1
        if sign not in self.known and len(sign) > 1:
            self._shorten()
        self.known[sign] = self.known.get(sign, 0) + 1
        if len(self.known) > SETTINGS.known_signs:
            del self.known[min(self.known, key=lambda other: self.known[other])]

    def unheard(self) -> None:
        """The world went on waiting although an answer should have been complete."""
        self.failed += 1
        if self.by_length or self.failed >= SETTINGS.doubted:
            self._become("", by_length=False)

    def acquit(self, rest: str, silence: str) -> None:
        """The right answer was said, then `rest`, and that was punished: nothing in `rest` ends answers.

        If `rest` is silence alone, the world wants a sign, although it does not wait for ever.
        """
        if self.earned:
            return
        if rest == silence:
            self.breaks += 1
            if self.breaks == SETTINGS.doubted:
                self.vain.clear()  # it was not the end of answers that failed
        self.vain.update(dict.fromkeys([rest] if self.broken else _parts(rest, silence)))
        while len(self.vain) > SETTINGS.vain_signs:
            del self.vain[next(iter(self.vain))]
        self.suspects = [sign for sign in self.suspects if sign not in self.vain]
        self.failed += 1
        if self.sign in self.vain or self.failed >= SETTINGS.doubted:
            self._give_up()

    def doubt(self) -> None:
        """What was told as right was said with the present sign, and punished: it may be the sign.

        A sign behind which the world reacted at once again and again does end answers, whatever they were worth; it
        may only be too long.
        """
        self.doubts += not self.earned
        sign = self.sign
        if not sign or self.doubts < SETTINGS.mistrusted:
            return
        if self.closed < SETTINGS.closed:
            self.vain[sign] = None
            self._give_up()
        elif len(sign) > 1 and self.whole != sign:
            self._shorten()
            self.whole = sign

    def _shorten(self) -> None:
        """Try the last symbols of the sign alone: those before them may be part of the answer it ended first."""
        sign = self.sign
        self._become("", by_length=False)
        self.suspects = [sign[-size:] for size in range(1, len(sign) + 1)]

    def _give_up(self) -> None:
        """Seek another sign; this one will be tried again when those that are heard have failed."""
        if self.sign:
            self.known.pop(self.sign, None)
            self.left = [*[sign for sign in self.left if sign != self.sign], self.sign][-SETTINGS.suspects :]
        self._become("", by_length=False)
        self.failed = 0

    def reward(self, rest: str) -> None:
        """An answer was rewarded that ended with `rest`: so it had ended."""
        shorter = rest != self.sign and self.sign.startswith(rest)  # the rest of the sign was not waited for
        if not rest:
            self.breaks = 0
        if 0 < len(rest) <= SETTINGS.longest_sign and (self.sought or shorter):
            self.known.setdefault(rest, 0)  # what stood behind a right answer ended it as a whole
            self.worked(rest)
        self.earned, self.failed, self.doubts, self.tried = True, 0, 0, 0
        self.vain.clear()
        self.late = []

    def _become(self, sign: str, by_length: bool) -> None:
        """Believe in another ending."""
        if (sign, by_length) != (self.sign, self.by_length):
            self.earned, self.failed, self.doubts, self.closed = False, 0, 0, 0
        self.sign, self.by_length, self.cuts = sign, by_length, 0

    def cut_short(self) -> None:
        """The world reacted before the sign was said."""
        if self.sign:
            self.closed = 0
            self.cuts += 1
            if self.cuts >= SETTINGS.doubted:
                self._become("", by_length=True)

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
        del self.suspects[SETTINGS.suspects :]
        self.innocent = spoken[0] if spoken[0] not in spoken[-3:] and len(said) > len(spoken) else ""
        if self.innocent:
            self.suspects.insert(0, self.innocent)

    def next_suspect(self) -> str:
        """The suspect to be tried now."""
        return self.suspects.pop(0)

    def next_sign(self, signs: Sequence[str]) -> str:
        """The sign to be tried now, of all that may be tried."""
        if self.broken:
            return signs[0]  # what fails leaves the list
        self.tried += 1
        return signs[(self.tried - 1) % len(signs)]

    def misread(self) -> None:
        """What seemed to be told was not the right answer: signs said behind it may end answers all the same."""
        self.vain.clear()

    def _failed(self, sign: str) -> bool:
        """Whether a sign did not end a right answer, or was broken off."""
        return sign in self.vain or (self.broken and (sign[:1] in self.vain or sign[:2] in self.vain))

    def candidates(self, tails: Sequence[str], heard: Sequence[str], unheard: Sequence[str]) -> list[str]:
        """Signs to try: known ones, what segments end with, heard symbols, then those given up and never heard ones.

        A symbol said three times tries it doubled and tripled.
        """
        rare = [symbol for symbol in heard if len(symbol) == 1][: SETTINGS.paired]
        known = sorted(self.known, key=lambda sign: -self.known[sign])
        found = [
            *known,
            *tails,
            *heard,
            *(symbol * SETTINGS.longest_sign for symbol in heard if len(symbol) == 1),
            *(one + other for one in rare for other in rare if one != other),
        ]
        later = [*unheard, *(symbol * SETTINGS.longest_sign for symbol in unheard)]
        signs = [sign for sign in found if not self._failed(sign)]
        if not self.broken:  # what was told there may have been misread
            signs += [sign for sign in (*known, *tails) if self._failed(sign)]
        signs += [*reversed(self.left), *(sign for sign in later if not self._failed(sign))]
        if len(signs) == len(self.left):
            self.vain.clear()  # everything was tried: the world may have changed
            signs = found + later
        return list(dict.fromkeys(signs))


def _parts(rest: str, silence: str) -> list[str]:
    """All signs that stand in what was said behind a right answer, but for what may have ended a spoilt one."""
    size = SETTINGS.longest_sign
    rest = rest[:-size] if len(rest) > size else rest
    signs = [rest[start : start + length] for length in range(1, size + 1) for start in range(len(rest))]
    return [sign for sign in signs if sign and silence not in sign]
