"""Tabulating: what searches learn or leave unexplained becomes tables and orders, which follow what is heard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gradus.learners.gradual.knowledge.kinds import Kind, Pair
from gradus.learners.gradual.knowledge.library import operators_in
from gradus.learners.gradual.knowledge.rules import Opinion, Rule
from gradus.learners.gradual.knowledge.settings import CONCLUSIONS, SOURCES
from gradus.learners.gradual.knowledge.store import Store
from gradus.learners.gradual.programs import (
    STEP,
    Program,
    Table,
    counted_digits,
    lesson,
    longest_chain,
    rename,
    run,
    standing_for,
)


class Tabulating:
    """Makes tables, and lets them follow what is heard."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def tabulate(self, opinions: Sequence[Opinion], right: str) -> None:
        """Let tables follow what was heard, after everything was judged; only their own rules may correct them."""
        for opinion in opinions:
            part = looking_up(opinion.rule.program)
            how, _, name = part[0].partition(":") if part else ("", "", "")
            table = self.store.world.tables.get(name)
            if part is None or table is None:
                continue
            if how == "turn":
                self._hear_turn(table, opinion, right)
                continue
            if how == "fold":
                self._hear_step(table, opinion, right)
                continue
            key = run(part[1], opinion.case, self.store.world.operators)
            value = self._standing(part, opinion, right)
            if key is None or not value:
                continue
            if how == "code":
                links = dict(zip(key, value, strict=True)) if len(key) == len(value) else {}
            else:
                links = {"".join(key) if isinstance(key, tuple) else key: value}
            for known, heard in links.items():
                if opinion.rule.worth > SOURCES.good and (
                    opinion.rule.table == name or known not in table.entries
                ):
                    table.hear(known, heard, self.store.settings.entries, self.store.clock)

    def _standing(self, part: Program, opinion: Opinion, right: str) -> str | None:
        """What a part of a rule's program should have said for the whole to be right."""
        operators = self.store.world.operators
        found = standing_for(
            opinion.rule.program, part, [right], lambda other: [run(other, opinion.case, operators)]
        )
        return found[0] if found else None

    def _hear_turn(self, table: Table, opinion: Opinion, right: str) -> None:
        """Let a table of turns follow what was heard: a new step at once, a known one when it is wrong twice."""
        if right == opinion.answer or opinion.rule.worth <= SOURCES.good:
            return
        step = lesson(table, opinion.rule.program, opinion.case, self.store.world.operators, right)
        if step is not None and step[0] in table.entries:
            table.hear(*step, self.store.settings.entries, self.store.clock)
        elif step is not None:
            table.put(*step, self.store.settings.entries, self.store.clock)

    def _hear_step(self, table: Table, opinion: Opinion, right: str) -> None:
        """Let a table of steps follow what was heard: the last step is what a wrong answer is blamed on."""
        start, events = [
            run(part, opinion.case, self.store.world.operators) for part in opinion.rule.program[1:]
        ]
        if start is not None and events and opinion.rule.worth > SOURCES.good:
            key = table.after(start, events[:-1]) + STEP + events[-1]
            if key in table.entries or right != opinion.answer:
                table.hear(key, right, self.store.settings.entries, self.store.clock)

    def make_order(self, kind: Kind) -> None:
        """Keep as a table what single words lead to, if together they are one order: it may sort or count later."""
        links: dict[str, str] = {}
        if not self.store.settings.search.orders:
            return
        for pair in self.store.open:
            case = kind.case(pair.question, {}, self.store.quiet)
            content = [t for t in case.tokens if t not in kind.tokens] if case else []
            if len(content) == 1 and content[0] != pair.answer:
                links[content[0]] = pair.answer
        if len(links) < CONCLUSIONS.table_from or not (
            len(longest_chain(links)) == len(links) + 1 or counted_digits(links)
        ):
            return
        for table in self.store.world.tables.values():
            if (
                sum(table.entries.get(key) == value for key, value in links.items())
                >= CONCLUSIONS.table_from - 1
            ):
                if not table.numeric and len(links) > len(table.entries):
                    table.replace(links, self.store.clock)
                    self.store.world.refresh()
                return
        self.new_table(links)

    def same_table(self, kind: Kind, program: Program) -> str:
        """The table of a rule that says the same with older entries; empty when there is none."""
        for rule in self.store.book.rules:
            if rule.table and rule.kind.marks == kind.marks and rename(program, rule.table) == rule.program:
                return rule.table
        return ""

    def new_table(self, entries: Mapping[Any, str]) -> str:
        """Keep entries as a table with a name of its own; the oldest unused table gives way."""
        self.store.tabled += 1
        name = f"t{self.store.tabled}"
        self.store.world.tables[name] = Table(entries, at=self.store.clock)
        if len(self.store.world.tables) > self.store.settings.tables:
            used = {
                part.partition(":")[2]
                for rule in self.store.book.rules
                for part in operators_in(rule.program)
            }
            unused = [other for other in self.store.world.tables if other not in used and other != name]
            gone = (unused or list(self.store.world.tables))[0]
            del self.store.world.tables[gone]
            self.store.book.rules = [rule for rule in self.store.book.rules if rule.table != gone]
        self.store.world.refresh()
        return name

    def make_table(self, kind: Kind, members: Sequence[Pair]) -> bool:
        """Keep what no program explains as a table, if a single token decides; whether there is one now."""
        if not kind.tokens or not self.store.settings.search.holes:
            return False
        cases = [kind.case(pair.question, {}, self.store.quiet) for pair in members]
        entries: dict[str, str] = {}
        for case, pair in zip(cases, members, strict=True):
            content = [t for t in case.tokens if t not in kind.tokens] if case else []
            if len(content) == 1:
                entries[content[0]] = pair.answer
        if len(entries) < CONCLUSIONS.table_from or any(
            r.table and r.kind == kind for r in self.store.book.rules
        ):
            return False
        name = self.new_table(entries)
        program = (f"get:{name}", ("field", 0, kind.tokens))
        rule = Rule(kind, program, name, wins=1.0)
        for case, pair in zip(cases, members, strict=True):
            if case is not None:
                rule.keep(pair, case, self.store.settings.evidence)
        self.store.book.add(rule, self.store.settings.rules)
        return True


def looking_up(program: Program, hows: Sequence[str] = ("get", "code", "fold", "turn")) -> Program | None:
    """The program if it looks something up, or the part of it that does so beside others."""
    if program[0].partition(":")[0] in hows:
        return program
    parts = program[1:] if program[0] in ("cat", "rev") else ()
    return next((found for part in parts if (found := looking_up(part, ("get", "code")))), None)
