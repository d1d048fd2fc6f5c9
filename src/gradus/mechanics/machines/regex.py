"""Machines from regular expressions: texts of a language, written one after another for ever.

Whoever writes goes on with any letter that can still lead to a text of the language, or ends a complete one, all with
equal chances. Texts are separated by :data:`END`. The expression is followed by its derivatives, what may still come
after a letter, so the states are languages; minimising makes equal ones one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.step_function import machine_from_step
from gradus.school import UserError

END = "."
"""What is written at the end of a text."""
UNKNOWN = "{}^$"
"""Signs of other dialects; taken for letters they would surprise."""


@dataclass(frozen=True)
class Node:
    """An expression: ``kind`` is none, empty, letter, then, or, star."""

    kind: str
    parts: tuple[Node, ...] = ()
    letter: str = ""


NONE, EMPTY = Node("none"), Node("empty")


def machine_from_regex(pattern: str) -> Machine:
    """The process that writes texts of a language: letters, ``( ) | * + ?`` and sets such as ``[abc]`` or ``[a-f]``.

    >>> from gradus.mechanics import measure_process
    >>> machine_from_regex("(0|11)*").names[0]
    'start'
    """
    if not isinstance(pattern, str):
        raise UserError(f"A regular expression is a text, not {pattern!r}.")
    start = _Reader(pattern).whole()
    letters = sorted(_letters(start))
    if not letters:
        raise UserError(f"The expression {pattern!r} has no letters.")

    def step(node: Node | str, _label: str) -> list[tuple[str, Fraction, Node | str]]:
        here = start if isinstance(node, str) else node
        after = [(letter, rest) for letter in letters if (rest := derivative(here, letter)) != NONE]
        ends: list[tuple[str, Node | str]] = [(END, "start")] if nullable(here) else []
        options = [*after, *ends]
        return [(letter, Fraction(1, len(options)), rest) for letter, rest in options]

    return machine_from_step(step, "start")


class _Reader:
    """A recursive reader of expressions."""

    def __init__(self, pattern: str) -> None:
        self.pattern, self.at = pattern, 0

    def whole(self) -> Node:
        node = self._either()
        if self.at < len(self.pattern):
            raise self._wrong(f"{self.pattern[self.at]!r} has no partner")
        return node

    def _wrong(self, why: str) -> UserError:
        return UserError(f"The expression {self.pattern!r} cannot be read at place {self.at}: {why}.")

    def _peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def _take(self) -> str:
        letter = self._peek()
        self.at += 1
        return letter

    def _either(self) -> Node:
        node = self._sequence()
        while self._peek() == "|":
            self._take()
            node = either(node, self._sequence())
        return node

    def _sequence(self) -> Node:
        node = EMPTY
        while self._peek() and self._peek() not in "|)":
            node = then(node, self._repeated())
        return node

    def _repeated(self) -> Node:
        node = self._atom()
        while self._peek() and self._peek() in "*+?":
            sign = self._take()
            node = {"*": star(node), "+": then(node, star(node)), "?": either(node, EMPTY)}[sign]
        return node

    def _atom(self) -> Node:
        letter = self._take()
        if letter == "(":
            node = self._either()
            if self._take() != ")":
                raise self._wrong("a bracket is not closed")
            return node
        if letter == "[":
            return self._set()
        if letter in "*+?":
            raise self._wrong(f"{letter!r} has nothing to repeat")
        if letter in UNKNOWN:
            raise self._wrong(f"{letter!r} is not known here; write \\{letter} for the sign itself")
        if letter == "\\":
            letter = self._take()
            if letter.isalnum():
                raise self._wrong(f"'\\{letter}' is not known here; list the letters, as in [0-9]")
        if letter in ("", END):
            raise self._wrong(f"a letter was expected, and {END!r} stands for the end of a text")
        return Node("letter", letter=letter)

    def _set(self) -> Node:
        close = self.pattern.find("]", self.at)
        if close <= self.at:
            raise self._wrong("a set is empty or not closed")
        listed, self.at = self.pattern[self.at : close], close + 1
        if listed.startswith("^"):
            raise self._wrong("a set of all other letters has no end; list the letters")
        node = NONE
        for letter in self._members(listed):
            node = either(node, Node("letter", letter=letter))
        return node

    def _members(self, listed: str) -> str:
        """The letters of a set, ranges such as a-f written out."""
        if END in listed:
            raise self._wrong(f"{END!r} stands for the end of a text")
        place = listed.find("-", 1)
        if place < 0 or place == len(listed) - 1:
            return listed
        first, last = listed[place - 1], listed[place + 1]
        if first > last:
            raise self._wrong(f"the range {first}-{last} is empty")
        between = "".join(map(chr, range(ord(first), ord(last) + 1)))
        return listed[: place - 1] + between + self._members(listed[place + 2 :])


def then(a: Node, b: Node) -> Node:
    """One after the other."""
    if NONE in (a, b):
        return NONE
    if a == EMPTY:
        return b
    if a.kind == "then":  # to the right, so that equal expressions look equal
        return then(a.parts[0], then(a.parts[1], b))
    return a if b == EMPTY else Node("then", (a, b))


def either(a: Node, b: Node) -> Node:
    """Either of the two, in an order that does not depend on how they were met."""
    parts = {*(a.parts if a.kind == "or" else (a,)), *(b.parts if b.kind == "or" else (b,))} - {NONE}
    ordered = tuple(sorted(parts, key=repr))
    return NONE if not ordered else ordered[0] if len(ordered) == 1 else Node("or", ordered)


def star(a: Node) -> Node:
    """Any number of repetitions."""
    return EMPTY if a in (NONE, EMPTY) else a if a.kind == "star" else Node("star", (a,))


def _letters(node: Node) -> set[str]:
    own = {node.letter} if node.kind == "letter" else set()
    return own.union(*(_letters(part) for part in node.parts))


@cache
def nullable(node: Node) -> bool:
    """Whether the empty text belongs to the language."""
    if node.kind == "then":
        return all(map(nullable, node.parts))
    return node.kind in ("empty", "star") or (node.kind == "or" and any(map(nullable, node.parts)))


@cache
def derivative(node: Node, letter: str) -> Node:
    """What may come after a letter."""
    if node.kind == "letter":
        return EMPTY if node.letter == letter else NONE
    if node.kind == "or":
        found = NONE
        for part in node.parts:
            found = either(found, derivative(part, letter))
        return found
    if node.kind == "star":
        return then(derivative(node.parts[0], letter), node)
    if node.kind == "then":
        first, rest = node.parts
        found = then(derivative(first, letter), rest)
        return either(found, derivative(rest, letter)) if nullable(first) else found
    return NONE
