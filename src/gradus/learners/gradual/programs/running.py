"""Running: the value of a program for a question, for several at once, and of a function for its arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gradus.learners.gradual.programs.language import EACH, ELSE, THOSE, Items, Operator, Program
from gradus.learners.gradual.programs.leaves import LEAVES, Case

NOTHING = (None, "")
"""Values in place of which something else may be said: not defined, or nothing that could be said."""


def run(program: Program, case: Case, world: Mapping[str, Operator]) -> Any:
    """The value of a program, or None where it is not defined."""
    name = program[0]
    leaf = LEAVES.get(name)
    if leaf is not None:
        return leaf[1](case, *program[1:])
    if name == "if":
        test = run(program[1], case, world)
        return None if test is None else run(program[2 if test else 3], case, world)
    if name == ELSE:
        value = run(program[1], case, world)
        return run(program[2], case, world) if value in NOTHING else value
    if name in (EACH, THOSE):
        shared = tuple([run(part, case, world) for part in program[3:]])
        return for_each(name, run(program[1], case, world), program[2], world, shared)
    operator = world.get(name)
    if operator is None or operator.whole:
        return operator and operator.meaning(program, case, world)
    values = []
    for part in program[1:]:
        value = run(part, case, world)
        if value is None:
            return None
        values.append(value)
    return operator.meaning(*values)


def run_on_all(program: Program, cases: Sequence[Case], world: Mapping[str, Operator]) -> list[Any]:
    """The values of a program on several cases, as `run` gives them one by one: each operator is looked up once."""
    name = program[0]
    leaf = LEAVES.get(name)
    if leaf is not None:
        meaning, details = leaf[1], program[1:]
        return [meaning(case, *details) for case in cases]
    if name in ("if", EACH, THOSE, ELSE):
        return [run(program, case, world) for case in cases]
    operator = world.get(name)
    if operator is None or operator.whole:
        return [operator and operator.meaning(program, case, world) for case in cases]
    columns = [run_on_all(part, cases, world) for part in program[1:]]
    if any(None in column for column in columns):
        return [None if None in row else operator.meaning(*row) for row in zip(*columns, strict=True)]
    return list(map(operator.meaning, *columns))


def run_function(body: Program, values: tuple[Any, ...], operators: Mapping[str, Operator]) -> Any:
    """The value of a function for its arguments, or None where it is not defined."""
    operator = operators.get(body[0])
    if operator is None or operator.whole:
        return _without_operator(body, values, operators)
    parts = []
    for part in body[1:]:
        value = values[part[1]] if part[0] == "arg" else run_function(part, values, operators)
        if value is None:
            return None
        parts.append(value)
    return operator.meaning(*parts)


def _without_operator(body: Program, values: tuple[Any, ...], operators: Mapping[str, Operator]) -> Any:
    """The value of a function that is a leaf, a condition or about each member of a list."""
    name = body[0]
    if name == "arg":
        return values[body[1]]
    if name == ELSE:
        value = run_function(body[1], values, operators)
        return run_function(body[2], values, operators) if value in NOTHING else value
    if name in ("lit", "num"):
        return body[1]
    if name == "if":
        test = run_function(body[1], values, operators)
        return None if test is None else run_function(body[2 if test else 3], values, operators)
    if name in (EACH, THOSE):
        shared = tuple([run_function(part, values, operators) for part in body[3:]])
        return for_each(name, run_function(body[1], values, operators), body[2], operators, shared)
    return None


def for_each(
    form: str,
    items: Items | None,
    body: Program,
    operators: Mapping[str, Operator],
    shared: tuple[Any, ...] = (),
) -> Items | None:
    """What a function makes of each member of a list, or those for which it holds; `shared`: further arguments."""
    if items is None or None in shared:
        return None
    found = [run_function(body, (item, *shared), operators) for item in items]
    if None in found:
        return None
    return tuple(found) if form == EACH else tuple([i for i, held in zip(items, found, strict=True) if held])
