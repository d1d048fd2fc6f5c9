"""The same to each: what becomes of the members of a list, one by one, is a smaller problem of the same sort.

Where a list has as many members as the answer has pieces, members and pieces are examples of their own. A small search
explains them with everything that searches know: tables, orders, conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import eq
from typing import Any

from gradus.learners.gradual.programs.completion import cut_answers
from gradus.learners.gradual.programs.goals import Goal, Goals
from gradus.learners.gradual.programs.judge import NEW, Found, Judge
from gradus.learners.gradual.programs.language import EACH, Case, Items, Program, fill, run
from gradus.learners.gradual.programs.problem import Problem, find_leaves
from gradus.learners.gradual.programs.tables import Table
from gradus.learners.gradual.programs.world import table_operators

LEAST = 4
"""Different members that make a problem."""

MOST = 40
"""Members that are looked at."""

MEMBER: Program = ("tok", 0)
"""The leaf by which such a search sees a member."""


@dataclass(frozen=True)
class Listed:
    """A list, its bits, and a goal with as many pieces."""

    program: Program
    bits: int
    goal: Goal


def matching(program: Program, values: Sequence[Any], bits: int, goals: Goals) -> list[Listed]:
    """The goals that have as many pieces as a list has members, in all cases, and several in some."""
    if max(map(len, values)) < 2:
        return []
    sizes = [len(value) for value in values]
    found = []
    for wanted, some in goals.by_type["l"].items():
        if [len(pieces) for pieces in wanted] == sizes and wanted != tuple(values):  # type: ignore[arg-type]
            found.append(Listed(program, bits, some[0]))
    return found


def members_of(listed: Listed, judge: Judge) -> Problem | None:
    """Members with their pieces as a problem of their own."""
    wanted = cut_answers(listed.goal, judge.problem.answers)
    if not wanted:
        return None
    pairs: list[tuple[str, str]] = []
    for items, pieces in zip(judge.everywhere(listed.program), wanted, strict=True):
        if items is not None and len(items) == len(pieces):
            pairs += zip(items, pieces, strict=True)
    chosen = [pair for pair in pairs if all(pair)][-MOST:]
    if len(dict(chosen)) < LEAST:
        return None
    silence = judge.problem.cases[0].silence
    cases = tuple([Case(item, (item,), False, silence, {}) for item, _ in chosen])
    answers: Items = tuple([piece for _, piece in chosen])
    return Problem(cases, answers, find_leaves(cases, answers, (), ""))


def offer(listed: Listed, found: Found, judge: Judge) -> bool:
    """Judge what was found for members on the lists they came from; true when it explains everything."""
    whole = fill(listed.goal.template, (EACH, listed.program, _argument(found.program)))
    bits = listed.bits + listed.goal.bits + found.bits + 4
    if not found.entries:
        return judge.check(whole, bits)
    operators = {**judge.world.operators, **table_operators(NEW, Table(found.entries))}
    said = [run(whole, case, operators) for case in judge.problem.cases]
    return judge.offer(whole, found.entries, tuple(map(eq, said, judge.problem.answers)), bits)


def _argument(program: Program) -> Program:
    """The program as a function of the member."""
    if program == MEMBER:
        return ("arg", 0)
    return tuple([_argument(part) if isinstance(part, tuple) else part for part in program])
