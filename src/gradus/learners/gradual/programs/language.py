"""The typed language that programs are written in: texts, lists of texts, whole numbers and tests.

A program is a nested tuple: a name followed by its arguments. Leaves look at the question (its arguments are plain
values); every other node is an operator applied to programs. An operator says what it takes and gives, what it means,
what it costs in bits before anything was learned, and how it reads. Nothing here knows any particular symbol: order,
digits and tables are learned and come in through the world (`world.py`).

A meaning returns None where it is not defined; a program is then not defined either.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

TEXT, LIST, NUMBER, TEST = "t", "l", "n", "b"

Program = tuple[Any, ...]
Items = tuple[str, ...]
Value = str | Items | int

EACH = "for each"
"""The form that applies a program of its own to each member of a list: ("for each", list, program of ("arg", 0)).

Further programs may follow, texts that are the same for all members: ("arg", 1) and so on."""

THOSE = "those of"
"""The form that keeps the members of a list for which a test holds: ("those of", list, test of ("arg", 0))."""

ELSE = "or else"
"""The form that says what a program says, or what another one says where the first is not defined."""

HOLE: Program = ("hole",)
"""The place of the missing part in an unfinished program."""


@dataclass(frozen=True)
class Operator:
    """One building block of programs."""

    takes: str
    """The types of its arguments, one letter each."""
    gives: str
    meaning: Callable[..., Any]
    bits: int
    """What it costs before anything was learned."""
    words: str
    """How it reads; {0} stands for the first argument."""
    leaves_only: bool = False
    """Whether arguments after the first are leaves: too many combinations otherwise."""
    whole: bool = False
    """Whether its meaning is given the program itself, the case and the world: it decides which parts are run."""


def fill(template: Program, part: Program) -> Program:
    """The template with its hole filled."""
    if template == HOLE:
        return part
    return tuple([fill(item, part) if isinstance(item, tuple) else item for item in template])
