"""The score of a form of dialogue: a pure function of a window of raw exchanges.

The score is the number of bits by which a form shortens the description of the window. All text costs the same
wherever a form puts it; forms gain only where they predict: questions, reactions and told answers that come back or
begin alike, told answers as long as the world waited, told answers that were rewarded when said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log2

from gradus.learners.gradual.codec import remembered
from gradus.learners.gradual.perception import candidates
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Parse, Slot, parse
from gradus.learners.gradual.perception.prices import Prices

UNPARSED = 7.0
"""Bits lost for a segment that a form cannot parse."""

GAIN = 16.0
"""Most bits gained by one text that comes back: a long one is not much better evidence than a short one."""

ALL = 1e9
"""A constant may gain all its bits."""

LONGER = 6.0
"""Bits lost for a told answer of another length than the world waited for."""

PATIENCE = 4
"""A longer time that never changes is how long the world waits, and not the length of an answer."""

REFUTED = 10.0
"""Bits lost for a told answer that was said and punished: once may be an accident."""

AGAIN = 30.0
"""Bits lost for every further one: it is no accident, however well the form explains all else."""

DIFFERENT = 5.0
"""Bits lost for a told answer other than the rewarded one, or with another ending than the others."""

CHANGED = 4.0
"""Bits lost when a question is told another answer than before."""

TELLING = 0.6
"""Bits gained by each told answer that a form can read: reactions are there to tell something."""

EARLY = 0.3
"""Bits gained by each symbol that all questions begin with: where it is open, keywords belong to the question."""

UNREADABLE = 3.0
"""Bits lost for a reaction in which a form finds no told answer."""

ALIKE = 6
"""Earlier texts that a new one is compared with."""

SOLE = 1.4
"""Occurrences per segment up to which a symbol may be a mark that has no other use."""


@remembered
@dataclass(frozen=True)
class Context:
    """What is believed apart from the window."""

    silence: str
    ending: str = ""
    """The sign with which answers end; empty: none is known."""
    known: Mapping[Form, int] = field(default_factory=dict)
    """Forms that were proven before, with how often."""
    blame: Mapping[tuple[Cut, Slot | None], float] = field(default_factory=dict)
    """Bits held against a cut and slot, because their told answers were wrong."""

    def prior(self, form: Form) -> float:
        """Bits in favour of a form before looking at the window."""
        worth = -form.cost - self.blame.get((form.wrong, form.slot), 0.0)
        if form in self.known:
            return worth + 3.0 + min(3.0, self.known[form] / 10)
        parts = max((_alike(form, other) for other in self.known), default=0)
        return worth + 0.7 * parts


def _alike(form: Form, other: Form) -> int:
    return (form.wrong == other.wrong) + (form.end == other.end) + (form.slot == other.slot)


class Repeats:
    """The code of texts that come back: is it a new one, adaptively; which of the old ones, or its price."""

    def __init__(self, symbol: Mapping[str, float] | None = None) -> None:
        self._symbol = symbol
        """Prices of symbols, where a new text is cheaper for beginning like another one."""
        self._counts: dict[str, int] = {}
        self._total = 0

    def bits(self, text: str, price: float, most: float) -> float:
        """What `text` costs; it counts as an old one from now on. An old one costs at least `price - most`."""
        counts, total = self._counts, self._total
        count = counts.get(text, 0)
        new = len(counts)
        self._total = total + 1
        if count:
            counts[text] = count + 1
            return max(price - most, log2((total + 1.0) / (total - new + 0.5) * total / count))
        saved = self._begun(text, self._symbol) if new and self._symbol else 0.0
        counts[text] = 1
        return max(0.5, price - saved) - log2((new + 0.5) / (total + 1.0))

    def _begun(self, text: str, symbol: Mapping[str, float]) -> float:
        """Bits saved because another text begins alike."""
        best = 0
        for other in list(self._counts)[-ALIKE:]:
            if other[:best] == text[:best]:
                best = max(best, candidates.shared((text, other)))
        if not best:
            return 0.0
        return max(0.0, sum(symbol.get(part, 5.0) for part in text[:best]) - 1.0)


class View:
    """A window prepared for scoring."""

    def __init__(self, window: Sequence[RawExchange], context: Context) -> None:
        self.window = window
        self.context = context
        self.prices = Prices([exchange.segment for exchange in window])
        self.classes = {
            right: [i for i, x in enumerate(window) if (x.before > 0) == right] for right in (False, True)
        }
        lengths = {exchange.length for exchange in window if exchange.length}
        self.timed = len(lengths) > 1 or (bool(lengths) and min(lengths) <= PATIENCE)
        """Whether the time that the world waits says how long an answer is."""
        self._parses: dict[tuple[Cut, End, bool], list[Parse | None]] = {}
        self.cuts: dict[tuple[End, bool], list[Cut]] = {}
        """Cuts that explain the segments of a class, once they were sought."""
        self.work = 0
        """Symbols looked at so far: the measure of effort."""

    def parses(self, cut: Cut, end: End, right: bool) -> list[Parse | None]:
        """The parses of all segments of a class; None where a segment does not end with its question."""
        key = (cut, end, right)
        if key not in self._parses:
            silence = self.context.silence
            found = []
            for number in self.classes[right]:
                segment = self.window[number].segment
                item = parse(cut, end, segment, silence)
                if (item is None or item.end < len(segment)) and not self.window[number].joined:
                    item = parse(Cut(), end, segment, silence)  # nothing that it could react to was heard
                found.append(item if item is not None and item.end == len(segment) else None)
            self._parses[key] = found
            self.work += 8 * len(found)
        return self._parses[key]

    def core(self, number: int) -> str:
        """What was said in an exchange, without its ending and the silence around it."""
        said = self.window[number].said
        if self.context.ending:
            return said.partition(self.context.ending)[0]
        return said.rstrip(self.context.silence) if self.context.silence else said

    def score(self, form: Form) -> float:
        """Bits in favour of `form`."""
        self.work += 60 * len(self.window)
        return _Scoring(self, form).total


class _Scoring:
    """The score of one form, exchange by exchange."""

    def __init__(self, view: View, form: Form) -> None:
        self.view, self.form = view, form
        self.total = view.context.prior(form) - self._common(form.wrong.mark) - self._common(form.right.mark)
        marks = dict.fromkeys((form.wrong.mark, form.right.mark, form.end.mark, *form.end.also))
        self.total -= sum(map(view.prices.text, marks))
        self.bodies = Repeats(view.prices.symbol)
        self.residues = {False: Repeats(), True: Repeats()}
        self.tails = {False: Repeats(), True: Repeats()}
        self.tolds = Repeats()
        self.memory: dict[str, str] = {}
        self.refuted = False
        self.endings = [0, 0]
        self.firsts: list[str] = []
        self.presence = {False: [0.5, 0.5], True: [0.5, 0.5]}
        cuts = {False: form.wrong, True: form.right}
        parses: dict[int, Parse | None] = {}
        for right, numbers in view.classes.items():
            parses.update(zip(numbers, view.parses(cuts[right], form.end, right), strict=True))
        self.parses = parses
        self.cuts = cuts
        self.closing = 0.0
        """Bits of what all questions end with."""
        self.fixed = 0.0
        """Bits of what all questions begin with."""
        self._weigh_beginnings()
        self.earned = {
            found.question: view.core(number)
            for number, found in parses.items()
            if found is not None and view.window[number].reward > 0
        }
        """Answers that were rewarded, by question."""
        for number in range(len(view.window)):
            self._exchange(number)
        if len(self.firsts) > 2 and len(set(self.firsts)) == 1 and len(self.memory) > 2:
            self.total -= 0.6 * len(self.firsts)
        self.total -= DIFFERENT * min(self.endings)
        if self.endings[1] > self.endings[0]:
            self.total += self.endings[1]

    def _common(self, mark: str) -> float:
        """Bits against a mark whose symbols have other uses."""
        counts, size = self.view.prices.counts, len(self.view.window)
        return sum(0.7 * min(3.0, max(0.0, counts.get(symbol, 0) / size - SOLE)) for symbol in mark)

    def _weigh_beginnings(self) -> None:
        """Where all questions begin alike, signs of no other use belong to the mark before them, words do not."""
        view, asked = self.view, []
        for number in view.classes[False]:
            found = self.parses[number]
            if found is not None:
                asked.append(found)
        if self.form.wrong.mark:
            self.total -= 0.5 * min(6, sum(self.form.wrong.mark in found.question for found in asked))
        texts = {found.question for found in asked}
        if len(texts) < 3:
            return
        begun = candidates.shared(list(texts))
        first = asked[0].question
        self.fixed = view.prices.text(first[:begun])
        used = set().union(*(text[begun:] for text in texts))
        alone = 0
        while alone < begun and first[alone] not in used:
            alone += 1
        varied = len({found.reaction for found in asked}) > 1
        self.total += (EARLY if varied else -EARLY) * min(begun - alone, 12) - 1.5 * alone
        closed = min(candidates.shared(list(texts), backwards=True), min(map(len, texts)) - begun)
        if closed > 0:
            used = set().union(*(text[begun : len(text) - closed] for text in texts))
            last = first[len(first) - closed :]
            self.closing = view.prices.text(last)
            while last and last[-1] not in used:
                last = last[:-1]
                self.total -= 1.5 * (len(texts) > 3)

    def _exchange(self, number: int) -> None:
        exchange, found = self.view.window[number], self.parses[number]
        prices = self.view.prices
        if found is None:
            self.total -= UNPARSED + prices.of(number, 0, len(exchange.segment))
            return
        right = exchange.before > 0
        question = found.question
        begin = found.begin
        price = prices.of(number, begin, min(begin + len(question), len(exchange.segment)))
        self.total -= self.bodies.bits(question, price - (self.closing if number else 0.0), GAIN + self.fixed)
        if self.cuts[right].optional:
            counts = self.presence[right]
            self.total += log2(counts[begin > 0] / (counts[0] + counts[1]))
            counts[begin > 0] += 1.0
        if begin:
            self._reaction(number, found.reaction, right)
        if exchange.reward > 0:
            self.memory[question] = self.view.core(number)
        elif exchange.prompt and self.earned.get(question, "") == self.view.core(number) != "":
            self.total -= CHANGED

    def _reaction(self, number: int, reaction: str, right: bool) -> None:
        exchange, form = self.view.window[number], self.form
        about = number - 1 - form.lag
        bounds = None
        if form.slot is not None and not right and exchange.joined:
            bounds = form.slot.bounds(reaction, self.view.window[about].length if about >= 0 else 0)
            if bounds is None:
                self.total -= UNREADABLE
        if bounds is None and right and number and exchange.joined:
            bounds = self._echo(number, reaction)
        prices = self.view.prices
        if bounds is None:
            self.total -= self.residues[right].bits(reaction, prices.of(number, 0, len(reaction)), ALL)
            return
        start, stop = bounds
        self.total -= self.residues[right].bits(reaction[:start], prices.of(number, 0, start), ALL)
        if stop < len(reaction) or not self.form.slot:
            rest = prices.of(number, stop, len(reaction))
            self.total -= self.tails[right].bits(reaction[stop:], rest, ALL)
        if not right:
            self._told(about, reaction[start:stop], prices.of(number, start, stop))

    def _echo(self, number: int, reaction: str) -> tuple[int, int] | None:
        """Where a reaction to a right answer repeats it."""
        said = self.view.core(number - 1)
        at = reaction.find(said) if said else -1
        return (at, at + len(said)) if at >= 0 else None

    def _told(self, about: int, told: str, price: float) -> None:
        view = self.view
        if about < 0:  # what it speaks of has left the window
            self.total -= self.tolds.bits(told, price, GAIN)
            return
        exchange, ending = view.window[about], view.context.ending
        core = told
        if ending:
            ends = told.endswith(ending)
            self.endings[ends] += 1
            core = told[: -len(ending)] if ends else told
        worth = TELLING
        if exchange.length:
            fits = exchange.length in (len(told), len(core) + len(ending))
            worth += 1.0 if fits else -LONGER * view.timed
        said = view.core(about)
        asked = self.parses.get(about)
        question = asked.question if asked is not None else None
        if exchange.reward > 0:
            worth += -0.5 if said == core else -DIFFERENT - price
        else:
            if exchange.prompt and said and said == core:
                worth -= AGAIN if self.refuted else REFUTED
                self.refuted = True
            worth -= self._price(question, core, price)
        self.firsts.append(core[:1])
        if question is not None:
            self.memory[question] = core
        self.total += worth

    def _price(self, question: str | None, core: str, price: float) -> float:
        """What a told answer costs: known from before, made of the question, told before, or new."""
        coded = self.tolds.bits(core, price, GAIN)
        if question is None:
            return coded
        earned = self.earned.get(question)
        if earned is not None:
            return 0.5 if earned == core else coded + DIFFERENT
        known = self.memory.get(question)
        if known is not None:
            return 1.0 if known == core else coded + CHANGED
        if len(core) > 1 and core in question:
            return min(coded, 4.0)
        made = 2.0 + len(core) * log2(len(set(question)) + 1.0) + 3.0 * _foreign(core, question)
        return min(coded, made)


def _foreign(text: str, question: str) -> int:
    """How many symbols of `text` the question does not have."""
    return sum(symbol not in question for symbol in text)
