"""Finds the symbol that means "nothing is said".

Two kinds of evidence: a reply that earns nothing where other replies are punished, and a symbol that the world
repeats on and on while nothing happens.
"""

from __future__ import annotations

from collections.abc import Sequence

from gradus.learners.gradual.codec import Remembering

RUN = 10
"""So many equal symbols in a row, all unrewarded, are taken for silence."""


class SilenceFinder(Remembering):
    """Watches single steps until the silent symbol is known."""

    def __init__(self) -> None:
        self.symbol = ""
        self.heard: dict[str, int] = {}
        self._zeros: dict[str, int] = {}
        self._blames = 0
        self._last = ""
        self._run = 0
        self._tried: dict[str, int] = {}

    @property
    def known(self) -> bool:
        """Whether silence has been found."""
        return bool(self.symbol)

    def observe(self, said: str, heard: str, reward: int) -> None:
        """One step: what was said, its reward, and what the world sent next."""
        self.heard[heard] = self.heard.get(heard, 0) + 1
        if self.symbol:
            return
        self._run = self._run + 1 if heard == self._last and reward == 0 else 1
        self._last = heard
        if reward < 0:
            self._blames += 1
        elif reward == 0 and said:
            self._zeros[said] = self._zeros.get(said, 0) + 1
        if self._run >= RUN:
            self.symbol = heard
        elif self._blames >= 4 and self._zeros.get(said, 0) >= 2 and reward == 0:
            self._accept(said)

    def _accept(self, said: str) -> None:
        """Blame must be the rule and the free symbol the exception."""
        others = sum(count for symbol, count in self._zeros.items() if symbol != said)
        if others * 3 <= self._blames:
            self.symbol = said

    def candidate(self, order: Sequence[str]) -> str:
        """The next symbol to try as silence: heard ones first, each a few times in a row."""
        choice = min(order, key=lambda symbol: (self._tried.get(symbol, 0) // 4, symbol not in self.heard))
        free = [symbol for symbol, count in self._zeros.items() if count == 1 and self._blames >= 4]
        if free and self._tried.get(free[-1], 0) < 12:
            choice = free[-1]
        self._tried[choice] = self._tried.get(choice, 0) + 1
        return choice
