"""The same to each: what becomes of the members of a list, or which are kept, is a smaller problem of the same sort.

Where a list has as many members as the answer has pieces, members and pieces are examples of their own. A small search
explains them with everything that searches know: tables, orders, conditions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from operator import eq
from typing import Any

from gradus.learners.gradual.programs.approaches import Goal
from gradus.learners.gradual.programs.completion import cut_answers
from gradus.learners.gradual.programs.goals import Goals
from gradus.learners.gradual.programs.judge import NEW, Found, Judge
from gradus.learners.gradual.programs.language import EACH, THOSE, Items, Program, fill
from gradus.learners.gradual.programs.leaves import Case
from gradus.learners.gradual.programs.problem import Problem, find_leaves
from gradus.learners.gradual.programs.running import for_each, run
from gradus.learners.gradual.programs.settings import MAPPING
from gradus.learners.gradual.programs.tables import Table
from gradus.learners.gradual.programs.world import table_operators

KEPT, LEFT = "\ufffd", "\ufffe"
"""What is said of members that the answer has, and of the others; no symbols have these numbers."""


IT: Program = ("arg", 0)
WORD: Program = ("arg", 1)
COMPARISONS: tuple[Program, ...] = (
    ("starts", IT, WORD),
    ("stops", IT, WORD),
    ("same", ("head", IT), ("head", WORD)),
    ("same", ("end", IT), ("end", WORD)),
    ("in", WORD, IT),
    ("in", IT, WORD),
    ("equal", ("length", IT), ("length", WORD)),
    ("fewer", ("length", IT), ("length", WORD)),
    ("fewer", ("length", WORD), ("length", IT)),
)
"""Tests of a member and a word of the question by which members may be kept, or left out."""

ALONE: tuple[Program, ...] = (("same", ("head", IT), ("end", IT)),)
"""Tests of a member alone."""


@dataclass(frozen=True)
class Listed:
    """A list, its bits, and a goal with as many pieces, or with some of its members."""

    program: Program
    bits: int
    goal: Goal
    some: bool = False
    """Whether the goal has some of the members, as they are."""
    symbols: int = 1
    """How many symbols of the answer each member becomes, where pieces are symbols."""
    chance: bool = False
    """Whether members may be as many as symbols of the answer by chance: they are equally many in all cases."""


def matching(program: Program, values: Sequence[Any], bits: int, goals: Goals) -> list[Listed]:
    """The goals that have as many pieces as a list has members, or some of its members, in all cases."""
    if max(map(len, values)) < 2:
        return []
    sizes = [len(value) for value in values]
    found = []
    for wanted, some in goals.by_type["l"].items():
        if [len(pieces) for pieces in wanted] == sizes and wanted != tuple(values):  # type: ignore[arg-type]
            found.append(Listed(program, bits, some[0], chance=_by_chance(sizes, some[0])))
        elif all(map(_chosen, values, wanted)):
            found.append(Listed(program, bits, some[0], some=True))
        elif some[0].template[0] == "glue" and (times := _multiple(sizes, wanted)):
            chance = _by_chance(sizes, some[0])
            found.append(Listed(program, bits, some[0], symbols=times, chance=chance))
    return found


def _by_chance(sizes: Sequence[int], goal: Goal) -> bool:
    """Whether pieces are symbols, and always equally many."""
    return goal.template[0] == "glue" and len(set(sizes)) == 1


def _multiple(sizes: Sequence[int], wanted: Sequence[Any]) -> int:
    """How many symbols there are for each member, if equally many in all cases; else 0."""
    times = len(wanted[0]) // max(1, sizes[0])
    equal = all(len(symbols) == times * size for symbols, size in zip(wanted, sizes, strict=True))
    return times if times > 1 and equal else 0


def _chosen(items: Items, pieces: Any) -> bool:
    """Whether the pieces are members of a list in its order."""
    rest = iter(items)
    return all(piece in rest for piece in pieces)


def kept(
    listed: Listed,
    words: Sequence[tuple[tuple[Program, Any], int]],
    telling: tuple[Sequence[Case], Items],
    judge: Judge,
) -> Iterator[bool]:
    """Members that stand in a simple relation to a word of the question: simpler than a test of their own."""
    for (word, _), cost in words:
        bits = listed.bits + listed.goal.bits + cost
        for name in ("having", "less"):
            yield judge.check(fill(listed.goal.template, (name, listed.program, word)), bits + 5)
        for test in COMPARISONS if word[0] != "lit" else ():
            for body in (test, ("not", test)):
                judge.used += 1
                whole = fill(listed.goal.template, (THOSE, listed.program, body, word))
                if _explains(whole, telling, judge):
                    yield judge.check(whole, bits + MAPPING.compared_bits)
                else:
                    yield False


def counted(
    lists: Sequence[tuple[tuple[Program, Any], int]],
    words: Sequence[tuple[tuple[Program, Any], int]],
    judge: Judge,
) -> Iterator[tuple[Program, tuple[int, ...], int]]:
    """How many members stand in a simple relation to a word of the question: programs, their values and bits."""
    for ((program, items), bits), ((word, texts), more) in product(lists, words):
        for test in COMPARISONS:
            for body in (test, ("not", test)):
                cost = bits + more + MAPPING.compared_bits
                yield from _count(program, items, body, cost, judge, (word, texts))
    for (program, items), bits in lists:
        for body in ALONE:
            yield from _count(program, items, body, bits + MAPPING.alone_bits, judge)


def _count(
    program: Program,
    lists: Sequence[Items],
    body: Program,
    bits: int,
    judge: Judge,
    *shared: tuple[Program, Sequence[str]],
) -> Iterator[tuple[Program, tuple[int, ...], int]]:
    """How many members of lists pass a test, if it is defined for all of them."""
    judge.used += 2
    operators = judge.world.operators
    rows = zip(lists, *[texts for _, texts in shared], strict=True)
    sizes = []
    for some, *words in rows:
        chosen = for_each(THOSE, some, body, operators, tuple(words))
        if chosen is None:
            return
        sizes.append(len(chosen))
    yield ("size", (THOSE, program, body, *[word for word, _ in shared])), tuple(sizes), bits


def _explains(program: Program, telling: tuple[Sequence[Case], Items], judge: Judge) -> bool:
    """Whether a program is right in all telling cases; most fail in the first."""
    operators = judge.world.operators
    return all(run(program, case, operators) == answer for case, answer in zip(*telling, strict=True))


def members_of(listed: Listed, judge: Judge, shared: Sequence[Program] = ()) -> Problem | None:
    """Members with their pieces as a problem of their own; `shared`: texts that they may be compared with."""
    wanted = cut_answers(listed.goal, judge.problem.answers)
    if not wanted:
        return None
    if listed.symbols > 1:
        wanted = [_chunks(pieces, listed.symbols) for pieces in wanted]
    pairs = _pieces_of(listed, wanted, judge, shared)
    chosen = [(tokens, piece) for tokens, piece in pairs if piece and all(tokens)][-MAPPING.most :]
    if len({tokens[0] for tokens, _ in chosen}) < MAPPING.least:
        return None
    silence = judge.problem.cases[0].silence
    cases = tuple([Case(silence.join(tokens), tokens, False, silence, {}) for tokens, _ in chosen])
    answers: Items = tuple([piece for _, piece in chosen])
    leaves = find_leaves(cases, answers, (), "")
    if shared:
        leaves = tuple([leaf for leaf in leaves if leaf[0][0] in ("tok", "num", "lit")])
    return Problem(cases, answers, leaves)


def _pieces_of(
    listed: Listed, wanted: Sequence[Items], judge: Judge, shared: Sequence[Program]
) -> list[tuple[Items, str]]:
    """Every member, with what it may be compared with, and its piece of the answer or whether it is kept."""
    others = list(zip(*map(judge.everywhere, shared), strict=True)) or [()] * judge.problem.size
    pairs: list[tuple[Items, str]] = []
    for items, pieces, words in zip(judge.everywhere(listed.program), wanted, others, strict=True):
        if items is None or None in words:
            continue
        if listed.some:
            pairs += [((item, *words), KEPT if item in pieces else LEFT) for item in items]
        elif len(items) == len(pieces):
            pairs += [((item, *words), piece) for item, piece in zip(items, pieces, strict=True)]
    return pairs


def _chunks(symbols: Items, size: int) -> Items:
    return tuple(["".join(symbols[start : start + size]) for start in range(0, len(symbols), size)])


def offer(listed: Listed, found: Found, judge: Judge, shared: Sequence[Program] = ()) -> bool:
    """Judge what was found for members on the lists they came from; true when it explains everything."""
    body = _test(found.program) if listed.some else found.program
    form = (THOSE if listed.some else EACH, listed.program, as_function(body), *shared)
    whole = fill(listed.goal.template, form)
    bits = listed.bits + listed.goal.bits + found.bits + 4
    if not found.entries:
        return judge.check(whole, bits)
    operators = {**judge.world.operators, **table_operators(NEW, Table(found.entries))}
    said = [run(whole, case, operators) for case in judge.problem.cases]
    return judge.offer(whole, found.entries, tuple(map(eq, said, judge.problem.answers)), bits)


def _test(program: Program) -> Program:
    """The test by which members are kept; another program than a condition, a table say, says it of each."""
    if program[0] != "if" or {program[2], program[3]} != {("lit", KEPT), ("lit", LEFT)}:
        return ("same", program, ("lit", KEPT))
    return program[1] if program[2] == ("lit", KEPT) else ("not", program[1])


def as_function(program: Program) -> Program:
    """The program as a function of the member and of what it is compared with."""
    if program[0] == "tok":
        return ("arg", program[1])
    return tuple([as_function(part) if isinstance(part, tuple) else part for part in program])
