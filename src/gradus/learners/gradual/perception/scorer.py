"""The score of a form of dialogue: a pure function of a window of raw exchanges.

The score is the number of bits by which a form shortens the description of the window. All text costs the same
wherever a form puts it; forms gain only where they predict: questions, reactions and told answers that come back or
begin alike, told answers as long as the world waited, told answers that were rewarded when said.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import log2

from gradus.learners.gradual.codec import remembered
from gradus.learners.gradual.perception import candidates
from gradus.learners.gradual.perception.codes import ALL, Alike, Repeats
from gradus.learners.gradual.perception.exchange import RawExchange, timed
from gradus.learners.gradual.perception.form import Cut, End, Form, Parse, Slot, parse
from gradus.learners.gradual.perception.prices import Prices
from gradus.learners.gradual.perception.settings import SETTINGS


@remembered
@dataclass(frozen=True)
class Context:
    """What is believed apart from the window."""

    silence: str
    ending: str = ""
    """The sign with which answers end; empty: none is known."""
    known: Mapping[Form, int] = field(default_factory=dict)
    """Forms that were proven before, with how often."""
    blame: Mapping[tuple[Cut, Slot | None, int], float] = field(default_factory=dict)
    """Bits held against a cut, slot and lag, because their told answers were wrong."""
    earned: tuple[str, ...] = ()
    """Answers rewarded lately, also before the window: right answers that are told are of the same sort."""
    failed: Mapping[str, int] = field(default_factory=dict)
    """How often texts were said in vain, whatever the question, since they were last rewarded."""

    def prior(self, form: Form) -> float:
        """Bits in favour of a form before looking at the window."""
        worth = -form.cost - self.blame.get((form.wrong, form.slot, form.lag), 0.0)
        if form in self.known:
            return worth + 3.0 + min(3.0, self.known[form] / 10)
        parts = max((_alike(form, other) for other in self.known), default=0)
        return worth + 0.7 * parts


def _alike(form: Form, other: Form) -> int:
    return (form.wrong == other.wrong) + (form.end == other.end) + (form.slot == other.slot)


class View:
    """A window prepared for scoring."""

    def __init__(self, window: Sequence[RawExchange], context: Context) -> None:
        self.window = window
        self.context = context
        self.prices = Prices([exchange.segment for exchange in window])
        self.classes = {
            right: [i for i, x in enumerate(window) if (x.before > 0) == right] for right in (False, True)
        }
        self.timed = timed(window)
        """Whether the time that the world waits says how long an answer is."""
        self._parses: dict[tuple[Cut, End, bool], list[Parse | None]] = {}
        self.cuts: dict[tuple[End, bool], list[Cut]] = {}
        """Cuts that explain the segments of a class, once they were sought."""
        self._cuttings: dict[tuple[Cut, Cut, End], Cutting] = {}
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

    def waited(self, number: int) -> bool:
        """Whether the world waited for more than was said: then its verdict is about that as well."""
        said, silence = self.window[number].said, self.context.silence
        return bool(silence) and said.endswith(silence)

    def cutting(self, form: Form) -> Cutting:
        """What a form says apart from where answers are told; many forms share it."""
        key = (form.right, form.wrong, form.end)
        if key not in self._cuttings:
            self._cuttings[key] = Cutting(self, form)
            self.work += 60 * len(self.window)
        return self._cuttings[key]

    def score(self, form: Form) -> float:
        """Bits in favour of `form`."""
        cutting = self.cutting(form)
        self.work += 30 * len(cutting.reacting)
        return _Telling(self, form, cutting).total


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
        self.reacting = [number for number, found in sorted(self.parses.items()) if found and found.begin]
        """Exchanges that begin with a reaction."""
        self._questions = Alike()
        self._presence = {False: [0.5, 0.5], True: [0.5, 0.5]}
        marks = dict.fromkeys((form.wrong.mark, form.right.mark, form.end.mark, *form.end.also))
        self.total = -self._common(form.wrong.mark) - self._common(form.right.mark)
        """Bits in favour of it."""
        self.total -= sum(map(view.prices.text, marks))
        self.total += self._beginnings()
        for number in range(len(view.window)):
            self.total -= self._bits(number)

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
        alone = _alone(first[:begun], {text[begun:] for text in texts})
        varied = len({found.reaction for found in asked}) > 1
        total += (SETTINGS.early if varied else -SETTINGS.early) * min(
            begun - alone, 12
        ) - SETTINGS.lonely * alone
        closed = min(candidates.shared(list(texts), backwards=True), min(map(len, texts)) - begun)
        if closed > 0 and len(texts) > 3:
            inner = {text[begun : len(text) - closed] for text in texts}
            total -= SETTINGS.lonely * _alone(first[len(first) - closed :][::-1], inner)
        return total

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


class _Telling:
    """The score of one form: what its reactions cost, and what they tell."""

    def __init__(self, view: View, form: Form, cutting: Cutting) -> None:
        self.view, self.form, self.cutting = view, form, cutting
        self.total = view.context.prior(form) + cutting.total
        self.residues = {False: Alike(), True: Alike()}
        self.tails = {False: Alike(), True: Alike()}
        self.tolds = Repeats(view.context.earned)  # what was rewarded comes back when answers are told
        self.different: dict[str, None] = {}
        """Told answers so far."""
        self.owed = 0.0
        """Bits charged because all told answers were the same; given back when another one is told."""
        self.memory: dict[str, str] = {}
        """What was right for a question, as far as the window has been read."""
        self.cores: dict[str, int] = {}
        """How often each answer was told."""
        self.refuted = False
        self.endings = [0, 0]
        self.firsts: list[str] = []
        for number in range(len(view.window)):
            found = cutting.parses[number]
            if found is None:
                continue
            if found.begin:
                self._reaction(number, found.reaction, view.window[number].before > 0)
            if view.window[number].reward > 0:
                self.memory[found.question] = view.core(number)
        if len(self.firsts) > 2 and len(set(self.firsts)) == 1 and len(self.memory) > 2:
            self.total -= 0.6 * len(self.firsts)
        self.total -= self._vain() + SETTINGS.different * min(self.endings)
        if self.endings[1] > self.endings[0]:
            self.total += self.endings[1]

    def _vain(self) -> float:
        """What it costs that told answers were said in vain: the rarer an answer is right, the less that says."""
        told, context = sum(self.cores.values()), self.view.context
        return sum(
            min(SETTINGS.in_vain, -context.failed[core] * log2(1.0 - count / (told + 1.0)))
            for core, count in self.cores.items()
            if core in context.failed and core not in context.earned
        )

    def _reaction(self, number: int, reaction: str, right: bool) -> None:
        exchange, form = self.view.window[number], self.form
        about = number - 1 - form.lag if exchange.joined else -1
        bounds = None
        if form.slot is not None and not right:
            bounds = form.slot.bounds(reaction, self.view.window[about].length if about >= 0 else 0)
            if bounds is not None and not reaction[slice(*bounds)].strip(self.view.context.silence):
                bounds = None  # silence tells nothing
            if bounds is None and exchange.joined:
                self.total -= SETTINGS.unreadable
        if bounds is None and right and number and exchange.joined:
            bounds = self._echo(number, reaction)
            if bounds is not None and form.slot is not None and form.slot.bounds(reaction, 0) == bounds:
                self.total += SETTINGS.echoed
        if bounds is None:
            self.total -= self._residue(number, 0, reaction, self.residues, right)
            return
        start, stop = bounds
        self.total -= self._residue(number, 0, reaction[:start], self.residues, right)
        if stop < len(reaction) or not self.form.slot:
            self.total -= self._residue(number, stop, reaction[stop:], self.tails, right)
        if not right:
            self._told(about, reaction[start:stop], self.view.prices.of(number, start, stop))

    def _residue(self, number: int, start: int, text: str, codes: Mapping[bool, Alike], right: bool) -> float:
        """What a part of a reaction costs that tells nothing: what changes with every mistake should tell."""
        code = codes[right]
        idle = (0.5 if right else 1.0) * (text not in code and len(code) >= SETTINGS.few)
        prices = self.view.prices.symbols(number, start, start + len(text))
        return code.bits(text, prices, ALL) + SETTINGS.idle * idle

    def _echo(self, number: int, reaction: str) -> tuple[int, int] | None:
        """Where a reaction to a right answer repeats it, perhaps without its last symbol."""
        said = self.view.core(number - 1)
        for text in (said, said[:-1]):
            at = reaction.find(text) if text else -1
            if at >= 0:
                return at, at + len(text)
        return None

    def _told(self, about: int, told: str, price: float) -> None:
        view = self.view
        if about < 0:  # what it speaks of has left the window
            self.total -= self._again(told, price)
            return
        exchange, ending = view.window[about], view.context.ending
        core = told
        if ending:
            ends = told.endswith(ending)
            self.endings[ends] += 1
            core = told[: -len(ending)] if ends else told
        worth = SETTINGS.readable - SETTINGS.edge * (core != core.strip(view.context.silence or None))
        self.cores[core] = self.cores.get(core, 0) + 1
        if core in view.context.earned:
            worth += SETTINGS.rewarded
        if exchange.length:
            fits = exchange.length in (len(told), len(core) + len(ending))
            worth += 1.0 if fits else -SETTINGS.longer * view.timed
        said = view.core(about)
        asked = self.cutting.parses.get(about)
        question = asked.question if asked is not None else None
        if exchange.reward > 0:
            worth += -0.5 if said == core else -SETTINGS.different - price
        else:
            if exchange.prompt and said and said == core and not view.waited(about):
                worth -= SETTINGS.again if self.refuted else SETTINGS.refuted
                self.refuted = True
            worth -= self._price(about, core, price)
        self.firsts.append(core[:1])
        if question is not None:
            self.memory[question] = core
        self.total += worth

    def _again(self, told: str, price: float) -> float:
        """What a told answer costs as one that comes back; where they are all the same, little is told by them."""
        self.different.setdefault(told)
        bits = self.tolds.bits(told, price, ALL)
        if len(self.different) > 1:
            self.total, self.owed = self.total + self.owed, 0.0
            return bits
        charged = max(bits, price - SETTINGS.gain)
        self.owed += charged - bits
        return charged

    def _price(self, about: int, core: str, price: float) -> float:
        """What a told answer costs: known from before, made of the question, told before, or new."""
        coded = self._again(core, price)
        asked = self.cutting.parses[about]
        if asked is None:
            return coded
        question = asked.question
        earned = self.cutting.earned.get(question)
        if earned is not None:
            return 0.5 if earned == core else coded + SETTINGS.different
        known = self.memory.get(question)
        if known is not None:
            return 1.0 if known == core else coded + SETTINGS.changed
        if len(core) > 1 and core in question:
            return min(coded, SETTINGS.quoted)
        earlier = [
            self.cutting.parses[number] for number in range(max(0, about - SETTINGS.questions_before), about)
        ]
        if len(core) > 1 and any(found is not None and core in found.question for found in earlier):
            return min(coded, SETTINGS.remembered)
        return min(coded, _made(core, question))


def _made(text: str, question: str) -> float:
    """Bits of a text made of its question: of its words, or of its symbols."""
    symbol = log2(len(set(question)) + 1.0)
    bits, start, size = 2.0, 0, len(text)
    while start < size:
        stop = start + 1
        while stop < size and text[start : stop + 1] in question:
            stop += 1
        foreign = SETTINGS.foreign * (text[start] not in question)
        bits += min(SETTINGS.word, (stop - start) * symbol) if stop - start > 2 else symbol + foreign
        start = stop if stop - start > 2 else start + 1
    return bits
