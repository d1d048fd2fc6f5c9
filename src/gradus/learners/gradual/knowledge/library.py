"""The library: accepted programs parameterised by their leaves, and how useful each operator has been.

A library function is a single step of later programs. Operators that occur in accepted programs become cheaper, so
that what was learned before is tried first; they never become free, and nothing is forbidden.
"""

from __future__ import annotations

from math import log2

from gradus.learners.gradual.knowledge.settings import LIBRARY
from gradus.learners.gradual.programs import (
    EACH,
    ELSE,
    LEAVES,
    OPERATORS,
    REMEMBERING,
    THOSE,
    Function,
    Program,
    World,
)


def parameterise(program: Program, gives: str = "t") -> Function | None:
    """The program as a function of its leaves; None when it has none or more than two, or is nothing else."""
    leaves: dict[Program, int] = {}
    body = _replace(program, leaves)
    if (
        body[0] == "arg"
        or not 1 <= len(leaves) <= 2
        or any(leaf[0] in (*REMEMBERING, "has") for leaf in leaves)
    ):
        return None
    return Function("".join([LEAVES[leaf[0]][0] for leaf in leaves]), gives, body)


def _replace(program: Program, leaves: dict[Program, int]) -> Program:
    name = program[0]
    if name in ("lit", "num"):
        return program
    if name in (EACH, THOSE):
        return (
            name,
            _replace(program[1], leaves),
            program[2],
            *[_replace(part, leaves) for part in program[3:]],
        )
    if name in LEAVES:
        return ("arg", leaves.setdefault(program, len(leaves)))
    return (name, *[_replace(part, leaves) for part in program[1:]])


def operators_in(program: Program) -> list[str]:
    """The names of the operators of a program."""
    name = program[0]
    if name in LEAVES:
        return []
    found = [] if name in ("if", EACH, THOSE, ELSE) else [name]
    for part in program[1:]:
        found += operators_in(part)
    return found


class Library:
    """Counts of operators and the order in which functions were shelved; the functions live in the world."""

    def __init__(self) -> None:
        self.counts: dict[str, float] = {}
        """How often each operator was part of an accepted program, fading with every further one."""
        self.shelved = 0
        """Functions shelved so far, those that were dropped included: their names are never used again."""

    def shelve(self, program: Program, world: World, most: int) -> str:
        """Put a program into the library; returns the name of its function, empty if it is none."""
        faded = {name: count * LIBRARY.fade for name, count in self.counts.items()}
        self.counts = {name: count for name, count in faded.items() if count > LIBRARY.forgotten}
        for name in operators_in(program):
            self.counts[name] = self.counts.get(name, 0) + 1
        function = parameterise(program)
        return "" if function is None else self.add(function, world, most)

    def add(self, function: Function, world: World, most: int) -> str:
        """The name of a function, new if it is."""
        for name, known in world.functions.items():
            if known == function:
                return name
        if len(world.functions) >= most:
            self._forget(world)
        self.shelved += 1
        name = f"p{self.shelved}"
        world.functions[name] = function
        world.refresh()
        return name

    def _forget(self, world: World) -> None:
        """Drop the oldest function that neither a name nor another function uses."""
        named = set(world.names.values())
        used = {name for f in world.functions.values() for name in operators_in(f.body)}
        for name in world.functions:
            if name not in named and f"f:{name}" not in used and f"m:{name}" not in used:
                del world.functions[name]
                return
        del world.functions[next(iter(world.functions))]

    def costs(self, world: World) -> dict[str, int]:
        """Bits of every operator, from how often accepted programs used it, the latest above all."""
        total = sum(self.counts.values())
        found = {}
        for name, operator in world.operators.items():
            prior = 2.0**-operator.bits
            share = (self.counts.get(name, 0) + LIBRARY.weight * prior) / (total + LIBRARY.weight)
            bits = round(-log2(share))
            found[name] = max(operator.bits - LIBRARY.cheaper, min(operator.bits, bits), 1)
        return found


def plain(name: str) -> bool:
    """Whether an operator is built in."""
    return name in OPERATORS
