"""Orders that are not quite known: a table of successors with gaps, closed so that some examples come true.

A table learned from questions may lack an entry. The pieces of the order that it does describe are then put together
in every way; the way that makes a sum or a sorted word come out right is the order, and its links are new entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise, permutations

from gradus.learners.gradual.inspection import Example, explains, symbols_of
from gradus.learners.gradual.operators import Case, Program, greatest

PIECES = 4
"""Pieces of an order that may be put together."""

LEAST = 5
"""Items that the largest piece must have."""


def chains(table: Mapping[str, str], others: Iterable[str] = ()) -> list[list[str]]:
    """The pieces of the order that a table describes, and items without a place; empty when it describes none."""
    if len(set(table.values())) < len(table):
        return []
    followers = set(table.values())
    found = []
    for start in table:
        if start in followers:
            continue
        piece = [start]
        while piece[-1] in table:
            piece.append(table[piece[-1]])
        found.append(piece)
    placed = {item for piece in found for item in piece}
    if len(placed) != len(table) + len(found):
        return []
    return found + [[item] for item in dict.fromkeys(others) if item not in placed]


def closings(table: Mapping[str, str], others: Iterable[str] = ()) -> Iterator[dict[str, str]]:
    """New entries that would make one order of a table's pieces, in every possible way."""
    pieces = chains(table, others)
    if not 1 < len(pieces) <= PIECES or max(map(len, pieces)) < LEAST:
        return
    for order in permutations(pieces):
        yield {before[-1]: after[0] for before, after in pairwise(order)}


def close_by(examples: list[Example]) -> tuple[Program, str, dict[str, str]] | None:
    """A program by an order with gaps that explains the examples: program, table, missing entries."""
    case = examples[0].case
    items = symbols_of(examples)
    for name, table in case.tables.items():
        for links in closings(table, items):
            closed = {name: {**table, **links}}
            changed = [Example(_with(example, closed), example.right) for example in examples]
            for program in _by_order(name, len(case.fields), greatest(closed[name], items)):
                if explains(program, changed):
                    return program, name, links
    return None


def _with(example: Example, tables: dict[str, dict[str, str]]) -> Case:
    case = example.case
    return Case(case.fields, case.raw, case.silence, case.terminator, tables)


def _by_order(name: str, width: int, last: str) -> list[Program]:
    """Programs that sort or add by the order of a table, all of it or up to `last`."""
    found: list[Program] = [
        ("concat", ("sort", name, ("chars", ("field", number)))) for number in range(min(width, 3))
    ]
    found += [("join", ("sort", name, ("fields",)), ("silence",))] * (width > 1)
    for one, two in permutations(range(min(width, 3)), 2):
        found += [("sum", name, ("field", one), ("field", two), *to) for to in ((), (last,))]
    return [("cat", program, ("terminator",)) for program in found]
