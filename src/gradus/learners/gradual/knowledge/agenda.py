"""The searches that are due: for the newest unexplained pair, one group after the other, within a budget.

A search that has begun is finished before a newer one starts; of those that wait only the newest is kept. What is
pending is a pure function of what is written down here, so a saved agenda goes on where it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gradus.learners.gradual.knowledge.grouping import Group
from gradus.learners.gradual.knowledge.kinds import Kind, Pair
from gradus.learners.gradual.programs import Found, Problem, Search, SearchSettings, World, find_leaves


@dataclass(frozen=True)
class Plan:
    """What to search: groups with their shares of evaluations, and what was known when it was made."""

    groups: tuple[tuple[Kind, tuple[Pair, ...], int], ...]
    world: World
    costs: Mapping[str, int]
    silence: str
    fresh: tuple[int, ...] = ()
    """When the pairs were heard that nothing explains yet."""
    usual: tuple[str, ...] = ()
    """Answers that are frequent at this time."""
    calling: int = 0
    """How many of the first groups are only about calls of named functions."""
    about: tuple[str, ...] = ()
    """What the questions have in common by which searches in vain are counted."""
    slowness: int = 1
    """How many times as many steps as usual the search may take."""


@dataclass(frozen=True)
class Result:
    """The end of a plan: the group that was explained, or None."""

    kind: Kind
    members: tuple[Pair, ...]
    found: Found | None
    plan: Plan


class Agenda:
    """At most one plan in progress and one that waits."""

    def __init__(self, settings: SearchSettings) -> None:
        self.settings = settings
        self.plan: Plan | None = None
        """The plan in progress."""
        self.waiting: Plan | None = None
        """The plan that comes next."""
        self.at = 0
        """The group of the plan that is being searched."""
        self.used = 0
        """Evaluations spent on that group."""
        self._search: Search | None = None
        """The search under way; it is made anew from `at` and `used` after a save."""

    def add(self, plan: Plan) -> None:
        """Search this as soon as what has begun is over."""
        if self.plan is None:
            self.plan = plan
            self._begin(0)
        else:
            self.waiting = plan

    def drop(self) -> None:
        """Forget all that is pending."""
        self.plan = self.waiting = None
        self._begin(0)

    @property
    def slowness(self) -> int:
        """How many times as slowly as usual to search now: something to go by is not kept waiting."""
        if self.plan is None or self.plan.slowness == 1 or self._current(self.plan).best is not None:
            return 1
        return self.plan.slowness

    def work(self, evaluations: int) -> tuple[int, Result | None]:
        """Spend evaluations; returns how many, and the result once a plan is over."""
        spent = 0
        while self.plan is not None and spent < evaluations:
            kind, members, budget = self.plan.groups[self.at]
            search = self._current(self.plan)
            step = search.work(min(evaluations - spent, max(1, budget - self.used)))
            self.used += step
            spent += max(1, step)
            if not search.done and self.used < budget:
                continue
            if search.best is not None or self.at + 1 == len(self.plan.groups):
                return spent, self._finish(Result(kind, members, search.best, self.plan))
            self._begin(self.at + 1)
        return spent, None

    def _finish(self, result: Result) -> Result:
        self.plan, self.waiting = self.waiting, None
        self._begin(0)
        return result

    def _begin(self, group: int) -> None:
        """Go on with a group of the plan."""
        if self._search is not None:
            self._search.close()
        self.at, self.used, self._search = group, 0, None

    def _current(self, plan: Plan) -> Search:
        """The search in progress; after a restored save, repeated up to where it was."""
        if self._search is None:
            kind, members, _ = plan.groups[self.at]
            problem = make_problem(kind, members, plan)
            if self.at < plan.calling:
                problem = replace(problem, leaves=())
            self._search = Search(problem, plan.world, plan.costs, self.settings)
            if self.used:
                self._search.work(self.used)
        return self._search


def make_problem(kind: Kind, members: Sequence[Pair], plan: Plan) -> Problem:
    """The examples of a group as a problem for the search."""
    cases, answers, unexplained = [], [], []
    for pair in members:
        case = kind.case(pair.question, pair.registers, plan.silence)
        if case is not None:
            cases.append(case)
            answers.append(pair.answer)
            unexplained.append(not plan.fresh or pair.at in plan.fresh)
    shared = [t for t in dict.fromkeys(cases[-1].tokens) if all(t in case.tokens for case in cases)]
    keywords = tuple(dict.fromkeys([*kind.tokens, *shared])) if len(cases) > 1 else kind.tokens
    leaves = find_leaves(cases, tuple(answers), keywords, kind.marks)
    gaps = plan.silence + kind.marks
    return Problem(tuple(cases), tuple(answers), leaves, tuple(unexplained), plan.usual, gaps)


def once(members: Sequence[Pair]) -> list[Pair]:
    """The members without repetitions, which prove nothing; of equal ones the latest."""
    latest = {(pair.question, pair.answer, *pair.registers.items()): pair for pair in members}
    return sorted(latest.values(), key=lambda pair: pair.at)


def shares(groups: Sequence[Group], budget: int, share: float) -> list[tuple[Kind, tuple[Pair, ...], int]]:
    """Each group with its part of the budget: the first the most."""
    found = []
    for number, (kind, members) in enumerate(groups):
        part = budget if number + 1 == len(groups) else int(budget * share)
        found.append((kind, tuple(once(members)), max(1, part)))
        budget -= part
    return found
