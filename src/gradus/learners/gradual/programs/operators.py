"""The built-in operators: what can be made of texts, lists of texts, numbers and tests, one line each."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, pairwise, zip_longest
from operator import add, eq, itemgetter, lt, sub
from typing import Any

from gradus.learners.gradual.programs.language import Items, Operator
from gradus.learners.gradual.programs.settings import LANGUAGE


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
