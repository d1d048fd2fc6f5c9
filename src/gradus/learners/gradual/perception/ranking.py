"""Searches for the best form of dialogue, in stages and in slices.

First all ways to cut segments, each with the most likely place of a told answer; then all places for the best cuts;
then lag, and how reactions to right answers end. A ranking is a piece of work that can be interrupted after any form
and saved: what it has found depends only on its window and context.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.perception import candidates
from gradus.learners.gradual.perception.context import Context
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Parse, Slot
from gradus.learners.gradual.perception.scorer import Scorer
from gradus.learners.gradual.perception.settings import SETTINGS

STAGES = 4
"""Cuts, places, lag, reactions to right answers."""


class Ranking(Remembering):
    """A comparison of forms under way; without a window there is nothing to do."""

    def __init__(
        self, window: Sequence[RawExchange] = (), context: Context | None = None, present: Form | None = None
    ) -> None:
        self.window = [replace(exchange) for exchange in window]
        """Copies of the exchanges on which forms are compared: the window itself goes on changing."""
        self.context = context or Context("")
        """What else the comparison goes by."""
        self.found: dict[Form, float] = {}
        """Forms with their scores, in the order in which they were found."""
        self.pending: list[Form] = [present] if present is not None else []
        """Forms to be scored next, the last one first."""
        self.ends: list[End] = []
        """Ends of questions that are still to be considered."""
        self.stage = 0 if window else STAGES + 1
        """How far it has come."""
        self._view: Scorer | None = None

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return self.stage > STAGES

    def state(self) -> dict[str, Any]:
        """All but the view, which is made of the rest."""
        view, self._view = self._view, None
        image = super().state()
        self._view = view
        return image

    def work(self, effort: int) -> None:
        """Spend about `effort` looked-at symbols; what is at hand from earlier slices counts as if it were not.

        So a saved ranking, which has nothing at hand, is over at the same step as one that was never saved.
        """
        if self._view is None and not self.done:
            self._view = Scorer(self.window, self.context)
        view, spent = self._view, 0
        while view and not self.done and spent < effort:
            if self.pending:
                form = self.pending.pop()
                if form not in self.found:
                    self.found[form] = view.score(form)
                    spent += SETTINGS.scoring * len(self.window)
            elif self.ends:
                self.pending = _forms(view, self.ends.pop())[::-1]
                spent += SETTINGS.seeking * len(self.window)
            else:
                self._advance(view)
                spent += SETTINGS.seeking * len(self.window)
        if self.done:
            self.close()

    def close(self) -> None:
        """Let go of what the work was done with."""
        if self._view is not None:
            self._view.close()
            self._view = None

    def _advance(self, view: Scorer) -> None:
        """Begin the next stage."""
        if self.stage == 0:
            self.ends = _ends(view)[::-1]
            self.pending = list(view.context.known)[::-1]
        elif self.stage < STAGES:
            self.pending = list(dict.fromkeys(self._stage(view)))[::-1]
        self.stage += 1

    def best(self, count: int = SETTINGS.forms) -> list[tuple[float, Form]]:
        """The best forms so far, best first, the earlier found first among equals."""
        return [(self.found[form], form) for form in _best(self.found, count)]

    def _stage(self, view: Scorer) -> Iterable[Form]:
        """The forms of the stages after the first."""
        if self.stage == 1:
            for form in self._promising(view.context.in_vain):
                for other in _longer(view, form):
                    yield from _slotted(view, other)
        elif self.stage == 2:
            later = [
                other for form in self._distinct(SETTINGS.beam) for other in _plainly_slotted(view, form)
            ]
            for form in (*_best(self.found, 2 * SETTINGS.beam), *later):
                if form.slot is not None and not form.lag:
                    yield replace(form, lag=1)
        else:
            for form in _best(self.found, SETTINGS.forms):
                yield from _partners(view, form)

    def _promising(self, in_vain: bool) -> list[Form]:
        """The best forms that cut in different ways; if all was in vain, also the best of those that tell something."""
        found = self._distinct(SETTINGS.beam)
        if in_vain:
            found += self._distinct(SETTINGS.beam, telling=True)
        return list(dict.fromkeys(found))

    def _distinct(self, count: int, telling: bool = False) -> list[Form]:
        """The best forms that differ in how they cut segments; perhaps only those in which mistakes tell answers."""
        found: dict[tuple[Cut, End], Form] = {}
        for form in _best(self.found, len(self.found)):
            if not telling or (form.slot is not None and not form.wrong.optional):
                found.setdefault((form.wrong, form.end), form)
            if len(found) == count:
                break
        return list(found.values())


def rank(window: Sequence[RawExchange], context: Context) -> list[tuple[float, Form]]:
    """The best forms of dialogue for `window`, best first, with their scores in bits."""
    ranking = Ranking(window, context)
    while not ranking.done:
        ranking.work(10**9)
    return ranking.best()


def _best(found: Mapping[Form, float], count: int) -> list[Form]:
    """The best forms, the earlier found first among equals."""
    return [form for form, _ in sorted(found.items(), key=lambda item: -item[1])[:count]]


def _ends(view: Scorer) -> list[End]:
    """Question ends to consider: shared marks, those known before, and lengths where there is no shared mark."""
    segments = [exchange.segment for exchange in view.window]
    shared = candidates.ends(segments)[:4] or candidates.kinds_of_ends(segments)
    known = [form.end for form in view.context.known if form.end.mark and form.end not in shared][:3]
    found = [*shared, *known]
    if not shared or max(map(len, segments)) <= SETTINGS.short:
        found += [End("", size) for size in (1, 2, 3)]
        later = [exchange.segment for exchange in view.window if exchange.joined]
        found += candidates.lengths(later, view.context.silence) if len(later) > 1 else []
    return list(dict.fromkeys(found))


def _forms(view: Scorer, end: End) -> list[Form]:
    """All ways to cut segments that end so, each without a told answer and with the most likely place of it."""
    found = []
    for cut in _cuts(view, end, False) or _cuts(view, end, True)[: SETTINGS.forms]:
        first = Form(_partner(view, end, cut), cut, end)
        for plain in _longer(view, first):
            slotted = _plainly_slotted(view, plain)[:3]
            found += [plain, *slotted]
            if view.context.in_vain:
                found += [replace(form, lag=1) for form in slotted]
    return found


def _plainly_slotted(view: Scorer, form: Form) -> list[Form]:
    """A form with the most likely places of the told answer."""
    reactions = _reactions(view, form)
    if not reactions:
        return []
    slots = candidates.plain_slots(reactions, view.context.silence, view.context.ending)
    if view.context.silence:
        slots.insert(1, Slot(mark=view.context.silence, times=-1))
    return [replace(form, slot=slot) for slot in slots]


def _partner(view: Scorer, end: End, cut: Cut) -> Cut:
    """How reactions to right answers end if others end with `cut`: alike, or not at all, whichever parses most."""
    numbers = view.classes[True]
    if not numbers:
        return cut
    failures = [
        (view.parses(other, end, True).count(None), order, other) for order, other in enumerate(_alike(cut))
    ]
    return min(failures)[2]


def _alike(cut: Cut) -> list[Cut]:
    found = [cut, Cut()]
    if cut.mark:
        found += [Cut(cut.mark, count) for count in (1, 2, 3)]
        found.append(Cut(cut.mark, 1, True))
    return list(dict.fromkeys(found))


def _partners(view: Scorer, form: Form) -> list[Form]:
    """The form with all other ways in which reactions to right answers may end."""
    if not view.classes[True]:
        return []
    allowed = candidates.failures(len(view.classes[True]))
    return [
        replace(form, right=cut)
        for cut in dict.fromkeys([*_alike(form.wrong), *_cuts(view, form.end, True)[: SETTINGS.forms]])
        if view.parses(cut, form.end, True).count(None) <= allowed
    ]


def _cuts(view: Scorer, end: End, right: bool) -> list[Cut]:
    """All cuts that explain the segments of one class, each way to cut only once, by its simplest description."""
    if (end, right) not in view.cuts:
        view.cuts[end, right] = _find_cuts(view, end, right)
    return view.cuts[end, right]


def _find_cuts(view: Scorer, end: End, right: bool) -> list[Cut]:
    numbers = view.classes[right]
    if not numbers:
        return []
    segments = [view.window[number].segment for number in numbers]
    known = [form.right if right else form.wrong for form in view.context.known]
    allowed = candidates.failures(len(segments))
    found: dict[tuple[int, ...], Cut] = {}
    for cut in dict.fromkeys([*known, *candidates.cuts(segments, view.prices.symbol)]):
        places = view.places(cut, end, right, allowed)
        if not places:
            continue
        if places not in found or cut.cost < found[places].cost - 2.0 * (found[places] in known):
            found[places] = cut
    return list(found.values())


def _longer(view: Scorer, form: Form) -> list[Form]:
    """The form, and the same cuts described by longer marks: what always stands before the mark belongs to it."""
    cut, found = form.wrong, [form]
    parses = view.parses(cut, form.end, False)
    reactions = [item.reaction for item in parses if item is not None and item.reaction]
    if not cut.mark or len(set(reactions)) < 3:
        return found
    before = reactions[0][len(reactions[0]) - candidates.shared(reactions, backwards=True) :]
    for size in range(1, SETTINGS.longest_mark - len(cut.mark) + 1):
        if size > len(before):
            break
        for count in (1, 2, 3):
            other = replace(cut, mark=before[-size:] + cut.mark, count=count)
            if _places(view.parses(other, form.end, False)) == _places(parses):
                right = other if form.right == cut else form.right
                found.append(replace(form, wrong=other, right=right))
                break
    return found


def _places(parses: Sequence[Parse | None]) -> tuple[int, ...]:
    """Where questions begin, seen from the end of each segment; -1: nowhere."""
    return tuple(-1 if item is None else len(item.question) for item in parses)


def _reactions(view: Scorer, form: Form) -> list[str]:
    """The reactions to answers that were not right, under `form`."""
    parses = zip(view.classes[False], view.parses(form.wrong, form.end, False), strict=True)
    return [item.reaction for number, item in parses if item and item.reaction and view.window[number].joined]


def _slotted(view: Scorer, form: Form) -> list[Form]:
    """A form with all other places of the told answer."""
    reactions = _reactions(view, form)
    if not reactions:
        return []
    context = view.context
    slots = candidates.plain_slots(reactions, context.silence, context.ending)
    sizes = candidates.sizes([exchange.length for exchange in view.window])
    slots += candidates.all_slots(reactions, context.silence, context.ending, sizes, view.prices.symbol)
    slots += [other.slot for other in context.known if other.slot is not None]
    return [replace(form, slot=slot) for slot in dict.fromkeys(slots)]
