"""New words for known ones: guessed from the place they stand in, and read from hints.

An unexplained question may be a known one with a few words exchanged. If reading an unknown word as a known keyword
makes a proven rule give the right answer, the word is remembered as a synonym. A hint says such an exchange in the
question itself: one word of its beginning stands for another in the rest.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from gradus.learners.gradual.codec import Remembering, remembered
from gradus.learners.gradual.kinds import Rule
from gradus.learners.gradual.rules import RuleBook
from gradus.learners.gradual.words import Phrase, WordCutter

RECENT = 6
"""Explained pairs that may speak for a hint as well as unexplained ones."""

HINTS = 20
"""Forms of hints kept."""

MOST = 2
"""Words exchanged at once."""


@remembered
@dataclass(frozen=True)
class Hint:
    """A question whose first words say that word `new` stands for word `known` in what follows."""

    new: int
    known: int
    start: int
    """Where the question proper begins."""
    marks: tuple[tuple[int, str], ...]
    """The other words before it, by position."""

    def fits(self, phrase: Phrase) -> bool:
        """Whether a question has this form."""
        return len(phrase.full) > self.start and all(phrase.full[at] == mark for at, mark in self.marks)


class Synonyms(Remembering):
    """Words known to stand for others, and forms of hints."""

    def __init__(self) -> None:
        self.scores: dict[str, dict[str, int]] = {}
        self.hints: dict[Hint, int] = {}
        self.ablated: frozenset[str] = frozenset()

    def known(self, word: str) -> str:
        """The word that `word` stands for; empty when it stands for itself."""
        scores = self.scores.get(word)
        if not scores:
            return ""
        best = max(scores, key=lambda other: scores[other])
        return best if scores[best] > 0 else ""

    def accepted(self, exchange: dict[str, str]) -> bool:
        """Whether all exchanges are known synonyms."""
        return all(self.known(new) == old for new, old in exchange.items())

    def unfold(self, phrase: Phrase) -> Phrase | None:
        """The question behind a hint, if it has one."""
        for hint in self.hints:
            if hint.fits(phrase):
                return apply_hint(phrase, hint)
        return None

    def guesses(
        self, phrase: Phrase, book: RuleBook, cutter: WordCutter
    ) -> list[tuple[dict[str, str], Rule, str]]:
        """Ways to read the question as a known one: exchanged words, rule, answer; most plausible first."""
        if "synonyms" in self.ablated:
            return []
        found = []
        taken = book.vocabulary()
        for rule in book.rules:
            if rule.worth < 0.5 or not rule.keywords:
                continue
            for shape in rule.shapes:
                exchange = _align(phrase, shape, cutter)
                if exchange is None:
                    continue
                changed = substitute(phrase, exchange, set())
                text = book.apply(rule, changed)
                anchors = sum(1 for token, place in zip(phrase.full, shape, strict=True) if token == place)
                known = sum(
                    token in taken for token, place in zip(phrase.full, shape, strict=True) if place != token
                )
                doubt = sum(self.scores.get(new, {}).get(old, 0) < 0 for new, old in exchange.items())
                if text:
                    rank = len(exchange) * 2 - anchors - rule.worth + known + 2 * doubt
                    found.append((rank, exchange, rule, text))
        found.sort(key=lambda item: item[0])
        return [item[1:] for item in found[:24]]

    def learn(self, phrase: Phrase, right: str, book: RuleBook, cutter: WordCutter) -> bool:
        """Credit the exchanges that lead to the right answer; true when one does that has not failed before."""
        guesses = self.guesses(phrase, book, cutter)
        verdicts: dict[tuple[str, str], bool] = {}
        for exchange, _, text in guesses:
            for pair in exchange.items():
                verdicts[pair] = verdicts.get(pair, False) or text == right
        for (new, old), good in verdicts.items():
            scores = self.scores.setdefault(new, {})
            scores[old] = max(-6, min(9, scores.get(old, 0) + (1 if good else -3)))
            if len(scores) > 12:
                del scores[next(iter(scores))]
        if len(self.scores) > 400:
            del self.scores[next(iter(self.scores))]
        return any(
            text == right and all(self.scores[new][old] > 0 for new, old in exchange.items())
            for exchange, _, text in guesses
        )

    def learn_hint(self, book: RuleBook) -> bool:
        """Look for a form of hint that explains the newest open pair and another; true when there is one."""
        if "hints" in self.ablated or not book.open:
            return False
        newest = book.open[-1]
        pairs = [*list(book.history)[-RECENT:], *book.open]
        for hint in _forms(newest.phrase):
            if not self._solves(newest.phrase, newest.right, hint, book):
                continue
            good = [
                pair
                for pair in pairs
                if hint.fits(pair.phrase) and self._solves(pair.phrase, pair.right, hint, book)
            ]
            if len(good) >= 2 and len(self.hints) < HINTS:
                self.hints[hint] = self.hints.get(hint, 0) + len(good)
                book.open = deque((pair for pair in book.open if pair not in good), book.open.maxlen)
                return True
        return False

    def _solves(self, phrase: Phrase, right: str, hint: Hint, book: RuleBook) -> bool:
        inner = apply_hint(phrase, hint)
        return inner is not None and book.answer(inner)[0] == right


def apply_hint(phrase: Phrase, hint: Hint) -> Phrase | None:
    """The question proper with the new word read as the known one."""
    new, known = phrase.word[hint.new], phrase.word[hint.known]
    rest = Phrase(phrase.full[hint.start :], phrase.word[hint.start :], phrase.raw[hint.start :])
    if new not in rest.word:
        return None
    return substitute(rest, {new: known}, set())


def substitute(phrase: Phrase, exchange: dict[str, str], keep: set[str]) -> Phrase:
    """Exchange words, leaving their punctuation in place."""
    if not exchange:
        return phrase
    full, words, raw = list(phrase.full), list(phrase.word), list(phrase.raw)
    for number, word in enumerate(words):
        new = exchange.get(word)
        if new is not None and full[number] not in keep:
            full[number] = new + full[number][len(word) :]
            raw[number] = new + raw[number][len(word) :]
            words[number] = new
    return Phrase(tuple(full), tuple(words), tuple(raw))


def _align(phrase: Phrase, shape: tuple[str, ...], cutter: WordCutter) -> dict[str, str] | None:
    """The exchanges that turn a question into `shape`; None when there is no small set of them."""
    if len(phrase.full) != len(shape):
        return None
    exchange: dict[str, str] = {}
    for token, word, place in zip(phrase.full, phrase.word, shape, strict=True):
        if not place or token == place:
            continue
        bare = cutter.bare(place)
        if token[len(word) :] != place[len(bare) :] or exchange.get(word, bare) != bare:
            return None
        exchange[word] = bare
        if len(exchange) > MOST:
            return None
    return exchange or None


def _forms(phrase: Phrase) -> list[Hint]:
    """Possible forms of a hint at the beginning of a question."""
    forms = []
    for start in range(2, min(8, len(phrase.word))):
        rest = phrase.word[start:]
        for new in range(start):
            if phrase.word[new] not in rest:
                continue
            for known in range(start):
                if known == new or phrase.word[known] == phrase.word[new]:
                    continue
                marks = tuple((at, phrase.full[at]) for at in range(start) if at not in (new, known))
                forms.append(Hint(new, known, start, marks))
    return forms
