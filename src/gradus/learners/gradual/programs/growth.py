"""Growth: the programs found so far, larger ones made of them, and what every new value leads to.

Two programs with the same values on the telling cases are one program; a new one is compared with the goals, and
completes conditions, limits, holes and remainders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product, repeat
from typing import Any

from gradus.learners.gradual.programs.approaches import Goal
from gradus.learners.gradual.programs.branches import Branches, Item
from gradus.learners.gradual.programs.completion import Completion
from gradus.learners.gradual.programs.goals import Goals
from gradus.learners.gradual.programs.judge import Judge
from gradus.learners.gradual.programs.language import Operator, Program, fill
from gradus.learners.gradual.programs.leaves import LEAVES, REMEMBERING, Case
from gradus.learners.gradual.programs.likeness import likenesses
from gradus.learners.gradual.programs.limits import Limits
from gradus.learners.gradual.programs.mapping import Listed, matching
from gradus.learners.gradual.programs.remainders import Remainders
from gradus.learners.gradual.programs.settings import BRANCHES, LANGUAGE, LIKENESS, SEARCH
from gradus.learners.gradual.programs.switches import Switches
from gradus.learners.gradual.programs.turning import Turns
from gradus.learners.gradual.programs.world import defined


class Growth:
    """Programs by bits, their values, and all that is completed by them."""

    def __init__(self, judge: Judge) -> None:
        problem = judge.problem
        repeated = problem.size >= 4 and len(set(problem.answers)) <= problem.size // 2
        mixed = problem.size >= judge.settings.mixed or bool(problem.cases[-1].registers)
        many = judge.settings.mixed_cases if mixed else judge.settings.cases
        telling = problem.telling(judge.settings.few_cases if repeated else many)
        judge.telling = len(telling)
        self.judge, self.problem, self.settings = judge, problem, judge.settings
        self.cases: list[Case] = [problem.cases[n] for n in telling]
        self.answers = tuple([problem.answers[n] for n in telling])
        few = repeated and judge.settings.holes
        words = [case.tokens for case in self.cases]
        gaps = problem.gaps or self.cases[0].silence
        self.goals = Goals(self.answers, problem.answers, gaps, judge.world, words)
        self.branches = Branches(judge, self.answers, few, telling)
        self.switches = Switches(judge, self.branches.masks)
        self.limits = Limits(judge, self.answers, few, self.branches)
        past = [register for register in problem.cases[-1].registers if register[0] == "past"]
        self.turns = Turns(judge, past[0] if past and not few else None)
        self.completion = Completion(judge, self.goals, self.answers, few)
        self.two = len(set(problem.answers)) == 2 and problem.size >= SEARCH.two
        """Whether there are two answers, and enough of them."""
        self.remainders = Remainders(judge)
        for wanted, goal in self.goals.texts:
            self.remainders.goal(wanted, goal)
        self.bank: dict[str, dict[int, list[Item]]] = {kind: {} for kind in "tlnb"}
        self.seen: dict[str, dict[tuple[Any, ...], tuple[Program, int]]] = {kind: {} for kind in "tlnb"}
        self.leaves: dict[str, list[tuple[Item, int]]] = {kind: [] for kind in "tlnb"}
        self.listed: list[Listed] = []
        """Lists with as many members as the answer has pieces, not looked at yet."""
        self.limit = 0
        """Evaluations after which to pause: a pause after every one would cost as much as they do."""

    def leaf(self, program: Program, kind: str, bits: int) -> bool:
        """Look at a leaf; true when something explains everything, as in what follows."""
        self.judge.used += 1
        meaning = LEAVES[program[0]][1]
        values = tuple([meaning(case, *program[1:]) for case in self.cases])
        if kind in "tl" and not all(values) and self._where_defined(program, kind, values, bits):
            return True
        if None in values:
            return False
        self.leaves[kind].append(((program, values), bits))
        if values in self.seen[kind]:
            return program[0] in REMEMBERING and self._meets(program, kind, values, bits)
        return self.add(program, kind, values, bits)

    def _where_defined(self, program: Program, kind: str, values: tuple[Any, ...], bits: int) -> bool:
        """Whether a program meets a goal wherever it says something, and explains everything with another answer."""
        if not self.settings.conditions or self.problem.size < BRANCHES.least:
            return False
        known = [n for n, value in enumerate(values) if value]
        for wanted, goals in list(self.goals.by_type[kind].items()):
            right = sum(values[n] == wanted[n] for n in known)
            good = right > 1 and right >= BRANCHES.defined * len(known)
            if good and self.judge.check(fill(goals[0].template, program), goals[0].bits + bits):
                return True
        return False

    def _meets(self, program: Program, kind: str, values: tuple[Any, ...], bits: int) -> bool:
        """Whether a program meets a goal and explains everything."""
        goals = self.goals.by_type[kind].get(values, ())
        return any(self.judge.check(fill(goal.template, program), goal.bits + bits) for goal in goals)

    def grow(self, name: str, operator: Operator, bits: int, left: int) -> Iterator[bool]:
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
                done = fresh and self.add((name, program), operator.gives, made, bits)
                if done or judge.used >= self.limit:
                    yield done
        elif len(operator.takes) == 3:
            yield from self._grow_wide(name, operator, bits, left)
        else:
            for pairs in self._pairs(operator, left):
                for (program, values), (other, others) in pairs:
                    judge.used += 1
                    made = tuple(map(meaning, values, others))
                    fresh = None not in made and made not in seen
                    done = fresh and self.add((name, program, other), operator.gives, made, bits)
                    if done or judge.used >= self.limit:
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
                    done = fresh and self.add((name, program, second, third), operator.gives, made, bits)
                    if done or self.judge.used >= self.limit:
                        yield done

    def add(self, program: Program, kind: str, values: tuple[Any, ...], bits: int) -> bool:
        """Keep a program with new values; true when it explains everything."""
        self.seen[kind][values] = (program, bits)
        if kind != "b" and kind != "n" and max(map(len, values)) > LANGUAGE.longest:
            return False
        if kind == "t" and not any(values):
            return False
        if self._meets(program, kind, values, bits):
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
        for test in likenesses(program, kind, values, words, self.cases, self.judge.world.operators):
            self.judge.used += 1
            fresh = test is not None and test[1] not in self.seen["b"]
            if test is not None and fresh and self.add(test[0], "b", test[1], bits + test[2]):
                return True
        return False

    def _list(self, program: Program, values: tuple[Any, ...], bits: int) -> bool:
        if bits > self.settings.listed or self.problem.size < 2:
            return False
        whole = self.two or program[0] == "steps"  # neighbours share symbols: they are no members
        self.listed += [] if whole else matching(program, values, bits, self.goals)
        missing = self.goals.missing(program, values, bits)
        return any(self.known("t", texts, goal) for texts, goal in missing)

    def _text(self, program: Program, values: tuple[str, ...], bits: int) -> bool:
        if program[0] != "lit":
            self.switches.view(program, values, bits)
            if self.branches.partly(program, values, bits, self.seen["b"]):
                return True
            if self.limits.text(program, values, bits):
                return True
        if not self.settings.decomposition:
            return False
        if any(self.known("n", counts, goal) for counts, goal in self.goals.repeated(program, values, bits)):
            return True
        if self.remainders.text(program, values, bits):
            return True
        return any(self._reach(rest, goal) for rest, goal in self.goals.behind(program, values, bits))

    def _number(self, program: Program, values: tuple[int, ...], bits: int) -> bool:
        """Whether a number and another one that is known make what is wanted."""
        if bits > self.settings.counted or not self.settings.decomposition:
            return False
        return any(self.known("n", rest, goal) for rest, goal in self.goals.around(program, values, bits))

    def known(self, kind: str, values: tuple[Any, ...], goal: Goal) -> bool:
        """Whether a goal was reached before it was one, and explains everything."""
        known = self.seen[kind].get(values)
        return known is not None and self.judge.check(fill(goal.template, known[0]), goal.bits + known[1])

    def _reach(self, rest: tuple[str, ...], goal: Goal) -> bool:
        """Whether a remainder is known already, or is the same in all cases."""
        if self.known("t", rest, goal):
            return True
        parts = [*self.goals.part_of_word(rest, goal), *self.goals.of_one_sign(rest, goal)]
        if any(self.known("n", *part) for part in parts):
            return True
        if len(set(rest)) == 1 and rest[0] and len(rest) > 1:
            literal = fill(goal.template, ("lit", rest[0]))
            return self.judge.check(literal, goal.bits + 3 + 5 * len(rest[0]))
        return self.remainders.goal(rest, goal)
