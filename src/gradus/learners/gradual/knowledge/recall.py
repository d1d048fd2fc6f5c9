"""Remembered answers: of this instance, of earlier instances, and for good.

Instances are not announced. A remembered answer that fails marks a switch: what was learned before the last success
belongs to the instance that is over and is archived as a table that may be recognised again.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from gradus.learners.gradual.knowledge.settings import RECALL


@dataclass
class Entry:
    """An answer of this instance: when it was learned, and whether it was rewarded."""

    answer: str
    at: int
    tested: bool


class Recall:
    """What is known about single questions."""

    def __init__(self, archive: int, lasting: int, refuted: int) -> None:
        self.now: dict[str, Entry] = {}
        """What is known in this instance, by question."""
        self.wrong: dict[str, list[str]] = {}
        """Answers that were punished in this instance, by question."""
        self.archive: deque[dict[str, str]] = deque(maxlen=archive)
        """Tables of earlier instances, question to answer."""
        self.lasting: dict[str, tuple[str, int, int]] = {}
        """By question: an answer, in how many instances it held, in which one last."""
        self.clock = 0
        """Right answers heard so far."""
        self.last_success = 0
        """The clock when a remembered answer was last right."""
        self.instance = 0
        """Instances so far."""
        self.begun = 0
        """What had been learned when the latest instance began."""
        self._most = lasting
        self._most_wrong = refuted

    # ---- this instance

    def learn(self, question: str, answer: str, tested: bool) -> None:
        """The right answer to a question in this instance."""
        self.clock += 1
        if len(self.now) > RECALL.questions:
            self.switch()
        old = self.now.get(question)
        tested = tested or (old is not None and old.tested and old.answer == answer)
        self.now[question] = Entry(answer, self.clock, tested)
        self._strengthen(question, answer)

    def confirm(self) -> None:
        """A remembered answer was right: no switch up to now."""
        self.last_success = self.clock

    def refute(self, question: str, answer: str) -> None:
        """An answer is wrong in this instance."""
        wrong = self.wrong.setdefault(question, [])
        if answer not in wrong:
            wrong.append(answer)
            del wrong[:-40]
        if len(self.wrong) > self._most_wrong:
            del self.wrong[next(iter(self.wrong))]

    def fail(self) -> None:
        """What was trusted has failed: a new instance has begun, unless nothing was right since that was said last."""
        if self.clock > self.begun:
            self.switch()

    def switch(self) -> None:
        """A new instance has begun some time after the last success."""
        old = {
            question: entry.answer for question, entry in self.now.items() if entry.at <= self.last_success
        }
        if RECALL.smallest <= len(old) <= RECALL.largest:
            self._keep(old)
        for question in old:
            del self.now[question]
        self.wrong.clear()
        self.instance += 1
        self.begun = self.clock

    def _keep(self, table: dict[str, str]) -> None:
        """Archive a table, merged with one that agrees with it on several questions."""
        for number, other in enumerate(self.archive):
            shared = [question for question in table if question in other]
            if len(shared) >= RECALL.smallest and all(other[key] == table[key] for key in shared):
                self.archive[number] = {**other, **table}
                return
        self.archive.append(table)

    def recognised(self, question: str) -> tuple[str, int]:
        """The answer of an archived instance that agrees with all that is known about this one, and how often."""
        known = list(self.now.items())[-12:]
        best, support = "", 0
        for table in reversed(self.archive) if known else ():
            answer = table.get(question)
            if answer is None:
                continue
            agree = sum(table.get(key) == entry.answer for key, entry in known)
            clash = any(key in table and table[key] != entry.answer for key, entry in known)
            if agree > support and not clash:
                best, support = answer, agree
        return best, support

    # ---- for good

    def _strengthen(self, question: str, right: str) -> None:
        answer, strength, last = self.lasting.pop(question, (right, 0, -1))
        if answer == right:
            strength = min(strength + (self.instance != last), RECALL.strongest)
        elif strength > 1:
            strength -= 2
        else:
            answer, strength = right, 1
        self.lasting[question] = (answer, strength, self.instance)
        if len(self.lasting) > self._most:
            del self.lasting[next(iter(self.lasting))]

    def known(self, question: str) -> tuple[str, int]:
        """The answer remembered for good and its strength; empty when there is none."""
        return self.lasting.get(question, ("", 0, 0))[:2]
