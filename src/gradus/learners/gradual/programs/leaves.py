"""Leaves: what a program may look at, a question cut into words and what is remembered from earlier ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from gradus.learners.gradual.programs.language import Items
from gradus.learners.gradual.programs.settings import LANGUAGE


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
