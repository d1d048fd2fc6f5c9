"""Planning: what to search for a pair that no rule explains, together with which others, and how long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from gradus.learners.gradual.knowledge.agenda import Plan, Result, once, shares
from gradus.learners.gradual.knowledge.grouping import Group, gap_of, hypotheses, recorded
from gradus.learners.gradual.knowledge.kinds import Kind, Pair
from gradus.learners.gradual.knowledge.registers import Register
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
        if not self._due(first, pair):
            return
        if store.settings.memory:
            groups = self._with_memory(groups, pair, bool(wrong))
        world = self._known(groups)
        costs = store.library.costs(world) if store.settings.learned_costs else {}
        parts = shares(groups, self._budget(first, pair), store.settings.share)
        called = self._calling(pair, groups[0][0], wrong)
        calling = [(kind, tuple(once(members)), PLANNING.calling) for kind, members in called]
        calling += [(kind, tuple(members), PLANNING.naming) for kind, members in self._named(pair, groups)]
        fresh = tuple([other.at for other in store.open])
        usual = store.past.usual()
        about = self._likes(first, pair)
        slowness = min(store.settings.slowest, 1 + self._vain(first, pair) // store.settings.patience)
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

    def _budget(self, kind: Kind, pair: Pair) -> int:
        """More evaluations after searches in vain, which come more rarely."""
        settings = self.store.settings
        return settings.budget * min(settings.most_budgets, 1 + self._vain(kind, pair) // settings.patience)

    def _vain(self, kind: Kind, pair: Pair) -> int:
        """How many searches were in vain for such questions."""
        return self.store.vain.get(self._likes(kind, pair), (0, 0))[0]

    def keep_open(self, pair: Pair) -> None:
        """Remember a pair that no rule explains."""
        while self.store.open and self.store.open[0].at < self.store.clock - self.store.settings.stale:
            self.store.open.popleft()
        self.store.open.append(pair)

    def ended(self, result: Result, good: bool) -> None:
        """Note whether a search was in vain: the next one for such questions may come later and cost more."""
        vain, rested = self.store.vain.pop(result.plan.about, (0, 0))
        if not good:
            self.store.vain[result.plan.about] = (vain + 1, rested)

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
        """Tables that hold the very pairs of the first group: a search must not look into them."""
        _, members = groups[0]
        words = [(self._words(pair, groups), pair.answer) for pair in members]
        found = [
            name
            for name, table in self.store.world.tables.items()
            if 2 * sum(any(table.entries.get(word) == right for word in asked) for asked, right in words)
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
        vain, _ = self.store.vain.get(_likes((), size, pair), (0, 0))
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

    def _with_memory(self, groups: list[Group], pair: Pair, surprising: bool) -> list[Group]:
        """The groups with others in which the past may matter: first if it seems so, else if nothing else was found."""
        if self.store.past.ambiguous(pair.question, pair.answer):
            remembering = self._remembering(self._memorable(groups, pair))[:3]
            again = self._remembering(self._again(groups, pair))
            return [*self._recurring(groups, pair), *again, *remembering, *groups[:3]]
        vain, _ = self.store.vain.get(self._likes(groups[0][0], pair), (0, 0))
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

    def _due(self, kind: Kind, pair: Pair) -> bool:
        """Whether to search again: more rarely, the longer nothing was found for such questions."""
        key = self._likes(kind, pair)
        vain, rested = self.store.vain.pop(key, (0, 0))
        rest = min(vain // self.store.settings.patience, self.store.settings.longest_rest)
        now = rested >= rest
        self.store.vain[key] = (vain, 0 if now else rested + 1)
        if len(self.store.vain) > PLANNING.kinds:
            del self.store.vain[next(iter(self.store.vain))]
        return now

    def _likes(self, kind: Kind, pair: Pair) -> tuple[str, ...]:
        """What questions have in common with this one: keywords, and how many tokens they have."""
        return _likes(kind.tokens, len(cut(pair.question, self.store.quiet, "")), pair)


def _different(groups: Sequence[Group]) -> list[Group]:
    """The groups without those that are there already: to search them again, with less, finds nothing new."""
    found: dict[tuple[Kind, tuple[int, ...]], Group] = {}
    for kind, members in groups:
        found.setdefault((kind, tuple([pair.at for pair in members])), (kind, members))
    return list(found.values())


def _likes(keywords: tuple[str, ...], size: int, pair: Pair) -> tuple[str, ...]:
    return (*keywords, *[""] * (size + (len(pair.question) == 1)))
