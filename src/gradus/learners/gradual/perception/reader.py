"""Reads exchanges by the present form: questions, what was said, what was told. Nothing here changes a belief."""

from __future__ import annotations

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.perception import candidates
from gradus.learners.gradual.perception.endings import Endings
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import NEWBORN, Cut, Form, Parse, parse
from gradus.learners.gradual.perception.settings import SETTINGS


class Reader(Remembering):
    """The present form and the exchanges that it is asked about."""

    def __init__(self) -> None:
        self.silence = ""
        """The symbol of silence; empty: not known."""
        self.form: Form | None = NEWBORN
        """What is believed about the dialogue; None: nothing, the learner listens."""
        self.window: list[RawExchange] = []
        """The latest exchanges of this regime."""
        self.endings = Endings()
        """What is believed about the end of answers."""
        self.earned: list[str] = []
        """Answers rewarded lately, repetitions included."""
        self.others: list[Form] = []
        """Forms that tell answers elsewhere and were the best but for the present one, when forms were compared."""

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

    def unnoticed(self, exchange: RawExchange) -> int:
        """Where a turn went by in silence within a segment: behind the end of a question, before a reaction to it.

        Where an answer ends by its length and mistakes cost nothing, nothing else shows that a turn was missed.
        """
        form, segment = self.form, exchange.segment
        if form is None or not form.end.mark or any(old.reward < 0 for old in self.window):
            return 0
        openings = self._openings() if self.endings.by_length else []
        stop = form.end.find(segment, 0)[1]
        while 0 < stop < len(segment):
            rest = segment[stop:].lstrip(self.silence)
            waited = len(segment) - stop - len(rest) > 1  # one silence may stand between words
            opens = waited or rest.partition(self.silence)[0] in openings
            found = form.turn(rest, False, self.silence) if opens else None
            if found and (self.follows(rest[: found.end]) or (waited and self._asked(segment[:stop]))):
                return stop
            stop = form.end.find(segment, stop)[1]
        return 0

    def _asked(self, text: str) -> bool:
        """Whether a text is by itself, without a reaction, a question that was asked before."""
        found = parse(Cut(), self.form.end, text, self.silence) if self.form is not None else None
        return found is not None and any(self.question(old) == found.question for old in self.window)

    def _openings(self) -> list[str]:
        """First words that several reactions to mistakes begin with."""
        parses = [self.parse(old) for old in self.window if old.before <= 0 and old.joined]
        words = [found.reaction.partition(self.silence)[0] for found in parses if found and found.reaction]
        return [word for word in dict.fromkeys(words) if words.count(word) > 1]

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

    def unread(self) -> bool:
        """Whether the latest reaction should tell an answer but cannot be read: it may be told elsewhere."""
        form, exchange = self.form, self.window[-1]
        told = form is None or form.slot is None or self.told(len(self.window) - 1) is not None
        return not told and self.reacts(exchange)

    def opens_otherwise(self, exchange: RawExchange, since: int) -> bool:
        """Whether a mistake is reacted to otherwise than before the latest `since`: another dialogue may have begun."""
        calm = self.window[: len(self.window) - since]
        earlier = [old.segment for old in calm if self.reacts(old)]
        if len(earlier) < SETTINGS.openings or not self.reacts(exchange):
            return False
        opening = candidates.shared(earlier)
        return opening >= SETTINGS.opening and exchange.segment[:opening] != earlier[0][:opening]

    def reacts(self, exchange: RawExchange) -> bool:
        """Whether an exchange begins with a reaction to a mistake."""
        found = self.parse(exchange) if exchange.before <= 0 and exchange.joined else None
        return found is not None and bool(found.reaction)

    def tells(self) -> bool:
        """Whether all mistakes of the window were reacted to by telling an answer."""
        after = [  # what the oldest exchange reacts to has left the window
            n for n, exchange in enumerate(self.window) if n and exchange.before <= 0 and exchange.joined
        ]
        return bool(after) and all(self.told(number) is not None for number in after)

    def reads_more(self, other: Form) -> bool:
        """Whether `other` is told the same by all reactions that tell something now: to follow it risks nothing."""
        numbers = range(len(self.window))
        told = [(self.told(number), self.told(number, other)) for number in numbers]
        return all(mine is None or mine == others for mine, others in told)

    def earns(self) -> bool:
        """Whether nearly all answers of late were rewarded, so that questions cannot have been cut wrongly."""
        late = self.window[-SETTINGS.latest - 1 : -1]  # the newest is not answered yet
        return sum(exchange.reward > 0 for exchange in late) >= SETTINGS.earning
