"""Finds the program that explains a group of examples best, in counted evaluations that can be spent at any time.

Programs are enumerated bottom-up, cheapest first. Two programs with the same values on a few telling cases are the
same program here (observational equivalence); the cheapest is kept. Goals meet the enumeration half-way; holes,
conditions and pairs of tests complete it. A search is a pure function of its problem, its world and its settings,
so it can be interrupted after any evaluation and repeated up to there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from gradus.learners.gradual.programs.branches import Branches, Item
from gradus.learners.gradual.programs.calls import calls, name_places
from gradus.learners.gradual.programs.completion import Completion
from gradus.learners.gradual.programs.goals import Goal, Goals
from gradus.learners.gradual.programs.judge import Found, Judge
from gradus.learners.gradual.programs.language import LEAVES, LONGEST, RARE, Case, Operator, Program, fill
from gradus.learners.gradual.programs.mapping import Listed, matching, members_of, offer
from gradus.learners.gradual.programs.problem import Problem
from gradus.learners.gradual.programs.settings import SearchSettings
from gradus.learners.gradual.programs.verdicts import applicable, clauses, verdict
from gradus.learners.gradual.programs.world import World

ORDERED = ("sort:", "at:", "read:", "show:", "wrap:", "sum:")
"""Operators that rest on a learned order."""


class Search:
    """One enumeration; `best` is the best explanation so far, `done` says that it is over."""

    def __init__(
        self, problem: Problem, world: World, costs: Mapping[str, int], settings: SearchSettings
    ) -> None:
        self.problem, self.world, self.settings = problem, world, settings
        self.costs = costs
        repeated = problem.size >= 4 and len(set(problem.answers)) <= problem.size // 2
        few = repeated and settings.holes
        mixed = problem.size >= settings.mixed or bool(problem.cases[-1].registers)
        most = settings.few_cases if repeated else settings.mixed_cases if mixed else settings.cases
        telling = problem.telling(most)
        self.cases: list[Case] = [problem.cases[n] for n in telling]
        self.answers = tuple([problem.answers[n] for n in telling])
        self.judge = Judge(problem, world, settings, len(telling))
        self.goals = Goals(self.answers, problem.answers, problem.gaps or self.cases[0].silence, world)
        self.branches = Branches(self.judge, self.answers, few, telling)
        self.completion = Completion(self.judge, self.goals, self.answers, few)
        self.favour = self._favour()
        self.selecting = all(
            answer in case.tokens for case, answer in zip(self.cases, self.answers, strict=True)
        )
        """Whether answers are words of their questions: then how they are picked comes first."""
        self.bank: dict[str, dict[int, list[Item]]] = {kind: {} for kind in "tlnb"}
        self.seen: dict[str, dict[tuple[Any, ...], tuple[Program, int]]] = {kind: {} for kind in "tlnb"}
        self.leaves: dict[str, list[tuple[Item, int]]] = {kind: [] for kind in "tlnb"}
        self.listed: list[Listed] = []
        """Lists with as many members as the answer has pieces, not looked at yet."""
        self.looked = 0
        """How many were looked at."""
        self.done = False
        self._limit = 0
        """Evaluations after which the course pauses: a pause after every one would cost as much as they do."""
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
            self._limit = min(stop, self._until) if self._until else stop
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
        if self._constant():
            yield True
        for program, bits in calls(self.problem.cases, self.world.names) if self.world.names else ():
            yield self.judge.check(program, bits)
        if not self.problem.leaves:
            return
        if self.settings.conditions and applicable(self.problem):
            yield from self._clauses()
        operators = self._usable()
        leaves = [
            (program, kind, max(1, bits + min(0, self.favour.get(kind, 0))))
            for program, kind, bits in self.problem.leaves
        ]
        for bits in range(1, self.settings.deepest + 1):
            self._bits = bits
            if self._until and self.judge.best is not None and self.judge.best.bits <= bits:
                self._enough = True
                yield True
            yield from self.branches.focus([item for item, _ in self.leaves["t"]])
            for program, kind, cost in leaves:
                if cost == bits:
                    yield self._leaf(program, kind, bits)
            for name, operator, cost in operators:
                if bits > cost:
                    yield from self._grow(name, operator, bits, bits - cost)
            yield from self.branches.switches()
            yield from self._members()

    def _members(self) -> Iterator[bool]:
        """Searches about the members of lists, each within its share."""
        while self.listed and self.looked < self.settings.listed_most:
            listed = self.listed.pop(0)
            if listed.some:
                yield from self._kept(listed)
            problem = members_of(listed, self.judge)
            if problem is None:
                continue
            self.looked += 1
            search = Search(problem, self.world, self.costs, replace(self.settings, listed=0))
            while not search.done and search.judge.used < self.settings.listed_share:
                left = min(self._limit - self.judge.used, self.settings.listed_share - search.judge.used)
                self.judge.used += search.work(max(1, left))
                if self.judge.used >= self._limit:
                    yield False
            search.close()
            if search.best is not None:
                yield offer(listed, search.best, self.judge)

    def _kept(self, listed: Listed) -> Iterator[bool]:
        """Members that have a word of the question, or all but that word: simpler than a test of their own."""
        for (word, _), cost in self.leaves["t"]:
            for name in ("having", "less"):
                whole = fill(listed.goal.template, (name, listed.program, word))
                yield self.judge.check(whole, listed.bits + listed.goal.bits + cost + 5)

    def _constant(self) -> bool:
        """Whether all questions have the same answer, and there are enough of them."""
        different = len({case.body for case in self.problem.cases})
        usual = self.answers[0] in self.problem.usual
        least = self.settings.usual_constant if usual else self.settings.constant
        if different < least or len(set(self.problem.answers)) > 1:
            return False
        right = (True,) * self.problem.size
        self.judge.best = Found(("lit", self.answers[0]), {}, right, self.settings.gain + 1.0, 4.0)
        return True

    def _clauses(self) -> Iterator[bool]:
        """Several conditions at once, before anything else: simple tests are among them."""
        found = []
        for clause in clauses(self.problem, self.world.operators):
            self.judge.used += 1
            found.append(clause)
            yield False
        made = verdict(self.problem, found)
        if made is not None:
            yield self.judge.check(*made)

    def _usable(self) -> list[tuple[str, Operator, int]]:
        found = []
        strange = self._strange()
        calling = bool(self.world.names) and bool(name_places(self.cases, self.world.names))
        for name, operator in self.world.operators.items():
            if name.partition(":")[2] in strange:
                continue
            if operator.bits < RARE and (self.settings.orders or not name.startswith(ORDERED)):
                favour = self.favour.get(operator.gives, 0)
                if self.selecting and operator.gives == "t":
                    favour = -2 if operator.takes.startswith("l") else 1
                bits = self.costs.get(name, operator.bits) + (min(0, favour) if ":" in name else favour)
                if name == "apply" and calling:
                    bits = 1
                found.append((name, operator, max(1, bits)))
        return sorted(found, key=lambda entry: entry[2])

    def _strange(self) -> set[str]:
        """Tables that have nothing in common with these questions and answers."""
        texts = self.problem.texts()
        return {
            name
            for name, table in self.world.tables.items()
            if texts.isdisjoint(table.entries.values()) and texts.isdisjoint(table.entries)
        }

    def _favour(self) -> Mapping[str, int]:
        """What kinds of values cost more or less here: numbers where answers are numerals, tests where two."""
        if self.goals.by_type["n"]:
            return {"n": -2, "t": 1, "l": 1, "b": 1}
        if len(set(self.problem.answers)) == 2 and self.problem.size >= 6:
            return {"b": -1, "n": -2, "t": 1, "l": 1}
        return {}

    def _leaf(self, program: Program, kind: str, bits: int) -> bool:
        self.judge.used += 1
        meaning = LEAVES[program[0]][1]
        values = tuple([meaning(case, *program[1:]) for case in self.cases])
        if None in values:
            return False
        self.leaves[kind].append(((program, values), bits))
        return self._add(program, kind, values, bits)

    def _grow(self, name: str, operator: Operator, bits: int, left: int) -> Iterator[bool]:
        takes, bank = operator.takes, self.bank
        judge = self.judge
        if len(takes) == 1:
            for program, values in bank[takes].get(left, ()):
                if program[0] == "lit":
                    continue
                done = self._apply(name, (program,), operator, bits, (values,))
                if done or judge.used >= self._limit:
                    yield done
        elif len(takes) == 3:
            yield from self._grow_wide(name, operator, bits, left)
        elif operator.leaves_only:
            for (other, others), cost in self.leaves[takes[1]]:
                for program, values in bank[takes[0]].get(left - cost, ()):
                    done = self._apply(name, (program, other), operator, bits, (values, others))
                    if done or judge.used >= self._limit:
                        yield done
        else:
            for one in range(1, left):
                seconds = bank[takes[1]].get(left - one)
                if not seconds:
                    continue
                for program, values in bank[takes[0]].get(one, ()):
                    for other, others in seconds:
                        done = self._apply(name, (program, other), operator, bits, (values, others))
                        if done or judge.used >= self._limit:
                            yield done

    def _grow_wide(self, name: str, operator: Operator, bits: int, left: int) -> Iterator[bool]:
        """Operators of three arguments are tried on leaves."""
        for (second, seconds), cost in self.leaves["t"]:
            for (third, thirds), more in self.leaves["t"]:
                if third == second:
                    continue
                for program, values in self.bank["t"].get(left - cost - more, ()):
                    columns = (values, seconds, thirds)
                    done = self._apply(name, (program, second, third), operator, bits, columns)
                    if done or self.judge.used >= self._limit:
                        yield done

    def _apply(
        self, name: str, parts: tuple[Program, ...], operator: Operator, bits: int, columns: tuple[Any, ...]
    ) -> bool:
        """Evaluate an operator on known values; its program is written down only if the result is new."""
        self.judge.used += 1
        values = tuple(map(operator.meaning, *columns))
        if values in self.seen[operator.gives] or None in values:
            return False
        return self._add((name, *parts), operator.gives, values, bits)

    def _add(self, program: Program, kind: str, values: tuple[Any, ...], bits: int) -> bool:
        """Keep a program with new values; true when it explains everything."""
        seen = self.seen[kind]
        if values in seen:
            return False
        seen[values] = (program, bits)
        if kind != "b" and kind != "n" and max(map(len, values)) > LONGEST:
            return False
        if kind == "t" and not any(values):
            return False
        for goal in self.goals.by_type[kind].get(values, ()):
            if self.judge.check(fill(goal.template, program), goal.bits + bits):
                return True
        self.bank[kind].setdefault(bits, []).append((program, values))
        if kind == "b":
            return self.branches.test(program, values, bits)
        if kind == "l" and bits <= self.settings.listed and self.problem.size > 1:
            self.listed += matching(program, values, bits, self.goals)
        if kind == "n" and self.branches.measure(program, values, bits):
            return True
        if kind == "t" and self._text(program, values, bits):
            return True
        return self.completion.complete(program, kind, values, bits)

    # ---- remainders

    def _text(self, program: Program, values: tuple[str, ...], bits: int) -> bool:
        if program[0] != "lit":
            self.branches.view(program, values, bits)
            if self.branches.partly(program, values, bits, self.seen["b"]):
                return True
            if self.branches.contain(program, values, bits):
                return True
        if not self.settings.decomposition:
            return False
        return any(self._reach(rest, goal) for rest, goal in self.goals.behind(program, values, bits))

    def _reach(self, rest: tuple[str, ...], goal: Goal) -> bool:
        """Whether a remainder is known already, or is the same in all cases."""
        known = self.seen["t"].get(rest)
        if known and self.judge.check(fill(goal.template, known[0]), goal.bits + known[1]):
            return True
        if len(set(rest)) == 1 and rest[0] and len(rest) > 1:
            literal = fill(goal.template, ("lit", rest[0]))
            return self.judge.check(literal, goal.bits + 3 + 5 * len(rest[0]))
        return False
