"""Functions of the library around two others: side by side, or in a row.

Such programs are far away for an enumeration by bits, but what was learned last is often composed next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from gradus.learners.gradual.programs.judge import Judge
from gradus.learners.gradual.programs.language import Items, Operator, Program
from gradus.learners.gradual.programs.settings import GOALS

MIXED = ("weave", "zip")
"""How two texts may be put together otherwise than one behind the other."""

Outer = Sequence[tuple[str, Operator]]


def assembled(
    texts: Mapping[int, Sequence[tuple[Program, tuple[Any, ...]]]], answers: Items, judge: Judge
) -> Iterator[bool]:
    """Tries what functions make of words, put together, inside each function; `texts`: known ones by bits."""
    functions = list(judge.world.functions.items())[-GOALS.inverted :]
    names = [f"f:{name}" for name, function in functions if function.takes + function.gives == "tt"]
    outer = [(name, judge.world.operators[name]) for name in names]
    parts = [
        (program, values, bits)
        for bits, items in texts.items()
        for program, values in items
        if program[0] in names
    ][: judge.settings.parts]
    if not judge.settings.decomposition:
        return
    for (one, ones, bits), (two, others, more) in product(parts, repeat=2):
        for name in MIXED:
            judge.used += 1
            if tuple(map(judge.world.operators[name].meaning, ones, others)) == answers:
                yield judge.check((name, one, two), bits + more + judge.world.operators[name].bits)
        values = tuple([a + b for a, b in zip(ones, others, strict=True)])
        yield _around(("cat", one, two), values, bits + more + 4, outer, answers, judge)
    for part, values, bits in parts:
        for name, operator in outer:
            judge.used += 1
            made = tuple(map(operator.meaning, values))
            if None not in made:
                yield _around((name, part), made, bits + GOALS.function_bits, outer, answers, judge)


def _around(
    program: Program, values: tuple[Any, ...], bits: int, outer: Outer, answers: Items, judge: Judge
) -> bool:
    """Whether one of some functions makes the answers of these texts."""
    for name, operator in outer:
        judge.used += 1
        if operator.meaning(values[0]) == answers[0] and tuple(map(operator.meaning, values)) == answers:
            return judge.check((name, program), bits + GOALS.function_bits)
    return False
