"""Finds the learner's turn where rewards come late: by speaking once behind each sign, to see where that is free.

Where an answer ends by its length and is rewarded only after the reaction to it, a punished silence does not show
where the turn was, but where the reaction ended. There, every answer comes out of turn and is punished at once; the
one place where speaking is not punished at once is the turn. The same where a world goes on and on and never judges
silence; if speaking is free behind several signs, the turn is taken to be behind one after the other until that pays.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from re import escape, finditer
from statistics import fmean, pstdev

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.perception import candidates
from gradus.learners.gradual.policy.settings import SETTINGS


class WhoseTurn(Remembering):
    """Signs that may stand at the learner's turn, and what came of speaking behind them."""

    def __init__(self) -> None:
        self.active = False
        """Whether the turn is being sought."""
        self.signs: list[str] = []
        """Signs to be tried."""
        self.free: dict[str, int] = {}
        """How often speaking behind a sign was not punished at once."""
        self.punished: dict[str, int] = {}
        """How often it was."""
        self.spoken = ""
        """The sign behind which the latest symbol was said."""
        self.latest = ""
        """The sign behind which something was said last, if that was not punished at once."""
        self.segments: list[str] = []
        """What was heard lately, from reward to reward."""
        self.after = SETTINGS.turn_vain
        """Unrewarded answers after which the turn is sought; the next search comes later."""
        self.options: list[str] = []
        """Further signs behind which speaking was free."""
        self.enough = SETTINGS.on_and_on
        """Symbols without any turn after which it is sought again."""
        self.missing = 0
        """Segments in a row that had none of the signs."""

    def hear(self, segment: str) -> None:
        """Take note of what was heard before a turn that may have been none."""
        self.segments = [*self.segments[1 - SETTINGS.turn_segments :], segment]
        self.missing = 0 if any(sign in segment for sign in self.signs) else self.missing + 1
        if self.active and self.missing >= SETTINGS.turn_segments:
            self.stop()  # another dialogue has begun, whose turns are elsewhere

    def rewarded(self) -> None:
        """An answer was rewarded: if the turn is lost again, it is sought as soon as at first."""
        self.after, self.enough, self.options = SETTINGS.turn_vain, SETTINGS.on_and_on, []

    def begin(self, silence: str) -> None:
        """Seek the turn at the signs that the latest segments share; silence is none."""
        if (
            self.active
            or len(self.segments) < SETTINGS.turn_segments
            or min(map(len, self.segments)) < SETTINGS.turn_shortest
        ):
            return
        self.after *= 3
        self._seek([sign for sign in shared_signs(self.segments) if silence not in sign])

    def listen(self, speech: str, silence: str) -> None:
        """Seek the turn in a speech that goes on and on, at the signs that come back most regularly."""
        if self.active or len(speech) < self.enough:
            return
        self.enough *= 2
        self._seek(regular_signs(speech, silence))

    def stop(self) -> None:
        """Give up the search: there are no more signs to be tried."""
        self._seek([])

    def _seek(self, signs: list[str]) -> None:
        self.signs, self.options = signs, []
        self.free.clear()
        self.punished.clear()
        self.active, self.spoken, self.latest, self.missing = bool(signs), "", "", 0

    def speaks(self, segment: str) -> bool:
        """Whether to speak at the end of `segment`, which the learner has listened to in silence."""
        for sign in self.signs:
            if segment.endswith(sign) and not segment[:-1].endswith(sign):
                self.spoken = sign
                return True
        return False

    def awaited(self, segment: str, silence: str) -> str:
        """The sign of the turn, where the world has fallen silent at once behind what was said there."""
        sign = self.latest
        return sign if sign and segment.rstrip(silence).endswith(sign) else ""

    def judge(self, reward: int) -> str:
        """What came of speaking; the sign of the turn once it is found, or the first that may be it."""
        counts, sign = (self.punished if reward < 0 else self.free), self.spoken
        self.spoken, self.latest = "", "" if reward < 0 else sign
        counts[sign] = counts.get(sign, 0) + 1
        if reward > 0:
            self.signs, self.active = [], False
            return sign
        if counts[sign] < SETTINGS.trials:
            return ""
        self.signs.remove(sign)
        self.active = bool(self.signs)
        if self.active:
            return ""
        self.options = [
            other for other in self.free if self.free[other] >= SETTINGS.trials and other not in self.punished
        ]
        return self.next() if len(self.options) == 1 or self.enough > SETTINGS.on_and_on else ""

    def next(self) -> str:
        """The next sign behind which the turn may be; empty: there is none."""
        return self.options.pop(0) if self.options else ""


def regular_signs(speech: str, silence: str) -> list[str]:
    """The symbols that come back at the most equal distances, doubled if they always are, the most regular first."""
    found: dict[str, float] = {}
    for symbol in dict.fromkeys(speech):
        runs = [
            (match.end(), match.end() - match.start()) for match in finditer(f"{escape(symbol)}+", speech)
        ]
        size = runs[0][1] if len({length for _, length in runs}) == 1 else 1
        ends = [end - more for end, length in runs for more in range(length - size, -1, -1)]
        if symbol == silence or len(ends) < SETTINGS.often:
            continue
        gaps = [later - earlier for earlier, later in pairwise(ends)]
        if fmean(gaps) >= 2.0:
            found[symbol * size] = pstdev(gaps) / fmean(gaps)
    return sorted(found, key=lambda sign: found[sign])[: SETTINGS.regular]


def shared_signs(segments: Sequence[str]) -> list[str]:
    """Signs of one to three symbols that stand once in nearly all segments, not at their end; the longest by place."""
    needed = len(segments) - candidates.failures(len(segments))
    places: dict[tuple[int, ...], str] = {}
    for sign, count in candidates.marks(segments).items():
        if count < needed or sum(segment.count(sign) == 1 for segment in segments) < needed:
            continue
        ends = tuple(segment.find(sign) + len(sign) if sign in segment else 0 for segment in segments)
        if sum(end == len(segment) for end, segment in zip(ends, segments, strict=True)) >= needed:
            continue
        if len(sign) > len(places.get(ends, "")):
            places[ends] = sign
    return list(places.values())
