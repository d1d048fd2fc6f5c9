"""Rules: which program answers which kind of question, and how well it has done so.

A rule is judged on every question of its kind before anything is updated. Being wrong on a new shape of question
counts little: the rule may be right about what it was made for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from gradus.learners.gradual.knowledge.kinds import Kind, Pair, says
from gradus.learners.gradual.knowledge.settings import RULES
from gradus.learners.gradual.programs import Case, Program, World, run

RuleShape = tuple[str, ...]


@dataclass
class Rule:
    """Questions of a kind are answered by a program."""

    kind: Kind
    program: Program
    table: str = ""
    """The table that belongs to this rule and follows its questions; empty for none."""
    wins: float = 0.0
    losses: float = 0.0
    shapes: list[RuleShape] = field(default_factory=list)
    evidence: list[Pair] = field(default_factory=list)
    gain: float = 0.0
    """Bits it saved when it was accepted."""
    hits: float = 0.0
    """Successes on familiar shapes since it was accepted, fading slowly."""
    trials: float = 0.0
    """The same of all judgements."""
    _voice: str = ""
    _closed: dict[tuple[int, str], dict[int, frozenset[str]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """By length of the question, and silence, and place: words that it does not say, if they are few; made anew."""

    @property
    def worth(self) -> float:
        """Expected success."""
        return (self.wins + 1.0) / (self.wins + self.losses + 1.4)

    @property
    def sure(self) -> float:
        """How probably the rule is right about a shape that it knows, by its whole record."""
        return (self.hits + RULES.record * self.worth) / (self.trials + RULES.record)

    @property
    def voice(self) -> str:
        """A short name by which experience with the rule is kept."""
        if not self._voice:
            self._voice = f" {crc32(repr((self.kind, self.program)).encode()):x}"
        return self._voice

    @property
    def proven(self) -> bool:
        """Whether one failure is rather an exception than a refutation."""
        return self.trials >= RULES.proven and self.hits >= RULES.proven_share * self.trials

    def give_way(self) -> None:
        """Give the first word to a newer rule for the same questions, until this one proves better again."""
        self.wins, self.losses = self.wins * RULES.yielding, self.losses * RULES.yielding
        self.hits, self.trials = self.hits * RULES.yielding, self.trials * RULES.yielding

    def judge(self, good: bool, familiar: bool = True) -> None:
        """Count a success or a failure; old ones fade, the faster the worse it does."""
        weight = 1.0 if familiar else RULES.strange
        self.wins = self.wins * RULES.fade + good
        self.losses = self.losses * RULES.fade + weight * (not good)
        if familiar:
            kept = RULES.steady if good else RULES.shaken
            self.hits, self.trials = self.hits * kept + good, self.trials * kept + 1.0

    def shape(self, case: Case) -> RuleShape:
        """The question's shape: tokens of the kind in their places, content blank."""
        return tuple([token if token in self.kind.tokens else "" for token in case.tokens])

    def knows(self, case: Case, silence: str) -> bool:
        """Whether it has answered such a question: the same keywords, and no new word where there were few others."""
        if self.shape(case) not in self.shapes:
            return False
        key = (len(case.tokens), silence)
        if key not in self._closed:
            self._closed[key] = self._few_words(*key)
        return all(case.tokens[at] in words for at, words in self._closed[key].items())

    def _few_words(self, size: int, silence: str) -> dict[int, frozenset[str]]:
        """The places of questions of so many words at which few words stood that are not part of the answer."""
        cases = [self.kind.case(pair.question, {}, silence) for pair in self.evidence]
        known = [case.tokens for case in cases if case is not None and len(case.tokens) == size]
        found = {}
        for at in range(size) if len(known) >= RULES.often else ():
            words = frozenset([tokens[at] for tokens in known])
            if RULES.few_words * len(words) <= len(known) and not says(self.program, at, known[-1][at], size):
                found[at] = words
        return found

    def keep(self, pair: Pair, case: Case, most: int) -> None:
        """Remember a pair that the rule explains, and its shape."""
        shape = self.shape(case)
        if shape not in self.shapes:
            self.shapes.append(shape)
            del self.shapes[: -RULES.shapes]
        if not any(pair.same(other) for other in self.evidence):
            self.evidence.append(pair)
            del self.evidence[:-most]
            self._closed.clear()

    def unlearn(self, case: Case) -> bool:
        """Whether a shape that the rule is wrong about was one it knew by luck; it does not know it any more."""
        shape = self.shape(case)
        others = [self.kind.case(pair.question, {}, case.silence) for pair in self.evidence]
        known = [other for other in others if other is not None]
        same = sum(self.shape(other) == shape for other in known)
        if same > RULES.lucky or same * 2 > len(known):
            return False
        self.shapes.remove(shape)
        return True

    def rest_on(self, evidence: Sequence[Pair]) -> None:
        """Take this for all that the rule explains."""
        self.evidence = list(evidence)
        self._closed.clear()


@dataclass(frozen=True)
class Opinion:
    """What a rule says to a question."""

    rule: Rule
    case: Case
    answer: str | None
    familiar: bool
    """Whether it has answered a question of this shape."""


class Rulebook:
    """All rules."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        """In the order of their acceptance."""
        self.failures: dict[tuple[Kind, Program], int] = {}
        """How often a program was accepted for a kind and dropped again."""

    def opinions(
        self, question: str, registers: Mapping[Any, Any], silence: str, world: World
    ) -> list[Opinion]:
        """What the rules for a question say, the most specific and successful first."""
        found = []
        for rule in self.rules:
            case = rule.kind.case(question, registers, silence)
            if case is not None and (rule.worth > RULES.useless):
                familiar = rule.knows(case, silence)
                rank = (
                    RULES.specific * rule.kind.weight + RULES.reliable * rule.sure + RULES.familiar * familiar
                )
                found.append((rank, familiar, rule, case))
        found.sort(key=lambda entry: -entry[0])
        return [
            Opinion(rule, case, _text(run(rule.program, case, world.operators)), familiar)
            for _, familiar, rule, case in found[: RULES.asked]
        ]

    def judge(self, opinions: Sequence[Opinion], right: str) -> None:
        """Count successes and failures of all rules that had something to say."""
        for opinion in opinions:
            if opinion.answer is not None:
                good = opinion.answer == right
                lucky = opinion.familiar and not good and opinion.rule.unlearn(opinion.case)
                opinion.rule.judge(good, opinion.familiar and not lucky)
        dropped = [rule for rule in self.rules if rule.worth < RULES.hopeless and rule.losses > RULES.failed]
        for rule in dropped:
            self.drop(rule)

    def drop(self, rule: Rule) -> None:
        """Forget a rule that failed; its program has to save more bits the next time."""
        self.rules.remove(rule)
        key = (rule.kind, rule.program)
        self.failures[key] = self.failures.pop(key, 0) + 1
        if len(self.failures) > RULES.failures:
            del self.failures[next(iter(self.failures))]

    def add(self, rule: Rule, most: int) -> Rule:
        """Take in a rule; one with the same kind and program is strengthened, failing ones of its kind go."""
        for other in self.rules:
            if other.kind == rule.kind and other.program == rule.program:
                other.wins, other.losses = max(other.wins, rule.wins), 0.0
                return other
        self.rules = [
            other
            for other in self.rules
            if other.kind != rule.kind
            or other.worth > RULES.worthy
            or not _subset(other.evidence, rule.evidence)
        ]
        for other in self.rules:
            alike = (other.kind.tokens, other.kind.prefix) == (rule.kind.tokens, rule.kind.prefix)
            if alike and any(shape in other.shapes for shape in rule.shapes):
                other.give_way()
        self.rules.append(rule)
        if len(self.rules) > most:
            self.rules.remove(min(self.rules, key=lambda other: other.wins))
        return rule


def _subset(few: Sequence[Pair], many: Sequence[Pair]) -> bool:
    return all(any(pair.same(other) for other in many) for pair in few)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
