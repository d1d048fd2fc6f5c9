"""Kinds of questions: what a group of pairs that one program answers has in common.

A kind says which tokens its questions must have, at which marks besides silence they are cut, and perhaps how many
tokens they have. Which kinds there are is guessed (`grouping.py`) and settled once a program is found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gradus.learners.gradual.knowledge.settings import KINDS
from gradus.learners.gradual.knowledge.symbols import cut
from gradus.learners.gradual.programs import LEAVES, REMEMBERING, Case, Program


@dataclass(frozen=True)
class Pair:
    """A question with its right answer, when it was asked, how sure it is and what was remembered then."""

    question: str
    answer: str
    at: int
    sure: float
    registers: Mapping[Any, Any]

    def same(self, other: Pair) -> bool:
        """Whether both are about the same question and answer."""
        return self.question == other.question and self.answer == other.answer


@dataclass(frozen=True)
class Kind:
    """Which questions belong together."""

    tokens: tuple[str, ...] = ()
    """All must occur."""
    marks: str = ""
    """Symbols at which questions are cut besides silence."""
    length: int = 0
    """How many tokens there are; 0: any number."""
    prefix: str = ""
    """What questions begin with; programs see only what follows."""

    def case(self, question: str, registers: Mapping[Any, Any], silence: str) -> Case | None:
        """The question as a program sees it; None when it is of another kind."""
        if self.prefix:
            if not question.startswith(self.prefix):
                return None
            question = question[len(self.prefix) :]
        tokens = self._tokens(question, silence)
        if not tokens:
            return None
        ends = bool(silence) and question.endswith(silence)
        return Case(question, tokens, ends, silence, registers)

    def fits(self, question: str, silence: str) -> bool:
        """Whether a question is of this kind."""
        body = question[len(self.prefix) :]
        return question.startswith(self.prefix) and bool(self._tokens(body, silence))

    def _tokens(self, body: str, silence: str) -> tuple[str, ...]:
        """The tokens of a question without the prefix; none when it is of another kind."""
        tokens = cut(body, silence, self.marks)
        if self.length and len(tokens) != self.length:
            return ()
        for token in self.tokens:
            if token not in tokens:
                return ()
        return tokens

    @property
    def weight(self) -> float:
        """How specific the kind is, in keywords."""
        return len(self.tokens) + bool(self.prefix) + 0.2 * bool(self.length)


def narrowed(
    kind: Kind,
    cases: Sequence[Case],
    program: Program,
    met: Callable[[str], bool],
    said: Callable[[str], bool],
) -> Kind:
    """The kind with all tokens that its explained questions share and that the program does not look at.

    In a single question these may be content: only the first and those that were `met` before count. In a few
    questions what is `said` in answers may be content as well.
    """
    tokens = cases[-1].tokens
    shared = []
    for at, token in enumerate(tokens):
        if len(cases) == 1 and at > 0 and not met(token):
            continue
        if not _reads(program, at, token, len(tokens)):
            same = all(token in case.tokens for case in cases) and (
                len(cases) >= KINDS.settled or not said(token)
            )
        else:
            places = (at, at - len(tokens))
            fixed = any(all(_at(case, place) == token for case in cases) for place in places)
            same = fixed and len(cases) >= KINDS.settled
        if same:
            shared.append(token)
    return replace(kind, tokens=tuple(dict.fromkeys([*kind.tokens, *shared])))


def _at(case: Case, place: int) -> str:
    return case.tokens[place] if -len(case.tokens) <= place < len(case.tokens) else ""


def says(program: Program, at: int, token: str, size: int) -> bool:
    """Whether what a program says is made of the token at a place; to choose by it is not to say it."""
    if program[0] == "if":
        return any(says(part, at, token, size) for part in program[2:])
    return _reads(program, at, token, size)


def _reads(program: Program, at: int, token: str, size: int) -> bool:
    """Whether a program looks at the token at a place of a question of so many tokens."""
    name = program[0]
    if name == "tok":
        return program[1] in (at, at - size)
    if name in ("fields", "field"):
        return token not in program[-1]
    if name == "toks":
        return program[1] <= at < size - program[2]
    if name in LEAVES:
        return name not in (*REMEMBERING, "lit", "num", "has", "arg") and at >= _start(program)
    return any(_reads(part, at, token, size) for part in program[1:])


def _start(leaf: Program) -> int:
    """The first token that a stretch of the question includes."""
    return leaf[-1] if leaf[0] in ("line", "onward", "pieces") else 0
