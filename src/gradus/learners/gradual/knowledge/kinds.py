"""Kinds of questions: how unexplained pairs are grouped before a program is sought for a group.

A kind says which tokens its questions must have, at which marks besides silence they are cut, and perhaps how many
tokens they have. Kinds are hypotheses: the likeliest groupings of the newest unexplained pair are tried in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gradus.learners.gradual.knowledge.settings import KnowledgeSettings
from gradus.learners.gradual.knowledge.symbols import cut
from gradus.learners.gradual.programs import LEAVES, Case, Program

COMMON = 0.15
"""Part of the recent pairs that a keyword must occur in."""

CORE = 0.7
"""Part of the recent pairs that have a keyword without which there would be another task."""

CONTENT = 0.1
"""Part of the answers that a keyword may occur in at most."""

MARKS = 3
"""Marks that questions are cut at besides silence."""

FEW = 4
"""Answers are few when there are at most so many different ones."""

GROUP = 24
"""Latest pairs that make a group with a keyword, unless their answers are few."""

RECENT = 8
"""Latest pairs that make a group without any keyword: older ones belong to other tasks."""


@dataclass(frozen=True)
class Pair:
    """A question with its right answer, when it was asked, how sure it is and what was remembered then."""

    question: str
    answer: str
    at: int
    sure: float
    registers: Mapping[Any, Any]

    def same(self, other: Pair) -> bool:
        """Whether both are about the same question and answer."""
        return self.question == other.question and self.answer == other.answer


@dataclass(frozen=True)
class Kind:
    """Which questions belong together."""

    tokens: tuple[str, ...] = ()
    """All must occur."""
    marks: str = ""
    """Symbols at which questions are cut besides silence."""
    length: int = 0
    """How many tokens there are; 0: any number."""
    prefix: str = ""
    """What questions begin with; programs see only what follows."""

    def case(self, question: str, registers: Mapping[Any, Any], silence: str) -> Case | None:
        """The question as a program sees it; None when it is of another kind."""
        if self.prefix:
            if not question.startswith(self.prefix):
                return None
            question = question[len(self.prefix) :]
        tokens = cut(question, silence, self.marks)
        if not tokens or (self.length and len(tokens) != self.length):
            return None
        for token in self.tokens:
            if token not in tokens:
                return None
        ends = bool(silence) and question.endswith(silence)
        return Case(question, tokens, ends, silence, registers)

    @property
    def weight(self) -> float:
        """How specific the kind is, in keywords."""
        return len(self.tokens) + bool(self.prefix) + 0.2 * bool(self.length)


Cut = tuple[tuple[str, ...], str]
"""The tokens of a question, and its answer."""


def keywords_of(tokens: Sequence[str], pool: Sequence[Cut]) -> tuple[str, ...]:
    """The tokens of a question that recur in others and are rarely part of answers; one stays content."""
    found = []
    for token in dict.fromkeys(tokens):
        having = [answer for others, answer in pool if token in others]
        if len(having) < 2 or len(having) < COMMON * len(pool):
            continue
        if sum(token in answer for answer in having) <= max(CONTENT * len(having), len(having) // 4):
            found.append(token)
    if len(found) == len(set(tokens)) and len(found) > 1:
        found = found[:-1]
    return tuple(found)


def prefix_of(question: str, others: Sequence[str]) -> str:
    """The beginning that a question shares with others: the longer and the more of them the better."""
    best, value = "", 0
    for size in range(1, len(question)):
        begin = question[:size]
        others = [other for other in others if other.startswith(begin)]
        if len(others) < 2:
            break
        if size * len(others) >= value:
            best, value = begin, size * len(others)
    return best


def marks_of(contents: Sequence[str], silence: str) -> str:
    """Symbols that all contents have inside, equally often and never side by side first."""
    if len(contents) < 2:
        return ""
    inner = [content[1:-1] for content in contents]
    shared = [s for s in dict.fromkeys(inner[-1]) if s != silence and all(s in text for text in inner)]
    return "".join(sorted(shared, key=lambda symbol: _doubt(symbol, contents))[:MARKS])


def _doubt(symbol: str, contents: Sequence[str]) -> int:
    """How little a symbol behaves like a separator in some texts."""
    counts = {text.count(symbol) for text in contents}
    beside = sum(symbol + symbol in text or text[0] == symbol or text[-1] == symbol for text in contents)
    return len(counts) + 2 * beside


def narrowed(kind: Kind, cases: Sequence[Case], program: Program, met: Callable[[str], bool]) -> Kind:
    """The kind with all tokens that its explained questions share and that the program does not look at.

    In a single question these may be content: only the first and those that were `met` before count.
    """
    read = _places(program)
    if read is None:
        return kind
    shared = []
    for at, token in enumerate(cases[-1].tokens):
        looked = at in read or at - len(cases[-1].tokens) in read
        if looked or (len(cases) == 1 and at > 0 and not met(token)):
            continue
        if all(token in case.tokens for case in cases):
            shared.append(token)
    return replace(kind, tokens=tuple(dict.fromkeys([*kind.tokens, *shared])))


def _places(program: Program) -> set[int] | None:
    """The places of the tokens that a program looks at; None when it looks at stretches of the question."""
    if program[0] == "tok":
        return {program[1]}
    if program[0] in LEAVES:
        return set() if program[0] in ("lit", "num", "reg", "top", "low") else None
    found: set[int] = set()
    for part in program[1:]:
        places = _places(part)
        if places is None:
            return None
        found |= places
    return found


def hypotheses(
    pool: Sequence[Pair], silence: str, settings: KnowledgeSettings
) -> list[tuple[Kind, list[Pair]]]:
    """Groups that the newest pair of the pool may belong to, likeliest first."""
    newest = pool[-1]
    plain = [(cut(pair.question, silence, ""), pair.answer) for pair in pool]
    tokens = plain[-1][0]
    keywords = keywords_of(tokens, plain)
    prefix = prefix_of(newest.question, [pair.question for pair in pool[:-1]])
    kinds = [Kind(keywords)] if keywords else []
    core = tuple([word for word in keywords if sum(word in other for other, _ in plain) > CORE * len(plain)])
    kinds += [Kind(core)] if core else []
    kinds += _cut_kinds(keywords, prefix, pool, silence)
    kinds += [Kind(), Kind((), "", len(tokens))]
    recurring = [t for t in dict.fromkeys([tokens[0], tokens[-1]]) if sum(t in o for o, _ in plain) > 1]
    kinds += [Kind((token,)) for token in recurring]
    if len(keywords) > 1:
        kinds += [Kind(tuple([w for w in keywords if w != word])) for word in keywords]
    return _groups(kinds, newest, pool, silence, settings.group)[: settings.groups]


def _cut_kinds(keywords: tuple[str, ...], prefix: str, pool: Sequence[Pair], silence: str) -> list[Kind]:
    """Kinds with a prefix or marks."""
    found = []
    recent = [pair.question for pair in pool if pair.question.startswith(prefix)][-RECENT:]
    marks = marks_of([question[len(prefix) :] for question in recent if len(question) > len(prefix)], silence)
    glued = bool(prefix) and not (silence and prefix.endswith(silence))
    if glued or (prefix and not keywords):
        found += [Kind((), mark, 0, prefix) for mark in _choices(marks)] + [Kind((), "", 0, prefix)]
    else:
        found += [Kind(keywords, mark) for mark in _choices(marks)]
    return found


def _choices(marks: str) -> list[str]:
    """The best mark alone, and all together."""
    return list(dict.fromkeys([marks[:1], marks])) if marks else []


def _latest(members: list[Pair], most: int) -> list[Pair]:
    """The latest members; all that have the same few answers, because a single one of those tells little."""
    answers = {pair.answer for pair in members[-most:]}
    first = max(0, len(members) - most)
    while len(answers) <= FEW and first > 0 and members[first - 1].answer in answers:
        first -= 1
    return members[first:]


def _groups(
    kinds: Sequence[Kind], newest: Pair, pool: Sequence[Pair], silence: str, most: int
) -> list[tuple[Kind, list[Pair]]]:
    """The latest members of each kind; equal groups once, single pairs last."""
    found: dict[tuple[tuple[int, ...], str, str], tuple[Kind, list[Pair]]] = {}
    for kind in kinds:
        if kind.case(newest.question, {}, silence) is None:
            continue
        members = [pair for pair in pool if kind.case(pair.question, {}, silence) is not None]
        members = _latest(members, GROUP if kind.weight >= 1 else RECENT)[-most:]
        key = (tuple([pair.at for pair in members]), kind.marks, kind.prefix)
        found.setdefault(key, (kind, members))
    return sorted(found.values(), key=lambda entry: len(entry[1]) == 1)
