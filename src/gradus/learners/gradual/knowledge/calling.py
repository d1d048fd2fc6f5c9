"""Calling: what was found becomes a function of the library, and a keyword names it."""

from __future__ import annotations

from collections.abc import Sequence

from gradus.learners.gradual.knowledge.library import parameterise
from gradus.learners.gradual.knowledge.rules import Rule
from gradus.learners.gradual.knowledge.settings import SOURCES
from gradus.learners.gradual.knowledge.store import Store
from gradus.learners.gradual.knowledge.symbols import cut
from gradus.learners.gradual.programs import (
    Function,
    Program,
)


class Calling:
    """Puts programs into the library, and lets words name them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def shelve(self, rule: Rule) -> None:
        """Put a rule's program into the library, and let keywords name it; so with the branches of a switch."""
        store = self.store
        for program in (rule.program, *[branch for _, branch in called_for(rule.program)]):
            store.library.shelve(program, store.world, store.settings.functions)
        if not store.settings.names:
            return
        for word, program in called_for(rule.program):
            self._name(word, program)
        words = self._words(rule)
        if len(words) == 1:
            self._name(words[0], rule.program)
            return
        for other in store.book.rules:
            if other.worth > SOURCES.good and any(word in words for word in self._words(other)):
                self._name(self._telling(self._words(other)), other.program)
        known = [word for word in words if word in store.world.names]
        if len(known) == 1 and self._replaced(known[0], rule):
            self._name(known[0], rule.program)

    def _words(self, rule: Rule) -> list[str]:
        return [*cut(rule.kind.prefix, self.store.quiet, ""), *rule.kind.tokens]

    def call(self, word: str, body: Program) -> None:
        """Let a word name a function of one text, told by its body."""
        store = self.store
        known = body[0].removeprefix("f:") if body[1:] == (("arg", 0),) else ""
        name = known if known in store.world.functions else ""
        function = Function("t", "t", body)
        store.world.names[word] = name or store.library.add(function, store.world, store.settings.functions)
        store.world.refresh()

    def _name(self, word: str, program: Program) -> None:
        """Let a word name a program of one text that is in the library."""
        function = parameterise(program) if word else None
        if function is None or function.takes != "t":
            return
        for name, known in self.store.world.functions.items():
            if known == function and self.store.world.names.get(word) != name:
                self.store.world.names[word] = name
                self.store.world.refresh()

    def _replaced(self, word: str, rule: Rule) -> bool:
        """Whether what a word names is what rules for the very questions of a newer one say, or no rule at all."""
        function = self.store.world.functions.get(self.store.world.names[word])
        holding = [
            other for other in self.store.book.rules if word in self._words(other) and other is not rule
        ]
        return all(
            self._words(other) == self._words(rule)
            for other in holding
            if parameterise(other.program) == function
        )

    def _telling(self, words: Sequence[str]) -> str:
        """The one of several keywords that says what is done: fewer rules have it than have any other of them.

        Where one is known to say something, what is done is more than any of them says.
        """
        if len(words) < 2 or any(word in self.store.world.names for word in words):
            return ""
        good = [self._words(rule) for rule in self.store.book.rules if rule.worth > SOURCES.good]
        spread = {word: sum(word in others for others in good) for word in words}
        rare, second, *_ = sorted(words, key=lambda word: spread[word])
        return rare if spread[rare] < spread[second] else ""


def called_for(program: Program) -> list[tuple[str, Program]]:
    """Words of the question that a switch depends on, each with the program that it calls for."""
    found: list[tuple[str, Program]] = []
    while program[0] == "if" and program[1][0] == "same" and program[1][2][0] == "lit":
        found.append((program[1][2][1], program[2]))
        program = program[3]
    return found
