"""Looks at programs and at examples: what a program explains, and what it makes use of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

from gradus.learners.gradual.operators import Case, Program, answer

USEFUL = 0.35
"""Share of the pairs that a program must explain to be kept although it does not explain all."""

PICKING = ("first", "last", "rest", "lead")
"""Operators that leave out some of a list, whatever it holds."""


@dataclass(frozen=True)
class Example:
    """One case and its right answer."""

    case: Case
    right: str


def explains(program: Program, examples: list[Example]) -> bool:
    """Whether `program` gives every right answer."""
    return all(answer(program, example.case) == example.right for example in examples)


def symbols_of(examples: list[Example]) -> list[str]:
    """The symbols of all content words."""
    return sorted({symbol for example in examples for symbol in "".join(example.case.fields)})


def uses_fields(program: Program, library: Mapping[str, Program]) -> bool:
    """Whether a program looks at the question at all; a constant explains nothing."""
    if program[0] in ("field", "fields", "raw"):
        return True
    if program[0] == "call":
        return uses_fields(library[program[1]], library)
    return any(isinstance(part, tuple) and uses_fields(part, library) for part in program[1:])


def uses_all(program: Program, examples: list[Example]) -> bool:
    """Whether a program looks at every content word."""
    if not examples or _whole(program, examples[0].case.library):
        return True
    used = _indexes(program, examples[0].case.library)
    return all(
        {index % max(1, len(e.case.fields)) for index in used} == set(range(len(e.case.fields)))
        for e in examples
    )


def _whole(program: Program, library: Mapping[str, Program]) -> bool:
    if program[0] in ("fields", "raw"):
        return True
    if program[0] in PICKING:
        return False
    if program[0] == "call":
        return _whole(library[program[1]], library)
    return any(isinstance(part, tuple) and _whole(part, library) for part in program[1:])


def _indexes(program: Program, library: Mapping[str, Program]) -> set[int]:
    if program[0] == "field":
        return {program[1]}
    if program[0] == "call":
        return _indexes(library[program[1]], library)
    found: set[int] = set()
    for part in program[1:]:
        if isinstance(part, tuple):
            found |= _indexes(part, library)
    return found


def _properties(width: int) -> list[Program]:
    """What tables may be asked: lengths, numbers of words, numbers of shared symbols, first and last symbols."""
    words: list[Program] = [("field", number) for number in range(min(width, 3))]
    counted = [*words] if width == 1 else []
    counted.append(("fields",))
    for left, right in permutations(words, 2):
        counted += [("common", left, right), ("minus", left, right)]
    if width > 1:
        counted += [*words, ("concat", ("fields",))]
    counted += [("distinct", ("chars", word)) for word in words]
    return [("measure", part) for part in counted] + [
        (name, word) for word in words for name in ("head", "end")
    ]


def useful(program: Program, examples: list[Example]) -> bool:
    """Whether a program explains a good part of the examples."""
    return sum(explains(program, [example]) for example in examples) >= USEFUL * len(examples)


def key_program(examples: list[Example]) -> Program:
    """A property of the words that alone decides the answer, if there is one; empty for the words themselves."""
    for program in _properties(min(len(example.case.fields) for example in examples)):
        found: dict[str, set[str]] = {}
        for example in examples:
            found.setdefault(answer(program, example.case), set()).add(example.right)
        decided = all(len(rights) == 1 for rights in found.values())
        words = {example.case.fields for example in examples}
        if decided and len(found) >= 2 and 2 * len(found) <= len(words):
            return program
    return ()
