"""Keeps the beliefs about the form of dialogue: one form at a time, per regime.

A regime is a stretch of the stream with one form. Its end is noticed by structure alone: a turn that was missed, a
world that waits or goes on where it should not, told answers that cannot be read. Answers that are wrong never count
against a form, and a form that is refuted never survives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from gradus.learners.gradual.perception.context import Context
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Slot
from gradus.learners.gradual.perception.ranking import Ranking
from gradus.learners.gradual.perception.reader import Reader
from gradus.learners.gradual.perception.settings import SETTINGS


def _telling(window: Sequence[RawExchange], number: int) -> bool:
    """Whether an exchange begins with a reaction that may tell an answer, or is followed by one."""
    return any(exchange.before <= 0 and exchange.joined for exchange in window[number : number + 2])


class Keeper(Reader):
    """The present form, the evidence for it, and the forms that were proven before."""

    def __init__(self) -> None:
        super().__init__()
        self.library: dict[Form, int] = {}
        """Forms that were proven, with their rewards, the latest last."""
        self.trouble = 0.0
        """How much happened lately that the form does not allow."""
        self.since = 0
        """Exchanges of the window that came after the first trouble."""
        self.wins = 0
        """Rewards under the present form."""
        self.refuted: list[Form] = []
        """Forms that failed in this regime."""
        self.blame: dict[tuple[Cut, Slot | None, int], float] = {}
        """Bits held against places of told answers in this regime."""
        self.failed: dict[str, int] = {}
        """How often answers were said in vain in this regime since they were last rewarded."""
        self.due = 0
        """Exchanges until forms are compared again."""
        self.unpaid = 0
        """Answers in a row that were not rewarded."""
        self.earlier = 0
        """So many of them before this regime: they say nothing about how often its forms are to be compared."""
        self.read = 0
        """Told answers of the present slot that were rewarded when said, lately."""
        self.streak = 0
        """Answers in a row that were rewarded."""
        self.tried = False
        """Whether the turn of this regime was found by trying, so that speaking there interrupts nobody."""
        self.regimes = 0
        """Regimes that ended."""
        self.epochs = 0
        """Regimes that ended although their form was proven: the world has probably changed."""
        self.ranking = Ranking()
        """The comparison of forms under way."""
        self.late = 0
        """So many of the latest exchanges it looks at, because another dialogue may have begun; 0: at all."""
        self.settled = 0
        """Comparisons in a row that changed nothing."""
        self.changed = False
        """Whether the form has changed since that was last asked."""
        self.recut = True
        """Whether the latest change of form changed what the questions are."""

    def note(self, exchange: RawExchange) -> bool:
        """A new segment is complete; whether the beliefs about earlier exchanges changed by it."""
        self.window.append(exchange)
        self._drop()
        if self.trouble:
            self.since += 1
        unfit = exchange.certain and self.form is not None and self.parse(exchange) is None
        if unfit or (self.wins >= SETTINGS.proven and self.opens_otherwise(exchange, max(1, self.since))):
            self.bother(1.0)
        begun = False
        if self.form is None or self.trouble or self.unread() or (self.unpaid and self.unpaid >= self.due):
            begun = self.ranking.done
            self.compare()
        return self.think(begun)  # what was under way had its share of this step

    def _drop(self) -> None:
        """Forget the oldest exchanges; those about which a reaction may tell something stay longer."""
        window = self.window
        while len(window) > SETTINGS.window:
            plain = [
                number for number in range(len(window) - SETTINGS.window) if not _telling(window, number)
            ]
            if not plain and len(window) <= SETTINGS.window + SETTINGS.telling:
                return
            place = plain[0] if plain else 0
            gone, later = window[place : place + 2]
            after = gone.said if later.joined else later.after
            window[place : place + 2] = [replace(later, joined=later.joined and not place, after=after)]

    def reward(self, exchange: RawExchange) -> None:
        """An answer was rewarded."""
        self.trouble = max(0.0, self.trouble - 0.5)
        self.unpaid, self.earlier = 0, 0
        calm = self.wins >= SETTINGS.proven and self.read >= SETTINGS.confirmed
        self.due = SETTINGS.calm if calm else 1
        self.streak += 1
        if self.streak >= SETTINGS.streak and self.tells():
            self.read = max(self.read, SETTINGS.confirmed)  # who mishears what is told does not get so far
        said = self.said(exchange)
        if said:
            self.earned = [*self.earned[1 - SETTINGS.earned :], said]
            self.failed.pop(said, None)
        if not self.trouble:
            self.since = 0
        if exchange.prompt and self.form is not None:
            self.wins += 1
            if self.wins >= SETTINGS.proven:
                self.library.pop(self.form, None)
                self.library[self.form] = self.wins
                while len(self.library) > SETTINGS.library:
                    del self.library[next(iter(self.library))]

    def fail(self, exchange: RawExchange) -> None:
        """An answer was not rewarded."""
        self.unpaid += 1
        self.streak = 0
        said = self.said(exchange) if exchange.prompt else ""
        if said:
            self.failed[said] = self.failed.pop(said, 0) + 1
            if len(self.failed) > SETTINGS.failed:
                del self.failed[next(iter(self.failed))]

    def confirm(self) -> None:
        """A told answer was rewarded when said."""
        self.read += 1

    def refute(self) -> None:
        """A told answer was said and punished: it is told elsewhere, or not at all."""
        self.due, self.read = 0, 0
        if self.form is not None:
            place = (self.form.wrong, self.form.slot, self.form.lag)
            self.blame[place] = self.blame.pop(place, 0.0) + SETTINGS.blame
            while len(self.blame) > SETTINGS.places_blamed:
                del self.blame[next(iter(self.blame))]

    def bother(self, amount: float) -> None:
        """Something happened that the form does not allow."""
        if not self.trouble:
            self.since = 1
        self.trouble += amount
        if self.trouble >= SETTINGS.trouble:
            self.restart()

    def start_over(self) -> None:
        """What was heard says nothing about the dialogue: listen, and believe nothing of it."""
        self.window.clear()
        self.restart()

    def take_back(self, exchange: RawExchange) -> RawExchange | None:
        """What was just noted was no exchange; the one before it, if there is any."""
        if self.window and self.window[-1] is exchange:
            self.window.pop()
        return self.window[-1] if self.window else None

    def begin(self, mark: str) -> None:
        """The learner's turn was found to be behind `mark`: begin anew with that."""
        self.start_over()
        self.unpaid, self.earlier = 0, 0  # what was answered elsewhere says nothing about this turn
        self.form, self.changed, self.recut, self.tried = Form(end=End(mark)), True, True, True

    def unlearn(self, silence: str) -> None:
        """Another symbol than before is `silence`: begin anew, without the forms that take it for a mark."""
        known, self.silence = self.silence, silence
        if not known:
            return
        self.library = {
            form: wins
            for form, wins in self.library.items()
            if not any(
                silence and silence in mark for mark in (form.right.mark, form.wrong.mark, form.end.mark)
            )
        }
        self.start_over()

    def restart(self) -> None:
        """The regime is over: listen."""
        self._end()
        self.form = None

    def _end(self) -> None:
        """Believe only what came after the first trouble: another dialogue has begun."""
        if self.form is not None:
            self.refuted = [*self.refuted[-5:], self.form]
            if self.wins >= SETTINGS.proven:
                self.refuted = [self.form]
                self.epochs += 1
        kept = self.window[-self.since :] if self.since else []
        if kept:
            kept[0].joined = False
        self.window = kept
        self.tried = False
        self.ranking.close()
        self.ranking = Ranking()
        self.trouble, self.since, self.wins, self.due, self.read = 0.0, 0, 0, 1, 0
        self.settled, self.earlier = 0, self.unpaid
        self.blame.clear()
        self.failed.clear()
        self.regimes += 1

    def compare(self) -> None:
        """Begin to rank forms again, unless that is under way."""
        if not self.ranking.done:
            return
        self.due = self.unpaid + 1 + (self.unpaid - self.earlier) // 3
        window = self.window[-self.unpaid - 2 :] if self.unpaid >= SETTINGS.stale else self.window
        self.late = self.since if self.trouble >= SETTINGS.shaken and self.since >= SETTINGS.fresh else 0
        if self.late:
            window = self.window[-self.late :]
        known = {form: wins for form, wins in self.library.items() if form not in self.refuted}
        heard = [exchange for exchange in self.window if exchange.segment]
        if len(heard) >= 2:
            context = Context(
                self.silence,
                self.endings.sign,
                known,
                dict(self.blame),
                tuple(self.earned),
                dict(self.failed),
                self.unpaid >= SETTINGS.vain,
            )
            self.ranking = Ranking(window, context, self.form)
        elif self.form is None and heard:
            fitting = [form for form in known if all(self.parse(exchange, form) for exchange in heard)]
            if fitting:
                self.form = max(fitting, key=lambda form: known[form])
                self.changed = self.recut = True

    def think(self, going_on: bool = True) -> bool:
        """Go on comparing forms for one step; whether the form has changed."""
        if going_on and not self.ranking.done:
            self.ranking.work(SETTINGS.effort // min(SETTINGS.slowest, 1 + self.settled // SETTINGS.in_a_row))
            if self.ranking.done:
                self._conclude()
        changed, self.changed = self.changed, False
        return changed

    def _conclude(self) -> None:
        """Believe the best form, unless the present one is nearly as good."""
        found = self.ranking.found
        ranked = [item for item in self.ranking.best() if item[1] not in self.refuted]
        self.others = self._elsewhere([form for _, form in self.ranking.best(len(found))])
        self.ranking = Ranking()
        form = self._winner(ranked, found[self.form] if self.form is not None else -inf)
        self.settled += 1
        if form is None or form == self.form:
            return
        self.settled = 0
        if not self.read:
            self.endings.misread()
        self.recut = self.form is None or form.cuts != self.form.cuts
        if self.recut and self.late:
            self._end()
        elif self.recut:
            self.wins = 0
        self.form, self.read, self.changed = form, 0, True

    def _winner(self, ranked: Sequence[tuple[float, Form]], present: float) -> Form | None:
        """The best form that is as much better than the present one as it must be."""
        for score, form in ranked:
            if form == self.form or score >= present + self._lead(form):
                return form
        return None

    def _elsewhere(self, forms: Sequence[Form]) -> list[Form]:
        """The first few of `forms` that differ in where answers are told."""
        found: dict[tuple[Slot | None, int], Form] = {}
        for form in forms:
            if form.slot is not None:
                found.setdefault((form.slot, form.lag), form)
            if len(found) == SETTINGS.others:
                break
        return list(found.values())

    def _lead(self, other: Form) -> float:
        """Bits by which `other` must be better than the present form."""
        form = self.form
        if form is None:
            return 0.0
        if form.cuts == other.cuts:
            firm = SETTINGS.lead * min(1.0, SETTINGS.patient / max(1, self.unpaid))
            return firm if self.read >= SETTINGS.confirmed and not self.reads_more(other) else 0.5
        if self.trouble:
            return SETTINGS.lead if self.late else 0.5
        if self.wins < SETTINGS.long:
            return 0.5 + min(SETTINGS.lead, 2.0 * self.wins)
        read = self.read >= SETTINGS.confirmed and self.unpaid < SETTINGS.patient
        works = read or self.earns()  # then wrong answers say nothing against the form
        return inf if works else 0.5 + 2.0 * SETTINGS.lead
