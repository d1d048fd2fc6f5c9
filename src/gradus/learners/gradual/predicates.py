"""Learns yes-or-no questions: which property of the words decides between two answers.

The last word is the subject; the words before it are parts, grouped by the keyword that stands right before them.
Atoms are general relations between a subject and a group of parts (covered by them, contains all, contains any, begins
or ends with one, equals one). The verdict is a conjunction of clauses "atom" or "if keyword then atom", found as a
small cover of the counterexamples.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from gradus.learners.gradual.codec import Remembering, remembered
from gradus.learners.gradual.words import Phrase

KEPT = 90
"""Examples kept per kind of question."""

LATEST = 8
"""Latest questions of a kind that show which two answers it has."""

CLAUSES = 5
"""Most clauses in one verdict."""


def covered(subject: str, parts: tuple[str, ...]) -> bool:
    """Whether every symbol of the subject lies inside an occurrence of a part."""
    reach = 0
    for start in range(len(subject)):
        if start > reach:
            return False
        ends = [start + len(part) for part in parts if subject.startswith(part, start)]
        reach = max([reach, *ends])
    return reach >= len(subject)


RELATIONS: dict[str, Callable[[str, tuple[str, ...]], bool]] = {
    "covered": covered,
    "all": lambda subject, parts: all(part in subject for part in parts),
    "any": lambda subject, parts: any(part in subject for part in parts),
    "none": lambda subject, parts: not any(part in subject for part in parts),
    "begins": lambda subject, parts: subject.startswith(parts),
    "ends": lambda subject, parts: subject.endswith(parts),
    "equals": lambda subject, parts: subject in parts,
    "differs": lambda subject, parts: subject not in parts,
    "within": lambda subject, parts: any(subject in part for part in parts),
}
"""General relations between a subject and a group of parts."""

COSTS = {"covered": 2.0, "all": 2.0, "any": 2.0, "none": 2.0}


@remembered
@dataclass(frozen=True)
class Clause:
    """If the question has (or lacks) `keyword`, then `relation` holds between the subject and a group of parts."""

    relation: str
    """A key of `RELATIONS`."""
    group: str = "words"
    """`words`: all before the subject; `parts`: those that are no keywords; `after`: parts right after `mark`;
    `others`: parts not right after `mark`."""
    mark: str = ""
    keyword: str = ""
    lacks: bool = False

    @property
    def cost(self) -> float:
        """Complexity."""
        return COSTS.get(self.relation, 3.5) + (1.0 if self.mark else 0.0) + (2.0 if self.keyword else 0.0)


@remembered
@dataclass
class Verdict:
    """Questions with these keywords have answer `yes` when all clauses hold, else `no`."""

    keywords: tuple[str, ...]
    yes: str
    no: str
    clauses: tuple[Clause, ...]
    marks: tuple[str, ...]
    """Keywords that may introduce parts."""
    examples: deque[tuple[Phrase, str]]
    wins: float = 0.0
    losses: float = 0.0


class Judge(Remembering):
    """All verdicts, and the pairs from which new ones are made."""

    def __init__(self) -> None:
        self.verdicts: list[Verdict] = []
        self.open: deque[tuple[Phrase, str]] = deque(maxlen=16)
        self.ablated: frozenset[str] = frozenset()
        self.fits = 0

    def find(self, phrase: Phrase) -> Verdict | None:
        """The verdict responsible for a question."""
        present = set(phrase.word)
        found = [verdict for verdict in self.verdicts if present.issuperset(verdict.keywords)]
        return max(found, key=lambda verdict: len(verdict.keywords), default=None)

    def answer(self, phrase: Phrase) -> str:
        """The answer to a yes-or-no question; empty when it is none."""
        verdict = self.find(phrase)
        if verdict is None or not phrase.word or "verdicts" in self.ablated:
            return ""
        holds = all(_holds(clause, phrase, verdict.marks) for clause in verdict.clauses)
        return verdict.yes if holds else verdict.no

    def learn(self, phrase: Phrase, right: str) -> None:
        """Take in a pair."""
        verdict = self.find(phrase) or self._widen(phrase, right)
        if verdict is not None and right in (verdict.yes, verdict.no):
            good = self.answer(phrase) == right
            verdict.wins, verdict.losses = verdict.wins * 0.95 + good, verdict.losses * 0.95 + (not good)
            verdict.examples.append((phrase, right))
            if not good:
                self._fit(verdict)
            return
        if verdict is not None:
            self._stray(verdict, phrase, right)
        self.open.append((phrase, right))
        self._found()

    def _stray(self, verdict: Verdict, phrase: Phrase, right: str) -> None:
        """A third answer: when the latest questions have two others than the verdict says, it changes over."""
        verdict.examples.append((phrase, right))
        answers = {other for _, other in list(verdict.examples)[-LATEST:]}
        if len(verdict.examples) >= LATEST and len(answers) == 2:
            verdict.yes, verdict.no = sorted(answers, key=lambda text: (len(text), text))
            self._fit(verdict)

    def _widen(self, phrase: Phrase, right: str) -> Verdict | None:
        """A verdict with this answer that would apply if it asked for fewer keywords; from now on it does."""
        for verdict in self.verdicts:
            shared = tuple(word for word in verdict.keywords if word in phrase.word)
            if shared and right in (verdict.yes, verdict.no):
                verdict.keywords = shared
                return verdict
        return None

    def _found(self) -> None:
        """Notice that recent questions have only two answers although they differ."""
        if len(self.open) < 6:
            return
        recent = list(self.open)[-LATEST:]
        answers = {right for _, right in recent}
        if len(answers) != 2 or len({phrase for phrase, _ in recent}) < 5:
            return
        shared = set(recent[0][0].word)
        for phrase, _ in recent:
            shared &= set(phrase.word)
        keywords = tuple(token for token in dict.fromkeys(recent[-1][0].word) if token in shared)
        if not keywords or keywords[-1] == recent[-1][0].word[-1] or len(self.verdicts) > 30:
            return
        yes, no = sorted(answers, key=lambda text: (len(text), text))
        verdict = Verdict(keywords, yes, no, (), (), deque(recent, KEPT))
        wider = [
            old for old in self.verdicts if set(old.keywords) > set(keywords) and {old.yes, old.no} == answers
        ]
        for old in wider:
            verdict.examples.extendleft(reversed(old.examples))
        self.verdicts = [old for old in self.verdicts if old not in wider]
        self.verdicts.append(verdict)
        self.open.clear()
        self._fit(verdict)

    def _fit(self, verdict: Verdict) -> None:
        """Find the cheapest conjunction of clauses that separates the examples, either way round."""
        self.fits += 1
        examples = [example for example in verdict.examples if example[1] in (verdict.yes, verdict.no)]
        marks = _marks(examples)
        columns = _columns(examples, marks, self.ablated)
        options = []
        for yes, no in ((verdict.yes, verdict.no), (verdict.no, verdict.yes)):
            clauses, cost = _cover(examples, yes, columns)
            options.append((cost, yes, no, clauses))
        _, verdict.yes, verdict.no, verdict.clauses = min(options, key=lambda option: option[0])
        verdict.marks = marks


def _marks(examples: list[tuple[Phrase, str]]) -> tuple[str, ...]:
    """Words that come back often and are rarely found inside the subject."""
    counts: dict[str, int] = {}
    inside: dict[str, int] = {}
    for phrase, _ in examples:
        for word in set(phrase.word[:-1]):
            counts[word] = counts.get(word, 0) + 1
            inside[word] = inside.get(word, 0) + (word in phrase.word[-1])
    least = max(3, 0.03 * len(examples))
    often = [word for word, count in counts.items() if count >= least and inside[word] <= 0.2 * count]
    return tuple(sorted(often, key=lambda word: (-counts[word], word))[:8])


def _parts(phrase: Phrase, group: str, mark: str, marks: tuple[str, ...]) -> tuple[str, ...]:
    """The words that a group of a clause stands for."""
    if group == "words":
        return phrase.word[:-1]
    parts = []
    before = ""
    for word in phrase.word[:-1]:
        if word not in marks and (group == "parts" or (before == mark) == (group == "after")):
            parts.append(word)
        before = word
    return tuple(parts)


def _applies(clause: Clause, phrase: Phrase) -> bool:
    return not clause.keyword or (clause.keyword in phrase.word) != clause.lacks


def _holds(clause: Clause, phrase: Phrase, marks: tuple[str, ...]) -> bool:
    if not _applies(clause, phrase):
        return True
    return RELATIONS[clause.relation](phrase.word[-1], _parts(phrase, clause.group, clause.mark, marks))


def _cover(
    examples: list[tuple[Phrase, str]], yes: str, columns: list[tuple[Clause, int]]
) -> tuple[tuple[Clause, ...], float]:
    """Clauses true of all `yes` examples that together rule out the others, greedily cheapest."""
    positive = sum(1 << number for number, (_, right) in enumerate(examples) if right == yes)
    everything = (1 << len(examples)) - 1
    usable = [(clause, column) for clause, column in columns if not positive & ~column]
    left = everything & ~positive
    chosen: list[Clause] = []
    cost = 0.0
    while left and len(chosen) < CLAUSES:
        best = max(usable, key=lambda item: (left & ~item[1]).bit_count() / item[0].cost, default=None)
        if best is None or not left & ~best[1]:
            break
        chosen.append(best[0])
        cost += best[0].cost
        left &= best[1]
    return tuple(chosen), cost + 3.0 * left.bit_count()


def _columns(
    examples: list[tuple[Phrase, str]], marks: tuple[str, ...], ablated: frozenset[str]
) -> list[tuple[Clause, int]]:
    """All clauses with the examples they hold for, as bit masks."""
    total = len(examples)
    having = {
        mark: sum(1 << number for number, (phrase, _) in enumerate(examples) if mark in phrase.word)
        for mark in marks
    }
    optional = [mark for mark in marks if having[mark].bit_count() < total]
    groups = [
        ("words", ""),
        ("parts", ""),
        *((kind, mark) for mark in marks for kind in ("after", "others")),
    ]
    found = []
    for group, mark in groups:
        parts = [_parts(phrase, group, mark, marks) for phrase, _ in examples]
        for name, relation in RELATIONS.items():
            if name == "covered" and (group == "after" or "coverage" in ablated):
                continue
            if mark and name not in COSTS:
                continue
            column = 0
            for number, (phrase, _) in enumerate(examples):
                if relation(phrase.word[-1], parts[number]):
                    column |= 1 << number
            found.append((Clause(name, group, mark), column))
            for key in optional:
                found.append((Clause(name, group, mark, key), column | ~having[key] & ((1 << total) - 1)))
                found.append((Clause(name, group, mark, key, True), column | having[key]))
    return found
