"""Judges finished programs on all examples of a problem and keeps the best; counts what is evaluated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import eq
from typing import Any

from gradus.learners.gradual.programs.language import ELSE, Program
from gradus.learners.gradual.programs.leaves import LEAVES
from gradus.learners.gradual.programs.problem import Problem
from gradus.learners.gradual.programs.running import NOTHING, run_on_all
from gradus.learners.gradual.programs.settings import BRANCHES, PROBLEM, SearchSettings
from gradus.learners.gradual.programs.world import World

NEW = "?"
"""The name of the table that a filled hole brings along."""


@dataclass(frozen=True)
class Found:
    """An explanation: a program, perhaps with a table of its own named `NEW`."""

    program: Program
    entries: dict[Any, str]
    right: tuple[bool, ...]
    gain: float
    bits: float
    names: Mapping[str, Program] = field(default_factory=dict)
    """What words of the questions were found to name: functions of ("arg", 0)."""


class Judge:
    """The problem, what is known, and the best explanation so far."""

    def __init__(self, problem: Problem, world: World, settings: SearchSettings) -> None:
        self.problem, self.world, self.settings = problem, world, settings
        self.values = problem.bits()
        """What each answer costs without an explanation."""
        self.telling = 1
        """Cases that the enumeration looks at; it says how many."""
        self.checked: set[Program] = set()
        self.best: Found | None = None
        self.used = 0
        """Evaluations so far."""
        self._memory: dict[Program, list[Any]] = {}
        """Values on all examples of programs that are asked for again and again."""

    def right(self, program: Program) -> list[bool]:
        """In which examples a program is right; remembered, for programs that are parts of several others."""
        if program not in self._memory:
            self._memory[program] = list(map(eq, self.everywhere(program), self.problem.answers))
        return self._memory[program]

    def everywhere(self, program: Program) -> list[Any]:
        """The values of a program on all examples."""
        self.used += 1 + self.problem.size // max(1, self.telling)
        return run_on_all(program, self.problem.cases, self.world.operators)

    def check(self, program: Program, bits: float) -> bool:
        """Judge a finished program on all examples; true when it explains all of them."""
        if program in self.checked or not looks(program):
            return False
        self.checked.add(program)
        values = self.everywhere(program)
        right = tuple(map(eq, values, self.problem.answers))
        return self.offer(program, {}, right, bits) or self._or_else(program, values, right, bits)

    def _or_else(self, program: Program, values: Sequence[Any], right: tuple[bool, ...], bits: float) -> bool:
        """Whether a program explains everything if one answer is given wherever it says nothing."""
        if (None not in values and "" not in values) or self.problem.size < BRANCHES.least:
            return False
        told = [n for n, value in enumerate(values) if value not in NOTHING]
        others = {
            answer for answer, value in zip(self.problem.answers, values, strict=True) if value in NOTHING
        }
        if len(others) != 1 or not self.settings.conditions:
            return False
        good = sum(right[n] for n in told)
        if good < max(2, BRANCHES.sound * len(told)):
            return False
        other = others.pop()
        spent = bits + 4 + self.problem.spelled(other)
        whole = (ELSE, program, ("lit", other))
        either = tuple([good or value in NOTHING for good, value in zip(right, values, strict=True)])
        return self.offer(whole, {}, either, spent)

    def offer(self, program: Program, entries: dict[Any, str], right: tuple[bool, ...], bits: float) -> bool:
        """Keep an explanation if it is the best; true when it explains everything without learning a table."""
        gain = sum(value for value, good in zip(self.values, right, strict=True) if good)
        wrong = right.count(False)
        gain -= bits + PROBLEM.exception_bits * wrong
        if acceptable(right, gain, self.settings, self.problem.fresh) and (
            self.best is None or gain > self.best.gain
        ):
            self.best = Found(program, entries, right, gain, bits)
        elif _late(right) and self.best is None:
            late = sum(value for value, good in zip(self.values[-4:], right[-4:], strict=True) if good)
            if late - bits > self.settings.late_gain:
                self.best = Found(program, entries, right, late - bits - 100.0, bits)
        return not wrong and not entries and self.best is not None and self.best.program == program

    def constant(self, answer: str) -> bool:
        """Whether all questions have this answer, and there are enough of them; then it is the explanation."""
        different = len({case.body for case in self.problem.cases})
        usual = answer in self.problem.usual
        least = self.settings.usual_constant if usual else self.settings.constant
        if different < least or len(set(self.problem.answers)) > 1:
            return False
        right = (True,) * self.problem.size
        self.best = Found(("lit", answer), {}, right, self.settings.gain + 1.0, 4.0)
        return True


def acceptable(
    right: tuple[bool, ...], gain: float, settings: SearchSettings, fresh: tuple[bool, ...] = ()
) -> bool:
    """Whether an explanation saves enough bits and explains enough examples, also of those that are `fresh`."""
    if len(right) == 1:
        return gain > settings.single_gain
    if fresh and 2 * sum(good and new for good, new in zip(right, fresh, strict=True)) < sum(fresh):
        return False
    return gain > settings.gain and sum(right) >= settings.share * len(right)


def _late(right: tuple[bool, ...]) -> bool:
    return len(right) > 4 and all(right[-4:])


def looks(program: Program) -> bool:
    """Whether a program looks at the question at all, or says one thing on purpose."""
    return program[0] == "lit" or _sees(program)


def _sees(program: Program) -> bool:
    name = program[0]
    if name in LEAVES:
        return name not in ("lit", "num")
    return any(isinstance(part, tuple) and _sees(part) for part in program[1:])


def rename(program: Program, name: str) -> Program:
    """The program with `NEW` replaced by a table's name."""
    if program[0] in LEAVES:
        return program
    head = program[0]
    if head.endswith(":" + NEW):
        head = head[: -len(NEW)] + name
    return (head, *[rename(part, name) for part in program[1:]])
