"""What a function was applied to, told from what it made of it.

A function that only moves, repeats or adds symbols shows on a text of symbols that nobody uses where each symbol goes;
read backwards, that tells the text from the answer. Codes are undone by their tables.
"""

from __future__ import annotations

from gradus.learners.gradual.programs.language import Program
from gradus.learners.gradual.programs.running import run_function
from gradus.learners.gradual.programs.settings import INVERSE
from gradus.learners.gradual.programs.world import World

STRANGE = 0xE000
"""The first of the symbols that nobody uses: texts in here are numbered from nought."""


def undone(body: Program, answer: str, world: World) -> str | None:
    """The text that a function of one text makes this answer of; None where it cannot be told."""
    name = body[0]
    if body == ("arg", 0):
        return answer
    if name.startswith("code:"):
        inner = _decoded(world.tables[name[5:]].inverse, answer) if name[5:] in world.tables else None
        return undone(body[1], inner, world) if inner else None
    if name.startswith("f:") and len(body) == 2 and name[2:] in world.functions:
        inner = undone(world.functions[name[2:]].body, answer, world)
        return undone(body[1], inner, world) if inner else None
    return _moved_back(body, answer, world)


def _decoded(inverse: object, answer: str) -> str | None:
    symbols = [inverse.get(symbol) for symbol in answer]  # type: ignore[attr-defined]
    return None if None in symbols else "".join(map(str, symbols))


def _moved_back(body: Program, answer: str, world: World) -> str | None:
    """The text whose symbols a function has moved to where the answer has them."""
    for size in range(1, len(answer) + INVERSE.longer + 1):
        image = run_function(body, (strange(size),), world.operators)
        if not isinstance(image, str) or len(image) != len(answer):
            continue
        told = dict(zip(image, answer, strict=True))
        text = "".join([told.get(symbol, "") for symbol in strange(size)])
        if len(text) == size and run_function(body, (text,), world.operators) == answer:
            return text
    return None


def strange(size: int) -> str:
    """A text of different symbols that nobody uses."""
    return "".join([chr(STRANGE + n) for n in range(size)])
