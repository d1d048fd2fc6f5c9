"""The score of a way to cut segments: questions that come back, reactions that are there."""

from __future__ import annotations

from collections.abc import Collection
from math import log2
from typing import Any

from gradus.learners.gradual.perception import candidates
from gradus.learners.gradual.perception.codes import Alike, verdict_bits
from gradus.learners.gradual.perception.form import Form, Parse
from gradus.learners.gradual.perception.settings import SETTINGS
from gradus.learners.gradual.perception.view import View


class Cutting:
    """How well a way to cut segments explains the window: questions that come back, reactions that are there."""

    def __init__(self, view: View, form: Form) -> None:
        self.view, self.form = view, form
        self.cuts = {False: form.wrong, True: form.right}
        self.parses: dict[int, Parse | None] = {}
        """The parse of every exchange; None where the form does not fit."""
        for right, numbers in view.classes.items():
            self.parses.update(zip(numbers, view.parses(self.cuts[right], form.end, right), strict=True))
        self.earned = {
            found.question: view.core(number)
            for number, found in self.parses.items()
            if found is not None and view.window[number].reward > 0
        }
        """Answers that were rewarded, by question."""
        self.reacting = {
            number: found.reaction for number, found in sorted(self.parses.items()) if found and found.begin
        }
        """Exchanges that begin with a reaction, and these reactions."""
        self.echoes = {
            number: self._echo(number) for number in self.reacting if view.window[number].before > 0
        }
        """Where reactions to right answers repeat them."""
        self.tellings: dict[tuple[Any, ...], list[float]] = {}
        """The rest of the score of forms that cut so, by where they find told answers."""
        self._questions = Alike()
        self._presence = {False: [0.5, 0.5], True: [0.5, 0.5]}
        marks = dict.fromkeys((form.wrong.mark, form.right.mark, form.end.mark, *form.end.also))
        self.total = -self._common(form.wrong.mark) - self._common(form.right.mark)
        """Bits in favour of it."""
        self.total -= sum(map(view.prices.text, marks))
        self.total += self._beginnings() - self._betrayed()
        for number in range(len(view.window)):
            self.total -= self._bits(number)

    def _echo(self, number: int) -> tuple[int, int] | None:
        """Where a reaction to a right answer repeats it, perhaps without its last symbol."""
        said = self.view.core_before(number)
        for text in (said, said[:-1]):
            at = self.reacting[number].find(text) if text else -1
            if at >= 0:
                return at, at + len(text)
        return None

    def _common(self, mark: str) -> float:
        """Bits against a mark whose symbols have other uses."""
        counts, size = self.view.prices.counts, len(self.view.window)
        return sum(0.7 * min(3.0, max(0.0, counts.get(symbol, 0) / size - SETTINGS.sole)) for symbol in mark)

    def _beginnings(self) -> float:
        """Where all questions begin or end alike: signs of no other use belong to the marks, words do not."""
        parses = [self.parses[number] for number in self.view.classes[False]]
        asked = [found for found in parses if found is not None]
        total = 0.0
        if self.form.wrong.mark:
            total -= 0.5 * min(6, sum(self.form.wrong.mark in found.question for found in asked))
        texts = {found.question for found in asked}
        if len(texts) < 3:
            return total
        begun = candidates.shared(list(texts))
        first = asked[0].question
        said = {found.reaction for found in asked}  # what reactions are made of has another use
        alone = _alone(first[:begun], {text[begun:] for text in texts} | said)
        varied = len(said) > 1
        total += (SETTINGS.early if varied else -SETTINGS.early) * min(
            begun - alone, 12
        ) - SETTINGS.lonely * alone
        closed = min(candidates.shared(list(texts), backwards=True), min(map(len, texts)) - begun)
        if closed > 0 and len(texts) > 3:
            inner = {text[begun : len(text) - closed] for text in texts}
            total -= SETTINGS.lonely * _alone(first[len(first) - closed :][::-1], inner | said)
        return total

    def _betrayed(self) -> float:
        """Bits by which what questions begin with tells whether the answer before was right.

        A question knows nothing of that: what changes with the reward belongs to the reaction.
        """
        asked = [
            (found.question, self.view.window[number].before > 0)
            for number, found in self.parses.items()
            if found is not None and self.view.reacts(number)
        ]
        silence = self.view.context.silence
        words = [(text.partition(silence)[0] if silence else text, right) for text, right in asked]
        firsts = [(text[:1], right) for text, right in asked]
        return min(SETTINGS.betrayed, max(verdict_bits(words), verdict_bits(firsts)))

    def _bits(self, number: int) -> float:
        """What the question of an exchange costs, and whether there is a reaction before it."""
        exchange, found = self.view.window[number], self.parses[number]
        prices = self.view.prices
        if found is None:
            return SETTINGS.unparsed + prices.of(number, 0, len(exchange.segment))
        symbols = prices.symbols(number, found.begin, found.begin + len(found.question), apart=True)
        bits = self._questions.bits(found.question, symbols, SETTINGS.gain)
        right = exchange.before > 0
        if self.cuts[right].optional:
            counts = self._presence[right]
            bits -= log2(counts[found.begin > 0] / (counts[0] + counts[1]))
            counts[found.begin > 0] += 1.0
        if exchange.reward <= 0 and exchange.prompt:
            bits += SETTINGS.changed * (self.earned.get(found.question, "") == self.view.core(number) != "")
        return bits


def _alone(text: str, others: Collection[str]) -> int:
    """How many first symbols of `text` stand nowhere in `others`."""
    used = set().union(*others)
    return next((size for size, symbol in enumerate(text) if symbol in used), len(text))
