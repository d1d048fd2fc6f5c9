"""Beginnings: times at which all that was kept across questions was forgotten, told by what proven rules get wrong.

A world may begin anew without a word. Then a rule about the past is wrong although nothing is wrong with it: there is a
time since when alone it explains what was heard. What was kept before that time is of no use any more.
"""

from __future__ import annotations

from collections.abc import Sequence

from gradus.learners.gradual.knowledge.rules import Opinion, Rule
from gradus.learners.gradual.knowledge.settings import BEGINNINGS
from gradus.learners.gradual.knowledge.store import Store
from gradus.learners.gradual.knowledge.writing import KEEPING, registers_in
from gradus.learners.gradual.programs import run


class Beginnings:
    """Finds such times, and takes them back where the next questions speak against them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def noticed(self, question: str, right: str, opinions: Sequence[Opinion]) -> Rule | None:
        """The rule that is wrong about a question only because everything began anew; the time is noted."""
        spoken = next((opinion for opinion in opinions if opinion.answer is not None), None)
        if spoken is None or spoken.answer == right or not _keeps(spoken.rule):
            return None
        past = self.store.past
        now, known = len(past.pairs), past.beginnings()
        if known and self._right(spoken.rule, {now: question}, {now: right}, known[:-1]):
            past.begun.pop()
            return None
        place = self._place(spoken.rule, now, question, right)
        if place < 0:
            return None
        past.begun.append(self.store.clock if place == now else past.times[place])
        return spoken.rule

    def settle(self, rule: Rule) -> None:
        """Note the times at which everything began anew while a new rule was not known yet."""
        past, vain = self.store.past, 0
        if not _keeps(rule):
            return
        pairs = list(past.pairs)
        for place, (question, right) in enumerate(pairs):
            if vain == BEGINNINGS.vain or not rule.kind.fits(question, self.store.quiet):
                continue
            if self._right(rule, {place: question}, {place: right}, past.beginnings()):
                continue
            begin = self._place(rule, place, question, right)
            vain += begin < 0
            if begin >= 0:
                past.begun.append(past.times[begin])

    def _place(self, rule: Rule, now: int, question: str, right: str) -> int:
        """The earliest place since when alone a rule explains a question, and all others it is about; -1: none."""
        past, known = self.store.past, self.store.past.beginnings()
        if len(past.begun) and any(place >= now for place in known):
            return -1
        first = max(known[-1] + BEGINNINGS.apart if known else 0, now - BEGINNINGS.reach)
        pairs = list(past.pairs)
        for place in range(first, now + 1):
            begun = [*known, place]
            if not self._right(rule, {now: question}, {now: right}, begun):
                continue
            about = [n for n in range(place, now) if rule.kind.fits(pairs[n][0], self.store.quiet)]
            asked, told = {n: pairs[n][0] for n in about}, {n: pairs[n][1] for n in about}
            if self._right(rule, asked, told, begun):
                return place
        return -1

    def _right(self, rule: Rule, asked: dict[int, str], told: dict[int, str], begun: Sequence[int]) -> bool:
        """Whether a rule is right about questions at some places, had everything begun anew at others."""
        store = self.store
        held = store.past.replay(registers_in(rule.program), store.quiet, asked, begun)
        for place, question in asked.items():
            case = rule.kind.case(question, held[place], store.quiet)
            if case is None or run(rule.program, case, store.world.operators) != told[place]:
                return False
        return True


def _keeps(rule: Rule) -> bool:
    """Whether a rule looks at something that questions put there."""
    return any(register[0] in KEEPING for register in registers_in(rule.program))
