"""What a search is about: questions of one kind with their right answers, and the leaves they offer.

Also how much an explanation is worth: bits of answers it saves, less the bits it takes to say it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import log2
from typing import Any

from gradus.learners.gradual.programs.language import Items, Program
from gradus.learners.gradual.programs.leaves import Case, events_of
from gradus.learners.gradual.programs.pieces import shared_symbols
from gradus.learners.gradual.programs.settings import PROBLEM

Leaf = tuple[Program, str, int]
"""A leaf, its type and its bits."""


@dataclass(frozen=True)
class Problem:
    """A group of examples, oldest first."""

    cases: tuple[Case, ...]
    answers: Items
    leaves: tuple[Leaf, ...]
    fresh: tuple[bool, ...] = ()
    """Which examples nothing explains yet; empty: all of them."""
    usual: Items = ()
    """Answers that are frequent at this time, whatever is asked: to hear one more of them says little."""
    gaps: str = ""
    """What separates words: silence, and the marks of the kind."""

    @property
    def size(self) -> int:
        """The number of examples."""
        return len(self.answers)

    def bits(self) -> list[float]:
        """What each answer costs without an explanation: earlier answers are cheaper to repeat."""
        counts: dict[str, int] = {}
        found = []
        for n, answer in enumerate(self.answers):
            if answer in counts:
                found.append(-log2(counts[answer] / (n + 1.0)))
            else:
                found.append(log2((n + 1.0) / (len(counts) + 1.0)) + self.spelled(answer))
            counts[answer] = counts.get(answer, 0) + 1
        return found

    def spelled(self, answer: str) -> float:
        """What it costs to say an answer that was not said in this group yet."""
        if answer in self.usual:
            return log2(len(self.usual) + 1.0)
        return PROBLEM.symbol_bits * max(1, len(answer))

    def texts(self) -> set[str]:
        """All texts that questions, answers and what is remembered are made of, and their symbols."""
        found = {*self.answers}
        for case in self.cases:
            found.update(case.tokens, case.body)
            for held in case.registers.values():
                found.update(held)
        return {*found, *[symbol for text in found for symbol in text]}

    def telling(self, most: int) -> list[int]:
        """Examples that tell programs apart best: the newest, the longest and shortest answers, then the rest.

        Where answers come back, every answer gets its share.
        """
        fresh: dict[tuple[Any, ...], int] = {}
        for n in range(self.size - 1, -1, -1):
            case = self.cases[n]
            fresh.setdefault((case.body, self.answers[n], *case.registers.items()), n)
        rest = list(fresh.values())
        if len(set(self.answers)) <= max(2, len(rest) // 3):
            return sorted(_balanced(rest, self.answers)[:most])
        ranked = sorted(rest[1:], key=lambda n: -len(self.answers[n]))
        chosen = rest[:1]
        while ranked and len(chosen) < most:
            chosen.append(ranked.pop(0 if len(chosen) % 2 else -1))
        return sorted(chosen)


def _balanced(rest: Sequence[int], answers: Items) -> list[int]:
    """The examples so that different answers take turns."""
    turns: dict[str, list[int]] = {}
    for n in rest:
        turns.setdefault(answers[n], []).append(n)
    order = []
    while turns:
        for answer in list(turns):
            order.append(turns[answer].pop(0))
            if not turns[answer]:
                del turns[answer]
    return order


def find_leaves(cases: Sequence[Case], answers: Items, keywords: Items, marks: str) -> tuple[Leaf, ...]:
    """What programs for these questions may look at; `marks`: symbols at which they may be cut into pieces."""
    found = _token_leaves(cases, keywords)
    start = _fixed_start(cases)
    found += _text_leaves(cases, start)
    for mark in marks[: PROBLEM.marks]:
        found.append((("pieces", mark, start), "l", 4))
    shared = shared_symbols(answers) if len(set(answers)) > 1 else []
    literals = dict.fromkeys([*shared[:3], *marks[: PROBLEM.marks]])
    silence = cases[0].silence
    if silence:
        found.append((("lit", silence), "t", 3))
    found += [(("lit", symbol), "t", 5) for symbol in literals if symbol != silence]
    found += _register_leaves(cases)
    return (*found, (("num", 1), "n", 4), (("num", 2), "n", 5), (("num", 3), "n", 6))


def _token_leaves(cases: Sequence[Case], keywords: Items) -> list[Leaf]:
    """Tokens by position, the same in no two questions at least; lists of tokens."""
    counts = {len(case.tokens) for case in cases}
    least = min(counts)
    varied = [at for at in range(least) if _varies(cases, at)]
    found: list[Leaf] = [(("tok", at), "t", 2) for at in varied[:6]]
    if len(counts) > 1 or least > 6:
        found += [(("tok", at), "t", 3) for at in (-1, -2) if -at <= least and _varies(cases, at)]
    if max(counts) > 1:
        start = _fixed_start(cases)
        found.append((("toks", start, 0), "l", 3))
        stop = _fixed_stop(cases)
        if stop:
            found.append((("toks", start, stop), "l", 4))
        if least - start - stop > 1:
            found += [(("toks", start + 1, 0), "l", 4), (("toks", start, 1), "l", 4)]
        if least - start - stop > 2:
            found.append((("toks", start + 2, 0), "l", 5))
        inner = tuple([word for word in keywords if any(word in case.tokens[start:] for case in cases)])
        if inner:
            found.append((("fields", keywords), "l", 3))
            if len(counts) > 1:
                found += [(("field", at, keywords), "t", 3) for at in (0, 1, -1)]
    return found


def _text_leaves(cases: Sequence[Case], start: int) -> list[Leaf]:
    """Stretches of the question longer than a token."""
    found: list[Leaf] = []
    if any(len(case.tokens) - start != 1 or case.gaps for case in cases):
        found.append((("line", start), "t", 3))
    if any(case.body != case.silence.join(case.tokens) for case in cases):
        found.append((("onward", start), "t", 3))
    if start and any(len(case.tokens) == start for case in cases):
        found.append((("line", 0), "t", 4))
    return found


def _register_leaves(cases: Sequence[Case]) -> list[Leaf]:
    """What is remembered from earlier questions: all of it, the latest and the first of it."""
    found: list[Leaf] = []
    for register in cases[-1].registers:
        if register[0] == "past":
            continue
        if register[0] == "since":
            found += _counting_leaves(cases, register)
            continue
        plain = register[0] in ("said", "asked", "kept", "keyed", "last", "about")
        found += [(("top", register), "t", 3 if plain else 4), (("reg", register), "l", 5)]
        if register[0] == "stack":
            found.append((("low", register), "t", 5))
        if register[0] == "mode":
            found += [(("lit", word), "t", 4) for word in register[1]]
    return found


def _counting_leaves(cases: Sequence[Case], register: Any) -> list[Leaf]:
    """What happened since, and how much more often the one of the two most frequent things than the other."""
    counts: dict[str, int] = {}
    for case in cases:
        for word in events_of(case, register) or ():
            counts[word] = counts.get(word, 0) + 1
    often = sorted([item for item in counts if counts[item] > 1], key=lambda item: -counts[item])[:2]
    found: list[Leaf] = [(("reg", register), "l", 5)]
    found += [(("net", register, up, down), "n", 4) for up, down in permutations(often, 2)]
    return found + [(("net", register, up, ""), "n", 4) for up in often]


def _varies(cases: Sequence[Case], at: int) -> bool:
    return len(cases) == 1 or len({case.tokens[at] for case in cases}) > 1


def _fixed_start(cases: Sequence[Case]) -> int:
    """How many tokens at the beginning are the same in all questions, the last token of none included."""
    if len(cases) == 1:
        return 0
    shortest = min(len(case.tokens) for case in cases)
    at = 0
    while at < shortest - 1 and not _varies(cases, at):
        at += 1
    return at


def _fixed_stop(cases: Sequence[Case]) -> int:
    """How many tokens at the end are the same in all questions."""
    if len(cases) == 1:
        return 0
    shortest = min(len(case.tokens) for case in cases)
    at = 0
    while at < shortest - 1 and not _varies(cases, -1 - at):
        at += 1
    return at
