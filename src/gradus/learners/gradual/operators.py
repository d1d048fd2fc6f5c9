"""The typed operators that programs are made of: lists and strings of symbols, nothing about any particular symbol.

A program is a nested tuple: an operator's name followed by its arguments. The only types are text (a string of symbols)
and list (a tuple of texts).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

Text = str
List = tuple[str, ...]
Value = Text | List
Program = tuple[Any, ...]

LONGEST_TEXT = 200
"""Longer values are not built."""


@dataclass(frozen=True)
class Case:
    """What a program may look at."""

    fields: List
    """The content words of the question, bare."""
    raw: List
    """The same as they were sent, with what is glued to them."""
    silence: str
    terminator: str
    tables: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Learned tables by name."""
    library: Mapping[str, Program] = field(default_factory=dict)
    """Earlier programs by name."""


def _alternate(left: tuple[str, ...] | str, right: tuple[str, ...] | str) -> tuple[str, ...]:
    return tuple(item for pair in zip_longest(left, right, fillvalue="") for item in pair if item)


def _drop(items: tuple[str, ...] | str, unwanted: tuple[str, ...] | str) -> tuple[str, ...]:
    return tuple(item for item in items if item not in unwanted)


def _unite(left: tuple[str, ...] | str, right: tuple[str, ...] | str) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*left, *right]))


OPERATORS: dict[str, tuple[str, str, Callable[..., Any]]] = {
    # name: (types of the arguments, type of the result, meaning); t is text, l is list
    "concat": ("l", "t", "".join),
    "first": ("l", "t", lambda items: items[0] if items else ""),
    "last": ("l", "t", lambda items: items[-1] if items else ""),
    "chars": ("t", "l", tuple),
    "reverse": ("l", "l", lambda items: items[::-1]),
    "rest": ("l", "l", lambda items: items[1:]),
    "lead": ("l", "l", lambda items: items[:-1]),
    "distinct": ("l", "l", lambda items: tuple(dict.fromkeys(items))),
    "heads": ("l", "l", lambda items: tuple(item[:1] for item in items)),
    "backs": ("l", "l", lambda items: tuple(item[::-1] for item in items)),
    "ends": ("l", "l", lambda items: tuple(item[-1:] for item in items)),
    "backwards": ("t", "t", lambda text: text[::-1]),
    "head": ("t", "t", lambda text: text[:1]),
    "end": ("t", "t", lambda text: text[-1:]),
    "tail": ("t", "t", lambda text: text[1:]),
    "trunk": ("t", "t", lambda text: text[:-1]),
    "join": ("lt", "t", lambda items, glue: glue.join(items)),
    "each": ("lt", "t", lambda items, glue: "".join(item + glue for item in items)),
    "without": ("lt", "l", lambda items, item: tuple(other for other in items if other != item)),
    "cat": ("tt", "t", lambda left, right: left + right),
    "weave": ("tt", "t", lambda left, right: "".join(_alternate(left, right))),
    "minus": ("tt", "t", lambda left, right: "".join(_drop(left, right))),
    "union": ("tt", "t", lambda left, right: "".join(_unite(left, right))),
    "common": ("tt", "t", lambda left, right: "".join(item for item in left if item in right)),
    "alternate": ("ll", "l", _alternate),
    "longest": ("l", "t", lambda items: max(items, key=len, default="")),
    "shortest": ("l", "t", lambda items: min(items, key=len, default="")),
    "replace": ("ttt", "t", lambda text, old, new: text.replace(old, new) if old else text),
    "choose": ("tttt", "t", lambda text, part, yes, no: yes if part in text else no),
    "chain": ("ll", "l", lambda left, right: left + right),
    "onward": ("t", "t", lambda text: text[1:] + text[:1]),
    "return": ("t", "t", lambda text: text[-1:] + text[:-1]),
    "crossed": ("t", "t", lambda text: text[-1:] + text[1:-1] + text[:1] if len(text) > 1 else text),
    "odd": ("t", "t", lambda text: text[::2]),
    "even": ("t", "t", lambda text: text[1::2]),
    "front": ("t", "t", lambda text: text[: (len(text) + 1) // 2]),
    "rear": ("t", "t", lambda text: text[len(text) // 2 :]),
    "unlike": ("tt", "t", lambda left, right: "".join([*_drop(left, right), *_drop(right, left)])),
}
"""All operators that need no learned knowledge."""

RARE = frozenset(("onward", "return", "crossed", "odd", "even", "front", "rear", "unlike"))
"""Operators that count as two steps, so that the plainer ones are tried first."""


def ranks(table: Mapping[str, str]) -> dict[str, int]:
    """Places in the order that a table of successors describes; empty when it describes none."""
    starts = [key for key in table if key not in table.values()]
    places: dict[str, int] = {}
    item: str | None = starts[0] if len(starts) == 1 else None
    while item is not None and item not in places:
        places[item] = len(places)
        item = table.get(item)
    return places if len(places) == len(table) + 1 else {}


def ordered(table: Mapping[str, str], items: tuple[str, ...]) -> tuple[str, ...]:
    """The items in a table's order; nothing when one of them has no place in it."""
    places = ranks(table)
    return tuple(sorted(items, key=places.__getitem__)) if places and places.keys() >= set(items) else ()


def greatest(table: Mapping[str, str], items: Iterable[str]) -> str:
    """The item that comes last in a table's order; empty when one of them has no place in it."""
    places = ranks(table)
    return max(items, key=places.__getitem__, default="") if places.keys() >= set(items) else ""


def added(table: Mapping[str, str], left: str, right: str, last: str = "") -> str:
    """Two numerals added column by column; the digits are the table's order from zero on, perhaps only to `last`."""
    places = ranks(table)
    digits = list(places)[: places.get(last, len(places)) + 1]
    if not left or not right or not {*left, *right} <= set(digits):
        return ""
    total, carry = [], 0
    for first, second in zip_longest(reversed(left), reversed(right), fillvalue=digits[0]):
        carry, place = divmod(places[first] + places[second] + carry, len(digits))
        total.append(digits[place])
    return "".join(reversed(total + [digits[carry]] * (carry > 0)))


def run(program: Program, case: Case) -> Any:
    """The value of `program` for one case."""
    name = program[0]
    if name == "fields":
        return case.fields
    if name == "raw":
        return case.raw
    if name == "field":
        return case.fields[program[1]]
    if name == "silence":
        return case.silence
    if name == "terminator":
        return case.terminator
    if name == "literal":
        return program[1]
    if name == "call":
        return run(case.library[program[1]], case)
    if name == "lookup":
        return case.tables.get(program[1], {}).get(run(program[2], case), "")
    if name == "inverse":
        value = run(program[2], case)
        return next((key for key, item in case.tables.get(program[1], {}).items() if item == value), "")
    if name == "map":
        table = case.tables.get(program[1], {})
        return tuple(table.get(item, "") for item in run(program[2], case))
    if name == "sort":
        return ordered(case.tables.get(program[1], {}), run(program[2], case))
    if name == "sum":
        return added(
            case.tables.get(program[1], {}), run(program[2], case), run(program[3], case), *program[4:]
        )
    if name == "measure":
        return case.silence * len(run(program[1], case))
    arguments = [run(part, case) for part in program[1:]]
    return OPERATORS[name][2](*arguments)


def answer(program: Program, case: Case) -> str:
    """The text a program says for one case; empty when it does not apply."""
    try:
        value = run(program, case)
    except (IndexError, KeyError, TypeError):
        return ""
    return value if isinstance(value, str) and len(value) <= LONGEST_TEXT else ""


def size(program: Program) -> int:
    """Number of operators and leaves."""
    return 1 + sum(size(part) for part in program[1:] if isinstance(part, tuple))
