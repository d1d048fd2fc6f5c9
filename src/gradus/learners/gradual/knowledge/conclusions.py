"""Conclusions: the end of a search becomes a rule, a table or a reason to wait; tables follow what is heard."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from gradus.learners.gradual.knowledge.agenda import Result
from gradus.learners.gradual.knowledge.kinds import Kind, Pair, narrowed
from gradus.learners.gradual.knowledge.library import operators_in, parameterise
from gradus.learners.gradual.knowledge.planning import Planner
from gradus.learners.gradual.knowledge.rules import Opinion, Rule
from gradus.learners.gradual.knowledge.settings import CONCLUSIONS, SOURCES
from gradus.learners.gradual.knowledge.store import Store
from gradus.learners.gradual.knowledge.symbols import cut
from gradus.learners.gradual.programs import (
    LEAVES,
    STEP,
    Function,
    Program,
    Table,
    counted_digits,
    lesson,
    longest_chain,
    rename,
    run,
    standing_for,
)


class Conclusions:
    """Changes rules, tables, the library and names."""

    def __init__(self, store: Store, planner: Planner) -> None:
        self.store, self.planner = store, planner

    def conclude(self, result: Result) -> None:
        """Make a rule or a table of what was found, or note that nothing was."""
        if result.found is not None and self._convincing(result):
            self._accept(result)
            return
        self.planner.ended(result, False)
        first = result.plan.groups[result.plan.calling]
        groups = [(kind, members) for kind, members, _ in result.plan.groups]
        if not any(self._make_table(kind, members) for kind, members in groups):
            self._make_order(first[0])

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
                    table.hear(known, heard, self.store.settings.entries)

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
            table.hear(*step, self.store.settings.entries)
        elif step is not None:
            table.put(*step, self.store.settings.entries)

    def _hear_step(self, table: Table, opinion: Opinion, right: str) -> None:
        """Let a table of steps follow what was heard: the last step is what a wrong answer is blamed on."""
        start, events = [
            run(part, opinion.case, self.store.world.operators) for part in opinion.rule.program[1:]
        ]
        if start is not None and events and opinion.rule.worth > SOURCES.good:
            key = table.after(start, events[:-1]) + STEP + events[-1]
            if key in table.entries or right != opinion.answer:
                table.hear(key, right, self.store.settings.entries)

    def _make_order(self, kind: Kind) -> None:
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
                    table.replace(links)
                    self.store.world.refresh()
                return
        self._new_table(links)

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
            table = self._same_table(result.kind, program) or self._new_table(found.entries)
            self.store.world.tables[table] = Table(found.entries)
            self.store.world.refresh()
            program = rename(program, table)
        for word, body in found.names.items():
            self._call(word, rename(body, table) if table else body)
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
        self.planner.ended(result, sum(found.right) >= CONCLUSIONS.convinced * len(found.right))
        self._shelve(rule)
        self._settle(rule)

    def _met(self, token: str) -> bool:
        """Whether a token occurred in several recent questions."""
        recent = [*self.store.history, *self.store.open]
        return sum(token in cut(pair.question, self.store.quiet, "") for pair in recent) > 1

    def _said(self, token: str) -> bool:
        """Whether a token was part of a recent answer."""
        return any(token in answer for _, answer in list(self.store.past.pairs)[-CONCLUSIONS.said :])

    def _shelve(self, rule: Rule) -> None:
        """Put a rule's program into the library, and let keywords name it; so with the branches of a switch."""
        store = self.store
        for program in (rule.program, *[branch for _, branch in called_for(rule.program)]):
            store.library.shelve(program, store.world, store.settings.functions)
        if not store.settings.names:
            return
        for word, program in called_for(rule.program):
            self._name(word, program)
        words = self._words(rule)
        if len(words) == 1:
            self._name(words[0], rule.program)
            return
        for other in store.book.rules:
            if other.worth > SOURCES.good and any(word in words for word in self._words(other)):
                self._name(self._telling(self._words(other)), other.program)
        known = [word for word in words if word in store.world.names]
        if len(known) == 1 and self._replaced(known[0], rule):
            self._name(known[0], rule.program)

    def _words(self, rule: Rule) -> list[str]:
        return [*cut(rule.kind.prefix, self.store.quiet, ""), *rule.kind.tokens]

    def _call(self, word: str, body: Program) -> None:
        """Let a word name a function of one text, told by its body."""
        store = self.store
        known = body[0].removeprefix("f:") if body[1:] == (("arg", 0),) else ""
        name = known if known in store.world.functions else ""
        function = Function("t", "t", body)
        store.world.names[word] = name or store.library.add(function, store.world, store.settings.functions)
        store.world.refresh()

    def _name(self, word: str, program: Program) -> None:
        """Let a word name a program of one text that is in the library."""
        function = parameterise(program) if word else None
        if function is None or function.takes != "t":
            return
        for name, known in self.store.world.functions.items():
            if known == function and self.store.world.names.get(word) != name:
                self.store.world.names[word] = name
                self.store.world.refresh()

    def _replaced(self, word: str, rule: Rule) -> bool:
        """Whether what a word names is what rules for the very questions of a newer one say, or no rule at all."""
        function = self.store.world.functions.get(self.store.world.names[word])
        holding = [
            other for other in self.store.book.rules if word in self._words(other) and other is not rule
        ]
        return all(
            self._words(other) == self._words(rule)
            for other in holding
            if parameterise(other.program) == function
        )

    def _telling(self, words: Sequence[str]) -> str:
        """The one of several keywords that says what is done: fewer rules have it than have any other of them.

        Where one is known to say something, what is done is more than any of them says.
        """
        if len(words) < 2 or any(word in self.store.world.names for word in words):
            return ""
        good = [self._words(rule) for rule in self.store.book.rules if rule.worth > SOURCES.good]
        spread = {word: sum(word in others for others in good) for word in words}
        rare, second, *_ = sorted(words, key=lambda word: spread[word])
        return rare if spread[rare] < spread[second] else ""

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

    def _same_table(self, kind: Kind, program: Program) -> str:
        """The table of a rule that says the same with older entries; empty when there is none."""
        for rule in self.store.book.rules:
            if rule.table and rule.kind.marks == kind.marks and rename(program, rule.table) == rule.program:
                return rule.table
        return ""

    def _new_table(self, entries: Mapping[Any, str]) -> str:
        """Keep entries as a table with a name of its own; the oldest unused table gives way."""
        self.store.tabled += 1
        name = f"t{self.store.tabled}"
        self.store.world.tables[name] = Table(entries)
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

    def _make_table(self, kind: Kind, members: Sequence[Pair]) -> bool:
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
        name = self._new_table(entries)
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


def quoting(program: Program, tokens: Sequence[str]) -> Program:
    """The program with words of the only question it explains in place of literals that say the same."""
    if program[0] == "lit" and tokens.count(program[1]) == 1:
        return ("tok", tokens.index(program[1]))
    if program[0] in LEAVES:
        return program
    return (program[0], *[quoting(part, tokens) for part in program[1:]])


def called_for(program: Program) -> list[tuple[str, Program]]:
    """Words of the question that a switch depends on, each with the program that it calls for."""
    found: list[tuple[str, Program]] = []
    while program[0] == "if" and program[1][0] == "same" and program[1][2][0] == "lit":
        found.append((program[1][2][1], program[2]))
        program = program[3]
    return found
