"""Trying on purpose: where nothing is told, right answers are found by elimination.

Options that were right before come first, then single symbols that questions are made of, then doubled ones. What was
punished for a question is not tried again for it; what fails everywhere is tried last.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.policy.settings import SETTINGS


def sayable(answer: str, ending: str) -> bool:
    """Whether an answer with this ending is heard as that answer: the ending comes nowhere before its end."""
    return not ending or (answer + ending).find(ending) == len(answer)


def _places(question: str, silence: str) -> dict[str, list[int]]:
    """The words of a question with their places, counted from its beginning."""
    found: dict[str, list[int]] = {}
    for place, word in enumerate(filter(None, question.split(silence) if silence else [])):
        found.setdefault(word, []).append(place)
    return found


class Trying(Remembering):
    """Which options were tried for which question, and what came of them."""

    def __init__(self) -> None:
        self.tried: dict[str, list[str]] = {}
        """By question: options that were wrong since it was last answered rightly."""
        self.right: dict[str, str] = {}
        """What was right for a question when it was last rewarded."""
        self.wins: dict[str, int] = {}
        """How often each option was right."""
        self.losses: dict[str, int] = {}
        """How often an option was wrong since it was right."""
        self.places: dict[int, int] = {}
        """How often the word of a question at a place was wrong since it was right"""
        self.symbols: dict[str, int] = {}
        """How often each symbol was part of a question."""
        self.record: list[RawExchange] = []
        """Answers that were judged, as they were heard and said: all is read again when the form changes."""
        self.epoch = 0
        """The epoch of the record: in another one the world has probably changed."""
        self.earlier: list[str] = []
        """What was right last in dialogues before this one."""
        self.unpaid = 0
        """Answers judged wrong since one was right."""
        self.won: list[tuple[str, str]] = []
        """The latest questions answered rightly, with what was right."""
        self.held = False
        """Whether anything was right since the world changed last."""

    def since(self, epoch: int) -> list[RawExchange]:
        """The answers judged in this epoch; those of earlier ones are dropped."""
        if epoch != self.epoch:
            self.epoch, self.record = epoch, []
        return self.record

    def note(self, exchange: RawExchange) -> None:
        """An answer was judged."""
        self.record.append(exchange)
        del self.record[: -SETTINGS.record]

    def hear(self, question: str) -> None:
        """Take note of the symbols that questions are made of."""
        for symbol in question:
            self.symbols[symbol] = self.symbols.get(symbol, 0) + 1

    def judged(self, question: str, option: str, good: bool, silence: str = "") -> None:
        """An option was rewarded or not; if it was right for this question before, the world has changed."""
        for place in _places(question, silence).get(option, ()):
            self.places[place] = 0 if good else self.places.get(place, 0) + 1
        if good:
            self.right[question], self.held = option, True
            self.won = [*self.won[1 - SETTINGS.won :], (question, option)]
            if len(self.right) > SETTINGS.questions:
                del self.right[next(iter(self.right))]
        elif self.right.get(question) == option or (self.held and self.alike and option == self.won[-1][1]):
            self.held = False
            self.right.clear()
            self.tried.clear()
            self.losses.clear()
        self.unpaid = 0 if good else self.unpaid + 1
        counts = self.wins if good else self.losses
        counts[option] = counts.pop(option, 0) + 1
        if good:
            self.losses.pop(option, None)
        while len(counts) > SETTINGS.options:
            del counts[next(iter(counts))]
        tried = self.tried.pop(question, [])
        self.tried[question] = [] if good else [*tried[-SETTINGS.options :], option]
        while len(self.tried) > SETTINGS.questions:
            del self.tried[next(iter(self.tried))]

    @property
    def alike(self) -> bool:
        """Whether the same was right lately whatever was asked: then what is wrong for one question is for all."""
        changes = sum(before != after for (_, before), (_, after) in pairwise(self.won))
        several = len({question for question, _ in self.won}) >= SETTINGS.asked
        return len(self.won) == SETTINGS.won and changes <= 1 and several

    def _tried_for(self, question: str) -> Sequence[str]:
        """What was tried for a question, or for any other if that tells the same."""
        return list(self.losses) if self.alike else self.tried.get(question, [])

    def option(
        self,
        question: str,
        signs: tuple[str, str],
        length: int,
        symbols: Sequence[str],
        pieces: Sequence[str] = (),
        unheard: Sequence[str] = (),
    ) -> str:
        """The most promising option not yet tried for `question`; `length`: how long it must be, if that is known.

        `signs` are silence and the ending, which no option contains; `symbols` are those heard, `unheard` all others;
        `pieces` are parts of what was said lately. These and what questions are made of are tried for every question
        before anything else is, then other symbols, then doubled ones; one that was lost gives way to the next tier.
        """
        silence, ending = signs
        often = sorted(self.symbols, key=lambda symbol: -self.symbols[symbol])
        words = _places(question, silence)
        heard = [*often, *(symbol for symbol in symbols[: SETTINGS.heard] if symbol not in self.symbols)]
        first = [*self.wins, *self.earlier, *pieces, *words, *often]
        doubled = [symbol * 2 for symbol in often]
        tiers = (first, [*doubled, *heard], [symbol * 2 for symbol in heard], [*symbols, *unheard])
        pool: dict[str, int] = {}
        for tier, texts in zip(SETTINGS.tiers, tiers, strict=True):
            for text in texts:
                pool.setdefault(text, tier)
        tried = self._tried_for(question)
        options = [
            text
            for text in pool
            if text not in tried
            and not (silence and silence in text)
            and sayable(text, ending)
            and (not length or len(text) == length)
        ]
        if not options:
            self.tried.pop(question, None)  # everything was tried: the world may have changed
            self.won.clear()
        size = self._size()
        likely = {text: pool[text] + SETTINGS.unlike * (size not in (0, len(text))) for text in options}
        return min(options, key=lambda text: self._rank(text, likely[text], words.get(text, ())), default="")

    def _size(self) -> int:
        """How long all options are that were right lately; 0: some are longer than others, or none was."""
        if self.unpaid >= SETTINGS.outdated:
            return 0
        sizes = {len(option) for option in self.wins if self.losses.get(option, 0) < SETTINGS.wrong}
        return sizes.pop() if len(sizes) == 1 else 0

    def _rank(self, option: str, tier: int, places: Sequence[int]) -> tuple[int, int, int]:
        """What was right lately comes first; then a loss counts as much as a step to the next tier.

        A word of the question is as lost as other words were at its place.
        """
        lost = max([self.losses.get(option, 0), *(self.places.get(place, 0) for place in places[:1])])
        return (
            -1 if option in self.wins and lost < SETTINGS.wrong else tier + lost,
            tier,
            -self.wins.get(option, 0),
        )

    def vain(self, question: str, answer: str, sure: float) -> bool:
        """Whether a guess was wrong for this question, or several times elsewhere.

        What is surer than a guess is known: it has learned from what was wrong, and the world may have changed.
        """
        if self.alike:
            return answer in self.losses
        wrong = self.losses.get(answer, 0) >= SETTINGS.wrong or answer in self.tried.get(question, ())
        return sure < SETTINGS.supported and wrong

    def forget(self, judged: Sequence[tuple[str, str, bool]] = ()) -> None:
        """The dialogue is understood otherwise now: only what was `judged`, read again, still counts."""
        self.earlier = list(dict.fromkeys([*reversed(self.wins), *self.earlier]))[: SETTINGS.earlier]
        for counts in (self.right, self.tried, self.losses, self.wins, self.places):
            counts.clear()
        self.won.clear()
        for question, option, good in judged:
            self.judged(question, option, good)
