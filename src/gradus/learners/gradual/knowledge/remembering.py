"""Remembering: which questions are searched together with what was remembered when they were asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from gradus.learners.gradual.knowledge.grouping import Group
from gradus.learners.gradual.knowledge.kinds import Kind, Pair
from gradus.learners.gradual.knowledge.patience import Patience
from gradus.learners.gradual.knowledge.settings import PLANNING
from gradus.learners.gradual.knowledge.store import Store
from gradus.learners.gradual.knowledge.symbols import cut
from gradus.learners.gradual.knowledge.writing import Register


class Remembering:
    """Adds what registers held to groups of questions."""

    def __init__(self, store: Store, patience: Patience) -> None:
        self.store, self.patience = store, patience

    def with_memory(self, groups: list[Group], pair: Pair, surprising: bool) -> list[Group]:
        """The groups with others in which the past may matter: first if it seems so, else if nothing else was found."""
        if self.store.past.ambiguous(pair.question, pair.answer):
            remembering = self._remembering(self._memorable(groups, pair))[:3]
            again = self._remembering(self._again(groups, pair))
            return [*self._recurring(groups, pair), *again, *remembering, *groups[:3]]
        vain = self.patience.vain(groups[0][0], pair)
        if (surprising or vain) and len(
            pair.question
        ) > 1:  # single symbols are what instances are remembered by
            return [groups[0], *self._remembering(self._memorable(groups[:1], pair))[:1], *groups[1:4]]
        return groups

    def _recurring(self, groups: Sequence[Group], pair: Pair) -> list[Group]:
        """Questions that were asked before, with their latest answer and what was asked since, if it changes."""
        past = self.store.past
        if not past.changing(pair.question):
            return []
        kind, members = groups[0]
        changing = [other for other in members if past.changing(other.question)]
        found = self._held([*self._all_changing(kind, pair), (kind, changing)], past.recurring)
        return [
            (kind, known)
            for kind, members in found
            if len(known := [other for other in members if other.registers["last", kind.marks]])
            >= PLANNING.recurring
        ]

    def _all_changing(self, kind: Kind, pair: Pair) -> list[Group]:
        """All questions of late with changing answers and as many words, if there are several: words name no kind."""
        past = self.store.past
        size = len(cut(pair.question, self.store.quiet, kind.marks))
        equal = Kind((), kind.marks, size)
        found = [other for other in self._late(equal) if past.changing(other.question)]
        cuts = [cut(other.question, self.store.quiet, kind.marks) for other in found]
        shared = [word for word in kind.tokens if all(word in tokens for tokens in cuts)]
        several = len({other.question for other in found}) > 1 and len(shared) < len(kind.tokens)
        return [(replace(equal, tokens=tuple(shared)), found)] if several else []

    def _again(self, groups: Sequence[Group], pair: Pair) -> list[Group]:
        """The very same question whenever it was asked, if its answers change: only the past can tell them apart."""
        if not self.store.past.changing(pair.question):
            return []
        kind, _ = groups[0]
        words = cut(pair.question[len(kind.prefix) :], self.store.quiet, kind.marks)
        heard = zip(self.store.past.pairs, self.store.past.times, strict=True)
        same = [Pair(q, answer, at, 1.0, {}) for (q, answer), at in heard if q == pair.question]
        return [(replace(kind, tokens=words, length=len(words)), same)] if len(same) >= PLANNING.again else []

    def _memorable(self, groups: Sequence[Group], pair: Pair) -> list[Group]:
        """Groups in which memory may matter: questions as long as this one, without commands, or all of them."""
        kind, members = groups[0]
        size = len(cut(pair.question[len(kind.prefix) :], self.store.quiet, kind.marks))
        equal = replace(kind, length=size)
        alike = [other for other in members if equal.fits(other.question, self.store.quiet)]
        found = [(kind, self._late(kind))]
        found += [(equal, alike)] if 3 < len(alike) < len(members) else []
        quiet = [(kind, self._unsettled(members)) for kind, members in groups[1:2]]
        found += [group for group in quiet if len(group[1]) >= 4]
        return [*found, *groups[:2]]

    def _late(self, kind: Kind) -> list[Pair]:
        """All questions of a kind of late but commands, also those that some rule explains: it may hold by turns."""
        past = self.store.past
        heard = zip(past.pairs, past.times, strict=True)
        same = [Pair(question, answer, at, 1.0, {}) for (question, answer), at in heard]
        known = [pair for pair in same if kind.fits(pair.question, self.store.quiet)]
        return self._unsettled(known)[-PLANNING.late :]

    def _unsettled(self, members: Sequence[Pair]) -> list[Pair]:
        """The members without questions that are always answered the same: commands that only change something."""
        return [pair for pair in members if not self.store.past.settled(pair.question)]

    def _remembering(self, groups: Sequence[tuple[Kind, list[Pair]]]) -> list[tuple[Kind, list[Pair]]]:
        """The groups again, with what registers held at each question."""
        return self._held(groups, lambda marks: self.store.past.candidates(marks, self.store.quiet))

    def _held(self, groups: Sequence[Group], candidates: Callable[[str], list[Register]]) -> list[Group]:
        places = {at: place for place, at in enumerate(self.store.past.times)}
        late = [{places[pair.at]: pair for pair in members if places.get(pair.at)} for _, members in groups]
        asked: dict[str, dict[int, str]] = {}
        for (kind, _), found in zip(groups, late, strict=True):
            questions = {place: pair.question for place, pair in found.items()}
            asked.setdefault(kind.marks, {}).update(questions)
        past, quiet = self.store.past, self.store.quiet
        held = {marks: past.replay(candidates(marks), quiet, wanted) for marks, wanted in asked.items()}
        return [
            (kind, [replace(pair, registers=held[kind.marks][place]) for place, pair in found.items()])
            for (kind, _), found in zip(groups, late, strict=True)
            if found
        ]
