"""Completes programs by what has to be learned from the examples: tables, codes, orders, symbols left out."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from operator import contains, eq
from typing import Any

from gradus.learners.gradual.programs.approaches import Goal
from gradus.learners.gradual.programs.comparing import fill_extreme, fill_less, fill_rising, ways
from gradus.learners.gradual.programs.goals import Goals
from gradus.learners.gradual.programs.holes import (
    Filling,
    determined,
    fill_code,
    fill_order,
    fill_table,
    left_out,
)
from gradus.learners.gradual.programs.judge import NEW, Judge
from gradus.learners.gradual.programs.language import HOLE, Items, Program, fill
from gradus.learners.gradual.programs.leaves import LEAVES
from gradus.learners.gradual.programs.moves import (
    fill_circle,
    fill_numerals,
    fill_sums,
)
from gradus.learners.gradual.programs.moving import Moving
from gradus.learners.gradual.programs.settings import COMPLETION, MOVES, PROBLEM, SPELLING
from gradus.learners.gradual.programs.spelling import fill_spelling, plausible
from gradus.learners.gradual.programs.tables import longest_chain


class Completion:
    """Tries every way to complete a value by something learned."""

    def __init__(self, judge: Judge, goals: Goals, answers: Items, few: bool) -> None:
        """`answers`: of the telling cases; `few`: whether they come back often."""
        self.judge, self.goals, self.answers, self.few = judge, goals, answers, few
        self.moving = Moving(judge)
        self.signs: list[tuple[Program, int]] = []
        """Simple texts of one symbol each, like the answers: two of them may add up in a circle."""
        self.numerals: list[tuple[Program, int, list[Any]]] = []
        """Simple texts of few signs with their values: two of them may be numerals that add up."""
        self.compared: list[tuple[Program, int, list[Any]]] = []
        """Words with their values: one may be a numeral that is less than another."""
        self.two = judge.settings.orders and len(set(judge.problem.answers)) == 2 and few
        """Whether there are two answers: an order may tell them apart."""
        self.again = 2 * len({case.body for case in judge.problem.cases}) <= judge.problem.size
        """Whether the same questions come again and again: then telling cases alone show no repetition."""
        self.single = judge.settings.orders and all(len(answer) == 1 for answer in judge.problem.answers)

    def complete(self, program: Program, kind: str, values: tuple[Any, ...], bits: int) -> bool:
        """Whether the program, completed, explains everything."""
        problem, settings = self.judge.problem, self.judge.settings
        if problem.size < 3:
            return False
        if kind == "l" and bits <= 12 and settings.orders:
            self._orders(program, values, bits)
            self._extremes(program, values, bits)
        if not settings.holes:
            return False
        if kind == "l" and self.few and program[0] == "reg" and program[1][0] == "since":
            self.moving.steps(program, bits)
            self.moving.plane(program, bits)
        if program[0] == "net":
            self.moving.line(program, bits)
        if self.few and bits <= 14 and determined(values, self.answers, self.again):
            self._try(
                ("get:" + NEW, program), program, bits + 5, partial(fill_table, spelled=problem.spelled)
            )
        return kind == "t" and self._texts(program, values, bits)

    def _texts(self, program: Program, values: tuple[Any, ...], bits: int) -> bool:
        """What a text may become: a place in a circle, the same without some symbols, the same in a code."""
        if self.single and self.few and bits <= self.judge.settings.signs:
            self._circles(program, values, bits)
        if bits <= self.judge.settings.signs and self.judge.settings.orders and program[0] != "lit":
            self._numerals(program, bits)
            self._sums(program, values, bits)
        if self.two and bits <= self.judge.settings.signs and program[0] in ("tok", "field", "top"):
            self._rising(program, bits)
            if len(self.compared) < COMPLETION.numerals:
                self._compare(program, bits)
        if bits <= 8 and (gone := left_out(values, self.answers)):
            return self.judge.check(
                ("drop", program, ("lit", gone)), bits + 4 + PROBLEM.symbol_bits * len(gone)
            )
        if bits <= 10 and all(map(eq, map(len, values), map(len, self.answers))):
            self._try(("code:" + NEW, program), program, bits + 6, fill_code)
        elif bits <= SPELLING.simple and plausible(values, self.answers):
            self._try(("spell:" + NEW, program), program, bits + 6, fill_spelling)
        return False

    def _circles(self, program: Program, values: tuple[Any, ...], bits: int) -> None:
        """Two signs whose places in a circle together are the place of the answer."""
        if program[0] == "lit" or any(len(value) != 1 for value in values):
            return
        for other, cost in self.signs:
            filling = fill_circle(
                self.judge.everywhere(other), self.judge.everywhere(program), self.judge.problem.answers
            )
            if filling is not None:
                reading = [("read:" + NEW, part) for part in (other, program)]
                whole = ("wrap:" + NEW, ("plus", *reading))
                self.judge.offer(whole, filling.entries, filling.right, bits + cost + 16 + filling.bits)
        self.signs.append((program, bits))

    def _rising(self, program: Program, bits: int) -> None:
        """Of two answers, one may be said where the symbols of a text are in order."""
        texts = self.judge.everywhere(program)
        for yes, no, held in ways(self.judge.problem.answers):
            filling = fill_rising(texts, held)
            if filling is not None:
                test = ("same", ("glue", ("sort:" + NEW, ("chars", program))), program)
                self._verdict(test, yes, no, filling, bits + 12)

    def _compare(self, program: Program, bits: int) -> None:
        """Of two answers, one may be said where a numeral is less than another one."""
        mine = self.judge.everywhere(program)
        for other, cost, theirs in self.compared:
            for yes, no, held in ways(self.judge.problem.answers):
                for (one, ones), (two, twos) in itertools.permutations(((other, theirs), (program, mine))):
                    self.judge.used += 1
                    filling = fill_less(ones, twos, held)
                    if filling is not None:
                        test = ("fewer", ("read:" + NEW, one), ("read:" + NEW, two))
                        self._verdict(test, yes, no, filling, bits + cost + 10)
        self.compared.append((program, bits, mine))

    def _verdict(self, test: Program, yes: str, no: str, filling: Filling, bits: float) -> None:
        spelled = self.judge.problem.spelled(yes) + self.judge.problem.spelled(no)
        whole = ("if", test, ("lit", yes), ("lit", no))
        self.judge.offer(whole, filling.entries, filling.right, bits + filling.bits + 4 + spelled)

    def _numerals(self, program: Program, bits: int) -> None:
        """The next number, or the one before, in digits that the examples tell."""
        found = fill_numerals(self.judge.everywhere(program), self.judge.problem.answers)
        if found is not None:
            step, filling = found
            moved = ("plus" if step > 0 else "minus", ("read:" + NEW, program), ("num", 1))
            whole = ("show:" + NEW, moved)
            self.judge.offer(whole, filling.entries, filling.right, bits + 12 + filling.bits)

    def _sums(self, program: Program, values: tuple[Any, ...], bits: int) -> None:
        """Two texts whose sum or difference the answer is, in digits that the examples tell."""
        signs = {sign for text in (*values, *self.answers) for sign in text}
        if (
            len(signs) > MOVES.largest_circle
            or program[0] not in LEAVES
            or len(self.numerals) == COMPLETION.numerals
        ):
            return
        told = self.judge.problem.answers
        mine = self.judge.everywhere(program)
        for other, cost, theirs in self.numerals:
            for name, parts, columns in (
                ("plus", (other, program), (theirs, mine, told)),
                ("minus", (other, program), (told, mine, theirs)),
                ("minus", (program, other), (told, theirs, mine)),
            ):
                self.judge.used += 1
                filling = fill_sums(*columns)
                if filling is not None:
                    reading = [("read:" + NEW, part) for part in parts]
                    whole = ("show:" + NEW, (name, *reading))
                    self.judge.offer(whole, filling.entries, filling.right, bits + cost + 14 + filling.bits)
        self.numerals.append((program, bits, mine))

    def _orders(self, program: Program, values: tuple[Any, ...], bits: int) -> None:
        """A list that has the same members as a goal, in another order."""
        for goal_values, goals in self.goals.by_type["l"].items():
            if all(map(_rearranged, values, goal_values)):
                self._try_order(fill(goals[0].template, ("sort:" + NEW, program)), goals[0], program, bits)

    def _extremes(self, program: Program, values: tuple[Any, ...], bits: int) -> None:
        """The member of a list that is the first or the last of them in an order."""
        if bits > COMPLETION.extremes or not all(map(contains, values, self.answers)):
            return
        for name, last in (("last", True), ("first", False)):
            whole = (name, ("sort:" + NEW, program))
            self._try(whole, program, bits + 9, partial(fill_extreme, last=last))

    def _try_order(self, whole: Program, goal: Goal, program: Program, bits: int) -> None:
        wanted = cut_answers(goal, self.judge.problem.answers)
        if wanted:
            self._try(whole, program, bits + 5 + goal.bits, fill_order, wanted)
            self._extend_orders(whole, program, bits + 9 + goal.bits, wanted)

    def _extend_orders(self, whole: Program, program: Program, bits: int, wanted: Any) -> None:
        """The same with the links of a table that is known, as far as it is an order of these things."""
        values = self.judge.everywhere(program)
        members = {item for items in wanted for item in items}
        for table in self.judge.world.tables.values():
            links = {a: b for a, b in table.entries.items() if a in members and b in members and a != b}
            if len(links) > 3 and longest_chain(links):
                self.judge.used += 1
                filling = fill_order(values, wanted, links)
                if filling is not None:
                    self.judge.offer(whole, filling.entries, filling.right, bits + filling.bits)

    def _try(
        self,
        whole: Program,
        inner: Program,
        bits: float,
        filler: Callable[..., Filling | None],
        wanted: Any = None,
    ) -> None:
        if whole in self.judge.checked:
            return
        self.judge.checked.add(whole)
        filling = filler(self.judge.everywhere(inner), wanted or self.judge.problem.answers)
        if filling is not None:
            self.judge.offer(whole, filling.entries, filling.right, bits + filling.bits)


def cut_answers(goal: Goal, answers: Items) -> list[Items]:
    """All answers as the lists that a goal is about; empty where it is about something else than pieces of them."""
    cutter = goal.template
    if cutter[0] not in ("glue", "join") or cutter[1] != HOLE:
        return []
    if cutter[0] == "join" and cutter[2][0] != "lit":
        return []
    symbol = cutter[2][1] if cutter[0] == "join" else ""
    return [tuple(text.split(symbol)) if symbol else tuple(text) for text in answers]


def _rearranged(items: Any, wanted: Any) -> bool:
    return len(items) == len(wanted) and sorted(items) == sorted(wanted)
