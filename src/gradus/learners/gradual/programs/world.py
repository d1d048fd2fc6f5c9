"""The operators a program may use: the built-in ones and those that come from what was learned.

Every table brings a look-up, its inverse and the mapping of lists and symbols; an order brings sorting; digits bring
reading and writing of numerals; the library brings earlier programs as single steps; names of functions bring `apply`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from weakref import proxy

from gradus.learners.gradual.programs.language import Items, Operator, Program
from gradus.learners.gradual.programs.numerals import write_numeral
from gradus.learners.gradual.programs.operators import OPERATORS
from gradus.learners.gradual.programs.running import run_function
from gradus.learners.gradual.programs.settings import LANGUAGE, WORLD
from gradus.learners.gradual.programs.spelling import spelled
from gradus.learners.gradual.programs.tables import Table
from gradus.learners.gradual.programs.turns import turns_of

UNDEFINED = (None,)
"""Values of a program that is not defined everywhere."""


@dataclass(frozen=True)
class Function:
    """A program parameterised by its leaves: ("arg", 0) and ("arg", 1) stand for what it is applied to."""

    takes: str
    gives: str
    body: Program


@dataclass
class World:
    """What was learned, as operators; `operators` is made once and follows changes inside tables."""

    tables: dict[str, Table] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    """The library."""
    names: dict[str, str] = field(default_factory=dict)
    """Words that name a function of one text."""
    operators: dict[str, Operator] = field(default_factory=dict)
    frozen: bool = False
    """Whether nothing changes any more, so that functions may remember their values."""
    called: list[str] = field(default_factory=list)
    """Names that are being called just now, each by the one before."""

    def __post_init__(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Make the operators anew: a table or function was added or dropped."""
        self.operators.clear()
        self.operators.update(OPERATORS)
        for name, table in self.tables.items():
            self.operators.update(table_operators(name, table))
        for name, function in self.functions.items():
            self.operators.update(self._function_operators(name, function))
        if self.names:
            call = partial(World._apply, proxy(self))
            self.operators["apply"] = Operator("tt", "t", call, 4, "what {0} makes of {1}")

    def copy(self, without: frozenset[str] = frozenset()) -> World:
        """The same knowledge, no longer changing; some tables left out, but for the digits they tell."""
        tables = {name: table.copy() for name, table in self.tables.items() if name not in without}
        hidden = [name for name in self.tables if name in without and self.tables[name].digits]
        tables.update({name: self.tables[name].numerals() for name in hidden})
        return World(tables, dict(self.functions), dict(self.names), frozen=True)

    def strange(self, texts: Collection[str]) -> set[str]:
        """Tables that have nothing in common with some texts."""
        known = frozenset(texts)
        return {
            name
            for name, table in self.tables.items()
            if known.isdisjoint(table.entries.values()) and known.isdisjoint(table.entries)
        }

    def reads_two(self, questions: Sequence[Items]) -> bool:
        """Whether two words of every question are numerals in known digits."""
        for name, table in self.tables.items():
            if table.digits:
                read = self.operators[f"read:{name}"].meaning
                if all(sum(read(word) is not None for word in words) > 1 for words in questions):
                    return True
        return False

    def _function_operators(self, name: str, function: Function) -> dict[str, Operator]:
        call = self._caller(function.body)
        made = {f"f:{name}": Operator(function.takes, function.gives, call, 4, f"{name} of {{0}}")}
        if function.takes == "t" and function.gives == "t":
            made[f"m:{name}"] = Operator("l", "l", _mapper(call), 6, f"{name} of each of {{0}}")
        return made

    def _caller(self, body: Program) -> Callable[..., Any]:
        """The function of a body; where nothing changes, what it was asked before is remembered for a while.

        It refers to the world weakly: a circle would be freed late, together with many others.
        """
        home: World = proxy(self)
        if not self.frozen:
            return lambda *values: run_function(body, values, home.operators)
        memory: dict[tuple[Any, ...], Any] = {}

        def call(*values: Any) -> Any:
            if home.called:  # then it depends on what is being called
                return run_function(body, values, home.operators)
            if values in memory:
                return memory[values]
            if len(memory) >= WORLD.remembered:
                memory.clear()
            found = memory[values] = run_function(body, values, home.operators)
            return found

        return call

    def _apply(self, name: str, text: str) -> str | None:
        function = self.functions.get(self.names.get(name, ""))
        if function is None or name in self.called:
            return None  # what a name says that calls itself is not defined
        self.called.append(name)
        found: str | None = run_function(function.body, (text,), self.operators)
        self.called.pop()
        return found


def defined(meaning: Callable[[Any], Any], values: tuple[Any, ...]) -> tuple[Any, ...]:
    """What an operator makes of some values; if it is not defined for the first one, nothing else is asked."""
    first = meaning(values[0])
    return UNDEFINED if first is None else (first, *map(meaning, values[1:]))


def _mapper(call: Callable[..., Any]) -> Callable[[Items], Items | None]:
    def each(items: Items) -> Items | None:
        values = [call(item) for item in items]
        return None if None in values else tuple(values)

    return each


def table_operators(name: str, table: Table) -> dict[str, Operator]:
    """What can be done with a table."""
    if table.steps:
        words = f"what {{0}} has become by {{1}} (table {name})"
        return {
            f"fold:{name}": Operator("tl", "t", table.after, 8, words),
            f"turn:{name}": turns_of(table),
        }
    key = "n" if table.numeric else "t"
    made = {f"get:{name}": Operator(key, "t", _getter(table), 5, f"what table {name} has for {{0}}")}
    if table.numeric:
        made[f"key:{name}"] = Operator("t", "n", _backer(table), 6, f"where {{0}} is in table {name}")
    else:
        made[f"back:{name}"] = Operator("t", "t", _backer(table), 6, f"what leads to {{0}} in table {name}")
        made[f"map:{name}"] = Operator("l", "l", _mapper(_getter(table)), 6, f"table {name} of each of {{0}}")
        code = _coder(table)
        made[f"code:{name}"] = Operator("t", "t", code, 6, f"table {name} of each symbol of {{0}}")
        if table.spelling:
            spell = partial(_spell, table)
            words = f"{{0}}, its symbols as table {name} has them"
            made[f"spell:{name}"] = Operator("t", "t", spell, 6, words)
    if table.order or table.digits:
        made[f"sort:{name}"] = Operator("l", "l", _sorter(table), 5, f"{{0}} in the order of table {name}")
    if table.order:
        made[f"at:{name}"] = Operator(
            "t", "n", lambda text: table.ranks.get(text), 6, f"the place of {{0}} in the order of {name}"
        )
    if table.digits:
        made[f"read:{name}"] = Operator("t", "n", table.number, 3, "the number {0}")
        made[f"show:{name}"] = Operator(
            "n", "t", lambda number: write_numeral(table.digits, number), 3, "the numeral of {0}"
        )
        made[f"wrap:{name}"] = Operator(
            "n", "t", lambda number: table.digits[number % len(table.digits)], 5, "the last digit of {0}"
        )
        made[f"sum:{name}"] = Operator("l", "n", _over(table, sum), 5, "the sum of {0}")
        made[f"largest:{name}"] = Operator("l", "n", _over(table, max), 5, "the largest of {0}")
        made[f"least:{name}"] = Operator("l", "n", _over(table, min), 5, "the least of {0}")
    return made


def _getter(table: Table) -> Callable[[Any], str | None]:
    return lambda key: table.entries.get(key)


def _backer(table: Table) -> Callable[[str], Any]:
    return lambda value: table.inverse.get(value)


def _coder(table: Table) -> Callable[[str], str | None]:
    def code(text: str) -> str | None:
        entries, symbols = table.entries, []
        for symbol in text:
            other = entries.get(symbol)
            if other is None:
                return None
            symbols.append(other)
        return "".join(symbols)

    return code


def _spell(table: Table, text: str) -> str | None:
    made = spelled(table.entries, text)
    return made if len(made) <= LANGUAGE.longest else None


def _over(table: Table, total: Callable[[list[int]], int]) -> Callable[[Items], int | None]:
    def over(items: Items) -> int | None:
        numbers = []
        for item in items:
            number = table.number(item)
            if number is None:
                return None
            numbers.append(number)
        return total(numbers) if numbers else None

    return over


def _first(pair: tuple[int | None, str]) -> int:
    return pair[0] or 0


def _sorter(table: Table) -> Callable[[Items], Items | None]:
    def sort(items: Items) -> Items | None:
        ranks = table.ranks
        if all(item in ranks for item in items):
            return tuple(sorted(items, key=lambda item: ranks[item]))
        numbers = [table.number(item) for item in items] if table.digits else [None]
        if None not in numbers:
            return tuple([item for _, item in sorted(zip(numbers, items, strict=True), key=_first)])
        if all(symbol in ranks for item in items for symbol in item):
            return tuple(sorted(items, key=lambda item: [ranks[symbol] for symbol in item]))
        return None

    return sort
