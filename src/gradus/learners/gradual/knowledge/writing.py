"""How registers are written by questions with their answers, and what they hold when a question is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradus.learners.gradual.knowledge.settings import REGISTERS
from gradus.learners.gradual.knowledge.symbols import cut
from gradus.learners.gradual.programs import LEAVES, REMEMBERING, Program

Register = tuple[Any, ...]
"""How it is written, the words that write it, places of tokens; the last item are the marks that cut questions."""


Values = dict[Register, tuple[str, ...]]


Row = tuple[str, str | None, tuple[str, ...]]
"""A question, its answer (None: it was never told), and the tokens of the question."""


KEEPING = ("kept", "keyed", "stack", "heap", "set", "mode")
"""Registers of what questions put there: when everything begins anew, they are empty."""


ANSWERED = ("said", "last", "past", "about")
"""Registers of answers: what was asked and never answered changes none of them."""


def _writes(register: Register, tokens: Sequence[str]) -> bool:
    """Whether a question writes a register: it has the word, or is long enough."""
    writer = register[1]
    return len(tokens) >= writer if isinstance(writer, int) else writer in tokens


def write(register: Register, held: list[Any], rows: Sequence[Row]) -> None:
    """What becomes of a register by some questions in a row; those whose answer is None were never told one."""
    how = register[0]
    if how in ANSWERED:
        rows = [row for row in rows if row[1] is not None]
    if how in ("said", "last", "past", "since", "about", "asked"):
        held += [item for row in rows for item in _heard(register, *row)]
    elif how in ("stack", "heap", "set"):
        for _, answer, tokens in rows:
            _collect(register, held, tokens, answer)
    elif how == "keyed" and len(register) == CHANGED:
        for _, _, tokens in rows:
            _change(register, held, tokens)
    else:
        held += [item for _, _, tokens in rows for item in _kept(register, tokens)]


def _heard(register: Register, question: str, answer: str | None, tokens: Sequence[str]) -> Sequence[Any]:
    """What a question adds to a register of all that was said or asked."""
    how = register[0]
    if how == "said":
        return (answer,)
    if how in ("last", "past"):
        return ((question, answer),)
    if how == "since":
        return ((question, answer is not None),)
    words = _word(tokens, register[1])
    return [(word, answer) for word in words] if how == "about" else words


def _kept(register: Register, tokens: Sequence[str]) -> Sequence[Any]:
    """What a question adds to a register that keeps words."""
    how = register[0]
    if how == "mode":
        return [token for token in tokens if token in register[1]][:1]
    if how == "kept" and _writes(register, tokens):
        return _word(tokens, register[2])
    if how == "keyed" and _writes(register, tokens) and len(tokens) >= -min(register[2], register[3]):
        return [(tokens[register[3]], tokens[register[2]])]
    return ()


def _change(register: Register, held: list[Any], tokens: Sequence[str]) -> None:
    """Keep a value under its name, or do to what is kept what a command does."""
    for command, change in register[4]:
        if command in tokens:
            CHANGES[change](held, [token for token in tokens if token != command])
            return
    held += _kept(register, tokens)


def _drop(held: list[Any], words: Sequence[str]) -> None:
    """Nothing is kept any more under the names that are said."""
    held[:] = [entry for entry in held if entry[0] not in words]


def _empty(held: list[Any], words: Sequence[str]) -> None:
    held.clear()


def _exchange(held: list[Any], words: Sequence[str]) -> None:
    """Two names have each what the other had."""
    one, other = words[-2:] if len(words) > 1 else (None, None)
    turned = {one: other, other: one}
    held[:] = [(turned.get(name, name), value) for name, value in held]


def _hand_on(held: list[Any], words: Sequence[str]) -> None:
    """The last name gets what the one before it has."""
    latest = dict(held)
    if len(words) > 1 and words[-2] in latest:
        held.append((words[-1], latest[words[-2]]))


def _fetch(held: list[Any], words: Sequence[str]) -> None:
    """The last name but one gets what the last one has."""
    _hand_on(held, [*words[:-2], *words[:-3:-1]])


CHANGES = {"drop": _drop, "empty": _empty, "exchange": _exchange, "hand on": _hand_on, "fetch": _fetch}
"""What commands may do to values that are kept under names."""

CHANGED = 6
"""Items of a register of values under names that says what commands do to them."""


def _word(tokens: Sequence[str], place: int) -> Sequence[str]:
    """The word at a place counted from the end, if there is one."""
    return [tokens[place]] if len(tokens) >= -place else []


def _collect(register: Register, held: list[Any], tokens: Sequence[str], answer: str | None) -> None:
    """Add to a collection, or take from it."""
    if register[0] == "heap":
        if register[1] in tokens:
            held.clear()
        else:
            held += _word(tokens, register[2])
    elif register[0] == "set":
        gone = _word(tokens, register[3]) if register[2] in tokens else ()
        held[:] = [item for item in held if item not in gone]
        held += _word(tokens, register[3]) if register[1] in tokens else ()
    elif register[1] in tokens:
        held += _word(tokens, register[4] if len(register) == 6 else -1)
    elif register[2] in tokens and held:
        del held[_taken(held, register[3], answer)]


def _taken(held: Sequence[Any], how: str, answer: str | None) -> slice:
    """What is taken from a row; the first is what the answer says, if it is there: what stood before is of no
    use any more, since a new instance has begun.
    """
    if how == "first":
        return slice(0, 1 + (held.index(answer) if answer in held else 0))
    return slice(-1, None) if how == "last" else slice(0, None)


def read(
    register: Register, held: Sequence[Any], question: str, tokens: Sequence[str], silence: str
) -> tuple[str, ...]:
    """What a register says when a question is asked."""
    how = register[0]
    if how == "last":
        return tuple([answer for earlier, answer in held if earlier == question][-1:])
    if how == "past":
        return tuple([text for both in held[-REGISTERS.shown :] for text in both])
    if how == "since":
        return _since(held, question, tokens, silence, register[-1])
    if how == "about":
        return tuple([answer for word, answer in held if word in _word(tokens, register[1])][-16:])
    if how == "heap":
        return tuple([item for item in held if item not in tokens][-16:])
    if how == "keyed":
        return _under(held, tokens)
    return tuple(held[-16:])


def _under(held: Sequence[Any], tokens: Sequence[str]) -> tuple[str, ...]:
    """All values of the name that is asked for; of several names the latest ones, in the order of the names."""
    latest = dict(held)
    asked = [token for token in tokens if token in latest]
    if len(asked) > 1:
        return tuple([latest[token] for token in asked])
    return tuple([value for key, value in held if key in tokens][-16:])


def _since(
    held: Sequence[tuple[str, bool]], question: str, tokens: Sequence[str], silence: str, marks: str
) -> tuple[str, ...]:
    """What was asked since the same question, without what it shares with it; about the same thing if it has one."""
    found: list[str] = []
    named = [cut(earlier, silence, marks) for earlier, _ in held[-REGISTERS.late :]]
    always = [token for token in tokens if len(tokens) > 1 and all(token in others for others in named)]
    alone = len(tokens) - len(always) == 1
    for earlier, told in reversed(held):
        if earlier == question:
            if told:
                break
            continue
        others = cut(earlier, silence, marks)
        if len(tokens) == 1:
            found.append(earlier)
        elif alone or tokens[-1] in others:
            said = always if alone else tokens
            found.append((silence or marks[:1]).join([token for token in others if token not in said]))
    return tuple(found[::-1])


def registers_in(program: Program) -> list[Register]:
    """The registers that a program looks at."""
    if program[0] in REMEMBERING:
        return [program[1]]
    if program[0] in LEAVES:
        return []
    return [register for part in program[1:] for register in registers_in(part)]
