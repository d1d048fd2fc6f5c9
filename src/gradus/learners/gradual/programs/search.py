"""Finds the program that explains a group of examples best, in counted evaluations that can be spent at any time.

Programs are enumerated bottom-up, cheapest first. Two programs with the same values on a few telling cases are the
same program here (observational equivalence); the cheapest is kept. Goals meet the enumeration half-way; holes,
conditions and pairs of tests complete it. A search is a pure function of its problem, its world and its settings,
so it can be interrupted after any evaluation and repeated up to there.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations, product, repeat
from typing import Any

from gradus.learners.gradual.programs.assembly import assembled
from gradus.learners.gradual.programs.branches import Branches, Item
from gradus.learners.gradual.programs.calls import calls, name_places
from gradus.learners.gradual.programs.completion import Completion
from gradus.learners.gradual.programs.goals import Goal, Goals
from gradus.learners.gradual.programs.judge import Found, Judge
from gradus.learners.gradual.programs.language import LEAVES, OPERATORS, Case, Operator, Program, fill
from gradus.learners.gradual.programs.likeness import likenesses
from gradus.learners.gradual.programs.limits import Limits
from gradus.learners.gradual.programs.lookups import lookups
from gradus.learners.gradual.programs.mapping import Listed, counted, kept, matching, members_of, offer
from gradus.learners.gradual.programs.naming import Naming
from gradus.learners.gradual.programs.problem import Problem, find_leaves
from gradus.learners.gradual.programs.remainders import Remainders
from gradus.learners.gradual.programs.settings import LANGUAGE, LIKENESS, MAPPING, SEARCH, SearchSettings
from gradus.learners.gradual.programs.turning import Turns
from gradus.learners.gradual.programs.verdicts import applicable, clauses, verdict
from gradus.learners.gradual.programs.world import World, defined

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
        repeated = problem.size >= 4 and len(set(problem.answers)) <= problem.size // 2
        few = repeated and settings.holes
        mixed = problem.size >= settings.mixed or bool(problem.cases[-1].registers)
        most = settings.few_cases if repeated else settings.mixed_cases if mixed else settings.cases
        telling = problem.telling(most)
        self.cases: list[Case] = [problem.cases[n] for n in telling]
        self.answers = tuple([problem.answers[n] for n in telling])
        self.judge = Judge(problem, world, settings, len(telling))
        words = [case.tokens for case in self.cases]
        gaps = problem.gaps or self.cases[0].silence
        self.goals = Goals(self.answers, problem.answers, gaps, world, words)
        self.branches = Branches(self.judge, self.answers, few, telling)
        self.limits = Limits(self.judge, self.answers, few, self.branches)
        past = [register for register in problem.cases[-1].registers if register[0] == "past"]
        self.turns = Turns(self.judge, past[0] if past and not few else None)
        self.completion = Completion(self.judge, self.goals, self.answers, few)
        self.two = len(set(problem.answers)) == 2 and problem.size >= SEARCH.two
        """Whether there are two answers, and enough of them."""
        self.remainders = Remainders(self.judge)
        for wanted, goal in self.goals.texts:
            self.remainders.goal(wanted, goal)
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
        if self.judge.constant(self.answers[0]):
            yield True
        for program, bits in calls(self.problem.cases, self.world.names):
            yield self.judge.check(program, bits)
        if not self.problem.leaves:
            yield from Naming(self.judge, self._made_of).seek()
            return
        yield from lookups(self.judge)
        if self.settings.conditions and applicable(self.problem) and not self.numeric:
            yield from self._clauses()
        operators = self._usable()
        if self.two and not self.numeric and self.world.reads_two([case.tokens for case in self.cases]):
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
                    yield self._leaf(program, kind, bits)
            for name, operator, cost in operators:
                if bits > cost:
                    yield from self._grow(name, operator, bits, bits - cost)
            yield from self.branches.switches()
            yield self.limits.pairs()
            yield self.turns.seek(self.branches.masks, len(self.answers))
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
        yield from self.branches.focus([item for item, _ in self.leaves["t"]])
        if bits == self.settings.replacing:
            yield from self._replacements()
        if bits == self.settings.assembling:
            yield from assembled(self.bank["t"], self.answers, self.judge)
            yield from self._counted()

    def _members(self) -> Iterator[bool]:
        """Searches about the members of lists, each within its share; simpler programs first where it may be chance."""
        more = {True: self.settings.listed_more, False: self.settings.listed_soon}
        due = [listed for listed in self.listed if listed.bits + more[listed.chance] <= self._bits]
        for listed in due[: self.settings.listed_most - self.looked]:
            self.listed.remove(listed)
            if listed.some:
                yield from kept(listed, self.leaves["t"], (self.cases, self.answers), self.judge)
            problem = members_of(listed, self.judge)
            if problem is None:
                continue
            self.looked += 1
            shared = [item[0] for item, _ in self.leaves["t"] if item[0][0] in ("tok", "field")][
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
        cases = tuple([Case(text, (text,), False, self.cases[0].silence, {}) for text in texts])
        problem = Problem(cases, tuple(answers), find_leaves(cases, tuple(answers), (), ""))
        search = Search(problem, self.world, self.costs, replace(self.settings, listed=0))
        yield from self._within(search, self.settings.named_share)
        return search.best

    def _within(self, search: Search, share: int) -> Iterator[bool]:
        """Go on with another search until it is over or has had its share of evaluations."""
        while not search.done and search.judge.used < share:
            left = min(self._limit - self.judge.used, share - search.judge.used)
            self.judge.used += search.work(max(1, left))
            if self.judge.used >= self._limit:
                yield False
        search.close()

    def _about_numbers(self) -> Iterator[bool]:
        """A search about numbers alone: among all that can be said about texts they would come late."""
        search = Search(self.problem, self.world, self.costs, replace(self.settings, listed=0), numeric=True)
        yield from self._within(search, self.settings.numeric_share)
        best = search.best
        if best is not None and not best.entries:
            yield self.judge.check(best.program, best.bits)

    def _counted(self) -> Iterator[bool]:
        """How many members stand in some relation to a word, where answers are numerals or two."""
        if not (self.goals.by_type["n"] or self.two) or self.numeric:
            return
        words = [leaf for leaf in self.leaves["t"] if leaf[0][0][0] in ("tok", "field")][: MAPPING.shared]
        lists = [leaf for leaf in self.leaves["l"] if leaf[0][0][0] in ("toks", "fields")][: MAPPING.shared]
        pairs = OPERATORS["steps"]
        steps = [
            ((("steps", word), tuple(map(pairs.meaning, texts))), bits + pairs.bits)
            for (word, texts), bits in words
        ]
        lists += [entry for entry in steps if None not in entry[0][1]]
        for program, values, bits in counted(lists, words, self.judge):
            yield values not in self.seen["n"] and self._add(program, "n", values, bits)

    def _replacements(self) -> Iterator[bool]:
        """What may be joined by a word, or stand for it inside another one, becomes a goal."""
        words = [item for item in self.leaves["t"] if item[0][0][0] != "lit"]
        self.goals.words = [
            (text, texts, bits) for (text, texts), bits in words if text[0] in ("tok", "field")
        ]
        for wanted, goal in list(self.goals.texts):
            self.judge.used += 1
            yield any(self._known("n", *part) for part in self.goals.part_of_word(wanted, goal))
        for (text, texts), bits in words:
            self.judge.used += 1
            made = self.goals.joined(text, texts, bits, self.cases[0].silence or self.problem.gaps[:1])
            yield made is not None and self._known("l", *made)
        for ((text, texts), bits), ((old, olds), more) in permutations(words, 2):
            self.judge.used += 1
            self.goals.replaced(text, texts, old, olds, bits + more)
            yield False

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
        strange = self.world.strange(self.problem.texts())
        calling = bool(self.world.names) and bool(name_places(self.cases, self.world.names))
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
        if self.goals.by_type["n"]:
            return {"n": -2, "t": 1, "l": 1, "b": 1}
        if self.two:
            return {"b": -1, "n": -2, "t": 1, "l": 1}
        return {}

    def _leaf(self, program: Program, kind: str, bits: int) -> bool:
        self.judge.used += 1
        meaning = LEAVES[program[0]][1]
        values = tuple([meaning(case, *program[1:]) for case in self.cases])
        if None in values:
            return kind == "t" and self.branches.undefined(program, values, bits)
        self.leaves[kind].append(((program, values), bits))
        return values not in self.seen[kind] and self._add(program, kind, values, bits)

    def _grow(self, name: str, operator: Operator, bits: int, left: int) -> Iterator[bool]:
        """Apply an operator to all known values that together have `left` bits.

        Nearly all evaluations happen here, and most give nothing new: that is seen without any further call.
        """
        judge, meaning, seen = self.judge, operator.meaning, self.seen[operator.gives]
        learned = ":" in name  # most of these are defined for few values
        if len(operator.takes) == 1:
            for program, values in self.bank[operator.takes].get(left, ()):
                if program[0] == "lit":
                    continue
                judge.used += 1
                made = defined(meaning, values) if learned else tuple(map(meaning, values))
                fresh = None not in made and made not in seen
                done = fresh and self._add((name, program), operator.gives, made, bits)
                if done or judge.used >= self._limit:
                    yield done
        elif len(operator.takes) == 3:
            yield from self._grow_wide(name, operator, bits, left)
        else:
            for pairs in self._pairs(operator, left):
                for (program, values), (other, others) in pairs:
                    judge.used += 1
                    made = tuple(map(meaning, values, others))
                    fresh = None not in made and made not in seen
                    done = fresh and self._add((name, program, other), operator.gives, made, bits)
                    if done or judge.used >= self._limit:
                        yield done

    def _pairs(self, operator: Operator, left: int) -> Iterator[Iterable[tuple[Item, Item]]]:
        """Two arguments that together have `left` bits."""
        one, two = operator.takes[0], operator.takes[1]
        firsts, seconds = self.bank[one], self.bank[two]
        if not firsts or not seconds:
            return
        if operator.leaves_only:
            for leaf, cost in self.leaves[two]:
                yield zip(firsts.get(left - cost, ()), repeat(leaf), strict=False)
            return
        for cost in range(1, left):
            if cost in firsts and left - cost in seconds:
                yield product(firsts[cost], seconds[left - cost])

    def _grow_wide(self, name: str, operator: Operator, bits: int, left: int) -> Iterator[bool]:
        """Operators of three arguments are tried on leaves."""
        for (second, seconds), cost in self.leaves["t"]:
            for (third, thirds), more in self.leaves["t"]:
                if third == second:
                    continue
                for program, values in self.bank["t"].get(left - cost - more, ()):
                    self.judge.used += 1
                    made = tuple(map(operator.meaning, values, seconds, thirds))
                    fresh = made not in self.seen[operator.gives] and None not in made
                    done = fresh and self._add((name, program, second, third), operator.gives, made, bits)
                    if done or self.judge.used >= self._limit:
                        yield done

    def _add(self, program: Program, kind: str, values: tuple[Any, ...], bits: int) -> bool:
        """Keep a program with new values; true when it explains everything."""
        self.seen[kind][values] = (program, bits)
        if kind != "b" and kind != "n" and max(map(len, values)) > LANGUAGE.longest:
            return False
        if kind == "t" and not any(values):
            return False
        for goal in self.goals.by_type[kind].get(values, ()):
            if self.judge.check(fill(goal.template, program), goal.bits + bits):
                return True
        self.bank[kind].setdefault(bits, []).append((program, values))
        if kind == "b":
            return self.branches.test(program, values, bits)
        if self.two and bits <= self.settings.alike and self._alike(program, kind, values, bits):
            return True
        if kind == "l" and self._list(program, values, bits):
            return True
        if kind == "n" and (self._number(program, values, bits) or self.limits.number(program, values, bits)):
            return True
        if kind == "t" and self._text(program, values, bits):
            return True
        return self.completion.complete(program, kind, values, bits)

    def _alike(self, program: Program, kind: str, values: tuple[Any, ...], bits: int) -> bool:
        """Whether what is said of the first word, said of another one as well, is a test that explains everything."""
        words = [item[0][0] for item in self.leaves["t"] if item[0][0][0] == "tok"][: LIKENESS.words]
        for test in likenesses(program, kind, values, words, self.cases, self.world.operators):
            self.judge.used += 1
            fresh = test is not None and test[1] not in self.seen["b"]
            if test is not None and fresh and self._add(test[0], "b", test[1], bits + test[2]):
                return True
        return False

    # ---- remainders

    def _list(self, program: Program, values: tuple[Any, ...], bits: int) -> bool:
        if bits > self.settings.listed or self.problem.size < 2:
            return False
        whole = self.two or program[0] == "steps"  # neighbours share symbols: they are no members
        self.listed += [] if whole else matching(program, values, bits, self.goals)
        missing = self.goals.missing(program, values, bits)
        return any(self._known("t", texts, goal) for texts, goal in missing)

    def _text(self, program: Program, values: tuple[str, ...], bits: int) -> bool:
        if program[0] != "lit":
            self.branches.view(program, values, bits)
            if self.branches.partly(program, values, bits, self.seen["b"]):
                return True
            if self.limits.text(program, values, bits):
                return True
        if not self.settings.decomposition:
            return False
        if any(self._known("n", counts, goal) for counts, goal in self.goals.repeated(program, values, bits)):
            return True
        if self.remainders.text(program, values, bits):
            return True
        return any(self._reach(rest, goal) for rest, goal in self.goals.behind(program, values, bits))

    def _number(self, program: Program, values: tuple[int, ...], bits: int) -> bool:
        """Whether a number and another one that is known make what is wanted."""
        if bits > self.settings.counted or not self.settings.decomposition:
            return False
        return any(self._known("n", rest, goal) for rest, goal in self.goals.around(program, values, bits))

    def _known(self, kind: str, values: tuple[Any, ...], goal: Goal) -> bool:
        """Whether a goal was reached before it was one, and explains everything."""
        known = self.seen[kind].get(values)
        return known is not None and self.judge.check(fill(goal.template, known[0]), goal.bits + known[1])

    def _reach(self, rest: tuple[str, ...], goal: Goal) -> bool:
        """Whether a remainder is known already, or is the same in all cases."""
        if self._known("t", rest, goal):
            return True
        parts = [*self.goals.part_of_word(rest, goal), *self.goals.of_one_sign(rest, goal)]
        if any(self._known("n", *part) for part in parts):
            return True
        if len(set(rest)) == 1 and rest[0] and len(rest) > 1:
            literal = fill(goal.template, ("lit", rest[0]))
            return self.judge.check(literal, goal.bits + 3 + 5 * len(rest[0]))
        return self.remainders.goal(rest, goal)
