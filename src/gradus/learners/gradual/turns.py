"""Learns when it is the learner's turn to speak.

A *segment* is what the world says between two answers. Being silent is an experiment: a punished silence, or a world
that falls silent itself, shows exactly where a segment ended. Such clean segments are explained by the simplest rule
of the form "(after the first ...) at the first ... (and n symbols more)".
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from gradus.learners.gradual.codec import Remembering, remembered

WINDOW = 6
"""Clean segments kept."""

LONGEST = 3
"""Longest delimiter considered."""

RULES = 60
"""Rules remembered as proven; the least proven are dropped."""

TRUSTED = 30
"""Successes after which a rule survives one segment that it does not explain."""

RARE = 0.15
"""What is held against a first delimiter for each further occurrence in a segment."""

FAMILIAR = 0.2
"""What speaks for a first delimiter that has worked in another rule."""

WORKED = 4
"""Segments kept at whose end an answer was rewarded: a new rule should explain them too."""

ALTERNATIVES = 3
"""Delimiters of equally possible rules that readings may try."""


@remembered
@dataclass(frozen=True)
class TurnRule:
    """The turn comes `offset` symbols after the first `second` that follows the first `first`."""

    first: str
    """Delimiter to wait for before looking for `second`; may be empty."""
    second: str
    """Delimiter that opens the turn; empty for a pure position rule."""
    offset: int
    """Further symbols to wait for."""

    def fires(self, segment: str) -> bool:
        """Whether the turn is right at the end of `segment`."""
        return self.end(segment) == len(segment)

    def end(self, segment: str) -> int:
        """Length of the prefix of `segment` at which the turn comes; -1 when it has not come."""
        at = 0
        for part in (self.first, self.second):
            if part:
                found = segment.find(part, at)
                if found < 0:
                    return -1
                at = found + len(part)
        at += self.offset
        return at if at <= len(segment) else -1

    @property
    def cost(self) -> float:
        """Complexity; simpler rules are believed first."""
        if not self.second:
            return 2.0 + 0.5 * self.offset
        return len(self.first) * 1.1 + len(self.second) + 1.25 * self.offset + (0.2 if self.first else 0.0)

    @property
    def delimiter(self) -> str:
        """What separates the reaction from the next question under this rule, if anything does."""
        return self.first or (self.second if self.offset else "")


EVERY_SYMBOL = TurnRule("", "", 1)
"""The rule a newborn learner starts with: each symbol is a question."""


class TurnLearner(Remembering):
    """Holds the current rule, the evidence for it and the rules that worked before."""

    def __init__(self) -> None:
        self.rule: TurnRule | None = EVERY_SYMBOL
        self.clean: deque[str] = deque(maxlen=WINDOW)
        self.worked: deque[str] = deque(maxlen=WORKED)
        self.early: deque[str] = deque(maxlen=WINDOW)
        self.proven: dict[TurnRule, int] = {}
        self.delimiters: list[str] = []
        self.strikes = 0.0

    def fires(self, segment: str) -> bool:
        """Whether the learner should speak now."""
        return self.rule is not None and self.rule.fires(segment)

    def succeeded(self, segment: str) -> None:
        """An answer given under the current rule, after `segment`, was rewarded."""
        if self.rule is not None:
            self.proven[self.rule] = self.proven.get(self.rule, 0) + 1
            self.strikes = max(0.0, self.strikes - 0.5)
            self.worked.append(segment)
            if len(self.proven) > RULES:
                del self.proven[min(self.proven, key=lambda rule: self.proven[rule])]

    def misfired(self, segment: str) -> None:
        """An answer begun after `segment` was punished at once: the world had not finished.

        After two of these, or one when the rule has not proved itself, a rule is sought that waits longer there and
        still explains what worked.
        """
        self.early.append(segment)
        if not self._impatient:
            return
        worked, clean = list(self.worked), list(self.clean)
        for evidence in ([*worked, *clean], clean, worked):
            rule = self._best(evidence) if len(evidence) > 1 else None
            if rule is not None and self._waits(rule):
                self.rule = rule
                return

    @property
    def _impatient(self) -> bool:
        proved = self.rule is not None and self.proven.get(self.rule, 0) >= TRUSTED
        return len(self.early) > proved

    def _waits(self, rule: TurnRule) -> bool:
        return all(rule.end(segment) < 0 for segment in self.early)

    def doubt(self) -> None:
        """Forget the evidence of a regime that seems to be over; new clean segments decide."""
        self.clean.clear()
        self.worked.clear()
        self.early.clear()

    def observe(self, segment: str) -> None:
        """A segment whose end is certain."""
        if not segment or self._forgivable(segment):
            return
        self.clean.append(segment)
        if self.rule is not None and self.rule.fires(segment) and len(self.clean) < 2:
            return
        everything = [*self.worked, *self.clean]
        both = self._best(everything) if len(self.clean) > 1 and self.worked else None
        self.rule = both or self._infer(list(self.clean))

    def _forgivable(self, segment: str) -> bool:
        """Whether one segment against a rule that has often worked can be overlooked."""
        if self.rule is None or self.rule.fires(segment) or self.proven.get(self.rule, 0) < TRUSTED:
            return False
        self.strikes += 1.0
        return self.strikes < 2.0

    def _infer(self, evidence: list[str]) -> TurnRule | None:
        """The best rule for as much of the newest evidence as possible."""
        while evidence:
            rule = self._best(evidence)
            if rule is not None:
                return rule
            evidence.pop(0)
        return None

    def _best(self, evidence: list[str]) -> TurnRule | None:
        """The cheapest rule that fires exactly at the end of every segment."""
        rules = [rule for rule in self.proven if _explains(rule, evidence)]
        if len(evidence) >= 2:
            rules += [rule for rule in _candidates(evidence) if _explains(rule, evidence)]
        if not rules:
            return None
        patient = [rule for rule in rules if self._waits(rule)] if self._impatient else []
        ranked = sorted(patient or rules, key=lambda rule: self._rank(rule, evidence))
        whole = (_doubled(rule.delimiter, evidence) for rule in ranked if rule.delimiter)
        self.delimiters = list(dict.fromkeys(whole))[:ALTERNATIVES]
        return ranked[0]

    def _rank(self, rule: TurnRule, evidence: list[str]) -> tuple[float, int, str, str, int]:
        """Cheap and proven rules first; among equals those whose first delimiter is rare and comes early."""
        cost = rule.cost - min(1.5, 0.3 * self.proven.get(rule, 0)) + 0.5 * (rule.first == rule.second)
        if rule.first:
            cost -= FAMILIAR * any(other.first == rule.first for other in self.proven)
            further = sum(segment.count(rule.first) - 1 for segment in evidence)
            cost += RARE * min(2.0, further / len(evidence))
        return (cost, evidence[-1].find(rule.first), rule.first, rule.second, rule.offset)


def _explains(rule: TurnRule, evidence: list[str]) -> bool:
    return all(rule.end(segment) == len(segment) for segment in evidence)


def _doubled(delimiter: str, evidence: list[str]) -> str:
    """A delimiter whose last symbol is always repeated, with its repetitions."""
    while len(delimiter) < 2 * LONGEST and all(delimiter + delimiter[-1] in segment for segment in evidence):
        delimiter += delimiter[-1]
    return delimiter


def _pieces(evidence: list[str]) -> list[str]:
    """Delimiters of the newest segment that occur in all others, in order of first occurrence."""
    newest = evidence[-1][-60:]
    pieces: dict[str, None] = {}
    for size in range(1, LONGEST + 1):
        for start in range(len(newest) - size + 1):
            piece = newest[start : start + size]
            if piece not in pieces and all(piece in segment for segment in evidence):
                pieces[piece] = None
    return list(pieces)[:80]


def _candidates(evidence: list[str]) -> list[TurnRule]:
    newest = evidence[-1]
    found = [TurnRule("", "", len(newest))]
    pieces = _pieces(evidence)
    for second in pieces:
        offset = len(newest) - newest.find(second) - len(second)
        if 0 <= offset <= 3:
            found.append(TurnRule("", second, offset))
    endings = [newest[-size:] for size in range(1, min(LONGEST, len(newest)) + 1)]
    endings = [piece for piece in endings if all(segment.endswith(piece) for segment in evidence)]
    found += [TurnRule(first, second, 0) for first in pieces for second in endings]
    return found
