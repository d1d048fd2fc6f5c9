"""Ranks forms of dialogue: a pure function of a window of raw exchanges.

The score of a form is the number of bits by which it shortens the description of the window. All text costs what an
adaptive code charges for it, wherever a form puts it; forms gain only where they predict: questions, reactions and
told answers that come back, told answers as long as the world waited, told answers that were rewarded when said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log2

from gradus.learners.gradual.perception import candidates
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Parse, Slot, parse
from gradus.learners.gradual.perception.prices import Prices

UNPARSED = 7.0
"""Bits lost for a segment that a form cannot parse."""

GAIN = 14.0
"""Most bits gained by one text that comes back: a long one is not much better evidence than a short one."""

LONGER = 6.0
"""Bits lost for a told answer of another length than the world waited for."""

REFUTED = 10.0
"""Bits lost for a told answer that was said and punished."""

DIFFERENT = 5.0
"""Bits lost for a told answer other than the rewarded one, or with another ending than the others."""

CHANGED = 3.0
"""Bits lost when a question is told another answer than before."""

TELLING = 0.7
"""Bits gained by each told answer that a form can read: reactions are there to tell something."""

EARLY = 0.3
"""Bits gained by each symbol that all questions begin with: where it is open, keywords belong to the question."""

UNREADABLE = 3.0
"""Bits lost for a reaction in which a form finds no told answer."""

KEPT = 8
"""Forms returned."""

BEAM = 3
"""Forms of the first stage for which all places of a told answer are tried."""

SHORT = 5
"""Segments up to this length may be cut by counting although they have marks."""


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

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._total = 0

    def bits(self, text: str, price: float) -> float:
        """What `text` costs; it counts as an old one from now on."""
        count = self._counts.get(text, 0)
        total, new = self._total, len(self._counts)
        self._counts[text] = count + 1
        self._total += 1
        if not count:
            return price - log2((new + 1.0) / (total + 2.0))
        return max(price - GAIN, log2((total + 2.0) / (total - new + 1.0) * total / count))


class View:
    """A window prepared for scoring."""

    def __init__(self, window: Sequence[RawExchange], context: Context) -> None:
        self.window = window
        self.context = context
        self.prices = Prices([exchange.segment for exchange in window])
        self.classes = {
            right: [i for i, x in enumerate(window) if (x.before > 0) == right] for right in (False, True)
        }
        self._parses: dict[tuple[Cut, End, bool], list[Parse | None]] = {}

    def parses(self, cut: Cut, end: End, right: bool) -> list[Parse | None]:
        """The parses of all segments of a class; None where a segment does not end with its question."""
        key = (cut, end, right)
        if key not in self._parses:
            silence = self.context.silence
            found = []
            for number in self.classes[right]:
                segment = self.window[number].segment
                item = parse(cut, end, segment, silence)
                found.append(item if item is not None and item.end == len(segment) else None)
            self._parses[key] = found
        return self._parses[key]

    def core(self, number: int) -> str:
        """What was said in an exchange, without its ending and the silence around it."""
        said = self.window[number].said
        if self.context.ending:
            return said.partition(self.context.ending)[0]
        return said.rstrip(self.context.silence) if self.context.silence else said

    def score(self, form: Form) -> float:
        """Bits in favour of `form`."""
        return _Scoring(self, form).total


class _Scoring:
    """The score of one form, exchange by exchange."""

    def __init__(self, view: View, form: Form) -> None:
        self.view, self.form = view, form
        self.total = view.context.prior(form)
        self.bodies = Repeats()
        self.residues = {False: Repeats(), True: Repeats()}
        self.memory: dict[str, str] = {}
        self.endings = [0, 0]
        self.tolds = Repeats()
        self.firsts: list[str] = []
        cuts = {False: form.wrong, True: form.right}
        parses: dict[int, Parse | None] = {}
        for right, numbers in view.classes.items():
            parses.update(zip(numbers, view.parses(cuts[right], form.end, right), strict=True))
        self.parses = parses
        asked = [item.question for item in parses.values() if item is not None]
        self.shared = candidates.shared(asked) if len(asked) > 2 else 0
        if form.wrong.mark:
            self.total -= 0.5 * min(6, sum(form.wrong.mark in question for question in asked))
        reactions = {parses[number].reaction for number in view.classes[False] if parses[number]}  # type: ignore[union-attr]
        self.total += (EARLY if len(reactions) > 1 else -EARLY) * min(self.shared, 12)
        for number in range(len(view.window)):
            self._exchange(number)
        if len(self.firsts) > 2 and len(set(self.firsts)) == 1:
            self.total -= 0.6 * len(self.firsts)
        self.total -= DIFFERENT * min(self.endings)
        if self.endings[1] > self.endings[0]:
            self.total += self.endings[1]

    def _exchange(self, number: int) -> None:
        exchange, found = self.view.window[number], self.parses[number]
        if found is None:
            self.total -= UNPARSED + self.view.prices.of(number, 0, len(exchange.segment))
            return
        begin = len(exchange.segment) - len(self.form.end.mark) - len(found.question)
        fixed = min(self.shared, len(found.question)) if number else 0
        prices = self.view.prices
        price = prices.of(number, begin + fixed, begin + len(found.question))
        self.total -= self.bodies.bits(found.question, price)
        if begin:
            self._reaction(number, found.reaction)
            self.total -= prices.of(number, len(found.reaction), min(len(found.reaction) + 1, begin))
        if exchange.reward > 0:
            self.memory[found.question] = self.view.core(number)

    def _reaction(self, number: int, reaction: str) -> None:
        exchange, form = self.view.window[number], self.form
        right = exchange.before > 0
        about = number - 1 - form.lag
        bounds = None
        told_here = form.slot is not None and not right and exchange.joined
        if told_here and about >= 0 and form.slot is not None:
            length = self.view.window[about].length
            bounds = form.slot.bounds(reaction, length)
            if bounds is None:
                self.total -= UNREADABLE
        if bounds is None and right and number and exchange.joined:
            bounds = self._echo(number, reaction)
        if bounds is None:
            price = self.view.prices.of(number, 0, len(reaction))
            self.total -= self.residues[right].bits(reaction, price)
            return
        start, stop = bounds
        rest = self.view.prices.of(number, 0, start) + self.view.prices.of(number, stop, len(reaction))
        self.total -= self.residues[right].bits(reaction[:start] + "|" + reaction[stop:], rest)
        if not right:
            self._told(about, reaction[start:stop], self.view.prices.of(number, start, stop))

    def _echo(self, number: int, reaction: str) -> tuple[int, int] | None:
        """Where a reaction to a right answer repeats it."""
        said = self.view.core(number - 1)
        at = reaction.find(said) if len(said) > 1 else -1
        return (at, at + len(said)) if at >= 0 else None

    def _told(self, about: int, told: str, price: float) -> None:
        view = self.view
        exchange, ending = view.window[about], view.context.ending
        core = told
        if ending:
            ends = told.endswith(ending)
            self.endings[ends] += 1
            core = told[: -len(ending)] if ends else told
        asked = self.parses.get(about)
        if asked is not None and core:
            price = min(
                price,
                1.0 + len(core) * log2(len(set(asked.question)) + 1.0) + 3.0 * _foreign(core, asked.question),
            )
        worth = TELLING - self.tolds.bits(core, price)
        self.firsts.append(core[:1])
        if exchange.length:
            fits = exchange.length in (len(told), len(core) + len(ending))
            worth += 1.0 if fits else -LONGER
        said = view.core(about)
        if exchange.reward > 0:
            worth += 2.0 if said == core else -DIFFERENT
        elif exchange.prompt and said and said == core:
            worth -= REFUTED
        if asked is not None:
            worth += self._expected(asked.question, core, price)
        self.total += worth

    def _expected(self, question: str, core: str, price: float) -> float:
        """Bits gained because the told answer was to be expected: known, or made of the question's symbols."""
        known = self.memory.get(question)
        self.memory[question] = core
        if known is not None:
            return 2.0 + 0.2 * min(price, GAIN) if known == core else -CHANGED
        return 0.0


def _foreign(text: str, question: str) -> int:
    """How many symbols of `text` the question does not have."""
    return sum(symbol not in question for symbol in text)


def rank(window: Sequence[RawExchange], context: Context) -> list[tuple[float, Form]]:
    """The best forms of dialogue for `window`, best first, with their scores in bits."""
    view = View(window, context)
    found: dict[Form, float] = {}
    for end in _ends(view):
        for form in _forms(view, end):
            found[form] = view.score(form)
    for form in context.known:
        found.setdefault(form, view.score(form))
    for form in _best(found, BEAM):
        for other in _slotted(view, form):
            found.setdefault(other, view.score(other))
    for form in _best(found, BEAM):
        if form.slot is not None and not form.lag:
            found.setdefault(replace(form, lag=1), view.score(replace(form, lag=1)))
    return [(found[form], form) for form in _best(found, KEPT)]


def _best(found: Mapping[Form, float], count: int) -> list[Form]:
    """The best forms, the earlier found first among equals."""
    return sorted(found, key=lambda form: -found[form])[:count]


def _ends(view: View) -> list[End]:
    """Question ends to consider: shared marks, those known before, and lengths where there is no mark."""
    segments = [exchange.segment for exchange in view.window]
    found = candidates.ends(segments)[:3]
    found += [form.end for form in view.context.known if form.end.mark and form.end not in found][:3]
    if not found or max(map(len, segments)) <= SHORT:
        found += [End("", size) for size in (1, 2, 3)]
        later = [exchange.segment for exchange in view.window if exchange.joined]
        found += candidates.lengths(later, view.context.silence) if len(later) > 1 else []
    return list(dict.fromkeys(found))


def _forms(view: View, end: End) -> list[Form]:
    """All ways to cut segments that end so, each without a told answer and with the most likely place of it."""
    found = []
    wrong = _cuts(view, end, False)
    for cut in wrong or _cuts(view, end, True)[:KEPT]:
        plain = Form(_partner(view, end, cut), cut, end)
        found.append(plain)
        reactions = _reactions(view, plain)
        if reactions:
            slot = candidates.plain_slots(reactions, view.context.silence, "")[-1]
            found.append(replace(plain, slot=slot))
    return found


def _partner(view: View, end: End, cut: Cut) -> Cut:
    """How reactions to right answers end if others end with `cut`: alike, or not at all, if possible."""
    numbers = view.classes[True]
    if not numbers:
        return cut
    alike = [cut, Cut()]
    if cut.mark:
        alike += [Cut(cut.mark, count) for count in (1, 2, 3)]
        alike.append(Cut(cut.mark, 1, True))
    allowed = candidates.failures(len(numbers))
    scored = []
    for order, other in enumerate(dict.fromkeys(alike)):
        parses = view.parses(other, end, True)
        if parses.count(None) <= allowed:
            scored.append((_coded(view, numbers, parses, end) + (order > 0), order, other))
    if scored:
        return min(scored)[2]
    others = _cuts(view, end, True)
    return min(
        others, key=lambda other: _coded(view, numbers, view.parses(other, end, True), end), default=cut
    )


def _cuts(view: View, end: End, right: bool) -> list[Cut]:
    """All cuts that explain the segments of one class, each way to cut only once, by its simplest description."""
    numbers = view.classes[right]
    if not numbers:
        return []
    segments = [view.window[number].segment for number in numbers]
    known = [form.right if right else form.wrong for form in view.context.known]
    allowed = candidates.failures(len(segments))
    found: dict[tuple[int, ...], Cut] = {}
    for cut in dict.fromkeys([*known, *candidates.cuts(segments)]):
        parses = view.parses(cut, end, right)
        if parses.count(None) > allowed:
            continue
        places = tuple(-1 if item is None else len(item.question) for item in parses)
        if places not in found or cut.cost < found[places].cost - 2.0 * (found[places] in known):
            found[places] = cut
    return list(found.values())


def _coded(view: View, numbers: list[int], parses: list[Parse | None], end: End) -> float:
    """Bits of the segments of a class when reactions and questions may come back as wholes."""
    bodies, residues = Repeats(), Repeats()
    cost = 0.0
    for number, item in zip(numbers, parses, strict=True):
        size = len(view.window[number].segment)
        if item is None:
            cost += UNPARSED + view.prices.of(number, 0, size)
            continue
        begin = size - len(end.mark) - len(item.question)
        cost += bodies.bits(item.question, view.prices.of(number, begin, begin + len(item.question)))
        if begin:
            cost += residues.bits(
                item.reaction, view.prices.of(number, 0, min(len(item.reaction) + 1, begin))
            )
    return cost


def _reactions(view: View, form: Form) -> list[str]:
    """The reactions to answers that were not right, under `form`."""
    parses = zip(view.classes[False], view.parses(form.wrong, form.end, False), strict=True)
    return [item.reaction for number, item in parses if item and item.reaction and view.window[number].joined]


def _slotted(view: View, form: Form) -> list[Form]:
    """A form with all other places of the told answer."""
    reactions = _reactions(view, form)
    if not reactions:
        return []
    timed = any(exchange.length for exchange in view.window)
    context = view.context
    slots = candidates.plain_slots(reactions, context.silence, context.ending)
    slots += candidates.all_slots(reactions, context.silence, context.ending, timed)
    slots += [other.slot for other in context.known if other.slot is not None]
    return [replace(form, slot=slot) for slot in dict.fromkeys(slots)]
