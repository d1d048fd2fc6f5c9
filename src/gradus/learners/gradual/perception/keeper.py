"""Keeps the beliefs about the form of dialogue: one form at a time, per regime.

A regime is a stretch of the stream with one form. Its end is noticed by structure alone: a turn that was missed, a
world that waits or goes on where it should not, told answers that cannot be read. Answers that are wrong never count
against a form, and a form that is refuted never survives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.perception import candidates
from gradus.learners.gradual.perception.endings import Endings
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import NEWBORN, Cut, End, Form, Parse, Slot
from gradus.learners.gradual.perception.ranking import Ranking
from gradus.learners.gradual.perception.scorer import Context
from gradus.learners.gradual.perception.settings import SETTINGS


def _telling(window: Sequence[RawExchange], number: int) -> bool:
    """Whether an exchange begins with a reaction that may tell an answer, or is followed by one."""
    return any(exchange.before <= 0 and exchange.joined for exchange in window[number : number + 2])


class Keeper(Remembering):
    """The present form, the evidence for it, and the forms that were proven before."""

    def __init__(self) -> None:
        self.silence = ""
        self.form: Form | None = NEWBORN
        self.window: list[RawExchange] = []
        self.library: dict[Form, int] = {}
        self.endings = Endings()
        self.trouble = 0.0
        self.since = 0
        """Exchanges of the window that came after the first trouble."""
        self.wins = 0
        """Rewards under the present form."""
        self.refuted: list[Form] = []
        """Forms that failed in this regime."""
        self.blame: dict[tuple[Cut, Slot | None, int], float] = {}
        self.earned: list[str] = []
        """Answers rewarded lately, repetitions included."""
        self.failed: dict[str, int] = {}
        """How often answers were said in vain in this regime since they were last rewarded."""
        self.due = 0
        """Exchanges until forms are compared again."""
        self.unpaid = 0
        """Answers in a row that were not rewarded."""
        self.read = 0
        """Told answers of the present slot that were rewarded when said, lately."""
        self.tried = False
        """Whether the turn of this regime was found by trying, so that speaking there interrupts nobody."""
        self.regimes = 0
        self.epochs = 0
        """Regimes that ended although their form was proven: the world has probably changed."""
        self.ranking = Ranking()
        """The comparison of forms under way."""
        self.others: list[Form] = []
        """Forms that tell answers elsewhere and were the best but for the present one, when forms were compared."""
        self.changed = False
        """Whether the form has changed since that was last asked."""
        self.recut = True
        """Whether the latest change of form changed what the questions are."""

    # ---- what the form says

    def fires(self, segment: str, right: bool) -> bool:
        """Whether it is the learner's turn at the end of `segment`."""
        return self.form is not None and self.form.fires(segment, right, self.silence)

    def follows(self, heard: str) -> bool:
        """Whether `heard` is by itself what follows a wrong answer: a reaction and a question, or a known question."""
        form = self.form
        if form is None or not form.fires(heard, False, self.silence):
            return False
        found = form.turn(heard, False, self.silence)
        known = found is not None and any(self.question(old) == found.question for old in self.window)
        return known or (found is not None and bool(found.reaction))

    def parse(self, exchange: RawExchange, form: Form | None = None) -> Parse | None:
        """The segment of an exchange taken apart; None when the form does not fit it."""
        form = form or self.form
        if form is None:
            return None
        found = form.turn(exchange.segment, exchange.before > 0, self.silence)
        return found if found is not None and found.end == len(exchange.segment) else None

    def question(self, exchange: RawExchange) -> str:
        """The question of an exchange; the whole segment when the form does not fit."""
        found = self.parse(exchange)
        return found.question if found is not None else exchange.segment

    def said(self, exchange: RawExchange) -> str:
        """What was answered, without its ending and without the silence at its end."""
        if self.endings.sign:
            return exchange.said.partition(self.endings.sign)[0]
        return exchange.said.rstrip(self.silence) if self.silence else exchange.said

    def told(self, number: int, form: Form | None = None) -> tuple[RawExchange, str] | None:
        """What the reaction in an exchange of the window tells: the exchange it speaks of, and its right answer."""
        exchange, form = self.window[number], form or self.form
        if form is None or form.slot is None or exchange.before > 0 or not exchange.joined:
            return None
        about = number - 1 - form.lag
        found = self.parse(exchange, form)
        if found is None or about < 0 or not found.reaction:
            return None
        about_length = self.window[about].length
        bounds = form.slot.bounds(found.reaction, about_length)
        if bounds is None:
            return None
        text = found.reaction[bounds[0] : bounds[1]]
        if self.endings.sign:
            text = text.removesuffix(self.endings.sign)
        if not text.strip(self.silence or None):
            return None  # silence tells nothing
        return (self.window[about], text) if text else None

    # ---- evidence

    def note(self, exchange: RawExchange) -> bool:
        """A new segment is complete; whether the beliefs about earlier exchanges changed by it."""
        self.window.append(exchange)
        self._drop()
        if self.trouble:
            self.since += 1
        unfit = exchange.certain and self.form is not None and self.parse(exchange) is None
        if unfit or (self.wins >= SETTINGS.proven and self._opens_otherwise(exchange)):
            self.bother(1.0)
        if self.form is None or self.trouble or (self.unpaid and self.unpaid >= self.due):
            self.compare()
        return self.think()

    def _opens_otherwise(self, exchange: RawExchange) -> bool:
        """Whether a mistake is reacted to in another way than all mistakes before: another dialogue may have begun."""
        calm = self.window[: len(self.window) - max(1, self.since)]
        earlier = [old.segment for old in calm if self._reacts(old)]
        if len(earlier) < SETTINGS.openings or not self._reacts(exchange):
            return False
        opening = candidates.shared(earlier)
        return opening >= SETTINGS.opening and exchange.segment[:opening] != earlier[0][:opening]

    def _reacts(self, exchange: RawExchange) -> bool:
        """Whether an exchange begins with a reaction to a mistake."""
        found = self.parse(exchange) if exchange.before <= 0 and exchange.joined else None
        return found is not None and bool(found.reaction)

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
            del window[place]
            if place:
                window[place] = replace(window[place], joined=False)

    def reward(self, exchange: RawExchange) -> None:
        """An answer was rewarded."""
        self.trouble = max(0.0, self.trouble - 0.5)
        self.unpaid, self.due = (
            0,
            SETTINGS.calm if self.wins >= SETTINGS.proven and self.read >= SETTINGS.confirmed else 1,
        )
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

    def begin(self, mark: str) -> None:
        """The learner's turn was found to be behind `mark`: begin anew with that."""
        self.window.clear()
        self.restart()
        self.unpaid = 0  # what was answered elsewhere says nothing about this turn
        self.form, self.changed, self.recut, self.tried = Form(end=End(mark)), True, True, True

    def restart(self) -> None:
        """The regime is over: listen, and believe only what came after the first trouble."""
        if self.form is not None:
            self.refuted = [*self.refuted[-5:], self.form]
            if self.wins >= SETTINGS.proven:
                self.refuted = [self.form]
                self.epochs += 1
        kept = self.window[-self.since :] if self.since else []
        if kept:
            kept[0].joined = False
        self.window = kept
        self.form, self.tried = None, False
        self.ranking = Ranking()
        self.trouble, self.since, self.wins, self.due, self.read = 0.0, 0, 0, 1, 0
        self.blame.clear()
        self.failed.clear()
        self.regimes += 1

    def compare(self) -> None:
        """Begin to rank forms again, unless that is under way."""
        if not self.ranking.done:
            return
        self.due = self.unpaid + 1 + self.unpaid // 3
        window = self.window[-self.unpaid - 2 :] if self.unpaid >= SETTINGS.stale else self.window
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
            )
            self.ranking = Ranking(window, context, self.form)
        elif self.form is None and heard:
            fitting = [form for form in known if all(self.parse(exchange, form) for exchange in heard)]
            if fitting:
                self.form = max(fitting, key=lambda form: known[form])
                self.changed = self.recut = True

    def think(self) -> bool:
        """Go on comparing forms for one step; whether the form has changed."""
        if not self.ranking.done:
            self.ranking.work(SETTINGS.effort)
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
        if not ranked or ranked[0][1] == self.form:
            return
        best, form = ranked[0]
        if self.form is not None and best < found[self.form] + self._lead(form):
            return
        self.recut = self.form is None or (form.end, form.wrong) != (self.form.end, self.form.wrong)
        if self.recut:
            self.wins = 0
        self.form, self.read, self.changed = form, 0, True

    def _elsewhere(self, forms: Sequence[Form]) -> list[Form]:
        """The first few of `forms` that differ in where answers are told."""
        found: dict[tuple[Slot | None, int], Form] = {}
        for form in forms:
            if form.slot is not None:
                found.setdefault((form.slot, form.lag), form)
            if len(found) == SETTINGS.others:
                break
        return list(found.values())

    def told_elsewhere(self) -> list[str]:
        """What the latest reactions tell if forms other than the present one are right, the best of them first."""
        latest = range(max(0, len(self.window) - SETTINGS.latest), len(self.window))
        found = [self.told(number, form) for form in self.others for number in reversed(latest)]
        tolds = [told[1] for told in found if told is not None]
        counts = {text: min(2, tolds.count(text)) for text in tolds}
        return sorted(counts, key=lambda text: -counts[text])  # what comes back may be right again

    def trusted(self) -> bool:
        """Whether the latest told answers are among those that were rewarded: then they are the right ones."""
        latest = range(max(0, len(self.window) - SETTINGS.latest), len(self.window))
        tolds = [told[1] for told in map(self.told, latest) if told is not None]
        return bool(tolds) and sum(text in self.earned for text in tolds) > len(tolds) // 2

    def _lead(self, other: Form) -> float:
        """Bits by which `other` must be better than the present form."""
        form = self.form
        if form is None:
            return 0.0
        if (form.end, form.wrong, form.right) == (other.end, other.wrong, other.right):
            firm = SETTINGS.lead * min(1.0, SETTINGS.patient / max(1, self.unpaid))
            return firm if self.read >= SETTINGS.confirmed else 0.5
        firm = min(SETTINGS.lead, 2.0 * self.wins) if self.wins < SETTINGS.long else 2.0 * SETTINGS.lead
        return 0.5 + firm * (not self.trouble)
