"""Says in words which questions a kind means, what a program does and how a register is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gradus.learners.gradual.knowledge.kinds import Kind
from gradus.learners.gradual.knowledge.settings import WORDS
from gradus.learners.gradual.knowledge.writing import CHANGED, Register
from gradus.learners.gradual.programs import EACH, ELSE, LEAVES, OPERATORS, THOSE, Program, World

Show = Callable[[str], str]


def kind_in_words(kind: Kind, show: Show) -> str:
    """Which questions a kind means."""
    parts = []
    if kind.prefix:
        parts.append(f"beginning with {show(kind.prefix)!r}")
    if kind.tokens:
        parts.append("with " + " ... ".join([repr(show(token)) for token in kind.tokens]))
    if kind.length:
        parts.append(f"of {kind.length} words")
    if kind.marks:
        parts.append("cut at " + " ".join([repr(show(mark)) for mark in kind.marks]))
    return "Questions " + (", ".join(parts) or "of any kind")


ARGUMENTS = ("it", "the other")
"""How what a function is given reads where that is not told."""

SERIAL = ("cat", "and", "or")
"""Operators whose parts may be told one after the other, however they are grouped."""


def program_in_words(program: Program, world: World, show: Show, given: Sequence[str] = ARGUMENTS) -> str:
    """A program as a phrase; functions of the library are told as what they do with what they are `given`."""
    name = program[0]
    if name == "arg":
        return given[program[1]]
    if name in LEAVES:
        return leaf_in_words(program, show)
    if name == "if":
        test, one, other = [program_in_words(part, world, show, given) for part in program[1:]]
        return f"{one} if {test}, else {other}"
    if name == ELSE:
        one, other = [program_in_words(part, world, show, given) for part in program[1:]]
        return f"{one}, or {other} where there is none"
    if name in (EACH, THOSE):
        items, *shared = [_part(name, part, world, show, given) for part in (program[1], *program[3:])]
        each = program_in_words(program[2], world, show, ("it", *shared))
        return f"for each of {items} {each}" if name == EACH else f"those of {items} for which {each}"
    first, *others = [_part(name, part, world, show, given) for part in program[1:]]
    told = _function_in_words(program, [first, *others], world, show)
    if told and len(told) <= WORDS.wordy:
        return told
    operator = world.operators.get(name) or OPERATORS.get(name)
    return operator.words.format(first, *others) if operator else name


def _part(whole: str, part: Program, world: World, show: Show, given: Sequence[str]) -> str:
    """A part of a program, in brackets if it has several parts itself, unless that reads the same without them."""
    phrase = program_in_words(part, world, show, given)
    function = world.functions.get(part[0].removeprefix("f:"))
    body = function.body if function else part
    plain = len(body) <= 2 or body[0] in LEAVES or (whole == body[0] and whole in SERIAL)
    return phrase if plain else f"({phrase})"


def _function_in_words(program: Program, parts: Sequence[str], world: World, show: Show) -> str:
    """What a function of the library does with these parts; empty: the program is none."""
    how, _, name = program[0].partition(":")
    function = world.functions.get(name)
    if function is None or how not in ("f", "m"):
        return ""
    if how == "f":
        return program_in_words(function.body, world, show, parts)
    return f"for each of {parts[0]} {program_in_words(function.body, world, show)}"


def leaf_in_words(leaf: Program, show: Show) -> str:
    """What a program looks at."""
    name, *values = leaf
    if name in ("tok", "field"):
        return _nth_word(values[0])
    if name == "lit":
        return repr(show(values[0]))
    if name in ("after", "others"):
        return f"the words {'behind' if name == 'after' else 'not behind'} {show(values[0])!r}"
    if name == "has":
        return f"there is {show(values[0])!r}"
    if name == "top" and values[0][0] == "last":
        return "what was right the last time this was asked"
    if name in ("reg", "top", "low"):
        which = {"reg": "all", "top": "the latest", "low": "the first"}[name]
        return f"{which} of what is remembered ({register_in_words(values[0], show)})"
    if name == "net":
        less = f" less {show(values[2])!r}" if values[2] else ""
        return f"how often {show(values[1])!r}{less} was asked since then"
    return _stretch(name, values, show)


def _nth_word(place: int) -> str:
    if place >= 0:
        return f"word {place + 1}"
    return "the last word" if place == -1 else f"word {-place} from the end"


def _stretch(name: str, values: Sequence[Any], show: Show) -> str:
    """Several words of a question, or a number."""
    if name == "fields":
        return "the words that are no keywords"
    if name == "toks":
        last = " but the last" + f" {values[1]}" * (values[1] > 1) if values[1] else ""
        return f"the words{_from(values[0])}{last}"
    if name in ("line", "onward"):
        return f"what is said{_from(values[0])}"
    if name == "pieces":
        return f"the pieces between {show(values[0])!r}{_from(values[1])}"
    return str(values[0])


def _from(start: int) -> str:
    return f" from word {start + 1} on" if start else ""


def register_in_words(register: Register, show: Show) -> str:
    """How a register is written."""
    how = register[0]
    if how == "said":
        return "right answers"
    if how == "past":
        return "questions and their answers"
    if how == "about":
        return "answers about the same thing"
    if how == "last":
        return "the answer to the same question"
    if how == "since":
        return "what was asked since the same question"
    if how == "asked":
        return "last words of questions"
    if how == "heap":
        return f"words asked about since {show(register[1])}"
    if how == "mode":
        return "commands " + ", ".join([show(word) for word in register[1]])
    if isinstance(register[1], int):
        under = " under a name that is asked for" if how == "keyed" else ""
        return f"what questions of {register[1]} words put there{under}"
    if how == "set":
        return f"what {show(register[1])} put there and {show(register[2])} did not take away"
    if how == "keyed" and len(register) == CHANGED:
        others = ", ".join([f"{show(word)} may {change}" for word, change in register[4]])
        return f"what {show(register[1])} put under a name that is asked for, which {others}"
    if how == "keyed":
        return f"what {show(register[1])} put under a name that is asked for"
    if how == "stack":
        taken = {"last": "the latest", "first": "the first", "all": "all"}[register[3]]
        return f"what {show(register[1])} put there; {show(register[2])} takes {taken} away"
    return f"what {show(register[1])} put there"
