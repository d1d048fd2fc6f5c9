"""Verdicts: two answers that are told apart by several conditions at once.

The subject is the last word of a question, the parts are the words before it: all of them, those that are no
keywords, those right behind a keyword and the others. A clause relates the subject to a group of parts, perhaps only
where a keyword is present or absent. Clauses are added as long as they pay; a few misheard examples cost bits only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gradus.learners.gradual.programs.language import Items, Operator, Program
from gradus.learners.gradual.programs.problem import Problem
from gradus.learners.gradual.programs.running import run
from gradus.learners.gradual.programs.settings import PROBLEM, VERDICTS

RELATIONS: dict[str, tuple[Program, int]] = {
    "covered": (("covers", ("parts",), ("tok", -1)), 4),
    "all": (("all in", ("parts",), ("tok", -1)), 4),
    "any": (("any in", ("parts",), ("tok", -1)), 4),
    "none": (("not", ("any in", ("parts",), ("tok", -1))), 4),
    "member": (("among", ("tok", -1), ("parts",)), 5),
    "stranger": (("not", ("among", ("tok", -1), ("parts",))), 5),
}
"""How the subject may relate to parts, with bits."""


@dataclass(frozen=True)
class Clause:
    """A test and the examples for which it holds, as a mask."""

    test: Program
    holds: int
    bits: int


def introducers(problem: Problem) -> Items:
    """Words before the subject that come back and are rarely found inside it, the most frequent first."""
    counts: dict[str, int] = {}
    inside: dict[str, int] = {}
    for case in problem.cases:
        for word in dict.fromkeys(case.tokens[:-1]):
            counts[word] = counts.get(word, 0) + 1
            inside[word] = inside.get(word, 0) + (word in case.tokens[-1])
    least = max(3, 0.05 * problem.size)
    often = [word for word, n in counts.items() if n >= least and inside[word] <= VERDICTS.inside * n]
    return tuple(sorted(often, key=lambda word: -counts[word])[: VERDICTS.keywords])


def clauses(problem: Problem, operators: dict[str, Operator]) -> Iterator[Clause]:
    """All clauses that hold sometimes, one after the other."""
    words = introducers(problem)
    total = (1 << problem.size) - 1
    having = {word: _mask([word in case.tokens for case in problem.cases]) for word in words}
    optional = [word for word in words if having[word] != total]
    groups: list[tuple[Program, int]] = [(("toks", 0, 1), 1), (("others", "", words), 1)]
    groups += [((kind, word, words), 3) for word in words for kind in ("after", "others")]
    for parts, extra in groups:
        for relation, bits in RELATIONS.values():
            test = _with(relation, parts)
            holds = _mask([bool(run(test, case, operators)) for case in problem.cases])
            yield Clause(test, holds, bits + extra)
            for word in optional:
                present: Program = ("has", word)
                yield Clause(
                    ("or", ("not", present), test), holds | (total & ~having[word]), bits + extra + 3
                )
                yield Clause(("or", present, test), holds | having[word], bits + extra + 3)


def _with(relation: Program, parts: Program) -> Program:
    """The relation about these parts."""
    if relation == ("parts",):
        return parts
    return tuple([_with(item, parts) if isinstance(item, tuple) else item for item in relation])


def _mask(flags: Sequence[bool]) -> int:
    return sum(flag << n for n, flag in enumerate(flags))


def cover(found: Sequence[Clause], wanted: int, size: int) -> tuple[Program | None, int, int]:
    """Clauses that hold wherever `wanted` does and together nowhere else, each the cheapest for what it rules out."""
    holds, bits = (1 << size) - 1, 0
    chosen: list[Program] = []
    needed = [clause for clause in found if not wanted & ~clause.holds]
    while needed and holds != wanted and len(chosen) < VERDICTS.clauses:
        ruled = {id(clause): (holds & ~clause.holds).bit_count() / clause.bits for clause in needed}
        best = max(needed, key=lambda clause: ruled[id(clause)])
        if not holds & ~best.holds:
            break
        chosen.append(best.test)
        holds &= best.holds
        bits += best.bits
    return _joined(chosen), holds, bits


def conjunction(found: Sequence[Clause], wanted: int, size: int) -> tuple[Program | None, int, int]:
    """Clauses that together hold where `wanted` does, greedily; the test, what it holds for, its bits."""
    everything = (1 << size) - 1
    holds, bits = everything, 0
    chosen: list[Program] = []
    while len(chosen) < VERDICTS.clauses:
        wrong = (holds ^ wanted).bit_count()
        best, gain = None, 0.0
        for clause in found:
            saved = (
                wrong - ((holds & clause.holds) ^ wanted).bit_count()
            ) * PROBLEM.exception_bits - clause.bits
            if saved > gain:
                best, gain = clause, saved
        if best is None:
            break
        chosen.append(best.test)
        holds &= best.holds
        bits += best.bits
    return _joined(chosen), holds, bits


def _joined(tests: Sequence[Program]) -> Program | None:
    if not tests:
        return None
    whole = tests[0]
    for test in tests[1:]:
        whole = ("and", whole, test)
    return whole


def verdict(problem: Problem, found: Sequence[Clause]) -> tuple[Program, float] | None:
    """The best program that says one of two answers, and its bits."""
    options = []
    different = list(dict.fromkeys(problem.answers))
    for yes, no in (different, different[::-1]):
        wanted = _mask([answer == yes for answer in problem.answers])
        for way in (cover, conjunction):
            test, holds, bits = way(found, wanted, problem.size)
            if test is not None:
                wrong = (holds ^ wanted).bit_count()
                program = ("if", test, ("lit", yes), ("lit", no))
                options.append((bits + PROBLEM.exception_bits * wrong, bits, program))
    if not options:
        return None
    _, bits, program = min(options, key=lambda option: option[0])
    return program, bits + 4 + sum(map(problem.spelled, different))


def applicable(problem: Problem) -> bool:
    """Whether there are two answers, enough examples and something before the subject."""
    return (
        problem.size >= 6
        and len(set(problem.answers)) == 2
        and min(len(case.tokens) for case in problem.cases) > 1
    )
