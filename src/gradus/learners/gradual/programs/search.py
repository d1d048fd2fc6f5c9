"""Finds the program that explains a group of examples best, in counted evaluations that can be spent at any time.

Programs are enumerated bottom-up, cheapest first. Two programs with the same values on a few telling cases are the
same program here (observational equivalence); the cheapest is kept. Goals meet the enumeration half-way; holes,
conditions and pairs of tests complete it. A search is a pure function of its problem, its world and its settings,
so it can be interrupted after any evaluation and repeated up to there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from operator import eq
from typing import Any

from gradus.learners.gradual.programs.goals import Goal, Goals
from gradus.learners.gradual.programs.holes import (
    Filling,
    determined,
    fill_code,
    fill_order,
    fill_table,
    left_out,
)
from gradus.learners.gradual.programs.language import (
    HOLE,
    LEAVES,
    LONGEST,
    RARE,
    Case,
    Operator,
    Program,
    fill,
    run,
)
from gradus.learners.gradual.programs.problem import EXCEPTION_BITS, SYMBOL_BITS, Problem
from gradus.learners.gradual.programs.tables import longest_chain
from gradus.learners.gradual.programs.verdicts import applicable, clauses, verdict
from gradus.learners.gradual.programs.world import World, table_operators

ORDERED = ("sort:", "at:", "read:", "show:", "wrap:", "sum:")
"""Operators that rest on a learned order."""

NEW = "?"
"""The name of the table that a filled hole brings along."""


CONSTANT = 3
"""Different questions with the same answer after which it is taken for what their kind is answered with."""

SIMPLE = 10
"""Bits of two programs for which a test is sought right away."""

FOCUSED = 2
"""How many such pairs a search looks at."""

WORDS = 8
"""Words of the question that such tests compare."""

VIEWED = 10
"""Bits of such a test."""

USUAL = 8
"""The same where that answer is frequent at other questions too."""


@dataclass(frozen=True)
class SearchSettings:
    """How a search proceeds."""

    cases: int = 5
    """Cases looked at while enumerating; the others only check the result."""
    few_cases: int = 12
    """The same where answers come back: single cases tell less."""
    deepest: int = 26
    """Bits of the largest programs enumerated."""
    gain: float = 4.0
    """Bits a program must save."""
    single_gain: float = 12.0
    """Bits it must save when there is only one example."""
    share: float = 0.75
    """Part of the examples it must explain."""
    late_gain: float = 8.0
    """Bits it must save if it explains only the last four examples: a keyword may have changed its meaning."""
    holes: bool = True
    """Whether tables and codes are learned."""
    orders: bool = True
    """Whether orders are learned, and numerals read by them."""
    conditions: bool = True
    """Whether conditions and pairs of tests are learned."""
    decomposition: bool = True
    """Whether remainders of answers are goals."""


@dataclass(frozen=True)
class Found:
    """An explanation: a program, perhaps with a table of its own named `NEW`."""

    program: Program
    entries: dict[Any, str]
    right: tuple[bool, ...]
    gain: float
    bits: float


Item = tuple[Program, tuple[Any, ...]]

Partly = tuple[int, int, Program]
"""In which cases a program is right, as a mask, its bits and the program."""


class Search:
    """One enumeration; `best` is the best explanation so far, `done` says that it is over."""

    def __init__(
        self, problem: Problem, world: World, costs: Mapping[str, int], settings: SearchSettings
    ) -> None:
        self.problem, self.world, self.settings = problem, world, settings
        self.costs = costs
        repeated = problem.size >= 4 and len(set(problem.answers)) <= problem.size // 2
        self.few = repeated and settings.holes
        self.telling = problem.telling(settings.few_cases if repeated else settings.cases)
        self.cases: list[Case] = [problem.cases[n] for n in self.telling]
        self.answers = tuple([problem.answers[n] for n in self.telling])
        self.goals = Goals(self.answers, problem.answers, problem.gaps or self.cases[0].silence, world)
        self.favour = self._favour()
        self.selecting = all(
            answer in case.tokens for case, answer in zip(self.cases, self.answers, strict=True)
        )
        """Whether answers are words of their questions: then how they are picked comes first."""
        self.values = problem.bits()
        self.bank: dict[str, dict[int, list[Item]]] = {kind: {} for kind in "tlnb"}
        self.seen: dict[str, dict[tuple[Any, ...], tuple[Program, int]]] = {kind: {} for kind in "tlnb"}
        self.masks: dict[int, tuple[int, Program]] = {}
        self.full = (1 << len(self.cases)) - 1
        self.pending: list[tuple[Partly, Partly]] = []
        """Pairs of simple programs that together explain everything: a test is sought for them first."""
        self.focused = 0
        self.checked: set[Program] = set()
        self.best: Found | None = None
        self.used = 0
        self.done = False
        self._course = self._enumerate()

    def work(self, evaluations: int) -> int:
        """Go on for about so many evaluations; returns how many it took."""
        before = self.used
        limit = before + evaluations
        while not self.done and self.used < limit:
            if next(self._course, True):
                self.done = True
        return self.used - before

    # ---- enumeration

    def _enumerate(self) -> Iterator[bool]:
        """Yields after every evaluation; true when nothing better can be expected."""
        different = len({case.body for case in self.problem.cases})
        least = USUAL if self.answers[0] in self.problem.usual else CONSTANT
        if different >= least and len(set(self.problem.answers)) == 1:
            constant = ("lit", self.answers[0])
            self.best = Found(constant, {}, (True,) * self.problem.size, self.settings.gain + 1.0, 4.0)
            yield True
        if self.settings.conditions and applicable(self.problem):
            yield from self._clauses()
        operators = self._usable()
        leaves = [
            (program, kind, max(1, bits + min(0, self.favour.get(kind, 0))))
            for program, kind, bits in self.problem.leaves
        ]
        self.leaves: dict[str, list[tuple[Item, int]]] = {kind: [] for kind in "tlnb"}
        for bits in range(1, self.settings.deepest + 1):
            while self.pending:
                yield from self._focus(*self.pending.pop(0))
            for program, kind, cost in leaves:
                if cost == bits:
                    yield self._leaf(program, kind, bits)
            for name, operator, cost in operators:
                if bits > cost:
                    yield from self._grow(name, operator, bits, bits - cost)

    def _clauses(self) -> Iterator[bool]:
        """Several conditions at once, before anything else: simple tests are among them."""
        found = []
        for clause in clauses(self.problem, self.world.operators):
            self.used += 1
            found.append(clause)
            yield False
        made = verdict(self.problem, found)
        if made is not None:
            yield self._check(*made)

    def _usable(self) -> list[tuple[str, Operator, int]]:
        found = []
        for name, operator in self.world.operators.items():
            if operator.bits < RARE and (self.settings.orders or not name.startswith(ORDERED)):
                favour = self.favour.get(operator.gives, 0)
                if self.selecting and operator.gives == "t":
                    favour = -2 if operator.takes.startswith("l") else 1
                bits = self.costs.get(name, operator.bits) + (min(0, favour) if ":" in name else favour)
                found.append((name, operator, max(1, bits)))
        return sorted(found, key=lambda entry: entry[2])

    def _favour(self) -> Mapping[str, int]:
        """What kinds of values cost more or less here: numbers where answers are numerals, tests where two."""
        if self.goals.by_type["n"]:
            return {"n": -2, "t": 1, "l": 1, "b": 1}
        if len(set(self.problem.answers)) == 2 and self.problem.size >= 6:
            return {"b": -1, "n": -2, "t": 1, "l": 1}
        return {}

    def _leaf(self, program: Program, kind: str, bits: int) -> bool:
        self.used += 1
        meaning = LEAVES[program[0]][1]
        values = tuple([meaning(case, *program[1:]) for case in self.cases])
        if None in values:
            return False
        self.leaves[kind].append(((program, values), bits))
        return self._add(program, kind, values, bits)

    def _grow(self, name: str, operator: Operator, bits: int, left: int) -> Iterator[bool]:
        takes, bank = operator.takes, self.bank
        if len(takes) == 1:
            for program, values in bank[takes].get(left, ()):
                if program[0] != "lit":
                    yield self._apply((name, program), operator, bits, (values,))
        elif len(takes) == 3:
            yield from self._grow_wide(name, operator, bits, left)
        elif operator.leaves_only:
            for (other, others), cost in self.leaves[takes[1]]:
                for program, values in bank[takes[0]].get(left - cost, ()):
                    yield self._apply((name, program, other), operator, bits, (values, others))
        else:
            for one in range(1, left):
                seconds = bank[takes[1]].get(left - one)
                if not seconds:
                    continue
                for program, values in bank[takes[0]].get(one, ()):
                    for other, others in seconds:
                        yield self._apply((name, program, other), operator, bits, (values, others))

    def _grow_wide(self, name: str, operator: Operator, bits: int, left: int) -> Iterator[bool]:
        """Operators of three arguments are tried on leaves."""
        for (second, seconds), cost in self.leaves["t"]:
            for (third, thirds), more in self.leaves["t"]:
                if third == second:
                    continue
                for program, values in self.bank["t"].get(left - cost - more, ()):
                    columns = (values, seconds, thirds)
                    yield self._apply((name, program, second, third), operator, bits, columns)

    def _apply(self, program: Program, operator: Operator, bits: int, columns: tuple[Any, ...]) -> bool:
        self.used += 1
        values = tuple(map(operator.meaning, *columns))
        if None in values:
            return False
        return self._add(program, operator.gives, values, bits)

    def _add(self, program: Program, kind: str, values: tuple[Any, ...], bits: int) -> bool:
        """Keep a program with new values; true when it explains everything."""
        seen = self.seen[kind]
        if values in seen:
            return False
        seen[values] = (program, bits)
        if kind != "b" and kind != "n" and max(map(len, values)) > LONGEST:
            return False
        if kind == "t" and not any(values):
            return False
        for goal in self.goals.by_type[kind].get(values, ()):
            if self._check(fill(goal.template, program), goal.bits + bits):
                return True
        self.bank[kind].setdefault(bits, []).append((program, values))
        if kind == "t" and self._text(program, values, bits):
            return True
        return self._holes(program, kind, values, bits)

    # ---- remainders, parts that are right, holes

    def _text(self, program: Program, values: tuple[str, ...], bits: int) -> bool:
        if program[0] != "lit":
            mask = 0
            for n, good in enumerate(map(eq, values, self.answers)):
                mask |= good << n
            if mask and self._partly(mask, program, bits):
                return True
        if not self.settings.decomposition:
            return False
        return any(self._reach(rest, goal) for rest, goal in self.goals.behind(program, values, bits))

    def _reach(self, rest: tuple[str, ...], goal: Goal) -> bool:
        """Whether a remainder is known already, or is the same in all cases."""
        known = self.seen["t"].get(rest)
        if known and self._check(fill(goal.template, known[0]), goal.bits + known[1]):
            return True
        if len(set(rest)) == 1 and rest[0] and len(rest) > 1:
            literal = fill(goal.template, ("lit", rest[0]))
            return self._check(literal, goal.bits + 3 + 5 * len(rest[0]))
        return False

    def _partly(self, mask: int, program: Program, bits: int) -> bool:
        """A program that is right in some cases: the others may be misheard, or follow another program."""
        if mask in self.masks or mask == self.full:
            return False
        self.masks[mask] = (bits, program)
        missing = len(self.cases) - mask.bit_count()
        if self.problem.size >= 4 and missing <= max(1, len(self.cases) // 4):
            self._check(program, bits)
        if not self.settings.conditions or self.problem.size < 4:
            return False
        for other, (cost, second) in list(self.masks.items()):
            if other | mask == self.full and other != mask:
                if bits + cost <= SIMPLE and self.focused < FOCUSED:
                    self.focused += 1
                    self.pending.append(((mask, bits, program), (other, cost, second)))
                for values, (test, more) in list(self.seen["b"].items()):
                    if self._branch(values, test, more, (mask, bits, program), (other, cost, second)):
                        return True
        return False

    def _focus(self, one: Partly, two: Partly) -> Iterator[bool]:
        """Tests about words and their ends that may tell two simple programs apart, before larger ones come."""
        views = list(self._views())
        for (first, firsts, kind), (second, seconds, other) in itertools.permutations(views, 2):
            if kind != other:
                continue
            for name in ("same", "in") if kind == "t" else ("fewer",):
                operator = self.world.operators[name]
                self.used += 1
                values = tuple(map(operator.meaning, firsts, seconds))
                if None not in values and 0 < sum(values) < len(values):
                    yield self._branch(values, (name, first, second), VIEWED, one, two)
                else:
                    yield False

    def _views(self) -> Iterator[tuple[Program, tuple[Any, ...], str]]:
        """Words of the question, their first and last symbols and their lengths."""
        for (program, values), _ in self.leaves["t"][:WORDS]:
            if program[0] not in ("tok", "field", "top"):
                continue
            yield program, values, "t"
            for name in ("head", "end", "length"):
                operator = self.world.operators[name]
                seen = tuple(map(operator.meaning, values))
                if None not in seen:
                    yield (name, program), seen, operator.gives

    def _branch(
        self,
        values: tuple[bool, ...],
        test: Program,
        more: int,
        one: Partly,
        two: Partly,
    ) -> bool:
        """Whether a test tells when the one and when the other program is right."""
        truth = sum(value << n for n, value in enumerate(values))
        for (mask, bits, program), (other, cost, second) in ((one, two), (two, one)):
            if not (mask & ~other & ~truth or other & ~mask & truth):
                return self._check(("if", test, program, second), bits + cost + more + 4)
        return False

    def _holes(self, program: Program, kind: str, values: tuple[Any, ...], bits: int) -> bool:
        if kind == "b":
            return self._test(program, values, bits)
        if kind == "l" and bits <= 12 and self.settings.orders and self.problem.size >= 3:
            self._orders(program, values, bits)
        if not self.settings.holes or self.problem.size < 3:
            return False
        if self.few and bits <= 14 and determined(values, self.answers):
            filler = partial(fill_table, spelled=self.problem.spelled)
            self._try_hole(("get:" + NEW, program), program, bits + 5, filler)
        if kind == "t" and bits <= 8 and (gone := left_out(values, self.answers)):
            return self._check(("drop", program, ("lit", gone)), bits + 4 + SYMBOL_BITS * len(gone))
        if kind == "t" and bits <= 10 and all(map(eq, map(len, values), map(len, self.answers))):
            self._try_hole(("code:" + NEW, program), program, bits + 6, fill_code)
        return False

    def _orders(self, program: Program, values: tuple[Any, ...], bits: int) -> None:
        """A list that has the same members as a goal, in another order."""
        for goal_values, goals in self.goals.by_type["l"].items():
            if all(map(_rearranged, values, goal_values)):
                self._try_order(fill(goals[0].template, ("sort:" + NEW, program)), goals[0], program, bits)

    def _try_order(self, whole: Program, goal: Goal, program: Program, bits: int) -> None:
        cutter = goal.template
        symbol = cutter[2][1] if cutter[0] == "join" else ""
        wanted = [tuple(text.split(symbol)) if symbol else tuple(text) for text in self.problem.answers]
        if cutter[0] in ("glue", "join") and cutter[1] == HOLE:
            self._try_hole(whole, program, bits + 5 + goal.bits, fill_order, wanted)
            self._extend_orders(whole, program, bits + 9 + goal.bits, wanted)

    def _extend_orders(self, whole: Program, program: Program, bits: int, wanted: Any) -> None:
        """The same with the links of a table that is known, as far as it is an order of these things."""
        values = self._everywhere(program)
        members = {item for items in wanted for item in items}
        for table in self.world.tables.values():
            links = {a: b for a, b in table.entries.items() if a in members and b in members and a != b}
            if len(links) > 3 and longest_chain(links):
                self.used += 1
                filling = fill_order(values, wanted, links)
                if filling is not None:
                    self._offer(whole, filling.entries, filling.right, bits + filling.bits)

    def _try_hole(self, whole: Program, inner: Program, bits: float, filler: Any, wanted: Any = None) -> None:
        if whole in self.checked:
            return
        self.checked.add(whole)
        values = self._everywhere(inner)
        filling: Filling | None = filler(values, wanted or self.problem.answers)
        if filling is not None:
            self._offer(whole, filling.entries, filling.right, bits + filling.bits)

    def _everywhere(self, program: Program) -> list[Any]:
        """The values of a program on all examples."""
        self.used += 1 + self.problem.size // max(1, len(self.cases))
        operators = self.world.operators
        return [run(program, case, operators) for case in self.problem.cases]

    # ---- tests

    def _test(self, program: Program, values: tuple[bool, ...], bits: int) -> bool:
        """A test may tell two answers apart, alone or with another; or two programs that are each partly right."""
        if not self.settings.conditions or self.problem.size < 4 or all(values) or not any(values):
            return False
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
            spelled = self.problem.spelled(yes) + self.problem.spelled(no)
            return self._check(("if", program, ("lit", yes), ("lit", no)), bits + 4 + spelled)
        return False

    # ---- judging

    def _check(self, program: Program, bits: float) -> bool:
        """Judge a finished program on all examples; true when it explains all of them."""
        if program in self.checked or not _looks(program):
            return False
        self.checked.add(program)
        values = self._everywhere(program)
        right = tuple(map(eq, values, self.problem.answers))
        return self._offer(program, {}, right, bits)

    def _offer(self, program: Program, entries: dict[Any, str], right: tuple[bool, ...], bits: float) -> bool:
        gain = sum(value for value, good in zip(self.values, right, strict=True) if good)
        wrong = right.count(False)
        gain -= bits + EXCEPTION_BITS * wrong
        if acceptable(right, gain, self.settings, self.problem.fresh) and (
            self.best is None or gain > self.best.gain
        ):
            self.best = Found(program, entries, right, gain, bits)
        elif _late(right) and self.best is None:
            late = sum(value for value, good in zip(self.values[-4:], right[-4:], strict=True) if good)
            if late - bits > self.settings.late_gain:
                self.best = Found(program, entries, right, late - bits - 100.0, bits)
        return not wrong and not entries and self.best is not None and self.best.program == program


def acceptable(
    right: tuple[bool, ...], gain: float, settings: SearchSettings, fresh: tuple[bool, ...] = ()
) -> bool:
    """Whether an explanation saves enough bits and explains enough examples, also of those that are `fresh`."""
    if len(right) == 1:
        return gain > settings.single_gain
    if fresh and 2 * sum(good and new for good, new in zip(right, fresh, strict=True)) < sum(fresh):
        return False
    return gain > settings.gain and sum(right) >= settings.share * len(right)


def _rearranged(items: Any, wanted: Any) -> bool:
    return len(items) == len(wanted) and sorted(items) == sorted(wanted)


def _late(right: tuple[bool, ...]) -> bool:
    return len(right) > 4 and all(right[-4:])


def _looks(program: Program) -> bool:
    """Whether a program looks at the question at all, or says one thing on purpose."""
    return program[0] == "lit" or any(
        isinstance(part, tuple) and part and isinstance(part[0], str) and _sees(part) for part in (program,)
    )


def _sees(program: Program) -> bool:
    name = program[0]
    if name in LEAVES:
        return name not in ("lit", "num")
    return any(isinstance(part, tuple) and _sees(part) for part in program[1:])


def with_table(found: Found, world: World, name: str) -> tuple[Found, dict[str, Operator]]:
    """The explanation with its table under its final name, and the operators that table brings."""
    program = rename(found.program, name)
    made = table_operators(name, world.tables[name])
    return replace(found, program=program), made


def rename(program: Program, name: str) -> Program:
    """The program with `NEW` replaced by a table's name."""
    if program[0] in LEAVES:
        return program
    head = program[0]
    if head.endswith(":" + NEW):
        head = head[: -len(NEW)] + name
    return (head, *[rename(part, name) for part in program[1:]])
