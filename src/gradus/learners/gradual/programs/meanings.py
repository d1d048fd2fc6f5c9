"""What words may name: the places of names in questions, and functions of one text that they may stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from gradus.learners.gradual.programs.language import Items, Operator, Program
from gradus.learners.gradual.programs.running import run_function
from gradus.learners.gradual.programs.settings import CALLS, GOALS, NAMING
from gradus.learners.gradual.programs.world import World

IT: Program = ("arg", 0)


SIDES = ("head", "end", "tail", "trunk", "rev")
"""What two may be put together of, beside the text itself."""


@dataclass(frozen=True)
class Meaning:
    """What a name may mean: a function of one text."""

    body: Program
    bits: int
    call: Callable[[str], Any]


def naming_places(questions: Sequence[Items], answers: Items) -> list[int]:
    """Places of names in questions of equally many words, if there are several and something besides them.

    Few different words stand there, and these are no parts of answers.
    """
    if len(questions) < NAMING.least or not 2 < len(questions[0]) <= CALLS.words:
        return []
    columns = list(zip(*questions, strict=True))
    most = NAMING.alike * len(questions)
    sizes = [len(set(column)) for column in columns]
    places = [at for at, size in enumerate(sizes) if 1 < size <= most]
    names = {column[at] for column in questions for at in places}
    if len(places) < 2 or len(names) > most or max(sizes) <= most:
        return []
    said = 0
    for question, answer in zip(questions, answers, strict=True):
        said += any(question[at] in answer for at in places)
    return places if said <= len(questions) // NAMING.least else []


def possible(world: World, texts: Sequence[str]) -> list[Meaning]:
    """What a name may mean, the simplest first: functions of one text that differ on some texts."""
    bodies: list[tuple[Program, int]] = [(IT, 1)]
    late = [f"f:{name}" for name in list(world.functions)[-GOALS.inverted :]]
    late += [f"f:{name}" for name in dict.fromkeys(world.names.values()) if f"f:{name}" not in late]
    single = [
        (name, operator.bits)
        for name, operator in world.operators.items()
        if operator.takes + operator.gives == "tt" and (not name.startswith("f:") or name in late)
    ]
    bodies += [((name, IT), bits) for name, bits in single]
    sides: list[tuple[Program, int]] = [(IT, 1), *[((name, IT), 3) for name in SIDES]]
    bodies += [(("cat", one, two), 4 + a + b) for (one, a), (two, b) in product(sides, repeat=2)]
    found: dict[tuple[Any, ...], Meaning] = {}
    for body, bits in sorted(bodies, key=lambda entry: entry[1]):
        values = tuple([run_function(body, (text,), world.operators) for text in texts])
        if any(isinstance(value, str) for value in values):
            found.setdefault(values, Meaning(body, bits, caller(body, world.operators)))
    return list(found.values())


def caller(body: Program, operators: Mapping[str, Operator]) -> Callable[[str], Any]:
    """A function of one text, told by its body."""
    return lambda text: run_function(body, (text,), operators)


def meaning_of(world: World, name: str) -> Meaning:
    """What a function of the library means."""
    body: Program = (f"f:{name}", IT)
    return Meaning(body, 0, caller(body, world.operators))
