"""The same to each: what becomes of the members of a list, or which are kept, is a smaller problem of the same sort.

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
from gradus.learners.gradual.programs.language import EACH, THOSE, Case, Items, Program, fill, run
from gradus.learners.gradual.programs.problem import Problem, find_leaves
from gradus.learners.gradual.programs.tables import Table
from gradus.learners.gradual.programs.world import table_operators

LEAST = 4
"""Different members that make a problem."""

MOST = 40
"""Members that are looked at."""

KEPT, LEFT = "\ufffd", "\ufffe"
"""What is said of members that the answer has, and of the others; no symbols have these numbers."""

MEMBER: Program = ("tok", 0)
"""The leaf by which such a search sees a member."""


@dataclass(frozen=True)
class Listed:
    """A list, its bits, and a goal with as many pieces, or with some of its members."""

    program: Program
    bits: int
    goal: Goal
    some: bool = False
    """Whether the goal has some of the members, as they are."""


def matching(program: Program, values: Sequence[Any], bits: int, goals: Goals) -> list[Listed]:
    """The goals that have as many pieces as a list has members, or some of its members, in all cases."""
    if max(map(len, values)) < 2:
        return []
    sizes = [len(value) for value in values]
    found = []
    for wanted, some in goals.by_type["l"].items():
        if [len(pieces) for pieces in wanted] == sizes and wanted != tuple(values):  # type: ignore[arg-type]
            found.append(Listed(program, bits, some[0]))
        elif all(map(_chosen, values, wanted)):
            found.append(Listed(program, bits, some[0], some=True))
    return found


def _chosen(items: Items, pieces: Any) -> bool:
    """Whether the pieces are members of a list in its order."""
    rest = iter(items)
    return all(piece in rest for piece in pieces)


def members_of(listed: Listed, judge: Judge) -> Problem | None:
    """Members with their pieces as a problem of their own."""
    wanted = cut_answers(listed.goal, judge.problem.answers)
    if not wanted:
        return None
    pairs: list[tuple[str, str]] = []
    for items, pieces in zip(judge.everywhere(listed.program), wanted, strict=True):
        if items is not None and listed.some:
            pairs += [(item, KEPT if item in pieces else LEFT) for item in items]
        elif items is not None and len(items) == len(pieces):
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
    body = _test(found.program) if listed.some else found.program
    if body is None:
        return False
    whole = fill(listed.goal.template, (THOSE if listed.some else EACH, listed.program, _argument(body)))
    bits = listed.bits + listed.goal.bits + found.bits + 4
    if not found.entries:
        return judge.check(whole, bits)
    operators = {**judge.world.operators, **table_operators(NEW, Table(found.entries))}
    said = [run(whole, case, operators) for case in judge.problem.cases]
    return judge.offer(whole, found.entries, tuple(map(eq, said, judge.problem.answers)), bits)


def _test(program: Program) -> Program | None:
    """The test by which members are kept; None where it is another program."""
    if program[0] != "if" or {program[2], program[3]} != {("lit", KEPT), ("lit", LEFT)}:
        return None
    return program[1] if program[2] == ("lit", KEPT) else ("not", program[1])


def _argument(program: Program) -> Program:
    """The program as a function of the member."""
    if program == MEMBER:
        return ("arg", 0)
    return tuple([_argument(part) if isinstance(part, tuple) else part for part in program])
