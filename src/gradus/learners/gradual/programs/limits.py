"""Tests that have to be learned: a number beyond a limit, a text with one of a few symbols.

They tell two answers apart, or which of two programs is right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2
from typing import Any

from gradus.learners.gradual.programs.branches import Branches, Partly
from gradus.learners.gradual.programs.holes import limit_of, piece_of, signs_of
from gradus.learners.gradual.programs.judge import Judge
from gradus.learners.gradual.programs.language import Items, Program
from gradus.learners.gradual.programs.settings import LIMITS, PROBLEM

Learner = Callable[[Sequence[Any], Sequence[bool]], Any]
"""Learns from values and where something holds; None or empty: it cannot."""

Maker = Callable[[Program, Any], tuple[Program, float]]
"""The test of a value, and its bits, from what was learned."""


class Limits:
    """Seeks such tests for every value of a search."""

    def __init__(self, judge: Judge, answers: Items, few: bool, branches: Branches) -> None:
        """`answers`: of the telling cases; `few`: whether they come back often."""
        self.judge, self.answers, self.few, self.branches = judge, answers, few, branches
        self.two = few and len(set(answers)) == 2
        self.learned = 0
        """How often something was learned: every try makes luck likelier."""
        self.seen: list[tuple[Program, tuple[Any, ...], int, bool]] = []
        """Simple values, and whether they are numbers."""
        self.paired = 0
        """Pairs of programs for which all of them were tried."""

    def number(self, program: Program, values: tuple[Any, ...], bits: int) -> bool:
        """Whether a number beyond a limit explains everything."""
        return bits <= self.judge.settings.measured and self._value(program, values, bits, True)

    def text(self, program: Program, values: tuple[Any, ...], bits: int) -> bool:
        """Whether a text with one of a few symbols does."""
        return bits <= self.judge.settings.containing and self._value(program, values, bits, False)

    def _value(self, program: Program, values: tuple[Any, ...], bits: int, number: bool) -> bool:
        if not self.judge.settings.conditions:
            return False
        if self.two and self._answers(program, values, bits, number):
            return True
        if bits <= self.judge.settings.halving and len(self.seen) < LIMITS.views:
            self.seen.append((program, values, bits, number))
            return any(self._programs(pair, *self.seen[-1]) for pair in self.branches.halves[: self.paired])
        return False

    def pairs(self) -> bool:
        """Whether a value that was seen tells apart two programs found since."""
        fresh = self.branches.halves[self.paired :]
        self.paired = len(self.branches.halves)
        return any(self._programs(pair, *value) for pair in fresh for value in self.seen)

    def _how(self, number: bool) -> tuple[Learner, Maker]:
        if number:
            return limit_of, lambda value, limit: (("fewer", ("num", limit), value), LIMITS.limit_bits)
        return self._inside, _having

    def _inside(self, texts: Sequence[Any], holds: Sequence[bool]) -> tuple[str, str] | None:
        """Symbols of which one is in every text for which something holds, or else a piece that all of them have."""
        signs = signs_of(texts, holds, self.judge.settings.signs_learned)
        if signs:
            return "any in", signs
        piece = piece_of(texts, holds)
        return ("in", piece) if piece else None

    def _answers(self, program: Program, values: tuple[Any, ...], bits: int, number: bool) -> bool:
        """Whether what is learned from a value tells two answers apart."""
        learn, make = self._how(number)
        self.learned += 1
        yes, no = dict.fromkeys(self.answers)
        for one, other in ((yes, no), (no, yes)):
            if learn(values, [answer == one for answer in self.answers]) is None:
                continue
            told = [answer == one for answer in self.judge.problem.answers]
            found = learn(self.judge.everywhere(program), told)
            if found is not None:
                test, more = make(program, found)
                if self._say(test, one, other, bits + more):
                    return True
        return False

    def _say(self, test: Program, yes: str, no: str, bits: float) -> bool:
        spelled = self.judge.problem.spelled(yes) + self.judge.problem.spelled(no)
        luck = log2(1 + self.learned)
        return self.judge.check(("if", test, ("lit", yes), ("lit", no)), bits + 4 + spelled + luck)

    def _programs(
        self, pair: tuple[Partly, Partly], program: Program, values: tuple[Any, ...], bits: int, number: bool
    ) -> bool:
        """Whether what is learned from a value tells which of two programs is right."""
        learn, make = self._how(number)
        for (mask, cost, one), (other, more, two) in (pair, pair[::-1]):
            self.judge.used += 1
            self.branches.tests += 1
            apart = [n for n in range(len(values)) if (mask ^ other) >> n & 1]
            if learn([values[n] for n in apart], [bool(mask >> n & 1) for n in apart]) is None:
                continue
            found = self._found(program, one, two, learn)
            if found is None:
                continue
            test, spent = make(program, found)
            told = self.branches.telling(one, two, spent / 2)
            if told and self.judge.check(("if", test, one, two), cost + more + bits + spent + 4):
                return True
        return False

    def _found(self, value: Program, one: Program, two: Program, learn: Learner) -> Any:
        """What is learned from all examples in which two programs differ."""
        ones, twos = self.judge.right(one), self.judge.right(two)
        values = self.judge.everywhere(value)
        apart = [n for n in range(len(values)) if ones[n] != twos[n]]
        return learn([values[n] for n in apart], [ones[n] for n in apart])


def _having(value: Program, found: tuple[str, str]) -> tuple[Program, float]:
    """The test whether a text has one of some symbols, or a piece of several."""
    how, text = found
    bits = 9 + PROBLEM.symbol_bits * len(text)
    return (("in", ("lit", text), value) if how == "in" else (how, ("chars", value), ("lit", text))), bits
