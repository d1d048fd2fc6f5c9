"""Finds the shortest program that turns the fields of a few questions into their right answers.

Programs are enumerated bottom-up by size. Two programs with the same values on all cases are the same program here
(observational equivalence), so only the first, shortest one is kept. The search is budgeted in counted evaluations,
never in time.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import permutations
from typing import Any

from gradus.learners.gradual.inspection import Example, explains, symbols_of, uses_all, uses_fields
from gradus.learners.gradual.operators import (
    LONGEST_TEXT,
    OPERATORS,
    RARE,
    Program,
    added,
    greatest,
    ordered,
    ranks,
    run,
)
from gradus.learners.gradual.words import beginning

BUDGET = 4500
"""Evaluations of one operator on all cases in one search; a third of them may use earlier programs."""

CASES = 3
"""Cases looked at while enumerating; the others only check the result."""

LARGEST = 6
"""Size of the largest programs considered."""

SINGLE = 4
"""The same when there is only one example."""


LOSING = 6
"""Examples that must agree before the symbols missing in all answers are taken for a set of their own."""


def _reachable(example: Example, examples: list[Example]) -> bool:
    """Whether the symbols of the answer can come from anywhere: no operator invents a symbol."""
    case = example.case
    missing = set(example.right).difference(
        "".join(case.raw), "".join(case.fields), case.silence, case.terminator
    )
    if len(examples) >= 3:
        missing = {symbol for symbol in missing if not all(symbol in other.right for other in examples)}
    if not missing:
        return True
    pieces = {*case.fields, *"".join(case.fields)}
    known = "".join(
        "".join(table) + "".join(table.values())
        for table in case.tables.values()
        if not pieces.isdisjoint([*table, *table.values()])
    )
    return missing <= set(known)


def synthesise(
    examples: list[Example],
    ablated: frozenset[str] = frozenset(),
    budget: int = BUDGET,
    thorough: bool = False,
) -> Program | None:
    """The shortest program found that explains all examples, or None; `thorough`: it must look at every field."""
    if not examples or not all(_reachable(example, examples) for example in examples):
        return None
    plain = _Search(examples, ablated, budget * 2 // 3, (), thorough).run()
    if plain is not None or "library" in ablated or not examples[0].case.library:
        return plain
    return _Search(examples, ablated, budget // 3, tuple(examples[0].case.library), thorough).run()


def _telling(examples: list[Example]) -> list[Example]:
    """The examples in the order in which they tell programs apart: longest, shortest, middle answers, the rest."""
    ranked = sorted(examples, key=lambda example: (-len(example.right), example.right, example.case.fields))
    ranked = [example for number, example in enumerate(ranked) if example not in ranked[:number]]
    chosen = [ranked[0], ranked[-1], ranked[len(ranked) // 2]]
    order = dict.fromkeys([*map(ranked.index, chosen), *range(len(ranked))])
    return [ranked[number] for number in order]


def _mapped(table: Mapping[str, str], keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(table.get(key, "") for key in keys)


def _sum(table: Mapping[str, str], to: tuple[str, ...], left: str, right: str) -> str:
    return added(table, left, right, *to)


class _Search:
    """One bottom-up enumeration."""

    def __init__(
        self,
        examples: list[Example],
        ablated: frozenset[str],
        budget: int,
        calls: tuple[str, ...],
        thorough: bool,
    ) -> None:
        self.examples = examples
        self.calls = calls
        self.thorough = thorough
        ordered = _telling(examples)
        self.cases = [example.case for example in ordered[:CASES]]
        self.goal = tuple(example.right for example in ordered[:CASES])
        self.end = self.cases[0].terminator
        ends = self.end and all(right.endswith(self.end) for right in self.goal)
        self.bare_goal = tuple(right.removesuffix(self.end) for right in self.goal) if ends else None
        self.ablated = ablated
        self.budget = budget
        self.seen: set[tuple[Any, ...]] = set()
        self.levels: list[dict[str, list[tuple[Program, tuple[Any, ...]]]]] = [{"t": [], "l": []}]
        self.found: Program | None = None

    def run(self) -> Program | None:
        level: dict[str, list[tuple[Program, tuple[Any, ...]]]] = {"t": [], "l": []}
        self.levels.append(level)
        for kind, program in self._leaves():
            try:
                values = tuple(run(program, case) for case in self.cases)
            except (IndexError, KeyError):
                continue
            if self._add(level, kind, program, values):
                return self.found
        for size in range(2, (LARGEST if len(self.examples) > 1 else SINGLE) + 1):
            level = {"t": [], "l": []}
            self.levels.append(level)
            if self._grow(size, level):
                return self.found
            if self.budget <= 0:
                return None
        return None

    def _leaves(self) -> list[tuple[str, Program]]:
        leaves: list[tuple[str, Program]] = [("t", ("call", name)) for name in self.calls]
        leaves += [("l", ("raw",)), ("l", ("fields",))]
        widths = {len(other.fields) for other in self.cases}
        leaves += [("t", ("field", number)) for number in range(min(min(widths), 4))]
        if len(widths) > 1 or max(widths) > 4:
            leaves.append(("t", ("field", -1)))
        leaves.append(("t", ("silence",)))
        return leaves + [("t", ("literal", text)) for text in self._literals()]

    def _literals(self) -> list[str]:
        """Symbols that all answers share although no field has them, and those of a field that no answer has."""
        if len(self.examples) < 3:
            return []
        shared = set(self.goal[0])
        for case, right in zip(self.cases, self.goal, strict=True):
            shared &= set(right) - set("".join(case.raw)) - {case.silence}
        return [*sorted(shared)[:3], *self._affixes(), *self._lost()]

    def _affixes(self) -> list[str]:
        """What all answers begin or end with, when it has several symbols."""
        goal = self.bare_goal or self.goal
        front = beginning(goal)
        back = beginning(tuple(right[::-1] for right in goal))[::-1]
        return [text for text in dict.fromkeys((front, back)) if len(text) > 1 and text not in goal]

    def _lost(self) -> list[str]:
        """The symbols of a word that its answers never have, when that is some of them but not all."""
        widths = {len(example.case.fields) for example in self.examples}
        if len(self.examples) < LOSING or len(widths) > 1:
            return []
        found = []
        for number in range(min([*widths, 3])):
            asked = {symbol for example in self.examples for symbol in example.case.fields[number]}
            kept = {symbol for example in self.examples for symbol in example.right}
            lost = "".join(sorted(asked - kept))
            if 2 <= len(lost) < len(asked) - 1:
                found.append(lost)
        return found

    def _grow(self, size: int, level: dict[str, list[tuple[Program, tuple[Any, ...]]]]) -> bool:
        """Add all programs of `size`; true when one of them reaches the goal."""
        for name, (types, kind, meaning) in OPERATORS.items():
            if len(types) > 2:
                if size == 2 and self._grow_wide(level, name, kind, meaning, len(types)):
                    return True
                continue
            inner = size - 1 - (name in RARE)
            if len(types) == 1:
                for program, values in self.levels[max(0, inner)][types]:
                    if self._apply(level, kind, (name, program), meaning, (values,)):
                        return True
                continue
            for left in range(1, inner):
                for first, values in self.levels[left][types[0]]:
                    for second, others in self.levels[inner - left][types[1]]:
                        if self._apply(level, kind, (name, first, second), meaning, (values, others)):
                            return True
                    if self.budget <= 0:
                        return False
        return "tables" not in self.ablated and self._look_up(size, level)

    def _grow_wide(self, level: Any, name: str, kind: str, meaning: Any, width: int) -> bool:
        """Operators of many arguments are tried on the fields alone."""
        fields = [item for item in self.levels[1]["t"] if item[0][0] == "field"]
        return any(
            self._apply(
                level, kind, (name, *(item[0] for item in chosen)), meaning, tuple(i[1] for i in chosen)
            )
            for chosen in permutations(fields[:4], width)
        )

    def _look_up(self, size: int, level: dict[str, list[tuple[Program, tuple[Any, ...]]]]) -> bool:
        """Programs that consult a learned table; what it has no entries for is not counted as an evaluation."""
        for name, table in self.cases[0].tables.items():
            if ranks(table) and self._use_order(size, level, name, table):
                return True
            back = {value: key for key, value in table.items()}
            for program, values in self.levels[size - 1]["t"]:
                for way, entries in (("lookup", table), ("inverse", back)):
                    if all(map(entries.__contains__, values)) and self._apply(
                        level, "t", (way, name, program), entries.__getitem__, (values,)
                    ):
                        return True
            for program, values in self.levels[size - 1]["l"]:
                if all(any(map(table.__contains__, keys)) for keys in values) and self._apply(
                    level, "l", ("map", name, program), partial(_mapped, table), (values,)
                ):
                    return True
        return False

    def _use_order(self, size: int, level: Any, name: str, table: Mapping[str, str]) -> bool:
        """Programs that sort or add by the order a table describes."""
        for program, values in self.levels[size - 1]["l"]:
            if self._apply(
                level, "l", ("sort", name, program), lambda items: ordered(table, items), (values,)
            ):
                return True
        fields = [item for item in self.levels[1]["t"] if item[0][0] == "field"] if size == 3 else []
        last = greatest(table, symbols_of(self.examples))
        return any(
            self._apply(
                level, "t", ("sum", name, one[0], two[0], *to), partial(_sum, table, to), (one[1], two[1])
            )
            for one, two in permutations(fields, 2)
            for to in ((), (last,))
        )

    def _apply(self, level: Any, kind: str, program: Program, meaning: Any, columns: tuple[Any, ...]) -> bool:
        self.budget -= 1
        if self.budget <= 0:
            return False
        values = tuple(map(meaning, *columns))
        return self._add(level, kind, program, values)

    def _add(self, level: Any, kind: str, program: Program, values: tuple[Any, ...]) -> bool:
        """Keep a program with new values; true when it explains everything."""
        if kind == "t":
            if values == self.goal:
                return self._check(program)
            if values == self.bare_goal and self._check(("cat", program, ("terminator",))):
                return True
        key = (kind, values)
        if key in self.seen:
            return False
        self.seen.add(key)
        if kind == "t":
            if not all(values) or max(map(len, values)) > LONGEST_TEXT:
                return False
        elif not all(values):
            return False
        level[kind].append((program, values))
        return False

    def _check(self, program: Program) -> bool:
        """Whether a program that reaches the goal explains the other examples, too; equal ones may differ there."""
        used = (
            uses_all(program, self.examples) if self.thorough else uses_fields(program, self.cases[0].library)
        )
        if used and explains(program, self.examples):
            self.found = program
            return True
        return False
