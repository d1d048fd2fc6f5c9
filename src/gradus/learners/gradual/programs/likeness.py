"""Tests of two words by the same that can be said of both: alike in their ends, equally long, one a smaller number.

Among all pairs of values these come late, since both sides cost their bits; but to compare like with like says
the second side for next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from gradus.learners.gradual.programs.language import Operator, Program
from gradus.learners.gradual.programs.leaves import LEAVES, Case
from gradus.learners.gradual.programs.operators import OPERATORS
from gradus.learners.gradual.programs.running import run_on_all
from gradus.learners.gradual.programs.settings import LIKENESS

ALIKE = {"t": ("same",), "n": ("equal", "fewer")}
"""Tests that compare two texts, and two numbers."""

Test = tuple[Program, tuple[bool, ...], int]
"""A test, its values and its bits."""


def likenesses(
    program: Program,
    kind: str,
    values: tuple[Any, ...],
    words: Sequence[Program],
    cases: Sequence[Case],
    operators: Mapping[str, Operator],
) -> Iterator[Test | None]:
    """Tests that compare what a program says of the first word with the same of another; None where there is none.

    Bits are those beyond the program's.
    """
    if len(words) < 2 or kind not in ALIKE or program in words or _seen_by(program) != {words[0]}:
        return
    for word, name in product(words[1:], ALIKE[kind]):
        other = _about(program, words[0], word)
        others = run_on_all(other, cases, operators)
        if None in others:
            yield None
            continue
        made = tuple(map(OPERATORS[name].meaning, values, others))
        yield (name, program, other), made, LIKENESS.bits


def _seen_by(program: Program) -> set[Program]:
    """The leaves by which a program looks at the question."""
    if program[0] in LEAVES:
        return set() if program[0] in ("lit", "num") else {program}
    return {leaf for part in program[1:] if isinstance(part, tuple) for leaf in _seen_by(part)}


def _about(program: Program, word: Program, other: Program) -> Program:
    """The program with one word in place of another."""
    if program == word:
        return other
    return tuple([_about(part, word, other) if isinstance(part, tuple) else part for part in program])
