"""What is asked: questions and answers as words, before a form makes a dialogue of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from gradus.school import Chooser

Hidden = Any
"""What an instance keeps secret: nested tuples, texts and numbers."""
Memory = Any
"""What an instance remembers between questions, as plain as what is hidden."""


class Asked(NamedTuple):
    """One question and its right answer, both as words."""

    question: tuple[str, ...]
    answer: tuple[str, ...]
    key: str = ""
    """The secret of the instance that the answer rests on; empty: it follows from what is fixed for the task."""


Asker = Callable[[Chooser, Hidden, Memory], tuple[Asked, Memory]]


def nothing_hidden(pick: Chooser) -> Hidden:
    """An instance without a secret."""
    return None


@dataclass(frozen=True)
class Content:
    """A family of questions."""

    name: str
    """What is asked, for tables."""
    ask: Asker
    draw: Callable[[Chooser], Hidden] = nothing_hidden
    keys: int = 0
    """How many secrets an instance has."""
    trivial: bool = False
    """Whether a constant, a copy or the last told answer may be right."""
    options: tuple[str, ...] = ()
    """All answers there are, where they are so few that they can be tried."""
    words: tuple[str, ...] = ()
    """Keywords that stand in the question itself; empty: the form's keyword names the task."""
    keeps: bool = False
    """Whether memory goes on from one instance to the next."""
    role: str = "task"
    """``primitive`` or ``composition`` where tasks build on each other."""


def simple(name: str, ask: Callable[[Chooser], tuple[Sequence[str], Sequence[str]]], **more: Any) -> Content:
    """Content without secrets and memory."""

    def asker(pick: Chooser, hidden: Hidden, memory: Memory) -> tuple[Asked, Memory]:
        question, answer = ask(pick)
        return Asked(tuple(question), tuple(answer)), memory

    return Content(name, asker, **more)


def deal(pick: Chooser, size: int, memory: Memory) -> tuple[int, tuple[int, ...]]:
    """The next card of a shuffled deck that is dealt again and again, and the rest of it."""
    deck = tuple(memory) if memory else pick.shuffled(range(size))
    return deck[0], deck[1:]


class Stream:
    """Pairs of question and answer of one instance after the other, for learners that need no dialogue."""

    def __init__(self, content: Content, pick: Chooser, length: int = 20) -> None:
        self._content, self._pick, self._length = content, pick, length
        self._hidden, self._memory, self._left = None, None, 0

    def next(self) -> Asked:
        """The next question, after ``length`` questions that of a new instance."""
        if not self._left:
            self._hidden = self._content.draw(self._pick)
            self._memory = self._memory if self._content.keeps else None
            self._left = self._length
        self._left -= 1
        asked, self._memory = self._content.ask(self._pick, self._hidden, self._memory)
        return asked
