"""Trying on purpose: where nothing is told, right answers are found by elimination.

Options that were right before come first, then single symbols that questions are made of, then doubled ones. What was
punished for a question is not tried again for it; what fails everywhere is tried last.
"""

from __future__ import annotations

from gradus.learners.gradual.codec import Remembering

QUESTIONS = 64
"""Questions for which the options tried are remembered."""

OPTIONS = 64
"""Options considered."""


class Trying(Remembering):
    """Which options were tried for which question, and what came of them."""

    def __init__(self) -> None:
        self.tried: dict[str, list[str]] = {}
        self.wins: dict[str, int] = {}
        self.losses: dict[str, int] = {}
        self.symbols: dict[str, int] = {}

    def hear(self, question: str) -> None:
        """Take note of the symbols that questions are made of."""
        for symbol in question:
            self.symbols[symbol] = self.symbols.get(symbol, 0) + 1

    def judged(self, question: str, option: str, good: bool) -> None:
        """An option was rewarded or not."""
        counts = self.wins if good else self.losses
        counts[option] = counts.pop(option, 0) + 1
        while len(counts) > 4 * OPTIONS:
            del counts[next(iter(counts))]
        tried = self.tried.pop(question, [])
        self.tried[question] = [] if good else [*tried[-2 * OPTIONS :], option]
        while len(self.tried) > QUESTIONS:
            del self.tried[next(iter(self.tried))]

    def option(self, question: str, silence: str, length: int) -> str:
        """The most promising option not yet tried for `question`; `length`: how long it must be, if that is known."""
        often = sorted(self.symbols, key=lambda symbol: -self.symbols[symbol])
        single = [symbol for symbol in often if symbol != silence][: OPTIONS // 2]
        words = [word for word in question.split(silence) if word] if silence else []
        pool = dict.fromkeys([*self.wins, *single, *words, *(symbol * 2 for symbol in single)])
        tried = self.tried.get(question, [])
        options = [text for text in pool if text not in tried and (not length or len(text) == length)]
        return min(options, key=self._rank, default="")

    def _rank(self, option: str) -> tuple[bool, int, int]:
        return (option not in self.wins, -self.wins.get(option, 0), self.losses.get(option, 0))

    def forget(self) -> None:
        """Another dialogue has begun."""
        self.tried.clear()
        self.losses.clear()
        self.wins.clear()
