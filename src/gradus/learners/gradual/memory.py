"""Remembers answers: of this instance, of earlier instances, and for good.

Instances are not announced. A fresh memory that fails marks a switch: what was learned before the last success belongs
to the instance that is over, and is archived as a table that may be recognised again.
"""

from __future__ import annotations

from collections import deque

from gradus.learners.gradual.codec import Remembering

ARCHIVE = 48
"""Tables of finished instances kept for recognition."""

REFUTED = 64
"""Questions whose wrong answers are remembered within an instance."""

LASTING = 6000
"""Questions remembered for good; the least recently used are dropped."""


class EpochMemory(Remembering):
    """What is known about the current instance, and tables of earlier ones."""

    def __init__(self) -> None:
        self.now: dict[str, str] = {}
        self.learned_at: dict[str, int] = {}
        self.untested: set[str] = set()
        self.refuted: dict[str, list[str]] = {}
        self.archive: deque[dict[str, str]] = deque(maxlen=ARCHIVE)
        self.clock = 0
        self.last_success = 0
        self.epoch = 0

    def learn(self, question: str, right: str, certain: bool = True) -> None:
        """The right answer to `question` in this instance; not `certain`: only told, never tried."""
        if certain:
            self.untested.discard(question)
        elif self.now.get(question) != right:
            self.untested.add(question)
        self.clock += 1
        if len(self.now) > 2000:
            self.switch()
        self.now[question] = right
        self.learned_at[question] = self.clock

    def confirm(self) -> None:
        """A remembered answer was rewarded: no switch up to now."""
        self.last_success = self.clock

    def refute(self, question: str, answer: str) -> None:
        """`answer` is wrong for `question` in this instance."""
        if len(self.refuted) > REFUTED:
            del self.refuted[next(iter(self.refuted))]
        wrong = self.refuted.setdefault(question, [])
        if answer not in wrong:
            wrong.append(answer)
            del wrong[:-40]

    def switch(self) -> None:
        """A new instance has begun some time after the last success."""
        old = {key: value for key, value in self.now.items() if self.learned_at[key] <= self.last_success}
        if len(old) >= 3:
            self._archive(old)
        for key in old:
            del self.now[key], self.learned_at[key]
            self.untested.discard(key)
        self.refuted.clear()
        self.epoch += 1

    def clear(self) -> None:
        """Forget this instance without archiving it."""
        self.now.clear()
        self.learned_at.clear()
        self.untested.clear()
        self.refuted.clear()

    def _archive(self, table: dict[str, str]) -> None:
        """Keep `table`, merged with an archived one that agrees with it on several keys."""
        if len(table) > 64:
            return
        for number, other in enumerate(self.archive):
            shared = [key for key in table if key in other]
            if len(shared) >= 3 and all(other[key] == table[key] for key in shared):
                self.archive[number] = {**other, **table}
                return
        self.archive.append(table)

    def recall(self, question: str) -> str:
        """The answer of an archived instance that agrees with everything known about this one."""
        known = [(key, value) for key, value in self.now.items()][-12:]
        best, support = "", 0
        for table in reversed(self.archive):
            answer = table.get(question)
            if answer is None or len(known) == 0:
                continue
            agree = sum(table.get(key) == value for key, value in known)
            clash = sum(key in table and table[key] != value for key, value in known)
            if not clash and agree > support:
                best, support = answer, agree
        return best


class LastingMemory(Remembering):
    """Question and answer pairs kept across instances, with in how many instances they held."""

    def __init__(self) -> None:
        self.pairs: dict[str, tuple[str, int, int]] = {}

    def learn(self, question: str, right: str, epoch: int) -> None:
        """Strengthen, weaken or replace the remembered answer."""
        answer, strength, last = self.pairs.pop(question, (right, 0, -1))
        if answer == right:
            strength = min(strength + (epoch != last), 9)
        elif strength > 1:
            strength -= 2
        else:
            answer, strength = right, 1
        self.pairs[question] = (answer, strength, epoch)
        if len(self.pairs) > LASTING:
            del self.pairs[next(iter(self.pairs))]

    def forget(self, question: str, answer: str) -> None:
        """Drop a pair that held only once."""
        if self.pairs.get(question, ("", 0, 0))[:2] == (answer, 1):
            del self.pairs[question]

    def answer(self, question: str) -> tuple[str, int]:
        """The remembered answer and its strength; an empty answer when there is none."""
        return self.pairs.get(question, ("", 0, 0))[:2]
