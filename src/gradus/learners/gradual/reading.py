"""Reads a segment: where the reaction to the last answer ends, and what it says the right answer was.

A *reading* is one way to do so. Many are possible and nothing on the stream says which is meant, so all are scored on
the recent exchanges by how well the pairs (question, right answer) they imply agree with one another and with the
rewards. The best few stay in a mixture until the evidence tells them apart.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from gradus.learners.gradual.codec import Remembering, remembered
from gradus.learners.gradual.words import beginning

WINDOW = 36
"""Exchanges on which readings are compared."""

FORGIVING = 0.98
"""What is left of the blame for a reading after one further exchange."""

SHARED = 4
"""Length of a piece that segments must share to mark the beginning of a question."""

BEGINNINGS = 8
"""Different first words of questions that must begin alike before that beginning belongs to the delimiter."""

EARNED = 0.5
"""How much it speaks for a reading that it tells an answer which earned a reward elsewhere: where a few answers are
all there are, as in verdicts, nothing else tells them from the words around them."""

SPLITS = {
    "delimiter": 0.0,
    "symbol": 0.3,
    "tail1": 0.4,
    "tail2": 0.8,
    "whole": 0.9,
    "delimiter2": 1.2,
    "delimiter3": 1.5,
}
"""Ways to find the start of the question, with how much is held against each beforehand."""


@remembered
@dataclass
class Exchange:
    """One round of the conversation."""

    segment: str
    """What the world said before the answer."""
    said: str
    """The learner's answer."""
    reward: int
    """What it earned; 0 when nothing came."""
    after: str = ""
    """The next segment: reaction and next question."""
    late: bool = False
    """Whether the answer came after a hesitation, which alone can make it wrong."""


@remembered
@dataclass(frozen=True)
class Reading:
    """How to split a segment and how to find the right answer in its reaction part."""

    split: str
    """One of `SPLITS`."""
    skip: int
    """Words of the reaction that come before the right answer."""
    tail: int
    """Keep only so many last symbols before the ending; 0 keeps all."""

    @property
    def cost(self) -> float:
        """Complexity; simpler readings are believed first."""
        return SPLITS[self.split] + 0.12 * self.skip + 0.3 * (self.tail > 0) + 0.05 * self.tail


ALL_READINGS = tuple(
    Reading(split, skip, tail)
    for split in SPLITS
    for skip, tail in [*((skip, 0) for skip in range(7)), (0, 1), (0, 2), (0, 3)]
)


class Reader(Remembering):
    """Scores readings and applies the best ones."""

    def __init__(self) -> None:
        self.silence = ""
        self.terminator = ""
        self.delimiters: dict[str, str] = {}
        self.window: deque[Exchange] = deque(maxlen=WINDOW)
        self.best: list[Reading] = [Reading("whole", 0, 0)]
        self.proven: dict[Reading, int] = {}
        self.blame: dict[Reading, float] = {}
        self.failures = 0
        self._praised: deque[str] = deque(maxlen=5)
        self._blamed: deque[str] = deque(maxlen=5)
        self.universal = ""
        self._endings: deque[str] = deque(maxlen=12)
        self._reactions: deque[str] = deque(maxlen=2)
        self.glue = ""
        self._firsts: deque[str] = deque(maxlen=BEGINNINGS)

    def note(self, exchange: Exchange) -> None:
        """Remember a finished exchange (its `after` is known)."""
        self.window.append(exchange)
        self.blame = {reading: blame * FORGIVING for reading, blame in self.blame.items() if blame > 0.05}
        (self._praised if exchange.reward > 0 else self._blamed).append(exchange.after)
        self._find_universal()
        self._find_glue(exchange.after)
        self.failures = 0 if exchange.reward > 0 else self.failures + 1
        if exchange.reward > 0 and exchange.said:
            self._endings.append(exchange.said)
            self._find_terminator()

    def judge(self, reading: Reading, good: bool, weight: float = 0.5) -> None:
        """An answer that `reading` had told was tried."""
        if good:
            self.proven[reading] = self.proven.get(reading, 0) + 1
            self.blame[reading] = max(0.0, self.blame.get(reading, 0.0) - 0.25)
        else:
            self.blame[reading] = min(6.0, self.blame.get(reading, 0.0) + weight)

    def _find_universal(self) -> None:
        """Symbols that every recent segment contains."""
        segments = [*self._praised, *self._blamed]
        if len(segments) < 4:
            return
        common = set(segments[0])
        for segment in segments[1:]:
            common &= set(segment)
        self.universal = "".join(sorted(common))

    def _find_glue(self, segment: str) -> None:
        """What questions begin with although their first words differ."""
        delimiter = self.delimiters.get(self.best[0].split, "")
        question = segment.partition(delimiter)[2] if delimiter else ""
        if not question:
            return
        first = "".join(question.partition(self.silence)[:2]) if self.silence else question
        if not question.startswith(self.glue):
            self.glue = ""
            self._firsts.clear()
        if first not in self._firsts:
            self._firsts.append(first)
            if len(self._firsts) == BEGINNINGS:
                self.glue = beginning([word[:-1] for word in self._firsts])

    def reacted(self, symbol: str) -> None:
        """The world had waited and reacted only when `symbol` was said: after a while, that is what ends answers."""
        self._reactions.append(symbol)
        if len(self._reactions) == 2 and set(self._reactions) == {symbol} and self.terminator[-1:] != symbol:
            self.terminator = symbol
            self._endings.clear()

    def _find_terminator(self) -> None:
        """What ends every rewarded answer although the answers differ."""
        answers = set(self._endings)
        if self.terminator and all(answer.endswith(self.terminator) for answer in answers):
            return
        if len(answers) < 4:
            return
        newest = self._endings[-1]
        ends = [newest[-size:] for size in (3, 2, 1) if len(newest) > size]
        shared = [end for end in ends if all(answer.endswith(end) for answer in answers)]
        if shared:
            self.terminator = shared[0]
        elif len({answer[-1] for answer in answers}) >= 3 and len(self._endings) >= 8:
            self.terminator = ""

    def split(self, kind: str, segment: str) -> tuple[str, str]:
        """The reaction and the question inside `segment`."""
        if kind in self.delimiters:
            reaction, found, question = segment.partition(self.delimiters[kind])
            return (reaction, question) if found else ("", segment)
        if kind == "symbol" and self.universal:
            at = min((segment.find(symbol) for symbol in self.universal if symbol in segment), default=-1)
            if 0 <= at < len(segment) - 1:
                return segment[:at], segment[at:]
        if kind == "tail1":
            return segment[:-1], segment[-1:]
        if kind == "tail2":
            return segment[:-2], segment[-2:]
        return "", segment

    def common(self, segment: str) -> str:
        """The part of `segment` from the first piece on that all recent segments share."""
        others = [*self._praised, *self._blamed]
        for start in range(len(segment) - SHARED + 1):
            piece = segment[start : start + SHARED]
            if all(piece in other for other in others):
                return segment[start:]
        return segment

    def question(self, reading: Reading, segment: str) -> str:
        """The question in `segment` under `reading`, without what all questions begin with."""
        question = self.split(reading.split, segment)[1]
        return question.removeprefix(self.glue) if reading.split in self.delimiters else question

    def told(self, reading: Reading, after: str) -> str:
        """The right answer that the reaction in `after` gives away under `reading`; empty when it gives none."""
        return self._tells(reading, self.split(reading.split, after)[0])

    def _tells(self, reading: Reading, reaction: str) -> str:
        """The right answer in `reaction`; empty when there is none."""
        if reading.skip:
            words = [word for word in reaction.split(self.silence) if word] if self.silence else [reaction]
            reaction = self.silence.join(words[reading.skip :])
        if self.terminator:
            cut = reaction.find(self.terminator)
            if cut >= 0:
                reaction = reaction[: cut + len(self.terminator)]
            elif reaction:
                reaction += self.terminator
        if reading.tail:
            body = reaction.removesuffix(self.terminator)
            reaction = body[-reading.tail :] + self.terminator
        return "" if reaction == self.terminator else reaction

    def right(self, reading: Reading, exchange: Exchange) -> str:
        """The right answer to an exchange, as far as `reading` can tell."""
        if exchange.reward > 0:
            return exchange.said
        told = self.told(reading, exchange.after)
        return "" if told == exchange.said else told

    def rescore(self, inertia: float, afresh: bool = False) -> None:
        """Compare all readings on the window and keep the best few; the present one has a lead of `inertia`.

        `afresh`: what readings have proved before does not count.
        """
        possible = self._possible()
        parts = {kind: self._parts(kind) for kind in dict.fromkeys(reading.split for reading in possible)}
        scored = sorted(
            (
                (self.score(reading, afresh, parts[reading.split]), -reading.cost, reading)
                for reading in possible
            ),
            key=lambda item: (-item[0], -item[1]),
        )
        top = scored[0][0]
        held = next((score for score, _, reading in scored if reading == self.best[0]), top - 9.0)
        if held > top - inertia:
            scored = [item for item in scored if item[2] != self.best[0]]
            scored.insert(0, (held, 0.0, self.best[0]))
        self.best = [reading for score, _, reading in scored[:4] if score > top - 1.5]

    def _possible(self) -> list[Reading]:
        usable = {"tail1", "tail2", "whole", *self.delimiters}
        if self.universal:
            usable.add("symbol")
        return [reading for reading in ALL_READINGS if reading.split in usable]

    def _parts(self, kind: str) -> list[tuple[str, str]]:
        """For each exchange of the window, its question and the reaction to its answer when split so."""
        plain = Reading(kind, 0, 0)
        return [
            (self.question(plain, exchange.segment), self.split(kind, exchange.after)[0])
            for exchange in self.window
        ]

    def score(
        self, reading: Reading, afresh: bool = False, parts: list[tuple[str, str]] | None = None
    ) -> float:
        """Self-consistency of the pairs that `reading` implies, minus its complexity; `parts`, if at hand."""
        memory: dict[str, str] = {}
        punished: dict[str, set[str]] = {}
        seen: dict[str, int] = {}
        earned = {exchange.said for exchange in self.window if exchange.reward > 0}
        belief = 0.0 if afresh else min(4.0, 0.2 * self.proven.get(reading, 0)) * 0.97**self.failures
        score = belief - reading.cost - self.blame.get(reading, 0.0)
        split = zip(self.window, parts or self._parts(reading.split), strict=True)
        for count, (exchange, (question, reaction)) in enumerate(split, start=1):
            if exchange.reward <= 0 and exchange.said and not exchange.late:
                punished.setdefault(question, set()).add(exchange.said)
            right = exchange.said if exchange.reward > 0 else self._tells(reading, reaction)
            if not right or right in punished.get(question, ()):
                score -= 3.0 if right and exchange.reward <= 0 else 0.1
                continue
            expected = memory.get(question)
            share = seen.get(right, 0) / count
            score += self._gain(question, right, expected, share)
            if exchange.reward <= 0 and right in earned:
                score += EARNED * (1.0 - share)
            if expected not in (None, right):
                score -= 0.7
                memory.clear()
                punished.clear()
            memory[question] = right
            seen[right] = seen.get(right, 0) + 1
        return score

    def _gain(self, question: str, right: str, expected: str | None, share: float) -> float:
        """How much a pair speaks for its reading: the answer is made of the question, or was to be expected.

        One symbol of an answer may come from elsewhere, such as what stands between its parts.
        """
        body = right.removesuffix(self.terminator)
        if self.silence:
            body = body.replace(self.silence, "")
        own = set(body).difference(question)
        if body and not own:
            return 0.25 * min(4, len(body))
        if expected == right:
            return 1.0 - 0.9 * share
        inside = sum(symbol not in own for symbol in body)
        return 0.2 * min(4, inside) if len(own) == 1 and inside > 2 else 0.0
