"""Planning: what to search for a pair that no rule explains, together with which others, and how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gradus.learners.gradual.knowledge.agenda import Plan, once, shares
from gradus.learners.gradual.knowledge.grouping import Group, hypotheses, recorded
from gradus.learners.gradual.knowledge.kinds import Kind, Pair
from gradus.learners.gradual.knowledge.marks import gap_of
from gradus.learners.gradual.knowledge.patience import Patience, likes
from gradus.learners.gradual.knowledge.remembering import Remembering
from gradus.learners.gradual.knowledge.rules import Rule
from gradus.learners.gradual.knowledge.settings import PLANNING
from gradus.learners.gradual.knowledge.store import Store
from gradus.learners.gradual.knowledge.symbols import cut
from gradus.learners.gradual.programs import World, naming_places, run

NAMED = (24, 16, 12, 8)
"""How many of the latest such questions are looked at: as many as have the same build."""


class Planner:
    """Keeps unexplained pairs and plans searches for them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.patience = Patience(store)
        self.memory = Remembering(store, self.patience)

    def unexplained(self, pair: Pair, wrong: Sequence[Rule]) -> None:
        """Keep a pair for which there is no rule; `wrong`: rules that should have known. Planned when idle."""
        self.keep_open(pair)
        if self.store.settings.programs:
            self.store.pending = (pair, list(wrong))

    def plan(self) -> None:
        """Plan a search for the newest unexplained pair, if it is time for one."""
        store = self.store
        assert store.pending is not None
        pair, wrong = store.pending
        store.pending = None
        groups = self._groups(pair, wrong)
        first = groups[0][0]
        if not self.patience.due(first, pair):
            return
        if store.settings.memory:
            groups = self.memory.with_memory(groups, pair, bool(wrong))
        world = self._known(groups)
        costs = store.library.costs(world) if store.settings.learned_costs else {}
        parts = shares(groups, self.patience.budget(first, pair), store.settings.share)
        called = self._calling(pair, groups[0][0], wrong)
        calling = [(kind, tuple(once(members)), PLANNING.calling) for kind, members in called]
        calling += [(kind, tuple(members), PLANNING.naming) for kind, members in self._named(pair, groups)]
        fresh = tuple([other.at for other in store.open])
        usual = store.past.usual()
        about = self.patience.likes(first, pair)
        slowness = min(store.settings.slowest, 1 + self.patience.vain(first, pair) // store.settings.patience)
        store.agenda.add(
            Plan((*calling, *parts), world, costs, store.quiet, fresh, usual, len(calling), about, slowness)
        )

    def _calling(self, pair: Pair, kind: Kind, wrong: Sequence[Rule]) -> list[Group]:
        """Questions that have names of functions where the newest one has them, unless they mean something else."""
        names = self.store.world.names
        tokens = cut(pair.question, self.store.quiet, kind.marks[:1])
        places = [at for at, token in enumerate(tokens) if token in names]
        if wrong or not places or len(places) == len(tokens) or not self.store.settings.library:
            return []
        equal = Kind((), kind.marks[:1], len(tokens))
        cuts = [(other, cut(other.question, self.store.quiet, kind.marks[:1])) for other in self.store.open]
        members = [
            other
            for other, words in cuts
            if len(words) == len(tokens) and all(words[at] in names for at in places)
        ]
        return [(equal, members[-PLANNING.called :])] if members else []

    def _named(self, pair: Pair, groups: Sequence[Group]) -> list[Group]:
        """The latest questions that have names in several places, of which some are not known yet."""
        if not (self.store.settings.library and self.store.settings.names):
            return []
        for marks in dict.fromkeys([kind.marks for kind, _ in groups]):
            tokens = cut(pair.question, self.store.quiet, marks)
            equal = Kind((), marks, len(tokens))
            heard = zip(self.store.past.pairs, self.store.past.times, strict=True)
            late = [Pair(question, answer, at, 1.0, {}) for (question, answer), at in heard]
            members = [other for other in late if equal.fits(other.question, self.store.quiet)]
            for size in NAMED:
                some = members[-size:]
                cuts = [cut(other.question, self.store.quiet, marks) for other in some]
                if naming_places(cuts, tuple([other.answer for other in some])):
                    return [(equal, some)]
        return []

    def keep_open(self, pair: Pair) -> None:
        """Remember a pair that no rule explains."""
        if self.store.open and self.store.open[-1].at < self.store.clock - self.store.settings.calm:
            self.store.open.clear()
        while self.store.open and self.store.open[0].at < self.store.clock - self.store.settings.stale:
            self.store.open.popleft()
        self.store.open.append(pair)

    def _known(self, groups: Sequence[Group]) -> World:
        """What a search for these groups may use."""
        settings = self.store.settings
        world = self.store.world.copy(self._explaining(groups))
        if not settings.earlier_tables:
            world.tables.clear()
            world.refresh()
        if not settings.library:
            world.functions.clear()
            world.names.clear()
            world.refresh()
        return world

    def _explaining(self, groups: Sequence[Group]) -> frozenset[str]:
        """Tables that were told the very pairs of the first group: a search must not look into them."""
        _, members = groups[0]
        words = [(self._words(pair, groups), pair) for pair in members]
        found = [
            name
            for name, table in self.store.world.tables.items()
            if 2
            * sum(any(table.heard(word, pair.answer, pair.at) for word in asked) for asked, pair in words)
            > len(members)
        ]
        for rule in self.store.book.rules:
            how, _, name = str(rule.program[0]).partition(":")
            if how == "get" and name not in found:
                known = sum(self._knows(rule, pair) for pair in members)
                found += [name] * (2 * known > len(members))
        return frozenset(found)

    def _knows(self, rule: Rule, pair: Pair) -> bool:
        """Whether a rule that looks its answers up is right about a pair, now that its table has heard it."""
        case = rule.kind.case(pair.question, pair.registers, self.store.quiet)
        return case is not None and run(rule.program, case, self.store.world.operators) == pair.answer

    def _words(self, pair: Pair, groups: Sequence[Group]) -> list[str]:
        """All words of a question, however the groups cut it: any of them may be the key of a table."""
        found = [*cut(pair.question, self.store.quiet, ""), pair.question, pair.question[-1:]]
        for kind in dict.fromkeys([replace(kind, tokens=(), length=0) for kind, _ in groups]):
            case = kind.case(pair.question, {}, self.store.quiet)
            found += [*case.tokens, case.body] if case else []
        return list(dict.fromkeys(found))

    def _groups(self, pair: Pair, wrong: Sequence[Rule]) -> list[Group]:
        """What to search together: with what wrong rules rest on, then without if there is enough to go by."""
        gap = gap_of([question for question, _ in self.store.past.pairs], self.store.quiet)
        size = len(cut(pair.question, self.store.quiet, ""))
        vain, _ = self.store.vain.get(likes((), size, pair), (0, 0))
        late = list(self.store.past.pairs)[-PLANNING.late :]
        groups = hypotheses(self._pool(pair, wrong), self.store.quiet, self.store.settings, gap, vain, late)
        if pair.answer in self.store.past.usual():
            record = recorded(self._record(), self.store.quiet, gap)[: PLANNING.recorded]
            return [*record, *groups][: self.store.settings.groups]
        if not wrong:
            return groups
        alone = [
            (kind, members)
            for kind, members in hypotheses(
                list(self.store.open), self.store.quiet, self.store.settings, gap, late=late
            )[:2]
            if len(members) > 1 or len(pair.answer) >= PLANNING.long
        ]
        if any(old.answer == pair.answer for rule in wrong for old in rule.evidence):
            alone = []  # of a few answers, only those are unexplained that the rule does not give
        return _different([*groups[:1], *alone, *groups[1:]])[: self.store.settings.groups]

    def _record(self) -> list[Pair]:
        """All pairs of late with an answer that is usual now: a single one of a few answers tells little."""
        past = self.store.past
        usual = past.usual()
        heard = zip(past.pairs, past.times, strict=True)
        return [Pair(question, answer, at, 1.0, {}) for (question, answer), at in heard if answer in usual]

    def _pool(self, pair: Pair, wrong: Sequence[Rule]) -> list[Pair]:
        """Unexplained pairs, and what the rules rest on that were wrong about this one."""
        found = [other for other in self.store.open if other is not pair]
        for rule in wrong:
            late = [old for old in rule.evidence if old.at > self.store.clock - PLANNING.recent]
            found += [old for old in late if not any(old.same(other) for other in found)]
        found.sort(key=lambda other: other.at)
        return [*found[-self.store.settings.open_pairs :], pair]


def _different(groups: Sequence[Group]) -> list[Group]:
    """The groups without those that are there already: to search them again, with less, finds nothing new."""
    found: dict[tuple[Kind, tuple[int, ...]], Group] = {}
    for kind, members in groups:
        found.setdefault((kind, tuple([pair.at for pair in members])), (kind, members))
    return list(found.values())
