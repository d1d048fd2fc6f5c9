"""Looks at programs and at examples: what a program explains, and what it makes use of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gradus.learners.gradual.operators import Case, Program, answer


@dataclass(frozen=True)
class Example:
    """One case and its right answer."""

    case: Case
    right: str


def explains(program: Program, examples: list[Example]) -> bool:
    """Whether `program` gives every right answer."""
    return all(answer(program, example.case) == example.right for example in examples)


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
