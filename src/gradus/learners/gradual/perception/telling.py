"""The score of what reactions tell: answers that come back, are made of questions, and were rewarded when said."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, log2

from gradus.learners.gradual.perception.codes import ALL, Alike, Repeats
from gradus.learners.gradual.perception.cutting import Cutting
from gradus.learners.gradual.perception.form import Form
from gradus.learners.gradual.perception.heard import Heard, hear, made
from gradus.learners.gradual.perception.settings import SETTINGS
from gradus.learners.gradual.perception.view import View

Place = tuple[int, int, bool] | None
"""From where to where a reaction tells something, and whether it repeats a right answer where others tell it."""

Parts = tuple[tuple[int, int, int], ...]
"""Numbers of exchanges, and from where to where in each."""


def places(view: View, form: Form, cutting: Cutting) -> tuple[Place, ...]:
    """Where reactions tell something: forms that agree on that, on lag and cuts differ in what they cost only."""
    return tuple(
        [
            _place(view, form, number, reaction, cutting.echoes)
            for number, reaction in cutting.reacting.items()
        ]
    )


def _place(
    view: View, form: Form, number: int, reaction: str, echoes: Mapping[int, tuple[int, int] | None]
) -> Place:
    slot = form.slot
    if number in echoes:
        echo = echoes[number]
        return echo and (*echo, slot is not None and slot.bounds(reaction, 0) == echo)
    if slot is None:
        return None
    about = number - 1 - form.lag if view.window[number].joined else -1
    bounds = slot.bounds(reaction, view.window[about].length if about >= 0 else 0)
    if bounds is None or not reaction[bounds[0] : bounds[1]].strip(view.context.silence):
        return None  # silence tells nothing
    return (*bounds, False)


class Telling:
    """The score of where answers are told: what reactions cost, and what they tell."""

    def __init__(self, view: View, form: Form, cutting: Cutting, found_at: tuple[Place, ...]) -> None:
        self.view, self.form, self.cutting = view, form, cutting
        self.bits: list[float] = []
        """Bits for and against it, one after the other: sums of floats depend on where they begin."""
        self.tolds = Repeats(view.context.earned)  # what was rewarded comes back when answers are told
        self.different: dict[str, int] = {}
        """How often each answer was told so far."""
        self.often = 0
        """How often the most frequent one was."""
        self.tolds_heard = 0
        """How many were told so far."""
        self.owed = 0.0
        """Bits charged because nearly all told answers were the same; given back when others come back as well."""
        self.memory: dict[str, str] = {}
        """What was right for a question, as far as the window has been read."""
        self.cores: dict[str, int] = {}
        """How often each answer was told."""
        self.refuted = False
        self.endings = [0, 0]
        self.firsts: list[str] = []
        """What told answers begin with."""
        self.edged = 0
        """Told answers that begin or end with silence, unless rewarded ones do; then those that do not."""
        self.torn = [0, 0]
        """Told answers whose beginning, and whose end, is inside a word."""
        self.fits = 0.0
        self.broken: list[float] = []
        """Bits for told answers if the world judges answers that are long enough, or breaks off what is wrong."""
        self.sign = self._unstopped()
        telling = dict(zip(cutting.reacting, found_at, strict=True))
        self._heads = iter(self._residues(self._heads_of(telling)))
        self._tails = iter(self._residues(self._tails_of(telling)))
        for number in range(len(view.window)):
            found = cutting.parses[number]
            if found is None:
                continue
            if found.begin:
                self._reaction(number, found.reaction, telling[number])
            if view.window[number].reward > 0:
                self.memory[found.question] = view.core(number)
        if len(self.firsts) > 2 and len(set(self.firsts)) == 1 and len(self.memory) > 2:
            self.bits.append(-(0.6 * len(self.firsts)))
        self.bits.append(self._judged())
        self.bits.append(-SETTINGS.edge * min(self.edged, SETTINGS.edges))
        self.bits.append(-(self._vain() + SETTINGS.different * min(self.endings)))
        self.bits.append(-(SETTINGS.torn * sum(2 * count > sum(self.cores.values()) for count in self.torn)))
        if self.endings[1] > self.endings[0]:
            self.bits.append(self.endings[1])

    def _judged(self) -> float:
        """Bits of when answers were judged: where they were long enough, or at their first wrong symbol.

        The latter must show in answers that began rightly, or nothing has been earned for long.
        """
        shows = self.view.context.in_vain or any(bits > 0 for bits in self.broken)
        return max(self.fits, sum(self.broken)) if shows else self.fits

    def _vain(self) -> float:
        """What it costs that told answers were said in vain: the rarer an answer is right, the less that says."""
        told, context = sum(self.cores.values()), self.view.context
        return sum(
            min(SETTINGS.in_vain, -context.failed[core] * log2(1.0 - count / (told + 1.0)))
            for core, count in self.cores.items()
            if core in context.failed and core not in context.earned
        )

    def _reaction(self, number: int, reaction: str, place: Place) -> None:
        exchange, slotted = self.view.window[number], self.form.slot is not None
        right = exchange.before > 0
        if place is None:
            if slotted and not right and exchange.joined:
                self.bits.append(-SETTINGS.unreadable)
            self.bits.append(-next(self._heads))
            return
        start, stop, echoed = place
        if echoed:
            self.bits.append(SETTINGS.echoed)
        self.bits.append(-next(self._heads))
        if stop < len(reaction) or not slotted:
            self.bits.append(-next(self._tails))
        if not right:
            sign = self.sign
            if sign and sign not in reaction[start:]:
                self.bits.append(-SETTINGS.unreadable)
            about = number - 1 - self.form.lag if exchange.joined else -1
            key = (number, start, stop, len(reaction), about)
            known = self.view.heard
            if key not in known:
                known[key] = hear(self.view, reaction, key)
            self._told(about, known[key])

    def _unstopped(self) -> str:
        """The sign that should stand behind what is told; the end of answers and silence may be missing."""
        sign, context = self.form.slot.stop if self.form.slot else "", self.view.context
        return "" if sign in (context.ending, context.silence) else sign

    def _heads_of(self, telling: dict[int, Place]) -> Parts:
        """What stands before what is told, or all where nothing is."""
        whole = self.cutting.reacting
        return tuple(
            [
                (number, 0, len(whole[number]) if place is None else place[0])
                for number, place in telling.items()
            ]
        )

    def _tails_of(self, telling: dict[int, Place]) -> Parts:
        """What stands behind what is told."""
        whole = self.cutting.reacting
        return tuple(
            [
                (number, place[1], len(whole[number]))
                for number, place in telling.items()
                if place is not None and (place[1] < len(whole[number]) or self.form.slot is None)
            ]
        )

    def _residues(self, parts: Parts) -> list[float]:
        """What parts of reactions cost that tell nothing; many forms leave the same ones."""
        known = self.view.residues
        if parts not in known:
            codes = {False: Alike(), True: Alike()}
            known[parts] = [
                self._residue(part, codes[self.view.window[part[0]].before > 0]) for part in parts
            ]
        return known[parts]

    def _residue(self, part: tuple[int, int, int], code: Alike) -> float:
        """What one of them costs: what changes with every mistake should tell."""
        number, start, stop = part
        exchange = self.view.window[number]
        text = exchange.segment[start:stop]
        idle = (0.5 if exchange.before > 0 else 1.0) * (text not in code and len(code) >= SETTINGS.few)
        return code.bits(text, self.view.prices.symbols(number, start, stop), ALL) + SETTINGS.idle * idle

    def _told(self, about: int, heard: Heard) -> None:
        core, worth = heard.core, heard.worth
        self.fits += heard.fits
        self.broken.append(heard.cut)
        self.firsts.append(heard.first)
        self.torn[0] += heard.begun
        self.torn[1] += heard.broken
        self.edged += about >= 0 and self.view.edge(core) != self.view.edged
        if about < 0:  # what it speaks of has left the window
            fair, charged = self._again(core, heard.price)
            self.owed += charged - fair
            self.bits.append(-charged)
            return
        ending = self.view.context.ending
        if ending:
            self.endings[heard.ends] += 1
            if ending in core:  # nobody could say it
                self.bits.append(-SETTINGS.unreadable)
        self.cores[core] = self.cores.get(core, 0) + 1
        if not heard.rewarded:
            if heard.again:
                worth -= SETTINGS.again if self.refuted else SETTINGS.refuted
                self.refuted = True
            worth -= self._price(about, heard)
        asked = self.cutting.parses.get(about)
        if asked is not None:
            self.memory[asked.question] = core
        self.bits.append(worth)

    def _again(self, told: str, price: float) -> tuple[float, float]:
        """What a told answer costs as one that comes back, and what is charged for it.

        Where nearly all are the same, little is told by them; once others come back as well, all that was charged in
        excess is given back.
        """
        count = self.different[told] = self.different.get(told, 0) + 1
        self.often = max(self.often, count)
        self.tolds_heard += 1
        bits = self.tolds.bits(told, price, ALL)
        if self.tolds_heard - self.often >= SETTINGS.several:
            self.bits.append(self.owed)
            self.owed = 0.0
            return bits, bits
        return bits, max(bits, price - SETTINGS.gain)

    def _price(self, about: int, heard: Heard) -> float:
        """What a told answer costs: known from before, made of the question, told before, or new."""
        more, most = self._otherwise(about, heard.core)
        fair, charged = self._again(heard.core, heard.price)
        cost = min(max(0.0, charged - heard.saved) + more, most)
        if fair != charged:
            self.owed += cost - min(max(0.0, fair - heard.saved) + more, most)
        return cost

    def _otherwise(self, about: int, core: str) -> tuple[float, float]:
        """Bits added to a told answer that contradicts what is known, and most bits of one that is no news."""
        asked = self.cutting.parses[about]
        if asked is None:
            return 0.0, inf
        question = asked.question
        earned = self.cutting.earned.get(question)
        if earned is not None:
            return (0.0, 0.5) if earned == core else (SETTINGS.different, inf)
        known = self.memory.get(question)
        if known is not None:
            return (0.0, 1.0) if known == core else (SETTINGS.changed, inf)
        if len(core) > 1 and core in question:
            return 0.0, SETTINGS.quoted
        if len(core) > 1 and self._asked_before(about, core):
            return 0.0, SETTINGS.remembered
        return 0.0, made(core, question)

    def _asked_before(self, about: int, core: str) -> bool:
        """Whether a text is part of one of the latest questions before one."""
        for number in range(max(0, about - SETTINGS.questions_before), about):
            found = self.cutting.parses[number]
            if found is not None and core in found.question:
                return True
        return False
