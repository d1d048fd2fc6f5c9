"""Rules: which program answers which kind of question.

A rule belongs to a set of keywords, the words its questions share. Pairs of question and right answer that no rule
explains stay open; they are grouped by the words they share, and a program is sought for each group, earlier programs
first. Programs that were accepted once stay in the library and count as a single step in later searches.
"""

from __future__ import annotations

from collections import deque

from gradus.learners.gradual.inspection import Example, explains, key_program, useful, uses_all
from gradus.learners.gradual.kinds import OPEN, Kinds, Pair, Rule, blank
from gradus.learners.gradual.operators import Case, Program, answer, size
from gradus.learners.gradual.orders import close_by
from gradus.learners.gradual.synthesis import synthesise
from gradus.learners.gradual.words import Phrase

HISTORY = 72
"""Explained pairs kept: a new program for their kind must explain them too."""

STALE = 40
"""Unexplained pairs older than so many questions are dropped."""

RULES = 300
"""Rules kept; the least useful are dropped."""

LIBRARY = 40
"""Programs in the library."""

IGNORING = 5
"""Pairs that must speak for a program that ignores some of the content words."""

TABLES = 60
"""Tables kept at most."""

ENTRIES = 300
"""Entries kept per table; the oldest are dropped."""

TABLE_FROM = 5
"""Distinct keys that make a table worth keeping when no program is found."""


class RuleBook(Kinds):
    """All rules, tables and library programs, and the pairs still waiting for one."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: dict[str, dict[str, str]] = {}
        self.library: dict[str, Program] = {}
        self.history: deque[Pair] = deque(maxlen=HISTORY)
        self.asked = 0
        self.tried: dict[tuple[str, ...], tuple[int, int]] = {}
        self.silence = ""
        self.terminator = ""
        self.ablated: frozenset[str] = frozenset()
        self.searches = 0
        self.named = 0

    # ---- answering

    def answer(self, phrase: Phrase) -> tuple[str, Rule | None]:
        """The answer of the best rule that has one."""
        for rule in self.matches(phrase)[:4]:
            text = self.apply(rule, phrase)
            if text:
                return text, rule
        return "", None

    def apply(self, rule: Rule, phrase: Phrase) -> str:
        """What `rule` says to a question."""
        case = self.case(phrase, rule.keywords)
        if rule.table:
            text = self.tables[rule.table].get(self._key(rule, case), "")
            return text + self.terminator if text else ""
        return answer(rule.program, case)

    def case(self, phrase: Phrase, keywords: tuple[str, ...]) -> Case:
        """The content words of a question, for programs (which must not consult the table they would replace)."""
        own = {rule.table for rule in self.rules if rule.table and rule.keywords == keywords}
        tables = (
            {name: table for name, table in self.tables.items() if name not in own} if own else self.tables
        )
        inside = [number for number, token in enumerate(phrase.full) if token not in keywords]
        raw = [phrase.raw[number] for number in inside] + list(phrase.raw[len(phrase.full) :])
        fields = tuple(phrase.word[number] for number in inside)
        return Case(fields, tuple(raw), self.silence, self.terminator, tables, self.library)

    # ---- learning

    def learn(self, phrase: Phrase, right: str, certain: bool, said: str) -> bool:
        """Take in a pair; true when a rule explains it already."""
        self.asked += 1
        self.rights.append(right)
        first = ""
        matches = self.matches(phrase)
        for rule in matches[:4]:
            if rule.keywords != matches[0].keywords:
                continue
            text = self.apply(rule, phrase)
            first = first or text
            if text:
                familiar = blank(phrase.full, rule.keywords) in rule.shapes
                rule.judge(text == right, (1.0 if text == said else 0.5) if familiar else 0.1)
            if rule.table and right.endswith(self.terminator):
                self._enter(rule, self.case(phrase, rule.keywords), right)
            if text == right:
                rule.rewarded += certain
                self._shape(rule, phrase)
        self.rules = [
            rule for rule in self.rules if rule.worth > 0.25 or rule.wins > 3.0 or rule.losses < 3.0
        ]
        if first == right:
            self.history.append(Pair(phrase, right, self.asked, certain))
            return True
        while self.open and self.open[0].at < self.asked - STALE:
            self.open.popleft()
        self.open.append(Pair(phrase, right, self.asked, certain))
        return False

    def unlearn(self) -> None:
        """Reactions were misread: drop what rests on them alone and was never rewarded."""
        for rule in self.rules:
            if rule.table and not rule.rewarded:
                self.tables.pop(rule.table, None)
        self.rules = [rule for rule in self.rules if rule.rewarded]
        self.open = deque((pair for pair in self.open if pair.certain), OPEN)
        self.history = deque((pair for pair in self.history if pair.certain), HISTORY)
        self.rights.clear()
        self.tried.clear()

    def suppose(self, phrase: Phrase, right: str, certain: bool) -> None:
        """Take in an earlier pair that is now read differently."""
        self.rights.append(right)
        pair = Pair(phrase, right, self.asked, certain)
        if self.answer(phrase)[0] != right and not any(
            other.phrase == phrase and other.right == right for other in self.open
        ):
            self.open.append(pair)

    def _enter(self, rule: Rule, case: Case, right: str) -> None:
        table, key = self.tables[rule.table], self._key(rule, case)
        table[key] = right.removesuffix(self.terminator)
        if len(table) > ENTRIES:
            del table[next(iter(table))]

    def _key(self, rule: Rule, case: Case) -> str:
        """What a table is asked: the content words, or what the rule's program makes of them."""
        return answer(rule.program, case) if rule.program else self.silence.join(case.fields)

    def explain(self, phrase: Phrase, right: str) -> Rule | None:
        """Look for a rule that explains the newest open pair and those like it."""
        vocabulary = self.vocabulary()
        keywords = self.keywords(phrase, right, vocabulary)
        group = [pair for pair in self.open if self.keywords(pair.phrase, pair.right, vocabulary) == keywords]
        known = any(rule.keywords == keywords for rule in self.rules)
        least = 3 - bool(keywords) - (known or self.strange(phrase))
        if len(group) >= least and self._due(keywords):
            rule = self._explain(keywords, group)
            if rule is not None:
                return rule
        return self._explain_wider(phrase, keywords, max(least, len(group) + 1))

    def _explain_wider(self, phrase: Phrase, keywords: tuple[str, ...], least: int) -> Rule | None:
        """Look again with one of the supposed keywords taken for content: a word may come back by chance."""
        known = self.vocabulary() | self.marked(phrase)
        doubtful = [token for token in keywords if token not in known]
        if not doubtful:
            return None
        kinds = [tuple(token for token in keywords if token in known), keywords]
        kinds += [tuple(other for other in keywords if other != token) for token in doubtful]
        for kind in dict.fromkeys(kinds):
            group = [
                pair
                for pair in self.open
                if len(pair.phrase.full) == len(phrase.full) and set(pair.phrase.full).issuperset(kind)
            ]
            if kind and len(group) >= least and self._due(("", *kind)):
                rule = self._explain(kind, group)
                if rule is not None:
                    return rule
        return None

    def _explain(self, keywords: tuple[str, ...], group: list[Pair]) -> Rule | None:
        """Look for a rule with these keywords."""
        earlier = [pair for pair in self.history if self._of_kind(pair.phrase, keywords)][-6:]
        thorough = len(group) < IGNORING
        everything = [Example(self.case(pair.phrase, keywords), pair.right) for pair in [*earlier, *group]]
        for known in (earlier, []) if earlier and len(group) > 1 else (earlier,):
            examples = [Example(self.case(pair.phrase, keywords), pair.right) for pair in [*known, *group]]
            program = self._from_library(examples, thorough)
            program = program or self._search(examples, [*known, *group], len(group), thorough)
            if program is not None:
                return self._accept(Rule(keywords, program), group, bool(known) and len(group) > 1)
        return self._table(keywords, group, everything)

    def _of_kind(self, phrase: Phrase, keywords: tuple[str, ...]) -> bool:
        """Whether a question would be answered by a rule with exactly these keywords."""
        if not keywords or not set(phrase.full).issuperset(keywords):
            return False
        best = self.matches(phrase)
        return not best or len(best[0].keywords) <= len(keywords)

    def _due(self, keywords: tuple[str, ...]) -> bool:
        """Whether to search again: after ever more further pairs of the group."""
        count, due = self.tried.pop(keywords, (0, 1))
        count += 1
        now = count >= due
        self.tried[keywords] = (count, min(int(count * 1.4) + 1, count + 12) if now else due)
        if len(self.tried) > 500:
            del self.tried[next(iter(self.tried))]
        return now

    def _from_library(self, examples: list[Example], thorough: bool) -> Program | None:
        """An earlier program that explains the group, without any search."""
        if "library" in self.ablated:
            return None
        for body in sorted(self.library.values(), key=size):
            for program in (body, ("cat", body, ("terminator",))):
                if explains(program, examples) and (not thorough or uses_all(program, examples)):
                    return program
        return None

    def _search(
        self, examples: list[Example], group: list[Pair], fresh: int, thorough: bool
    ) -> Program | None:
        """Search on all examples, then those as long as the newest, the certain ones, the newest alone.

        The last `fresh` are unexplained.
        """
        self.searches += 1
        program = synthesise(examples, self.ablated, thorough=thorough)
        alike = [other for other in examples if len(other.case.fields) == len(examples[-1].case.fields)]
        if program is None and 2 <= len(alike) < len(examples):
            program = synthesise(alike, self.ablated, thorough=thorough)
            program = program if program and useful(program, examples) else None
        if program is not None or len(examples) < 4:
            return program
        closed = close_by(examples) if "tables" not in self.ablated else None
        if closed is not None:
            program, name, links = closed
            self.tables[name].update(links)
            return program
        certain = [example for example, pair in zip(examples, group, strict=True) if pair.certain]
        if 2 <= len(certain) < len(examples):
            program = synthesise(certain, self.ablated, 1500, thorough)
        if program is None or not useful(program, examples[-fresh:]):
            program = synthesise(examples[-2:], self.ablated, 1500, thorough)
            program = program or synthesise(examples[-1:], self.ablated, 600, thorough)
        if program is None or not useful(program, examples) or not useful(program, examples[-fresh:]):
            return None
        return program

    def _accept(self, rule: Rule, group: list[Pair], replacing: bool = False) -> Rule:
        """Add a rule; `replacing`: it explains what its predecessors of the same kind explained."""
        self.tried.pop(rule.keywords, None)
        for pair in group:
            self._shape(rule, pair.phrase)
        rule.wins = min(5.0, float(len(group)))
        rule.rewarded = sum(pair.certain for pair in group)
        self._mark(rule, group)
        same = [
            other for other in self.rules if other.keywords == rule.keywords and other.program == rule.program
        ]
        if same and not rule.table:
            rule, same[0].wins, same[0].losses = same[0], rule.wins, 0.0
        else:
            least = 2.0 if replacing else 0.4
            self.rules = [
                other for other in self.rules if other.keywords != rule.keywords or other.worth > least
            ]
            self.rules.append(rule)
        if len(self.rules) > RULES:
            self.rules.remove(min(self.rules, key=lambda other: other.wins))
        if len(group) >= 2 and not rule.table:
            self._shelve(rule.program)
        unexplained = [pair for pair in self.open if self.apply(rule, pair.phrase) != pair.right]
        self.history.extend(pair for pair in group if pair not in unexplained)
        self.open = deque(unexplained, OPEN)
        return rule

    def _shelve(self, program: Program) -> None:
        """Put a program into the library, where it counts as a single step, without what ends the answer."""
        if program[0] == "cat" and program[2] == ("terminator",):
            program = program[1]
        if program not in self.library.values() and size(program) > 2 and len(self.library) < LIBRARY:
            self.library[f"p{len(self.library)}"] = program

    def _table(self, keywords: tuple[str, ...], group: list[Pair], examples: list[Example]) -> Rule | None:
        """Make a table of questions that no program answers; a table by another property gives way to it."""
        if "tables" in self.ablated or not keywords or not self.terminator or len(self.tables) >= TABLES:
            return None
        if len({example.case.fields for example in examples}) < TABLE_FROM:
            return None
        key = key_program(examples)
        if not key and any(len(example.case.fields) != 1 for example in examples):
            return None
        held = [rule for rule in self.rules if rule.table and rule.keywords == keywords]
        if held and not (key and all(rule.program not in ((), key) for rule in held)):
            return None
        for rule in held:
            self.rules.remove(rule)
            del self.tables[rule.table]
        self.named += 1
        name = f"t{self.named}"
        rule = Rule(keywords, key, name)
        self.tables[name] = {}
        for example in examples:
            if example.right.endswith(self.terminator):
                self._enter(rule, example.case, example.right)
        return self._accept(rule, group)
