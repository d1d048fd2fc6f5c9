"""Kinds of questions: which words say what to do, and which rules apply.

A kind is known by its keywords, the words its questions share. They come back, they are no part of answers, and they
may end alike.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from gradus.learners.gradual.codec import Remembering, remembered
from gradus.learners.gradual.operators import Program
from gradus.learners.gradual.words import Phrase

OPEN = 24
"""Unexplained pairs kept."""

RECENT = 16
"""Those of them that decide which words are keywords."""

RIGHTS = 32
"""Right answers remembered; what occurs in them is content, not a keyword."""

ENDINGS = 50
"""Endings of keywords remembered; the oldest are dropped."""

MARKED = 3
"""Different keywords that must end alike before a new word that ends so is taken for one."""

SHAPES = 8
"""Question shapes remembered per rule."""


@remembered
@dataclass
class Rule:
    """Questions with these keywords are answered by this program or table."""

    keywords: tuple[str, ...]
    """Words that mark the question, in order of first occurrence."""
    program: Program
    """What turns the fields into the answer; empty for a table."""
    table: str = ""
    """Name of the table that answers instead."""
    wins: float = 0.0
    losses: float = 0.0
    shapes: list[tuple[str, ...]] = field(default_factory=list)
    """Questions seen: keywords in place, content words blank."""
    rewarded: int = 0
    """Rewarded pairs it explains; a rule without any rests on how reactions are read."""

    @property
    def worth(self) -> float:
        """Expected success."""
        return (self.wins + 1.0) / (self.wins + self.losses + 1.5)

    def judge(self, good: bool, weight: float = 1.0) -> None:
        """Count a success or a failure; old ones fade."""
        self.wins, self.losses = self.wins * 0.95 + good, self.losses * 0.95 + weight * (not good)


@remembered
@dataclass
class Pair:
    """A question with its right answer, not yet explained."""

    phrase: Phrase
    right: str
    at: int
    """When it was asked, counted in questions."""
    certain: bool
    """Whether the answer was rewarded rather than read from a reaction."""


class Kinds(Remembering):
    """The rules there are, the pairs that wait for one, and how both tell keywords from content."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self.open: deque[Pair] = deque(maxlen=OPEN)
        self.rights: deque[str] = deque(maxlen=RIGHTS)
        self.marks: dict[str, list[str]] = {}

    def matches(self, phrase: Phrase) -> list[Rule]:
        """Rules whose keywords all occur, the most specific and most successful first."""
        present = set(phrase.full)
        found = [rule for rule in self.rules if present.issuperset(rule.keywords) and rule.worth > 0.25]
        found.sort(key=lambda rule: -self._rank(rule, phrase))
        return found

    def _rank(self, rule: Rule, phrase: Phrase) -> float:
        covered = sum(token in rule.keywords for token in phrase.full)
        return covered + rule.worth + 0.5 * (blank(phrase.full, rule.keywords) in rule.shapes)

    def sure(self, rule: Rule, phrase: Phrase) -> bool:
        """Whether `rule` has often answered questions of this very shape."""
        return rule.worth > 0.8 and rule.wins > 3.0 and self.familiar(rule, phrase)

    def familiar(self, rule: Rule, phrase: Phrase) -> bool:
        """Whether `rule` has answered a question of this very shape."""
        return blank(phrase.full, rule.keywords) in rule.shapes

    def _shape(self, rule: Rule, phrase: Phrase) -> None:
        shape = blank(phrase.full, rule.keywords)
        if shape not in rule.shapes:
            rule.shapes.append(shape)
            del rule.shapes[:-SHAPES]

    def vocabulary(self) -> set[str]:
        """All keywords of rules that are worth something."""
        return {word for rule in self.rules if rule.worth > 0.4 for word in rule.keywords}

    def keywords(self, phrase: Phrase, right: str = "", known: set[str] | None = None) -> tuple[str, ...]:
        """Words of the question that seem to say what to do rather than what to do it with.

        `known`: the vocabulary, if it is at hand.
        """
        known = self.vocabulary() if known is None else known
        marked = self.marked(phrase)
        found = [
            token
            for token in dict.fromkeys(phrase.full)
            if token in marked or self._frequent(token) or (token in known and not (right and token in right))
        ]
        if len(found) == len(set(phrase.full)) and found:
            found.remove(min(found, key=self._count))
        return tuple(found)

    def marked(self, phrase: Phrase) -> set[str]:
        """Words that end like the keywords known so far, once there are several of these."""
        return {
            full
            for full, word in zip(phrase.full, phrase.word, strict=True)
            if len(self.marks.get(full[len(word) :], ())) >= MARKED
        }

    def strange(self, phrase: Phrase) -> bool:
        """Whether words look like keywords and no rule knows all of them."""
        marked = self.marked(phrase)
        return bool(marked) and not any(marked.issubset(rule.keywords) for rule in self.matches(phrase))

    def _mark(self, rule: Rule, group: list[Pair]) -> None:
        """Note how keywords end, and that content words end so, too."""
        for pair in group:
            for full, word in zip(pair.phrase.full, pair.phrase.word, strict=True):
                ending = full[len(word) :]
                if ending and full in rule.keywords:
                    known = self.marks.setdefault(ending, [])
                    if full not in known and len(known) < MARKED:
                        known.append(full)
                    if len(self.marks) > ENDINGS:
                        del self.marks[next(iter(self.marks))]
                elif ending:
                    self.marks.pop(ending, None)

    def _count(self, token: str) -> int:
        return sum(token in pair.phrase.full for pair in self.open)

    def _frequent(self, token: str) -> bool:
        """Common among the open questions and rarely part of their answers."""
        recent = list(self.open)[-RECENT:]
        having = [pair for pair in recent if token in pair.phrase.full]
        if len(having) < 2 or len(having) < 0.15 * len(recent):
            return False
        return sum(token in right for right in self.rights) <= 0.08 * len(self.rights)


def blank(full: tuple[str, ...], keywords: tuple[str, ...]) -> tuple[str, ...]:
    """The question's shape: keywords stay, content words become empty."""
    return tuple(token if token in keywords else "" for token in full)
