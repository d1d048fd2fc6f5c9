"""What remains of answers, completed by something learned: a table, a code, an order, symbols left out.

A remainder, or an answer between constants, is a smaller answer: what completes whole answers may complete it. Simple
texts and goals meet here, whichever comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import eq
from typing import Any

from gradus.learners.gradual.programs.approaches import Goal
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
from gradus.learners.gradual.programs.pieces import standing_for
from gradus.learners.gradual.programs.settings import PROBLEM, REMAINDERS

Known = tuple[Program, Items, int]
"""A simple text, its values in the telling cases and its bits."""


class Remainders:
    """Simple texts, and goals that are no whole answers."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.texts: list[Known] = []
        self.goals: list[tuple[Items, Goal]] = []
        self._wanted: dict[Program, list[str | None]] = {}
        """What stands for the hole of a goal in all examples, by its template."""

    def text(self, program: Program, values: Items, bits: int) -> bool:
        """Whether a goal, with something learned of one more text, explains everything."""
        if bits > REMAINDERS.simple or len(self.texts) == REMAINDERS.texts or not self._possible(program):
            return False
        self.texts.append((program, values, bits))
        return any(self._complete((program, values, bits), wanted, goal) for wanted, goal in self.goals)

    def goal(self, wanted: Items, goal: Goal) -> bool:
        """Whether one more goal does, with a text that is known."""
        if goal.template[0] not in ("cat", "rev") or len(self.goals) == REMAINDERS.goals or not all(wanted):
            return False
        self.goals.append((wanted, goal))
        return any(self._complete(known, wanted, goal) for known in self.texts)

    def _possible(self, program: Program) -> bool:
        return (
            self.judge.settings.holes and program[0] != "lit" and self.judge.problem.size >= REMAINDERS.least
        )

    def _complete(self, known: Known, wanted: Items, goal: Goal) -> bool:
        program, values, bits = known
        more = goal.bits + bits
        if gone := left_out(values, wanted):
            dropped: Program = ("drop", program, ("lit", gone))
            if self.judge.check(fill(goal.template, dropped), more + 4 + PROBLEM.symbol_bits * len(gone)):
                return True
        if determined(values, wanted, again=True):
            self._try(goal, ("get:" + NEW, program), program, more + 5, fill_table, again=True)
        if all(map(eq, map(len, values), map(len, wanted))):
            if determined("".join(values), "".join(wanted)):
                self._try(goal, ("code:" + NEW, program), program, more + 6, fill_code)
            if self.judge.settings.orders and all(map(_rearranged, values, wanted)):
                ordered: Program = ("glue", ("sort:" + NEW, ("chars", program)))
                self._try(goal, ordered, program, more + 13, _order_of_symbols)
        return False

    def _try(
        self,
        goal: Goal,
        step: Program,
        program: Program,
        bits: float,
        filler: Callable[[list[Any], list[Any]], Filling | None],
        again: bool = False,
    ) -> None:
        """Fill a hole with what all examples say in which the rest of the goal fits, or what they say `again`."""
        whole = fill(goal.template, step)
        if whole in self.judge.checked:
            return
        self.judge.checked.add(whole)
        wanted = self._everywhere(goal)
        given = self.judge.everywhere(program)
        fitting = [n for n, text in enumerate(wanted) if text and given[n] is not None]
        if len(fitting) < REMAINDERS.least:
            return
        keys, parts = [given[n] for n in fitting], [wanted[n] for n in fitting]
        if again and not _told_again(keys, parts, [self.judge.problem.answers[n] for n in fitting]):
            return
        filling = filler(keys, parts)
        if filling is not None:
            good = dict(zip(fitting, filling.right, strict=True))
            right = tuple([good.get(n, False) for n in range(len(wanted))])
            self.judge.offer(whole, filling.entries, right, bits + filling.bits)

    def _everywhere(self, goal: Goal) -> list[str | None]:
        if goal.template not in self._wanted:
            answers = self.judge.problem.answers
            found = standing_for(goal.template, HOLE, answers, self.judge.everywhere)
            self._wanted[goal.template] = found or [None] * len(answers)
        return self._wanted[goal.template]


def _told_again(keys: Sequence[Any], parts: Sequence[Any], answers: Sequence[str]) -> bool:
    """Whether most examples have a part that another answer tells as well: the rest is explained anyway."""
    inside: dict[tuple[Any, Any], dict[str, None]] = {}
    for key, part, answer in zip(keys, parts, answers, strict=True):
        inside.setdefault((key, part), {})[answer] = None
    again = sum(len(inside[pair]) > 1 for pair in zip(keys, parts, strict=True))
    return again >= REMAINDERS.again * len(keys)


def _order_of_symbols(texts: Sequence[str], answers: Sequence[str]) -> Filling | None:
    return fill_order(list(map(tuple, texts)), list(map(tuple, answers)))


def _rearranged(text: str, wanted: str) -> bool:
    return text != wanted and sorted(text) == sorted(wanted)
