"""The form of a dialogue: how a segment splits into reaction and question, and where the reaction tells the answer.

A *segment* is what the world says between two answers: the reaction to the last one, if there is any, and the next
question. A form is a hypothesis about all segments of a regime. Everything here is a pure function of a form and a
segment; `Form.turn` is at the same time the rule by which the learner takes its turn and the parse by which forms are
scored, so the two can never disagree.
"""

from __future__ import annotations

from dataclasses import dataclass

from gradus.learners.gradual.codec import remembered


@remembered
@dataclass(frozen=True)
class Cut:
    """Where the reaction ends: behind the `count`-th `mark`, or, without a mark, after `count` symbols."""

    mark: str = ""
    count: int = 0
    optional: bool = False
    """Whether a segment in which a question ends before the mark has no reaction at all."""

    @property
    def cost(self) -> float:
        """Bits to describe it beyond the simplest cut."""
        if not self.mark:
            return 2.0 + 1.0 * min(self.count, 4) if self.count else 0.0
        return 0.5 + 0.7 * len(self.mark) + 1.5 * (self.count - 1) + 1.5 * self.optional


@remembered
@dataclass(frozen=True)
class End:
    """Where the question ends: at the next `mark`, or after `length` symbols."""

    mark: str = ""
    length: int = 0
    also: tuple[str, ...] = ()
    """Other marks that end questions of other kinds."""

    @property
    def cost(self) -> float:
        """Bits to describe it."""
        if not self.mark:
            return 2.0 + 0.7 * self.length
        return 0.5 + 0.5 * len(self.mark) + sum(3.0 + len(mark) for mark in self.also)

    def find(self, segment: str, start: int) -> tuple[int, int]:
        """Where the next question ends from `start` on, without and with its mark; -1, -1: nowhere."""
        if not self.mark:
            return (start + self.length,) * 2 if start + self.length <= len(segment) else (-1, -1)
        found = segment.find(self.mark, start + 1)
        stop = found + len(self.mark) if found >= 0 else -1
        for mark in self.also:
            other = segment.find(mark, start + 1)
            if other >= 0 and (found < 0 or other < found):
                found, stop = other, other + len(mark)
        return found, stop


@remembered
@dataclass(frozen=True)
class Slot:
    """Where a reaction tells the right answer: behind `skip` symbols or a `mark`, up to `stop` or the end."""

    skip: int = 0
    mark: str = ""
    times: int = 0
    """Behind which of the marks; -1: the last."""
    drop: int = 0
    """So many last symbols do not belong to it."""
    stop: str = ""
    """It ends before the first of these, if there is one."""
    last: int = 0
    """Only so many last symbols; -1: as many as the world waited for."""

    @property
    def cost(self) -> float:
        """Bits to describe it."""
        return (
            0.5 * bool(self.skip)
            + (1.0 + abs(self.times) if self.mark else 0.0)
            + 0.3 * self.drop
            + 1.0 * len(self.stop)
            + 2.0 * bool(self.last)
        )

    def bounds(self, reaction: str, duration: int) -> tuple[int, int] | None:
        """From where to where the told answer stands in `reaction`; None when there is none."""
        start = self.skip
        if self.mark:
            start = after(reaction, self.mark, self.times, 0) if self.times > 0 else self._behind(reaction)
        end = len(reaction) - self.drop
        if start < 0 or start >= end:
            return None
        if self.stop:
            found = reaction.find(self.stop, start)
            end = found if found >= 0 else end
        if self.last:
            size = self.last if self.last > 0 else duration
            if not 0 < size <= end - start:
                return None
            start = end - size
        return (start, end) if start < end else None

    def _behind(self, reaction: str) -> int:
        """The place behind the last mark; -1 when there is none."""
        found = reaction.rfind(self.mark)
        return found + len(self.mark) if found >= 0 else -1


@dataclass(slots=True)
class Parse:
    """A segment taken apart; never changed, but not frozen: that makes making it three times as slow."""

    reaction: str
    question: str
    end: int
    """Symbols of the segment up to the end of the question."""
    begin: int = 0
    """Symbols before the question."""


@remembered
@dataclass(frozen=True)
class Form:
    """A hypothesis about the dialogue."""

    right: Cut = Cut()
    """How the reaction to a right answer ends."""
    wrong: Cut = Cut()
    """How the reaction to any other answer ends."""
    end: End = End("", 1)
    slot: Slot | None = None
    """Where the reaction to a wrong answer tells the right one; None: nowhere."""
    lag: int = 0
    """1: it tells the answer to the question before."""

    @property
    def cost(self) -> float:
        """Bits to describe the form."""
        other = 1.0 if self.right.mark == self.wrong.mark or not self.right.count else 6.0 + self.right.cost
        both = self.wrong.cost + (0.0 if self.right == self.wrong else other)
        return both + self.end.cost + (self.slot.cost if self.slot else 0.0) + 2.0 * self.lag

    @property
    def cuts(self) -> tuple[Cut, Cut, End]:
        """What decides where questions begin and end."""
        return self.right, self.wrong, self.end

    def turn(self, segment: str, right: bool, silence: str) -> Parse | None:
        """The parse of the shortest beginning of `segment` that ends with a question; None while there is none."""
        return parse(self.right if right else self.wrong, self.end, segment, silence)

    def fires(self, segment: str, right: bool, silence: str) -> bool:
        """Whether the learner's turn is right at the end of `segment`."""
        end = self.end
        if not segment or (end.mark and not segment.endswith((end.mark, *end.also))):
            return False
        found = self.turn(segment, right, silence)
        return found is not None and found.end == len(segment)


NEWBORN = Form()
"""What a newborn learner believes: every symbol is a question."""


def after(text: str, mark: str, times: int, start: int) -> int:
    """The place behind the `times`-th `mark` from `start` on; -1 when there are fewer."""
    for _ in range(times):
        found = text.find(mark, start)
        if found < 0:
            return -1
        start = found + len(mark)
    return start


def parse(cut: Cut, end: End, segment: str, silence: str) -> Parse | None:
    """Split the beginning of `segment`; see `Form.turn`."""
    reaction, start, found, stop = extent(cut, end, segment, silence)
    if stop < 0:
        return None
    question = segment[start:found]
    if end.also:  # which mark ended it may tell the kind of question
        question += silence + segment[found:stop]
    return Parse(segment[:reaction], question, stop, start)


def extent(cut: Cut, end: End, segment: str, silence: str) -> tuple[int, int, int, int]:
    """Where the reaction ends, the question begins, ends, and ends with its mark; the last is -1 without a question."""
    start, reaction = _body(cut, end, segment)
    if start < 0:
        return 0, 0, 0, -1
    size = len(segment)
    while start < size and segment[start] == silence:
        start += 1
    return reaction, start, *end.find(segment, start)


def _body(cut: Cut, end: End, segment: str) -> tuple[int, int]:
    """Where the question begins and where the reaction ends; -1: the reaction has not ended."""
    if not cut.mark:
        return (cut.count, cut.count) if cut.count <= len(segment) else (-1, 0)
    start = after(segment, cut.mark, cut.count, 0)
    if cut.optional:
        first = end.find(segment, 0)[0] if end.mark else end.length
        if start < 0 or 0 <= first <= start - len(cut.mark):
            return 0, 0
    return start, start - len(cut.mark)
