"""Finds the program that explains a group of examples best, in counted evaluations that can be spent at any time.

Programs are enumerated bottom-up, cheapest first. Two programs with the same values on a few telling cases are the
same program here (observational equivalence); the cheapest is kept. Goals meet the enumeration half-way; holes,
conditions and pairs of tests complete it. A search is a pure function of its problem, its world and its settings,
so it can be interrupted after any evaluation and repeated up to there.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace

from gradus.learners.gradual.programs.assembly import assembled
from gradus.learners.gradual.programs.attempts import counts, replacements, verdicts
from gradus.learners.gradual.programs.calls import calls, name_places
from gradus.learners.gradual.programs.growth import Growth
from gradus.learners.gradual.programs.judge import Found, Judge
from gradus.learners.gradual.programs.language import Operator, Program
from gradus.learners.gradual.programs.leaves import Case
from gradus.learners.gradual.programs.lookups import lookups
from gradus.learners.gradual.programs.mapping import Listed, kept, members_of, offer
from gradus.learners.gradual.programs.naming import Naming
from gradus.learners.gradual.programs.problem import Problem, find_leaves
from gradus.learners.gradual.programs.settings import LANGUAGE, MAPPING, SearchSettings
from gradus.learners.gradual.programs.verdicts import applicable
from gradus.learners.gradual.programs.world import World

ORDERED = ("sort:", "at:", "read:", "show:", "wrap:", "sum:", "largest:", "least:")
"""Operators that rest on a learned order."""


NUMERIC = ("read", "sum", "largest", "least", "plus", "minus", "fewer", "equal", "even?")
"""What a search about numbers alone is made of, learned or not."""


class Search:
    """One enumeration; `best` is the best explanation so far, `done` says that it is over."""

    def __init__(
        self,
        problem: Problem,
        world: World,
        costs: Mapping[str, int],
        settings: SearchSettings,
        numeric: bool = False,
    ) -> None:
        """`numeric`: only what is made of numbers is enumerated."""
        self.problem, self.world, self.settings, self.numeric = problem, world, settings, numeric
        self.costs = costs
        self.judge = Judge(problem, world, settings)
        self.growth = Growth(self.judge)
        self.favour = self._favour()
        self.selecting = all(
            answer in case.tokens for case, answer in zip(self.growth.cases, self.growth.answers, strict=True)
        )
        """Whether answers are words of their questions: then how they are picked comes first."""
        self.looked = 0
        """How many were looked at."""
        self.done = False
        self._bits = 0
        """Bits of the programs that are being enumerated."""
        self._until = 0
        """Evaluations up to which something simpler than what explains everything is sought; 0: nothing does yet."""
        self._enough = False
        """Whether programs as large as the best explanation were reached."""
        self._course: Iterator[bool] = self._enumerate()

    @property
    def best(self) -> Found | None:
        """The best explanation so far."""
        return self.judge.best

    def work(self, evaluations: int) -> int:
        """Go on for about so many evaluations; returns how many it took."""
        before = self.judge.used
        stop = before + evaluations
        while not self.done and self.judge.used < stop:
            self.growth.limit = min(stop, self._until) if self._until else stop
            explained = next(self._course, None)
            self.done = explained is None or self._settled(explained)
        return self.judge.used - before

    def close(self) -> None:
        """Let go of the course: it refers to the search, and Python frees such circles late and all at once."""
        self._course = iter(())

    def _settled(self, explained: bool) -> bool:
        """Whether to stop: something explains everything, and nothing simpler is to be expected soon.

        Goals and conditions complete programs before their turn; for as long again, a simpler one may come up. It must
        not matter where the course pauses in between, so the end is a count and the beginning of a larger size.
        """
        if self._until:
            return self._enough or self.judge.used >= self._until
        best = self.judge.best
        if explained and best is not None and best.bits > self._bits:
            self._until = 2 * self.judge.used + self.settings.simpler
            return False
        return explained

    # ---- enumeration

    def _enumerate(self) -> Iterator[bool]:
        """Yields when the evaluations allowed are spent; true when nothing better can be expected."""
        if self.judge.constant(self.growth.answers[0]):
            yield True
        for program, bits in calls(self.problem.cases, self.world.names):
            yield self.judge.check(program, bits)
        if not self.problem.leaves:
            yield from Naming(self.judge, self._made_of).seek()
            return
        yield from lookups(self.judge)
        if self.settings.conditions and applicable(self.problem) and not self.numeric:
            yield from verdicts(self.growth)
        operators = self._usable()
        if (
            self.growth.two
            and not self.numeric
            and self.world.reads_two([case.tokens for case in self.growth.cases])
        ):
            yield from self._about_numbers()
        leaves = self._priced()
        for bits in range(1, self.settings.deepest + 1):
            self._bits = bits
            if self._until and self.judge.best is not None and self.judge.best.bits <= bits:
                self._enough = True
                yield True
            yield from self._put_together(bits)
            for program, kind, cost in leaves:
                if cost == bits:
                    yield self.growth.leaf(program, kind, bits)
            for name, operator, cost in operators:
                if bits > cost:
                    yield from self.growth.grow(name, operator, bits, bits - cost)
            yield from self.growth.switches.seek()
            yield self.growth.limits.pairs()
            yield self.growth.turns.seek(self.growth.branches.masks, len(self.growth.answers))
            yield from self._members()

    def _priced(self) -> list[tuple[Program, str, int]]:
        """The leaves with their bits, fewer for those of a type that answers like these ask for."""
        return [
            (program, kind, max(1, bits + min(0, self.favour.get(kind, 0))))
            for program, kind, bits in self.problem.leaves
            if not self.numeric or kind != "n"
        ]

    def _put_together(self, bits: int) -> Iterator[bool]:
        """What is tried with the parts found so far, once there are enough of them."""
        yield from self.growth.branches.focus([item for item, _ in self.growth.leaves["t"]])
        if bits == self.settings.replacing:
            yield from replacements(self.growth)
        if bits == self.settings.assembling:
            yield from assembled(self.growth.bank["t"], self.growth.answers, self.judge)
            if not self.numeric:
                yield from counts(self.growth)

    def _members(self) -> Iterator[bool]:
        """Searches about the members of lists, each within its share; simpler programs first where it may be chance."""
        more = {True: self.settings.listed_more, False: self.settings.listed_soon}
        due = [listed for listed in self.growth.listed if listed.bits + more[listed.chance] <= self._bits]
        for listed in due[: self.settings.listed_most - self.looked]:
            self.growth.listed.remove(listed)
            if listed.some:
                yield from kept(
                    listed, self.growth.leaves["t"], (self.growth.cases, self.growth.answers), self.judge
                )
            problem = members_of(listed, self.judge)
            if problem is None:
                continue
            self.looked += 1
            shared = [item[0] for item, _ in self.growth.leaves["t"] if item[0][0] in ("tok", "field")][
                : MAPPING.shared
            ]
            explained = yield from self._each(listed, problem, (), self.settings.listed_share)
            comparable = bool(shared) and not explained
            compared = members_of(listed, self.judge, shared) if comparable else None
            if compared is not None:
                yield from self._each(listed, compared, shared, self.settings.compared_share)

    def _each(
        self, listed: Listed, problem: Problem, shared: Sequence[Program], share: int
    ) -> Generator[bool, None, bool]:
        """A search about members, perhaps compared with words of the question; whether it explains everything."""
        search = Search(problem, self.world, self.costs, replace(self.settings, listed=0))
        yield from self._within(search, share)
        explained = search.best is not None and offer(listed, search.best, self.judge, shared)
        yield explained
        return explained

    def _made_of(self, texts: Sequence[str], answers: Sequence[str]) -> Generator[bool, None, Found | None]:
        """A search for what makes these answers of these texts."""
        cases = tuple([Case(text, (text,), False, self.growth.cases[0].silence, {}) for text in texts])
        problem = Problem(cases, tuple(answers), find_leaves(cases, tuple(answers), (), ""))
        search = Search(problem, self.world, self.costs, replace(self.settings, listed=0))
        yield from self._within(search, self.settings.named_share)
        return search.best

    def _within(self, search: Search, share: int) -> Iterator[bool]:
        """Go on with another search until it is over or has had its share of evaluations."""
        while not search.done and search.judge.used < share:
            left = min(self.growth.limit - self.judge.used, share - search.judge.used)
            self.judge.used += search.work(max(1, left))
            if self.judge.used >= self.growth.limit:
                yield False
        search.close()

    def _about_numbers(self) -> Iterator[bool]:
        """A search about numbers alone: among all that can be said about texts they would come late."""
        search = Search(self.problem, self.world, self.costs, replace(self.settings, listed=0), numeric=True)
        yield from self._within(search, self.settings.numeric_share)
        best = search.best
        if best is not None and not best.entries:
            yield self.judge.check(best.program, best.bits)

    def _usable(self) -> list[tuple[str, Operator, int]]:
        found = []
        strange = self.world.strange(self.problem.texts())
        calling = bool(self.world.names) and bool(name_places(self.growth.cases, self.world.names))
        for name, operator in self.world.operators.items():
            if name.partition(":")[2] in strange or (self.numeric and name.partition(":")[0] not in NUMERIC):
                continue
            if operator.bits < LANGUAGE.rare and (self.settings.orders or not name.startswith(ORDERED)):
                favour = self.favour.get(operator.gives, 0)
                if self.selecting and operator.gives == "t":
                    favour = -2 if operator.takes.startswith("l") else 1
                bits = self.costs.get(name, operator.bits) + (min(0, favour) if ":" in name else favour)
                if name == "apply" and calling:
                    bits = 1
                found.append((name, operator, max(1, bits)))
        return sorted(found, key=lambda entry: entry[2])

    def _favour(self) -> Mapping[str, int]:
        """What kinds of values cost more or less here: numbers where answers are numerals, tests where two."""
        if self.growth.goals.by_type["n"]:
            return {"n": -2, "t": 1, "l": 1, "b": 1}
        if self.growth.two:
            return {"b": -1, "n": -2, "t": 1, "l": 1}
        return {}
