"""Words that stand for other words: guessed from the place they stand in, kept when they lead to right answers.

An unexplained question may be a known one with a word or two exchanged. If reading an unknown word as the keyword of a
rule makes the rule give the right answer, the word is credited; if not, it is doubted. Readings are few per word, and
the least credited goes first, never the one that is being judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gradus.learners.gradual.knowledge.rules import Rule, Rulebook
from gradus.learners.gradual.knowledge.settings import SYNONYMS
from gradus.learners.gradual.knowledge.symbols import cut
from gradus.learners.gradual.programs import World, run


@dataclass(frozen=True)
class Guess:
    """A question read as a known one: the words exchanged, the rule it then falls under, and its answer."""

    exchange: tuple[tuple[str, str], ...]
    rule: Rule
    answer: str
    score: int
    """How much the least credited of the exchanges is; less where a keyword is read as another."""
    strange: int = 0
    """Keywords of other rules that would be content."""


class Synonyms:
    """Credits of readings: by word, by what it may stand for."""

    def __init__(self) -> None:
        self.credits: dict[str, dict[str, int]] = {}
        """By word, by the word it may stand for: how often that reading was right less how often it was wrong."""

    def guesses(
        self,
        question: str,
        book: Rulebook,
        world: World,
        silence: str,
        content: frozenset[str] = frozenset(),
    ) -> list[Guess]:
        """Ways to read a question as a known one, the most credited first; words that are `content` stay."""
        if not silence:
            return []
        keywords = {
            word: None for rule in book.rules if rule.worth > SYNONYMS.keywords for word in rule.kind.tokens
        }
        found: dict[tuple[tuple[tuple[str, str], ...], str], Guess] = {}
        for rule in book.rules:
            if rule.worth < SYNONYMS.readable or not rule.kind.tokens or rule.kind.prefix:
                continue
            tokens = cut(question, silence, rule.kind.marks)
            for shape in rule.shapes:
                exchange = align(tokens, shape)
                if not content.isdisjoint(exchange):
                    continue
                guess = self._read(tokens, exchange, rule, world, silence) if exchange else None
                if guess is not None:
                    taken = sum(new in keywords and self.known(new) != old for new, old in exchange.items())
                    strange = sum(a in keywords for a, b in zip(tokens, shape, strict=True) if not b)
                    guess = replace(guess, score=guess.score - 3 * taken, strange=strange)
                    found.setdefault((guess.exchange, guess.answer), guess)
        return sorted(found.values(), key=_rank)[: SYNONYMS.guesses]

    def _read(
        self, tokens: Sequence[str], exchange: Mapping[str, str], rule: Rule, world: World, silence: str
    ) -> Guess | None:
        text = silence.join([exchange.get(token, token) for token in tokens])
        case = rule.kind.case(text, {}, silence)
        answer = None if case is None else run(rule.program, case, world.operators)
        if not isinstance(answer, str):
            return None
        score = min(self.credits.get(new, {}).get(old, 0) for new, old in exchange.items())
        return Guess(tuple(exchange.items()), rule, answer, score)

    def learn(self, guesses: Sequence[Guess], right: str, telling: bool = True) -> None:
        """Credit readings that lead to the right answer if that is `telling`, doubt the others."""
        verdicts: dict[tuple[str, str], bool] = {}
        for guess in guesses:
            for pair in guess.exchange:
                verdicts[pair] = verdicts.get(pair, False) or guess.answer == right
        for (new, old), good in verdicts.items():
            if good and not telling:
                continue
            readings = self.credits.setdefault(new, {})
            readings[old] = _credited(readings.get(old, 0), good)
            if len(readings) > SYNONYMS.readings:
                others = [reading for reading in readings if reading != old]
                del readings[min(others, key=lambda reading: readings[reading])]
        while len(self.credits) > SYNONYMS.words:
            del self.credits[next(iter(self.credits))]

    def plausible(self, guess: Guess) -> bool:
        """Whether a reading was right before, or was never wrong and no other reading of its words was right."""
        return guess.score > 0 or (
            guess.score == 0 and all(self.known(new) in ("", old) for new, old in guess.exchange)
        )

    def firm(self, word: str, book: Rulebook) -> str:
        """What a word surely stands for; empty when that is not sure.

        Of two words that stand for each other, the one that fewer rules know is read as the other.
        """
        meant = self.known(word)
        if not meant or self.credits[word][meant] < SYNONYMS.firm:
            return ""
        if self.known(meant) != word:
            return meant
        return meant if (-_uses(meant, book), meant) < (-_uses(word, book), word) else ""

    def judge(self, words: Sequence[str], good: bool) -> None:
        """Questions in which these words were read as others had the answer expected, or another one."""
        for word in words:
            meant = self.known(word)
            if meant:
                self.credits[word][meant] = _credited(self.credits[word][meant], good)

    def known(self, word: str) -> str:
        """What a word stands for; empty when it stands for itself."""
        readings = self.credits.get(word)
        best = max(readings, key=lambda old: readings[old]) if readings else ""
        return best if readings and readings[best] > 0 else ""


def _credited(credit: int, good: bool) -> int:
    """The credit of a reading after one more question: what fails once loses all it had."""
    return min(SYNONYMS.most_credit, credit + 1) if good else max(SYNONYMS.least, min(0, credit) - 3)


def _uses(word: str, book: Rulebook) -> int:
    """How many good rules have a word for their keyword."""
    return sum(rule.worth > SYNONYMS.keywords and word in rule.kind.tokens for rule in book.rules)


def _rank(guess: Guess) -> tuple[float, ...]:
    """Credited readings first, then those that leave no keyword unread, change little and fit a specific rule."""
    return -guess.score, guess.strange, len(guess.exchange), -guess.rule.kind.weight, -guess.rule.worth


def align(tokens: Sequence[str], shape: Sequence[str]) -> dict[str, str]:
    """The exchanges that turn a question into a shape; empty when there is none or too many."""
    if len(tokens) != len(shape):
        return {}
    exchange: dict[str, str] = {}
    for token, place in zip(tokens, shape, strict=True):
        if not place or token == place:
            continue
        if exchange.get(token, place) != place or len(exchange) >= SYNONYMS.most:
            return {}
        exchange[token] = place
    return exchange
