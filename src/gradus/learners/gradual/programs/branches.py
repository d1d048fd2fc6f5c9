"""Conditions: programs that are right in some cases only, and tests that say when.

Programs that are partly right are kept by the cases they explain. Two that explain everything together need a test
between them; a test alone may tell two answers apart.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import log2
from operator import eq
from typing import Any

from gradus.learners.gradual.programs.judge import Judge
from gradus.learners.gradual.programs.language import Items, Program
from gradus.learners.gradual.programs.settings import BRANCHES

Item = tuple[Program, tuple[Any, ...]]
"""A program with its values in the telling cases."""

Partly = tuple[int, int, Program]
"""In which cases a program is right, as a mask, its bits and the program."""

Tests = dict[tuple[Any, ...], tuple[Program, int]]
"""Tests by their values in the telling cases, with their bits."""


class Branches:
    """Programs that are partly right, and what may come of them."""

    def __init__(self, judge: Judge, answers: Items, few: bool, telling: Sequence[int]) -> None:
        """`answers`: of the telling cases, the examples `telling`; `few`: whether they come back often."""
        self.judge, self.answers, self.few = judge, answers, few
        late = [n >= judge.problem.size - BRANCHES.late for n in telling]
        self.latest = sum(flag << n for n, flag in enumerate(late)) if sum(late) >= BRANCHES.late - 1 else -1
        """The latest cases as a mask: what explains them may be what holds from now on."""
        self.masks: dict[int, tuple[int, Program]] = {}
        self.full = (1 << len(answers)) - 1
        self.pending: list[tuple[Partly, Partly]] = []
        """Pairs of simple programs that together explain everything: a test is sought for them first."""
        self.focused = 0
        self.tests = 0
        """Tests tried so far: the more there were, the more cases one must tell apart."""
        self.halves: list[tuple[Partly, Partly]] = []
        """The first such pairs: what tells the two apart may have to be learned."""
        self.needed: dict[str, dict[int, tuple[Program, int]]] = {}
        """Tests that hold wherever an answer is right, by that answer and the cases they hold in."""

    def partly(self, program: Program, values: tuple[Any, ...], bits: int, tests: Tests) -> bool:
        """A program that is right in some cases: the others may be misheard, or follow another program."""
        if not any(map(eq, values, self.answers)):
            return False
        mask = 0
        for n, good in enumerate(map(eq, values, self.answers)):
            mask |= good << n
        if mask in self.masks or mask == self.full:
            return False
        self.masks[mask] = (bits, program)
        missing = len(self.answers) - mask.bit_count()
        size, settings = self.judge.problem.size, self.judge.settings
        if size >= 4 and (missing <= max(1, len(self.answers) // 4) or self.latest & ~mask == 0):
            self.judge.check(program, bits)
        if not settings.conditions or size < 4:
            return False
        for other, (cost, second) in list(self.masks.items()):
            if other | mask == self.full and other != mask:
                both = ((mask, bits, program), (other, cost, second))
                if bits + cost <= settings.simple and self.focused < settings.focused:
                    self.focused += 1
                    self.pending.append(both)
                if bits + cost <= settings.halves and len(self.halves) < settings.focused:
                    self.halves.append(both)
                for held, (test, more) in list(tests.items()):
                    if self._branch(held, test, more, (mask, bits, program), (other, cost, second)):
                        return True
        return False

    def focus(self, words: list[Item]) -> Iterator[bool]:
        """Tests about words and their ends that may tell two simple programs apart, before larger ones come."""
        while self.pending:
            yield from self._focus(words, *self.pending.pop(0))

    def _focus(self, words: list[Item], one: Partly, two: Partly) -> Iterator[bool]:
        operators = self.judge.world.operators
        views = list(self._views(words))
        for (first, firsts, kind), (second, seconds, other) in itertools.permutations(views, 2):
            if kind != other:
                continue
            for name in ("same", "in") if kind == "t" else ("fewer",):
                self.judge.used += 1
                self.tests += 1
                values = tuple(map(operators[name].meaning, firsts, seconds))
                if None not in values and 0 < sum(values) < len(values):
                    yield self._branch(values, (name, first, second), self.judge.settings.viewed, one, two)
                else:
                    yield False

    def _views(self, words: list[Item]) -> Iterator[tuple[Program, tuple[Any, ...], str]]:
        """Words of the question, their first and last symbols and their lengths."""
        for program, values in words[: self.judge.settings.words]:
            if program[0] not in ("tok", "field", "top"):
                continue
            yield program, values, "t"
            for name in ("head", "end", "length"):
                operator = self.judge.world.operators[name]
                seen = tuple(map(operator.meaning, values))
                if None not in seen:
                    yield (name, program), seen, operator.gives

    def _branch(self, values: tuple[bool, ...], test: Program, more: int, one: Partly, two: Partly) -> bool:
        """Whether a test tells when the one and when the other program is right."""
        truth = sum(value << n for n, value in enumerate(values))
        for (mask, bits, program), (other, cost, second) in ((one, two), (two, one)):
            if not (mask & ~other & ~truth or other & ~mask & truth) and self.telling(program, second):
                return self.judge.check(("if", test, program, second), bits + cost + more + 4)
        return False

    def telling(self, one: Program, two: Program, learned: float = 0.0) -> bool:
        """Whether so many examples tell two programs apart that a test among all that were tried is no luck.

        `learned`: the bits that were learned from them.
        """
        apart = sum(a != b for a, b in zip(self.judge.right(one), self.judge.right(two), strict=True))
        return apart >= log2(1 + self.tests) + self.judge.settings.beyond_luck + learned

    # ---- tests

    def test(self, program: Program, values: tuple[bool, ...], bits: int) -> bool:
        """A test may tell two answers apart, alone or with another; or two programs that are each partly right."""
        if self.judge.problem.size < 4 or all(values) or not any(values):
            return False
        if not self.judge.settings.conditions:
            return False
        self.tests += 1
        if self._verdict(program, values, bits):
            return True
        for mask, (cost, one) in list(self.masks.items()):
            for other, (more, two) in list(self.masks.items()):
                if mask < other and mask | other == self.full:
                    branches = ((mask, cost, one), (other, more, two))
                    if self._branch(values, program, bits, *branches):
                        return True
        return False

    def _verdict(self, program: Program, values: tuple[bool, ...], bits: int) -> bool:
        if not self.few or len(set(self.answers)) != 2:
            return False
        yes = self.answers[values.index(True)]
        no = next(answer for answer in self.answers if answer != yes)
        if all(answer == (yes if value else no) for answer, value in zip(self.answers, values, strict=True)):
            spelled = self.judge.problem.spelled(yes) + self.judge.problem.spelled(no)
            if self.judge.check(("if", program, ("lit", yes), ("lit", no)), bits + 4 + spelled):
                return True
        return self._pair(program, values, bits)

    def _pair(self, program: Program, values: tuple[bool, ...], bits: int) -> bool:
        """Whether one answer is given where this test and another one hold, the other answer elsewhere."""
        if bits > self.judge.settings.paired:
            return False
        held = sum(value << n for n, value in enumerate(values))
        answers = list(dict.fromkeys(self.answers))
        for turn, test in ((held, program), (self.full & ~held, ("not", program))):
            for yes, no in (answers, answers[::-1]):
                wanted = sum((answer == yes) << n for n, answer in enumerate(self.answers))
                if wanted & ~turn:
                    continue
                for other, (second, cost) in self.needed.get(yes, {}).items():
                    if other & turn == wanted:
                        whole = ("if", ("and", second, test), ("lit", yes), ("lit", no))
                        spelled = self.judge.problem.spelled(yes) + self.judge.problem.spelled(no)
                        if self.judge.check(whole, bits + cost + 6 + spelled):
                            return True
                self.needed.setdefault(yes, {}).setdefault(turn, (test, bits))
        return False
