"""Revision: what was heard in a way that turns out to be wrong is forgotten, and what was meant takes its place.

Perception may find out that answers were told elsewhere, or that questions begin elsewhere. Pairs that rested on the
old reading must not stay among the examples, nor in the order of what happened: memory across questions rests on it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from gradus.learners.gradual.knowledge.kinds import Pair
from gradus.learners.gradual.knowledge.settings import REVISION
from gradus.learners.gradual.knowledge.store import Store


class Reading(NamedTuple):
    """A question with its right answer as it is read now, and whether it was rewarded."""

    question: str
    answer: str
    earned: bool


Told = tuple[str, str]
"""A question with an answer."""


class Revision:
    """Replaces pairs."""

    def __init__(self, store: Store, learn: Callable[[Reading], None]) -> None:
        self.store, self._learn = store, learn

    def revise(self, wrong: Sequence[Told], right: Sequence[Reading]) -> None:
        """Forget pairs that were read wrong, and go through the latest ones again in their order."""
        meant = {(pair.question, pair.answer): None for pair in right}
        gone = {pair: None for pair in wrong if pair not in meant}
        asked = dict.fromkeys([pair.question for pair in right])

        def reread(pair: Told) -> bool:
            return pair in meant or pair in gone or any(_overlap(pair[0], question) for question in asked)

        known = self.store.past.retract(reread, len(right) + len(gone))
        gone.update(dict.fromkeys([pair for pair in known if pair not in meant]))
        if gone:
            self._forget(gone)
        for pair in right:
            times = known.get((pair.question, pair.answer))
            if times:
                self.store.past.learn(pair.question, pair.answer, times.pop(0))
            else:
                self._learn(pair)

    def _forget(self, gone: dict[Told, None]) -> None:
        """Drop what rests on some pairs."""
        store = self.store
        self._forget_answers(gone)
        store.open = deque([pair for pair in store.open if not _among(pair, gone)], store.open.maxlen)
        store.history = deque(
            [pair for pair in store.history if not _among(pair, gone)], store.history.maxlen
        )
        for rule in list(store.book.rules):
            kept = [pair for pair in rule.evidence if not _among(pair, gone)]
            if len(rule.evidence) - len(kept) >= REVISION.misheard * max(1, len(rule.evidence)):
                store.book.rules.remove(rule)
            rule.rest_on(kept)
        store.agenda.drop()
        store.pending = (store.open[-1], []) if store.open and store.settings.programs else None

    def _forget_answers(self, gone: dict[Told, None]) -> None:
        """Drop single answers: of this instance, for good, after other answers, as habits."""
        store = self.store
        for question, answer in gone:
            entry = store.recall.now.get(question)
            if entry is not None and entry.answer == answer and not entry.tested:
                del store.recall.now[question]
            if store.recall.known(question) == (answer, 1):
                del store.recall.lasting[question]
        steps = store.succession.steps
        for key in [key for key, answer in steps.items() if (key[1], answer) in gone]:
            del steps[key]
        recent = [pair for pair in store.habits.recent if pair not in gone]
        store.habits.recent = deque(recent, store.habits.recent.maxlen)


def _overlap(one: str, other: str) -> bool:
    """Whether two texts may be the same question, cut out of what was heard in two ways."""
    return bool(one and other) and (one in other or other in one)


def _among(pair: Pair, gone: dict[Told, None]) -> bool:
    return (pair.question, pair.answer) in gone
