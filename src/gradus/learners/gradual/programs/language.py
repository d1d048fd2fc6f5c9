"""The typed language that programs are written in: texts, lists of texts, whole numbers and tests.

A program is a nested tuple: a name followed by its arguments. Leaves look at the question (its arguments are plain
values); every other node is an operator applied to programs. An operator says what it takes and gives, what it means,
what it costs in bits before anything was learned, and how it reads. Nothing here knows any particular symbol: order,
digits and tables are learned and come in through the world (`world.py`).

A meaning returns None where it is not defined; a program is then not defined either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise, zip_longest
from operator import add, eq, itemgetter, lt, sub
from typing import Any

from gradus.learners.gradual.programs.settings import LANGUAGE

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


def _weave(left: str, right: str) -> str:
    return "".join(chain.from_iterable(zip_longest(left, right, fillvalue="")))


def _zip(left: str, right: str) -> str:
    return "".join(chain.from_iterable(zip(left, right, strict=False)))


def _alternate(left: Items, right: Items) -> Items:
    return tuple([item for pair in zip_longest(left, right) for item in pair if item is not None])


def _nth(items: Any, n: int) -> Any:
    return items[n - 1] if 0 < n <= len(items) else None


def _behind(items: Items, key: str) -> str | None:
    """The item after the first `key`."""
    for left, right in pairwise(items):
        if left == key:
            return right
    return None


def _paired(items: Items, key: str) -> str | None:
    """The item after `key` where items are pairs of a key and what it has."""
    return dict(zip(items[-2::-2], items[-1::-2], strict=False)).get(key) if len(items) % 2 == 0 else None


def _before(items: Items, key: str) -> str | None:
    """The item before the first `key`."""
    return _behind(items[::-1], key)


def _place(items: Any, key: str) -> int | None:
    return items.index(key) + 1 if key and key in items else None


def _from(text: str, key: str) -> str | None:
    """The text from the first `key` on."""
    return text[text.index(key) :] if key and key in text else None


def _until(text: str, key: str) -> str | None:
    """The text before the first `key`."""
    return text[: text.index(key)] if key and key in text else None


def _replace(text: str, old: str, new: str) -> str | None:
    if not old or len(text) + text.count(old) * len(new) > LANGUAGE.longest:
        return None
    return text.replace(old, new)


def _join(items: Items, gap: str) -> str | None:
    return gap.join(items) if sum(map(len, items)) + len(items) * len(gap) <= LANGUAGE.longest else None


def _each(items: Items, ending: str) -> str | None:
    return _join((*items, ""), ending)


def _repeat(text: str, n: int) -> str | None:
    return text * n if 0 < n * len(text) <= LANGUAGE.longest else None


def _split(text: str, mark: str) -> Items | None:
    return tuple(text.split(mark)) if mark and mark in text else None


def _most(items: Items) -> str | None:
    return max(items, key=items.count) if items else None


def covered(text: str, pieces: Items) -> bool:
    """Whether every symbol lies inside an occurrence of some piece; occurrences may overlap."""
    end = 0
    for start in range(len(text)):
        if start > end:
            return False
        for piece in pieces:
            if text.startswith(piece, start):
                end = max(end, start + len(piece))
    return end >= len(text)


def _rest(items: Any) -> Any:
    return items[1:] if items else None


def _lead(items: Any) -> Any:
    return items[:-1] if items else None


def _half(text: str) -> int:
    return (len(text) + 1) // 2


def _part(*bounds: int | None) -> Callable[[Any], Any]:
    """Taking a part of a text or list; as most meanings, without a function of our own wherever Python has one."""
    return itemgetter(slice(*bounds))


OPERATORS: dict[str, Operator] = {
    # texts
    "rev": Operator("t", "t", _part(None, None, -1), 3, "{0} backwards"),
    "head": Operator("t", "t", lambda t: t[:1] or None, 3, "the first symbol of {0}"),
    "end": Operator("t", "t", lambda t: t[-1:] or None, 3, "the last symbol of {0}"),
    "tail": Operator("t", "t", _rest, 3, "{0} without its first symbol"),
    "trunk": Operator("t", "t", _lead, 3, "{0} without its last symbol"),
    "odd": Operator("t", "t", _part(None, None, 2), 5, "every second symbol of {0}, the first included"),
    "even": Operator("t", "t", _part(1, None, 2), 5, "every second symbol of {0}, the first left out"),
    "front": Operator("t", "t", lambda t: t[: _half(t)], 6, "the first half of {0}"),
    "rear": Operator("t", "t", lambda t: t[len(t) // 2 :], 6, "the second half of {0}"),
    "once": Operator("t", "t", lambda t: "".join(dict.fromkeys(t)), 5, "{0} without repeated symbols"),
    "cat": Operator("tt", "t", add, 4, "{0} and then {1}"),
    "weave": Operator("tt", "t", _weave, 5, "the symbols of {0} and {1} in turn"),
    "zip": Operator("tt", "t", _zip, 6, "the symbols of {0} and {1} in turn as long as both have one"),
    "keep": Operator("tt", "t", lambda a, b: "".join([c for c in a if c in b]), 5, "the part of {0} in {1}"),
    "drop": Operator("tt", "t", lambda a, b: "".join([c for c in a if c not in b]), 4, "{0} less {1}"),
    "swap": Operator("ttt", "t", _replace, 5, "{0} with {2} for every {1}", leaves_only=True),
    "take": Operator("tn", "t", lambda t, n: t[:n] if n > 0 else None, 5, "the first {1} symbols of {0}"),
    "skip": Operator("tn", "t", lambda t, n: t[n:] if n > 0 else None, 5, "{0} from symbol {1} on"),
    "ending": Operator("tn", "t", lambda t, n: t[-n:] if n > 0 else None, 5, "the last {1} symbols of {0}"),
    "from": Operator("tt", "t", _from, 5, "{0} from the first {1} on", leaves_only=True),
    "until": Operator("tt", "t", _until, 5, "{0} until the first {1}", leaves_only=True),
    "nth": Operator("tn", "t", _nth, 5, "symbol {1} of {0}"),
    "times": Operator("tn", "t", _repeat, 5, "{0} said {1} times"),
    # lists
    "chars": Operator("t", "l", lambda t: tuple(t) or None, 4, "the symbols of {0}"),
    "steps": Operator(
        "t", "l", lambda t: tuple([a + b for a, b in pairwise(t)]) or None, 6, "each two neighbours in {0}"
    ),
    "split": Operator("tt", "l", _split, 5, "the pieces of {0} between {1}", leaves_only=True),
    "glue": Operator("l", "t", "".join, 4, "{0} put together"),
    "join": Operator("lt", "t", _join, 4, "{0} joined by {1}", leaves_only=True),
    "each": Operator("lt", "t", _each, 6, "{0}, each with {1} behind", leaves_only=True),
    "first": Operator("l", "t", lambda x: x[0] if x else None, 4, "the first of {0}"),
    "last": Operator("l", "t", lambda x: x[-1] if x else None, 4, "the last of {0}"),
    "item": Operator("ln", "t", _nth, 5, "number {1} of {0}"),
    "behind": Operator("lt", "t", _behind, 5, "what follows {1} in {0}"),
    "paired": Operator("lt", "t", _paired, 6, "what {1} has among the pairs of {0}", leaves_only=True),
    "before": Operator("lt", "t", _before, 6, "what precedes {1} in {0}"),
    "longest": Operator("l", "t", lambda x: max(x, key=len) if x else None, 5, "the longest of {0}"),
    "shortest": Operator("l", "t", lambda x: min(x, key=len) if x else None, 5, "the shortest of {0}"),
    "usual": Operator("l", "t", _most, 6, "the most frequent of {0}"),
    "rest": Operator("l", "l", _rest, 4, "{0} but the first"),
    "lead": Operator("l", "l", _lead, 4, "{0} but the last"),
    "turned": Operator("l", "l", _part(None, None, -1), 4, "{0} in reverse order"),
    "distinct": Operator("l", "l", lambda x: tuple(dict.fromkeys(x)), 5, "{0} without repetitions"),
    "chain": Operator("ll", "l", add, 6, "{0} followed by {1}"),
    "mixed": Operator("ll", "l", _alternate, 6, "{0} and {1} in turn"),
    "less": Operator("lt", "l", lambda x, t: tuple([i for i in x if i != t]), 5, "{0} except {1}"),
    "having": Operator("lt", "l", lambda x, t: tuple([i for i in x if t in i]), 5, "those of {0} with {1}"),
    "by length": Operator("l", "l", lambda x: tuple(sorted(x, key=len)), 6, "{0} by length"),
    "heads": Operator("l", "l", lambda x: tuple([i[:1] for i in x]), 5, "the first symbol of each of {0}"),
    "ends": Operator("l", "l", lambda x: tuple([i[-1:] for i in x]), 5, "the last symbol of each of {0}"),
    "tails": Operator("l", "l", lambda x: tuple([i[1:] for i in x]), 6, "{0}, each without its first"),
    "trunks": Operator("l", "l", lambda x: tuple([i[:-1] for i in x]), 6, "{0}, each without its last"),
    "revs": Operator("l", "l", lambda x: tuple([i[::-1] for i in x]), 5, "{0}, each backwards"),
    "doubles": Operator("l", "l", lambda x: tuple([i + i for i in x]), 6, "{0}, each said twice"),
    # numbers
    "length": Operator("t", "n", len, 4, "the length of {0}"),
    "size": Operator("l", "n", len, 4, "the number of {0}"),
    "count": Operator("tt", "n", lambda a, b: a.count(b) if b else None, 5, "how often {0} has {1}"),
    "number": Operator("lt", "n", lambda x, t: x.count(t), 5, "how often {1} is among {0}"),
    "place": Operator("tt", "n", _place, 6, "where {1} is in {0}"),
    "rank": Operator("lt", "n", _place, 6, "where {1} is among {0}"),
    "plus": Operator("nn", "n", add, 5, "{0} plus {1}"),
    "minus": Operator("nn", "n", sub, 5, "{0} minus {1}"),
    "mul": Operator("nn", "n", lambda a, b: a * b if a * b < 10**9 else None, 6, "{0} times {1}"),
    "apart": Operator("nn", "n", lambda a, b: abs(a - b), 6, "the distance of {0} and {1}"),
    "more": Operator("nn", "n", max, 6, "the larger of {0} and {1}"),
    "lesser": Operator("nn", "n", min, 6, "the smaller of {0} and {1}"),
    # tests
    "in": Operator("tt", "b", lambda a, b: a in b if a else None, 4, "{0} is inside {1}"),
    "same": Operator("tt", "b", eq, 4, "{0} equals {1}"),
    "starts": Operator("tt", "b", lambda a, b: a.startswith(b) if b else None, 5, "{0} starts with {1}"),
    "stops": Operator("tt", "b", lambda a, b: a.endswith(b) if b else None, 5, "{0} ends with {1}"),
    "rearranged": Operator(
        "tt", "b", lambda a, b: len(a) == len(b) and sorted(a) == sorted(b), 5, "{0} is {1} rearranged"
    ),
    "fewer": Operator("nn", "b", lt, 4, "{0} is less than {1}"),
    "equal": Operator("nn", "b", eq, 5, "{0} is as much as {1}"),
    "even?": Operator("n", "b", lambda n: n % 2 == 0, 6, "{0} is even"),
    "among": Operator("tl", "b", lambda t, x: t in x, 4, "{0} is one of {1}"),
    "all in": Operator("lt", "b", lambda x, t: all(i in t for i in x), 5, "all of {0} are inside {1}"),
    "any in": Operator("lt", "b", lambda x, t: any(i in t for i in x), 5, "one of {0} is inside {1}"),
    "in all": Operator("lt", "b", lambda x, t: all(t in i for i in x), 5, "{1} is inside all of {0}"),
    "in one": Operator("lt", "b", lambda x, t: any(t in i for i in x), 5, "{1} is inside one of {0}"),
    "covers": Operator("lt", "b", lambda x, t: covered(t, x), 6, "{1} is made of {0}"),
    "not": Operator("b", "b", lambda b: not b, LANGUAGE.rare, "not {0}"),
    "and": Operator("bb", "b", lambda a, b: a and b, LANGUAGE.rare, "{0} and {1}"),
    "or": Operator("bb", "b", lambda a, b: a or b, LANGUAGE.rare, "{0} or {1}"),
    "repeats": Operator("l", "b", lambda x: len(set(x)) < len(x), 6, "something in {0} comes twice"),
}
"""The built-in operators by name."""


@lru_cache(maxsize=LANGUAGE.cuts)
def cut(text: str, silence: str, marks: str) -> tuple[str, ...]:
    """The tokens of a text: what stands between silences and marks; one of nothing else is a token itself."""
    separator = silence or marks[:1]
    whole = text
    if not separator:
        return (text,)
    for mark in marks:
        if mark != separator:
            text = text.replace(mark, separator)
    return tuple([token for token in text.split(separator) if token]) or (whole,)


@dataclass(slots=True)
class Case:
    """What a program may look at: one question, cut at silence and at the marks of its kind.

    Never changed, but not frozen: that makes making it three times as slow.
    """

    body: str
    tokens: Items
    gaps: bool
    """Whether a silence stands at the end of the body."""
    silence: str
    registers: Mapping[Any, Any]
    """What is remembered from earlier questions, by register."""


def _token(case: Case, at: int) -> str | None:
    tokens = case.tokens
    return tokens[at] if -len(tokens) <= at < len(tokens) else None


def _line(case: Case, start: int) -> str | None:
    """The tokens from `start` on with one silence between them, and one behind if the question has one."""
    if start >= len(case.tokens):
        return None
    return case.silence.join(case.tokens[start:]) + case.silence * case.gaps


def _onward(case: Case, start: int) -> str | None:
    """The question as it was sent, from token `start` on."""
    at = 0
    for token in case.tokens[:start]:
        at = case.body.index(token, at) + len(token)
    if start >= len(case.tokens):
        return None
    return case.body[case.body.index(case.tokens[start], at) :]


def _pieces(case: Case, mark: str, start: int) -> Items | None:
    text = _onward(case, start)
    if text is None or mark not in text:
        return None
    return tuple([piece.strip(case.silence) if case.silence else piece for piece in text.split(mark)])


def _after(case: Case, word: str, known: Items) -> Items:
    """The tokens right behind every `word`, keywords left out."""
    tokens = case.tokens
    return tuple([b for a, b in pairwise(tokens) if a == word and b not in known])


def _others(case: Case, word: str, known: Items) -> Items:
    """The tokens that are no keywords and not right behind `word`, without the last."""
    tokens = case.tokens[:-1]
    behind = zip(("", *tokens), tokens, strict=False)
    return tuple([b for a, b in behind if a != word and b not in known])


LEAVES: dict[str, tuple[str, Callable[..., Any]]] = {
    "tok": ("t", _token),
    "toks": ("l", lambda case, a, b: case.tokens[a : len(case.tokens) - b]),
    "fields": ("l", lambda case, known: tuple([t for t in case.tokens if t not in known])),
    "field": ("t", lambda case, at, known: _token_of([t for t in case.tokens if t not in known], at)),
    "line": ("t", _line),
    "onward": ("t", _onward),
    "pieces": ("l", _pieces),
    "after": ("l", _after),
    "others": ("l", _others),
    "lit": ("t", lambda case, text: text),
    "num": ("n", lambda case, n: n),
    "has": ("b", lambda case, word: word in case.tokens),
    "reg": ("l", lambda case, name: case.registers.get(name)),
    "top": ("t", lambda case, name: _token_of(list(case.registers.get(name, ())), -1)),
    "low": ("t", lambda case, name: _token_of(list(case.registers.get(name, ())), 0)),
    "arg": ("t", lambda case, n: None),
    "net": ("n", lambda case, name, up, down: _net(events_of(case, name), up, down)),
}
"""Leaves by name: their type, and what they see in a case."""

REMEMBERING = ("reg", "top", "low", "net")
"""Leaves that look at a register, which is their first argument."""


def events_of(case: Case, name: Any) -> list[str] | None:
    """The words of all that a register says has happened."""
    items = case.registers.get(name)
    if items is None:
        return None
    return [word for item in items for word in dict.fromkeys(cut(item, case.silence, name[-1]))]


def _net(words: Sequence[str] | None, up: str, down: str) -> int | None:
    """How much more often the one is among words than the other."""
    return None if words is None else words.count(up) - (words.count(down) if down else 0)


def _token_of(tokens: list[str], at: int) -> str | None:
    return tokens[at] if -len(tokens) <= at < len(tokens) else None


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
        return run(program[2], case, world) if value is None else value
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
        return run_function(body[2], values, operators) if value is None else value
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


def fill(template: Program, part: Program) -> Program:
    """The template with its hole filled."""
    if template == HOLE:
        return part
    return tuple([fill(item, part) if isinstance(item, tuple) else item for item in template])
