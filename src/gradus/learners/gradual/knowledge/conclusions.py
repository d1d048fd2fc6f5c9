"""Conclusions: the end of a search becomes a rule, a table or a reason to wait; tables follow what is heard."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from gradus.learners.gradual.knowledge.agenda import Result
from gradus.learners.gradual.knowledge.beginnings import Beginnings
from gradus.learners.gradual.knowledge.calling import Calling
from gradus.learners.gradual.knowledge.kinds import Pair, narrowed
from gradus.learners.gradual.knowledge.planning import Planner
from gradus.learners.gradual.knowledge.rules import Rule
from gradus.learners.gradual.knowledge.settings import CONCLUSIONS
from gradus.learners.gradual.knowledge.store import Store
from gradus.learners.gradual.knowledge.symbols import cut
from gradus.learners.gradual.knowledge.tabulating import Tabulating
from gradus.learners.gradual.programs import (
    LEAVES,
    Program,
    Table,
    rename,
    run,
)


class Conclusions:
    """Changes rules, tables, the library and names."""

    def __init__(self, store: Store, planner: Planner) -> None:
        self.store, self.planner = store, planner
        self.beginnings = Beginnings(store)
        self.tables, self.names = Tabulating(store), Calling(store)

    def conclude(self, result: Result) -> None:
        """Make a rule or a table of what was found, or note that nothing was."""
        if result.found is not None and self._fits(result) and self._convincing(result):
            self._accept(result)
            return
        self.planner.patience.ended(result, False)
        first = result.plan.groups[result.plan.calling]
        groups = [(kind, members) for kind, members, _ in result.plan.groups]
        if not any(self.tables.make_table(kind, members) for kind, members in groups):
            self.tables.make_order(first[0])

    def _fits(self, result: Result) -> bool:
        """Whether the kind still fits its questions: silence may have become another symbol during the search."""
        kind, quiet = result.kind, self.store.quiet
        return all(kind.case(pair.question, pair.registers, quiet) is not None for pair in result.members)

    def _convincing(self, result: Result) -> bool:
        """Whether a program that was dropped before saves enough more this time."""
        assert result.found is not None
        failed = self.store.book.failures.get((result.kind, result.found.program), 0)
        return result.found.gain > self.store.settings.again_bits * failed or result.found.gain < 0

    def _accept(self, result: Result) -> None:
        """Make a rule of an explanation."""
        found = result.found
        assert found is not None
        program, table = found.program, ""
        if found.entries:
            table = self.tables.same_table(result.kind, program) or self.tables.new_table(found.entries)
            self.store.world.tables[table] = Table(found.entries, at=self.store.clock)
            self.store.world.refresh()
            program = rename(program, table)
        for word, body in found.names.items():
            self.names.call(word, rename(body, table) if table else body)
        members = [pair for pair, good in zip(result.members, found.right, strict=True) if good]
        cases = [result.kind.case(pair.question, pair.registers, self.store.quiet) for pair in members]
        known = [case for case in cases if case is not None]
        if len(result.members) == 1:
            program = quoting(program, known[0].tokens)
        kind = narrowed(result.kind, known, program, self._met, self._said)
        rule = Rule(kind, program, table, wins=min(4.0, len(members)), gain=found.gain)
        for pair, case in zip(members, known, strict=True):
            rule.keep(pair, case, self.store.settings.evidence)
        rule = self.store.book.add(rule, self.store.settings.rules)
        self.planner.patience.ended(result, sum(found.right) >= CONCLUSIONS.convinced * len(found.right))
        self.names.shelve(rule)
        self.beginnings.settle(rule)
        self._settle(rule)

    def _met(self, token: str) -> bool:
        """Whether a token occurred in several recent questions."""
        recent = [*self.store.history, *self.store.open]
        return sum(token in cut(pair.question, self.store.quiet, "") for pair in recent) > 1

    def _said(self, token: str) -> bool:
        """Whether a token was part of a recent answer."""
        return any(token in answer for _, answer in list(self.store.past.pairs)[-CONCLUSIONS.said :])

    def _settle(self, rule: Rule) -> None:
        """Move the open pairs that a rule explains to the history."""
        left: deque[Pair] = deque(maxlen=self.store.settings.open_pairs)
        for pair in self.store.open:
            case = rule.kind.case(pair.question, pair.registers, self.store.quiet)
            if case is not None and run(rule.program, case, self.store.world.operators) == pair.answer:
                rule.keep(pair, case, self.store.settings.evidence)
                self.store.history.append(pair)
            else:
                left.append(pair)
        self.store.open = left


def quoting(program: Program, tokens: Sequence[str]) -> Program:
    """The program with words of the only question it explains in place of literals that say the same."""
    if program[0] == "lit" and tokens.count(program[1]) == 1:
        return ("tok", tokens.index(program[1]))
    if program[0] in LEAVES:
        return program
    return (program[0], *[quoting(part, tokens) for part in program[1:]])
